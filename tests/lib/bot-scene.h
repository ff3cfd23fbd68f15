/*
 * bot-scene.h - one bot in conversation with the test, which is its owner, and the bot itself if
 * that is remote: the calls of the owner are a text, and the bot's end of the connection is read
 * and written.
 */
#ifndef TESTS_LIB_BOT_SCENE_H
#define TESTS_LIB_BOT_SCENE_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "protocol/line.h"
#include "referee/bot/bot.h"
#include "referee/sandbox/sandbox.h"
#include "tests/lib/suite.h"

/* Rows of a table. */
#define ROWS(table) (sizeof(table) / sizeof *(table))

enum { ROOM = 1 << 16 };

static struct {
	struct event_base *base;
	struct arbiter_config config;
	struct bot_config self;
	struct bot_calls calls;
	struct setup setup;
	struct game game;
	struct bot_process b;
	int end;	 /* the bot's end of its connection; -1: none */
	char said[4096]; /* calls of the owner, a line each */
	char detail[GAME_DETAIL];
} s;

static inline void note(const char *word, const char *text)
{
	size_t used = strlen(s.said);
	snprintf(s.said + used, sizeof s.said - used, "%s%s\n", word, text);
}

static inline void on_ready(void *owner, struct bot_process *b)
{
	ck_assert_ptr_eq(owner, &s);
	ck_assert_ptr_eq(b, &s.b);
	note("ready", "");
}

static inline void on_answered(void *owner, struct bot_process *b, const char *text)
{
	(void)owner, (void)b;
	note("answered ", text);
}

static inline void on_failed(void *owner, struct bot_process *b)
{
	char line[GAME_DETAIL + 32];
	(void)owner;
	snprintf(line, sizeof line, "failed %s: %s", verdict_table[b->verdict].name, b->detail);
	note(line, "");
}

static inline void on_broken(void *owner, struct bot_process *b)
{
	(void)owner;
	note("broken ", b->detail);
}

static inline void on_restarted(void *owner, struct bot_process *b)
{
	(void)owner, (void)b;
	note("restarted", "");
}

static inline void on_wire(
	void *owner, struct bot_process *b, char way, const char *line, size_t length)
{
	char text[512];
	(void)owner, (void)b;
	snprintf(text, sizeof text, "%c %.*s", way, (int)length, line);
	note(text, "");
}

/* The owner examines failures itself, so that details have no advice, unless a test says so. */
static inline void scene_open(const char *game, int players)
{
	struct error err;
	static bool prepared;
	signal(SIGPIPE, SIG_IGN); /* as in all processes that talk to bots */
	if (!prepared)
		sandbox_prepare();
	prepared = true;
	memset(&s, 0, sizeof s);
	s.end = -1;
	s.base = event_base_new();
	s.calls = (struct bot_calls){.ready = on_ready,
		.answered = on_answered,
		.failed = on_failed,
		.broken = on_broken,
		.own_diagnosis = true};
	s.config = (struct arbiter_config){.rules = rules_find(game),
		.players = players,
		.terms.limits = {.movetime = 60 * SECOND, .margin = 5 * MILLISECOND},
		.terms.connect_timeout = 90 * SECOND};
	s.self = (struct bot_config){.name = "ann",
		.remote = true,
		.resources = {.startup = 3 * SECOND, .newgame = 4 * SECOND}};
	ck_assert(setup_init(&s.setup, s.config.rules, players, 1, NULL, 0, &err));
	ck_assert(game_begin(&s.game, &s.setup, &s.config.terms.limits, 0, "", "", &err));
	bot_init(&s.b, &s.config, &s.self, s.base, &s.calls, &s);
}

static inline void scene_close(void)
{
	if (s.self.remote)
		bot_release(&s.b);
	else
		bot_kill(&s.b);
	if (s.end >= 0)
		close(s.end);
	event_base_free(s.base);
}

static inline void turn(void)
{
	event_base_loop(s.base, EVLOOP_NONBLOCK);
}

#define UNTIL(condition)                                                                           \
	while (!(condition))                                                                       \
	event_base_loop(s.base, EVLOOP_ONCE)

/* The bot connects, anew if it was connected. */
static inline void connects(void)
{
	int ends[2];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	if (s.end >= 0)
		close(s.end);
	s.end = ends[1];
	bot_connect(&s.b, ends[0]);
}

static inline void leaves(void)
{
	close(s.end);
	s.end = -1;
	turn();
}

/* The bot has been sent exactly this since. */
static inline void hears(const char *wanted)
{
	static char text[ROOM];
	ssize_t length = recv(s.end, text, sizeof text - 1, MSG_DONTWAIT);
	text[length > 0 ? length : 0] = '\0';
	ck_assert_str_eq(text, wanted);
}

static inline void writes(const char *text)
{
	ck_assert_int_eq(write(s.end, text, strlen(text)), (ssize_t)strlen(text));
	turn();
}

/* The owner was called exactly so since. */
static inline void says(const char *wanted)
{
	ck_assert_str_eq(s.said, wanted);
	*s.said = '\0';
}

/* The verdict of the only call since; the text must begin so. */
static inline void says_beginning(const char *wanted)
{
	if (strncmp(s.said, wanted, strlen(wanted)) != 0)
		ck_assert_str_eq(s.said, wanted);
	ck_assert_ptr_eq(strchr(s.said, '\n'), s.said + strlen(s.said) - 1);
	*s.said = '\0';
}

static inline void prepares(int seat)
{
	bot_prepare(&s.b, &(struct bot_game){&s.setup, seat, 7, false});
}

/* It is ready for a game in seat 1, with these features ("" for none). */
static inline void gets_ready(const char *features)
{
	connects();
	prepares(1);
	hears("ugi\n");
	writes(features);
	writes("ugiok\n");
	hears("isready\n");
	writes("readyok\n");
	ck_assert_int_eq(s.b.phase, BOT_PREPARING);
	while (recv(s.end, (char[256]){0}, 256, MSG_DONTWAIT) > 0)
		;
	writes("readyok\n");
	says("ready\n");
}

/* One microsecond after the deadline. */
static inline void passes_its_deadline(void)
{
	bot_tick(&s.b, s.b.deadline + 1);
}

static inline void asks(void)
{
	bot_ask(&s.b, &s.game);
}

#endif
