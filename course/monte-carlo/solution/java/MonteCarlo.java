import java.io.*;
import java.util.*;

/** monte-carlo: moves tried out by playing on at random */
public class MonteCarlo {
    static final List<String> DIRECTIONS = List.of("up", "right", "down", "left");

    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
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

    static List<String> legal(long[][] board) {
        return DIRECTIONS.stream().filter(d -> !Arrays.deepEquals(slide(board, d).board(), board)).toList();
    }

    static long heuristic(long[][] board) {
        long value = 0;
        for (long[][] lines : List.of(board, transpose(board))) {
            for (long[] line : lines) {
                value += Arrays.stream(line).filter(cell -> cell == 0).count();
                long largest = Arrays.stream(line).max().getAsLong();
                if (largest > 0 && (line[0] == largest || line[line.length - 1] == largest)) value++;
            }
        }
        return value;
    }

    static List<int[]> emptyCells(long[][] board) {
        List<int[]> cells = new ArrayList<>();
        for (int r = 0; r < board.length; r++)
            for (int c = 0; c < board[r].length; c++) if (board[r][c] == 0) cells.add(new int[] {r, c});
        return cells;
    }

    static final Random RANDOM = new Random();

    static void spawn(long[][] board) {
        List<int[]> empty = emptyCells(board);
        int[] cell = empty.get(RANDOM.nextInt(empty.size()));
        board[cell[0]][cell[1]] = RANDOM.nextInt(10) == 0 ? 4 : 2;
    }

    /** The value of the board after a deliberate move and random ones. */
    static long run(long[][] board, String direction, int depth) {
        long[][] now = slide(board, direction).board();
        spawn(now);
        for (int i = 1; i < depth; i++) {
            List<String> moves = legal(now);
            if (moves.isEmpty()) break;
            now = slide(now, moves.get(RANDOM.nextInt(moves.size()))).board();
            spawn(now);
        }
        return heuristic(now);
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.strip().split(" ");
            int depth = Integer.parseInt(words[0]), runs = Integer.parseInt(words[1]);
            long[][] board = parse(words[2]);
            String best = "", text = "";
            double most = Double.NEGATIVE_INFINITY;
            for (String direction : legal(board)) {
                long sum = 0;
                for (int i = 0; i < runs; i++) sum += run(board, direction, depth);
                double mean = (double) sum / runs;
                text += String.format(Locale.ROOT, " %s:%.4f", direction, mean);
                if (mean > most) {
                    best = direction;
                    most = mean;
                }
            }
            out.println(best + text);
        }
        out.flush();
    }
}
