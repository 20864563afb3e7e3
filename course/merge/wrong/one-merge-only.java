// one-merge-only: only the first pair merged
import java.io.*;
import java.util.*;
import java.util.stream.*;

public class OneMergeOnly {
    static long[] parse(String text) {
        return Arrays.stream(text.split(",")).mapToLong(cell -> cell.equals(".") ? 0 : Long.parseLong(cell)).toArray();
    }

    static String show(long[] line) {
        return Arrays.stream(line).mapToObj(cell -> cell == 0 ? "." : Long.toString(cell)).collect(Collectors.joining(","));
    }

    static void compact(long[] line) {
        int free = 0;
        for (int i = 0; i < line.length; i++) {
            long cell = line[i];
            line[i] = 0;
            if (cell != 0) line[free++] = cell;
        }
    }

    static void merge(long[] line) {
        compact(line);
        for (int i = 0; i + 1 < line.length; i++) {
            if (line[i] != 0 && line[i] == line[i + 1]) {
                line[i] *= 2;
                line[i + 1] = 0;
                break;
            }
        }
        compact(line);
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long[] cells = parse(line.strip());
            merge(cells);
            out.println(show(cells));
        }
        out.flush();
    }
}
