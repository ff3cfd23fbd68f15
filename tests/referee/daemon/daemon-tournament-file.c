/*
 * The file of a tournament of the daemon: what is read again and when, bots that join, are sent,
 * added or benched, owners, and seasons.
 */
#include "tests/lib/daemon-place.h"

START_TEST(a_past_season_is_done_and_keeps_its_games)
	{
		place_begin(BOTS);
		int64_t row = place.e->row;
		struct daemon_tournament *past = daemon_tournament_create_past(place.e, "cup", 41);
		ck_assert_ptr_nonnull(past);
		ck_assert_str_eq(daemon_tournament_state_name(past), "done");
		ck_assert_str_eq(past->t.name, "cup");
		ck_assert_str_eq(past->page, place.e->page);
		ck_assert_int_eq(past->row, row);
		ck_assert_int_eq(past->done, 41);
		ck_assert_int_eq(past->total, -1);
		ck_assert(past->over && past->successor_added);
		daemon_tournament_free(past);
		past = daemon_tournament_create_past(place.e, "cup 2025", 0);
		ck_assert_str_eq(past->t.name, "cup 2025");
		ck_assert_int_eq(past->row, 0);
		daemon_tournament_free(past);
		place_clear();
	}
END_TEST

START_TEST(a_file_has_changed_when_its_text_has)
	{
		place_init(BOTS);
		char *text = memory_copy(place.e->text);
		ck_assert(!daemon_tournament_changed(place.e));
		place_write("cup.conf", "name = cup\n");
		ck_assert(daemon_tournament_changed(place.e));
		place_write("cup.conf", text);
		ck_assert(!daemon_tournament_changed(place.e));
		unlink(fixture_path("cup.conf"));
		ck_assert(daemon_tournament_changed(place.e));
		free(text);
		place_clear();
	}
END_TEST

static const struct {
	bool runs;
	const char *bot, *why;
} add_rows[] = {
	{false, "dan=/bin/true", "cup is waiting; write the bot into "},
	{true, "dan=/bin/true",
		"format = round-robin takes no bots while it runs; stop cup, write the bot into "},
};

START_TEST(a_bot_is_not_added_where_none_may_join)
	{
		struct error err;
		if (add_rows[_i].runs)
			place_begin(BOTS);
		else
			place_init(BOTS);
		ck_assert(!daemon_tournament_add_bot(place.e, add_rows[_i].bot, &err));
		ck_assert_int_eq(strncmp(err.text, add_rows[_i].why, strlen(add_rows[_i].why)), 0);
		ck_assert_int_eq(place.e->bots_count, 0);
		place_clear();
	}
END_TEST

/* Nothing that was asked by hand is remembered. */
static void place_check_actions(void)
{
	struct db *db = place.e->store.db;
	struct db_query q;
	db_query(&q, db, "admin-actions", place.e->row);
	while (db_next(&q))
		ck_abort_msg("remembered: %s %s", db_text(&q, "action"), db_text(&q, "bot"));
	FIXTURE_GOOD(db_end(&q));
}

/* Adds a bot by hand, and waits until it has been asked what it can play. */
static void place_add_by_hand(const char *bot, const char *name)
{
	struct error err;
	char *waits = memory_print("cup: bot %s takes part when its features are known", name);
	ck_assert_msg(daemon_tournament_add_bot(place.e, bot, &err), "%s", err.text);
	ck_assert_str_eq(err.text, waits);
	while (place.e->joining != NULL)
		event_base_loop(place.terms.base, EVLOOP_ONCE);
	free(waits);
}

START_TEST(a_bot_joins_a_ladder)
	{
		struct error err;
		place_begin("format = ladder\n" BOTS);
		static const char *const nameless[] = {
			"dan", "d n=/bin/true", "/bin/true --depth=4"};
		for (int i = 0; i < 3; i++) {
			char why[128];
			ck_assert(!daemon_tournament_add_bot(place.e, nameless[i], &err));
			snprintf(why, sizeof why, "\"%s\": it is NAME=COMMAND", nameless[i]);
			ck_assert_str_eq(err.text, why);
		}
		ck_assert(!daemon_tournament_add_bot(place.e, "bob=/bin/true", &err));
		ck_assert_str_eq(err.text, "there is a bot bob already");
		ck_assert(!daemon_tournament_add_bot(place.e, "dan=/no/such", &err));
		ck_assert_ptr_nonnull(strstr(err.text, "/no/such"));
		ck_assert_ptr_nonnull(
			strstr(err.text, "; it is looked for from the daemon's folder"));
		ck_assert_int_eq(place.e->bots_count, 0);
		/* A bot that reading refuses is not remembered. */
		ck_assert(!daemon_tournament_add_bot(place.e, "..=/bin/true", &err));
		ck_assert_ptr_nonnull(strstr(err.text, "a bot's name is not . or .."));
		ck_assert_int_eq(place.e->bots_count, 0);
		place_check_actions();
		place_add_by_hand("bo=/bin/true", "bo");
		ck_assert_ptr_nonnull(
			strstr(place.said, "cup: bot bo takes part from block 1 on\n"));
		ck_assert_int_eq(place.e->bots_count, 1);
		ck_assert_int_eq(place.e->t.bots_count, 4);
		daemon_tournament_stop(place.e, false);
		ck_assert(!daemon_tournament_add_bot(place.e, "dan=/bin/true", &err));
		ck_assert_int_eq(strncmp(err.text, "cup is ending; ", 15), 0);
		event_base_loop(place.terms.base, EVLOOP_ONCE);
		/* The database knows it when it begins again. */
		free(place.e->bots[0]);
		place.e->bots_count = 0;
		place_start();
		ck_assert_int_eq(place.e->state, DAEMON_TOURNAMENT_RUNNING);
		ck_assert_int_eq(place.e->bots_count, 1);
		ck_assert_int_ge(tournament_find_bot(&place.e->t, "bo"), 0);
		place_clear();
	}
END_TEST

START_TEST(both_forms_of_a_name_are_one_bot)
	{
		struct error err;
		place_begin("format = ladder\n" BOTS);
		place_add_by_hand("e\xcc\x81=/bin/true", "e\xcc\x81");
		ck_assert_ptr_nonnull(
			strstr(place.said, "cup: bot \xc3\xa9 takes part from block 1 on\n"));
		ck_assert(!daemon_tournament_add_bot(place.e, "\xc3\xa9=/bin/true", &err));
		ck_assert_str_eq(err.text, "there is a bot \xc3\xa9 already");
		ck_assert(daemon_tournament_bench_bot(place.e, "e\xcc\x81", true, &err));
		ck_assert(daemon_tournament_bench_bot(place.e, "\xc3\xa9", false, &err));
		place_clear();
	}
END_TEST

/* The file names one more bot, dan. */
static void place_name_dan(void)
{
	char *text = memory_print("%sbot dan { command = /bin/true }\n", place.e->text);
	place_write("cup.conf", text);
	free(text);
}

START_TEST(a_new_bot_in_the_file_joins_where_bots_may_join)
	{
		struct error err;
		place_begin(BOTS);
		daemon_tournament_reread(place.e);
		ck_assert_str_eq(place.said, "");
		place_name_dan();
		daemon_tournament_reread(place.e);
		ck_assert_str_eq(place.said,
			"cup: bot dan is new in the file and does not take part; format = round-robin takes no new bots during a run\n");
		ck_assert(!daemon_tournament_changed(place.e));
		ck_assert_int_eq(place.e->t.bots_count, 3);
		place.said[0] = '\0';
		daemon_tournament_take_sent(place.e, "dan", &err);
		ck_assert_str_eq(err.text, "it takes part in cup after the games in play");
		ck_assert_str_eq(place.said,
			"cup: a version was sent of dan: it begins again after the games in play\n");
		ck_assert(place.e->renewing && place.e->director->ending);
		place_clear();
		place_begin("format = ladder\n" BOTS);
		place_name_dan();
		daemon_tournament_take_sent(place.e, "dan", &err);
		ck_assert_str_eq(err.text, "it takes part in cup from block 1 on");
		ck_assert_int_eq(place.e->t.bots_count, 4);
		ck_assert(!place.e->renewing);
		place_clear();
	}
END_TEST

/* Games of the ladder begin elsewhere than this bot can. It is not built: it is asked all the same.
 * Another one joins that was named with it. */
START_TEST(a_bot_that_cannot_play_does_not_join)
	{
		static const char said[] =
			"cup: bot one does not take part: it plays from the usual start alone (feature startpos-only), and with openings = random:2 games begin elsewhere; set openings = none, or leave the bot out\n";
		place_begin("format = ladder\nopenings = random:2\n" BOTS);
		ck_assert(mkdir(fixture_path("one"), 0755) == 0 || errno == EEXIST);
		place_write("one/bot.sh",
			"while read line; do [ \"$line\" != ugi ] || printf 'feature startpos-only\\nugiok\\n'; done\n");
		char *before = memory_copy(place.e->text);
		char *text = memory_print("%sbot one { dir = %s\n command = \"sh bot.sh\" }\n"
					  "bot dan { command = /bin/true }\n",
			place.e->text, fixture_path("one"));
		place_write("cup.conf", text);
		daemon_tournament_reread(place.e);
		ck_assert_str_eq(place.said,
			"cup: bot one is asked for its features, and then takes part\n"
			"cup: bot dan is asked for its features, and then takes part\n");
		while (place.e->joining != NULL)
			event_base_loop(place.terms.base, EVLOOP_ONCE);
		ck_assert_msg(strstr(place.said, said) != NULL, "%s", place.said);
		ck_assert_int_eq(place.e->t.bots_count, 4);
		ck_assert_int_lt(tournament_find_bot(&place.e->t, "one"), 0);
		/* One that was added by hand is forgotten, so that a restart does not refuse all.
		 */
		place_write("cup.conf", before);
		place.said[0] = '\0';
		char *added = memory_print("one=sh %s/bot.sh", fixture_path("one"));
		place_add_by_hand(added, "one");
		ck_assert_msg(strstr(place.said, said) != NULL, "%s", place.said);
		ck_assert_int_eq(place.e->bots_count, 0);
		place_check_actions();
		free(added);
		free(text);
		free(before);
		place_clear();
	}
END_TEST

/* A build that takes a second is no second in which the daemon waits. The referee's program takes
 * the built files, and this one is not that: so the build fails here, once. */
START_TEST(a_bot_that_joins_is_built_beside_the_games)
	{
		char *cache = memory_print("%s", fixture_path("cache"));
		ck_assert_int_eq(setenv("XDG_CACHE_HOME", cache, 1), 0);
		place_begin("format = ladder\n" BOTS);
		ck_assert(mkdir(fixture_path("sources"), 0755) == 0 || errno == EEXIST);
		place_write("sources/bot.sh", "exit 0\n");
		char *text = memory_print("%sbot dan { dir = %s\n command = \"sh bot.sh\"\n"
					  " build = \"sleep 1\" }\n"
					  "bot fay { command = /bin/true }\n",
			place.e->text, fixture_path("sources"));
		place_write("cup.conf", text);
		daemon_tournament_reread(place.e);
		ck_assert_msg(place.e->joining != NULL, "%s", place.said);
		ck_assert_str_eq(place.said,
			"cup: bot dan is built, and then takes part\n"
			"cup: bot fay is asked for its features, and then takes part\n");
		/* as if both had said this in their handshakes */
		for (int i = 0; i < 2; i++)
			place.e->joining->bots[i].author = memory_copy(i == 0 ? "Ada" : "Bob");
		ck_assert_int_eq(place.e->t.bots_count, 3);
		while (place.e->joining != NULL)
			event_base_loop(place.terms.base, EVLOOP_ONCE);
		ck_assert_msg(place.e->t.bots_count == 5, "%s", place.said);
		ck_assert_pstr_eq(place.e->t.bots[3].author, "Ada");
		ck_assert_pstr_eq(place.e->t.bots[4].author, "Bob");
		ck_assert_ptr_nonnull(
			strstr(place.said, "cup: bot dan takes part from block 1 on\n"));
		ck_assert_ptr_nonnull(place.e->t.bots[3].program);
		ck_assert(!place.e->t.bots[3].program->made);
		const char *first = strstr(place.said, "cup: bot dan: the build failed: ");
		ck_assert_ptr_nonnull(first);
		ck_assert_ptr_null(strstr(strchr(first, '\n'), "the build"));
		ck_assert_int_eq(place.changed, 1);
		free(text);
		free(cache);
		place_clear();
		unsetenv("XDG_CACHE_HOME");
	}
END_TEST

START_TEST(a_bot_is_benched_by_hand_once)
	{
		struct error err;
		place_init(BOTS);
		ck_assert(!daemon_tournament_bench_bot(place.e, "bob", true, &err));
		ck_assert_str_eq(err.text, "cup is waiting");
		place_start();
		place.said[0] = '\0';
		ck_assert(!daemon_tournament_bench_bot(place.e, "dan", true, &err));
		ck_assert_str_eq(err.text, "cup has no bot of this name");
		ck_assert(!daemon_tournament_bench_bot(place.e, "bob", false, &err));
		ck_assert_str_eq(err.text, "bob was not benched by hand");
		ck_assert(daemon_tournament_bench_bot(place.e, "bob", true, &err));
		ck_assert_str_eq(err.text,
			"cup: bob is BENCHED by hand: its games are not played while this lasts");
		ck_assert_str_eq(place.said,
			"cup: bob is BENCHED by hand: its games are not played while this lasts\n");
		ck_assert(place.e->store.benching.benched[1]);
		ck_assert(!place.e->store.benching.benched[0]);
		ck_assert(!daemon_tournament_bench_bot(place.e, "bob", true, &err));
		ck_assert_str_eq(err.text, "bob is benched by hand already");
		ck_assert(daemon_tournament_bench_bot(place.e, "bob", false, &err));
		ck_assert(!place.e->store.benching.benched[1]);
		place_clear();
	}
END_TEST

/* The owner of a bot of the file; of a remote bot, or of one that was sent, that of its token. */
START_TEST(the_pages_get_the_owners)
	{
		static const char sent[] = "/srv/submissions/.bots";
		place_init_pages("bot ann { command = /bin/true\n owner = amy }\n"
				 "bot bob { command = /bin/true }\nbot eve { remote = yes }\n"
				 "bot dan { remote = yes }\nbot zoe { remote = yes }\n");
		const char *line;
		line = place_shown("owners");
		ck_assert_str_eq(line, "owners 7 ann amy\\neve eva\\nzoe zed\\n\n");
		place.e->t.bots[1].at.file = sent;
		daemon_tournament_publish_owners(place.e); /* no token has changed */
		place_tokens++;
		daemon_tournament_publish_owners(place.e);
		line = place_shown("owners");
		ck_assert_str_eq(line, "owners 7 ann amy\\nbob bea\\neve eva\\nzoe zed\\n\n");
		place_clear_pages();
	}
END_TEST

START_TEST(the_pages_get_who_is_benched)
	{
		const char *line;
		place_init_pages(BOTS);
		place_run();
		benching_bench(&place.e->store.benching, 0, true);
		benching_bench(&place.e->store.benching, 2, true);
		daemon_tournament_publish(place.e);
		line = place_shown("details");
		ck_assert_str_eq(line, "details 7 round-robin ann\\x20eve\n");
		place_clear_pages();
	}
END_TEST

/* --- seasons -------------------------------------------------------------------------------- */

/* 2026-12-01, noon UTC, by date(1) */
#define DECEMBER "1796126400000\n"

static const char season_file[] =
	"name = Ladder\nformat = ladder\nseason = monthly\n"
	"bot ann { command = /bin/true }\nbot bob { command = /bin/true }\n";

/* A season in the database, of which a game is played in which ann had 1510 in the end. */
static void place_season(struct db *db, const char *name, const char *definition)
{
	struct db_tournament t = {0, name, "tictactoe", "ladder", definition, 2, 1, 5};
	struct db_bot ann = {0, "ann", "/bin/true", "a"}, bob = {0, "bob", "/bin/true", "b"};
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, &t));
	FIXTURE_GOOD(db_bot_add(db, &ann));
	FIXTURE_GOOD(db_bot_add(db, &bob));
	struct db_game g = {.tournament = t.id,
		.pairing = 1,
		.round = 1,
		.opening = "",
		.final = "",
		.reason = "normal",
		.sandbox = "full",
		.seats = 2,
		.seat = {{.bot = ann.id,
				 .rank = 1,
				 .points = 1,
				 .verdict = "ok",
				 .elo_before = 1500,
				 .elo_after = 1510},
			{.bot = bob.id,
				.rank = 2,
				.verdict = "ok",
				.elo_before = 1500,
				.elo_after = 1490}}};
	FIXTURE_GOOD(db_game_add(db, &g));
	FIXTURE_GOOD(db_commit(db));
}

static const struct {
	const char *november, *december; /* definitions; NULL: not in the database */
	const char *prior;		 /* NULL: none */
} prior_rows[] = {
	{NULL, NULL, NULL},
	{"game = tictactoe\n", NULL, "ann:10.0 bob:-10.0"},
	{"game = tictactoe\n", "prior = ann:7\n", "ann:7"},
	{"game = tictactoe\n", "game = tictactoe\n", NULL},
};

START_TEST(a_season_begins_with_the_ratings_of_the_one_before)
	{
		place_init(BOTS);
		place_write("clock", DECEMBER);
		ck_assert_int_eq(setenv("REFEREE_SEASON_CLOCK", fixture_path("clock"), 1), 0);
		fixture_remove(fixture_path("ladder.db"));
		struct db *db = NULL;
		if (prior_rows[_i].november != NULL) {
			FIXTURE_GOOD(db_open(&db, fixture_path("ladder.db"), DB_WRITE));
			place_season(db, "Ladder 2026-11", prior_rows[_i].november);
			place_season(db, "Other 2026-11", prior_rows[_i].november);
		}
		if (prior_rows[_i].december != NULL)
			place_season(db, "Ladder 2026-12", prior_rows[_i].december);
		db_close(db);
		char *text = memory_print("game = tictactoe\nsandbox = none\ndb = %s\n%s",
			fixture_path("ladder.db"), season_file);
		struct error err;
		place_write("ladder.conf", text);
		free(text);
		struct daemon_tournament *entry = daemon_tournament_create(
			fixture_path("ladder.conf"), TEXT_FILE_ANYONE, &place.terms, NULL, &err);
		ck_assert_ptr_nonnull(entry);
		ck_assert_str_eq(entry->t.name, "Ladder 2026-12");
		if (prior_rows[_i].prior != NULL)
			ck_assert_str_eq(entry->t.prior, prior_rows[_i].prior);
		else
			ck_assert_ptr_null(entry->t.prior);
		ck_assert_int_eq(entry->season_at, INT64_C(1796126400000));
		ck_assert(!daemon_tournament_season_is_over(entry, INT64_C(1798761599999)));
		ck_assert(daemon_tournament_season_is_over(entry, INT64_C(1798761600000)));
		daemon_tournament_free(entry);
		unsetenv("REFEREE_SEASON_CLOCK");
		place_clear();
	}
END_TEST

START_TEST(without_a_clock_of_its_own_the_moment_is_now)
	{
		unsetenv("REFEREE_SEASON_CLOCK");
		for (int i = 0; i < 2; i++) {
			int64_t before = time_utc(), now = daemon_tournament_season_now();
			ck_assert(before <= now && now <= time_utc());
			place_write("clock", "no number\n");
			setenv("REFEREE_SEASON_CLOCK", fixture_path("clock"), 1);
		}
		unsetenv("REFEREE_SEASON_CLOCK");
	}
END_TEST

/* --- its file ------------------------------------------------------------------------------- */

START_TEST(a_file_has_changed_when_one_that_it_includes_has)
	{
		char *include = memory_print("include = %s\n", fixture_path("more.conf"));
		place_write("more.conf", BOTS);
		place_init(include);
		ck_assert_int_eq(place.e->t.bots_count, 3);
		ck_assert(!daemon_tournament_changed(place.e));
		place_write("more.conf", BOTS "bot dan { command = /bin/true }\n");
		ck_assert(daemon_tournament_changed(place.e));
		daemon_tournament_reread(place.e);
		ck_assert_int_eq(place.e->t.bots_count, 4);
		ck_assert_int_eq(place.changed, 1);
		ck_assert(!daemon_tournament_changed(place.e));
		free(include);
		place_clear();
	}
END_TEST

START_TEST(a_file_that_is_wrong_when_it_is_read_again_fails_while_it_waits)
	{
		place_init(BOTS);
		place_write("cup.conf", "name = cup\ngame = chess\n");
		daemon_tournament_reread(place.e);
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "failed");
		ck_assert_ptr_nonnull(strstr(place.e->why, "cup.conf:2: "));
		place_clear();
		/* One that runs goes on. */
		place_begin(BOTS);
		place_write("cup.conf", "name = cup\ngame = chess\n");
		daemon_tournament_reread(place.e);
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "running");
		ck_assert_ptr_nonnull(
			strstr(place.said, "cup: the tournament continues unchanged\n"));
		place_clear();
	}
END_TEST

/* The text of /etc/passwd, which root owns, is in no message. */
START_TEST(a_file_that_a_link_replaces_is_not_read)
	{
		place_init(BOTS);
		place.e->owner = geteuid();
		ck_assert_int_eq(unlink(fixture_path("cup.conf")), 0);
		ck_assert_int_eq(symlink("/etc/passwd", fixture_path("cup.conf")), 0);
		daemon_tournament_reread(place.e);
		ck_assert_ptr_nonnull(strstr(place.said, "is a link; name the file"));
		ck_assert_ptr_null(strstr(place.said, "root:"));
		ck_assert_int_eq(unlink(fixture_path("cup.conf")), 0);
		place_clear();
		place_init(BOTS);
		place.e->owner = geteuid() + 1;
		place_write("cup.conf", "root:x:0\n");
		daemon_tournament_reread(place.e);
		ck_assert_ptr_nonnull(strstr(place.said, "cup.conf: belongs to user "));
		ck_assert_ptr_null(strstr(place.said, "root:"));
		place_clear();
	}
END_TEST

START_TEST(a_version_that_is_sent_waits_for_the_beginning)
	{
		struct error err;
		place_init(BOTS);
		place_name_dan();
		daemon_tournament_take_sent(place.e, "dan", &err);
		ck_assert_str_eq(err.text, "it takes part when cup begins");
		ck_assert_int_eq(place.e->t.bots_count, 4);
		place_clear();
		/* Of a bot that plays already. */
		place_begin("format = ladder\n" BOTS);
		daemon_tournament_take_sent(place.e, "bob", &err);
		ck_assert_str_eq(err.text, "it takes part in cup after the games in play");
		ck_assert(place.e->renewing);
		place_clear();
		place_begin(BOTS);
		daemon_tournament_take_sent(place.e, NULL, &err);
		ck_assert_str_eq(place.said,
			"cup: its bots have changed: it begins again after the games in play\n");
		place_clear();
		/* The file does not name it. */
		place_begin("format = ladder\n" BOTS);
		daemon_tournament_take_sent(place.e, "dan", &err);
		ck_assert_str_eq(err.text, "cup refuses it; the operator's log has the reason");
		ck_assert(!place.e->renewing);
		place_clear();
	}
END_TEST

FAKE_WEB_SUITE("referee/daemon/daemon-tournament-file",
	CASE(a_past_season_is_done_and_keeps_its_games), CASE(a_file_has_changed_when_its_text_has),
	LOOP(a_bot_is_not_added_where_none_may_join, sizeof add_rows / sizeof *add_rows),
	CASE(a_bot_joins_a_ladder), CASE(both_forms_of_a_name_are_one_bot),
	CASE(a_bot_that_cannot_play_does_not_join),
	CASE(a_new_bot_in_the_file_joins_where_bots_may_join),
	CASE(a_bot_that_joins_is_built_beside_the_games), CASE(a_bot_is_benched_by_hand_once),
	CASE(the_pages_get_the_owners), CASE(the_pages_get_who_is_benched),
	LOOP(a_season_begins_with_the_ratings_of_the_one_before,
		sizeof prior_rows / sizeof *prior_rows),
	CASE(without_a_clock_of_its_own_the_moment_is_now),
	CASE(a_file_has_changed_when_one_that_it_includes_has),
	CASE(a_file_that_is_wrong_when_it_is_read_again_fails_while_it_waits),
	CASE(a_version_that_is_sent_waits_for_the_beginning),
	CASE(a_file_that_a_link_replaces_is_not_read))
