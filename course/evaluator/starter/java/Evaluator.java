import java.io.*;
import java.util.*;

/** evaluator: the terms weighed */
public class Evaluator {
    static final List<String> NAMES = List.of("corner", "snake", "monotone", "edge", "pairs", "empty");

    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    /** The rows, then the columns. */
    static List<long[]> lines(long[][] board) {
        List<long[]> lines = new ArrayList<>(List.of(board));
        for (int c = 0; c < board[0].length; c++) {
            final int column = c;
            lines.add(Arrays.stream(board).mapToLong(row -> row[column]).toArray());
        }
        return lines;
    }

    /** The length of one of the eight paths: bits of way are transpose, mirror rows, mirror columns. */
    static int snake(long[][] board, int way) {
        boolean transpose = (way & 1) > 0;
        int rows = transpose ? board[0].length : board.length, columns = transpose ? board.length : board[0].length;
        int length = 0;
        long before = Long.MAX_VALUE;
        for (int r = 0; r < rows; r++) {
            for (int k = 0; k < columns; k++) {
                int c = r % 2 == 1 ? columns - 1 - k : k;
                int row = (way & 2) > 0 ? rows - 1 - r : r, column = (way & 4) > 0 ? columns - 1 - c : c;
                long cell = transpose ? board[column][row] : board[row][column];
                if (cell == 0 || cell > before) return length;
                before = cell;
                length++;
            }
        }
        return length;
    }

    /** corner, snake, monotone, edge, pairs, empty */
    static int[] terms(long[][] board) {
        int[] term = new int[6];
        long[] top = board[0], bottom = board[board.length - 1];
        long largest = Arrays.stream(board).flatMapToLong(Arrays::stream).max().getAsLong();
        for (long corner : new long[] {top[0], top[top.length - 1], bottom[0], bottom[top.length - 1]})
            if (corner == largest) term[0] = 1;
        for (int way = 0; way < 8; way++) term[1] = Math.max(term[1], snake(board, way));
        for (long[] line : lines(board)) {
            long[] tiles = Arrays.stream(line).filter(cell -> cell != 0).toArray();
            boolean rises = false, falls = false;
            for (int k = 1; k < tiles.length; k++) {
                rises |= tiles[k] > tiles[k - 1];
                falls |= tiles[k] < tiles[k - 1];
            }
            if (!(rises && falls)) term[2]++;
            long most = Arrays.stream(line).max().getAsLong();
            if (most > 0 && (line[0] == most || line[line.length - 1] == most)) term[3]++;
            for (int k = 1; k < line.length; k++) if (line[k] != 0 && line[k] == line[k - 1]) term[4]++;
        }
        term[5] = (int) Arrays.stream(board).flatMapToLong(Arrays::stream).filter(cell -> cell == 0).count();
        return term;
    }

    /** Your part: the sum of all terms, each with the weight that the text gives it. */
    static double evaluate(String text, int[] terms) {
        return 0;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.strip().split(" ");
            out.println(evaluate(words[0], terms(parse(words[1]))));
        }
        out.flush();
    }
}
