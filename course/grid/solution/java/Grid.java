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

    static long[][] reverse(long[][] board) {
        long[][] out = new long[board.length][board[0].length];
        for (int r = 0; r < board.length; r++)
            for (int c = 0; c < board[r].length; c++) out[r][board[r].length - 1 - c] = board[r][c];
        return out;
    }

    static long[][] transpose(long[][] board) {
        long[][] out = new long[board[0].length][board.length];
        for (int r = 0; r < board.length; r++)
            for (int c = 0; c < board[r].length; c++) out[c][r] = board[r][c];
        return out;
    }

    record Slid(long[][] board, long gain) {}

    /** The board after the slide, and the gain; an equal board if nothing moves. */
    static Slid slide(long[][] board, String direction) {
        boolean vertical = direction.equals("up") || direction.equals("down");
        boolean toEnd = direction.equals("right") || direction.equals("down");
        long[][] rows = Arrays.stream(vertical ? transpose(board) : board).map(long[]::clone).toArray(long[][]::new);
        if (toEnd) rows = reverse(rows);
        long gain = 0;
        for (long[] row : rows) gain += slideLine(row);
        if (toEnd) rows = reverse(rows);
        return new Slid(vertical ? transpose(rows) : rows, gain);
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
