import java.io.*;
import java.util.*;

/** gain: what the slide of a line scores */
public class Gain {
    static long[] parse(String text) {
        return Arrays.stream(text.split(",")).mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray();
    }

    /** The sum of the tiles that merges make: waiting is the tile that may still merge, 0 if there is none. */
    static long gain(long[] line) {
        long total = 0, waiting = 0;
        for (long cell : line) {
            if (cell == 0) continue;
            if (cell == waiting) {
                total += 2 * waiting;
                waiting = 0;
            } else {
                waiting = cell;
            }
        }
        return total;
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
