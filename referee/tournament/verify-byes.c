/*
 * verify-byes.c - what bots were given for rounds that they sat out, which is part of the
 * standings.
 *
 * A bot of a swiss gets for what it does not play in a round no more than for winning it; one of a
 * knockout gets nothing but the next round. In other formats nobody sits out. That a row is missing
 * cannot be told: a database may hold some of a tournament's games alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/tournament/verify-parts.h"

static bool verify_is_format(const struct verify *v, const char *format)
{
	char line[64];
	snprintf(line, sizeof line, "format = %s ", format);
	return strstr(v->of->definition, line) != NULL;
}

void verify_byes_begin(struct verify *v)
{
	v->sits_out = verify_is_format(v, "swiss") || verify_is_format(v, "knockout");
}

void verify_byes_add(struct verify *v)
{
	for (int i = 0; i < v->g->seats && v->sits_out; i++)
		verify_row(&v->rounds, v->g->seat[i].bot, v->g->round)->games++;
}

/* Its name, as far as some game has said it; else its number. */
static void verify_bye_name(const struct verify *v, int64_t bot, char *text, size_t room)
{
	int place = (size_t)bot < v->name_of_size ? v->name_of[bot] : 0;
	if (place > 0)
		snprintf(text, room, "%s", v->names[place - 1].name);
	else
		snprintf(text, room, "bot %lld", (long long)bot);
}

/* A row of the query byes: round, bot, points. */
static bool verify_bye(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct verify *v = arg;
	int64_t round = values[0].integer, bot = values[1].integer;
	double points = values[2].real;
	int64_t played = verify_row(&v->rounds, bot, round)->games;
	char name[BOT_NAME + 1], what[BOT_NAME + 64], stored[40], right[64] = "not there";
	(void)columns, (void)names;
	double most = verify_is_format(v, "swiss") ? (double)(v->of->seats - played) : 0;
	bool there = v->sits_out && (most > 0 || played == 0 || points == 0);
	if (there && points >= 0 && points <= most)
		return true;
	if (there)
		snprintf(right, sizeof right, most > 0 ? "%g at most" : "%g", most);
	verify_bye_name(v, bot, name, sizeof name);
	snprintf(what, sizeof what, "byes.points of %s in round %lld", name, (long long)round);
	snprintf(stored, sizeof stored, "%g", points);
	verify_say(v, 0, 0, what, stored, right);
	return true;
}

int verify_byes(struct verify *v, struct db *db)
{
	v->g = NULL;
	return db_read(db, "byes", &v->of->id, 1, verify_bye, v);
}

void verify_byes_clear(struct verify *v)
{
	free(v->rounds.rows);
}
