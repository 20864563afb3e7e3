import java.io.*;
import java.util.*;
import java.util.stream.*;

/** state: a game as an object */
public class State {
    static final List<String> DIRECTIONS = List.of("up", "right", "down", "left");

    static String show(long[][] board) {
        return Arrays.stream(board).map(row -> Arrays.stream(row)
            .mapToObj(cell -> cell == 0 ? "." : Long.toString(cell)).collect(Collectors.joining(",")))
            .collect(Collectors.joining("/"));
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

    /** What is saved of a game. Boards are never changed, only replaced, so they may be shared. */
    record Moment(long[][] board, long score) {}

    record Copy(Moment now, List<Moment> history) {}

    private Moment now = new Moment(new long[0][], 0);
    private List<Moment> history = new ArrayList<>();
    private final Map<String, Copy> copies = new HashMap<>();

    private void become(Moment next) {
        history.add(now);
        now = next;
    }

    private boolean tile(int row, int column, long value) {
        if (row >= now.board.length || column >= now.board[0].length || now.board[row][column] != 0) return false;
        long[][] board = Arrays.stream(now.board).map(long[]::clone).toArray(long[][]::new);
        board[row][column] = value;
        become(new Moment(board, now.score));
        return true;
    }

    private String move(String direction) {
        Slid slid = slide(now.board, direction);
        if (Arrays.deepEquals(slid.board(), now.board)) return "illegal";
        become(new Moment(slid.board(), now.score + slid.gain()));
        return "ok " + slid.gain();
    }

    private boolean undo() {
        if (history.isEmpty()) return false;
        now = history.remove(history.size() - 1);
        return true;
    }

    private boolean use(String name) {
        Copy copy = copies.get(name);
        if (copy == null) return false;
        now = copy.now;
        history = new ArrayList<>(copy.history);
        return true;
    }

    private void begin(String shape) {
        String[] sides = shape.split("x");
        now = new Moment(new long[Integer.parseInt(sides[0])][Integer.parseInt(sides[1])], 0);
        history = new ArrayList<>();
        copies.clear();
    }

    String answer(String[] words) {
        switch (words[0]) {
            case "new": begin(words[1]); return "ok";
            case "tile": return tile(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3])) ? "ok" : "no";
            case "move": return move(words[1]);
            case "undo": return undo() ? "ok" : "no";
            case "copy": copies.put(words[1], new Copy(now, List.copyOf(history))); return "ok";
            case "use": return use(words[1]) ? "ok" : "no";
            case "score": return Long.toString(now.score);
            case "grid": return show(now.board);
            case "over": return legal(now.board).isEmpty() ? "yes" : "no";
            default: return legal(now.board).isEmpty() ? "none" : String.join(" ", legal(now.board));
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        State state = new State();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(state.answer(line.strip().split(" ")));
        }
        out.flush();
    }
}
