import java.util.*;
import java.util.function.ToDoubleFunction;

/** x-time: what sampling saves */
public class XTime {
    static final int GAMES = 20;
    /** Of each game; more if your program is fast. */
    static final int MOVES = 50;
    static final int DRAWS = 10;

    static final List<String> DIRECTIONS = List.of("up", "right", "down", "left");

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

    /** A board, the direction that led to it, and the gain. */
    record Move(String direction, long[][] after, long gain) {}

    /** The board after the slide, and the gain; an equal board if nothing moves. */
    static Move slide(long[][] board, String direction) {
        boolean vertical = direction.equals("up") || direction.equals("down");
        boolean toEnd = direction.equals("right") || direction.equals("down");
        long[][] after = new long[4][4];
        long gain = 0;
        for (int i = 0; i < 4; i++) {
            long[] line = new long[4];
            for (int k = 0; k < 4; k++) {
                int place = toEnd ? 3 - k : k;
                line[k] = vertical ? board[place][i] : board[i][place];
            }
            gain += slideLine(line);
            for (int k = 0; k < 4; k++) {
                int place = toEnd ? 3 - k : k;
                if (vertical) after[place][i] = line[k];
                else after[i][place] = line[k];
            }
        }
        return new Move(direction, after, gain);
    }

    /** All legal moves. */
    static List<Move> moves(long[][] board) {
        List<Move> moves = new ArrayList<>();
        for (String direction : DIRECTIONS) {
            Move move = slide(board, direction);
            if (!Arrays.deepEquals(move.after(), board)) moves.add(move);
        }
        return moves;
    }

    static List<int[]> emptyCells(long[][] board) {
        List<int[]> cells = new ArrayList<>();
        for (int r = 0; r < 4; r++)
            for (int c = 0; c < 4; c++) if (board[r][c] == 0) cells.add(new int[] {r, c});
        return cells;
    }

    /** The board with a tile more. */
    static long[][] put(long[][] board, int[] cell, long tile) {
        long[][] out = new long[4][];
        for (int r = 0; r < 4; r++) out[r] = board[r].clone();
        out[cell[0]][cell[1]] = tile;
        return out;
    }

    static Random random = new Random(1);

    static long[][] spawn(long[][] board) {
        List<int[]> empty = emptyCells(board);
        return put(board, empty.get(random.nextInt(empty.size())), random.nextInt(10) == 0 ? 4 : 2);
    }

    static int lineValue(long a, long b, long c, long d) {
        long largest = Math.max(Math.max(a, b), Math.max(c, d));
        int empty = (a == 0 ? 1 : 0) + (b == 0 ? 1 : 0) + (c == 0 ? 1 : 0) + (d == 0 ? 1 : 0);
        return empty + (largest > 0 && (a == largest || d == largest) ? 1 : 0);
    }

    static long heuristic(long[][] board) {
        long value = 0;
        for (int i = 0; i < 4; i++) {
            value += lineValue(board[i][0], board[i][1], board[i][2], board[i][3]);
            value += lineValue(board[0][i], board[1][i], board[2][i], board[3][i]);
        }
        return value;
    }

    /** Boards evaluated so far. */
    static long boards;

    /** The value of the best slide, or of the board itself if there is none. */
    static double look(long[][] board) {
        List<Move> options = moves(board);
        boards += Math.max(1, options.size());
        double best = options.isEmpty() ? heuristic(board) : 0;
        for (Move move : options) best = Math.max(best, heuristic(move.after()));
        return best;
    }

    /** The mean over all new tiles. */
    static double exact(long[][] board) {
        List<int[]> cells = emptyCells(board);
        double sum = 0;
        for (int[] cell : cells) sum += 0.9 * look(put(board, cell, 2)) + 0.1 * look(put(board, cell, 4));
        return sum / cells.size();
    }

    /** The mean over DRAWS different new tiles, by strata. */
    static double sampled(long[][] board) {
        List<List<int[]>> lists = List.of(emptyCells(board), emptyCells(board));
        double[] sums = new double[2], counts = new double[2];
        int most = Math.min(DRAWS, 2 * lists.get(0).size());
        for (int i = 0; i < most; i++) {
            double n2 = lists.get(0).size(), n4 = lists.get(1).size();
            int four = random.nextDouble() < 0.1 * n4 / (0.9 * n2 + 0.1 * n4) ? 1 : 0;
            List<int[]> list = lists.get(four);
            sums[four] += look(put(board, list.remove(random.nextInt(list.size())), four == 1 ? 4 : 2));
            counts[four]++;
        }
        if (counts[1] == 0) return sums[0] / counts[0];
        return counts[0] == 0 ? sums[1] / counts[1] : 0.9 * sums[0] / counts[0] + 0.1 * sums[1] / counts[1];
    }

    /** The first moves of a game. */
    static int play(ToDoubleFunction<long[][]> value) {
        long[][] board = spawn(spawn(new long[4][4]));
        int count = 0;
        for (List<Move> options = moves(board); count < MOVES && !options.isEmpty(); options = moves(board)) {
            long[][] best = null;
            double most = -1;
            for (Move move : options) {
                double found = value.applyAsDouble(move.after());
                if (found > most) {
                    most = found;
                    best = move.after();
                }
            }
            board = spawn(best);
            count++;
        }
        return count;
    }

    public static void main(String[] arguments) {
        Map<String, ToDoubleFunction<long[][]>> players = new LinkedHashMap<>();
        players.put("exact", XTime::exact);
        players.put("sampled", XTime::sampled);
        System.out.println("player,game,moves,nanoseconds,boards");
        for (var entry : players.entrySet())
            for (int i = 0; i < GAMES; i++) {
                boards = 0;
                long start = System.nanoTime();
                int count = play(entry.getValue());
                System.out.println(entry.getKey() + "," + i + "," + count + "," + (System.nanoTime() - start) + "," + boards);
            }
    }
}
