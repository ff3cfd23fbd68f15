/*
 * live-events.c - the games in play and their subscribers.
 *
 * Each move of each game is a line, so a hash table finds a game by its pairing. A subscriber
 * that ended, by its own callback or by a call of ours, is freed after all others have got the
 * line. A `watch` that saw the end of a game waits for the line that says where the game is
 * stored.
 */
#include "referee/daemon/live-events.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/name.h"
#include "base/time.h"
#include "referee/config/settings.h"
#include "referee/daemon/id-allocator.h"
#include "referee/game/log-access.h"
#include "referee/web/live-event.h"
#include "referee/game/move-list.h"
#include "rules/process/rules-process.h"

enum { LIVE_EVENTS_LISTS = 512 };

struct live_game {
	int number;
	int64_t tournament, order; /* order: number of games that had begun by then */
	struct pairing pairing;
	const struct tournament *t; /* borrowed */
	char *text;		    /* owned: its lines so far */
	size_t length, room;
	usec last;    /* time of the last line */
	bool over;    /* its end has arrived; it is not stored yet */
	bool skipped; /* the subscriber to every game does not get it: it was behind when the game
			 began */
	struct live_game *next;
};

struct live_subscriber {
	struct live_events *events; /* borrowed */
	const struct live_subscriber_calls *calls;
	void *owner;
	struct live_game *game; /* borrowed; NULL: it waits for one */
	char *name;		/* owned; NULL: the games of any bot */
	bool all, follow, over;
	bool needs_next_game;  /* its game has just ended */
	bool ends_when_stored; /* it ends when all games that it awaits are stored */
	int *awaited;	       /* owned: numbers of games whose end it saw */
	int awaited_count;
	struct live_subscriber *next;
};

struct live_events {
	struct live_game *games[LIVE_EVENTS_LISTS]; /* owned, as the next two */
	struct live_subscriber *subscribers;
	char *line; /* LIVE_EVENT_LINE bytes */
	struct id_allocator numbers;
	int64_t begun;
};

static const char live_events_again[] = "the game was aborted, and is played again";

/* --- subscribers ------------------------------------------------------------------------------ */

static void live_subscriber_put(struct live_subscriber *s, const char *text, size_t length)
{
	if (!s->over)
		s->calls->lines(s->owner, text, length);
}

static void live_subscriber_end(struct live_subscriber *s, const char *why)
{
	if (s->over)
		return;
	s->over = true;
	s->calls->ended(s->owner, why);
}

/* Frees the subscribers that have ended. */
static void live_events_sweep(struct live_events *events)
{
	for (struct live_subscriber **at = &events->subscribers; *at != NULL;) {
		struct live_subscriber *s = *at;
		if (!s->over) {
			at = &s->next;
			continue;
		}
		*at = s->next;
		free(s->awaited);
		free(s->name);
		free(s);
	}
}

static bool live_subscriber_wants(const struct live_subscriber *s, const struct live_game *g)
{
	for (int i = 0; i < g->pairing.seats && s->name != NULL; i++)
		if (name_is_same(g->t->bots[g->pairing.bot[i]].name, s->name))
			return true;
	return s->name == NULL;
}

/* Sends the lines of a game so far. */
static void live_subscriber_send_game(struct live_subscriber *s, const struct live_game *g)
{
	const struct live_event ago = {
		.kind = LIVE_EVENT_AGO, .game = g->number, .ago = time_now() - g->last};
	live_subscriber_put(s, g->text, g->length);
	live_subscriber_put(s, s->events->line, live_event_write(&ago, s->events->line));
}

/* Subscribes it to this game. */
static void live_subscriber_see(struct live_subscriber *s, struct live_game *g)
{
	s->game = g;
	live_subscriber_send_game(s, g);
}

/* --- games ------------------------------------------------------------------------------------ */

/* The keys are hash values already. */
static struct live_game **live_events_find(
	struct live_events *events, int64_t tournament, uint64_t pairing)
{
	struct live_game **at =
		&events->games[(pairing ^ (uint64_t)tournament) % LIVE_EVENTS_LISTS];
	while (*at != NULL && ((*at)->pairing.key != pairing || (*at)->tournament != tournament))
		at = &(*at)->next;
	return at;
}

/* The next game in the table after g; NULL: the first. */
static struct live_game *live_events_next(
	const struct live_events *events, const struct live_game *g)
{
	if (g != NULL && g->next != NULL)
		return g->next;
	int list = 0;
	if (g != NULL)
		list = (int)((g->pairing.key ^ (uint64_t)g->tournament) % LIVE_EVENTS_LISTS) + 1;
	while (list < LIVE_EVENTS_LISTS && events->games[list] == NULL)
		list++;
	return list < LIVE_EVENTS_LISTS ? events->games[list] : NULL;
}

static void live_game_keep(struct live_game *g, const char *text, size_t length)
{
	if (g->length + length > g->room) {
		g->room = 2 * (g->length + length) + 256;
		g->text = memory_resize(g->text, g->room, 1);
	}
	memcpy(g->text + g->length, text, length);
	g->length += length;
	g->last = time_now();
}

static void live_game_add(struct live_events *events, struct live_game *g, struct live_event e)
{
	e.game = g->number;
	live_game_keep(g, events->line, live_event_write(&e, events->line));
}

static void live_game_add_limits(struct live_events *events, struct live_game *g)
{
	for (int i = 0; i < g->pairing.seats; i++) {
		const struct bot *bot = &g->t->bots[g->pairing.bot[i]];
		struct limits m;
		settings_bot_limits(g->t, bot, &m);
		live_game_add(events, g,
			(struct live_event){.kind = LIVE_EVENT_LIMITS,
				.limits = {.seat = i + 1,
					.movetime = m.movetime,
					.time = m.tc_time,
					.moves = m.tc_moves,
					.increment = m.tc_increment,
					.bank = m.tc_bank,
					.clock = clock_kind_names[m.clock],
					.remote = bot->remote}});
	}
}

static void live_game_add_record(struct live_events *events, struct live_game *g, struct record r)
{
	live_game_add(events, g, (struct live_event){.kind = LIVE_EVENT_RECORD, .record = r});
}

static void live_game_add_rules(struct live_events *events, struct live_game *g)
{
	const struct tournament *t = g->t;
	const char *name = t->game;
	if (rules_is_process(t->rules)) {
		char *lines = memory_copy(rules_process_description(t->rules)), *rest = lines,
		     *line;
		while ((line = strsep(&rest, "\n")) != NULL)
			if (*line != '\0')
				live_game_add_record(events, g,
					(struct record){.kind = RECORD_DESCRIBE, .describe = line});
		free(lines);
		name = MOVE_LIST_PROCESS;
	}
	live_game_add_record(events, g,
		(struct record){.kind = RECORD_RULES, .rules = {name, g->pairing.seats}});
}

/* Adds the lines before the game's first record line. */
static void live_game_add_header(
	struct live_events *events, struct live_game *g, const struct opening *opening)
{
	const struct tournament *t = g->t;
	/* May everyone read the whole reason of a verdict in this tournament? */
	const struct log_reader stranger = {.bots_count = 0};
	enum log_policy policy =
		log_policy_find(log_policy_names[t->logs], tournament_remote_bots(t) > 0);
	live_game_add(events, g,
		(struct live_event){.kind = LIVE_EVENT_HEADER,
			.header = {.tournament = g->tournament,
				.pairing = g->pairing.key,
				.seed = g->pairing.seed,
				.public = log_access(policy, NULL, &stranger),
				.name = t->name}});
	live_game_add_limits(events, g);
	live_game_add_rules(events, g);
	for (int i = 0; i < g->t->params_count; i++) {
		char *key = memory_copy(g->t->params[i]), *value = strchr(key, '=');
		if (value != NULL) {
			*value++ = '\0';
			live_game_add_record(events, g,
				(struct record){.kind = RECORD_PARAM, .param = {key, value}});
		}
		free(key);
	}
	for (int i = 0; i < g->pairing.seats; i++)
		live_game_add_record(events, g,
			(struct record){.kind = RECORD_PLAYER,
				.seat = i + 1,
				.player = t->bots[g->pairing.bot[i]].name});
	if (opening->is_position)
		live_game_add_record(
			events, g, (struct record){.kind = RECORD_START, .start = opening->text});
	else if (*opening->text != '\0')
		live_game_add(events, g,
			(struct live_event){.kind = LIVE_EVENT_OPENING, .opening = opening->text});
}

static struct live_game *live_events_add(struct live_events *events, int64_t tournament,
	const struct tournament *t, const struct job *job)
{
	struct live_game **at = live_events_find(events, tournament, job->pairing.key);
	struct live_game *g = *at = memory_get(1, sizeof *g);
	*g = (struct live_game){.number = id_allocator_take(&events->numbers),
		.tournament = tournament,
		.order = ++events->begun,
		.pairing = job->pairing,
		.t = t};
	live_game_add_header(events, g, &job->opening);
	return g;
}

/* Frees a game; its number stays taken. */
static void live_events_forget(struct live_game **at)
{
	struct live_game *g = *at;
	*at = g->next;
	free(g->text);
	free(g);
}

int live_events_number(const struct live_events *events, int64_t tournament, uint64_t pairing)
{
	const struct live_game *g =
		*live_events_find((struct live_events *)events, tournament, pairing);
	return g != NULL && !g->over ? g->number : 0;
}

/* --- watched games ---------------------------------------------------------------------------- */

/* The last wanted game that has begun; NULL: none is in play. */
static struct live_game *live_subscriber_last(const struct live_subscriber *s)
{
	struct live_game *last = NULL;
	for (struct live_game *g = live_events_next(s->events, NULL); g != NULL;
		g = live_events_next(s->events, g))
		if (!g->over && live_subscriber_wants(s, g) &&
			(last == NULL || g->order > last->order))
			last = g;
	return last;
}

static void live_subscriber_see_last(struct live_subscriber *s)
{
	static const struct live_event wait = {.kind = LIVE_EVENT_WAIT};
	struct live_game *last = live_subscriber_last(s);
	if (last != NULL)
		live_subscriber_see(s, last);
	else
		live_subscriber_put(s, s->events->line, live_event_write(&wait, s->events->line));
}

/* It no longer awaits this game. False: it did not await it. */
static bool live_subscriber_awaited(struct live_subscriber *s, int number)
{
	for (int i = 0; i < s->awaited_count; i++)
		if (s->awaited[i] == number) {
			s->awaited[i] = s->awaited[--s->awaited_count];
			return true;
		}
	return false;
}

/* Ends a game for the subscribers that watched it; those that follow get another. */
static void live_events_leave(struct live_events *events, const struct live_game *g)
{
	for (struct live_subscriber *s = events->subscribers; s != NULL; s = s->next) {
		if (s->game != g)
			continue;
		s->game = NULL;
		s->needs_next_game = s->follow;
		s->ends_when_stored = !s->follow;
		if (g->over) {
			s->awaited = memory_resize(
				s->awaited, (size_t)s->awaited_count + 1, sizeof *s->awaited);
			s->awaited[s->awaited_count++] = g->number;
		} else if (s->ends_when_stored)
			live_subscriber_end(s, live_events_again);
	}
}

static void live_events_follow(struct live_events *events)
{
	for (struct live_subscriber *s = events->subscribers; s != NULL; s = s->next) {
		if (s->needs_next_game && !s->over)
			live_subscriber_see_last(s);
		s->needs_next_game = false;
	}
}

/* Sends a line to the subscribers that see the game, or that await it after its end. */
static void live_events_send(
	struct live_events *events, const struct live_game *g, const char *text, size_t length)
{
	for (struct live_subscriber *s = events->subscribers; s != NULL; s = s->next)
		/* Does it get the lines of this game? */
		if (s->all ? !g->skipped : s->game == g)
			live_subscriber_put(s, text, length);
}

/* --- events ----------------------------------------------------------------------------------- */

/* Frees the number of a game. why: the reason for each `watch` that awaits no other game. line
 * NULL: those that only await the game get no line. */
static void live_events_close_game(
	struct live_events *events, const struct live_game *g, const char *line, const char *why)
{
	for (struct live_subscriber *s = events->subscribers; s != NULL; s = s->next) {
		if (!live_subscriber_awaited(s, g->number))
			continue;
		if (line != NULL)
			live_subscriber_put(s, line, strlen(line));
		if (s->ends_when_stored)
			live_subscriber_end(s, why);
	}
	id_allocator_release(&events->numbers, g->number);
}

void live_events_stored(struct live_events *events, int64_t tournament, uint64_t pairing,
	int64_t game, const char *db)
{
	struct live_game **at = live_events_find(events, tournament, pairing);
	if (*at == NULL || !(*at)->over)
		return;
	const struct number_kept *kept =
		id_allocator_keep(&events->numbers, (*at)->number, game, db);
	const struct live_event stored = {
		.kind = LIVE_EVENT_STORED, .game = (*at)->number, .stored = {game, kept->db}};
	live_events_send(events, *at, events->line, live_event_write(&stored, events->line));
	live_events_close_game(events, *at, events->line, "");
	live_events_forget(at);
	live_events_sweep(events);
}

static void live_events_abort(struct live_events *events, struct live_game **at, const char *why)
{
	struct live_game *g = *at;
	const struct live_event aborted = {.kind = LIVE_EVENT_ABORTED, .game = g->number};
	live_events_send(events, g, events->line, live_event_write(&aborted, events->line));
	live_events_leave(events, g);
	live_events_close_game(events, g, NULL, why);
	live_events_forget(at);
	live_events_follow(events);
}

static void live_events_begin(struct live_events *events, int64_t tournament,
	const struct tournament *t, const struct job *job, const char *line)
{
	struct live_game *g = live_events_add(events, tournament, t, job);
	live_game_keep(g, events->line, (size_t)sprintf(events->line, "%d %s\n", g->number, line));
	for (struct live_subscriber *s = events->subscribers; s != NULL; s = s->next) {
		if (s->all)
			g->skipped = s->calls->behind != NULL && s->calls->behind(s->owner);
		if (s->all && !g->skipped)
			live_subscriber_put(s, g->text, g->length);
		else if (!s->all && s->game == NULL && !s->ends_when_stored &&
			 live_subscriber_wants(s, g))
			live_subscriber_see(s, g);
	}
	live_events_sweep(events);
}

/* Is it a line that spectators get? Conversations and failure reports are long and not public. */
static bool live_events_shows(const char *line)
{
	static const char *const words[] = {"move ", "seat ", "end ", "question ", "answer "};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strncmp(line, words[i], strlen(words[i])) == 0)
			return true;
	return false;
}

void live_events_record(struct live_events *events, int64_t tournament, const struct tournament *t,
	const struct job *job, const char *line)
{
	struct live_game **at = live_events_find(events, tournament, job->pairing.key);
	bool begins = line != NULL && strncmp(line, "game ", 5) == 0;
	if (*at != NULL && (line == NULL || begins)) {
		live_events_abort(events, at, live_events_again);
		live_events_sweep(events);
	}
	if (begins)
		live_events_begin(events, tournament, t, job, line);
	if (line == NULL || begins || *at == NULL)
		return;
	bool ends = strncmp(line, "end ", 4) == 0;
	if ((*at)->over || !live_events_shows(line))
		return;
	size_t length =
		(size_t)snprintf(events->line, LIVE_EVENT_LINE, "%d %s\n", (*at)->number, line);
	assert(length < LIVE_EVENT_LINE);
	live_game_keep(*at, events->line, length);
	live_events_send(events, *at, events->line, length);
	if (ends) {
		(*at)->over = true;
		live_events_leave(events, *at);
		live_events_follow(events);
	}
	live_events_sweep(events);
}

void live_events_close(struct live_events *events, int64_t tournament)
{
	for (int i = 0; i < LIVE_EVENTS_LISTS; i++)
		for (struct live_game **at = &events->games[i]; *at != NULL;) {
			if ((*at)->tournament == tournament)
				live_events_abort(events, at, "the game could not be stored");
			else
				at = &(*at)->next;
		}
	live_events_sweep(events);
}

/* --- subscribing ------------------------------------------------------------------------------ */

struct live_subscriber *live_events_subscribe(
	struct live_events *events, const struct live_subscriber_calls *calls, void *owner)
{
	struct live_subscriber *s = memory_get(1, sizeof *s);
	for (const struct live_subscriber *other = events->subscribers; other; other = other->next)
		assert(!other->all);
	*s = (struct live_subscriber){.events = events,
		.calls = calls,
		.owner = owner,
		.all = true,
		.next = events->subscribers};
	return events->subscribers = s;
}

void live_events_replay(struct live_subscriber *s)
{
	for (struct live_game *g = live_events_next(s->events, NULL); g != NULL;
		g = live_events_next(s->events, g)) {
		g->skipped = false;
		live_subscriber_send_game(s, g);
	}
}

static struct live_game *live_events_numbered(const struct live_events *events, int number)
{
	for (struct live_game *g = live_events_next(events, NULL); g != NULL;
		g = live_events_next(events, g))
		if (g->number == number && !g->over)
			return g;
	return NULL;
}

/* Reports that there is no such game, and where the last game of this number is stored. */
static void live_events_refuse(
	const struct live_events *events, const struct watch_options *options, struct error *err)
{
	const struct number_kept *was = id_allocator_kept(&events->numbers, options->number);
	if (was != NULL)
		error_set(err,
			"there is no game %d now; the last of this number is kept as game %lld of %s: "
			"`referee show %lld --db FILE` shows it",
			options->number, (long long)was->game, was->db, (long long)was->game);
	else if (options->number > 0)
		error_set(err, "there is no game %d now; `referee ctl status` lists them",
			options->number);
	else
		error_set(err, "%s now; --follow waits for the next",
			options->name != NULL ? "it plays no game" : "no game is played");
}

bool live_events_watch(struct live_events *events, const struct watch_options *options,
	const struct live_subscriber_calls *calls, void *owner, struct live_subscriber **watcher,
	struct error *err)
{
	struct live_subscriber *s = memory_get(1, sizeof *s);
	*s = (struct live_subscriber){.events = events,
		.calls = calls,
		.owner = owner,
		.name = options->name != NULL ? memory_copy(options->name) : NULL,
		.follow = options->follow};
	struct live_game *g = options->number > 0 ? live_events_numbered(events, options->number)
						  : live_subscriber_last(s);
	if (g == NULL && !options->follow) {
		live_events_refuse(events, options, err);
		free(s->name);
		free(s);
		return false;
	}
	s->next = events->subscribers;
	events->subscribers = *watcher = s;
	if (g != NULL)
		live_subscriber_see(s, g);
	else
		live_subscriber_see_last(s);
	if (s->over)
		*watcher = NULL;
	live_events_sweep(events);
	return true;
}

int live_events_watchers(const struct live_events *events)
{
	int count = 0;
	for (const struct live_subscriber *s = events->subscribers; s != NULL; s = s->next)
		count += !s->all;
	return count;
}

void live_subscriber_free(struct live_subscriber *s)
{
	if (s == NULL)
		return;
	s->over = true;
	live_events_sweep(s->events);
}

struct live_events *live_events_create(void)
{
	struct live_events *events = memory_get(1, sizeof *events);
	events->line = memory_get(LIVE_EVENT_LINE, 1);
	return events;
}

void live_events_free(struct live_events *events)
{
	if (events == NULL)
		return;
	for (struct live_subscriber *s = events->subscribers; s != NULL; s = s->next)
		live_subscriber_end(s, "the daemon has ended");
	live_events_sweep(events);
	for (int i = 0; i < LIVE_EVENTS_LISTS; i++)
		while (events->games[i] != NULL)
			live_events_forget(&events->games[i]);
	id_allocator_clear(&events->numbers);
	free(events->line);
	free(events);
}
