/*
 * The pages on which people play: the values of each state, and names that must not become HTML.
 * The game is tictactoe, whose cells are a1 to c3; the person has seat 1.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/game/move-list.h"
#include "referee/web/play/web-play.h"
#include "tests/lib/suite.h"

static struct web_play *visit;
static struct web_play_offer table;
static struct web_options options;
static char socket_of_seat; /* its address stands for a socket */

static void begin(void)
{
	options = (struct web_options){.title = "Cup & Co"};
	table = (struct web_play_offer){.name = memory_copy("cup"),
		.rules = rules_find("tictactoe"),
		.players = 2,
		.bots = {{memory_copy("<ann>"), 3}, {memory_copy("bob"), 2}},
		.bots_count = 2,
		.ready = true};
	visit = memory_get(1, sizeof *visit);
	visit->web.options = &options;
	visit->web.prefix = "/x";
	visit->offers = &table;
	visit->offers_count = 1;
	visit->games_max = 8;
	visit->silence = 600;
}

static void end(void)
{
	for (struct web_play_game *g = visit->games.first; g != NULL; g = g->next)
		g->link.bev = NULL;
	web_play_games_clear(&visit->games);
	free(table.name);
	free(table.bots[0].name);
	free(table.bots[1].name);
	free(visit);
}

/* A game against <ann> after these moves; wants: the person's move is awaited. */
static struct web_play_game *after(const char *moves, bool wants)
{
	struct web_play_game *g = web_play_games_add(&visit->games, 1);
	char *copy = memory_copy(moves), *rest = copy, *word;
	g->offer = &table;
	g->seat = 1;
	g->state = WEB_PLAY_RUNS;
	g->version = 7;
	g->kept = memory_get(WEB_PLAY_PLIES, sizeof *g->kept);
	while ((word = strsep(&rest, " ")) != NULL && *word != '\0') {
		g->kept[g->kept_count].seat = 1 + g->kept_count % 2;
		snprintf(g->kept[g->kept_count++].move, MOVE_TEXT, "%s", word);
	}
	free(copy);
	g->link.bev = (struct bufferevent *)&socket_of_seat;
	g->link.last_question = g->kept_count;
	g->link.wants = wants;
	return g;
}

static json_t *json_of(struct web_play_game *g)
{
	size_t length;
	json_error_t error;
	const char *text = web_play_json(g, &length);
	ck_assert_uint_eq(strlen(text), length);
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
	ck_assert_msg(root != NULL, "%s in %s", error.text, text);
	return root;
}

static const char *text_of(json_t *root, const char *key)
{
	return json_string_value(json_object_get(root, key));
}

static int number_of(json_t *root, const char *key)
{
	ck_assert(json_is_integer(json_object_get(root, key)));
	return (int)json_integer_value(json_object_get(root, key));
}

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no %s in %s", part, text);
}

static void lacks(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) == NULL, "%s in %s", part, text);
}

/* A page; the caller frees it. No name in it is HTML. */
static char *page_of(void (*write)(FILE *out, void *arg), void *arg)
{
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	write(out, arg);
	memory_close(out);
	lacks(text, "<ann>");
	has(text, "Cup &amp; Co</title>");
	return text;
}

static struct web_play_game *own; /* the reader's, on the first page */

static void write_home(FILE *out, void *arg)
{
	web_play_write_home(visit, out, arg, own);
}

static void write_game(FILE *out, void *arg)
{
	web_play_write_game(visit, out, arg, "a < b");
}

static void write_send(FILE *out, void *arg)
{
	web_play_write_send(visit, out, arg);
}

static void write_sending(FILE *out, void *arg)
{
	web_play_write_sending(visit, out, arg);
}

START_TEST(the_data_of_a_game_say_whose_turn_it_is_and_what_may_be_done)
	{
		begin();
		struct web_play_game *g = after("a1 b2", true);
		json_t *root = json_of(g), *legal = json_object_get(root, "legal");
		ck_assert_str_eq(text_of(root, "id"), g->id);
		ck_assert_int_eq(number_of(root, "version"), 7);
		ck_assert_str_eq(text_of(root, "game"), "tictactoe");
		ck_assert_str_eq(text_of(root, "bot"), "<ann>");
		ck_assert_str_eq(text_of(root, "state"), "runs");
		ck_assert_str_eq(text_of(root, "words"), "<ann> played b2. Your turn.");
		ck_assert(json_is_true(json_object_get(root, "turn")));
		ck_assert_int_eq(number_of(root, "ply"), 2);
		ck_assert_int_eq(number_of(root, "you"), 1);
		ck_assert_int_eq(number_of(root, "seats"), 2);
		ck_assert_uint_eq(json_array_size(json_object_get(root, "marks")), 2);
		ck_assert(json_is_true(json_object_get(root, "back")));
		ck_assert(json_is_null(json_object_get(root, "hint")));
		ck_assert(json_is_null(json_object_get(root, "no_hint")));
		ck_assert(json_is_false(json_object_get(root, "hinting")));
		ck_assert(json_is_false(json_object_get(root, "resigns")));
		ck_assert(json_is_false(json_object_get(root, "record")));
		/* of nine cells two are taken; each move touches one cell, another one each */
		ck_assert_uint_eq(json_array_size(legal), 7);
		int seen = 0;
		for (size_t i = 0; i < 7; i++) {
			json_t *one = json_array_get(legal, i), *cells = json_array_get(one, 1);
			ck_assert_str_ne(json_string_value(json_array_get(one, 0)), "a1");
			ck_assert_str_ne(json_string_value(json_array_get(one, 0)), "b2");
			ck_assert_uint_eq(json_array_size(cells), 1);
			seen |= 1 << json_integer_value(json_array_get(cells, 0));
		}
		ck_assert_int_eq(__builtin_popcount((unsigned)seen), 7);
		json_t *replay = json_object_get(root, "replay");
		ck_assert(json_is_object(replay));
		json_decref(root);
		end();
	}
END_TEST

START_TEST(the_words_follow_the_state)
	{
		begin();
		struct web_play_game *g = after("a1", false);
		json_t *root = json_of(g);
		ck_assert_str_eq(text_of(root, "words"), "You played a1. <ann> is thinking.");
		ck_assert(json_is_false(json_object_get(root, "turn")));
		ck_assert_uint_eq(json_array_size(json_object_get(root, "legal")), 0);
		json_decref(root);
		g = after("", false);
		g->state = WEB_PLAY_BEGINS;
		root = json_of(g);
		ck_assert_str_eq(text_of(root, "state"), "begins");
		ck_assert_str_eq(text_of(root, "words"), "The bot is being started.");
		ck_assert(json_is_false(json_object_get(root, "back")));
		json_decref(root);
		g = after("a1", false);
		g->resigns = true;
		root = json_of(g);
		ck_assert_str_eq(
			text_of(root, "words"), "You played a1. You resign; the game goes on.");
		ck_assert(json_is_true(json_object_get(root, "resigns")));
		json_decref(root);
		/* a hint is for one ply */
		g = after("a1 b2", true);
		strcpy(g->hint, "c3");
		g->hint_ply = 2;
		root = json_of(g);
		ck_assert_str_eq(text_of(root, "hint"), "c3");
		json_decref(root);
		g = after("a1 b2", true);
		strcpy(g->hint, "c3");
		g->hint_ply = 0;
		strcpy(g->no_hint, "it took too long");
		g->helper.key = 5;
		root = json_of(g);
		ck_assert(json_is_null(json_object_get(root, "hint")));
		ck_assert_str_eq(text_of(root, "no_hint"), "it took too long");
		ck_assert(json_is_true(json_object_get(root, "hinting")));
		json_decref(root);
		g = after("a1", false);
		g->state = WEB_PLAY_OVER;
		strcpy(g->why, "The server was stopped");
		root = json_of(g);
		ck_assert_str_eq(text_of(root, "state"), "over");
		has(text_of(root, "words"), "The server was stopped");
		json_decref(root);
		end();
	}
END_TEST

START_TEST(the_page_of_a_game_has_its_moves_as_buttons)
	{
		char form[128];
		begin();
		struct web_play_game *g = after("a1 b2", true);
		char *text = page_of(write_game, g);
		has(text, "<h1>You against &lt;ann&gt;</h1>");
		has(text, "a &lt; b.</p>");
		snprintf(form, sizeof form,
			"<form method=\"post\" action=\"/x/play/%s\"><input type=\"hidden\" name=\"ply\" value=\"2\">",
			g->id);
		has(text, form);
		has(text, ">c3<");
		has(text, "1. a1 2. b2</p>");
		has(text, "value=\"hint\">Hint<");
		has(text, "value=\"back\">Take back<");
		has(text, "value=\"resign\">Resign<");
		lacks(text, "http-equiv=\"refresh\"");
		free(text);
		g = after("a1", false);
		text = page_of(write_game, g);
		has(text, "http-equiv=\"refresh\"");
		has(text, "value=\"hint\" disabled>Hint<");
		free(text);
		g = after("a1", false);
		g->state = WEB_PLAY_OVER;
		g->offer_number = 3;
		g->bot = 1;
		text = page_of(write_game, g);
		has(text,
			"name=\"bot\" value=\"3.1\"><input type=\"hidden\" name=\"seat\" value=\"1\">");
		lacks(text, ".record\"");
		free(text);
		end();
	}
END_TEST

START_TEST(the_first_page_counts_tables_and_offers_bots)
	{
		char why[] = "a < b", link[256];
		begin();
		after("", true);
		after("", true)->state = WEB_PLAY_OVER;
		char *text = page_of(write_home, why);
		has(text,
			"1 of 8 tables is taken; one address may have 6. A game ends after 10 minutes without a move of yours.");
		has(text,
			"<option value=\"0.0\">&lt;ann&gt;</option><option value=\"0.1\">bob</option>");
		has(text, "a &lt; b.</p>");
		has(text, "value=\"0\" checked> any seat");
		has(text, "seat 1, moves first");
		lacks(text, "href=\"/x/send\"");
		lacks(text, "/x/watch");
		lacks(text, "is in play");
		free(text);
		own = after("", true);
		text = page_of(write_home, why);
		snprintf(link, sizeof link,
			"<a href=\"/x/play/%s\">Your game against <bdi>&lt;ann&gt;</bdi></a> is in play.</p>",
			own->id);
		has(text, link);
		free(text);
		own = NULL;
		table.ready = false;
		visit->sends = 1;
		visit->silence = 60;
		options.other = ":80";
		text = page_of(write_home, why);
		has(text, "2 of 8 tables are taken;");
		has(text, "after 1 minute without");
		has(text, "Its bots are being prepared");
		has(text, "href=\"/x/send\"");
		has(text, "/x/watch");
		lacks(text, "<option");
		free(text);
		visit->silence = 59;
		text = page_of(write_home, why);
		has(text, "after 59 seconds without");
		free(text);
		visit->offers_count = 0;
		text = page_of(write_home, why);
		has(text, "the operator of this server offers none");
		lacks(text, "tables are taken");
		free(text);
		end();
	}
END_TEST

static const struct {
	int64_t bytes;
	const char *text;
} sizes[] = {
	{2500000, "at most 2.5 MB<"},
	{2093056, "at most 2 MB<"},
	{2499999, "at most 2.4 MB<"},
	{1000000, "at most 1 MB<"},
	{999999, "at most 999.9 KB<"},
	{64000, "at most 64 KB<"},
};

START_TEST(the_form_of_a_bot_says_how_large_it_may_be)
	{
		char why[] = "a < b";
		begin();
		visit->sends = sizes[_i].bytes;
		char *text = page_of(write_send, why);
		has(text, sizes[_i].text);
		has(text, "action=\"/x/send\" enctype=\"multipart/form-data\"");
		has(text, "a &lt; b.</p>");
		free(text);
		end();
	}
END_TEST

START_TEST(the_page_of_a_check_says_how_it_ended)
	{
		char check[] = "line <1>\nline 2\n";
		struct web_play_sending s = {.key = 1, .name = "ann", .text = check};
		begin();
		char *text = page_of(write_sending, &s);
		has(text, "<h1>Check of ann</h1>");
		has(text, "It is handed in.");
		has(text, "line &lt;1&gt;\nline 2\n</pre>");
		free(text);
		s.bev = (struct bufferevent *)&socket_of_seat;
		text = page_of(write_sending, &s);
		has(text, "It is being checked. This page follows.");
		free(text);
		s.over = true;
		strcpy(s.why, "ann & bob");
		text = page_of(write_sending, &s);
		has(text, "<strong>Fit.</strong> ann &amp; bob");
		free(text);
		s.status = 1;
		text = page_of(write_sending, &s);
		has(text, "<strong>Not taken.</strong> ann &amp; bob");
		free(text);
		end();
	}
END_TEST

/* The person won by the first column, in a second and a half. */
static struct web_play_game *won(void)
{
	struct web_play_game *g = after("a1 b1 a2 b2 a3", false);
	struct move_list_result *r = &g->link.record.record.result;
	g->state = WEB_PLAY_OVER;
	g->started_ms = 1767225600000;
	g->ended_ms = 1767225601500;
	r->reason = memory_copy("normal");
	r->final = memory_copy("xxx/oo1/3 o");
	r->rank[0] = 1;
	r->rank[1] = 2;
	return g;
}

START_TEST(a_game_that_is_over_has_its_result_and_its_record)
	{
		begin();
		struct web_play_game *g = won();
		json_t *root = json_of(g), *replay = json_object_get(root, "replay");
		ck_assert_str_eq(text_of(root, "words"), "You played a3. You have won.");
		ck_assert(json_is_true(json_object_get(root, "record")));
		ck_assert_uint_eq(json_array_size(json_object_get(root, "legal")), 0);
		ck_assert_str_eq(text_of(replay, "result"), "1-0");
		ck_assert_str_eq(text_of(replay, "reason"), "normal");
		ck_assert_str_eq(text_of(replay, "moves"), "a1 b1 a2 b2 a3");
		ck_assert_double_eq_tol(
			json_real_value(json_object_get(replay, "seconds")), 1.5, 1e-9);
		json_t *players = json_object_get(replay, "players");
		ck_assert_uint_eq(json_array_size(players), 2);
		for (int i = 0; i < 2; i++)
			ck_assert_int_eq(
				number_of(json_array_get(players, (size_t)i), "rank"), i + 1);
		json_decref(root);
		char *text = page_of(write_game, g);
		char link[128];
		snprintf(link, sizeof link, "<a href=\"/x/play/%s.record\" download", g->id);
		has(text, link);
		free(text);
		end();
	}
END_TEST

/* The record is read as `referee verify` reads it. */
START_TEST(the_record_of_a_game_can_be_played_again)
	{
		char *text = NULL;
		size_t size;
		struct move_list h;
		struct setup setup;
		struct error err = {""};
		begin();
		FILE *out = memory_open(&text, &size);
		bool good = web_play_write_record(out, won(), &err);
		memory_close(out);
		ck_assert_msg(good, "%s", err.text);
		has(text, "visitor");
		ck_assert_msg(move_list_read(&h, &setup, text, &err), "%s", err.text);
		ck_assert_int_eq(h.count, 5);
		ck_assert_str_eq(h.names[0], "visitor");
		ck_assert_str_eq(h.names[1], "<ann>");
		move_list_clear(&h);
		free(text);
		end();
	}
END_TEST

START_TEST(a_game_without_a_result_has_no_record)
	{
		struct error err = {""};
		begin();
		struct web_play_game *g = after("a1", false);
		ck_assert(!web_play_write_record(stdout, g, &err));
		ck_assert_str_eq(err.text, "This game has no record: it has no result");
		end();
	}
END_TEST

SUITE("web/play/web-play-pages", CASE(the_data_of_a_game_say_whose_turn_it_is_and_what_may_be_done),
	CASE(the_words_follow_the_state), CASE(the_page_of_a_game_has_its_moves_as_buttons),
	CASE(the_first_page_counts_tables_and_offers_bots),
	LOOP(the_form_of_a_bot_says_how_large_it_may_be, sizeof sizes / sizeof *sizes),
	CASE(the_page_of_a_check_says_how_it_ended),
	CASE(a_game_that_is_over_has_its_result_and_its_record),
	CASE(the_record_of_a_game_can_be_played_again), CASE(a_game_without_a_result_has_no_record))
