import java.io.*;
import java.util.*;
import java.util.stream.*;

/** grid: the whole board slides */
public class Grid {
    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    static String show(long[][] board) {
        return Arrays.stream(board).map(row -> Arrays.stream(row)
            .mapToObj(cell -> cell == 0 ? "." : Long.toString(cell)).collect(Collectors.joining(",")))
            .collect(Collectors.joining("/"));
    }

    /** Slides a line to its front and returns the gain. */
    static long slideLine(long[] line) {
        int out = 0;
        boolean merged = true;
        long gain = 0;
        for (int i = 0; i < line.length; i++) {
            long tile = line[i];
            if (tile == 0) continue;
            line[i] = 0;
            if (!merged && line[out - 1] == tile) {
                line[out - 1] *= 2;
                gain += line[out - 1];
                merged = true;
            } else {
                line[out++] = tile;
                merged = false;
            }
        }
        return gain;
    }

    record Slid(long[][] board, long gain) {}

    /** Your part: the board after the slide, and the gain. */
    static Slid slide(long[][] board, String direction) {
        return new Slid(board, 0);
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.strip().split(" ");
            Slid slid = slide(parse(words[0]), words[1]);
            out.println(show(slid.board()) + " " + slid.gain());
        }
        out.flush();
    }
}
