/*
 * benching.c - counts each bot's failures in a row.
 */
#include "referee/director/benching.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "protocol/verdict.h"

void benching_init(struct benching *benching, const struct tournament *t)
{
	*benching = (struct benching){.max = t->terms.strikes, .bots = t->bots_count};
	/* With room for bots that may join. */
	benching->row = memory_get(BOTS_MAX, sizeof *benching->row);
	benching->first = memory_get(BOTS_MAX, sizeof *benching->first);
	benching->proved = memory_get(BOTS_MAX, sizeof *benching->proved);
	benching->benched = memory_get(BOTS_MAX, sizeof *benching->benched);
	benching->by_operator = memory_get(BOTS_MAX, sizeof *benching->by_operator);
}

void benching_clear(struct benching *benching)
{
	free(benching->row);
	free(benching->first);
	free(benching->proved);
	free(benching->benched);
	free(benching->by_operator);
	*benching = (struct benching){.bots = 0};
}

/* A bot's result in a game: 1 failed, 0 did not fail, -1: the game does not count. */
static int benching_judge(int bot, const int *bots, const char *const *verdicts, int seats)
{
	int failed = -1;
	for (int i = 0; i < seats; i++) {
		enum verdict verdict = verdict_find(verdicts[i]);
		if (bots[i] != bot || verdict == VERDICT_BENCHED || verdict == VERDICT_VOID)
			continue;
		bool fine = verdict == VERDICT_OK || verdict == VERDICT_RESIGN;
		if (!fine || failed < 0)
			failed = !fine;
	}
	return failed;
}

unsigned benching_note(struct benching *benching, int64_t game, const int *bots,
	const char *const *verdicts, int seats, const char *reason)
{
	unsigned benched = 0, done = 0;
	for (int i = 0; i < seats && benching->max > 0; i++) {
		int bot = bots[i], failed = benching_judge(bot, bots, verdicts, seats);
		for (int j = i; j < seats; j++)
			done |= j > i && bots[j] == bot ? 1u << j : 0;
		if (bot < 0 || done & 1u << i || failed < 0)
			continue;
		/* A benched bot ended the game, so no other bot was asked to play. */
		if (failed == 0 && verdict_find(reason) == VERDICT_BENCHED)
			continue;
		benching->proved[bot] |= !failed;
		if (!benching->benched[bot] && (failed == 0 || benching->row[bot] == 0))
			benching->first[bot] = failed ? game : 0;
		benching->row[bot] = failed ? benching->row[bot] + 1 : 0;
		if (benching->row[bot] < benching->max || benching->benched[bot])
			continue;
		benching->benched[bot] = true;
		benched |= 1u << i;
	}
	return benched;
}

/* A game of the database while its seats are read. */
struct benching_reading {
	struct benching *benching;
	const struct tournament *t;
	int64_t game;
	int seats, bots[DB_SEATS]; /* -1: the bot no longer takes part */
	const char *verdicts[DB_SEATS];
	char reason[16];
};

static void benching_end_game(struct benching_reading *r)
{
	benching_note(r->benching, r->game, r->bots, r->verdicts, r->seats, r->reason);
	r->seats = 0;
}

static void benching_on_verdict(
	void *arg, int64_t game, const char *name, const char *verdict, const char *reason)
{
	struct benching_reading *r = arg;
	enum verdict known = verdict_find(verdict);
	if (game != r->game)
		benching_end_game(r);
	if (r->seats == DB_SEATS || known == VERDICTS)
		return;
	r->game = game;
	r->bots[r->seats] = tournament_find_bot(r->t, name);
	r->verdicts[r->seats++] = verdict_table[known].name;
	snprintf(r->reason, sizeof r->reason, "%s", reason);
}

int benching_read(
	struct benching *benching, struct db *db, int64_t tournament, const struct tournament *t)
{
	if (benching->max == 0)
		return DB_OK;
	struct benching_reading r = {benching, t};
	int error = db_verdicts(db, tournament, benching_on_verdict, &r);
	benching_end_game(&r);
	return error;
}

unsigned benching_seats(const struct benching *benching, const int *bots, int seats)
{
	unsigned mask = 0;
	for (int i = 0; i < seats; i++)
		mask |= benching->benched[bots[i]] ? 1u << i : 0;
	return mask;
}

void benching_bench(struct benching *benching, int bot, bool benched)
{
	benching->by_operator[bot] = benched;
	benching->benched[bot] =
		benched || (benching->max > 0 && benching->row[bot] >= benching->max);
}

bool benching_by_operator(const struct benching *benching, const int *bots, int seats)
{
	for (int i = 0; i < seats; i++)
		if (benching->by_operator[bots[i]])
			return true;
	return false;
}

int benching_count_playing(const struct benching *benching)
{
	int playing = 0;
	for (int i = 0; i < benching->bots; i++)
		playing += !benching->benched[i];
	return playing;
}

bool benching_may_follow(const struct benching *benching, const int *bots, int seats)
{
	for (int i = 0; i < seats; i++)
		if (benching->max > 0 && !benching->benched[bots[i]] &&
			(benching->row[bots[i]] > 0 || !benching->proved[bots[i]]))
			return true;
	return false;
}
