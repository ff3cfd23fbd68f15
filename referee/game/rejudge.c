/*
 * rejudge.c - judges a finished game again from its moves, verdicts and times.
 */
#include "referee/game/rejudge.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "referee/game/game-hash.h"
#include "referee/game/position-blocks.h"
#include "rules/process/rules-process.h"

enum {
	REJUDGE_TEXT = 768,
	REJUDGE_WHY = 256,
	REJUDGE_PROCESSORS = 1024 /* that a program can use: the size of Linux's cpu_set_t */
};

#define REJUDGE_TICK (10 * MILLISECOND) /* in which processor time may be counted */

const char *const rejudge_value_names[REJUDGE_VALUES] = {
	[REJUDGE_SEED] = "seed",
	[REJUDGE_ANSWERS] = "what the rules answered",
	[REJUDGE_OPENING] = "opening",
	[REJUDGE_SEATS] = "the number of seats",
	[REJUDGE_SEAT] = "seat",
	[REJUDGE_MOVE] = "move",
	[REJUDGE_TIME] = "time",
	[REJUDGE_VERDICT] = "verdict",
	[REJUDGE_END] = "end",
	[REJUDGE_REASON] = "reason",
	[REJUDGE_FINAL] = "final",
	[REJUDGE_MOVES_HASH] = "moves_hash",
	[REJUDGE_RANK] = "rank",
	[REJUDGE_POINTS] = "points",
};

/* Returns false, as rejudge_report_number() does. */
static bool rejudge_report(struct rejudge *r, enum rejudge_value value, int ply, int seat,
	const char *stored, const char *right)
{
	r->mismatch(r->arg, &(struct rejudge_mismatch){value, ply, seat, stored, right});
	return false;
}

static bool rejudge_report_number(
	struct rejudge *r, enum rejudge_value value, int seat, int64_t stored, int64_t right)
{
	char is[24], should[24];
	snprintf(is, sizeof is, "%lld", (long long)stored);
	snprintf(should, sizeof should, "%lld", (long long)right);
	return rejudge_report(r, value, 0, seat, is, should);
}

char *rejudge_describe(const struct rejudge_mismatch *m)
{
	char ply[24] = "", seat[24] = "";
	if (m->ply > 0)
		snprintf(ply, sizeof ply, " at ply %d", m->ply);
	if (m->seat > 0)
		snprintf(seat, sizeof seat, " of seat %d", m->seat);
	char *stored = escape_text(m->stored, false), *right = escape_text(m->right, false);
	char *text = memory_print("%s%s%s is %s, should be %s", rejudge_value_names[m->value], seat,
		ply, stored, right);
	free(stored);
	free(right);
	return text;
}

/* --- time ----------------------------------------------------------------------------------- */

static double rejudge_ms(usec span)
{
	return (double)span / MILLISECOND;
}

/* Writes "900.0 ms", with the charged time if it differs. */
static void rejudge_spent(const struct clock *c, const struct spent *s, char *text, size_t room)
{
	usec charged = clock_charge(c, s);
	if (charged == s->wall)
		snprintf(text, room, "%.3f ms", rejudge_ms(s->wall));
	else
		snprintf(text, room, "%.3f ms, charged %.3f ms", rejudge_ms(s->wall),
			rejudge_ms(charged));
}

/* Compares the time of a move with the time that its seat had. */
static void rejudge_time(struct rejudge *r, const struct db_move *m, int ply)
{
	struct clock *c = &r->game.seat[m->seat - 1].clock;
	struct spent spent = {m->wall_us, m->cpu_us, m->wait_us};
	char stored[128], right[128];
	if (r->options.game == NULL)
		return;
	clock_start(c, 0);
	bool negative = m->wall_us < 0 || (m->cpu_us < 0 && m->cpu_us != UNKNOWN);
	if (!negative && !clock_fell(c, &spent)) {
		clock_stop(c, &spent);
		return;
	}
	rejudge_spent(c, &spent, stored, sizeof stored);
	if (negative)
		snprintf(right, sizeof right, "0 ms or more");
	else
		snprintf(right, sizeof right, "%.3f ms at most, or the verdict time",
			rejudge_ms(c->allowed + c->limits->margin));
	rejudge_report(r, REJUDGE_TIME, ply, m->seat, stored, right);
}

/* The processor time that a bot can have used in all its threads. That of a bot that has ended is
 * unknown. */
static usec rejudge_most_cpu(const struct spent *s)
{
	usec most = s->wall * REJUDGE_PROCESSORS + REJUDGE_TICK;
	return s->cpu < 0 || s->cpu > most ? most : s->cpu;
}

/* Checks that a seat that lost on time has used more than it had. */
static void rejudge_time_loss(struct rejudge *r, int seat)
{
	const struct db_failure *failure = &r->g->seat[seat - 1].failure;
	struct clock c = r->game.seat[seat - 1].clock;
	struct spent spent = {failure->wall_us, failure->cpu_us, failure->wait_us}, most = spent;
	char used[128], right[200];
	if (r->verdict[seat - 1] != VERDICT_TIME || r->options.game == NULL)
		return;
	if (failure->phase == NULL || failure->wall_us < 0) {
		if (r->options.failures_stored)
			rejudge_report(r, REJUDGE_VERDICT, 0, seat, "time",
				"a loss with a failure report");
		return;
	}
	clock_start(&c, 0);
	bool moving = strcmp(failure->phase, "move") == 0;
	if (c.limits->clock == CLOCK_CPU && limits_need(c.limits) != CLOCK_NONE)
		most.cpu = rejudge_most_cpu(&spent);
	if (moving ? clock_fell(&c, &most) : failure->wall_us >= failure->limit_us)
		return;
	rejudge_spent(&c, &spent, used, sizeof used);
	snprintf(right, sizeof right, "ok, since it took %s of %.3f ms", used,
		rejudge_ms(moving ? c.allowed : failure->limit_us));
	rejudge_report(r, REJUDGE_VERDICT, 0, seat, "time", right);
}

/* --- seats that leave ----------------------------------------------------------------------- */

static void rejudge_leave(struct rejudge *r, unsigned seats)
{
	for (int seat = 1; seat <= r->setup->seats; seat++)
		if (seats & 1u << (seat - 1)) {
			rejudge_time_loss(r, seat);
			game_judge(&r->game, seat, r->verdict[seat - 1], "%s", "");
		}
	if (seats != 0)
		game_forfeit(&r->game, seats);
}

static bool rejudge_leaves(const struct rejudge *r, int seat)
{
	return seat != 0 && r->verdict[seat - 1] != VERDICT_OK && r->game.seat[seat - 1].left == 0;
}

/* The seats to move leave, until one does not or this one is to move. */
static void rejudge_leave_until(struct rejudge *r, int seat)
{
	while (game_to_move(&r->game) != seat && rejudge_leaves(r, game_to_move(&r->game)))
		rejudge_leave(r, 1u << (game_to_move(&r->game) - 1));
}

/* The seats that were missing when the game began: by the stored failure, else by the verdict. */
static unsigned rejudge_absent(const struct rejudge *r)
{
	unsigned seats = 0;
	for (int i = 0; i < r->setup->seats; i++) {
		const char *phase = r->g->seat[i].failure.phase;
		bool absent = !verdict_took_part(r->verdict[i]);
		if (phase != NULL)
			absent = strcmp(phase, "move") != 0;
		if (absent && r->verdict[i] != VERDICT_OK)
			seats |= 1u << i;
	}
	return seats;
}

static void rejudge_leave_last(struct rejudge *r)
{
	rejudge_leave_until(r, 0);
	for (int seat = 1; seat <= r->setup->seats; seat++) {
		if (!rejudge_leaves(r, seat))
			continue;
		/* With two seats one departure ends the game. So it was not over before. */
		if (r->game.reason != NULL && r->setup->seats == 2)
			rejudge_report(r, REJUDGE_VERDICT, 0, seat,
				verdict_table[r->verdict[seat - 1]].name,
				"ok, since the game was over before");
		else
			rejudge_leave(r, 1u << (seat - 1));
	}
}

/* --- moves ---------------------------------------------------------------------------------- */

/* Makes the rules of the game from what its rules program answered. */
static bool rejudge_begin_offline(struct rejudge *r)
{
	const struct rejudge_options *t = &r->options;
	struct position at;
	struct error err;
	rules_process_close(r->offline);
	r->own_setup.rules = NULL;
	r->offline = rules_process_offline(t->description, 0, &err);
	if (r->offline != NULL &&
		setup_init(&r->own_setup, r->offline, t->seats, (uint64_t)r->g->seed, t->params,
			t->params_count, &err) &&
		position_blocks_restore(
			&r->own_setup, r->g->positions, r->g->positions_count, &at, &err))
		return true;
	return rejudge_report(r, REJUDGE_ANSWERS, 0, 0, "not of this game", err.text);
}

/* Has the game needed an answer that is not stored? */
static bool rejudge_lacks_answers(struct rejudge *r)
{
	const struct rules *rules = r->setup != NULL ? r->setup->rules : NULL;
	const char *fault = rules_is_process(rules) ? rules_process_fault(rules) : NULL;
	if (fault != NULL)
		rejudge_report(r, REJUDGE_ANSWERS, 0, 0, "incomplete", fault);
	return fault != NULL;
}

static bool rejudge_begin(struct rejudge *r)
{
	static const struct game_terms none;
	const struct rejudge_options *t = &r->options;
	const struct game_terms *terms = t->game != NULL ? t->game : &none;
	const struct limits *limits = &terms->limits;
	int plies = terms->max_plies;
	const char *opening = r->g->opening;
	struct error err;
	if (t->description != NULL && !rejudge_begin_offline(r))
		return false;
	if (t->description == NULL && r->seeded &&
		!setup_init(&r->own_setup, t->rules, t->seats, (uint64_t)r->g->seed, t->params,
			t->params_count, &err))
		return rejudge_report(r, REJUDGE_SEED, 0, 0, "one that draws no game", err.text);
	bool position = *opening != '\0' && strlen(opening) < POSITION_TEXT &&
			game_begin(&r->game, r->setup, limits, plies, opening, "", &err);
	if (!position && !game_begin(&r->game, r->setup, limits, plies, "", opening, &err))
		return rejudge_report(r, REJUDGE_OPENING, 0, 0, opening, err.text);
	for (int seat = 1; seat <= r->setup->seats && t->game != NULL; seat++)
		if (r->own_limits[seat - 1] != NULL)
			game_limit(&r->game, seat, r->own_limits[seat - 1]);
	game_adjudicate(&r->game, &r->adjudication);
	return true;
}

/* Is the seat of the move to move? */
static bool rejudge_turn(struct rejudge *r, const struct db_move *m, int ply)
{
	char stored[64], right[96];
	rejudge_leave_until(r, m->seat);
	int seat = game_to_move(&r->game);
	if (seat != 0 && seat == m->seat)
		return true;
	if (seat == 0) {
		snprintf(right, sizeof right, "none, since the game was over after ply %d (%s)",
			r->game.plies, r->game.reason);
		return rejudge_report(r, REJUDGE_MOVE, ply, m->seat, m->text, right);
	}
	snprintf(stored, sizeof stored, "%d", m->seat);
	snprintf(right, sizeof right, "%d", seat);
	return rejudge_report(r, REJUDGE_SEAT, ply, 0, stored, right);
}

static bool rejudge_move(struct rejudge *r, const struct db_move *m, int ply)
{
	char right[REJUDGE_TEXT] = "one of ";
	if (m->ply != 0 && m->ply != ply)
		return rejudge_report(r, REJUDGE_MOVE, ply, 0, "not there", "there");
	if (!rejudge_turn(r, m, ply))
		return false;
	rejudge_time(r, m, ply);
	if (game_move(&r->game, m->text)) {
		game_add_score(&r->game, m->seat, m->score);
		return true;
	}
	game_legal(&r->game, right + strlen(right), sizeof right - strlen(right));
	return rejudge_report(r, REJUDGE_MOVE, ply, m->seat, m->text, right);
}

static bool rejudge_play(struct rejudge *r)
{
	if (r->setup == NULL)
		return false;
	if (r->g->seats != r->setup->seats)
		return rejudge_report_number(r, REJUDGE_SEATS, 0, r->g->seats, r->setup->seats);
	if (!rejudge_begin(r))
		return false;
	rejudge_leave(r, rejudge_absent(r));
	for (int i = 0; i < r->g->moves_count; i++)
		if (!rejudge_move(r, &r->g->moves[i], i + 1))
			return false;
	rejudge_leave_last(r);
	return true;
}

/* --- the end, if the tournament's terms are known ------------------------------------------- */

/* Can the oracle have ended the game here? The referee asks it once every seat has made a move. */
static bool rejudge_is_oracles(const struct rejudge *r)
{
	return r->options.game != NULL && r->options.game->adjudicate_exact &&
	       r->g->reason != NULL && strcmp(r->g->reason, "oracle") == 0 &&
	       r->game.plies >= r->setup->seats;
}

/* Do the stored ranks follow from any value for the seat to move? */
static bool rejudge_any_value(struct rejudge *r)
{
	int ranks[SEATS_MAX], seat = game_to_move(&r->game);
	for (int value = -1; value <= 1; value++) {
		int64_t scores[SEATS_MAX] = {0};
		bool same = true;
		scores[seat - 1] = value;
		game_decide(&r->game, "oracle", scores);
		game_ranks(&r->game, ranks);
		for (int i = 0; i < r->setup->seats; i++)
			same &= ranks[i] == r->g->seat[i].rank;
		if (same)
			return true;
		r->game.reason = NULL;
	}
	return rejudge_report(
		r, REJUDGE_RANK, 0, 0, "none that follows from a value", "one that does");
}

/* --- the end, by a record ------------------------------------------------------------------- */

/* Limits that end no game but count everything. */
static const struct adjudication_limits rejudge_count_all = {.repetition = INT_MAX,
	.resign_count = INT_MAX,
	.resign_score = 1,
	.draw_count = INT_MAX,
	.draw_score = INT64_MAX};

static bool rejudge_as_it_stands(const struct rejudge *r, int64_t *scores)
{
	r->setup->rules->scores(r->setup, &r->game.position, scores);
	return r->game.plies > 0;
}

static bool rejudge_repeats(const struct rejudge *r, int64_t *scores)
{
	return rejudge_as_it_stands(r, scores) &&
	       adjudication_times(&r->adjudication, &r->game) > 1;
}

/* Both seats agreed on the loser, or the seat that moved last gave a lost score itself. */
static bool rejudge_resigns(const struct rejudge *r, int64_t *scores)
{
	const struct adjudication *a = &r->adjudication;
	if (r->setup->seats != 2 || r->g->moves_count == 0)
		return false;
	int last = r->g->moves[r->g->moves_count - 1].seat;
	bool alone = a->losing[last - 1] > 0, other = a->losing[2 - last] > 0;
	if (!alone && (!other || a->winning[last - 1] == 0))
		return false;
	scores[last - 1] = alone ? -1 : 1;
	scores[2 - last] = -scores[last - 1];
	return true;
}

static bool rejudge_draws(const struct rejudge *r, int64_t *scores)
{
	struct adjudication least = r->adjudication;
	least.limits.draw_count = 1;
	return adjudication_find("draw-rule")->ends(&least, &r->game, scores);
}

/* Only the ranks tell the value of the oracle. */
static bool rejudge_by_ranks(const struct rejudge *r, int64_t *scores)
{
	for (int i = 0; i < r->setup->seats; i++)
		scores[i] = -r->g->seat[i].rank;
	return true;
}

static const struct rejudge_reason {
	const char *reason;
	bool (*allowed)(const struct rejudge *r, int64_t *scores);
} rejudge_reasons[] = {
	{"max-plies", rejudge_as_it_stands},
	{"repetition", rejudge_repeats},
	{"resign-rule", rejudge_resigns},
	{"draw-rule", rejudge_draws},
	{"oracle", rejudge_by_ranks},
};

/* Ends the running game for the stored reason, if the moves allow it. */
static bool rejudge_allowed(struct rejudge *r)
{
	int64_t scores[SEATS_MAX] = {0};
	for (size_t i = 0; i < sizeof rejudge_reasons / sizeof *rejudge_reasons; i++)
		if (strcmp(rejudge_reasons[i].reason, r->g->reason) == 0 &&
			rejudge_reasons[i].allowed(r, scores)) {
			game_decide(&r->game, rejudge_reasons[i].reason, scores);
			return true;
		}
	return false;
}

/* --- the end -------------------------------------------------------------------------------- */

/* The rules have not ended the game. True: it has an end, and its ranks are known. */
static bool rejudge_end_running(struct rejudge *r)
{
	const char *reason = r->g->reason;
	enum rejudge_endings endings = r->options.endings;
	char right[64];
	if (endings == REJUDGE_DEFINED && rejudge_is_oracles(r))
		return r->oracle != NULL ? r->oracle(r->arg, &r->game) : rejudge_any_value(r);
	if (endings == REJUDGE_ALLOWED && (reason == NULL || rejudge_allowed(r)))
		return reason != NULL;
	/* Another program may have reasons that the rules do not know. */
	if (endings == REJUDGE_STORED && *reason != '\0' && strcmp(reason, "normal") != 0 &&
		verdict_find(reason) == VERDICTS)
		return strcmp(reason, "max-plies") == 0 && rejudge_allowed(r);
	snprintf(right, sizeof right, "none yet, since seat %d is to move", game_to_move(&r->game));
	return rejudge_report(
		r, REJUDGE_REASON, 0, 0, reason != NULL ? reason : "not there", right);
}

/* True: the ranks of the game are known. */
static bool rejudge_end(struct rejudge *r)
{
	const char *reason = r->g->reason, *right = r->game.reason;
	if (right == NULL)
		return rejudge_end_running(r);
	if (reason == NULL)
		return rejudge_report(r, REJUDGE_END, 0, 0, "not there", right);
	/* A file from another program may name any of several seats that left at once. */
	bool named = r->options.endings == REJUDGE_STORED && verdict_find(reason) != VERDICTS &&
		     verdict_find(right) != VERDICTS;
	if (strcmp(reason, right) != 0 && !named)
		rejudge_report(r, REJUDGE_REASON, 0, 0, reason, right);
	return true;
}

static void rejudge_final(struct rejudge *r)
{
	r->setup->rules->write(r->setup, &r->game.position, r->final);
	if (r->g->final != NULL && strcmp(r->g->final, r->final) != 0)
		rejudge_report(r, REJUDGE_FINAL, 0, 0, r->g->final, r->final);
}

int64_t rejudge_moves_hash(const struct db_game *g, bool seeded)
{
	const uint64_t seed = (uint64_t)g->seed;
	struct game_hash hash;
	game_hash_begin(&hash, seeded ? &seed : NULL, g->opening);
	for (int i = 0; i < g->moves_count; i++)
		game_hash_move(&hash, g->moves[i].text);
	return game_hash_end(&hash);
}

/* --- ranks and points ----------------------------------------------------------------------- */

/* A file from another program does not say whether several seats left at once. Then any order of
 * them is right that is below each seat that stayed. */
static void rejudge_rank_left(struct rejudge *r, int i)
{
	char stored[24], right[64];
	r->ranks[i] = r->g->seat[i].rank;
	for (int j = 0; j < r->setup->seats; j++) {
		if (r->game.seat[j].left != 0 || r->g->seat[j].rank < r->ranks[i])
			continue;
		snprintf(stored, sizeof stored, "%d", r->ranks[i]);
		snprintf(right, sizeof right, "below that of seat %d, which stayed", j + 1);
		rejudge_report(r, REJUDGE_RANK, 0, i + 1, stored, right);
		return;
	}
}

static void rejudge_ranks(struct rejudge *r)
{
	const struct db_game *g = r->g;
	bool foreign = r->played && r->options.endings == REJUDGE_STORED;
	if (r->judged)
		game_ranks(&r->game, r->ranks);
	for (int i = 0; i < g->seats; i++) {
		if (foreign && r->game.seat[i].left > 0 && (r->game.gone > 1 || !r->judged))
			rejudge_rank_left(r, i);
		else if (!r->judged)
			r->ranks[i] = g->seat[i].rank;
		else if (g->seat[i].rank == 0)
			rejudge_report(r, REJUDGE_RANK, 0, i + 1, "not there",
				(char[]){(char)('0' + r->ranks[i]), '\0'});
		else if (g->seat[i].rank != r->ranks[i])
			rejudge_report_number(r, REJUDGE_RANK, i + 1, g->seat[i].rank, r->ranks[i]);
	}
}

static void rejudge_points(struct rejudge *r)
{
	const struct db_game *g = r->g;
	char is[32], should[32];
	r->failed =
		r->options.failed_tie ? 0 : game_failed_together(r->ranks, r->verdict, g->seats);
	for (int i = 0; i < g->seats; i++) {
		r->points[i] = game_points(r->ranks, r->failed, g->seats, i + 1);
		if (isnan(g->seat[i].points) || fabs(g->seat[i].points - r->points[i]) <= 1e-9)
			continue;
		snprintf(is, sizeof is, "%.6f", g->seat[i].points);
		snprintf(should, sizeof should, "%.6f", r->points[i]);
		rejudge_report(r, REJUDGE_POINTS, 0, i + 1, is, should);
	}
}

/* --- a game --------------------------------------------------------------------------------- */

void rejudge_game(struct rejudge *r, const struct db_game *g)
{
	r->g = g;
	for (int i = 0; i < g->seats; i++) {
		enum verdict verdict = verdict_find(g->seat[i].verdict);
		r->verdict[i] = verdict == VERDICTS ? VERDICT_OK : verdict;
	}
	r->played = g->removed == NULL && rejudge_play(r);
	r->judged = r->played && rejudge_end(r);
	if (g->removed == NULL && rejudge_lacks_answers(r))
		r->played = r->judged = false;
	if (r->played && (g->reason != NULL || r->options.endings != REJUDGE_ALLOWED)) {
		rejudge_final(r);
		r->moves_hash = rejudge_moves_hash(g, r->seeded);
		if (g->moves_hash != 0 && g->moves_hash != r->moves_hash)
			rejudge_report_number(
				r, REJUDGE_MOVES_HASH, 0, g->moves_hash, r->moves_hash);
	}
	rejudge_ranks(r);
	rejudge_points(r);
}

struct rejudge *rejudge_create(const struct rejudge_options *options, struct error *err)
{
	static const struct adjudication_limits none;
	struct rejudge *r = memory_get(1, sizeof *r);
	const struct adjudication_limits *limits =
		options->game != NULL ? &options->game->adjudication : &none;
	r->options = *options;
	error_clear(err);
	if (options->description != NULL)
		r->offline = rules_process_offline(options->description, 0, err);
	const struct rules *rules = options->description != NULL ? r->offline : options->rules;
	if (rules != NULL && setup_init(&r->own_setup, rules, options->seats, 1, options->params,
				     options->params_count, err)) {
		r->setup = &r->own_setup;
		r->seeded = game_hash_is_seeded(rules, options->params, options->params_count);
	}
	adjudication_init(&r->adjudication,
		options->endings == REJUDGE_ALLOWED ? &rejudge_count_all : limits);
	return r;
}

void rejudge_free(struct rejudge *r)
{
	if (r == NULL)
		return;
	adjudication_clear(&r->adjudication);
	rules_process_close(r->offline);
	free(r);
}

/* --- a record ------------------------------------------------------------------------------- */

/* A rank that fits no int is as wrong as one below 1. */
static int rejudge_record_rank(int64_t rank)
{
	return rank == UNKNOWN ? 0 : rank > 0 && rank <= INT_MAX ? (int)rank : -1;
}

void rejudge_record(
	struct rejudge *r, const struct move_list *h, const struct move_list_result *recorded)
{
	struct db_game g = {.opening = h->start,
		.final = recorded->final,
		.reason = recorded->reason,
		.seats = h->setup->seats};
	struct db_move *moves = memory_get((size_t)h->count + 1, sizeof *moves);
	for (int i = 0; i < h->count; i++) {
		const struct move_list_turn *turn = &h->turns[i];
		if (turn->verdict == VERDICT_OK)
			moves[g.moves_count++] = (struct db_move){.seat = turn->seat,
				.text = turn->move,
				.score = turn->numbers.score};
	}
	for (int i = 0; i < g.seats; i++)
		g.seat[i] = (struct db_seat){.rank = rejudge_record_rank(recorded->rank[i]),
			.points = NAN,
			.verdict = verdict_table[recorded->ends.verdict[i]].name};
	g.moves = moves;
	r->setup = h->setup;
	rejudge_game(r, &g);
	r->setup = NULL;
	free(moves);
}

int rejudge_record_line(const struct move_list *h, const struct move_list_result *recorded,
	const struct rejudge_mismatch *m)
{
	if (m->ply > 0)
		return h->turns[m->ply - 1].line;
	if (m->seat > 0)
		return recorded->seat_line[m->seat - 1];
	return m->value == REJUDGE_REASON || m->value == REJUDGE_FINAL ? recorded->end_line : 0;
}
