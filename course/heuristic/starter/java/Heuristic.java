import java.io.*;
import java.util.*;

/** heuristic: how good is a board? */
public class Heuristic {
    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    /** Your part: the value of the board. */
    static long heuristic(long[][] board) {
        return 0;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(heuristic(parse(line.strip())));
        }
        out.flush();
    }
}
