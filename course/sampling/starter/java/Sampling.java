import java.io.*;
import java.util.*;

/** sampling: different spawns drawn with the right probabilities */
public class Sampling {
    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    static List<int[]> emptyCells(long[][] board) {
        List<int[]> cells = new ArrayList<>();
        for (int r = 0; r < board.length; r++)
            for (int c = 0; c < board[r].length; c++) if (board[r][c] == 0) cells.add(new int[] {r, c});
        return cells;
    }

    /** Your part: different spawns row,column,tile in the order drawn. */
    static List<String> draw(int count, long[][] board) {
        List<String> spawns = new ArrayList<>();
        for (int tile : new int[] {2, 4})
            for (int[] cell : emptyCells(board)) spawns.add(cell[0] + "," + cell[1] + "," + tile);
        return spawns.subList(0, Math.min(count, spawns.size()));
    }

    /** Your part: the mean by strata of pairs tile:value. */
    static double mean(String[] pairs) {
        return 0;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.strip().split(" ");
            if (words[0].equals("draw")) out.println(String.join(" ", draw(Integer.parseInt(words[1]), parse(words[2]))));
            else out.println(mean(Arrays.copyOfRange(words, 1, words.length)));
        }
        out.flush();
    }
}
