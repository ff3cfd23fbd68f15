/*
 * document.c - PROTOCOL.md says what the codec does: every message's syntax, and every line of a
 * conversation that it shows (`> ` from the referee, `< ` from the bot).
 */
#include "protocol/message.h"

#include <stdio.h>
#include <string.h>

#include "protocol/line.h"
#include "tests/lib/suite.h"

enum { DOCUMENT = 65536, CELLS = 9 };

/* The document, read from the repository's root. */
static const char *document(void)
{
	static char text[DOCUMENT];
	if (text[0] == '\0') {
		FILE *file = fopen("protocol/PROTOCOL.md", "r");
		ck_assert_msg(file != NULL, "run me from the repository's root");
		size_t size = fread(text, 1, sizeof(text), file);
		fclose(file);
		ck_assert_uint_gt(size, 0);
		ck_assert_uint_lt(size, sizeof(text));
		text[size] = '\0';
	}
	return text;
}

/* The next line of a conversation at or behind *at, cut out of the document. */
static bool next_said(const char **at, enum message_sender *sender, char line[LINE_FROM_BOT])
{
	while (**at != '\0') {
		const char *end = strchr(*at, '\n');
		ck_assert_ptr_nonnull(end);
		size_t length = (size_t)(end - *at);
		const char *begin = *at;
		*at = end + 1;
		if (length < 3 || begin[1] != ' ' || (begin[0] != '>' && begin[0] != '<'))
			continue;
		ck_assert_uint_lt(length, LINE_FROM_BOT);
		*sender = begin[0] == '>' ? FROM_REFEREE : FROM_BOT;
		memcpy(line, begin + 2, length - 2);
		line[length - 2] = '\0';
		return true;
	}
	return false;
}

START_TEST(every_message_has_its_heading_and_its_syntax_in_the_document)
	{
		const struct message_row *row = &message_table[_i + 1];
		char wanted[LINE_FROM_BOT];
		snprintf(wanted, sizeof(wanted), "\n#### %s\n`%s`\n", row->word, row->syntax);
		ck_assert_msg(strstr(document(), wanted) != NULL, "missing:%s", wanted);
	}
END_TEST

START_TEST(the_document_shows_no_message_that_is_not_there)
	{
		int headings = 0;
		for (const char *at = document(); (at = strstr(at, "\n#### ")) != NULL; at++)
			headings++;
		ck_assert_int_eq(headings, MESSAGE_KINDS - 1);
	}
END_TEST

START_TEST(every_feature_has_its_row_in_the_document)
	{
		char wanted[LINE_FROM_BOT];
		snprintf(wanted, sizeof(wanted), "\n| `%s` |",
			feature_name((enum feature)(1 << _i)));
		ck_assert_msg(strstr(document(), wanted) != NULL, "missing:%s", wanted);
	}
END_TEST

START_TEST(every_line_shown_reads_and_the_referees_are_written_so)
	{
		struct error err;
		char line[LINE_FROM_BOT], copy[LINE_FROM_BOT], out[LINE_FROM_BOT];
		enum message_sender sender;
		int lines = 0;
		for (const char *at = document(); next_said(&at, &sender, line); lines++) {
			struct message m;
			strcpy(copy, line);
			ck_assert_msg(
				message_read(&m, sender, copy, &err), "%s: %s", line, err.text);
			ck_assert_msg(m.kind != MESSAGE_UNKNOWN, "%s", line);
			size_t length = message_write(&m, out, sizeof(out));
			ck_assert_uint_gt(length, 0);
			ck_assert_int_eq(out[length - 1], '\n');
			out[length - 1] = '\0';
			ck_assert_str_eq(out, line);
		}
		ck_assert_int_gt(lines, 30);
	}
END_TEST

/* One game of tic-tac-toe as it is replayed. */
struct game {
	unsigned asked;		   /* FEATURE_ bits */
	int go, bestmoves;	   /* how many so far */
	char moves[64];		   /* as the last position gave them */
	char legal[64];		   /* as the last legal gave them */
	char expected[64];	   /* what the next position's moves begin with */
	enum message_kind awaited; /* what the bot must say next; UNKNOWN: nothing */
	bool over, quit;
};

/* Is the word one of those in list? */
static bool has_word(const char *list, const char *word)
{
	char padded[80], wanted[80];
	snprintf(padded, sizeof(padded), " %s ", list);
	snprintf(wanted, sizeof(wanted), " %s ", word);
	return strstr(padded, wanted) != NULL;
}

/* In tic-tac-toe the legal moves are the empty cells. */
static void check_legal(const struct game *g)
{
	for (int i = 0; i < CELLS; i++) {
		char cell[] = {(char)('a' + i % 3), (char)('1' + i / 3), '\0'};
		ck_assert_msg(has_word(g->legal, cell) != has_word(g->moves, cell), "%s", cell);
	}
}

static void hear_referee(struct game *g, const struct message *m)
{
	unsigned feature = message_table[m->kind].feature;
	ck_assert_uint_eq(g->asked & feature, feature);
	ck_assert_int_eq(g->awaited, MESSAGE_UNKNOWN);
	ck_assert(!g->quit);
	if (m->kind == MESSAGE_UGI) {
		g->awaited = MESSAGE_UGIOK;
	} else if (m->kind == MESSAGE_ISREADY) {
		g->awaited = MESSAGE_READYOK;
	} else if (m->kind == MESSAGE_NEWGAME) {
		ck_assert_str_eq(m->newgame.game, "tictactoe");
	} else if (m->kind == MESSAGE_POSITION) {
		const char *moves = m->position.moves == NULL ? "" : m->position.moves;
		ck_assert_int_eq(strncmp(moves, g->expected, strlen(g->expected)), 0);
		strcpy(g->moves, moves);
	} else if (m->kind == MESSAGE_LEGAL) {
		strcpy(g->legal, m->legal.moves);
		check_legal(g);
	} else if (m->kind == MESSAGE_GO) {
		g->go++;
		g->awaited = MESSAGE_BESTMOVE;
	} else if (m->kind == MESSAGE_GAMEOVER) {
		ck_assert_int_eq(m->gameover.ranks[0], 1);
		g->over = true;
	} else if (m->kind == MESSAGE_QUIT) {
		g->quit = true;
	}
}

static void hear_bot(struct game *g, const struct message *m)
{
	ck_assert_int_ne(g->awaited, MESSAGE_UNKNOWN);
	if (m->kind == MESSAGE_FEATURE)
		g->asked |= m->feature.bits;
	if (m->kind == MESSAGE_BESTMOVE) {
		ck_assert(has_word(g->legal, m->bestmove.move));
		snprintf(g->expected, sizeof(g->expected), "%.50s%s%.8s", g->moves,
			g->moves[0] == '\0' ? "" : " ", m->bestmove.move);
		g->bestmoves++;
	}
	if (m->kind == g->awaited)
		g->awaited = MESSAGE_UNKNOWN;
}

/* Has the first player three in a row? moves holds "b2 b1 a3 ...". */
static bool first_has_a_row(const char *moves)
{
	static const char *const rows[] = {"a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1",
		"a2 b2 c2", "a3 b3 c3", "a1 b2 c3", "a3 b2 c1"};
	char mine[64] = "";
	for (size_t i = 0; i < strlen(moves); i += 6)
		strncat(strncat(mine, moves + i, 2), " ", 2);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int cells = 0;
		for (size_t k = 0; k < 8; k += 3)
			cells += has_word(mine, (char[]){rows[i][k], rows[i][k + 1], '\0'});
		if (cells == 3)
			return true;
	}
	return false;
}

START_TEST(the_whole_game_shown_is_one)
	{
		const char *at = strstr(document(), "\n## A whole game\n");
		ck_assert_ptr_nonnull(at);
		struct game g = {0};
		enum message_sender sender;
		struct error err;
		char line[LINE_FROM_BOT];
		while (!g.quit && next_said(&at, &sender, line)) {
			struct message m;
			ck_assert(message_read(&m, sender, line, &err));
			if (sender == FROM_REFEREE)
				hear_referee(&g, &m);
			else
				hear_bot(&g, &m);
			ck_assert_int_eq(first_has_a_row(g.expected), g.over || g.bestmoves == 4);
		}
		ck_assert(g.over && g.quit);
		ck_assert_int_eq(g.go, 4);
		ck_assert_int_eq(g.bestmoves, g.go);
	}
END_TEST

SUITE("protocol/document",
	LOOP(every_message_has_its_heading_and_its_syntax_in_the_document, MESSAGE_KINDS - 1),
	CASE(the_document_shows_no_message_that_is_not_there),
	LOOP(every_feature_has_its_row_in_the_document, 6),
	CASE(every_line_shown_reads_and_the_referees_are_written_so),
	CASE(the_whole_game_shown_is_one))
