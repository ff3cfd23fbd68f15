/*
 * verify-play.c - a stored game played again: its moves in turn, who left between them, and what
 * each move took.
 *
 * As for a history (judging/history.h), who moves next says who has left before. Those who could
 * not begin left together before the first move.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "referee/verify/verify-parts.h"

/* --- time ----------------------------------------------------------------------------------- */

static double verify_ms(usec span)
{
	return (double)span / MILLISECOND;
}

/* "900.0 ms", or with what is charged of it. */
static void verify_spent(const struct clock *c, const struct spent *s, char *text, size_t room)
{
	usec charged = clock_charge(c, s);
	if (charged == s->wall)
		snprintf(text, room, "%.3f ms", verify_ms(s->wall));
	else
		snprintf(text, room, "%.3f ms, charged %.3f ms", verify_ms(s->wall),
			verify_ms(charged));
}

/* What a move took, against what the seat had for it. */
static void verify_time(struct verify *v, const struct db_move *m)
{
	struct clock *c = &v->game.seat[m->seat - 1].clock;
	struct spent spent = {m->wall_us, m->cpu_us, m->wait_us};
	char stored[128], right[128];
	if (v->untimed)
		return;
	clock_start(c, 0);
	if (m->wall_us >= 0 && m->cpu_us >= -1 && !clock_fell(c, &spent)) {
		clock_stop(c, &spent);
		return;
	}
	verify_spent(c, &spent, stored, sizeof stored);
	if (m->wall_us < 0 || m->cpu_us < -1)
		snprintf(right, sizeof right, "no less than nothing");
	else
		snprintf(right, sizeof right, "%.3f ms at most, or the verdict time",
			verify_ms(c->allowed + c->limits->margin));
	verify_say(v, m->ply, m->seat, "time", stored, right);
}

/* Who lost on time has used more than it had. */
static void verify_time_loss(const struct verify *v, int seat)
{
	const struct db_failure *e = &v->g->seat[seat - 1].failure;
	struct clock c = v->game.seat[seat - 1].clock;
	struct spent spent = {e->wall_us, e->cpu_us, e->wait_us};
	char used[128], right[200];
	if (e->phase == NULL || e->wall_us < 0) {
		if (v->of->evidence)
			verify_say(v, 0, seat, "verdict", "time", "one with evidence for it");
		return;
	}
	clock_start(&c, 0);
	bool moving = strcmp(e->phase, "move") == 0;
	/* Its processor's time is not known any more where it has ended since. */
	bool fell = moving ? clock_fell(&c, &spent) || e->cpu_us < 0 : e->wall_us >= e->limit_us;
	if (fell)
		return;
	verify_spent(&c, &spent, used, sizeof used);
	snprintf(right, sizeof right, "ok, since it took %s of %.3f ms", used,
		verify_ms(moving ? c.allowed : e->limit_us));
	verify_say(v, 0, seat, "verdict", "time", right);
}

/* --- who leaves ----------------------------------------------------------------------------- */

static void verify_forfeit(struct verify *v, unsigned seats)
{
	for (int seat = 1; seat <= v->t.players; seat++)
		if (seats & 1u << (seat - 1))
			game_judge(&v->game, seat, v->verdict[seat - 1], "%s", "");
	game_forfeit(&v->game, seats);
}

static bool verify_leaves(const struct verify *v, int seat)
{
	return seat != 0 && v->verdict[seat - 1] != VERDICT_OK && v->game.seat[seat - 1].left == 0;
}

static void verify_leave(struct verify *v, int seat)
{
	if (v->verdict[seat - 1] == VERDICT_TIME && !v->untimed)
		verify_time_loss(v, seat);
	verify_forfeit(v, 1u << (seat - 1));
}

/* Who was not there when the game began, by the evidence or, where there is none, the verdict. */
static unsigned verify_absent(const struct verify *v)
{
	unsigned seats = 0;
	for (int i = 0; i < v->t.players; i++) {
		const char *phase = v->g->seat[i].failure.phase;
		bool absent = v->verdict[i] == VERDICT_STARTUP || v->verdict[i] == VERDICT_ABSENT ||
			      v->verdict[i] == VERDICT_BENCHED;
		if (phase != NULL)
			absent = strcmp(phase, "move") != 0;
		if (absent && v->verdict[i] != VERDICT_OK)
			seats |= 1u << i;
	}
	return seats;
}

static void verify_leave_first(struct verify *v)
{
	unsigned seats = verify_absent(v);
	for (int seat = 1; seat <= v->t.players; seat++)
		if (seats & 1u << (seat - 1) && v->verdict[seat - 1] == VERDICT_TIME && !v->untimed)
			verify_time_loss(v, seat);
	if (seats != 0)
		verify_forfeit(v, seats);
}

/* After the last move: in their own turns first, then those whom no turn came to any more. */
static void verify_leave_last(struct verify *v)
{
	struct game *g = &v->game;
	while (verify_leaves(v, game_to_move(g)))
		verify_leave(v, game_to_move(g));
	for (int seat = 1; seat <= v->t.players; seat++) {
		if (!verify_leaves(v, seat))
			continue;
		/* With two at the board whoever leaves ends the game, so it was not over. */
		if (g->reason != NULL && v->t.players == 2)
			verify_say(v, 0, seat, "verdict", verdict_table[v->verdict[seat - 1]].name,
				"ok, since the game was over before");
		else
			verify_leave(v, seat);
	}
}

/* --- moves ---------------------------------------------------------------------------------- */

static bool verify_begin(struct verify *v)
{
	const struct tournament *t = &v->t;
	const struct db_game *g = v->g;
	char why[WHY];
	if (v->seeded &&
		!setup_init(&v->setup, t->rules, t->players, (uint64_t)g->seed,
			(const char *const *)t->params, t->params_count, why, sizeof why)) {
		verify_say(v, 0, 0, "seed", "one that draws no game", why);
		return false;
	}
	bool position = *g->opening != '\0' && strlen(g->opening) < POSITION_TEXT &&
			game_begin(&v->game, &v->setup, &t->limits, t->max_plies, g->opening, "",
				why, sizeof why);
	if (!position && !game_begin(&v->game, &v->setup, &t->limits, t->max_plies, "", g->opening,
				 why, sizeof why)) {
		verify_say(v, 0, 0, "opening", g->opening, why);
		return false;
	}
	verify_limits_set(v);
	game_adjudicate(&v->game, &v->adjudication);
	return true;
}

/* Is the move by who is to move? False: told. */
static bool verify_turn(struct verify *v, const struct db_move *m)
{
	char stored[64], right[96];
	while (game_to_move(&v->game) != m->seat && verify_leaves(v, game_to_move(&v->game)))
		verify_leave(v, game_to_move(&v->game));
	int seat = game_to_move(&v->game);
	if (seat == m->seat)
		return true;
	if (seat == 0) {
		snprintf(right, sizeof right, "none, since the game was over after ply %d (%s)",
			v->game.plies, v->game.reason);
		verify_say(v, m->ply, m->seat, "move", m->text, right);
		return false;
	}
	snprintf(stored, sizeof stored, "%d", m->seat);
	snprintf(right, sizeof right, "%d", seat);
	verify_say(v, m->ply, 0, "seat", stored, right);
	return false;
}

static bool verify_move(struct verify *v, const struct db_move *m)
{
	char right[VERIFY_TEXT] = "one of ";
	if (game_move(&v->game, m->text)) {
		game_said(&v->game, m->seat, m->score);
		return true;
	}
	game_legal(&v->game, right + strlen(right), sizeof right - strlen(right));
	verify_say(v, m->ply, m->seat, "move", m->text, right);
	return false;
}

bool verify_play(struct verify *v)
{
	if (!verify_begin(v))
		return false;
	verify_leave_first(v);
	for (int i = 0; i < v->g->moves_count; i++) {
		const struct db_move *m = &v->g->moves[i];
		if (m->ply != i + 1) {
			verify_say(v, i + 1, 0, "move", "not there", "there");
			return false;
		}
		if (!verify_turn(v, m))
			return false;
		verify_time(v, m);
		if (!verify_move(v, m))
			return false;
	}
	verify_leave_last(v);
	return true;
}
