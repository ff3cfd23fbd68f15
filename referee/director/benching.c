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

int benching_read(
	struct benching *benching, struct db *db, int64_t tournament, const struct tournament *t)
{
	struct db_query q;
	int seats = 0, bots[DB_SEATS]; /* -1: the bot no longer takes part */
	const char *verdicts[DB_SEATS];
	char reason[16] = "";
	int64_t game = 0;
	if (benching->max == 0)
		return DB_OK;
	db_query(&q, db, "verdicts", tournament);
	while (db_next(&q)) {
		enum verdict verdict = verdict_find(db_text(&q, "verdict"));
		if (db_int(&q, "game") != game) {
			benching_note(benching, game, bots, verdicts, seats, reason);
			seats = 0;
		}
		if (seats == DB_SEATS || verdict == VERDICTS)
			continue;
		game = db_int(&q, "game");
		bots[seats] = tournament_find_bot(t, db_text(&q, "bot"));
		verdicts[seats++] = verdict_table[verdict].name;
		snprintf(reason, sizeof reason, "%s", db_text(&q, "reason"));
	}
	benching_note(benching, game, bots, verdicts, seats, reason);
	return db_end(&q);
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
