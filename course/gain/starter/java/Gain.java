import java.io.*;
import java.util.*;

/** gain: what the slide of a line scores */
public class Gain {
    static long[] parse(String text) {
        return Arrays.stream(text.split(",")).mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray();
    }

    /** Your part: the sum of the tiles that merges make. */
    static long gain(long[] line) {
        return 0;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long[] cells = parse(line.strip());
            out.println(gain(cells));
        }
        out.flush();
    }
}
