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

    static List<int[]> emptyCells(long[][] board) {
        List<int[]> cells = new ArrayList<>();
        for (int r = 0; r < board.length; r++)
            for (int c = 0; c < board[r].length; c++) if (board[r][c] == 0) cells.add(new int[] {r, c});
        return cells;
    }

    /** Places a new tile on the board. */
    static void spawn(long[][] board, Random random) {
        List<int[]> empty = emptyCells(board);
        int[] cell = empty.get(random.nextInt(empty.size()));
        board[cell[0]][cell[1]] = random.nextInt(10) == 0 ? 4 : 2;
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
