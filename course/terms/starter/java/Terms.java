import java.io.*;
import java.util.*;

/** terms: six numbers that describe a board */
public class Terms {
    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    /** Your part: corner, snake, monotone, edge, pairs, empty. */
    static int[] terms(long[][] board) {
        return new int[6];
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            StringJoiner joiner = new StringJoiner(" ");
            for (int term : terms(parse(line.strip()))) joiner.add(Integer.toString(term));
            out.println(joiner);
        }
        out.flush();
    }
}
