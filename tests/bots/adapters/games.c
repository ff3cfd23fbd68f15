/*
 * Random games of every game in every notation and kind of board. The program behind the adapter
 * reads and writes what a list has: the words of each move by the document, and boards as the
 * position strings have them. Another move, another board or another line on either side is a
 * failure.
 */
#include <ctype.h>

#include "rules/rules.h"
#include "tests/lib/adapter-dialogue.h"

enum { PLIES = 400, PARAMS = 3, PATTERNS = 8, LIST = 1 << 19, ROWS = 32, ROW = 128 };

/* S TEXT: it prints a line. P TEXT: it prints a prompt. H TEXT: it reads this line. */
static const char player[] =
	"while IFS= read -r line <&3; do\n"
	"	text=${line#??}\n"
	"	case $line in\n"
	"	S*) printf '%s\\n' \"$text\" ;;\n"
	"	P*) printf '%s' \"$text\" ;;\n"
	"	H*) IFS= read -r heard || exit 0\n"
	"		[ \"$heard\" = \"$text\" ] || echo \"heard '$heard' for '$text'\" >>wrong ;;\n"
	"	esac\n"
	"done 3<list\n"
	"while read -r more; do echo \"more: $more\" >>wrong; done\n";

struct played {
	struct setup setup;
	int count;
	struct position before[PLIES + 1];
	char moves[PLIES][MOVE_TEXT];
	int movers[PLIES];
};

static struct played played;
static char list[LIST];
static size_t listed;

static void add(char what, const char *text)
{
	listed += (size_t)snprintf(list + listed, sizeof list - listed, "%c %s\n", what, text);
	ck_assert_uint_lt(listed, sizeof list);
}

/* Plays a game at random to its end, or to the last ply. */
static void play(const char *game, int players, const char *const *params, uint64_t seed, int plies)
{
	static move moves[MOVES_MAX];
	struct error err;
	int count = 0;
	while (count < PARAMS && params[count] != NULL)
		count++;
	ck_assert_msg(setup_init(&played.setup, rules_find(game), players, 1, params, count, &err),
		"%s", err.text);
	const struct setup *s = &played.setup;
	s->rules->start(s, &played.before[0]);
	for (played.count = 0; played.count < plies; played.count++) {
		struct position *p = &played.before[played.count];
		int legal = s->rules->moves(s, p, moves);
		if (legal == 0)
			break;
		move m = moves[random_below(&seed, (uint64_t)legal)];
		played.movers[played.count] = s->rules->to_move(s, p);
		s->rules->move_text(s, p, m, played.moves[played.count]);
		p[1] = p[0];
		s->rules->play(s, &p[1], m);
	}
}

/* --- the words of a move, by docs/adapters.md ------------------------------------------------- */

/* The rows of a position string from the top: a free cell is 0, a stone its seat. */
static int board_of(const struct position *p, char rows[ROWS][ROW])
{
	const struct setup *s = &played.setup;
	char text[POSITION_TEXT];
	int row = 0, used = 0;
	s->rules->write(s, p, text);
	for (const char *at = text; *at != ' '; at++) {
		if (*at == '/') {
			rows[row++][used] = '\0';
			used = 0;
		} else if (isdigit((unsigned char)*at)) {
			int run = atoi(at);
			at += run > 9;
			while (run-- > 0)
				rows[row][used++] = '0';
		} else {
			rows[row][used++] =
				(char)('1' + (strchr(s->rules->letters, *at) - s->rules->letters));
		}
	}
	rows[row][used] = '\0';
	return row + 1;
}

/* The cell of a move: column and row from 1 as the game has them, the row from the top, and the
 * number of the cell. */
static void cell_of(
	const struct position *p, const char *made, int *column, int *row, int *top, int *cell)
{
	char rows[ROWS][ROW];
	const char *to = made + 1 + strspn(made + 1, "0123456789");
	if (*to == '\0')
		to = made;
	*column = islower((unsigned char)*to) ? *to - 'a' + 1 : 0;
	*row = atoi(to + 1);
	*top = *cell = 0;
	if (played.setup.rules->letters == NULL)
		return;
	int height = board_of(p, rows);
	if (*row == 0) /* a stone that falls */
		for (*row = 1; rows[height - *row][*column - 1] != '0'; ++*row)
			;
	bool down = strcmp(played.setup.rules->name, "othello") == 0;
	*top = down ? *row : height + 1 - *row;
	/* The first column of the rows of a star, from the top. */
	static const int star[] = {5, 5, 5, 5, 1, 2, 3, 4, 5, 5, 5, 5, 5, 10, 11, 12, 13};
	*cell = *column;
	if (height == 17)
		*cell -= star[*top - 1] - 1;
	for (int i = 0; i < *top - 1; i++)
		*cell += (int)strlen(rows[i]);
}

static void write_move(const struct position *p, const char *made, const char *pattern, int base,
	const char *pass, char text[ROW])
{
	int column, row, top, cell;
	size_t used = 0;
	if (strcmp(made, "pass") == 0) {
		strcpy(text, pass != NULL ? pass : "pass");
		return;
	}
	cell_of(p, made, &column, &row, &top, &cell);
	size_t first = 1 + strspn(made + 1, "0123456789");
	for (; *pattern != '\0'; pattern++) {
		char name[8] = "";
		if (*pattern != '{') {
			text[used++] = *pattern;
			continue;
		}
		sscanf(pattern, "{%7[^}]}", name);
		pattern += strlen(name) + 1;
		int number = strcmp(name, "d") == 0   ? column - 1 + base
			     : strcmp(name, "r") == 0 ? row - 1 + base
			     : strcmp(name, "t") == 0 ? top - 1 + base
			     : strcmp(name, "i") == 0 ? cell - 1 + base
						      : row;
		if (strcmp(name, "m") == 0)
			used += (size_t)sprintf(text + used, "%s", made);
		else if (strcmp(name, "from") == 0)
			used += (size_t)sprintf(text + used, "%.*s", (int)first, made);
		else if (strcmp(name, "to") == 0)
			used += (size_t)sprintf(text + used, "%s", made + first);
		else if (strcmp(name, "c") == 0 || strcmp(name, "C") == 0)
			text[used++] = (char)((*name == 'c' ? 'a' : 'A') + column - 1);
		else
			used += (size_t)sprintf(text + used, "%d", number);
	}
	text[used] = '\0';
}

/* --- a game through the adapter ----------------------------------------------------------------
 */

static void write_list(void)
{
	char path[DIALOGUE_PATH];
	dialogue_path("list", path);
	FILE *out = fopen(path, "w");
	ck_assert_ptr_nonnull(out);
	fputs(list, out);
	fclose(out);
}

/* Plays the game of the seat, in which the answers must be its moves. */
static void check(int seat, const char *const *params)
{
	static char said[1 << 15], moves[1 << 14];
	size_t used = 0;
	write_list();
	dialogue_start();
	used = (size_t)snprintf(said, sizeof said, "> uginewgame game %s players %d seat %d seed 1",
		played.setup.rules->name, played.setup.seats, seat);
	for (int i = 0; i < PARAMS && params[i] != NULL; i++)
		used += (size_t)snprintf(said + used, sizeof said - used, " param %.*s %s",
			(int)strcspn(params[i], "="), params[i], strchr(params[i], '=') + 1);
	strcat(said, "\n");
	dialogue_talk(said);
	moves[0] = '\0';
	for (int i = 0; i < played.count; i++) {
		if (played.movers[i] == seat) {
			snprintf(said, sizeof said,
				"> position startpos%s%s\n> go movetime 600000\n< bestmove %s\n",
				moves[0] != '\0' ? " moves" : "", moves, played.moves[i]);
			dialogue_talk(said);
		}
		strcat(moves, " ");
		strcat(moves, played.moves[i]);
	}
	ck_assert_str_eq(dialogue_file("wrong"), "");
	dialogue_quit();
}

/* The numbers of plies and passes, so that what is tested is there. */
static int passes;

static bool is_pass(int i)
{
	bool pass = strcmp(played.moves[i], "pass") == 0;
	passes += pass;
	return pass;
}

static const struct notations {
	const char *game;
	int players;
	const char *params[PARAMS];
	const char *patterns[PATTERNS];
	const char *pass;
} notations[] = {
	{"connect4", 2, {NULL},
		{NULL, "{m}", "{c}", "{C}", "{i}", "{d} {t}", "{c}{r}", "x{d},{R}"}},
	{"connect4", 2, {"columns=9", "rows=5"}, {NULL, "{i}", "{t}/{C}"}},
	{"tictactoe", 2, {NULL},
		{NULL, "{c}{r}", "{C}{R}", "{d} {r}", "{t} {d}", "{i}", "{d},{t}"}},
	{"gomoku", 2, {"columns=7", "rows=5", "row=4"},
		{NULL, "{c}{r}", "{C}{R}", "{d} {r}", "{t} {d}", "{i}", "{d},{t}"}},
	{"gomoku", 2, {NULL}, {"{t} {d}", "{i}", "{C}{r}"}},
	{"othello", 2, {NULL}, {NULL, "{c}{r}", "{C}{R}", "{d} {r}", "{t} {d}", "{i}", "{d},{t}"}},
	{"othello", 2, {"size=4"}, {NULL, "{c}{r}", "{i}", "{d} {t}"}, "PASS"},
	{"othello", 2, {"size=4"}, {NULL, "{c}{r}", "{i}", "{d} {t}"}, "-1 -1"},
	{"othello", 2, {"size=6"}, {NULL, "{c}{r}", "{i}", "{d} {t}"}, ""},
	{"breakthrough", 2, {"columns=5", "rows=6"}, {NULL, "{from}-{to}", "{from} {to}"}},
	{"chinese-checkers", 2, {"max-plies=60"}, {NULL, "{from}-{to}"}},
	{"chinese-checkers", 3, {"max-plies=60"}, {NULL, "{from}-{to}"}},
	{"chinese-checkers", 6, {"max-plies=60"}, {NULL, "{from}-{to}"}},
	{"kalah", 2, {NULL}, {NULL, "{c}", "{C}", "{d}"}},
	{"kalah", 2, {"pits=3", "seeds=3", "majority=1"}, {NULL, "{d}"}},
	{"nim", 2, {"heaps=3/9/7"}, {NULL, "{c}{R}", "{d} {R}", "{m}"}},
	{"nim", 4, {"heaps=21"}, {NULL, "{R}"}},
	{"letters", 2, {"pile=ABCDEFGH", "words=AB:3"}, {NULL}},
	{"tree", 2, {"depth=4", "branching=3"}, {NULL}},
};
enum { NOTATIONS = sizeof notations / sizeof *notations };

/* A pattern of NULL is none: the number of the column at connect4, the referee's elsewhere. */
static const char *pattern_of(const char *pattern)
{
	if (pattern != NULL)
		return pattern;
	return strcmp(played.setup.rules->name, "connect4") == 0 ? "{d}" : "{m}";
}

START_TEST(a_program_of_any_notation_thinks_what_the_referee_has)
	{
		const struct notations *row = &notations[_i];
		for (int k = 0; k < PATTERNS; k++)
			for (int base = 0; base < 2; base++) {
				const char *given = row->patterns[k];
				if (given == NULL && k > 0)
					break;
				int seat = 1 + (k + base) % row->players;
				play(row->game, row->players, row->params,
					(uint64_t)(100 * _i + 2 * k + base), PLIES);
				dialogue_begin("line", player);
				dialogue.options.move = given;
				dialogue.options.base = base;
				dialogue.options.pass = row->pass;
				listed = 0;
				list[0] = '\0';
				for (int i = 0; i < played.count; i++) {
					char text[ROW];
					write_move(&played.before[i], played.moves[i],
						pattern_of(given), base, row->pass, text);
					if (played.movers[i] == seat && !is_pass(i))
						add('S', text);
					else if (played.movers[i] != seat && text[0] != '\0')
						add('H', text);
				}
				check(seat, row->params);
			}
	}
END_TEST

START_TEST(random_games_have_passes)
	{
		ck_assert_int_gt(passes, 3);
	}
END_TEST

/* --- boards ------------------------------------------------------------------------------------
 */

/* How a row is drawn: before it, between two cells, behind it. */
static const struct style {
	const char *cells, *row;		      /* row: of human */
	const char *before, *between, *behind, *rule; /* rule: between two rows; NULL: nothing */
} styles[] = {
	{".XO", "^[.XO]+$", "", "", "", NULL},
	{".XO", "^[|]", "|", "|", "|", NULL},
	{".XO", "^[|]", "| ", " | ", " |", "+---+---+"},
	{".XO", "^[.XO] [|]", "", " | ", "", "---+---+---"},
	{" XO", "[|]", "|", "|", "|", "-+-+-+-"},
	{" XO", "[|]", "", "|", "|", NULL},
	{"-xo", "^ *[-xo] [-xo ]+$", "  ", " ", "", NULL},
	{"012", "^[[]", "[", ", ", "]", NULL},
	{"⚪🔴🟡", "^│", "│", "", "│", NULL},
};
enum { STYLES = sizeof styles / sizeof *styles };

/* A letter of the cells, which may be of several bytes. */
static void letter_of(const char *cells, int number, char text[8])
{
	size_t length;
	for (;; number--, cells += length) {
		for (length = 1; ((unsigned char)cells[length] & 0xc0) == 0x80;)
			length++;
		if (number == 0)
			break;
	}
	snprintf(text, 8, "%.*s", (int)length, cells);
}

/* Adds the board as it is drawn; mine: the seat whose stones are the first letter; 0: none. */
static void add_board(char what, const struct position *p, const struct style *style, int mine)
{
	char rows[ROWS][ROW];
	int height = board_of(p, rows);
	for (int y = 0; y < height; y++) {
		char line[8 * ROW];
		size_t used = (size_t)sprintf(line, "%s", style->before);
		for (int x = 0; rows[y][x] != '\0'; x++) {
			char letter[8];
			int number = rows[y][x] - '0';
			if (mine != 0 && number != 0)
				number = number == mine ? 1 : 2;
			letter_of(style->cells, number, letter);
			used += (size_t)sprintf(
				line + used, "%s%s", x > 0 ? style->between : "", letter);
		}
		sprintf(line + used, "%s", style->behind);
		add(what, line);
		if (style->rule != NULL && y + 1 < height && what == 'S')
			add('S', style->rule);
	}
}

static const struct {
	const char *game;
	const char *params[PARAMS];
} boards[] = {
	{"connect4", {NULL}},
	{"tictactoe", {NULL}},
	{"gomoku", {"columns=6", "rows=5", "row=4"}},
	{"othello", {"size=6"}},
	{"breakthrough", {"columns=4", "rows=5"}},
};
enum { BOARDS = sizeof boards / sizeof *boards };

/* The boards that a game for a person shows beside that after its move. */
enum shown { SHOWN_AFTER, SHOWN_BEFORE, SHOWN_BEFORE_AND_TEXT, SHOWN_ALWAYS, SHOWN_KINDS };

START_TEST(a_move_on_a_drawn_board_is_the_one_that_was_made)
	{
		const struct style *style = &styles[_i % STYLES];
		enum shown shown = (enum shown)(_i / STYLES);
		for (int k = 0; k < BOARDS; k++) {
			int seat = 1 + (k + _i) % 2, mine = _i % 3 == 0 ? seat : 0;
			char text[ROW], letter[8];
			play(boards[k].game, 2, boards[k].params, (uint64_t)(1000 * _i + k), PLIES);
			dialogue_begin("human", player);
			dialogue.options.ask = "your move";
			dialogue.options.row = style->row;
			dialogue.options.cells = style->cells;
			letter_of(style->cells, 1, letter);
			dialogue.options.mine = mine != 0 ? letter : NULL;
			listed = 0;
			list[0] = '\0';
			for (int i = 0; i < played.count; i++) {
				const struct position *p = &played.before[i];
				if (is_pass(i))
					continue;
				if (played.movers[i] != seat) {
					add('P', "Your move: ");
					write_move(p, played.moves[i], pattern_of(NULL), 1, NULL,
						text);
					add('H', text);
					if (shown == SHOWN_ALWAYS)
						add_board('S', p + 1, style, mine);
					continue;
				}
				if (shown != SHOWN_AFTER)
					add_board('S', p, style, mine);
				if (shown == SHOWN_BEFORE_AND_TEXT)
					add('S', "I think, and then I play:");
				add_board('S', p + 1, style, mine);
			}
			check(seat, boards[k].params);
		}
	}
END_TEST

/* Programs that are shown the board, and answer with a move or the board after it. */
START_TEST(a_program_that_reads_the_board_is_shown_it)
	{
		static const struct style plain = {
			.cells = ".xo", .before = "", .between = "", .behind = ""};
		for (int k = 0; k < BOARDS; k++) {
			int seat = 1 + (k + _i) % 2;
			char text[ROW];
			play(boards[k].game, 2, boards[k].params, (uint64_t)(1000 * _i + k), PLIES);
			dialogue_begin("board", player);
			dialogue.options.cells = plain.cells;
			dialogue.options.restart = RESTART_GAME;
			listed = 0;
			list[0] = '\0';
			for (int i = 0; i < played.count; i++) {
				const struct position *p = &played.before[i];
				if (is_pass(i) || played.movers[i] != seat)
					continue;
				add_board('H', p, &plain, 0);
				write_move(p, played.moves[i], pattern_of(NULL), 1, NULL, text);
				if (_i % 2 == 0)
					add('S', text);
				else
					add_board('S', p + 1, &plain, 0);
			}
			check(seat, boards[k].params);
		}
	}
END_TEST

SUITE("bots/adapters/games", LOOP(a_program_of_any_notation_thinks_what_the_referee_has, NOTATIONS),
	LOOP(a_move_on_a_drawn_board_is_the_one_that_was_made, STYLES *SHOWN_KINDS),
	LOOP(a_program_that_reads_the_board_is_shown_it, 4), CASE(random_games_have_passes))
