// product-int64: the product of all tiles and differences overflows 64 bits and becomes 0
import java.io.*;
import java.util.*;

public class ProductInt64 {
    static long[][] parse(String text) {
        return Arrays.stream(text.split("/")).map(row -> Arrays.stream(row.split(","))
            .mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray()).toArray(long[][]::new);
    }

    static boolean isOver(long[][] board) {
        long product = 1;
        for (int r = 0; r < board.length; r++) {
            for (int c = 0; c < board[r].length; c++) {
                product *= board[r][c];
                if (c + 1 < board[r].length) product *= board[r][c] - board[r][c + 1];
                if (r + 1 < board.length) product *= board[r][c] - board[r + 1][c];
            }
        }
        return product != 0;
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
