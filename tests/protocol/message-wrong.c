/*
 * message-wrong.c - the codec and lines that are wrong: each is told which word it is, and no
 * bytes whatever do harm.
 */
#include "protocol/message.h"

#include <stdint.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { TEXT = 512 };

/* Reads a copy in room of exactly its size, so that a sanitizer sees a step beyond its end.
 * The copy stays until the next call, since messages point into it. */
static bool read_line(
	struct message *m, enum message_sender sender, const char *line, struct error *err)
{
	static char *copy;
	free(copy);
	copy = strdup(line);
	error_clear(err);
	return message_read(m, sender, copy, err);
}

/* Lines whose first word is known and whose rest is wrong; why must hold this. */
static const struct bad {
	enum message_kind kind;
	const char *line;
	const char *why;
} bad[] = {
	{MESSAGE_UGI, "ugi now", "\"now\""},
	{MESSAGE_UGIOK, "ugiok ugiok", "\"ugiok\""},
	{MESSAGE_QUIT, "quit 1", "\"1\""},
	{MESSAGE_SETOPTION, "setoption", "\"name\" is missing"},
	{MESSAGE_SETOPTION, "setoption Hash 16", "\"Hash\""},
	{MESSAGE_SETOPTION, "setoption name", "name"},
	{MESSAGE_SETOPTION, "setoption name value 3", "name"},
	{MESSAGE_NEWGAME, "uginewgame connect4", "\"connect4\""},
	{MESSAGE_NEWGAME, "uginewgame game", "game"},
	{MESSAGE_NEWGAME, "uginewgame game nim", "\"players\" is missing"},
	{MESSAGE_NEWGAME, "uginewgame game nim players two", "\"two\""},
	{MESSAGE_NEWGAME, "uginewgame game nim players 7 seat 1 seed 1", "not 7"},
	{MESSAGE_NEWGAME, "uginewgame game nim players 0 seat 1 seed 1", "not 0"},
	{MESSAGE_NEWGAME, "uginewgame game nim players 2 seat 3 seed 1", "not 3"},
	{MESSAGE_NEWGAME, "uginewgame game nim players 2 seat 1 seed -1", "\"-1\""},
	{MESSAGE_NEWGAME, "uginewgame game nim players 2 seat 1 seed 18446744073709551616",
		"\"18446744073709551616\""},
	{MESSAGE_NEWGAME, "uginewgame game nim players 2 seat 1 seed 1 heaps 3", "\"heaps\""},
	{MESSAGE_NEWGAME, "uginewgame game nim players 2 seat 1 seed 1 param", "param"},
	{MESSAGE_NEWGAME, "uginewgame game nim players 2 seat 1 seed 1 param heaps", "heaps"},
	{MESSAGE_NEWGAME,
		"uginewgame game nim players 2 seat 1 seed 1 param a 1 param b 2 param c 3"
		" param d 4 param e 5 param f 6 param g 7 param h 8 param i 9",
		"more than 8"},
	{MESSAGE_POSITION, "position", "startpos or fen"},
	{MESSAGE_POSITION, "position start", "\"start\""},
	{MESSAGE_POSITION, "position startpos d d", "\"d\""},
	{MESSAGE_POSITION, "position fen", "fen"},
	{MESSAGE_POSITION, "position fen moves d", "fen"},
	{MESSAGE_LEGAL, "legal", "legal"},
	{MESSAGE_GO, "go fast", "\"fast\""},
	{MESSAGE_GO, "go depth", "depth"},
	{MESSAGE_GO, "go depth infinite", "\"infinite\""},
	{MESSAGE_GO, "go movetime -1", "-1"},
	{MESSAGE_GO, "go movetime 9223372036854775808", "\"9223372036854775808\""},
	{MESSAGE_GO, "go nodes 99999999999999999999999", "\"99999999999999999999999\""},
	{MESSAGE_GO, "go p0time 1", "\"p0time\""},
	{MESSAGE_GO, "go p7time 1", "\"p7time\""},
	{MESSAGE_GO, "go p1times 1", "\"p1times\""},
	{MESSAGE_GO, "go p1inc 1.5", "\"1.5\""},
	{MESSAGE_GO, "go p1inc +1", "\"+1\""},
	{MESSAGE_GO, "go p 1", "\"p\""},
	{MESSAGE_GAMEOVER, "gameover", "\"rank\" is missing"},
	{MESSAGE_GAMEOVER, "gameover rank", "rank"},
	{MESSAGE_GAMEOVER, "gameover rank reason normal", "\"reason\""},
	{MESSAGE_GAMEOVER, "gameover rank 1 2", "\"reason\" is missing"},
	{MESSAGE_GAMEOVER, "gameover rank 1 2 reason", "reason"},
	{MESSAGE_GAMEOVER, "gameover rank 1 2 reason over over", "\"over\""},
	{MESSAGE_GAMEOVER, "gameover rank 1 x reason over", "\"x\""},
	{MESSAGE_GAMEOVER, "gameover rank 0 1 reason over", "not 0"},
	{MESSAGE_GAMEOVER, "gameover rank 7 1 reason over", "7"},
	{MESSAGE_GAMEOVER, "gameover rank 1 2 3 4 5 6 6 reason over", "more than 6"},
	{MESSAGE_ERROR, "error", "verdict"},
	{MESSAGE_QUERY, "query", "question"},
	{MESSAGE_QUERY, "query islegal", "islegal"},
	{MESSAGE_ID, "id", "name or author"},
	{MESSAGE_ID, "id nickname Bo", "\"nickname\""},
	{MESSAGE_ID, "id name", "id name"},
	{MESSAGE_OPTION, "option", "name"},
	{MESSAGE_OPTION, "option Hash", "\"Hash\""},
	{MESSAGE_OPTION, "option name type spin", "name"},
	{MESSAGE_OPTION, "option name Hash", "option Hash"},
	{MESSAGE_OPTION, "option name Hash type", "type"},
	{MESSAGE_OPTION, "option name Hash type number", "\"number\""},
	{MESSAGE_OPTION, "option name Hash type spin from 1", "\"from\""},
	{MESSAGE_OPTION, "option name Hash type spin min 1 min 2", "\"min\""},
	{MESSAGE_FEATURE, "feature", "feature"},
	{MESSAGE_FEATURE, "feature seats", "seats"},
	{MESSAGE_FEATURE, "feature seats 0", "seats"},
	{MESSAGE_FEATURE, "feature seats 7", "seats"},
	{MESSAGE_FEATURE, "feature seats 12", "seats"},
	{MESSAGE_INFO, "info depth", "depth"},
	{MESSAGE_INFO, "info depth six", "\"six\""},
	{MESSAGE_INFO, "info depth 6x", "\"6x\""},
	{MESSAGE_INFO, "info depth -1", "-1"},
	{MESSAGE_INFO, "info depth -", "\"-\""},
	{MESSAGE_INFO, "info nodes 9223372036854775808", "\"9223372036854775808\""},
	{MESSAGE_INFO, "info score", "score"},
	{MESSAGE_INFO, "info score 12", "\"12\""},
	{MESSAGE_INFO, "info score lowerbound", "\"lowerbound\""},
	{MESSAGE_INFO, "info score cp", "cp"},
	{MESSAGE_INFO, "info score cp --1", "\"--1\""},
	{MESSAGE_INFO, "info score cp -9223372036854775809", "\"-9223372036854775809\""},
	{MESSAGE_INFO, "info score mate 1e3", "\"1e3\""},
	{MESSAGE_INFO, "info multipv x", "\"x\""},
	{MESSAGE_BESTMOVE, "bestmove", "bestmove"},
	{MESSAGE_BESTMOVE, "bestmove ", "bestmove"},
	{MESSAGE_BESTMOVE, "bestmove d e", "\"e\""},
	{MESSAGE_BESTMOVE, "bestmove d bestmove e", "\"bestmove\""},
	{MESSAGE_BESTMOVE, "bestmove d ponder", "ponder"},
	{MESSAGE_BESTMOVE, "bestmove d ponder e f", "\"f\""},
	{MESSAGE_RESPONSE, "response", "response"},
};

enum { BAD = sizeof(bad) / sizeof(bad[0]) };

START_TEST(a_wrong_line_is_known_refused_and_told_which_word_is_wrong)
	{
		const struct bad *b = &bad[_i];
		struct message m;
		struct error err;
		ck_assert_msg(!read_line(&m, message_table[b->kind].sender, b->line, &err), "%s",
			b->line);
		ck_assert_int_eq(m.kind, b->kind);
		ck_assert_msg(strstr(err.text, b->why) != NULL, "%s: %s", b->line, err.text);
	}
END_TEST

/* Lines that say nothing known to whom they are sent. */
static const struct {
	enum message_sender sender;
	const char *line;
} unknown[] = {
	{FROM_BOT, ""},
	{FROM_BOT, " \t "},
	{FROM_BOT, "bestmovefoo"},
	{FROM_BOT, "bestmov d"},
	{FROM_BOT, "Bestmove d"},
	{FROM_BOT, "d"},
	{FROM_BOT, "go depth 1"},
	{FROM_BOT, "ugi"},
	{FROM_BOT, "uci"},
	{FROM_BOT, "\xc3\xa9 \xff"},
	{FROM_REFEREE, ""},
	{FROM_REFEREE, "bestmove d"},
	{FROM_REFEREE, "ugiok"},
	{FROM_REFEREE, "xyzzy go"},
};

enum { UNKNOWN_LINES = sizeof(unknown) / sizeof(unknown[0]) };

START_TEST(a_line_of_nobody_we_know_is_unknown_and_no_error)
	{
		struct message m;
		struct error err;
		ck_assert(read_line(&m, unknown[_i].sender, unknown[_i].line, &err));
		ck_assert_int_eq(m.kind, MESSAGE_UNKNOWN);
	}
END_TEST

static unsigned chance(unsigned n)
{
	static uint32_t state = 20240229;
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % n;
}

/* Reads it as both senders; what reads must be written and read again. */
static void survive(const char *line)
{
	for (int sender = FROM_REFEREE; sender <= FROM_BOT; sender++) {
		struct message m, again;
		struct error err;
		char out[2 * TEXT];
		if (!read_line(&m, (enum message_sender)sender, line, &err)) {
			ck_assert_int_ne(m.kind, MESSAGE_UNKNOWN);
			ck_assert(error_is_set(&err));
		} else if (m.kind != MESSAGE_UNKNOWN) {
			size_t length = message_write(&m, out, sizeof(out));
			ck_assert_uint_gt(length, 0);
			out[length - 1] = '\0';
			ck_assert_msg(read_line(&again, (enum message_sender)sender, out, &err),
				"%s: %s", line, err.text);
			ck_assert_int_eq(again.kind, m.kind);
		}
	}
}

START_TEST(random_bytes_harm_nobody)
	{
		char line[64];
		for (int i = 0; i < 50000; i++) {
			size_t length = chance(sizeof(line));
			for (size_t at = 0; at < length; at++)
				line[at] = (char)(1 + chance(255));
			line[length] = '\0';
			survive(line);
		}
	}
END_TEST

/* One line of each kind with all that it may hold. */
static const char *const valid[] = {
	"ugi",
	"setoption name Clear hash value 12 3",
	"isready",
	"uginewgame game nim players 3 seat 2 seed 7 param heaps 3/4/5 param misere 0",
	"position fen 7/7/7/7/7/7 r 1 moves d d e",
	"legal a b c d e f g",
	"go infinite movetime 100 depth 6 nodes 7 movestogo 3 p1time 60000 p6inc 5",
	"stop",
	"gameover rank 1 2 2 4 reason normal",
	"error illegal \"h\" is not a column",
	"quit",
	"query islegal d",
	"id author A. U. Thor",
	"option name A b type combo default x y min 1 max 2 var a var b",
	"feature newgame players legal gameover error clock telepathy",
	"ugiok",
	"readyok",
	"info depth 6 seldepth 8 score cp -12 upperbound nodes 4711 time 30 pv d d e string so",
	"bestmove d ponder e",
	"response true",
};

enum { VALID = sizeof(valid) / sizeof(valid[0]) };

/* A good line with a byte changed, a piece cut out, or another line's words in it. */
START_TEST(good_lines_gone_wrong_harm_nobody)
	{
		char line[2 * TEXT];
		for (int i = 0; i < 5000; i++) {
			strcpy(line, valid[_i]);
			for (unsigned n = 1 + chance(3); n > 0; n--) {
				size_t length = strlen(line), at = chance((unsigned)length + 1);
				unsigned how = chance(4);
				const char *other = valid[chance(VALID)];
				if (how == 0 && at < length)
					line[at] = (char)(1 + chance(255));
				else if (how == 1)
					line[at] = '\0';
				else if (how == 2 && at < length)
					memmove(line + at, line + at + 1, length - at);
				else if (length + strlen(other) < TEXT)
					strcpy(line + at, other + chance((unsigned)strlen(other)));
			}
			survive(line);
		}
	}
END_TEST

SUITE("protocol/message-wrong",
	LOOP(a_wrong_line_is_known_refused_and_told_which_word_is_wrong, BAD),
	LOOP(a_line_of_nobody_we_know_is_unknown_and_no_error, UNKNOWN_LINES),
	CASE(random_bytes_harm_nobody), LOOP(good_lines_gone_wrong_harm_nobody, VALID))
