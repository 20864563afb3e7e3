import java.io.*;
import java.util.*;
import java.util.stream.*;

/** compact: a line slid to its front, nothing merged */
public class Compact {
    static long[] parse(String text) {
        return Arrays.stream(text.split(",")).mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray();
    }

    static String show(long[] line) {
        return Arrays.stream(line).mapToObj(cell -> cell == 0 ? "." : Long.toString(cell)).collect(Collectors.joining(","));
    }

    /** Moves the tiles to the front, in their order. */
    static void compact(long[] line) {
        int free = 0;
        for (int i = 0; i < line.length; i++) {
            long cell = line[i];
            line[i] = 0;
            if (cell != 0) line[free++] = cell;
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long[] cells = parse(line.strip());
            compact(cells);
            out.println(show(cells));
        }
        out.flush();
    }
}
