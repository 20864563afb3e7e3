import java.io.*;
import java.util.*;

/** over: is the game over? */
public class Over {
    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    /** True if no move is left. */
    static boolean isOver(long[][] board) {
        for (int r = 0; r < board.length; r++) {
            for (int c = 0; c < board[r].length; c++) {
                if (board[r][c] == 0) return false;
                if (c + 1 < board[r].length && board[r][c] == board[r][c + 1]) return false;
                if (r + 1 < board.length && board[r][c] == board[r + 1][c]) return false;
            }
        }
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
