import java.util.ArrayList;

public class Heap {
    public static void main(String[] args) {
        ArrayList<long[]> all = new ArrayList<>();
        while (true)
            all.add(new long[1 << 20]);
    }
}
