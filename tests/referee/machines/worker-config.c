/*
 * An arbiter's configuration as text: each setting that arbiters play by arrives on another machine
 * with its value, no other leaves this one, and what is wrong is refused.
 */
#include <stdio.h>

#include "base/memory.h"
#include "referee/config/settings.h"
#include "referee/machines/worker-config.h"
#include "referee/prepare/arbiter-config-make.h"
#include "tests/lib/suite.h"

/* --- every setting ---------------------------------------------------------------------------- */

/* A value of each setting that arbiters play by, other than its preset. A setting without one fails
 * the test below. */
struct sample {
	const char *key, *text;
};

static const struct sample samples[] = {
	{"game", "connect4"},
	{"players", "2"},
	{"param", "rows=7"},
	{"option", "Hash=16"},
	{"startup-timeout", "11s"},
	{"newgame-timeout", "6500ms"},
	{"quit-timeout", "0"},
	{"memory", "300M"},
	{"processes", "none"},
	{"files", "257"},
	{"scratch", "none"},
	{"max-output", "65K"},
	{"max-line", "257"},
	{"stderr", "66K"},
	{"build-network", "yes"},
	{"build-memory", "3G"},
	{"build-timeout", "61s"},
	{"movetime", "1001us"},
	{"tc", "40/60.5+0.000001"},
	{"depth", "7"},
	{"nodes", "1000000000000000"},
	{"margin", "0"},
	{"max-plies", "99"},
	{"repetition", "3"},
	{"resign", "moves=4 score=600 sides=1"},
	{"draw", "moves=8 score=10 from-ply=40"},
	{"adjudicate-exact", "yes"},
	{"restart", "yes"},
	{"keep-info", "yes"},
	{"clock", "cpu"},
	{"ponder", "yes"},
	{"isready-every-move", "no"},
	{"sandbox", "none"},
	{"strikes", "5"},
	{"connect-timeout", "7s"},
	{"reconnect", "no"},
	{"remote", "no"},
	{"command", "python3 'a b.py' --text=\"x = y\""},
	{"build", "make -j 2 CFLAGS=-O2"},
};

static const char *sample_of(const char *key)
{
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
		if (strcmp(samples[i].key, key) == 0)
			return samples[i].text;
	ck_abort_msg("%s has no value here", key);
	return NULL;
}

static void on_mistake(void *arg, const char *line)
{
	(void)arg;
	ck_abort_msg("%s", line);
}

static struct diagnostics mistakes = {on_mistake, NULL, 0};
static const struct origin here = {"cup.conf", 1};

static void set(struct tournament *t, enum setting_key key, const char *text)
{
	ck_assert(settings_set(t, &settings_of_tournament[key], text, here, &mistakes));
}

static void set_bot(struct bot *bot, enum bot_setting_key key, const char *text)
{
	ck_assert(settings_set_bot(bot, &settings_of_bot[key], text, here, &mistakes));
}

static char *written(const struct setting *row, const void *owner)
{
	char *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	row->value->write(row, owner, out);
	memory_close(out);
	return text;
}

static char *text_of(const struct arbiter_config *config)
{
	char *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	struct worker_config_folders folders;
	worker_config_folders_init(&folders, config);
	worker_config_write(out, config, &folders);
	worker_config_folders_clear(&folders);
	memory_close(out);
	return text;
}

/* A tournament on its way. */
static struct {
	struct tournament t;
	struct arbiter_config sent;
	struct worker_config w;
	char *text; /* as it was written */
} way;

static void way_begin(void)
{
	memset(&way, 0, sizeof way);
	tournament_init(&way.t);
	set(&way.t, SETTING_GAME, "connect4");
	set(&way.t, SETTING_PLAYERS, "2");
	way.t.rules = rules_find("connect4");
}

static struct bot *way_add(const char *name, const char *command)
{
	struct bot *bot = tournament_add_bot(&way.t, name, here, &mistakes);
	ck_assert_ptr_nonnull(bot);
	if (command != NULL)
		set_bot(bot, BOT_SETTING_COMMAND, command);
	return bot;
}

/* Sends it to a worker. */
static void way_go(int copies)
{
	struct error err;
	ck_assert_msg(arbiter_config_make(&way.sent, &way.t, copies, NULL, &err), "%s", err.text);
	way.text = text_of(&way.sent);
	char *text = memory_copy(way.text);
	ck_assert_msg(worker_config_read(&way.w, text, &err), "%s", err.text);
	way.w.text = text;
}

static void way_end(void)
{
	char *again = text_of(&way.w.config);
	ck_assert_str_eq(again, way.text);
	free(again);
	free(way.text);
	worker_config_clear(&way.w);
	arbiter_config_clear(&way.sent);
	tournament_clear(&way.t);
}

/* Do the owners have the same value, which is not that of a new one? preset: NULL: a bot, of which
 * a value counts only if it is given. */
static void ck_arrived(
	const struct setting *row, const void *sent, const void *got, const void *preset)
{
	if (row->value->list) {
		ck_assert_str_eq(row->value->item(got, 0), row->value->item(sent, 0));
		ck_assert_ptr_null(row->value->item(got, 1));
		return;
	}
	char *one = written(row, sent), *other = written(row, got);
	char *usual = preset != NULL ? written(row, preset) : NULL;
	ck_assert_msg(strcmp(one, other) == 0, "%s: %s became %s", row->key, one, other);
	bool alike = usual != NULL && strcmp(one, usual) == 0;
	ck_assert_msg(!alike, "%s has the value of a new tournament here", row->key);
	free(one);
	free(other);
	free(usual);
}

START_TEST(each_setting_that_arbiters_play_by_arrives_with_its_value)
	{
		struct tournament preset;
		way_begin();
		struct bot *bot = way_add("ada", NULL);
		for (const struct setting *row = settings_of_tournament; row->key != NULL; row++)
			if ((row->uses & SETTING_ARBITER) != 0 && row->value != &value_game &&
				strcmp(row->key, "players") != 0)
				set(&way.t, (enum setting_key)(row - settings_of_tournament),
					sample_of(row->key));
		for (const struct setting *row = settings_of_bot; row->key != NULL; row++)
			if ((row->uses & SETTING_ARBITER) != 0)
				set_bot(bot, (enum bot_setting_key)(row - settings_of_bot),
					sample_of(row->key));
		way_go(1);
		tournament_init(&preset);
		for (const struct setting *row = settings_of_tournament; row->key != NULL; row++)
			if ((row->uses & SETTING_ARBITER) != 0)
				ck_arrived(row, &way.t, &way.w.t, &preset);
		for (const struct setting *row = settings_of_bot; row->key != NULL; row++)
			if ((row->uses & SETTING_ARBITER) != 0)
				ck_arrived(row, &way.t.bots[0], &way.w.t.bots[0], NULL);
		for (int i = 0; i < BOT_SETTINGS_COUNT; i++)
			if ((settings_of_bot[i].uses & SETTING_ARBITER) != 0)
				ck_assert(origin_given(&way.w.t.bots[0].set[i]));
		way_end();
		tournament_clear(&preset);
	}
END_TEST

/* A field of the terms without a setting that is sent would have its preset there. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wmissing-field-initializers"

static const struct game_terms terms = {{1001, 60 * SECOND, 40, 1, 0, false, 7, 8, 0, CLOCK_CPU},
	99, {3, 4, 600, true, 8, 10, 40}, true, true, true, true, 5, false, 7 * SECOND,
	SANDBOX_NONE, {300 << 20, 0, 0, 257, 65 << 10, 257, 66 << 10, 11 * SECOND, 6 * SECOND, 0}};

#pragma GCC diagnostic pop

START_TEST(the_terms_of_games_arrive_whole)
	{
		way_begin();
		way_add("ada", "./ada");
		way.t.terms = terms;
		way_go(1);
		const struct game_terms *got = &way.w.config.terms;
		ck_assert_mem_eq(&got->limits, &terms.limits, sizeof terms.limits);
		ck_assert_mem_eq(
			&got->adjudication, &terms.adjudication, sizeof terms.adjudication);
		ck_assert_mem_eq(&got->resources, &terms.resources, sizeof terms.resources);
		ck_assert_mem_eq(got, &terms, sizeof terms);
		way_end();
	}
END_TEST

/* Each word of a setting, such as sandbox = none, is another one there. */
START_TEST(each_word_of_a_setting_arrives)
	{
		for (const struct setting *row = settings_of_tournament; row->key != NULL; row++) {
			const struct value *v = row->value;
			for (int i = v->words_first; i < v->words_count; i++) {
				if ((row->uses & SETTING_ARBITER) == 0)
					continue;
				way_begin();
				way_add("ada", "./ada");
				set(&way.t, (enum setting_key)(row - settings_of_tournament),
					v->words[i]);
				way_go(1);
				char *got = written(row, &way.w.t);
				ck_assert_str_eq(got, v->words[i]);
				free(got);
				way_end();
			}
		}
	}
END_TEST

/* The secrets of the operator stay here. */
START_TEST(no_other_setting_leaves_this_machine)
	{
		static const enum setting_key keys[] = {SETTING_NAME, SETTING_DB, SETTING_NOTE,
			SETTING_SUBMISSIONS, SETTING_WORKER, SETTING_BROKER_CA, SETTING_BROKER_NKEY,
			SETTING_ONLY_BOTS, SETTING_OPENINGS};
		way_begin();
		struct bot *bot = way_add("ada", "./ada");
		for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
			set(&way.t, keys[i], "/etc/secret");
		set(&way.t, SETTING_BROKER, "tls://secret:4222");
		set_bot(bot, BOT_SETTING_DIR, "/etc/secret");
		set_bot(bot, BOT_SETTING_NOTE, "secret");
		set_bot(bot, BOT_SETTING_OWNER, "secret");
		set_bot(bot, BOT_SETTING_AUTHOR, "secret");
		way_go(1);
		ck_assert_ptr_null(strstr(way.text, "secret"));
		worker_config_set_folders(&way.w, (const char *const[]){"/bots/0"});
		way_end();
	}
END_TEST

/* --- programs --------------------------------------------------------------------------------- */

/* A build that was made, or that failed. */
static void build(struct bot *bot, const char *folder, const char *why)
{
	bot->program = memory_get(1, sizeof *bot->program);
	*bot->program = (struct bot_program){.made = why == NULL,
		.why = memory_copy(why),
		.text = memory_copy(why != NULL ? "two\nlines\n" : NULL)};
	bot->program->build.place.lock = -1;
	snprintf(bot->program->build.folder, sizeof bot->program->build.folder, "%s", folder);
}

START_TEST(programs_arrive_with_their_folders)
	{
		const char *const paths[] = {"/bots/0", "/bots/1", "/bots/2"};
		way_begin();
		set(&way.t, SETTING_OPTION, "Hash=1");
		set(&way.t, SETTING_OPTION, "Level=3");
		set(&way.t, SETTING_BUILD_MEMORY, "1G");
		set(&way.t, SETTING_ISREADY_EVERY_MOVE, "yes");
		struct bot *bot = way_add("ada", "python3 'a b.py' --text=\"1\\\\2\"");
		set_bot(bot, BOT_SETTING_DIR, "/somewhere/ada");
		set_bot(bot, BOT_SETTING_OPTION, "Hash=16");
		set_bot(bot, BOT_SETTING_OPTION, "Text=a = b");
		set_bot(bot, BOT_SETTING_MEMORY, "1G");
		set_bot(bot, BOT_SETTING_TC, "inf");
		way_add("Björn", "none");
		set_bot(way_add("far", NULL), BOT_SETTING_REMOTE, "yes");
		bot = way_add("broken", "./b");
		set_bot(bot, BOT_SETTING_DIR, "/somewhere/ada");
		set_bot(bot, BOT_SETTING_BUILD, "make");
		build(bot, "", "bot.c:1: error");
		bot = way_add("made", "./b");
		set_bot(bot, BOT_SETTING_DIR, "/somewhere/sources");
		set_bot(bot, BOT_SETTING_BUILD, "make all");
		set_bot(bot, BOT_SETTING_BUILD_TIMEOUT, "63s");
		build(bot, "/somewhere/made", NULL);
		for (int i = 0; i < way.t.bots_count; i++)
			settings_bot_options(&way.t, &way.t.bots[i]);
		way_go(2);
		worker_config_set_folders(&way.w, paths);
		const struct arbiter_config *config = &way.w.config;
		ck_assert_int_eq(way.w.folders, 3);
		ck_assert_int_eq(config->bots_count, 10);
		ck_assert_int_eq(worker_config_programs(&way.w), 10);
		for (int i = 0; i < 10; i++) {
			const struct bot_config *a = &way.sent.bots[i], *b = &config->bots[i];
			ck_assert_str_eq(b->name, a->name);
			ck_assert(b->remote == a->remote && b->has_limits == a->has_limits);
			ck_assert_mem_eq(&b->resources, &a->resources, sizeof a->resources);
			ck_assert_mem_eq(
				&b->build_limits, &a->build_limits, sizeof a->build_limits);
			ck_assert(b->limits.tc_inf == a->limits.tc_inf);
			ck_assert(b->isready == a->isready);
			ck_assert_int_eq(b->options_count, a->options_count);
			ck_assert_int_eq(b->options_shared, a->options_shared);
			for (int k = 0; k < a->options_count; k++)
				ck_assert_str_eq(b->options[k], a->options[k]);
			ck_assert((a->argv == NULL) == (b->argv == NULL));
			for (int k = 0; a->argv != NULL && a->argv[k] != NULL; k++)
				ck_assert_str_eq(b->argv[k], a->argv[k]);
			ck_assert_pstr_eq(b->unbuilt, a->unbuilt);
			ck_assert_pstr_eq(b->build_output, a->build_output);
			ck_assert_pstr_eq(b->build, a->build);
		}
		ck_assert_str_eq(config->bots[0].dir, "/bots/0");
		ck_assert_str_eq(config->bots[5].dir, "/bots/0");
		ck_assert_ptr_null(config->bots[1].dir);
		ck_assert_str_eq(config->bots[1].argv[0], "none");
		ck_assert_str_eq(config->bots[3].dir, "/bots/0");
		ck_assert_str_eq(config->bots[4].dir, "/bots/1");
		ck_assert_str_eq(config->bots[4].source, "/bots/2");
		ck_assert_str_eq(config->hidden[1], "/bots/1");
		ck_assert_int_eq(config->bots[0].options_shared, 1);
		way_end();
	}
END_TEST

/* Each of these is no setting. */
START_TEST(what_follows_from_the_watchers_arrives)
	{
		way_begin();
		way_add("ada", "./ada");
		struct error err;
		ck_assert(arbiter_config_make(&way.sent, &way.t, 1, NULL, &err));
		way.sent.live = _i == 0;
		way.sent.log_wire = _i == 1;
		way.sent.options_bind = _i == 2;
		char *text = text_of(&way.sent);
		ck_assert_msg(worker_config_read(&way.w, text, &err), "%s", err.text);
		ck_assert_int_eq(way.w.config.live, _i == 0);
		ck_assert_int_eq(way.w.config.log_wire, _i == 1);
		ck_assert_int_eq(way.w.config.options_bind, _i == 2);
		worker_config_clear(&way.w);
		free(text);
		arbiter_config_clear(&way.sent);
		tournament_clear(&way.t);
	}
END_TEST

/* --- what is wrong ---------------------------------------------------------------------------- */

/* A line that is put before the settings or behind them, or that replaces the one of its key. */
static const struct {
	const char *before, *behind, *cut, *wanted;
} wrong_texts[] = {
	{"arbiter x 1 0 0 0\n", "", NULL, "\"arbiter x 1 0 0 0\" has no place there"},
	{"arbiter x 7 0 0 0\n", "", NULL, "\"arbiter x 7 0 0 0\" is not known here"},
	{"folder 0 1\n", "", NULL, "\"folder 0 1\" has no place there"},
	{"folder 0 0\nfolder 0 0\n", "", NULL, "\"folder 0 0\" has no place there"},
	{"folder 0 -1\n", "", NULL, "\"folder 0 -1\""},
	{"folder 1 0\n", "", NULL, "a program that it has not"},
	{"folder 1001 0\n", "", NULL, "\"folder 1001 0\""},
	{"source 0 1\n", "", NULL, "\"source 0 1\""},
	{"rules x\n", "", NULL, "\"rules x\""},
	{"unheard of\n", "", NULL, "\"unheard of\" is not known here"},
	{"", "unheard = of\n", NULL, "\"unheard\" is no setting of games on other machines"},
	{"", "unheard\n", NULL, "\"unheard\" is not of the form KEY = VALUE"},
	{"", "db = /etc/passwd\n", NULL, "\"db\" is no setting of games"},
	{"", "worker = sh\n", NULL, "\"worker\" is no setting of games"},
	{"", "bot ada dir = /etc\n", NULL, "\"dir\" is no setting of games"},
	{"", "bot ada adapter = kaggle\n", NULL, "\"adapter\" is no setting of games"},
	{"", "rules dir = /etc\n", NULL, "\"dir\" is no setting of games"},
	{"", "rules command = sh\n", NULL, "\"command\" is no setting of games"},
	{"", "movetime x = 1s\n", NULL, "\"movetime x\" names no setting"},
	{"", "bot ada = 1s\n", NULL, "\"bot ada\" names no setting"},
	{"", "movetime = 2s\n", NULL, "movetime = \"2s\": it is set twice"},
	{"", "movetime = 2\n", "movetime", "movetime = \"2\": a time needs a unit"},
	{"", "sandbox = some\n", "sandbox", "sandbox = \"some\": it is none, reduced or full"},
	{"", "memory = 1K\n", "memory", "memory = \"1K\": a size from"},
	{"", "players = 7\n", "players", "players = \"7\""},
	{"", "players = 3\n", "players", "connect4"},
	{"", "param = rows=99\n", NULL, "rows"},
	{"", "game = chess\n", "game", "there is no such game"},
	{"", "game = process:./rules\n", "game", "its rules have no description"},
	{"", "", "sandbox", "it has no sandbox"},
	{"", "", "movetime", "it has no movetime"},
	{"", "", "bot ada command", "bot ada has no command"},
	{"", "bot ben remote = yes\nbot ada memory = 1G\n", NULL, "a bot \"ada\" twice"},
	{"", "bot .. remote = yes\n", NULL, "or one of no valid name"},
	{"", "bot ada command = 'x\n", "bot ada command", "command = \"'x\""},
};

/* A text without the line of a key; the caller frees it. */
static char *without(const char *text, const char *key)
{
	char *rest = memory_copy(text), *begin = memory_print("\n%s = ", key);
	char *at = strstr(rest, begin);
	ck_assert_msg(at != NULL, "%s", key);
	at++;
	char *end = strchr(at, '\n') + 1;
	memmove(at, end, strlen(end) + 1);
	free(begin);
	return rest;
}

START_TEST(a_wrong_text_is_refused)
	{
		struct worker_config w;
		struct error err;
		way_begin();
		way_add("ada", "./ada");
		way_go(1);
		char *right = wrong_texts[_i].cut != NULL ? without(way.text, wrong_texts[_i].cut)
							  : memory_copy(way.text);
		char *settings = strstr(right, "settings\n");
		char *text = memory_print("%.*s%s%s%s", (int)(settings - right), right,
			wrong_texts[_i].before, settings, wrong_texts[_i].behind);
		error_clear(&err);
		ck_assert(!worker_config_read(&w, text, &err));
		ck_assert_msg(strstr(err.text, wrong_texts[_i].wanted) != NULL, "%s", err.text);
		worker_config_clear(&w);
		free(text);
		free(right);
		way_end();
	}
END_TEST

/* A text that ends early has no line too much. */
START_TEST(a_text_that_ends_early_is_refused)
	{
		way_begin();
		way_add("ada", "./ada");
		way_go(1);
		for (const char *end = way.text; end[1] != '\0'; end++) {
			struct worker_config w;
			struct error err;
			bool last = strncmp(end, "\nbot ada command = ./", 21) == 0;
			char *text = memory_print("%.*s", (int)(end - way.text), way.text);
			ck_assert(!worker_config_read(&w, text, &err));
			worker_config_clear(&w);
			free(text);
			if (last)
				break;
		}
		way_end();
	}
END_TEST

SUITE("referee/machines/worker-config",
	CASE(each_setting_that_arbiters_play_by_arrives_with_its_value),
	CASE(the_terms_of_games_arrive_whole), CASE(each_word_of_a_setting_arrives),
	CASE(no_other_setting_leaves_this_machine), CASE(programs_arrive_with_their_folders),
	LOOP(what_follows_from_the_watchers_arrives, 4),
	LOOP(a_wrong_text_is_refused, sizeof wrong_texts / sizeof *wrong_texts),
	CASE(a_text_that_ends_early_is_refused))
