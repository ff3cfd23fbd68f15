/*
 * Bot.java - a first bot: plays any game, knows no rules, picks a random legal move.
 *
 *   javac Bot.java, then the command is: java -cp FOLDER Bot
 *
 * The referee starts this program and talks to it in lines of text: it reads them from standard
 * input and answers on standard output. Make it yours by changing choose(). To see what it does,
 * start it yourself, type `ugi`, and go on as in protocol/PROTOCOL.md.
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

public class Bot {
	private static Random random = new Random();

	/* Prints a line and flushes: unflushed, it waits in a buffer while the referee waits. The
	 * end is written as \n, since println would write \r\n on some systems. */
	private static void send(String line) {
		System.out.print(line + "\n");
		System.out.flush();
	}

	/* The thinking: one of the legal moves. */
	private static String choose(List<String> movesSoFar, List<String> legalMoves) {
		return legalMoves.get(random.nextInt(legalMoves.size()));
	}

	/* The words behind this one; none when it is not there. */
	private static List<String> after(List<String> words, String word) {
		int at = words.indexOf(word);
		return at < 0 ? List.of() : words.subList(at + 1, words.size());
	}

	public static void main(String[] arguments) throws IOException {
		List<String> movesSoFar = List.of();
		List<String> legalMoves = List.of();
		BufferedReader in = new BufferedReader(
			new InputStreamReader(System.in, StandardCharsets.UTF_8));
		String line;
		while ((line = in.readLine()) != null) { // ends when our input is closed
			List<String> words = Arrays.asList(line.trim().split("\\s+"));
			switch (words.get(0)) {
			case "ugi": // who are you?
				send("id name Java starter");
				send("id author you");
				send("feature legal newgame players"); // legal moves, which game, any seats
				send("ugiok");
				break;
			case "isready":
				send("readyok");
				break;
			case "uginewgame": // uginewgame game connect4 players 2 seat 1 seed 7 ...
				List<String> seed = after(words, "seed");
				if (!seed.isEmpty()) // the same seed gives the same game again
					random = new Random(Long.parseUnsignedLong(seed.get(0)));
				break;
			case "position": // position startpos moves d d e
				movesSoFar = after(words, "moves");
				break;
			case "legal": // legal a b c d e f g
				legalMoves = after(words, "legal");
				break;
			case "go": // your clock is running
				send("bestmove " + choose(movesSoFar, legalMoves));
				break;
			case "quit":
				return;
			default: // ignored, so that this bot still works when the referee learns more
			}
		}
	}
}
