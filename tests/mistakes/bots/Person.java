import java.util.Scanner;

public class Person {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int column = Integer.parseInt(in.nextLine());
        System.out.println(column);
    }
}
