/*
 * Rules.java - the rules of a game as a program: this class speaks docs/rules-protocol.md.
 *
 * Copy it beside your game, extend it, and call run(). A position is any object P of yours that you
 * never change; the referee sees its text only. Throw an IllegalArgumentException with a sentence
 * for a setup or a text that cannot be. Print nothing: standard output belongs to the protocol.
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public abstract class Rules<P> {
	protected int players; // after a setup: the number of seats,
	protected Map<String, String> values; // and the parameters

	/* The lines of the description: id name, seats, param, feature. */
	protected abstract List<String> description();

	/* The first position, for players and values. */
	protected abstract P start();

	/* The position of a text, and the text of a position: equal texts, equal positions. */
	protected abstract P read(String text);
	protected abstract String write(P position);

	/* The seat to move, 1 for the first; 0: the game is over. */
	protected abstract int turn(P position);

	/* The legal moves as texts without blanks, and the position after one of them. */
	protected abstract List<String> legal(P position);
	protected abstract P play(P position, String move);

	/* Of a game that is over: 1 is best, equal seats share the better place, as in 1 2 2 4. */
	protected abstract int[] ranks(P position);

	/* Feature forfeit, for more than two seats: the position after the seat gave up. */
	protected P forfeit(P position, int seat) {
		throw new IllegalArgumentException("seats do not give up");
	}

	/* More lines of the block, such as "in 1 3" and "key TEXT". */
	protected List<String> more(P position) {
		return List.of();
	}

	private List<String> block(P position) {
		List<String> lines = new ArrayList<>(List.of("position " + write(position)));
		int seat = turn(position);
		if (seat > 0) {
			lines.add("turn " + seat);
			lines.add("legal " + String.join(" ", legal(position)));
		} else {
			StringBuilder rank = new StringBuilder("rank");
			for (int r : ranks(position))
				rank.append(' ').append(r);
			lines.addAll(List.of("over", rank.toString()));
		}
		lines.addAll(more(position));
		return lines;
	}

	private List<String> setup(String[] words) { // setup seats 3 param trees 5
		players = Integer.parseInt(words[2]);
		values = new HashMap<>();
		for (int i = 3; i + 2 < words.length; i += 3)
			values.put(words[i + 1], words[i + 2]);
		return block(start());
	}

	private List<String> answer(String question) {
		String[] words = question.split(" ");
		String text = question.substring(question.indexOf(' ') + 1);
		String rest = text.substring(text.indexOf(' ') + 1);
		switch (words[0]) {
		case "rules":
			return description();
		case "setup":
			return setup(words);
		case "position":
			return block(read(text));
		case "play":
			P position = read(rest);
			if (turn(position) == 0 || !legal(position).contains(words[1]))
				throw new IllegalArgumentException(words[1] + " is not legal");
			return block(play(position, words[1]));
		case "forfeit":
			return block(forfeit(read(rest), Integer.parseInt(words[1])));
		default:
			throw new IllegalArgumentException(words[0] + " is no question");
		}
	}

	/* Answers questions until the input ends. */
	public void run() throws IOException {
		PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
		BufferedReader in = new BufferedReader(
			new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line; (line = in.readLine()) != null;) {
			try {
				out.print(String.join("\n", answer(line)) + "\nok\n");
			} catch (IllegalArgumentException why) {
				out.print("error " + why.getMessage() + "\n");
			}
			out.flush();
		}
	}
}
