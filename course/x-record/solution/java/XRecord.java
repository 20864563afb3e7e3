import java.io.*;
import java.util.*;

/** x-record: how sure are we? */
public class XRecord {
    static final double Z = 1.959964;
    static final Map<Double, Double> POWERS = Map.of(0.8, 0.841621, 0.9, 1.281552, 0.95, 1.644854, 0.99, 2.326348);

    /** The ends of Wilson's 95 % interval of a rate. */
    static double[] wilson(double successes, double n) {
        double rate = successes / n, scale = 1 + Z * Z / n;
        double centre = (rate + Z * Z / (2 * n)) / scale;
        double half = Z / scale * Math.sqrt(rate * (1 - rate) / n + Z * Z / (4 * n * n));
        return new double[] {Math.max(0, centre - half), Math.min(1, centre + half)};
    }

    /** Half of the 95 % interval of a mean. */
    static double halfwidth(double sd, double n) {
        return Z * sd / Math.sqrt(n);
    }

    /** How many games each of two players must play. */
    static long games(double sd, double difference, double power) {
        return (long) Math.ceil(2 * Math.pow((Z + POWERS.get(power)) * sd / difference, 2));
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
