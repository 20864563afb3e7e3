// first-end-only: only the first cell of a line was looked at; it has two ends
import java.io.*;
import java.util.*;

public class FirstEndOnly {
    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    static long[][] transpose(long[][] board) {
        long[][] out = new long[board[0].length][board.length];
        for (int r = 0; r < board.length; r++)
            for (int c = 0; c < board[r].length; c++) out[c][r] = board[r][c];
        return out;
    }

    static long heuristic(long[][] board) {
        long value = 0;
        for (long[][] lines : List.of(board, transpose(board))) {
            for (long[] line : lines) {
                value += Arrays.stream(line).filter(cell -> cell == 0).count();
                long largest = Arrays.stream(line).max().getAsLong();
                if (largest > 0 && line[0] == largest) value++;
            }
        }
        return value;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(heuristic(parse(line.strip())));
        }
        out.flush();
    }
}
