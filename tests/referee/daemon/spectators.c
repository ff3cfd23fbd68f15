/*
 * Who looks on at games: what becomes of one whose game has ended, and is kept, or is not taken as
 * it was played.
 */
#include "referee/daemon/spectators.h"

#include <string.h>

#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

/* A gallery with one looker at a game of two bots. */
struct looking {
	struct tournament t;
	struct spectators *gallery;
	struct spectator *looker;
	struct job job;
	char last[256]; /* the last line that it got */
	char why[256];	/* why it ended; "-" while it has not */
};

static bool looking_on_line(void *owner, const char *line)
{
	struct looking *l = owner;
	snprintf(l->last, sizeof l->last, "%s", line);
	return true;
}

static void looking_on_ended(void *owner, const char *why)
{
	struct looking *l = owner;
	snprintf(l->why, sizeof l->why, "%s", why);
}

static void looking_hear(struct looking *l, const char *line)
{
	spectators_record(l->gallery, 1, &l->t, &l->job, line);
}

static struct looking *looking_create(bool follow)
{
	static const struct spectator_calls calls = {looking_on_line, looking_on_ended};
	struct looking *l = memory_get(1, sizeof *l);
	char why[256];
	test_tournament_init(&l->t, "tictactoe", 2, 2, 1, NULL);
	l->gallery = spectators_create();
	l->job.pairing = (struct pairing){.round = 1, .seats = 2, .bot = {0, 1}, .key = 7};
	strcpy(l->why, "-");
	looking_hear(l, "game 7 0");
	ck_assert_int_eq(spectators_number(l->gallery, 1, 7), 1);
	ck_assert(spectator_create(l->gallery, &(struct spectator_wish){.follow = follow}, &calls,
		l, &l->looker, why, sizeof why));
	looking_hear(l, "end win 0 final");
	ck_assert_str_eq(l->why, "-");
	return l;
}

static void looking_free(struct looking *l)
{
	spectators_free(l->gallery);
	tournament_clear(&l->t);
	free(l);
}

START_TEST(who_saw_the_end_is_told_where_the_game_is_kept_and_leaves)
	{
		struct looking *l = looking_create(false);
		spectators_kept(l->gallery, 1, 7, 5, "/cup.db");
		ck_assert_str_eq(l->last, "kept 1 5 /cup.db");
		ck_assert_str_eq(l->why, "");
		ck_assert_int_eq(spectators_lookers(l->gallery), 0);
		looking_free(l);
	}
END_TEST

/* As when the gate died in it. */
START_TEST(who_saw_the_end_of_a_game_that_is_played_again_leaves_at_once)
	{
		struct looking *l = looking_create(false);
		looking_hear(l, NULL);
		ck_assert_ptr_nonnull(strstr(l->why, "played again"));
		ck_assert_int_eq(spectators_lookers(l->gallery), 0);
		looking_free(l);
	}
END_TEST

START_TEST(who_follows_sees_it_again_under_its_number_and_where_it_is_kept)
	{
		struct looking *l = looking_create(true);
		looking_hear(l, NULL);
		ck_assert_str_eq(l->last, "wait");
		looking_hear(l, "game 7 0");
		ck_assert_int_eq(spectators_number(l->gallery, 1, 7), 1);
		looking_hear(l, "end win 0 final");
		spectators_kept(l->gallery, 1, 7, 5, "/cup.db");
		ck_assert_str_eq(l->last, "kept 1 5 /cup.db");
		ck_assert_str_eq(l->why, "-");
		looking_free(l);
	}
END_TEST

SUITE("referee/daemon/spectators", CASE(who_saw_the_end_is_told_where_the_game_is_kept_and_leaves),
	CASE(who_saw_the_end_of_a_game_that_is_played_again_leaves_at_once),
	CASE(who_follows_sees_it_again_under_its_number_and_where_it_is_kept))
