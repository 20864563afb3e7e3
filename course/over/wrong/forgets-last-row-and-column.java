// forgets-last-row-and-column: the loops over rows and columns stop one early
import java.io.*;
import java.util.*;

public class ForgetsLastRowAndColumn {
    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    static boolean isOver(long[][] board) {
        for (long[] row : board)
            for (long cell : row) if (cell == 0) return false;
        for (int r = 0; r < board.length - 1; r++)
            for (int c = 0; c < board[r].length - 1; c++)
                if (board[r][c] == board[r][c + 1] || board[r][c] == board[r + 1][c]) return false;
        return true;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(isOver(parse(line.strip())) ? "yes" : "no");
        }
        out.flush();
    }
}
