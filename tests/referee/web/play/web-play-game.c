/*
 * Games of people: which move may be played when, what is taken back, which games are kept.
 */
#include "referee/web/play/web-play-game.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

static struct web_play_offer table;
static struct web_play_games games;
static char socket_of_seat; /* its address stands for a socket */

static void set_up(void)
{
	table = (struct web_play_offer){.name = strdup("cup"),
		.rules = rules_find("tictactoe"),
		.players = 2,
		.bots = {{strdup("ann"), 3}, {strdup("bob"), 2}},
		.bots_count = 2,
		.ready = true};
	games = (struct web_play_games){.first = NULL};
}

static void tear_down(void)
{
	for (struct web_play_game *g = games.first; g != NULL; g = g->next)
		g->link.bev = NULL;
	web_play_games_clear(&games);
	free(table.name);
	free(table.bots[0].name);
	free(table.bots[1].name);
}

/* A game after these moves, whose person has seat 1. */
static struct web_play_game *after(const char *moves)
{
	struct web_play_game *g = web_play_games_add(&games, 1);
	char *copy = strdup(moves), *rest = copy, *word;
	g->offer = &table;
	g->seat = 1;
	g->state = WEB_PLAY_RUNS;
	g->kept = memory_get(WEB_PLAY_PLIES, sizeof *g->kept);
	while (*moves != '\0' && (word = strsep(&rest, " ")) != NULL) {
		g->kept[g->kept_count].seat = 1 + g->kept_count % 2;
		snprintf(g->kept[g->kept_count++].move, MOVE_TEXT, "%s", word);
	}
	free(copy);
	g->link.bev = (struct bufferevent *)&socket_of_seat;
	g->link.last_question = g->kept_count;
	g->link.wants = g->kept_count % 2 == 0;
	return g;
}

static const struct {
	const char *before, *text;
	int ply;
	enum web_play_verdict verdict;
} judged[] = {
	{"", "a1", 0, WEB_PLAY_GOOD},
	{"", "a1", 1, WEB_PLAY_STALE},
	{"", "z9", 0, WEB_PLAY_ILLEGAL},
	{"", "", 0, WEB_PLAY_ILLEGAL},
	{"", "resign", 0, WEB_PLAY_ILLEGAL},
	{"", "a1 b2", 0, WEB_PLAY_ILLEGAL},
	{"", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 0, WEB_PLAY_ILLEGAL},
	{"a1 b2", "b2", 2, WEB_PLAY_ILLEGAL},
	{"a1 b2", "c3", 2, WEB_PLAY_GOOD},
	{"a1 b2", "a1", 0, WEB_PLAY_REPEATED},
	{"a1 b2", "c3", 0, WEB_PLAY_STALE},
	{"a1", "b2", 1, WEB_PLAY_EARLY},
};

START_TEST(a_move_is_judged_by_its_ply_and_the_rules)
	{
		set_up();
		struct web_play_game *g = after(judged[_i].before);
		ck_assert_int_eq(web_play_game_judge(g, judged[_i].text, judged[_i].ply),
			judged[_i].verdict);
		tear_down();
	}
END_TEST

START_TEST(a_move_that_was_sent_is_not_sent_again)
	{
		set_up();
		struct web_play_game *g = after("");
		g->sent = 0;
		strcpy(g->sent_move, "a1");
		g->link.wants = false;
		ck_assert_int_eq(web_play_game_judge(g, "b2", 0), WEB_PLAY_STALE);
		ck_assert_int_eq(web_play_game_judge(g, "a1", 0), WEB_PLAY_REPEATED);
		ck_assert(!web_play_game_wants(g));
		g->state = WEB_PLAY_OVER;
		ck_assert_int_eq(web_play_game_judge(g, "a1", 0), WEB_PLAY_STALE);
		tear_down();
	}
END_TEST

START_TEST(a_move_taken_back_is_the_persons_last_one)
	{
		set_up();
		struct web_play_game *g = after("a1 b2 c3 b1");
		ck_assert_int_eq(web_play_game_back(g), 2);
		g->link.bev = NULL;
		web_play_game_cut(g, 2);
		ck_assert_int_eq(web_play_game_plies(g), 2);
		char *moves = web_play_game_moves(g);
		ck_assert_str_eq(moves, "a1 b2");
		free(moves);
		ck_assert_int_eq(web_play_game_back(after("")), -1);
		ck_assert_int_eq(
			web_play_game_back(after("a1")), -1); /* it is not the person's turn */
		tear_down();
	}
END_TEST

START_TEST(a_bot_has_all_other_seats)
	{
		set_up();
		ck_assert(web_play_offer_has_seat(&table, 0, 1) &&
			  web_play_offer_has_seat(&table, 0, 2));
		ck_assert(web_play_offer_has_seat(&table, 1, 1) &&
			  !web_play_offer_has_seat(&table, 1, 2));
		tear_down();
	}
END_TEST

START_TEST(ids_differ_and_find_their_game_alone)
	{
		set_up();
		struct web_play_game *one = after(""), *two = after("a1");
		ck_assert_str_ne(one->id, two->id);
		ck_assert_uint_eq(strlen(one->id), WEB_PLAY_ID);
		ck_assert_ptr_eq(web_play_games_find(&games, one->id), one);
		ck_assert_ptr_eq(web_play_games_find(&games, two->id), two);
		char almost[WEB_PLAY_ID + 2];
		snprintf(almost, sizeof almost, "%s0", one->id);
		ck_assert_ptr_null(web_play_games_find(&games, almost));
		almost[WEB_PLAY_ID - 1] = '\0';
		ck_assert_ptr_null(web_play_games_find(&games, almost));
		ck_assert_ptr_null(web_play_games_find(&games, ""));
		tear_down();
	}
END_TEST

static void count_gone(void *arg, struct web_play_game *g)
{
	(void)g;
	++*(int *)arg;
}

START_TEST(finished_games_make_room_and_games_in_play_do_not)
	{
		set_up();
		int gone = 0;
		for (int i = 0; i < WEB_PLAY_KEPT; i++)
			ck_assert_ptr_nonnull(after(""));
		ck_assert_ptr_null(web_play_games_add(&games, 1));
		ck_assert_int_eq(web_play_games_running(&games, NULL), WEB_PLAY_KEPT);
		games.first->state = WEB_PLAY_OVER;
		games.first->ended = 5;
		games.first->link.bev = NULL;
		ck_assert_ptr_nonnull(after(""));
		ck_assert_int_eq(games.count, WEB_PLAY_KEPT);
		games.first->state = WEB_PLAY_OVER;
		games.first->ended = 5;
		games.first->link.bev = NULL;
		web_play_games_forget(&games, WEB_PLAY_KEEP, count_gone, &gone);
		ck_assert_int_eq(gone, 0);
		web_play_games_forget(&games, WEB_PLAY_KEEP + 5, count_gone, &gone);
		ck_assert_int_eq(gone, 1);
		ck_assert_int_eq(games.count, WEB_PLAY_KEPT - 1);
		tear_down();
	}
END_TEST

/* Three games in play, after forms at 1, 2 and 3 s; the last waits for the bot. */
START_TEST(of_those_that_let_us_wait_the_longest_silent_gives_way)
	{
		set_up();
		struct web_play_game *first = after(""), *second = after(""), *bots = after("a1");
		first->acted = 2 * SECOND;
		second->acted = 3 * SECOND;
		bots->acted = SECOND;
		ck_assert_ptr_null(web_play_games_idle(&games, 62 * SECOND - 1));
		ck_assert_ptr_eq(web_play_games_idle(&games, 62 * SECOND), first);
		ck_assert_ptr_eq(web_play_games_idle(&games, 3600 * SECOND), first);
		first->acted = 4 * SECOND;
		ck_assert_ptr_eq(web_play_games_idle(&games, 3600 * SECOND), second);
		second->state = WEB_PLAY_OVER;
		ck_assert_ptr_eq(web_play_games_idle(&games, 3600 * SECOND), first);
		first->link.wants = false;
		ck_assert_ptr_null(web_play_games_idle(&games, 3600 * SECOND));
		tear_down();
	}
END_TEST

static const struct {
	enum verdict mine, theirs;
	int64_t my_rank, their_rank;
	const char *text;
} results[] = {
	{VERDICT_OK, VERDICT_OK, 1, 2, "You have won."},
	{VERDICT_OK, VERDICT_OK, 2, 1, "You have lost."},
	{VERDICT_OK, VERDICT_OK, 1, 1, "The game is drawn."},
	{VERDICT_RESIGN, VERDICT_OK, 2, 1, "You have lost: you resigned."},
	{VERDICT_TIME, VERDICT_OK, 2, 1, "You have lost: you made no move for too long."},
	{VERDICT_OK, VERDICT_TIME, 1, 2, "You have won: the bot took too long."},
	{VERDICT_OK, VERDICT_CRASH, 1, 2, "You have won: the bot failed."},
};

START_TEST(a_result_is_a_sentence)
	{
		set_up();
		struct web_play_game *g = after("a1");
		struct move_list_result *r = &g->link.record.record.result;
		char text[160];
		g->state = WEB_PLAY_OVER;
		web_play_game_result(g, text, sizeof text);
		ck_assert_str_eq(text, "The game has ended: it has no result.");
		r->reason = strdup("normal");
		r->ends.verdict[0] = results[_i].mine;
		r->ends.verdict[1] = results[_i].theirs;
		r->rank[0] = results[_i].my_rank;
		r->rank[1] = results[_i].their_rank;
		web_play_game_result(g, text, sizeof text);
		ck_assert_str_eq(text, results[_i].text);
		tear_down();
	}
END_TEST

/* A class behind one router has several tables, and leaves one to the others. */
static const int shares[][2] = {{1, 1}, {2, 1}, {3, 2}, {4, 3}, {8, 6}, {64, 48}};

START_TEST(one_address_has_several_tables_but_not_all)
	{
		ck_assert_int_eq(web_play_games_share(shares[_i][0]), shares[_i][1]);
	}
END_TEST

SUITE("web/play/web-play-game",
	LOOP(a_move_is_judged_by_its_ply_and_the_rules, sizeof judged / sizeof *judged),
	CASE(a_move_that_was_sent_is_not_sent_again),
	CASE(a_move_taken_back_is_the_persons_last_one), CASE(a_bot_has_all_other_seats),
	CASE(ids_differ_and_find_their_game_alone),
	CASE(finished_games_make_room_and_games_in_play_do_not),
	CASE(of_those_that_let_us_wait_the_longest_silent_gives_way),
	LOOP(a_result_is_a_sentence, sizeof results / sizeof *results),
	LOOP(one_address_has_several_tables_but_not_all, sizeof shares / sizeof *shares))
