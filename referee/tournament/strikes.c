/*
 * strikes.c - counting failures in a row.
 */
#include "referee/tournament/strikes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/judging/verdict.h"

void strikes_init(struct strikes *s, const struct tournament *t)
{
	*s = (struct strikes){.most = t->strikes, .bots = t->bots_count};
	s->row = memory_get((size_t)s->bots, sizeof *s->row);
	s->benched = memory_get((size_t)s->bots, sizeof *s->benched);
}

void strikes_clear(struct strikes *s)
{
	free(s->row);
	free(s->benched);
	*s = (struct strikes){.bots = 0};
}

bool strikes_note(struct strikes *s, int bot, const char *name, const char *reason)
{
	enum verdict verdict = verdict_find(name);
	if (s->most == 0 || verdict == VERDICT_BENCHED || verdict == VERDICT_VOID)
		return false;
	bool fine = verdict == VERDICT_OK || verdict == VERDICT_RESIGN;
	if (fine && verdict_find(reason) == VERDICT_BENCHED)
		return false; /* nothing was asked of it */
	if (fine)
		s->row[bot] = 0;
	else
		s->row[bot]++;
	bool now = s->row[bot] >= s->most && !s->benched[bot];
	s->benched[bot] |= now;
	return now;
}

struct strikes_reading {
	struct strikes *strikes;
	const struct tournament *t;
};

static void strikes_on_verdict(void *arg, const char *name, const char *verdict, const char *reason)
{
	struct strikes_reading *r = arg;
	for (int i = 0; i < r->t->bots_count; i++)
		if (strcmp(r->t->bots[i].name, name) == 0) {
			strikes_note(r->strikes, i, verdict, reason);
			return;
		}
}

int strikes_read(struct strikes *s, struct db *db, int64_t tournament, const struct tournament *t)
{
	if (s->most == 0)
		return DB_OK;
	int error =
		db_verdicts(db, tournament, strikes_on_verdict, &(struct strikes_reading){s, t});
	for (int i = 0; i < s->bots; i++)
		if (s->benched[i])
			fprintf(stderr,
				"referee: %s is BENCHED, since it failed %d games in a row before; "
				"a higher --strikes lets it play again\n",
				t->bots[i].name, s->most);
	return error;
}

unsigned strikes_seats(const struct strikes *s, const int *bots, int seats)
{
	unsigned mask = 0;
	for (int i = 0; i < seats; i++)
		mask |= s->benched[bots[i]] ? 1u << i : 0;
	return mask;
}

bool strikes_shaky(const struct strikes *s, const int *bots, int seats)
{
	for (int i = 0; i < seats; i++)
		if (s->row[bots[i]] > 0 && !s->benched[bots[i]])
			return true;
	return false;
}
