/*
 * visit-request.c - judges the games that people ask for.
 */
#include "referee/daemon/visit-request.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/prepare/openings.h"
#include "referee/game/game.h"

/* Can the moves be played, and is the game not over after them? */
static bool visit_request_is_playable(const struct tournament *t, uint64_t seed, const char *moves)
{
	static const struct limits none;
	struct setup *setup = memory_get(1, sizeof *setup);
	struct game *game = memory_get(1, sizeof *game);
	struct error err;
	bool good = setup_init(setup, t->rules, t->players, seed, (const char *const *)t->params,
			    t->params_count, &err) &&
		    game_begin(game, setup, &none, 0, "", moves, &err) && game_to_move(game) != 0;
	free(game);
	free(setup);
	return good;
}

enum visit_request_status visit_request_judge(
	const struct tournament *t, int bots, const struct web_play_message *m, struct error *err)
{
	if (m->bot >= bots || m->seat > t->players)
		return VISIT_REQUEST_WRONG;
	bool good = true;
	for (int seat = 1; seat <= t->players && good; seat++)
		good = seat == m->seat || bot_plays_seat(&t->bots[m->bot], seat) ||
		       error_set(err, "the bot does not play this seat");
	good = good && (strlen(m->text) < OPENING_TEXT || error_set(err, "it has too many moves"));
	good = good && (visit_request_is_playable(t, (uint64_t)m->seed, m->text) ||
			       error_set(err, "its moves are not legal, or it is over"));
	return good ? VISIT_REQUEST_GOOD : VISIT_REQUEST_REFUSED;
}
