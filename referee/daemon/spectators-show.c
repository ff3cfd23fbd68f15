/*
 * spectators-show.c - what a looker gets of a game.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/escape.h"
#include "referee/base/memory.h"
#include "referee/game/record.h"
#include "referee/config/settings.h"
#include "referee/daemon/spectators-parts.h"

enum { SPECTATORS_LINE = 16384 };

void spectator_put(struct spectator *l, const char *line)
{
	if (!l->over)
		l->over = !l->calls->line(l->owner, line);
}

static void spectator_put_record(struct spectator *l, const struct record *r)
{
	static char line[RECORD_LINE];
	size_t length = record_write(r, line, sizeof line);
	line[length - 1] = '\0';
	spectator_put(l, line);
}

static void spectator_put_params(struct spectator *l, const struct tournament *t)
{
	for (int i = 0; i < t->params_count; i++) {
		char *key = memory_copy(t->params[i]), *value = strchr(key, '=');
		if (value != NULL) {
			*value++ = '\0';
			spectator_put_record(
				l, &(struct record){.kind = RECORD_PARAM, .param = {key, value}});
		}
		free(key);
	}
}

/* What the bot in a seat may use. */
static void spectator_put_limits(struct spectator *l, const struct tournament *t, int seat, int bot)
{
	char line[256];
	struct limits m;
	settings_bot_limits(t, &t->bots[bot], &m);
	snprintf(line, sizeof line, "limits %d %lld %lld %d %lld %lld %s", seat,
		(long long)m.movetime, (long long)m.tc_time, m.tc_moves, (long long)m.tc_increment,
		(long long)m.tc_bank, charge_names[m.charge]);
	spectator_put(l, line);
}

/* What a game is played with, and by whom. */
static void spectator_put_head(struct spectator *l, const struct spectators_game *game)
{
	static char line[SPECTATORS_LINE];
	const struct tournament *t = game->t;
	char *name = escape_text(t->name, false);
	snprintf(line, sizeof line, "look %d %llu %s", game->number,
		(unsigned long long)game->pairing.seed, name);
	free(name);
	spectator_put(l, line);
	for (int i = 0; i < game->pairing.seats; i++)
		spectator_put_limits(l, t, i + 1, game->pairing.bot[i]);
	spectator_put_record(
		l, &(struct record){.kind = RECORD_RULES, .rules = {t->game, game->pairing.seats}});
	spectator_put_params(l, t);
	for (int i = 0; i < game->pairing.seats; i++)
		spectator_put_record(l, &(struct record){.kind = RECORD_PLAYER,
						.seat = i + 1,
						.player = t->bots[game->pairing.bot[i]].name});
	snprintf(
		line, sizeof line, "%s %s", game->is_position ? "start" : "opening", game->opening);
	if (*game->opening != '\0')
		spectator_put(l, line);
}

void spectator_see(struct spectator *l, struct spectators_game *game)
{
	char line[64];
	l->game = game;
	spectator_put_head(l, game);
	for (size_t at = 0; at < game->length; at += strlen(game->lines + at) + 1)
		spectator_put(l, game->lines + at);
	snprintf(line, sizeof line, "ago %lld", (long long)(time_now() - game->heard));
	spectator_put(l, line);
}
