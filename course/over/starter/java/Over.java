import java.io.*;
import java.util.*;

/** over: is the game over? */
public class Over {
    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    /** Your part: true if no move is left. */
    static boolean isOver(long[][] board) {
        return false;
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
