/*
 * verify-byes.c - what bots were given for rounds that they sat out, which is part of the
 * standings.
 *
 * A bot of a swiss gets for what it does not play in a round no more than for winning it; one of a
 * knockout gets nothing but the next round. In other formats nobody sits out. As far as the
 * schedule can be found again (verify-schedule.c) the rows are those that it gives, and all of
 * them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/verify/verify-parts.h"

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

/* A row of the query byes. */
static bool verify_bye(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	enum { ROUND, BOT, POINTS, NAME };
	struct verify *v = arg;
	int64_t round = values[ROUND].integer, bot = values[BOT].integer;
	const char *name = values[NAME].type == DB_NULL ? "" : values[NAME].text;
	double points = values[POINTS].real, due;
	int64_t played = verify_row(&v->rounds, bot, round)->games;
	char what[BOT_NAME + 64], stored[40], right[64] = "not there", number[32];
	(void)columns, (void)names;
	double most = verify_is_format(v, "swiss") ? (double)(v->of->seats - played) : 0;
	bool there = v->sits_out && (most > 0 || played == 0 || points == 0);
	bool given = verify_due(v, round, name, points, &due);
	if (given && there && points >= 0 && points <= most)
		return true;
	if (!given && !isnan(due))
		snprintf(right, sizeof right, "%g", due);
	else if (given && there)
		snprintf(right, sizeof right, most > 0 ? "%g at most" : "%g", most);
	snprintf(number, sizeof number, "bot %lld", (long long)bot);
	snprintf(what, sizeof what, "byes.points of %.*s in round %lld", BOT_NAME,
		*name != '\0' ? name : number, (long long)round);
	snprintf(stored, sizeof stored, "%g", points);
	verify_say(v, 0, 0, what, stored, right);
	return true;
}

int verify_byes(struct verify *v, struct db *db)
{
	v->g = NULL;
	int error = db_read(db, "byes", &v->of->id, 1, verify_bye, v);
	if (error == DB_OK)
		verify_dues_missing(v);
	return error;
}

void verify_byes_clear(struct verify *v)
{
	free(v->rounds.rows);
}
