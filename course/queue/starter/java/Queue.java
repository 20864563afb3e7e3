import java.io.*;
import java.util.*;
import java.util.stream.*;

/** queue: a line of any length slides through a queue */
public class Queue {
    static long[] parse(String text) {
        return Arrays.stream(text.split(",")).mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray();
    }

    static String show(long[] line) {
        return Arrays.stream(line).mapToObj(cell -> cell == 0 ? "." : Long.toString(cell)).collect(Collectors.joining(","));
    }

    /** Your part: slides the line to its front and returns the gain. */
    static long slide(long[] line) {
        return 0;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long[] cells = parse(line.strip());
            long gain = slide(cells);
            out.println(show(cells) + " " + gain);
        }
        out.flush();
    }
}
