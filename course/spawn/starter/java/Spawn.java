import java.io.*;
import java.util.*;
import java.util.stream.*;

/** spawn: a new tile appears */
public class Spawn {
    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    static String show(long[][] board) {
        return Arrays.stream(board).map(row -> Arrays.stream(row)
            .mapToObj(cell -> cell == 0 ? "." : Long.toString(cell)).collect(Collectors.joining(",")))
            .collect(Collectors.joining("/"));
    }

    /** Your part: places a new tile on the board. */
    static void spawn(long[][] board, Random random) {
        for (long[] row : board) {
            for (int c = 0; c < row.length; c++) {
                if (row[c] == 0) {
                    row[c] = 2;
                    return;
                }
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        Random random = new Random();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long[][] board = parse(line.strip());
            spawn(board, random);
            out.println(show(board));
        }
        out.flush();
    }
}
