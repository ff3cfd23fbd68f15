/*
 * verify-schedule.c - are the games those of the schedule, and is every bye there?
 *
 * The pairing of a game is a hash of its round, of the names in its seats, and of its part
 * (schedule_seal()): of each game alone it follows whether round, seats and seed are right. Where
 * later games follow from results the schedule is walked along the stored ones, as far as they
 * reach: a database may hold some of a tournament's games alone, and of games that were not played,
 * since a bot was benched, nothing is stored.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/verify/verify-parts.h"

enum { VERIFY_PARTS = 64 /* games of one round with the same bots in the same seats */ };

/* A bye that the schedule gives. */
struct verify_due {
	int round, bot; /* by its place in the tournament */
	double points;
	bool found;
};

static void verify_on_due(void *arg, int round, int bot, double points)
{
	struct verify *v = arg;
	if (v->dues_count == v->dues_room) {
		v->dues_room = 2 * v->dues_room + 16;
		v->dues = memory_resize(v->dues, (size_t)v->dues_room, sizeof *v->dues);
	}
	v->dues[v->dues_count++] =
		(struct verify_due){.round = round, .bot = bot, .points = points};
}

/* All pairings up to the last round of which some game is there. */
static void verify_walk(struct verify *v, int last)
{
	struct pairing p;
	enum schedule_step step;
	int given = 0;
	v->plan.walk.on_bye = verify_on_due;
	v->plan.walk.arg = v;
	while ((step = schedule_iterator_next(&v->plan.walk, &p)) == SCHEDULE_GAME &&
		p.round <= last) {
		given = p.round;
		number_set_add(&v->pairings, p.key);
	}
	v->ended = step == SCHEDULE_END;
	v->known_rounds = step == SCHEDULE_WAIT ? given : last;
	v->whole_rounds = step == SCHEDULE_WAIT ? given - 1 : last;
}

int verify_schedule_begin(struct verify *v, struct db *db)
{
	const struct stored_schedule_of of = {.id = v->of->id,
		.seed = v->of->seed,
		.game = v->of->game,
		.definition = v->of->definition,
		.seats = v->of->seats};
	struct diagnostics mistakes = {verify_not_told, NULL, 0};
	int last = 0;
	number_set_init(&v->pairings);
	int error = stored_schedule_open(&v->plan, db, &of, &v->planned);
	if (error == DB_OK && v->plan.walks)
		error = db_last_round(db, v->of->id, &last);
	if (error == DB_OK && v->plan.walks)
		verify_walk(v, last);
	const struct tournament *t = &v->plan.t;
	bool drawn = t->openings != NULL &&
		     (strcmp(t->openings, "none") == 0 || strncmp(t->openings, "random:", 7) == 0);
	if (error == DB_OK && v->planned && v->ruled && drawn && !t->balanced)
		v->opens = openings_load(&v->openings, t, &v->setup, &mistakes);
	return error;
}

/* --- a game --------------------------------------------------------------------------------- */

/* The bots' places in the tournament as the schedule has it; those that it has not are added, since
 * only their names count. False: one has no name that can be. */
static bool verify_place(struct verify *v, struct pairing *p)
{
	struct diagnostics mistakes = {verify_not_told, NULL, 0};
	struct tournament *t = &v->plan.t;
	for (int i = 0; i < p->seats; i++) {
		const char *name = v->g->seat[i].name;
		p->bot[i] = tournament_find_bot(t, name);
		if (p->bot[i] < 0 && !v->plan.walks &&
			tournament_add_bot(t, name, (struct origin){NULL, 0}, &mistakes) != NULL)
			p->bot[i] = t->bots_count - 1;
		if (p->bot[i] < 0)
			return false;
	}
	return true;
}

/* The pairing that the game's round and seats make, of the part that it is; false: of none. */
static bool verify_seal(struct verify *v, struct pairing *p)
{
	for (p->part = 0; p->part < VERIFY_PARTS; p->part++) {
		schedule_seal(&v->plan.t, p);
		if (p->key == (uint64_t)v->g->pairing)
			return true;
	}
	p->part = 0;
	schedule_seal(&v->plan.t, p);
	return false;
}

static void verify_say_pairing(struct verify *v, const char *right)
{
	char stored[SEATS_MAX * (BOT_NAME + 4) + 64];
	size_t used = (size_t)snprintf(
		stored, sizeof stored, "%lld, round %d, ", (long long)v->g->pairing, v->g->round);
	for (int i = 0; i < v->g->seats && used < sizeof stored; i++)
		used += (size_t)snprintf(stored + used, sizeof stored - used, "%s%.*s",
			i > 0 ? " - " : "", BOT_NAME, v->g->seat[i].name);
	verify_say(v, 0, 0, "pairing", stored, right);
}

static void verify_opening(struct verify *v, const struct pairing *p)
{
	char why[WHY];
	if (v->opens && openings_pick(&v->openings, &v->setup, p, &v->opening, why, sizeof why) &&
		strcmp(v->opening.text, v->g->opening) != 0)
		verify_say(v, 0, 0, "opening", v->g->opening, v->opening.text);
}

/* Is it known whether the schedule has it? Of a knockout's round that waits for results more games
 * may follow for those who are tied. */
static bool verify_is_known(const struct verify *v, const struct pairing *p)
{
	bool tied = strcmp(v->plan.t.format, "knockout") == 0 && p->part >= v->plan.t.rounds;
	return v->plan.walks && v->g->replaced.ms == 0 &&
	       p->round <= (tied ? v->whole_rounds : v->known_rounds);
}

void verify_schedule(struct verify *v, bool set_up)
{
	struct pairing p = {.round = v->g->round, .seats = v->g->seats};
	char right[80];
	if (!v->planned || p.round < 1 || p.seats < 2)
		return;
	if (!verify_place(v, &p)) {
		verify_say_pairing(v, "one of the bots that take part");
		return;
	}
	if (!verify_seal(v, &p)) {
		snprintf(right, sizeof right, "%lld for this round and these seats",
			(long long)p.key);
		verify_say_pairing(v, right);
		return;
	}
	if (verify_is_known(v, &p) && !number_set_has(&v->pairings, p.key))
		verify_say_pairing(v, "one that follows from the results before it");
	if (p.seed != (uint64_t)v->g->seed)
		verify_say_number(v, 0, "seed", v->g->seed, (int64_t)p.seed);
	else if (set_up)
		verify_opening(v, &p);
}

/* --- byes ----------------------------------------------------------------------------------- */

bool verify_due(struct verify *v, int64_t round, const char *name, double points, double *right)
{
	bool known = v->plan.walks && (round <= v->whole_rounds || v->ended);
	*right = points;
	for (int i = 0; i < v->dues_count; i++) {
		struct verify_due *due = &v->dues[i];
		if (due->round != round || due->found ||
			strcmp(v->plan.t.bots[due->bot].name, name) != 0)
			continue;
		due->found = true;
		if (known)
			*right = due->points;
		return !known || fabs(points - due->points) < 1e-9;
	}
	if (known)
		*right = NAN;
	return !known;
}

void verify_dues_missing(struct verify *v)
{
	char what[BOT_NAME + 64], right[32];
	for (int i = 0; i < v->dues_count; i++) {
		const struct verify_due *due = &v->dues[i];
		if (due->found || (due->round > v->known_rounds && !v->ended))
			continue;
		snprintf(what, sizeof what, "byes.points of %s in round %d",
			v->plan.t.bots[due->bot].name, due->round);
		snprintf(right, sizeof right, "%g", due->points);
		verify_say(v, 0, 0, what, "not there", right);
	}
}

void verify_schedule_clear(struct verify *v)
{
	if (v->opens)
		openings_clear(&v->openings);
	stored_schedule_clear(&v->plan);
	number_set_clear(&v->pairings);
	free(v->dues);
}
