/*
 * schedule.c - questions about a schedule, functions that several schedules share, and the
 * iterator.
 */
#include "referee/schedule/schedule.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SCHEDULE_COUNTED = 1 << 20 /* most games that are counted one by one */ };

const struct schedule *schedule_find(const char *name)
{
	for (const struct schedule *const *s = all_schedules; *s != NULL; s++) {
		if (strcmp((*s)->name, name) == 0)
			return *s;
	}
	return NULL;
}

bool schedule_leaves_out(const struct tournament *t)
{
	const struct schedule *s = schedule_find(t->format);
	assert(s != NULL);
	return s->next != NULL;
}

static bool schedule_has_seats(const struct tournament *t)
{
	for (int i = 0; i < t->bots_count; i++)
		if (t->bots[i].seats != 0)
			return true;
	return false;
}

/* How many of the first count games are not left out. */
static int64_t schedule_count_playable(const struct tournament *t, int64_t count)
{
	struct schedule_iterator it;
	struct pairing p;
	int64_t playable = 0;
	schedule_iterator_init(&it, t);
	for (int64_t at = 0; at < count && schedule_iterator_game(&it, at, &p); at++)
		playable += pairing_is_playable(&p, t);
	schedule_iterator_clear(&it);
	return playable;
}

int64_t schedule_count(const struct tournament *t)
{
	const struct schedule *s = schedule_find(t->format);
	assert(s != NULL);
	int64_t count = s->count(t);
	if (count <= 0 || !schedule_leaves_out(t) || !schedule_has_seats(t))
		return count;
	/* All rounds have the same seatings, except those of a sample. */
	int64_t rounds = t->games > 0 ? 1 : t->rounds, games = count / rounds;
	return games <= SCHEDULE_COUNTED ? rounds * schedule_count_playable(t, games)
					 : SCHEDULE_OPEN;
}

/* Reports a wish for changed bots that the format does not grant. */
static void schedule_check_changed(const struct tournament *t, struct diagnostics *mistakes)
{
	struct origin at = t->set[SETTING_ON_CHANGED];
	struct error why;
	if (t->on_changed == ON_CHANGED_REPLAY && schedule_keeps(t, &why))
		diagnostics_add(mistakes, at,
			"on-changed = replay: a %s plays no game again, since %s; leave it out",
			t->format, why.text);
	if (t->on_changed == ON_CHANGED_MIXED &&
		schedule_find(t->format)->change == SCHEDULE_CHANGE_NEVER)
		diagnostics_add(mistakes, at,
			"on-changed = mixed: an %s is about the programs that began it; leave it out",
			t->format);
}

/* Bots that are sent come and change while the tournament lasts. */
static void schedule_check_submissions(const struct tournament *t, struct diagnostics *mistakes)
{
	const struct schedule *s = schedule_find(t->format);
	const struct origin at = t->set[SETTING_SUBMISSIONS];
	if (t->submissions == NULL)
		return;
	if (s->define != NULL || (s->deals && t->games > 0))
		diagnostics_add(mistakes, at,
			"submissions: a %s takes no bots once it has begun; a ladder does, and a round-robin without games",
			t->format);
	else if (s->change != SCHEDULE_CHANGE_FREE && t->on_changed == ON_CHANGED_REFUSE)
		diagnostics_add(mistakes, at,
			"submissions: bots change when new versions are sent; set on-changed = replay too");
}

void schedule_check(const struct tournament *t, struct diagnostics *mistakes)
{
	const struct schedule *s = schedule_find(t->format);
	assert(s != NULL);
	if (s->seats_max > 0 && t->players > s->seats_max)
		diagnostics_add(mistakes, t->set[SETTING_FORMAT],
			"format = %s: its games have %d seats, and these have %d; swiss or round-robin can have them",
			s->name, s->seats_max, t->players);
	schedule_check_changed(t, mistakes);
	schedule_check_submissions(t, mistakes);
	if (s->check != NULL)
		s->check(t, mistakes);
}

bool schedule_takes(const struct schedule *s, const char *key)
{
	size_t length = strlen(key);
	for (const char *word = s->takes; word != NULL; word = strchr(word, ' ')) {
		word += *word == ' ';
		if (strcspn(word, " ") == length && strncmp(word, key, length) == 0)
			return true;
	}
	return false;
}

bool schedule_is_taken(const char *key)
{
	for (const struct schedule *const *s = all_schedules; *s != NULL; s++) {
		if (schedule_takes(*s, key))
			return true;
	}
	return false;
}

bool schedule_keeps(const struct tournament *t, struct error *err)
{
	const struct schedule *s = schedule_find(t->format);
	assert(s != NULL);
	const char *keeps = s->keeps;
	if (keeps == NULL && s->step != NULL && (t->skip_benched || t->skip_absent))
		keeps = "its rounds also followed from games that were not played";
	if (keeps != NULL)
		error_set(err, "%s", keeps);
	return keeps != NULL;
}

int schedule_bots_min(const struct tournament *t)
{
	const struct schedule *s = schedule_find(t->format);
	assert(s != NULL);
	return s->fills || t->players == 0 ? 2 : t->players;
}

int schedule_bot_seats_max(const struct tournament *t)
{
	const struct schedule *s = schedule_find(t->format);
	assert(s != NULL);
	return s->fills ? t->players - 1 : 1;
}

int pairing_remote_seats(const struct pairing *p, const struct tournament *t)
{
	int seats = 0;
	for (int i = 0; i < p->seats; i++)
		seats += t->bots[p->bot[i]].remote;
	return seats;
}

bool pairing_is_playable(const struct pairing *p, const struct tournament *t)
{
	for (int i = 0; i < p->seats; i++)
		if (!bot_plays_seat(&t->bots[p->bot[i]], i + 1))
			return false;
	return true;
}

uint64_t schedule_name_key(const char *name)
{
	uint64_t hash = random_mix(0, strlen(name));
	for (; *name != '\0'; name++)
		hash = random_mix(hash, (unsigned char)*name);
	return hash;
}

/* Does the bot in this seat sit in one before it too? */
static bool schedule_sits_before(const struct pairing *p, int seat)
{
	for (int other = 0; other < seat; other++) {
		if (p->bot[other] == p->bot[seat])
			return true;
	}
	return false;
}

void schedule_seal(const struct tournament *t, struct pairing *p)
{
	assert(p->seats >= 2 && p->seats <= SEATS_MAX && p->round >= 1);
	uint64_t ordered = random_mix(0, (uint64_t)p->round);
	uint64_t set = 0; /* a sum: the order of its parts does not matter */
	for (int seat = 0; seat < p->seats; seat++) {
		uint64_t name = schedule_name_key(t->bots[p->bot[seat]].name);
		ordered = random_mix(ordered, name);
		if (!schedule_sits_before(p, seat))
			set += random_mix(1, name);
	}
	uint64_t part = (uint64_t)p->part, seed = random_mix(t->seed, (uint64_t)p->round);
	p->key = part == 0 ? ordered : random_mix(ordered, part);
	p->seed = random_mix(part == 0 ? seed : random_mix(seed, part), set);
	p->opening_key = random_mix(t->seed, set);
	p->opening_number = (uint64_t)p->round - 1 + part;
}

/*
 * Pairs come in the order of the circle method (Kirkman 1847): one bot stays, the others walk
 * around, and every step gives pairs in which each bot plays once. With an odd number of bots one
 * bot has no opponent in each step.
 */
void schedule_pair(int bots, int64_t at, int pair[2])
{
	int walking = bots % 2 == 0 ? bots - 1 : bots;
	int boards = bots / 2;
	int step = (int)(at / boards), board = (int)(at % boards);
	/* Of an even number the last bot stays and meets the one that comes by. */
	if (bots % 2 == 1)
		board++;
	int one = (step + board) % walking;
	int other = board == 0 ? bots - 1 : (step - board + walking) % walking;
	/* The bot that stays changes seats with every step; of the others one side comes first. */
	bool swap = board == 0 ? step % 2 == 1 : board % 2 == 1;
	pair[0] = swap ? other : one;
	pair[1] = swap ? one : other;
}

void schedule_set_pair(const struct tournament *t, int round, int part, const int bot[2], int turn,
	struct pairing *p)
{
	*p = (struct pairing){
		.round = round, .part = part, .seats = 2, .bot = {bot[turn], bot[1 - turn]}};
	schedule_seal(t, p);
}

void schedule_write_bots(const struct tournament *t, int count, FILE *out)
{
	fputs(" of", out);
	for (int i = 0; i < count && i < t->bots_count; i++)
		fprintf(out, " %s", t->bots[i].name);
}

void schedule_check_pairs(const struct tournament *t, struct diagnostics *mistakes)
{
	long long games = (long long)t->games;
	struct origin at = t->set[SETTING_GAMES];
	if (games % 2 == 0)
		return;
	if (games == 1)
		diagnostics_add(mistakes, at, "games = 1: games come in pairs, such as 2");
	else
		diagnostics_add(mistakes, at, "games = %lld: games come in pairs, %lld or %lld",
			games, games - 1, games + 1);
}

/* --- going along a schedule ------------------------------------------------------------------- */

void schedule_iterator_init(struct schedule_iterator *it, const struct tournament *t)
{
	*it = (struct schedule_iterator){.t = t, .schedule = schedule_find(t->format)};
	assert(it->schedule != NULL);
	schedule_results_init(&it->results);
}

void schedule_iterator_clear(struct schedule_iterator *it)
{
	if (it->memory != NULL && it->schedule->end != NULL)
		it->schedule->end(it);
	if (it->schedule->memory > 0)
		free(it->memory);
	schedule_results_clear(&it->results);
}

bool schedule_iterator_needs_results(const struct schedule_iterator *it)
{
	return it->schedule->step != NULL;
}

void schedule_iterator_result(struct schedule_iterator *it, uint64_t key, const struct score *score)
{
	struct score kept = *score;
	if (!it->schedule->compares)
		kept.line = 0; /* it would only take room */
	if (schedule_iterator_needs_results(it))
		schedule_results_add(&it->results, key, &kept);
}

void schedule_iterator_replaced(
	struct schedule_iterator *it, uint64_t key, int paired, const struct score *score)
{
	if (schedule_iterator_needs_results(it))
		schedule_results_add_replaced(&it->results, key, paired, score);
}

int schedule_iterator_read(
	struct schedule_iterator *it, struct db *db, int64_t tournament, int seats)
{
	int error = DB_OK;
	for (int counting = 0; counting <= 1 && error == DB_OK; counting++) {
		struct db_query q;
		struct db_outcome o = {.seats = 0};
		db_query(&q, db, counting ? "outcomes" : "replaced-outcomes", tournament);
		while (db_outcome_next(&q, &o)) {
			const struct score score = schedule_results_outcome(&o);
			const struct score replaced =
				schedule_results_score(o.points, score.away, o.seats);
			if (seats != 0 && o.seats != seats)
				continue;
			if (counting)
				schedule_iterator_result(it, (uint64_t)o.pairing, &score);
			else
				schedule_iterator_replaced(
					it, (uint64_t)o.pairing, o.paired, &replaced);
		}
		error = db_end(&q);
	}
	return error;
}

bool schedule_iterator_game(struct schedule_iterator *it, int64_t at, struct pairing *p)
{
	assert(!schedule_iterator_needs_results(it));
	return it->schedule->next(it, at, p);
}

static void schedule_iterator_begin(struct schedule_iterator *it)
{
	if (it->begun)
		return;
	it->begun = true;
	if (it->schedule->memory > 0)
		it->memory = memory_get(1, it->schedule->memory);
	if (it->schedule->begin != NULL)
		it->schedule->begin(it);
}

enum schedule_step schedule_iterator_next(struct schedule_iterator *it, struct pairing *p)
{
	enum schedule_step step;
	schedule_iterator_begin(it);
	bool results = schedule_iterator_needs_results(it);
	do {
		if (results)
			step = it->schedule->step(it, it->at, p);
		else
			step = schedule_iterator_game(it, it->at, p) ? SCHEDULE_GAME : SCHEDULE_END;
		it->at += step == SCHEDULE_GAME;
	} while (!results && step == SCHEDULE_GAME && !pairing_is_playable(p, it->t));
	return step;
}

void schedule_iterator_bye(struct schedule_iterator *it, int round, int bot, double points)
{
	if (it->on_bye != NULL)
		it->on_bye(it->arg, round, bot, points);
}

void schedule_iterator_log(struct schedule_iterator *it, const char *text)
{
	if (it->on_log != NULL)
		it->on_log(it->arg, text);
}

bool schedule_iterator_score(
	const struct schedule_iterator *it, const struct pairing *p, struct score *score)
{
	return schedule_results_find(&it->results, p->key, score);
}

int schedule_iterator_joins(const struct schedule_iterator *it)
{
	assert(it->schedule->joins != NULL);
	return it->schedule->joins(it);
}

enum schedule_use schedule_iterator_use(struct schedule_iterator *it, int round)
{
	schedule_iterator_begin(it);
	return it->schedule->use != NULL ? it->schedule->use(it, round) : SCHEDULE_COUNTS;
}

bool schedule_iterator_tests(const struct schedule_iterator *it)
{
	return it->schedule->counts != NULL;
}

const struct result_counts *schedule_iterator_counts(struct schedule_iterator *it)
{
	schedule_iterator_begin(it);
	return it->schedule->counts != NULL ? it->schedule->counts(it) : NULL;
}

bool schedule_iterator_undecided(struct schedule_iterator *it)
{
	schedule_iterator_begin(it);
	return it->schedule->undecided != NULL && it->schedule->undecided(it);
}

void schedule_iterator_describe(const struct schedule_iterator *it, char *text, size_t room)
{
	*text = '\0';
	if (it->begun && it->schedule->describe != NULL)
		it->schedule->describe(it, text, room);
}

void schedule_iterator_describe_json(const struct schedule_iterator *it, FILE *out)
{
	if (it->begun && it->schedule->describe_json != NULL)
		it->schedule->describe_json(it, out);
}

void schedule_iterator_conclude(const struct schedule_iterator *it, char *text, size_t room)
{
	*text = '\0';
	if (it->begun && it->schedule->conclude != NULL)
		it->schedule->conclude(it, text, room);
}
