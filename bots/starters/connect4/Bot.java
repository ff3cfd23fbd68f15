/*
 * Bot.java - a first assignment: Connect Four with a board, a simple search, and an evaluation to be
 * made better.
 *
 *   javac Bot.java, then the command is: java -cp FOLDER Bot
 *
 * It keeps the board, looks ahead by minimax with alpha-beta, one move further each time, and takes
 * half of its time at most. Change evaluate() first; then look further, or order the moves better.
 * For a first bot that plays any game, see ../java/Bot.java; for the words of the conversation,
 * protocol/PROTOCOL.md.
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

public class Bot {
	private static final int COLUMNS = 7, ROWS = 6, CONNECT = 4;
	private static final int FOUR = 100000; // the value of a won game

	/* The middle first: good moves early make the search faster. */
	private static final int[] ORDER = {3, 2, 4, 1, 5, 0, 6};

	private static class TimeIsUp extends RuntimeException {
		private static final long serialVersionUID = 1;
	}

	private int[][] cells = new int[COLUMNS][ROWS]; // from the bottom: 0 free, 1 or 2 a stone
	private int[] heights = new int[COLUMNS];
	private int player = 1;
	private long deadline; // of the search, in nanoseconds

	private void play(int column) {
		cells[column][heights[column]++] = player;
		player = 3 - player;
	}

	private void undo(int column) {
		cells[column][--heights[column]] = 0;
		player = 3 - player;
	}

	private boolean is(int column, int row, int stone) {
		return column >= 0 && column < COLUMNS && row >= 0 && row < ROWS &&
			cells[column][row] == stone;
	}

	/* Has the last move, in this column, made a line of four? */
	private boolean won(int column) {
		int row = heights[column] - 1, stone = cells[column][row];
		for (int[] step : new int[][] {{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
			int count = 1;
			for (int sign = -1; sign <= 1; sign += 2) {
				int c = column + sign * step[0], r = row + sign * step[1];
				for (; is(c, r, stone); c += sign * step[0], r += sign * step[1])
					count++;
			}
			if (count >= CONNECT)
				return true;
		}
		return false;
	}

	/* How good is the position for the player to move? Here: stones near the middle count. */
	private int evaluate() {
		int value = 0;
		for (int column = 0; column < COLUMNS; column++) {
			int weight = COLUMNS / 2 - Math.abs(column - COLUMNS / 2);
			for (int row = 0; row < heights[column]; row++)
				value += cells[column][row] == player ? weight : -weight;
		}
		return value;
	}

	/* The value of a move for the player who makes it. */
	private int value(int column, int depth, int alpha, int beta) {
		play(column);
		int value = won(column) ? FOUR + depth : -search(depth - 1, -beta, -alpha);
		undo(column);
		return value;
	}

	/* The value for the player to move, by minimax with alpha-beta. */
	private int search(int depth, int alpha, int beta) {
		if (System.nanoTime() > deadline)
			throw new TimeIsUp();
		boolean free = false;
		for (int column : ORDER) {
			if (heights[column] == ROWS)
				continue;
			free = true;
			if (depth <= 0)
				return evaluate();
			alpha = Math.max(alpha, value(column, depth, alpha, beta));
			if (alpha >= beta)
				break;
		}
		return free ? alpha : 0;
	}

	/* The best column: looks one move further each time, until the time is up. */
	private int choose(long nanoseconds) {
		deadline = System.nanoTime() + nanoseconds;
		int best = -1;
		for (int column : ORDER)
			if (heights[column] < ROWS && best < 0)
				best = column;
		Bot look = copy();
		try {
			for (int depth = 1; depth <= COLUMNS * ROWS; depth++) {
				int chosen = best, most = Integer.MIN_VALUE;
				for (int column : ORDER) {
					if (heights[column] == ROWS)
						continue;
					int value = look.value(column, depth, -10 * FOUR, 10 * FOUR);
					if (value > most) {
						most = value;
						chosen = column;
					}
				}
				best = chosen;
				if (Math.abs(most) >= FOUR)
					break;
			}
		} catch (TimeIsUp e) {
			// The last depth that was finished counts.
		}
		return best;
	}

	private Bot copy() {
		Bot other = new Bot();
		for (int column = 0; column < COLUMNS; column++)
			other.cells[column] = cells[column].clone();
		other.heights = heights.clone();
		other.player = player;
		other.deadline = deadline;
		return other;
	}

	/* Reads a position string such as 7/7/7/7/3y3/3r3 r 2: rows from the top, numbers for free
	 * cells. */
	private static Bot read(String rows, String toMove) {
		Bot board = new Bot();
		String[] lines = rows.split("/");
		for (int row = 0; row < lines.length; row++) {
			int column = 0;
			for (char letter : lines[lines.length - 1 - row].toCharArray()) {
				if (Character.isDigit(letter)) {
					column += letter - '0';
				} else {
					board.cells[column][row] = letter == 'r' ? 1 : 2;
					board.heights[column++] = row + 1;
				}
			}
		}
		board.player = toMove.equals("r") ? 1 : 2;
		return board;
	}

	/* Half of this move's time; of a clock, a thirtieth. */
	private long nanosecondsFor(List<String> words) {
		int time = words.indexOf("movetime"), clock = words.indexOf("p" + player + "time");
		if (time > 0)
			return Long.parseLong(words.get(time + 1)) * 500000;
		if (clock > 0)
			return Long.parseLong(words.get(clock + 1)) * 1000000 / 30;
		return 500000000;
	}

	private static void send(String line) {
		System.out.print(line + "\n");
		System.out.flush(); // unflushed, the line waits in a buffer and the referee waits for it
	}

	public static void main(String[] arguments) throws IOException {
		Bot board = new Bot();
		BufferedReader in = new BufferedReader(
			new InputStreamReader(System.in, StandardCharsets.UTF_8));
		String line;
		while ((line = in.readLine()) != null) {
			List<String> words = Arrays.asList(line.trim().split("\\s+"));
			switch (words.get(0)) {
			case "ugi":
				send("id name Connect Four starter");
				send("id author you");
				send("ugiok");
				break;
			case "isready":
				send("readyok");
				break;
			case "position": // position startpos moves d d e, or position fen 7/7/... r 1 moves d
				board = words.get(1).equals("fen") ? read(words.get(2), words.get(3)) : new Bot();
				int moves = words.indexOf("moves");
				for (int i = moves + 1; moves > 0 && i < words.size(); i++)
					board.play("abcdefg".indexOf(words.get(i)));
				break;
			case "go":
				send("bestmove " + "abcdefg".charAt(board.choose(board.nanosecondsFor(words))));
				break;
			case "quit":
				return;
			default: // ignored
			}
		}
	}
}
