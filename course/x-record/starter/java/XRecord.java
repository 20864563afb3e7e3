import java.io.*;
import java.util.*;

/** x-record: how sure are we? */
public class XRecord {
    static final double Z = 1.959964;
    static final Map<Double, Double> POWERS = Map.of(0.8, 0.841621, 0.9, 1.281552, 0.95, 1.644854, 0.99, 2.326348);

    /** Your part: the ends of Wilson's 95 % interval of a rate. */
    static double[] wilson(double successes, double n) {
        return new double[] {0, 1};
    }

    /** Your part: half of the 95 % interval of a mean. */
    static double halfwidth(double sd, double n) {
        return sd;
    }

    /** Your part: how many games each of two players must play, rounded up. */
    static long games(double sd, double difference, double power) {
        return 1;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.strip().split("\\s+");
            double[] n = Arrays.stream(words).skip(1).mapToDouble(Double::parseDouble).toArray();
            switch (words[0]) {
                case "wilson" -> {
                    double[] ends = wilson(n[0], n[1]);
                    out.println(String.format(Locale.ROOT, "%.4f %.4f", ends[0], ends[1]));
                }
                case "halfwidth" -> out.println(String.format(Locale.ROOT, "%.2f", halfwidth(n[0], n[1])));
                default -> out.println(games(n[0], n[1], n[2]));
            }
        }
        out.flush();
    }
}
