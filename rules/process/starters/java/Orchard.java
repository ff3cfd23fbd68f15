/*
 * Orchard.java - apple trees for two to four seats: in turn each picks one to three apples of one
 * tree. Who picks the last apple of a tree gets the tree; most trees win, and equal numbers tie.
 *
 *   javac Rules.java Orchard.java, then the command is: java -cp FOLDER Orchard
 *
 * How many apples hang on each tree is drawn from the parameter deal, so from the game's seed. As
 * text a position is the apples of each tree, the trees of each seat, and the seat to move; then
 * the seats that gave up, if any: `4.7.2.9.5 0.1.0 2 out3`. Trees are called a, b, c and so on.
 */
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Orchard extends Rules<Orchard.State> {
	static class State {
		int[] apples, trees;
		boolean[] out;
		int turn;

		State copy() {
			State s = new State();
			s.apples = apples.clone();
			s.trees = trees.clone();
			s.out = out.clone();
			s.turn = turn;
			return s;
		}

		/* Passes the turn to the next seat that did not give up. */
		void pass() {
			do
				turn = turn % out.length + 1;
			while (out[turn - 1]);
		}

		int left() {
			int left = 0;
			for (boolean gone : out)
				left += gone ? 0 : 1;
			return left;
		}
	}

	@Override
	protected List<String> description() {
		return List.of("id name orchard", "id version 1", "seats 2 3 4",
			"param trees 5 number of trees, 1 to 9", "param deal random the apples on the trees",
			"feature forfeit");
	}

	@Override
	protected State start() {
		String trees = values.get("trees"), deal = values.get("deal");
		if (!trees.matches("[1-9]"))
			throw new IllegalArgumentException("trees is a number from 1 to 9");
		if (!deal.matches("[0-9]{1,18}"))
			throw new IllegalArgumentException("deal is a number");
		Random random = new Random(Long.parseLong(deal));
		State s = new State();
		s.apples = random.ints(Integer.parseInt(trees), 1, 10).toArray();
		s.trees = new int[players];
		s.out = new boolean[players];
		s.turn = 1;
		return s;
	}

	private static String dots(int[] numbers) {
		return Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining("."));
	}

	private static int[] numbers(String dots) {
		return Arrays.stream(dots.split("\\.")).mapToInt(Integer::parseInt).toArray();
	}

	@Override
	protected String write(State s) {
		String out = IntStream.rangeClosed(1, players).filter(seat -> s.out[seat - 1])
			.mapToObj(Integer::toString).collect(Collectors.joining());
		return dots(s.apples) + " " + dots(s.trees) + " " + s.turn
			+ (out.isEmpty() ? "" : " out" + out);
	}

	@Override
	protected State read(String text) {
		String[] words = text.split(" ");
		State s = new State();
		if (!text.matches("[0-9](\\.[0-9]){0,8} [0-9](\\.[0-9])* [1-9]( out[1-9]+)?"))
			throw new IllegalArgumentException("a position is like 4.7.2.9.5 0.1.0 2");
		s.apples = numbers(words[0]);
		s.trees = numbers(words[1]);
		s.turn = Integer.parseInt(words[2]);
		s.out = new boolean[players];
		for (int i = 1; i <= players; i++)
			s.out[i - 1] = words.length > 3 && words[3].indexOf('0' + i) >= 3;
		if (s.trees.length != players || s.turn > players
			|| s.apples.length != Integer.parseInt(values.get("trees")) || !write(s).equals(text))
			throw new IllegalArgumentException("no position of this game");
		return s;
	}

	@Override
	protected int turn(State s) {
		return Arrays.stream(s.apples).sum() == 0 || s.left() < 2 ? 0 : s.turn;
	}

	@Override
	protected List<String> legal(State s) {
		List<String> moves = new ArrayList<>();
		for (int tree = 0; tree < s.apples.length; tree++)
			for (int apples = 1; apples <= 3 && apples <= s.apples[tree]; apples++)
				moves.add((char) ('a' + tree) + "" + apples);
		return moves;
	}

	@Override
	protected State play(State position, String move) {
		State s = position.copy();
		int tree = move.charAt(0) - 'a';
		s.apples[tree] -= move.charAt(1) - '0';
		if (s.apples[tree] == 0)
			s.trees[s.turn - 1]++;
		s.pass();
		return s;
	}

	@Override
	protected State forfeit(State position, int seat) {
		State s = position.copy();
		s.out[seat - 1] = true;
		if (s.turn == seat && s.left() > 0)
			s.pass();
		return s;
	}

	@Override
	protected int[] ranks(State s) {
		// A seat that gave up is last.
		int[] points = IntStream.range(0, players).map(i -> s.out[i] ? -1 : s.trees[i]).toArray();
		return Arrays.stream(points)
			.map(mine -> 1 + (int) Arrays.stream(points).filter(other -> other > mine).count())
			.toArray();
	}

	@Override
	protected List<String> more(State s) {
		if (turn(s) == 0)
			return List.of();
		return List.of("in " + IntStream.rangeClosed(1, players).filter(seat -> !s.out[seat - 1])
			.mapToObj(Integer::toString).collect(Collectors.joining(" ")));
	}

	public static void main(String[] arguments) throws IOException {
		new Orchard().run();
	}
}
