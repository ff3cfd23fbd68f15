/*
 * live-broadcast-games.c - what the web process is told of games: their records as they are
 * written.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/game/game.h"
#include "referee/game/record.h"
#include "referee/game/verdict.h"
#include "referee/daemon/live-broadcast-parts.h"

enum { LIVE_BROADCAST_BEHIND = 1 << 18 /* bytes that wait: no further game is shown live */ };

static struct live_broadcast_game **live_broadcast_find(
	struct live_broadcast *b, int64_t tournament, uint64_t pairing)
{
	struct live_broadcast_game **at = &b->games[pairing % LIVE_BROADCAST_BUCKETS];
	while (*at != NULL && ((*at)->tournament != tournament || (*at)->pairing != pairing))
		at = &(*at)->next;
	return at;
}

void live_broadcast_forget(struct live_broadcast_game **at)
{
	struct live_broadcast_game *g = *at;
	*at = g->next;
	free(g->lines);
	free(g);
}

/* A line about a game that runs, told and kept. */
static void live_broadcast_add(
	struct live_broadcast *b, struct live_broadcast_game *g, struct live_feed f)
{
	static char line[LIVE_FEED_LINE];
	f.tournament = g->tournament;
	f.pairing = g->pairing;
	size_t length = live_feed_write(&f, line, sizeof line);
	if (g->length + length > g->room) {
		g->room = 2 * (g->length + length);
		g->lines = memory_resize(g->lines, g->room, 1);
	}
	memcpy(g->lines + g->length, line, length);
	g->length += length;
	live_broadcast_put(b, line, length);
}

static void live_broadcast_end(
	struct live_broadcast *b, struct live_broadcast_game **at, struct live_feed f)
{
	static char line[LIVE_FEED_LINE];
	f.kind = LIVE_FEED_END;
	f.tournament = (*at)->tournament;
	f.pairing = (*at)->pairing;
	live_broadcast_put(b, line, live_feed_write(&f, line, sizeof line));
	live_broadcast_forget(at);
}

static void live_broadcast_void(struct live_broadcast *b, struct live_broadcast_game **at)
{
	live_broadcast_end(
		b, at, (struct live_feed){.number = {LIVE_FEED_UNSAID}, .text = {"", "void"}});
}

static void live_broadcast_params(
	struct live_broadcast *b, struct live_broadcast_game *g, const struct tournament *t)
{
	for (int i = 0; i < t->params_count; i++) {
		char *key = memory_copy(t->params[i]), *value = strchr(key, '=');
		if (value != NULL) {
			*value++ = '\0';
			live_broadcast_add(b, g,
				(struct live_feed){.kind = LIVE_FEED_PARAM, .text = {key, value}});
		}
		free(key);
	}
}

/* A game begins; nothing is told of it when much waits already. */
static void live_broadcast_begin(struct live_broadcast *b, int64_t tournament,
	const struct tournament *t, const struct job *job, int64_t started)
{
	const struct opening *o = &job->opening;
	if (live_broadcast_behind(b) > LIVE_BROADCAST_BEHIND) {
		b->untold++;
		return;
	}
	struct live_broadcast_game *g = memory_get(1, sizeof *g);
	struct live_broadcast_game **first = &b->games[job->pairing.key % LIVE_BROADCAST_BUCKETS];
	*g = (struct live_broadcast_game){
		.tournament = tournament, .pairing = job->pairing.key, .next = *first};
	*first = g;
	live_broadcast_add(b, g,
		(struct live_feed){.kind = LIVE_FEED_GAME,
			.number = {started, job->pairing.seats, (int64_t)job->pairing.seed},
			.text = {t->game, o->is_position ? o->text : "",
				o->is_position ? "" : o->text}});
	live_broadcast_params(b, g, t);
	for (int i = 0; i < job->pairing.seats; i++)
		live_broadcast_add(b, g,
			(struct live_feed){.kind = LIVE_FEED_PLAYER,
				.seat = i + 1,
				.number = {t->bots[job->pairing.bot[i]].remote},
				.text = {t->bots[job->pairing.bot[i]].name}});
	live_broadcast_add(b, g, (struct live_feed){.kind = LIVE_FEED_BEGUN});
}

/* What pages tell strangers of a game that runs: as much as log_reason() has for them. */
static void live_broadcast_take(struct live_broadcast *b, struct live_broadcast_game *g,
	const struct tournament *t, const struct record *r)
{
	const struct log_reader stranger = {.owner = NULL};
	enum log_policy policy =
		log_policy_find(log_policy_names[t->logs], tournament_remote_bots(t) > 0);
	struct live_feed f = {.kind = LIVE_FEED_MOVE, .seat = r->seat};
	if (r->kind == RECORD_MOVE) {
		f.text[0] = r->move.text;
		memcpy(f.number, &r->move.numbers, sizeof r->move.numbers);
		live_broadcast_add(b, g, f);
		return;
	}
	enum verdict verdict = verdict_find(r->result.verdict);
	if (verdict == VERDICT_OK || verdict == VERDICT_RESIGN)
		return;
	f.kind = LIVE_FEED_LEAVE;
	f.text[0] = r->result.verdict;
	f.text[1] = log_reason(
		log_access(policy, NULL, &stranger), r->result.verdict, r->result.detail);
	live_broadcast_add(b, g, f);
}

void live_broadcast_record(struct live_broadcast *b, int64_t tournament, const struct tournament *t,
	const struct job *job, const char *line)
{
	struct record r;
	if (b == NULL)
		return;
	struct live_broadcast_game **at = live_broadcast_find(b, tournament, job->pairing.key);
	if (line == NULL) {
		if (*at != NULL)
			live_broadcast_void(b, at);
		return;
	}
	/* Most lines are none of these, and conversations may be long. */
	bool begins = strncmp(line, "game ", 5) == 0;
	if (!begins &&
		(*at == NULL || (strncmp(line, "move ", 5) != 0 && strncmp(line, "seat ", 5) != 0)))
		return;
	char *copy = memory_copy(line);
	if (record_read(&r, copy)) {
		if (begins && *at != NULL)
			live_broadcast_void(b, at);
		if (begins)
			live_broadcast_begin(b, tournament, t, job, r.game.started);
		else
			live_broadcast_take(b, *at, t, &r);
	}
	free(copy);
}

void live_broadcast_result(struct live_broadcast *b, int64_t tournament, const struct result *r)
{
	char text[GAME_RESULT];
	if (b == NULL)
		return;
	struct live_broadcast_game **at = live_broadcast_find(b, tournament, r->pairing);
	if (*at == NULL)
		return;
	game_result(r->rank, r->failed, r->seats, ' ', text);
	live_broadcast_end(
		b, at, (struct live_feed){.number = {r->game}, .text = {text, r->reason}});
}

void live_broadcast_ended(struct live_broadcast *b, int64_t tournament)
{
	if (b == NULL)
		return;
	for (int i = 0; i < LIVE_BROADCAST_BUCKETS; i++)
		for (struct live_broadcast_game **at = &b->games[i]; *at != NULL;) {
			if ((*at)->tournament == tournament)
				live_broadcast_void(b, at);
			else
				at = &(*at)->next;
		}
}
