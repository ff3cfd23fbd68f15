/*
 * rejudge.c - games judged again: what is right passes, what is not is named with its line.
 */
#include "referee/game/rejudge.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

#define TTT "rules tictactoe 2\n"
/* x has the left column after five plies. */
#define COLUMN                                                                                     \
	TTT "move 1 a1 1 1 - - - -\nmove 2 b1 1 1 - - - -\nmove 1 a2 1 1 - - - -\n"                \
	    "move 2 b2 1 1 - - - -\nmove 1 a3 1 1 - - - -\n"
#define C4(a, b, c, d)                                                                             \
	"rules connect4 2\nmove 1 d 1 1 - - " a " -\nmove 2 e 1 1 - - " b " -\n"                   \
	"move 1 d 1 1 - - " c " -\nmove 2 e 1 1 - - " d " -\n"
#define C4_FINAL "7/7/7/7/3ry2/3ry2 r 3"
#define SHUFFLE                                                                                    \
	"rules chinese-checkers 2\nmove 1 j4i5 1 1 - - - -\nmove 2 h14h13 1 1 - - - -\n"           \
	"move 1 i5j4 1 1 - - - -\nmove 2 h13h14 1 1 - - - -\n"
#define SHUFFLED "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p1 3"

/* A record, and what the judge sees otherwise: "LINE WHAT SEAT: STORED / RIGHT" a line. */
static const struct {
	const char *record, *differences;
	const char *reason; /* how it ended then; NULL: it did not */
} retrials[] = {
	{COLUMN "seat 1 1 ok \nseat 2 2 ok \nend normal 5 x2/xo1/xo1 o 3\n", "", "normal"},
	{COLUMN "seat 1 2 ok \nseat 2 1 ok \nend normal 5 x2/xo1/xo1 o 3\n",
		"7 rank 1: 2 / 1\n8 rank 2: 1 / 2\n", "normal"},
	{COLUMN "seat 1 1 ok \nseat 2 2 ok \nend max-plies 5 x2/xo1/xo1 o 3\n",
		"9 reason 0: max-plies / normal\n", "normal"},
	{COLUMN "seat 1 1 ok \nseat 2 2 ok \nend normal 5 3/3/3 x 1\n",
		"9 final 0: 3/3/3 x 1 / x2/xo1/xo1 o 3\n", "normal"},
	{COLUMN "seat 1 1 ok \nend normal 5 x2/xo1/xo1 o 3\n", "0 rank 2: not there / 2\n",
		"normal"},
	{COLUMN, "0 end 0: not there / normal\n", "normal"},
	{TTT "move 1 a1 1 1 - - - -\n", "", NULL},
	{TTT "move 1 a1 1 1 - - - -\nseat 1 1 ok \nseat 2 2 ok \nend normal 5 3/3/x2 o 1\n",
		"5 reason 0: normal / none yet, since seat 2 is to move\n", NULL},
	{TTT "move 1 a1 1 1 - - - -\nseat 1 1 ok \nseat 2 2 resign \nend resign 5 3/3/x2 o 1 out2\n",
		"", "resign"},
	{TTT "move 1 a1 1 1 - - - -\nseat 1 1 ok \nseat 2 2 crash \nend resign 5 3/3/x2 o 1 out2\n",
		"5 reason 0: resign / crash\n", "crash"},

	{C4("-", "-", "-", "-") "seat 1 1 ok \nseat 2 1 ok \nend max-plies 5 " C4_FINAL "\n", "",
		"max-plies"},
	{C4("-9", "9", "-9", "9") "seat 1 2 ok \nseat 2 1 ok \nend resign-rule 5 " C4_FINAL "\n",
		"", "resign-rule"},
	{C4("-9", "9", "-9", "9") "seat 1 1 ok \nseat 2 2 ok \nend resign-rule 5 " C4_FINAL "\n",
		"6 rank 1: 1 / 2\n7 rank 2: 2 / 1\n", "resign-rule"},
	{C4("5", "-", "-", "-9") "seat 1 1 ok \nseat 2 2 ok \nend resign-rule 5 " C4_FINAL "\n", "",
		"resign-rule"},
	{C4("-9", "-9", "-9", "-9") "seat 1 2 ok \nseat 2 1 ok \nend resign-rule 5 " C4_FINAL "\n",
		"6 rank 1: 2 / 1\n7 rank 2: 1 / 2\n", "resign-rule"},
	{C4("-9", "9", "-9", "-") "seat 1 2 ok \nseat 2 1 ok \nend resign-rule 5 " C4_FINAL "\n",
		"8 reason 0: resign-rule / none yet, since seat 1 is to move\n", NULL},
	{C4("0", "3", "1", "2") "seat 1 1 ok \nseat 2 1 ok \nend draw-rule 5 " C4_FINAL "\n", "",
		"draw-rule"},
	/* One score of each is enough. */
	{C4("-", "-", "1", "2") "seat 1 1 ok \nseat 2 1 ok \nend draw-rule 5 " C4_FINAL "\n", "",
		"draw-rule"},
	{C4("0", "3", "-", "2") "seat 1 1 ok \nseat 2 1 ok \nend draw-rule 5 " C4_FINAL "\n",
		"8 reason 0: draw-rule / none yet, since seat 1 is to move\n", NULL},
	{C4("0", "3", "1", "2") "seat 1 1 ok \nseat 2 2 ok \nend draw-rule 5 " C4_FINAL "\n",
		"7 rank 2: 2 / 1\n", "draw-rule"},
	{C4("-", "-", "-", "-") "seat 1 2 ok \nseat 2 1 ok \nend oracle 5 " C4_FINAL "\n", "",
		"oracle"},
	{C4("-", "-", "-", "-") "seat 1 2 ok \nseat 2 1 ok \nend repetition 5 " C4_FINAL "\n",
		"8 reason 0: repetition / none yet, since seat 1 is to move\n", NULL},
	{SHUFFLE "seat 1 1 ok \nseat 2 1 ok \nend repetition 5 " SHUFFLED "\n", "", "repetition"},

	/* The bots that could not begin left together, and share the place. */
	{"rules nim 3\nparam heaps 5\nseat 1 1 ok \nseat 2 2 startup x\nseat 3 2 startup x\n"
	 "end startup 5 5 p1 1 out23\n",
		"", "startup"},
	{"rules nim 3\nparam heaps 5\nmove 1 a1 - - - - - -\nseat 1 1 ok \nseat 2 2 startup x\n"
	 "seat 3 2 startup x\nend startup 5 x\n",
		"3 move 1: a1 / none, since the game was over after ply 0 (startup)\n", "startup"},
	{"rules nim 3\nparam heaps 5\nmove 1 a1 - - - - - -\nmove 2 a1 - - - - - -\n"
	 "seat 1 1 ok \nseat 2 3 benched x\nseat 3 2 time x\nend time 5 x\n",
		"4 move 2: a1 / none, since the game was over after ply 1 (time)\n", "time"},
	{"game 1 5\n\n" TTT "move 1 a1 1 1 - - - -\nmove 2 a1 1 1 - - - -\n",
		"5 move 2: a1 / one of b1 c1 a2 b2 c2 a3 b3 c3\n", NULL},
	/* Of two seats, one that leaves ends the game. */
	{COLUMN "seat 1 1 ok \nseat 2 2 crash x\nend normal 5 x2/xo1/xo1 o 3\n",
		"8 verdict 2: crash / ok, since the game was over before\n", "normal"},
};

struct retrial {
	struct move_list moves;
	struct move_list_result said;
	char text[4096];
};

static void retrial_note(void *arg, const struct rejudge_mismatch *m)
{
	struct retrial *r = arg;
	sprintf(r->text + strlen(r->text), "%d %s %d: %s / %s\n",
		rejudge_record_line(&r->moves, &r->said, m), rejudge_value_names[m->value], m->seat,
		m->stored, m->right);
}

START_TEST(a_record_is_judged_as_it_says_or_the_mismatch_is_named_with_its_line)
	{
		static struct setup setup;
		struct retrial r = {.text = ""};
		struct error err;
		char *record = memory_copy(retrials[_i].record);
		struct rejudge *judge =
			rejudge_create(&(struct rejudge_options){.endings = REJUDGE_ALLOWED}, &err);
		judge->mismatch = retrial_note;
		judge->arg = &r;
		ck_assert_msg(
			move_list_parse(&r.moves, &setup, &r.said, record, &err), "%s", err.text);
		rejudge_record(judge, &r.moves, &r.said);
		ck_assert_str_eq(r.text, retrials[_i].differences);
		ck_assert_pstr_eq(judge->game.reason, retrials[_i].reason);
		rejudge_free(judge);
		move_list_clear(&r.moves);
		free(record);
	}
END_TEST

SUITE("game/rejudge", LOOP(a_record_is_judged_as_it_says_or_the_mismatch_is_named_with_its_line,
			      sizeof retrials / sizeof *retrials))
