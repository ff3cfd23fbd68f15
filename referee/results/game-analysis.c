/*
 * game-analysis.c - asks the solver's process for the values of a game's positions.
 */
#include "referee/results/game-analysis.h"

#include <signal.h>
#include <stdlib.h>

#include "base/memory.h"

/* --- signals -------------------------------------------------------------------------------- */

/* The first signal stops the command cleanly; the second ends the process at once. */
static void game_analysis_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct game_analysis *a = arg;
	(void)what;
	a->signal = (int)number;
	for (int i = 0; i < GAME_ANALYSIS_SIGNALS; i++)
		if (a->signals[i] != NULL)
			event_del(a->signals[i]);
	event_base_loopbreak(a->base);
}

void game_analysis_init(struct game_analysis *a, int64_t nodes)
{
	static const int numbers[GAME_ANALYSIS_SIGNALS] = {SIGINT, SIGTERM};
	struct sigaction now;
	*a = (struct game_analysis){.oracle = oracle_create(nodes)};
	a->base = event_base_new();
	if (a->base == NULL)
		abort();
	for (int i = 0; i < GAME_ANALYSIS_SIGNALS; i++) {
		if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler == SIG_IGN)
			continue;
		a->signals[i] = evsignal_new(a->base, numbers[i], game_analysis_on_signal, a);
		if (a->signals[i] == NULL || event_add(a->signals[i], NULL) != 0)
			abort();
	}
}

void game_analysis_clear(struct game_analysis *a)
{
	oracle_free(a->oracle);
	free(a->moves);
	for (int i = 0; i < GAME_ANALYSIS_SIGNALS; i++)
		if (a->signals[i] != NULL)
			event_free(a->signals[i]);
	if (a->base != NULL)
		event_base_free(a->base);
	*a = (struct game_analysis){.oracle = NULL};
}

bool game_analysis_is_stopped(struct game_analysis *a)
{
	if (a->signal == 0)
		event_base_loop(a->base, EVLOOP_NONBLOCK);
	return a->signal != 0;
}

/* --- one game ------------------------------------------------------------------------------- */

static void game_analysis_on_answer(void *arg, int64_t value)
{
	struct game_analysis *a = arg;
	a->answered = true;
	a->value = value;
	event_base_loopbreak(a->base);
}

/* Waits for a value or a signal. */
static void game_analysis_ask_one(struct game_analysis *a, const char *fen, const char *moves)
{
	a->answered = false;
	oracle_ask(a->oracle, a->base, fen, moves, game_analysis_on_answer, a);
	while (!a->answered && a->signal == 0)
		if (event_base_loop(a->base, EVLOOP_ONCE) < 0)
			abort();
	oracle_drop(a->oracle);
	a->failed = oracle_failed(a->oracle);
}

void game_analysis_begin(struct game_analysis *a, const struct stored_game *g)
{
	oracle_game(a->oracle, &g->setup, (uint64_t)g->game);
}

bool game_analysis_value(
	struct game_analysis *a, const char *fen, const char *moves, int64_t *value)
{
	if (a->signal != 0 || a->failed)
		return false;
	game_analysis_ask_one(a, fen, moves);
	*value = a->value;
	return a->answered && a->value != UNKNOWN;
}

/* Asks for the values of all positions, the last one first. False: a signal arrived or the
 * solver was lost. */
static bool game_analysis_ask(struct game_analysis *a, const struct stored_game *g, int64_t *values)
{
	const struct move_list *h = &g->moves;
	size_t room = (size_t)h->count * MOVE_TEXT + 1, used = 0;
	char *moves = memory_get(room, 1);
	size_t *ends = memory_get((size_t)h->count + 1, sizeof *ends);
	int plies = 0;
	for (int i = 0; i < h->count; i++) {
		if (h->turns[i].verdict != VERDICT_OK)
			continue;
		used += (size_t)snprintf(
			moves + used, room - used, "%s%s", used > 0 ? " " : "", h->turns[i].move);
		ends[++plies] = used;
	}
	int ply = plies;
	for (; ply >= 0 && a->signal == 0 && !a->failed; ply--) {
		moves[ends[ply]] = '\0';
		game_analysis_ask_one(a, g->moves.start, moves);
		values[ply] = a->value;
	}
	free(moves);
	free(ends);
	return ply < 0 && a->signal == 0 && !a->failed;
}

/* Computes the two values of each move. The seats take turns, so a gain of one is a loss of the
 * other. */
static void game_analysis_judge(struct game_analysis *a, const int64_t *values)
{
	a->known = 0;
	for (int i = 0; i <= a->plies; i++)
		a->known += values[i] != UNKNOWN;
	for (int i = 0; i < a->plies; i++) {
		bool before = values[i] != UNKNOWN, after = values[i + 1] != UNKNOWN;
		a->moves[i] = (struct db_analysis){.before_known = before,
			.after_known = after,
			.before = before ? values[i] : 0,
			.after = after ? -values[i + 1] : 0};
	}
}

bool game_analysis_run(struct game_analysis *a, const struct stored_game *g)
{
	const struct move_list *h = &g->moves;
	int64_t *values = memory_get((size_t)h->count + 1, sizeof *values);
	a->moves = memory_resize(a->moves, (size_t)h->count + 1, sizeof *a->moves);
	a->plies = move_list_plies(h, h->count);
	game_analysis_begin(a, g);
	bool whole = game_analysis_ask(a, g, values);
	if (whole)
		game_analysis_judge(a, values);
	free(values);
	return whole;
}

bool game_analysis_can(struct game_analysis *a, const struct stored_game *g, struct error *err)
{
	game_analysis_begin(a, g);
	return oracle_solves(a->oracle, err);
}
