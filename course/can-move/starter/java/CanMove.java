import java.io.*;
import java.util.*;

/** can-move: is the move legal? */
public class CanMove {
    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    /** Your part: true if the slide changes the board. */
    static boolean canMove(long[][] board, String direction) {
        return true;
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
