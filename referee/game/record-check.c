/*
 * record-check.c - a record judged again.
 */
#include "referee/game/record-check.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* So much that nothing ends a game by itself, and everything is counted. */
static const struct adjudication_limits record_check_limits = {.repetition = INT_MAX,
	.resign_count = INT_MAX,
	.resign_score = 1,
	.draw_count = INT_MAX,
	.draw_score = INT64_MAX};

struct record_check {
	const struct history *h;
	const struct history_said *said;
	struct game *g;
	struct adjudication adjudication;
	void (*tell)(void *arg, const struct difference *d);
	void *arg;
};

/* --- played --------------------------------------------------------------------------------- */

/* Those who were not there when it began left together. */
static bool record_check_is_absence(const struct history_turn *turn)
{
	return turn->verdict == VERDICT_STARTUP || turn->verdict == VERDICT_ABSENT ||
	       turn->verdict == VERDICT_BENCHED;
}

static void record_check_leave_first(struct record_check *r)
{
	unsigned seats = 0;
	for (int i = 0; i < r->h->count; i++) {
		const struct history_turn *turn = &r->h->turns[i];
		if (!record_check_is_absence(turn))
			continue;
		game_judge(r->g, turn->seat, turn->verdict, "%s", turn->detail);
		seats |= 1u << (turn->seat - 1);
	}
	if (seats != 0)
		game_forfeit(r->g, seats);
}

static void record_check_say(const struct record_check *r, int line, int seat, const char *what,
	const char *stored, const char *right)
{
	r->tell(r->arg, &(struct difference){line, seat, what, stored, right});
}

/* False: the move is of one who was never there, or came when it was over without them; told. */
static bool record_check_move(struct record_check *r, const struct history_turn *turn)
{
	if (game_to_move(r->g) != turn->seat || !game_move(r->g, turn->move)) {
		record_check_say(r, turn->line, turn->seat, "move", turn->move,
			"none, after who could not begin");
		return false;
	}
	game_said(r->g, turn->seat, turn->numbers.score);
	return true;
}

static bool record_check_play(struct record_check *r)
{
	static const struct limits none;
	char why[256];
	struct game *g = r->g;
	bool begun = game_begin(g, r->h->setup, &none, 0, r->h->start, "", why, sizeof why);
	assert(begun);
	game_adjudicate(g, &r->adjudication);
	record_check_leave_first(r);
	for (int i = 0; i < r->h->count; i++) {
		const struct history_turn *turn = &r->h->turns[i];
		if (record_check_is_absence(turn))
			continue;
		if (turn->verdict != VERDICT_OK) {
			game_judge(g, turn->seat, turn->verdict, "%s", turn->detail);
			game_forfeit(g, 1u << (turn->seat - 1));
		} else if (!record_check_move(r, turn)) {
			return false;
		}
	}
	return true;
}

/* --- how it ended --------------------------------------------------------------------------- */

/* Do the moves allow this reason? Then scores are what the seats hold. */
static bool record_check_as_it_stands(const struct record_check *r, int64_t *scores)
{
	r->g->setup->rules->scores(r->g->setup, &r->g->position, scores);
	return r->g->plies > 0;
}

static bool record_check_repeats(const struct record_check *r, int64_t *scores)
{
	return record_check_as_it_stands(r, scores) &&
	       adjudication_times(&r->adjudication, r->g) > 1;
}

/* The seat that moved last; 0: none did. */
static int record_check_last(const struct record_check *r)
{
	int last = r->h->count - 1;
	while (last >= 0 && r->h->turns[last].verdict != VERDICT_OK)
		last--;
	return last < 0 ? 0 : r->h->turns[last].seat;
}

/* Both agreed on who loses, or the one that moved last has said so itself. */
static bool record_check_resigns(const struct record_check *r, int64_t *scores)
{
	const struct adjudication *a = &r->adjudication;
	int last = record_check_last(r);
	if (r->g->setup->seats != 2 || last == 0)
		return false;
	bool alone = a->losing[last - 1] > 0, other = a->losing[2 - last] > 0;
	if (!alone && (!other || a->winning[last - 1] == 0))
		return false;
	scores[last - 1] = alone ? -1 : 1;
	scores[2 - last] = -scores[last - 1];
	return true;
}

/* The rule itself, with as little as one move of each. */
static bool record_check_draws(const struct record_check *r, int64_t *scores)
{
	struct adjudication least = r->adjudication;
	least.limits.draw_count = 1;
	return adjudication_find("draw-rule")->ends(&least, r->g, scores);
}

/* What was known from outside stands in the ranks alone. */
static bool record_check_known(const struct record_check *r, int64_t *scores)
{
	for (int i = 0; i < r->g->setup->seats; i++)
		scores[i] = r->said->rank[i] != RECORD_UNSAID ? -r->said->rank[i] : 0;
	return true;
}

static const struct record_check_reason {
	const char *reason;
	bool (*holds)(const struct record_check *r, int64_t *scores);
} record_check_reasons[] = {
	{"max-plies", record_check_as_it_stands},
	{"repetition", record_check_repeats},
	{"resign-rule", record_check_resigns},
	{"draw-rule", record_check_draws},
	{"oracle", record_check_known},
};

static void record_check_end(struct record_check *r)
{
	const struct history_said *said = r->said;
	int64_t scores[SEATS_MAX] = {0};
	char right[64];
	if (r->g->reason != NULL) {
		if (strcmp(said->reason, r->g->reason) != 0)
			record_check_say(
				r, said->end_line, 0, "reason", said->reason, r->g->reason);
		return;
	}
	for (size_t i = 0; i < sizeof record_check_reasons / sizeof *record_check_reasons; i++)
		if (strcmp(record_check_reasons[i].reason, said->reason) == 0 &&
			record_check_reasons[i].holds(r, scores)) {
			game_decide(r->g, record_check_reasons[i].reason, scores);
			return;
		}
	snprintf(right, sizeof right, "none yet, since seat %d is to move", game_to_move(r->g));
	record_check_say(r, said->end_line, 0, "reason", said->reason, right);
}

static void record_check_compare(struct record_check *r)
{
	char final[POSITION_TEXT], stored[24], right[24];
	int ranks[SEATS_MAX];
	r->g->setup->rules->write(r->g->setup, &r->g->position, final);
	if (strcmp(final, r->said->final) != 0)
		record_check_say(r, r->said->end_line, 0, "final", r->said->final, final);
	if (r->g->reason == NULL)
		return;
	game_ranks(r->g, ranks);
	for (int i = 0; i < r->g->setup->seats; i++) {
		int64_t rank = r->said->rank[i];
		if (rank == ranks[i])
			continue;
		snprintf(stored, sizeof stored, "%lld", (long long)rank);
		snprintf(right, sizeof right, "%d", ranks[i]);
		record_check_say(r, r->said->seat_line[i], i + 1, "rank",
			rank == RECORD_UNSAID ? "not there" : stored, right);
	}
}

void record_check_judge(const struct history *h, const struct history_said *said, struct game *g,
	void (*tell)(void *arg, const struct difference *d), void *arg)
{
	struct record_check r = {.h = h, .said = said, .g = g, .tell = tell, .arg = arg};
	adjudication_init(&r.adjudication, &record_check_limits);
	if (!record_check_play(&r)) {
		/* what it says of its end is of another game */
	} else if (said->reason != NULL) {
		record_check_end(&r);
		record_check_compare(&r);
	} else if (g->reason != NULL) {
		record_check_say(&r, 0, 0, "end", "not there", g->reason);
	}
	g->adjudication = NULL;
	adjudication_clear(&r.adjudication);
}
