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

enum { BROADCAST_BEHIND = 1 << 18 /* bytes that wait: no further game is shown live */ };

static struct broadcast_game **broadcast_find(
	struct broadcast *b, int64_t tournament, uint64_t pairing)
{
	struct broadcast_game **at = &b->games[pairing % BROADCAST_BUCKETS];
	while (*at != NULL && ((*at)->tournament != tournament || (*at)->pairing != pairing))
		at = &(*at)->next;
	return at;
}

void broadcast_forget(struct broadcast_game **at)
{
	struct broadcast_game *g = *at;
	*at = g->next;
	free(g->lines);
	free(g);
}

/* A line about a game that runs, told and kept. */
static void broadcast_add(struct broadcast *b, struct broadcast_game *g, struct feed f)
{
	static char line[FEED_LINE];
	f.tournament = g->tournament;
	f.pairing = g->pairing;
	size_t length = feed_write(&f, line, sizeof line);
	if (g->length + length > g->room) {
		g->room = 2 * (g->length + length);
		g->lines = memory_resize(g->lines, g->room, 1);
	}
	memcpy(g->lines + g->length, line, length);
	g->length += length;
	broadcast_put(b, line, length);
}

static void broadcast_end(struct broadcast *b, struct broadcast_game **at, struct feed f)
{
	static char line[FEED_LINE];
	f.kind = FEED_END;
	f.tournament = (*at)->tournament;
	f.pairing = (*at)->pairing;
	broadcast_put(b, line, feed_write(&f, line, sizeof line));
	broadcast_forget(at);
}

static void broadcast_void(struct broadcast *b, struct broadcast_game **at)
{
	broadcast_end(b, at, (struct feed){.number = {FEED_UNSAID}, .text = {"", "void"}});
}

static void broadcast_params(
	struct broadcast *b, struct broadcast_game *g, const struct tournament *t)
{
	for (int i = 0; i < t->params_count; i++) {
		char *key = memory_copy(t->params[i]), *value = strchr(key, '=');
		if (value != NULL) {
			*value++ = '\0';
			broadcast_add(
				b, g, (struct feed){.kind = FEED_PARAM, .text = {key, value}});
		}
		free(key);
	}
}

/* A game begins; nothing is told of it when much waits already. */
static void broadcast_begin(struct broadcast *b, int64_t tournament, const struct tournament *t,
	const struct job *job, int64_t started)
{
	const struct opening *o = &job->opening;
	if (broadcast_behind(b) > BROADCAST_BEHIND) {
		b->untold++;
		return;
	}
	struct broadcast_game *g = memory_get(1, sizeof *g);
	struct broadcast_game **first = &b->games[job->pairing.key % BROADCAST_BUCKETS];
	*g = (struct broadcast_game){
		.tournament = tournament, .pairing = job->pairing.key, .next = *first};
	*first = g;
	broadcast_add(b, g,
		(struct feed){.kind = FEED_GAME,
			.number = {started, job->pairing.seats, (int64_t)job->pairing.seed},
			.text = {t->game, o->is_position ? o->text : "",
				o->is_position ? "" : o->text}});
	broadcast_params(b, g, t);
	for (int i = 0; i < job->pairing.seats; i++)
		broadcast_add(b, g,
			(struct feed){.kind = FEED_PLAYER,
				.seat = i + 1,
				.number = {t->bots[job->pairing.bot[i]].remote},
				.text = {t->bots[job->pairing.bot[i]].name}});
	broadcast_add(b, g, (struct feed){.kind = FEED_BEGUN});
}

/* What pages tell strangers of a game that runs: as much as log_reason() has for them. */
static void broadcast_take(struct broadcast *b, struct broadcast_game *g,
	const struct tournament *t, const struct record *r)
{
	const struct log_reader stranger = {.owner = NULL};
	enum log_policy policy =
		log_policy_find(log_policy_names[t->logs], tournament_remote_bots(t) > 0);
	struct feed f = {.kind = FEED_MOVE, .seat = r->seat, .text = {r->word}};
	if (r->kind == RECORD_MOVE) {
		memcpy(f.number, r->number, sizeof r->number);
		broadcast_add(b, g, f);
		return;
	}
	enum verdict verdict = verdict_find(r->word);
	if (verdict == VERDICT_OK || verdict == VERDICT_RESIGN)
		return;
	f.kind = FEED_LEAVE;
	f.text[1] = log_reason(log_access(policy, NULL, &stranger), r->word, r->text);
	broadcast_add(b, g, f);
}

void broadcast_record(struct broadcast *b, int64_t tournament, const struct tournament *t,
	const struct job *job, const char *line)
{
	struct record r;
	if (b == NULL)
		return;
	struct broadcast_game **at = broadcast_find(b, tournament, job->pairing.key);
	if (line == NULL) {
		if (*at != NULL)
			broadcast_void(b, at);
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
			broadcast_void(b, at);
		if (begins)
			broadcast_begin(b, tournament, t, job, r.number[0]);
		else
			broadcast_take(b, *at, t, &r);
	}
	free(copy);
}

void broadcast_result(struct broadcast *b, int64_t tournament, const struct result *r)
{
	char text[GAME_RESULT];
	if (b == NULL)
		return;
	struct broadcast_game **at = broadcast_find(b, tournament, r->pairing);
	if (*at == NULL)
		return;
	game_result(r->rank, r->failed, r->seats, ' ', text);
	broadcast_end(b, at, (struct feed){.number = {r->game}, .text = {text, r->reason}});
}

void broadcast_ended(struct broadcast *b, int64_t tournament)
{
	if (b == NULL)
		return;
	for (int i = 0; i < BROADCAST_BUCKETS; i++)
		for (struct broadcast_game **at = &b->games[i]; *at != NULL;) {
			if ((*at)->tournament == tournament)
				broadcast_void(b, at);
			else
				at = &(*at)->next;
		}
}
