/*
 * A tournament that goes on: what the database has of it that the file writes otherwise.
 */
#include "referee/director/resume.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/db-fixture.h"
#include "tests/lib/test-tournament.h"

static const char composed[] = "Jos\xc3\xa9", decomposed[] = "Jose\xcc\x81";

/* Opens the tournament with a first bot of this name, and leaves it. then: the name that the bot
 * has in it. */
static void names_open(const char *format, const char *name, char then[BOT_NAME])
{
	static const struct game_store_options none;
	struct reported told;
	struct game_queue queue;
	struct game_store store;
	struct tournament t;
	struct error err;
	reported_init(&told);
	test_tournament_init(&t, "nim", 2, 3, 1, NULL);
	free(t.format);
	t.format = memory_copy(format);
	free(t.bots[0].name);
	t.bots[0].name = memory_copy(name);
	free(t.name);
	t.name = memory_copy("cup");
	free(t.db);
	t.db = memory_copy(fixture_path(format));
	ck_assert(game_queue_init(&queue, &t, &told.mistakes));
	ck_assert_msg(resume_open(&store, &t, &queue, &none, &err) == DB_OK, "%s", err.text);
	snprintf(then, BOT_NAME, "%s", t.bots[0].name);
	ck_assert_int_eq(t.bots_count, 3);
	resume_close(&store);
	game_queue_clear(&queue);
	tournament_clear(&t);
}

START_TEST(a_bot_keeps_the_form_of_its_name_that_the_games_have)
	{
		static const char *const formats[] = {"round-robin", "ladder"};
		char then[BOT_NAME];
		names_open(formats[_i], decomposed, then);
		ck_assert_str_eq(then, decomposed);
		names_open(formats[_i], composed, then);
		ck_assert_str_eq(then, decomposed);
	}
END_TEST

SUITE("referee/director/resume", LOOP(a_bot_keeps_the_form_of_its_name_that_the_games_have, 2))
