import java.io.*;
import java.util.*;

/** p-mcts: a player that grows a tree of games */
public class PMcts {
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

    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    /** Your part: the direction to slide. */
    static String choose(long[][] board) {
        return moves(board).get(0).direction();
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.strip().split(" ");
            switch (words[0]) {
                case "redouble-player" -> System.out.println("ready");
                case "game" -> random = new Random(Long.parseUnsignedLong(words[3]));
                case "move" -> System.out.println(choose(parse(words[1])));
                case "quit" -> System.exit(0);
                default -> {}
            }
            System.out.flush();
        }
    }
}
