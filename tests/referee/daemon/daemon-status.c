/*
 * The status of tournaments that do not run: lines for people, JSON, names alone, and half a line.
 * Those that run are looked at in tests/end-to-end/serve.sh.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/daemon/daemon.h"
#include "tests/lib/suite.h"
#include "tests/lib/test-tournament.h"

enum { CUP, LADDER, LATER, ALL, BOTS = 23 };

static struct daemon daemon_now;
static struct daemon_tournament_options options;
static struct daemon_tournament all[ALL], *list[ALL];

static void add(int at, const char *name, enum daemon_tournament_state state, int bots)
{
	struct daemon_tournament *entry = &all[at];
	*entry = (struct daemon_tournament){.options = &options, .state = state, .total = -1};
	test_tournament_init(&entry->t, "tictactoe", 2, bots, 1, NULL);
	free(entry->t.name);
	free(entry->t.db);
	entry->t.name = memory_copy(name);
	entry->t.db = memory_print("/srv/%s.db", name);
	entry->path = memory_print("/srv/%s.conf", name);
	list[at] = entry;
}

/* cup is done, with faults of its bots; ladder failed; later waits. */
static void begin(void)
{
	char none[] = "";
	memset(&options, 0, sizeof options);
	daemon_now = (struct daemon){
		.tournaments = list, .count = ALL, .announcement = memory_copy(none)};
	daemon_now.places.count = 3;
	daemon_now.options.side_by_side = 2;
	daemon_now.options.events = live_events_create();
	add(CUP, "cup", DAEMON_TOURNAMENT_DONE, BOTS);
	all[CUP].total = 12;
	all[CUP].done = 12;
	all[CUP].faulty = 5;
	all[CUP].faults = memory_get(BOTS, sizeof *all[CUP].faults);
	all[CUP].result = memory_copy("bot-0 is stronger");
	all[CUP].unplayed = memory_copy("2 games were not played");
	add(LADDER, "ladder", DAEMON_TOURNAMENT_FAILED, 3);
	all[LADDER].done = 1;
	strcpy(all[LADDER].why, "the disk is full");
	bot_retire(&all[LADDER].t.bots[1], 4);
	add(LATER, "later", DAEMON_TOURNAMENT_WAITING, 2);
	all[LATER].t.note = memory_copy("for <all>");
}

static void end(void)
{
	live_events_free(daemon_now.options.events);
	free(daemon_now.announcement);
	for (int i = 0; i < ALL; i++) {
		tournament_clear(&all[i].t);
		free(all[i].path);
		free(all[i].faults);
		free(all[i].result);
		free(all[i].unplayed);
	}
}

/* The status; the caller frees it. */
static char *told(struct daemon_shown shown)
{
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	daemon_status(&daemon_now, out, shown);
	memory_close(out);
	return text;
}

static void is(struct daemon_shown shown, const char *wanted)
{
	char *text = told(shown);
	ck_assert_str_eq(text, wanted);
	free(text);
}

START_TEST(each_tournament_has_its_line)
	{
		begin();
		all[CUP].faults[0].count = 4;
		all[CUP].faults[2].count = 1;
		is((struct daemon_shown){.json = false},
			"3 games at a time in all\n"
			"cup: done, 12 of 12 games, 5 faults: bot-0 is stronger; 2 games were not played\n"
			"  faults: bot-0 4, bot-2 1\n"
			"ladder: failed, 1 game: the disk is full\n"
			"  retired: bot-1\n"
			"later: waiting, from /srv/later.conf\n"
			"  note: for <all>\n");
		end();
	}
END_TEST

START_TEST(the_daemon_says_what_it_does)
	{
		begin();
		daemon_now.count = 0;
		daemon_now.places.count = 1;
		is((struct daemon_shown){.bots = true},
			"1 game at a time in all\n"
			"no tournament; `referee ctl submit FILE` adds one\n"
			"The daemon accepts no remote bots; `referee serve --bot-listen` accepts them.\n");
		daemon_now.paused = true;
		free(daemon_now.announcement);
		daemon_now.announcement = memory_copy("back at six");
		is((struct daemon_shown){.json = false},
			"1 game at a time in all; all tournaments are paused\n"
			"announced: back at six\n"
			"no tournament; `referee ctl submit FILE` adds one\n");
		daemon_now.draining = true;
		is((struct daemon_shown){.json = false},
			"1 game at a time in all; draining: no further game begins, then the daemon ends\n"
			"announced: back at six\n"
			"no tournament; `referee ctl submit FILE` adds one\n");
		end();
	}
END_TEST

/* Twenty bots with faults are named, the others counted. */
START_TEST(of_many_bots_twenty_are_named)
	{
		begin();
		for (int count = 20; count <= 22; count++) {
			for (int i = 0; i < BOTS; i++)
				all[CUP].faults[i].count = i < count;
			char *text = told((struct daemon_shown){.json = false});
			ck_assert_ptr_nonnull(strstr(text, "  faults: bot-0 1, bot-1 1, "));
			ck_assert_ptr_nonnull(
				strstr(text, count == 20   ? ", bot-19 1\n"
					     : count == 21 ? ", bot-19 1 and 1 more\n"
							   : ", bot-19 1 and 2 more\n"));
			free(text);
		}
		end();
	}
END_TEST

START_TEST(names_alone_have_their_databases)
	{
		begin();
		is((struct daemon_shown){.names = true, .json = true},
			"cup\t/srv/cup.db\nladder\t/srv/ladder.db\nlater\t/srv/later.db\n");
		end();
	}
END_TEST

START_TEST(programs_read_the_same_as_json)
	{
		begin();
		is((struct daemon_shown){.json = true, .bots = true},
			"{\"concurrency\":3,\"parallel_tournaments\":2,\"paused\":false,\"draining\":false,\"announcement\":null,\"watching\":0,\"tournaments\":["
			"{\"name\":\"cup\",\"note\":null,\"file\":\"/srv/cup.conf\",\"db\":\"/srv/cup.db\",\"game\":\"tictactoe\",\"format\":\"round-robin\",\"state\":\"done\",\"done\":12,\"games\":12,\"faults\":5,\"concurrency\":0,\"running_own\":0,\"running_remote\":0,\"running_workers\":0,\"eta\":null,\"games_per_minute\":null,\"running\":[],\"numbers\":[],\"workers\":[],\"benched\":[],\"retired\":[],\"remote\":{\"bots\":0,\"connected\":0},\"why\":\"bot-0 is stronger; 2 games were not played\",\"strength\":null},"
			"{\"name\":\"ladder\",\"note\":null,\"file\":\"/srv/ladder.conf\",\"db\":\"/srv/ladder.db\",\"game\":\"tictactoe\",\"format\":\"round-robin\",\"state\":\"failed\",\"done\":1,\"games\":null,\"faults\":0,\"concurrency\":0,\"running_own\":0,\"running_remote\":0,\"running_workers\":0,\"eta\":null,\"games_per_minute\":null,\"running\":[],\"numbers\":[],\"workers\":[],\"benched\":[],\"retired\":[\"bot-1\"],\"remote\":{\"bots\":0,\"connected\":0},\"why\":\"the disk is full\",\"strength\":null},"
			"{\"name\":\"later\",\"note\":\"for <all>\",\"file\":\"/srv/later.conf\",\"db\":\"/srv/later.db\",\"game\":\"tictactoe\",\"format\":\"round-robin\",\"state\":\"waiting\",\"done\":0,\"games\":null,\"faults\":0,\"concurrency\":0,\"running_own\":0,\"running_remote\":0,\"running_workers\":0,\"eta\":null,\"games_per_minute\":null,\"running\":[],\"numbers\":[],\"workers\":[],\"benched\":[],\"retired\":[],\"remote\":{\"bots\":0,\"connected\":0},\"why\":null,\"strength\":null}"
			"],\"connections\":[]}\n");
		end();
	}
END_TEST

START_TEST(half_a_line_counts_those_that_wait)
	{
		char text[64];
		begin();
		daemon_summary(&daemon_now, text, sizeof text);
		ck_assert_str_eq(text, "1 waiting");
		all[LADDER].state = DAEMON_TOURNAMENT_WAITING;
		daemon_summary(&daemon_now, text, sizeof text);
		ck_assert_str_eq(text, "2 waiting");
		daemon_now.count = 1;
		daemon_summary(&daemon_now, text, sizeof text);
		ck_assert_str_eq(text, "nothing to do");
		end();
	}
END_TEST

SUITE("daemon/daemon-status", CASE(each_tournament_has_its_line),
	CASE(the_daemon_says_what_it_does), CASE(of_many_bots_twenty_are_named),
	CASE(names_alone_have_their_databases), CASE(programs_read_the_same_as_json),
	CASE(half_a_line_counts_those_that_wait))
