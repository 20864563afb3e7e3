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

    static final Random RANDOM = new Random();

    /** Different spawns row,column,tile in the order drawn. */
    static List<String> draw(int count, long[][] board) {
        List<int[]> twos = emptyCells(board), fours = emptyCells(board);
        List<String> spawns = new ArrayList<>();
        while (spawns.size() < count && twos.size() + fours.size() > 0) {
            double share = 0.1 * fours.size() / (0.9 * twos.size() + 0.1 * fours.size());
            boolean four = RANDOM.nextDouble() < share;
            List<int[]> cells = four ? fours : twos;
            int i = RANDOM.nextInt(cells.size());
            int[] cell = cells.get(i);
            cells.set(i, cells.get(cells.size() - 1));
            cells.remove(cells.size() - 1);
            spawns.add(cell[0] + "," + cell[1] + "," + (four ? 4 : 2));
        }
        return spawns;
    }

    /** The mean by strata of pairs tile:value. */
    static double mean(String[] pairs) {
        double[] sum = new double[2];
        int[] count = new int[2];
        for (String pair : pairs) {
            int kind = pair.startsWith("4") ? 1 : 0;
            sum[kind] += Double.parseDouble(pair.substring(2));
            count[kind]++;
        }
        if (count[0] == 0 || count[1] == 0) return (sum[0] + sum[1]) / pairs.length;
        return 0.9 * sum[0] / count[0] + 0.1 * sum[1] / count[1];
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
