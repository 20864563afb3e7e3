import java.io.*;
import java.util.*;

/** can-move: is the move legal? */
public class CanMove {
    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    /** True if the slide changes the board: the step leads from a cell to the one nearer to the wall. */
    static boolean canMove(long[][] board, String direction) {
        int rowStep = direction.equals("up") ? -1 : direction.equals("down") ? 1 : 0;
        int columnStep = direction.equals("left") ? -1 : direction.equals("right") ? 1 : 0;
        for (int r = 0; r < board.length; r++) {
            for (int c = 0; c < board[r].length; c++) {
                int frontRow = r + rowStep, frontColumn = c + columnStep;
                if (frontRow < 0 || frontRow >= board.length || frontColumn < 0 || frontColumn >= board[r].length) continue;
                long front = board[frontRow][frontColumn], back = board[r][c];
                if (back != 0 && (front == 0 || front == back)) return true;
            }
        }
        return false;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.strip().split(" ");
            out.println(canMove(parse(words[0]), words[1]) ? "yes" : "no");
        }
        out.flush();
    }
}
