/*
 * schedule.c - questions about a schedule, and functions that several schedules share.
 */
#include "referee/schedule/schedule.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "referee/definition/tournament.h"

const struct schedule *schedule_find(const char *name)
{
	for (const struct schedule *const *s = all_schedules; *s != NULL; s++) {
		if (strcmp((*s)->name, name) == 0)
			return *s;
	}
	return NULL;
}

int64_t schedule_count(const struct tournament *t)
{
	const struct schedule *s = schedule_find(t->format);
	assert(s != NULL);
	return s->count(t);
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

bool schedule_keeps(const struct tournament *t, char *why, size_t room)
{
	const struct schedule *s = schedule_find(t->format);
	assert(s != NULL);
	const char *keeps = s->keeps;
	if (keeps == NULL && s->step != NULL && (t->skip_benched || t->skip_absent))
		keeps = "its rounds also followed from games that were not played";
	if (keeps != NULL && room > 0)
		snprintf(why, room, "%s", keeps);
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
