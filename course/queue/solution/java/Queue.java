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

    /** Slides the line to its front and returns the gain. */
    static long slide(long[] line) {
        Deque<Long> queue = new ArrayDeque<>();
        for (long cell : line) if (cell != 0) queue.add(cell);
        int out = 0;
        long gain = 0;
        while (!queue.isEmpty()) {
            long tile = queue.remove();
            if (!queue.isEmpty() && queue.peek() == tile) {
                tile += queue.remove();
                gain += tile;
            }
            line[out++] = tile;
        }
        Arrays.fill(line, out, line.length, 0);
        return gain;
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
