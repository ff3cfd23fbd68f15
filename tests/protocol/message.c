/*
 * message.c - the codec: what each line says, what each message is written as, and what a line
 * that is wrong is told.
 *
 * A row's expected text lists the fields, so that one table serves all kinds: "depth=6 pv=d d".
 */
#include "protocol/message.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { TEXT = 512 };

/* Adds "name=value" for a text or a number that is given. */
static void show(char *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void show(char *out, const char *format, ...)
{
	size_t used = strlen(out);
	va_list list;
	va_start(list, format);
	if (used > 0)
		out[used++] = '|';
	vsnprintf(out + used, TEXT - used, format, list);
	va_end(list);
}

static void show_text(char *out, const char *name, const char *text)
{
	if (text != NULL)
		show(out, "%s=%s", name, text);
}

static void show_number(char *out, const char *name, int64_t number)
{
	if (number != UNKNOWN)
		show(out, "%s=%" PRId64, name, number);
}

static void show_newgame(const struct message *m, char *out)
{
	show_text(out, "game", m->newgame.game);
	if (m->newgame.game == NULL)
		return;
	show_number(out, "players", m->newgame.players);
	show_number(out, "seat", m->newgame.seat);
	show(out, "seed=%" PRIu64, m->newgame.seed);
	for (int i = 0; i < m->newgame.params; i++)
		show_text(out, m->newgame.names[i], m->newgame.values[i]);
}

static void show_go(const struct message *m, char *out)
{
	show_number(out, "movetime", m->go.movetime);
	show_number(out, "depth", m->go.depth);
	show_number(out, "nodes", m->go.nodes);
	show_number(out, "movestogo", m->go.movestogo);
	for (int i = 0; i < MESSAGE_SEATS; i++) {
		if (m->go.time[i] != UNKNOWN)
			show(out, "time%d=%" PRId64, i + 1, m->go.time[i]);
		if (m->go.inc[i] != UNKNOWN)
			show(out, "inc%d=%" PRId64, i + 1, m->go.inc[i]);
	}
	if (m->go.infinite)
		show(out, "infinite");
}

static void show_info(const struct message *m, char *out)
{
	if (m->info.given & INFO_DEPTH)
		show(out, "depth=%" PRId64, m->info.depth);
	if (m->info.given & INFO_SCORE)
		show(out, "%s=%" PRId64, m->info.mate ? "mate" : "cp", m->info.score);
	if (m->info.given & INFO_NODES)
		show(out, "nodes=%" PRId64, m->info.nodes);
	if (m->info.given & INFO_TIME)
		show(out, "time=%" PRId64, m->info.time);
	show_text(out, "pv", m->info.pv);
	show_text(out, "text", m->info.text);
}

static void show_option(const struct message *m, char *out)
{
	show_text(out, "name", m->option.name);
	show_text(out, "type", m->option.type);
	show_text(out, "default", m->option.preset);
	show_text(out, "min", m->option.min);
	show_text(out, "max", m->option.max);
	show_text(out, "var", m->option.var);
}

static void show_feature(const struct message *m, char *out)
{
	show(out, "bits=%u", m->feature.bits);
	if (m->feature.seats != 0)
		show(out, "seats=%u", m->feature.seats);
	show_text(out, "unknown", m->feature.unknown);
}

static void show_gameover(const struct message *m, char *out)
{
	for (int i = 0; i < m->gameover.seats; i++)
		show(out, "%d", m->gameover.ranks[i]);
	show_text(out, "reason", m->gameover.reason);
}

static void show_two(char *out, const char *first, const char *second)
{
	show_text(out, "1", first);
	show_text(out, "2", second);
}

/* Everything that a message says, as text. */
static const char *show_message(const struct message *m)
{
	static char out[TEXT];
	out[0] = '\0';
	if (m->kind == MESSAGE_NEWGAME)
		show_newgame(m, out);
	else if (m->kind == MESSAGE_GO)
		show_go(m, out);
	else if (m->kind == MESSAGE_INFO)
		show_info(m, out);
	else if (m->kind == MESSAGE_OPTION)
		show_option(m, out);
	else if (m->kind == MESSAGE_FEATURE)
		show_feature(m, out);
	else if (m->kind == MESSAGE_GAMEOVER)
		show_gameover(m, out);
	else if (m->kind == MESSAGE_SETOPTION)
		show_two(out, m->setoption.name, m->setoption.value);
	else if (m->kind == MESSAGE_POSITION)
		show_two(out, m->position.fen, m->position.moves);
	else if (m->kind == MESSAGE_LEGAL)
		show_two(out, m->legal.moves, NULL);
	else if (m->kind == MESSAGE_ERROR)
		show_two(out, m->error.verdict, m->error.text);
	else if (m->kind == MESSAGE_QUERY)
		show_two(out, m->query.what, m->query.text);
	else if (m->kind == MESSAGE_ID)
		show_two(out, m->id.what, m->id.text);
	else if (m->kind == MESSAGE_BESTMOVE)
		show_two(out, m->bestmove.move, m->bestmove.ponder);
	else if (m->kind == MESSAGE_RESPONSE)
		show_two(out, m->response.text, NULL);
	return out;
}

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

/* Lines that are right. text is what they are written back as; NULL: just so. */
static const struct good {
	enum message_kind kind;
	const char *line;
	const char *fields;
	const char *text;
} good[] = {
	{MESSAGE_UGI, "ugi", "", NULL},
	{MESSAGE_UGI, " \t ugi \t", "", "ugi"},
	{MESSAGE_ISREADY, "isready", "", NULL},
	{MESSAGE_STOP, "stop", "", NULL},
	{MESSAGE_QUIT, "quit", "", NULL},
	{MESSAGE_UGIOK, "ugiok", "", NULL},
	{MESSAGE_READYOK, "readyok", "", NULL},

	{MESSAGE_SETOPTION, "setoption name Hash value 16", "1=Hash|2=16", NULL},
	{MESSAGE_SETOPTION, "setoption name Clear hash", "1=Clear hash", NULL},
	{MESSAGE_SETOPTION, "setoption name A b  c value /x y/z", "1=A b  c|2=/x y/z", NULL},
	{MESSAGE_SETOPTION, "setoption  name  A  value  value", "1=A|2=value",
		"setoption name A value value"},
	{MESSAGE_SETOPTION, "setoption name Book value", "1=Book|2=", NULL},

	{MESSAGE_NEWGAME, "uginewgame", "", NULL},
	{MESSAGE_NEWGAME, "uginewgame game nim players 3 seat 2 seed 0",
		"game=nim|players=3|seat=2|seed=0", NULL},
	{MESSAGE_NEWGAME,
		"uginewgame game letters players 2 seat 1 seed 18446744073709551615"
		" param pile ABC param words AB:3,CAB:-7 param seed seat",
		"game=letters|players=2|seat=1|seed=18446744073709551615"
		"|pile=ABC|words=AB:3,CAB:-7|seed=seat",
		NULL},
	/* as many parameters as there may be */
	{MESSAGE_NEWGAME,
		"uginewgame game nim players 2 seat 1 seed 1 param a 1 param b 2 param c 3"
		" param d 4 param e 5 param f 6 param g 7 param h 8",
		"game=nim|players=2|seat=1|seed=1|a=1|b=2|c=3|d=4|e=5|f=6|g=7|h=8", NULL},

	{MESSAGE_POSITION, "position startpos", "", NULL},
	{MESSAGE_POSITION, "position startpos moves", "", "position startpos"},
	{MESSAGE_POSITION, "position startpos moves d", "2=d", NULL},
	{MESSAGE_POSITION, "position startpos moves d d e", "2=d d e", NULL},
	{MESSAGE_POSITION, "position fen 3/3/3 x 1", "1=3/3/3 x 1", NULL},
	{MESSAGE_POSITION, "position fen 21 p1 1 moves a3 a1", "1=21 p1 1|2=a3 a1", NULL},
	{MESSAGE_POSITION, "\tposition\tfen 3/3/3 x 1 \t moves\ta1 ", "1=3/3/3 x 1|2=a1",
		"position fen 3/3/3 x 1 moves a1"},

	{MESSAGE_LEGAL, "legal a", "1=a", NULL},
	{MESSAGE_LEGAL, "legal a b c d e f g", "1=a b c d e f g", NULL},

	{MESSAGE_GO, "go", "", NULL},
	{MESSAGE_GO, "go movetime 100", "movetime=100", NULL},
	{MESSAGE_GO, "go depth 6", "depth=6", NULL},
	{MESSAGE_GO, "go nodes 9223372036854775807", "nodes=9223372036854775807", NULL},
	{MESSAGE_GO, "go infinite", "infinite", NULL},
	{MESSAGE_GO, "go p1time 60000 p2time 58000 p1inc 600 p2inc 0",
		"time1=60000|inc1=600|time2=58000|inc2=0", NULL},
	{MESSAGE_GO, "go movestogo 40 p1inc 1 p6time 2", "movestogo=40|inc1=1|time6=2",
		"go movestogo 40 p6time 2 p1inc 1"},
	{MESSAGE_GO,
		"go infinite movetime 1 depth 2 nodes 3 movestogo 4 p1time 11 p2time 12 p3time 13"
		" p4time 14 p5time 15 p6time 16 p1inc 21 p2inc 22 p3inc 23 p4inc 24 p5inc 25"
		" p6inc 26",
		"movetime=1|depth=2|nodes=3|movestogo=4|time1=11|inc1=21|time2=12|inc2=22|time3=13"
		"|inc3=23|time4=14|inc4=24|time5=15|inc5=25|time6=16|inc6=26|infinite",
		NULL},

	{MESSAGE_GAMEOVER, "gameover rank 1 2 reason normal", "1|2|reason=normal", NULL},
	{MESSAGE_GAMEOVER, "gameover rank 6 5 4 3 2 1 reason time", "6|5|4|3|2|1|reason=time",
		NULL},
	{MESSAGE_ERROR, "error time", "1=time", NULL},
	{MESSAGE_ERROR, "error illegal \"h\" is not a column; legal: a b",
		"1=illegal|2=\"h\" is not a column; legal: a b", NULL},
	{MESSAGE_QUERY, "query p1turn", "1=p1turn", NULL},
	{MESSAGE_QUERY, "query islegal d", "1=islegal|2=d", NULL},

	{MESSAGE_ID, "id name My bot 2.0", "1=name|2=My bot 2.0", NULL},
	{MESSAGE_ID, "id  author  A. U. Thor ", "1=author|2=A. U. Thor", "id author A. U. Thor"},
	{MESSAGE_OPTION, "option name hash type spin default 128 min 1 max 2048",
		"name=hash|type=spin|default=128|min=1|max=2048", NULL},
	{MESSAGE_OPTION, "option name Clear hash type button", "name=Clear hash|type=button", NULL},
	{MESSAGE_OPTION, "option name S type combo default b b var a var b b",
		"name=S|type=combo|default=b b|var=a var b b", NULL},
	{MESSAGE_OPTION, "option name S type combo var a var b default b",
		"name=S|type=combo|default=b|var=a var b",
		"option name S type combo default b var a var b"},
	{MESSAGE_OPTION, "option name Book type string default",
		"name=Book|type=string|default=", NULL},
	{MESSAGE_OPTION, "option name X type string default a  b min",
		"name=X|type=string|default=a  b|min=", NULL},
	{MESSAGE_FEATURE, "feature newgame", "bits=1", NULL},
	{MESSAGE_FEATURE, "feature startpos-only seats 1 3 legal", "bits=196|seats=5",
		"feature legal startpos-only seats 1 3"},
	{MESSAGE_FEATURE, "feature clock error gameover legal players newgame", "bits=63",
		"feature newgame players legal gameover error clock"},
	{MESSAGE_FEATURE, "feature legal telepathy more", "bits=4|unknown=telepathy",
		"feature legal telepathy"},

	{MESSAGE_INFO, "info", "", NULL},
	{MESSAGE_INFO, "info depth 6 score cp 12 nodes 4711 time 30 pv d d e",
		"depth=6|cp=12|nodes=4711|time=30|pv=d d e", NULL},
	{MESSAGE_INFO, "info score mate -3", "mate=-3", NULL},
	/* numbers are at most 2^53, by size */
	{MESSAGE_INFO, "info score cp -9007199254740992", "cp=-9007199254740992", NULL},
	{MESSAGE_INFO, "info score cp -9223372036854775808", "cp=-9007199254740992",
		"info score cp -9007199254740992"},
	{MESSAGE_INFO, "info score cp 9007199254740993", "cp=9007199254740992",
		"info score cp 9007199254740992"},
	{MESSAGE_INFO, "info score mate 9223372036854775807", "mate=9007199254740992",
		"info score mate 9007199254740992"},
	{MESSAGE_INFO,
		"info depth 9007199254740991 nodes 9223372036854775807 time 9007199254740993",
		"depth=9007199254740991|nodes=9007199254740992|time=9007199254740992",
		"info depth 9007199254740991 nodes 9007199254740992 time 9007199254740992"},
	{MESSAGE_INFO, "info string it  looks bad", "text=it  looks bad", NULL},
	{MESSAGE_INFO, "info depth 1 pv d string so far", "depth=1|pv=d|text=so far", NULL},
	{MESSAGE_INFO, "info pv d stringent", "pv=d stringent", NULL},
	{MESSAGE_INFO, "info string pv", "text=pv", NULL},
	{MESSAGE_INFO, "info pv", "", "info"},
	{MESSAGE_INFO,
		"info depth 2 seldepth 3 score cp -5 upperbound time 0 nodes 197 tthits 12 hashfull 0 nps 99 pv f1 b1 g2",
		"depth=2|cp=-5|nodes=197|time=0|pv=f1 b1 g2",
		"info depth 2 score cp -5 nodes 197 time 0 pv f1 b1 g2"},
	{MESSAGE_INFO, "info wdl 1 2 3 currmove d currmovenumber 4 depth 5", "depth=5",
		"info depth 5"},
	{MESSAGE_INFO, "info multipv 1 depth 5 pv a", "depth=5|pv=a", "info depth 5 pv a"},
	{MESSAGE_INFO, "info multipv 2 depth 5 score mate 1 pv b", "", "info"},
	{MESSAGE_INFO, "info multipv 2 depth 5 string b", "text=b", "info string b"},
	{MESSAGE_INFO, "info multipv 0 depth 5", "depth=5", "info depth 5"},
	{MESSAGE_INFO, "info depth 1 depth 2 score mate 1 score cp 3", "depth=2|cp=3",
		"info depth 2 score cp 3"},

	{MESSAGE_BESTMOVE, "bestmove d", "1=d", NULL},
	{MESSAGE_BESTMOVE, "bestmove d ponder e", "1=d|2=e", NULL},
	{MESSAGE_BESTMOVE, "bestmove resign", "1=resign", NULL},
	{MESSAGE_BESTMOVE, "bestmove\t\xff\x80<b>", "1=\xff\x80<b>", "bestmove \xff\x80<b>"},
	{MESSAGE_RESPONSE, "response true", "1=true", NULL},
};

START_TEST(a_good_line_says_what_it_says)
	{
		const struct good *g = &good[_i];
		struct message m;
		struct error err;
		bool fine = read_line(&m, message_table[g->kind].sender, g->line, &err);
		ck_assert_msg(fine, "%s: %s", g->line, err.text);
		ck_assert_int_eq(m.kind, g->kind);
		ck_assert_str_eq(show_message(&m), g->fields);
	}
END_TEST

enum { GOOD = sizeof(good) / sizeof(good[0]) };

START_TEST(what_was_read_is_written_as_the_table_says_and_reads_the_same)
	{
		const struct good *g = &good[_i];
		const char *text = g->text == NULL ? g->line : g->text;
		struct message m, again;
		struct error err;
		char out[TEXT], before[TEXT];
		ck_assert(read_line(&m, message_table[g->kind].sender, g->line, &err));
		size_t length = message_write(&m, out, sizeof(out));
		ck_assert_uint_gt(length, 0);
		ck_assert_int_eq(out[length - 1], '\n');
		out[length - 1] = '\0';
		ck_assert_str_eq(out, text);

		strcpy(before, show_message(&m));
		ck_assert(read_line(&again, message_table[g->kind].sender, out, &err));
		ck_assert_int_eq(again.kind, g->kind);
		if (again.kind !=
			MESSAGE_FEATURE) /* one unknown word is kept, the others are not */
			ck_assert_str_eq(show_message(&again), before);
	}
END_TEST

START_TEST(a_room_too_small_by_any_number_of_bytes_writes_nothing_beyond_it)
	{
		const struct good *g = &good[_i];
		struct message m;
		struct error err;
		char out[TEXT];
		ck_assert(read_line(&m, message_table[g->kind].sender, g->line, &err));
		size_t length = message_write(&m, out, sizeof(out));
		for (size_t room = 0; room <= length; room++) {
			char *tight = malloc(room + 1);
			tight[room] = '#';
			ck_assert_uint_eq(
				message_write(&m, tight, room), room < length ? 0 : length);
			ck_assert_int_eq(tight[room], '#');
			free(tight);
		}
		char *exact = malloc(length);
		ck_assert_uint_eq(message_write(&m, exact, length), length);
		ck_assert_mem_eq(exact, out, length);
		free(exact);
	}
END_TEST

START_TEST(every_kind_has_a_good_line)
	{
		int rows = 0;
		for (int i = 0; i < GOOD; i++)
			rows += (int)good[i].kind == _i + 1;
		ck_assert_int_gt(rows, 0);
	}
END_TEST

START_TEST(a_position_of_the_longest_line_is_written_and_read)
	{
		enum { SIZE = 65536 };
		static char moves[SIZE], out[SIZE];
		const size_t around = strlen("position startpos moves ") + 1;
		struct message m = message_make(MESSAGE_POSITION), again;
		struct error err;
		for (size_t i = 0; i + 1 < SIZE - around; i++)
			moves[i] = i % 2 ? ' ' : 'd';
		moves[SIZE - around - 1] = 'd';
		m.position.moves = moves;
		ck_assert_uint_eq(message_write(&m, out, SIZE - 1), 0);
		ck_assert_uint_eq(message_write(&m, out, SIZE), SIZE);
		out[SIZE - 1] = '\0';
		ck_assert(message_read(&again, FROM_REFEREE, out, &err));
		ck_assert_str_eq(again.position.moves, moves);
	}
END_TEST

START_TEST(every_row_of_the_table_is_complete_and_no_word_stands_twice)
	{
		const struct message_row *row = &message_table[_i + 1];
		ck_assert_ptr_nonnull(row->word);
		ck_assert_ptr_nonnull(row->help);
		ck_assert((row->read != NULL) == (row->write != NULL));
		ck_assert_int_eq(strncmp(row->syntax, row->word, strlen(row->word)), 0);
		for (int i = 1; i <= _i; i++)
			ck_assert_str_ne(message_table[i].word, row->word);
	}
END_TEST

START_TEST(a_feature_has_the_name_that_bots_ask_with)
	{
		static const char *const names[] = {"newgame", "players", "legal", "gameover",
			"error", "clock", "startpos-only", "seats"};
		ck_assert_str_eq(feature_name((enum feature)(1 << _i)), names[_i]);
		ck_assert_uint_eq(feature_bit(names[_i]), 1u << _i);
		ck_assert_uint_eq(feature_bit("telepathy"), 0);
	}
END_TEST

START_TEST(a_message_made_says_nothing)
	{
		struct message m = message_make((enum message_kind)(_i + 1));
		ck_assert_int_eq(m.kind, _i + 1);
		ck_assert_str_eq(show_message(&m), m.kind == MESSAGE_FEATURE ? "bits=0" : "");
	}
END_TEST

SUITE("protocol/message", LOOP(a_good_line_says_what_it_says, GOOD),
	LOOP(what_was_read_is_written_as_the_table_says_and_reads_the_same, GOOD),
	LOOP(a_room_too_small_by_any_number_of_bytes_writes_nothing_beyond_it, GOOD),
	LOOP(every_kind_has_a_good_line, MESSAGE_KINDS - 1),
	CASE(a_position_of_the_longest_line_is_written_and_read),
	LOOP(every_row_of_the_table_is_complete_and_no_word_stands_twice, MESSAGE_KINDS - 1),
	LOOP(a_feature_has_the_name_that_bots_ask_with, 8),
	LOOP(a_message_made_says_nothing, MESSAGE_KINDS - 1))
