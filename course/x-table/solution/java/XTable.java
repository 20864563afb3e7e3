import java.util.*;

/** x-table: a thousand games of each player, and what they amount to */
public class XTable {
    static final int GAMES = 1000;

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

    record Game(long score, long tile, int moves) {}

    interface Player {
        Move choose(List<Move> options);
    }

    /** A whole game. */
    static Game play(Player player) {
        long[][] board = spawn(spawn(new long[4][4]));
        long score = 0;
        int count = 0;
        for (List<Move> options = moves(board); !options.isEmpty(); options = moves(board)) {
            Move chosen = player.choose(options);
            score += chosen.gain();
            count++;
            board = spawn(chosen.after());
        }
        return new Game(score, Arrays.stream(board).flatMapToLong(Arrays::stream).max().getAsLong(), count);
    }

    /** The first of the moves after which the board looks best. */
    static Move greedy(List<Move> options) {
        Move best = options.get(0);
        for (Move move : options) if (heuristic(move.after()) > heuristic(best.after())) best = move;
        return best;
    }

    /** Mean, ends of its 95 % interval, median, standard deviation, largest tile, median of the largest tiles. */
    static String summary(List<Game> games) {
        int n = games.size();
        long[] scores = games.stream().mapToLong(Game::score).sorted().toArray();
        long[] tiles = games.stream().mapToLong(Game::tile).sorted().toArray();
        double mean = Arrays.stream(scores).average().getAsDouble();
        double squares = Arrays.stream(scores).mapToDouble(score -> (score - mean) * (score - mean)).sum();
        double sd = Math.sqrt(squares / (n - 1)), half = 1.96 * sd / Math.sqrt(n);
        double median = (scores[(n - 1) / 2] + scores[n / 2]) / 2.0;
        return String.format(Locale.ROOT, "%.1f,%.1f,%.1f,%.1f,%.1f,%d,%d", mean, mean - half, mean + half, median, sd,
            tiles[n - 1], tiles[(n - 1) / 2]);
    }

    public static void main(String[] arguments) {
        Map<String, Player> players = new LinkedHashMap<>();
        players.put("random", options -> options.get(random.nextInt(options.size())));
        players.put("greedy", XTable::greedy);
        StringBuilder out = new StringBuilder("player,game,score,max_tile,moves\n");
        StringBuilder summaries = new StringBuilder("player,mean,low,high,median,sd,max_tile,median_tile\n");
        for (var entry : players.entrySet()) {
            List<Game> games = new ArrayList<>();
            for (int i = 0; i < GAMES; i++) {
                Game game = play(entry.getValue());
                games.add(game);
                out.append(entry.getKey() + "," + i + "," + game.score() + "," + game.tile() + "," + game.moves() + "\n");
            }
            summaries.append(entry.getKey() + "," + summary(games) + "\n");
        }
        System.out.print(out);
        System.out.print(summaries);
    }
}
