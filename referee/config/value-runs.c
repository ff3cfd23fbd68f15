/*
 * value-runs.c - the types of settings of a run: programs behind adapters, processors, workers,
 * people, the moments at which games begin, and how long they are kept.
 */
#include "referee/config/value-basics.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/did-you-mean.h"
#include "base/memory.h"
#include "base/quantity.h"
#include "base/shell-words.h"
#include "referee/bot/bot-messages.h"
#include "referee/net/net-address.h"
#include "referee/net/tokens.h"

enum { VALUE_DAYS = 36500 };

/* --- machines ---------------------------------------------------------------------------------- */

/* Or a list of processors. */
static bool value_affinity_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	static const char *const names[AFFINITIES] = {[AFFINITY_AUTO] = "auto",
		[AFFINITY_YES] = "yes",
		[AFFINITY_NO] = "no",
		[AFFINITY_LIST] = "a list of processors such as 0-3,6"};
	struct tournament *t = owner;
	struct cpu_affinity list = {.count = 0};
	int place = AFFINITY_LIST;
	if (!cpu_affinity_is_list(text))
		place = value_find_word(names, 0, AFFINITIES, text, err);
	else if (!cpu_affinity_read(&list, text, err))
		return false;
	if (place < 0)
		return false;
	value_put(row, owner, place);
	t->processors = list;
	return true;
}

const struct value value_affinity = {.shape = "auto|yes|no|LIST",
	.bare = true,
	.read = value_affinity_read,
	.meant = cpu_affinity_is_list};

static bool value_worker_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	(void)row;
	struct tournament *t = owner;
	if (text[strspn(text, " \t")] == '\0')
		return error_set(err,
			"it is a command; \"ssh lab07 referee worker run --stdin\", for example");
	if (t->workers_count == WORKERS_MAX)
		return error_set(err, "there are at most %d workers", WORKERS_MAX);
	tournament_add_text(&t->workers, &t->workers_count, text);
	return true;
}

const struct value value_worker = {.shape = "COMMAND", .list = true, .read = value_worker_read};

/* A text of the form that the type checks. */
static bool value_checked_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return row->value->check(text, err) && value_text_read(row, owner, text, err);
}

const struct value value_broker = {.shape = "tls://HOST:PORT",
	.read = value_checked_read,
	.check = broker_address_is_valid,
	.write = value_text_write};

const struct value value_pool = {.shape = "POOL",
	.read = value_checked_read,
	.check = broker_name_is_valid,
	.write = value_text_write};

static bool value_owner_check(const char *text, struct error *err)
{
	return token_name_is_good(text) ||
	       error_set(err, "it is a name of letters, digits and . _ + -, 64 at most");
}

static bool value_author_check(const char *text, struct error *err)
{
	return author_is_good(text) ||
	       error_set(err, "it is a name of 1 to 64 bytes without control characters");
}

/* Without write: they do not change a bot's program. */
const struct value value_owner = {
	.shape = "OWNER", .read = value_checked_read, .check = value_owner_check};
const struct value value_author = {
	.shape = "NAME", .read = value_checked_read, .check = value_author_check};

/* A percentage, kept in hundredths. */
static bool value_percent_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	int used = 0;
	double percent = 0;
	bool number = sscanf(text, "%lf%n", &percent, &used) == 1 && *text >= '0' && *text <= '9';
	if (!number || strcmp(text + used, "%") != 0 || !(percent * 100 >= (double)row->min) ||
		percent * 100 > (double)row->max)
		return error_set(err, "it is a percentage from %g%% to %g%%, such as 10%%",
			(double)row->min / 100, (double)row->max / 100);
	value_put(row, owner, (int64_t)(percent * 100 + 0.5));
	return true;
}

const struct value value_percent = {.shape = "PERCENT", .read = value_percent_read};

/* --- bots ------------------------------------------------------------------------------------- */

const char *const value_adapters[] = {
	"kaggle", "columns", "line", "board", "aigames", "codingame", "uci", "human", NULL};

/* Only the kind is checked here; referee-adapt knows its options. */
static bool value_adapter_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	char **words;
	int count;
	bool known = false;
	if (!value_check_text(text, err) || !shell_words_split(text, &words, &count, err))
		return false;
	struct did_you_mean near = did_you_mean_to(words[0]);
	for (const char *const *kind = value_adapters; *kind != NULL; kind++) {
		known |= strcmp(*kind, words[0]) == 0;
		did_you_mean_offer(&near, *kind);
	}
	if (!known && near.best != NULL)
		error_set(err, "there is no adapter \"%.40s\"; did you mean %s?", words[0],
			near.best);
	else if (!known)
		error_set(err, "there is no adapter \"%.40s\"; `referee-adapt --help` lists them",
			words[0]);
	for (int i = 1; known && i < count; i++)
		if (strcmp(words[i], "--") == 0)
			known = error_set(err,
				"the program's command is the key command, not a part of the adapter");
	free(words);
	return known && value_text_read(row, owner, text, err);
}

/* Without write: what is stored is the command, which has the adapter. */
const struct value value_adapter = {.shape = "\"KIND OPTIONS\"", .read = value_adapter_read};

/* "NAME:ELO", separated by blanks. A name may contain a colon. */
static bool value_prior_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	char **field = value_field(row, owner);
	if (strcmp(text, "none") == 0) {
		free(*field);
		*field = NULL;
		return true;
	}
	for (const char *at = text + strspn(text, " "); *at != '\0'; at += strspn(at, " ")) {
		size_t length = strcspn(at, " ");
		const char *colon = memrchr(at, ':', length);
		char *end = NULL;
		double elo = colon != NULL ? strtod(colon + 1, &end) : 0;
		if (colon == NULL || colon == at || end != at + length || end == colon + 1 ||
			!(elo >= -10000 && elo <= 10000))
			return error_set(
				err, "it is a name and an Elo for each bot: ann:120 bob:-80");
		at += length;
	}
	return value_text_read(row, owner, text, err);
}

const struct value value_prior = {
	.shape = "\"NAME:ELO ...\"", .read = value_prior_read, .write = value_text_write};

/* --- when games begin and reports are made ---------------------------------------------------- */

/* Reads the hours and minutes after a sign, as minutes. False: they are invalid. */
static bool value_offset(const char *text, int *minutes)
{
	int hours, rest, used = 0;
	if (sscanf(text + 1, "%2d:%2d%n", &hours, &rest, &used) != 2 || used != 5 ||
		text[1 + used] != '\0' || hours < 0 || hours > 23 || rest < 0 || rest > 59)
		return false;
	*minutes = (hours * 60 + rest) * (*text == '-' ? -1 : 1);
	return true;
}

/* Reads a moment by RFC 3339, with optional seconds, as UTC milliseconds. */
static bool value_moment(const char *text, int64_t *moment)
{
	struct tm parts = {.tm_isdst = 0}, real;
	int minutes = 0;
	const char *rest = strptime(text, "%Y-%m-%dT%H:%M", &parts);
	if (rest != NULL && *rest == ':')
		rest = strptime(rest, ":%S", &parts);
	if (rest == NULL ||
		(strcmp(rest, "Z") != 0 && (strchr("+-", *rest) == NULL || *rest == '\0' ||
						   !value_offset(rest, &minutes))))
		return false;
	int day = parts.tm_mday;
	time_t seconds = timegm(&parts);
	/* a 30th of February would come out as another day */
	if (gmtime_r(&seconds, &real) == NULL || real.tm_mday != day || seconds <= 0)
		return false;
	*moment = ((int64_t)seconds - minutes * 60) * 1000;
	return true;
}

static bool value_begins_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	int64_t begins = BEGINS_NOW;
	if (strcmp(text, "when-here") == 0)
		begins = BEGINS_WHEN_HERE;
	else if (strcmp(text, "now") != 0 && !value_moment(text, &begins))
		return error_set(err,
			"it is now, when-here, or a moment with its zone, such as 2026-12-01T18:00Z or 2026-12-01T19:00+01:00");
	value_put(row, owner, begins);
	return true;
}

const struct value value_begins = {.shape = "MOMENT|when-here|now", .read = value_begins_read};

static bool value_pace_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	static const struct {
		const char *unit;
		usec worth;
	} units[] = {{"/h", 3600 * SECOND}, {"/m", 60 * SECOND}, {"/s", SECOND}};
	char *end;
	long games = strtol(text, &end, 10);
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (*text >= '0' && *text <= '9' && strcmp(end, units[i].unit) == 0 &&
			games >= row->min && games <= row->max) {
			value_put(row, owner, units[i].worth / games);
			return true;
		}
	return error_set(err, "it is a number of games, 1 to %" PRId64 ", and /h, /m or /s: 600/h",
		row->max);
}

const struct value value_pace = {.shape = "N/h", .read = value_pace_read};

static bool value_interval_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	struct report_interval *interval = value_field(row, owner);
	int64_t games;
	usec time = 0;
	bool number = value_read_digits(text, false, &games);
	if (number && games >= row->min && games <= row->max)
		*interval = (struct report_interval){.games = games};
	else if (!number && quantity_read_time(text, &time, err) && time >= SECOND)
		*interval = (struct report_interval){.time = time};
	else
		return error_set(err,
			"it is a number of games, 1 to %" PRId64 ", or a time of 1s or more: 30s",
			row->max);
	return true;
}

const struct value value_interval = {.shape = "GAMES|TIME", .read = value_interval_read};

static bool value_keep_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	static const usec day = 24 * 3600 * SECOND;
	struct keep *keep = value_field(row, owner);
	char *number = memory_copy(text);
	size_t length = strlen(number);
	int64_t count = 0;
	bool days = length > 0 && number[length - 1] == 'd';
	if (days)
		number[length - 1] = '\0';
	bool good = strcmp(text, "all") == 0 ||
		    (value_read_digits(number, false, &count) && count >= row->min &&
			    count <= (days ? VALUE_DAYS : row->max));
	free(number);
	if (!good)
		return error_set(err,
			"it is all, a number of games, 1 to %" PRId64 ", or of days: 30d",
			row->max);
	*keep = days ? (struct keep){.time = count * day} : (struct keep){.games = count};
	return true;
}

const struct value value_keep = {.shape = "GAMES|DAYSd", .read = value_keep_read};
