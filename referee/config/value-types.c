/*
 * value-types.c - how each type of value is read, refused and written.
 */
#include "referee/config/value-types.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/did-you-mean.h"
#include "base/memory.h"
#include "base/quantity.h"
#include "base/shell-words.h"
#include "base/utf8.h"
#include "referee/config/settings.h"
#include "referee/game/score.h"
#include "referee/bot/author.h"
#include "referee/net/broker-address.h"
#include "referee/net/tokens.h"
#include "referee/schedule/schedule.h"
#include "referee/config/season.h"

enum { VALUE_TEXT_MAX = 4000, VALUE_DAYS = 36500, VALUE_LIST_MAX = 64 };

/* --- fields ----------------------------------------------------------------------------------- */

static void *value_field(const struct setting *row, void *owner)
{
	return (char *)owner + row->offset;
}

static const void *value_of(const struct setting *row, const void *owner)
{
	return (const char *)owner + row->offset;
}

/* The number in a field that is a bool, an int, an enum or 64 bits wide. */
static int64_t value_get(const struct setting *row, const void *owner)
{
	const void *field = value_of(row, owner);
	if (row->size == sizeof(bool))
		return *(const bool *)field;
	assert(row->size == sizeof(int) || row->size == sizeof(int64_t));
	return row->size == sizeof(int) ? *(const int *)field : *(const int64_t *)field;
}

static void value_put(const struct setting *row, void *owner, int64_t number)
{
	void *field = value_field(row, owner);
	assert(row->size == sizeof(bool) || row->size == sizeof(int) ||
		row->size == sizeof(int64_t));
	if (row->size == sizeof(bool))
		*(bool *)field = number != 0;
	else if (row->size == sizeof(int))
		*(int *)field = (int)number;
	else
		*(int64_t *)field = number;
}

/* --- texts ------------------------------------------------------------------------------------ */

/* Is the text not empty, not too long, and plain? */
static bool value_check_text(const char *text, struct error *err)
{
	if (*text == '\0')
		return error_set(err, "it must not be empty");
	if (strchr(text, '\n') != NULL)
		return error_set(err,
			"the value contains a line end; write it on one line and close its quote");
	if (strlen(text) > VALUE_TEXT_MAX)
		return error_set(err, "at most %d bytes are taken", VALUE_TEXT_MAX);
	if (!utf8_is_plain(text))
		return error_set(err, "only UTF-8 without control characters is taken");
	return true;
}

static bool value_text_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	char **field = value_field(row, owner);
	if (!value_check_text(text, err))
		return false;
	free(*field);
	*field = memory_copy(text);
	return true;
}

static void value_text_write(const struct setting *row, const void *owner, FILE *out)
{
	const char *const *field = value_of(row, owner);
	fputs(*field != NULL ? *field : "none", out);
}

const struct value value_text = {
	.shape = "TEXT", .read = value_text_read, .write = value_text_write};

static bool value_command_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return value_check_text(text, err) && shell_words_check(text, err) &&
	       value_text_read(row, owner, text, err);
}

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

const struct value value_command = {.shape = "COMMAND", .read = value_command_read};

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

/* config-file.c reads the included file. */
static bool value_include_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	(void)row, (void)owner;
	return value_check_text(text, err);
}

/* Only `referee class` reads it (class-state.h). */
const struct value value_class = {.shape = "TEXT", .read = value_include_read};

const struct value value_include = {.shape = "FILE", .list = true, .read = value_include_read};

/* --- numbers, times and sizes ----------------------------------------------------------------- */

/* Reads digits. Counts may end in K for thousands or M for millions. False: it is no number, or too
 * large. */
static bool value_read_digits(const char *text, bool counts, int64_t *number)
{
	int64_t sum = 0;
	bool fits = *text >= '0' && *text <= '9';
	for (; *text >= '0' && *text <= '9'; text++) {
		if (__builtin_mul_overflow(sum, 10, &sum) ||
			__builtin_add_overflow(sum, *text - '0', &sum))
			fits = false;
	}
	if (counts && (*text == 'K' || *text == 'M') &&
		__builtin_mul_overflow(sum, *text++ == 'K' ? 1000 : 1000000, &sum))
		fits = false;
	*number = sum;
	return fits && *text == '\0';
}

static bool value_number_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	int64_t number;
	bool counts = row->value != &value_seed;
	if (value_read_digits(text, counts, &number) && number >= row->min && number <= row->max) {
		value_put(row, owner, number);
		return true;
	}
	return error_set(err, "a whole number from %" PRId64 " to %" PRId64 " is needed%s%s",
		row->min, row->max,
		counts && row->max > 1000000000 ? ", such as 500, 64K or 1M" : "",
		row->value == &value_limit ? ", or none" : "");
}

/* Writes none for 0, which means that it is not set. */
static void value_number_write(const struct setting *row, const void *owner, FILE *out)
{
	int64_t number = value_get(row, owner);
	if (number == 0)
		fputs("none", out);
	else
		fprintf(out, "%" PRId64, number);
}

const struct value value_number = {
	.shape = "N", .read = value_number_read, .write = value_number_write};

/* none switches off a limit: the game's, or the one from another place. */
static bool value_limit_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	if (strcmp(text, "none") != 0)
		return value_number_read(row, owner, text, err);
	value_put(row, owner, 0);
	return true;
}

const struct value value_limit = {
	.shape = "N", .read = value_limit_read, .write = value_number_write};

static void value_seed_write(const struct setting *row, const void *owner, FILE *out)
{
	fprintf(out, "%" PRId64, value_get(row, owner));
}

const struct value value_seed = {
	.shape = "N", .read = value_number_read, .write = value_seed_write};

static bool value_time_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return quantity_read_time_in(text, row->min, row->max, value_field(row, owner), err);
}

static void value_time_write(const struct setting *row, const void *owner, FILE *out)
{
	char text[QUANTITY_TEXT];
	usec span = value_get(row, owner);
	fputs(span == 0 ? "none" : quantity_write_time(span, text), out);
}

const struct value value_time = {
	.shape = "TIME", .read = value_time_read, .write = value_time_write};

static bool value_size_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	if (strcmp(text, "none") == 0)
		value_put(row, owner, 0);
	else if (!quantity_read_size_in(text, row->min, row->max, value_field(row, owner), err))
		return error_append(err, ", or none");
	return true;
}

static void value_size_write(const struct setting *row, const void *owner, FILE *out)
{
	char text[QUANTITY_TEXT];
	int64_t size = value_get(row, owner);
	fputs(size == 0 ? "none" : quantity_write_size(size, text), out);
}

const struct value value_size = {
	.shape = "SIZE", .read = value_size_read, .write = value_size_write};

/* --- one of some words ------------------------------------------------------------------------ */

/* The index of text among these words; -1: it is none of them, and err lists them. */
static int value_find_word(
	const char *const *words, int first, int count, const char *text, struct error *err)
{
	for (int i = first; i < count; i++)
		if (strcmp(words[i], text) == 0)
			return i;
	error_set(err, "it is");
	for (int i = first; i < count; i++)
		error_append(err, "%s%s",
			i == first	 ? " "
			: i + 1 == count ? " or "
					 : ", ",
			words[i]);
	return -1;
}

static bool value_word_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	const struct value *v = row->value;
	int word = value_find_word(v->words, v->words_first, v->words_count, text, err);
	if (word >= 0)
		value_put(row, owner, word);
	return word >= 0;
}

static void value_word_write(const struct setting *row, const void *owner, FILE *out)
{
	fputs(row->value->words[value_get(row, owner)], out);
}

static const char
	*const value_no_yes[] = {"no", "yes"},
	       *const value_auto_yes[] = {"auto", "yes"},
	       *const value_forfeit_skip[] = {"forfeit", "skip"},
	       *const value_refuse_replay[ON_CHANGED] = {[ON_CHANGED_REFUSE] = "refuse",
		       [ON_CHANGED_REPLAY] = "replay",
		       [ON_CHANGED_MIXED] = "mixed"},
	       *const value_random_sequential[] = {"random", "sequential"},
	       *const value_seat_orders[SEAT_ORDERS] = {
		       [ORDERS_ALL] = "all", [ORDERS_ROTATION] = "rotation", [ORDERS_ONE] = "one"};

/* A type that takes one of count words, from number first on. */
#define VALUE_WORDS(list, first, count)                                                            \
	.words = list, .words_first = first, .words_count = count, .read = value_word_read

const struct value value_yes_no = {.shape = "yes|no",
	.bare = true,
	VALUE_WORDS(value_no_yes, 0, 2),
	.write = value_word_write};

const struct value value_restart = {
	.shape = "auto|yes", .bare = true, VALUE_WORDS(value_auto_yes, 0, 2)};

const struct value value_forfeit_or_skip = {
	.shape = "forfeit|skip", VALUE_WORDS(value_forfeit_skip, 0, 2)};

const struct value value_changed = {
	.shape = "refuse|replay|mixed", VALUE_WORDS(value_refuse_replay, 0, ON_CHANGED)};

const struct value value_clock = {.shape = "fair|wall|cpu",
	VALUE_WORDS(clock_kind_names, 0, CLOCK_KINDS),
	.write = value_word_write};

const struct value value_isready = {.shape = "yes|no|auto",
	VALUE_WORDS(isready_names, ISREADY_AUTO, ISREADIES),
	.write = value_word_write};

const struct value value_logs = {
	.shape = "public|owner|nobody", VALUE_WORDS(log_policy_names, LOG_PUBLIC, LOG_POLICIES)};

const struct value value_season = {
	.shape = "none|weekly|monthly|yearly", VALUE_WORDS(season_names, 0, SEASONS)};

const struct value value_orders = {.shape = "all|rotation|one",
	VALUE_WORDS(value_seat_orders, 0, SEAT_ORDERS),
	.write = value_word_write};

const struct value value_sandbox = {
	.shape = "full|reduced|none", VALUE_WORDS(sandbox_level_names, 0, SANDBOX_LEVELS)};

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

/* --- names of the tables of games and formats ------------------------------------------------- */

/* Reads one of these names into a text. */
static bool value_read_name(const struct setting *row, void *owner, const char *text,
	const char *const *names, int count, struct error *err)
{
	for (int i = 0; i < count; i++)
		if (strcmp(names[i], text) == 0)
			return value_text_read(row, owner, text, err);
	const char *near = did_you_mean(text, names, count);
	if (near != NULL)
		return error_set(err, "there is no such %s; did you mean %s?", row->key, near);
	error_set(err, "there is no such %s, only", row->key);
	for (int i = 0; i < count; i++)
		error_append(err, "%s %s", i > 0 ? "," : "", names[i]);
	return false;
}

static bool value_game_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	const char *names[VALUE_LIST_MAX], *command = tournament_rules_command(text);
	int count = 0;
	for (; all_rules[count] != NULL && count < VALUE_LIST_MAX; count++)
		names[count] = all_rules[count]->name;
	bool good = command != NULL ? value_check_text(text, err) && shell_words_check(command, err)
				    : value_read_name(row, owner, text, names, count, err);
	if (good)
		tournament_set_game(owner, text);
	return good;
}

const struct value value_game = {
	.shape = "GAME|process:COMMAND", .read = value_game_read, .write = value_text_write};

static bool value_format_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	const char *names[VALUE_LIST_MAX];
	int count = 0;
	for (; all_schedules[count] != NULL && count < VALUE_LIST_MAX; count++)
		names[count] = all_schedules[count]->name;
	return value_read_name(row, owner, text, names, count, err);
}

static void value_format_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct tournament *t = owner;
	const struct schedule *s = schedule_find(t->format);
	value_text_write(row, owner, out);
	if (s != NULL && s->define != NULL)
		s->define(t, out);
}

const struct value value_format = {
	.shape = "NAME", .read = value_format_read, .write = value_format_write};

/* --- games, and openings ---------------------------------------------------------------------- */

/* A sample depends on its bots, so the value has their names. definition-text.c knows this form. */
static void value_games_write(const struct setting *row, const void *owner, FILE *out)
{
	(void)row;
	const struct tournament *t = owner;
	const struct schedule *s = schedule_find(t->format);
	/* in formats where bots may join, it only limits the number of games */
	if (t->games == 0 || (s != NULL && s->joins != NULL)) {
		fputs("all", out);
		return;
	}
	fprintf(out, "%" PRId64 " %s", t->games, s != NULL && s->deals ? "dealt to" : "of");
	for (int i = 0; i < t->bots_count; i++)
		fprintf(out, " %s", t->bots[i].name);
}

const struct value value_games = {
	.shape = "N", .read = value_number_read, .write = value_games_write};

/* A file counts by its content, not its path. */
static void value_openings_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct tournament *t = owner;
	if (t->openings_digest[0] == '\0')
		value_text_write(row, owner, out);
	else
		fprintf(out, "the file of SHA-256 %s", t->openings_digest);
}

const struct value value_openings = {
	.shape = "OPENINGS", .read = value_text_read, .write = value_openings_write};

/* A setting for random openings alone, or for a file alone, is written only for these. */
static void value_decided_write(const struct setting *row, const void *owner, FILE *out)
{
	if (strncmp(((const struct tournament *)owner)->openings, "random:", 7) == 0)
		value_word_write(row, owner, out);
	else
		fputs(settings_unsaid(row), out);
}

const struct value value_decided = {.shape = "yes|no",
	.bare = true,
	VALUE_WORDS(value_no_yes, 0, 2),
	.write = value_decided_write};

static void value_openings_order_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct tournament *t = owner;
	bool file = t->openings_digest[0] != '\0';
	fputs(file && !t->openings_sequential ? "random" : settings_unsaid(row), out);
}

const struct value value_openings_order = {.shape = "random|sequential",
	VALUE_WORDS(value_random_sequential, 0, 2),
	.write = value_openings_order_write};

static bool value_openings_start_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	if (strcmp(text, settings_unsaid(row)) != 0)
		return value_number_read(row, owner, text, err);
	value_put(row, owner, 0);
	return true;
}

static void value_openings_start_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct tournament *t = owner;
	if (t->openings_digest[0] != '\0' && t->openings_start > 0)
		value_number_write(row, owner, out);
	else
		fputs(settings_unsaid(row), out);
}

const struct value value_openings_start = {
	.shape = "N|drawn", .read = value_openings_start_read, .write = value_openings_start_write};

/* --- lists of NAME=VALUE ---------------------------------------------------------------------- */

/* Adds to a list of the tournament. */
static bool value_add(char ***list, int *count, const char *text, struct error *err)
{
	if (*count == VALUE_LIST_MAX)
		return error_set(err, "at most %d of them are taken", VALUE_LIST_MAX);
	tournament_add_text(list, count, text);
	return true;
}

static bool value_parameter_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	(void)row;
	struct tournament *t = owner;
	if (!value_check_text(text, err))
		return false;
	if (strchr(text, '=') == NULL || *text == '=')
		return error_set(err, "it is \"NAME=VALUE\", such as \"rows=6\"");
	return value_add(&t->params, &t->params_count, text, err);
}

static int value_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void value_parameter_write(const struct setting *row, const void *owner, FILE *out)
{
	(void)row;
	const struct tournament *t = owner;
	const char *sorted[VALUE_LIST_MAX];
	assert(t->params_count <= VALUE_LIST_MAX);
	if (t->params_count == 0)
		fputs("none", out);
	for (int i = 0; i < t->params_count; i++)
		sorted[i] = t->params[i];
	qsort(sorted, (size_t)t->params_count, sizeof *sorted, value_compare);
	for (int i = 0; i < t->params_count; i++)
		fprintf(out, "%s%s", i > 0 ? " " : "", sorted[i]);
}

const struct value value_parameter = {.shape = "NAME=VALUE",
	.list = true,
	.read = value_parameter_read,
	.write = value_parameter_write};

/* An option must fit into a line of the protocol, and its name into the buffer that extracts it. */
enum { OPTION_TEXT = 4000, OPTION_NAME = 250 };

static bool value_check_option(const char *text, struct error *err)
{
	if (!value_check_text(text, err))
		return false;
	if (*text == '=')
		return error_set(err,
			"it is \"NAME=VALUE\", such as \"Depth=4\", or of a button its name alone");
	if (strlen(text) > OPTION_TEXT || strcspn(text, "=") > OPTION_NAME)
		return error_set(err, "it is longer than %d bytes, or its name than %d",
			OPTION_TEXT, OPTION_NAME);
	return true;
}

static bool value_option_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	(void)row;
	struct bot *bot = owner;
	if (!value_check_option(text, err))
		return false;
	tournament_add_text(&bot->options, &bot->options_count, text);
	return true;
}

const struct value value_option = {
	.shape = "NAME[=VALUE]", .list = true, .read = value_option_read};

static bool value_options_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	(void)row;
	struct tournament *t = owner;
	return value_check_option(text, err) &&
	       value_add(&t->options, &t->options_count, text, err);
}

const struct value value_options = {
	.shape = "NAME[=VALUE]", .list = true, .read = value_options_read};

static bool value_worker_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	(void)row;
	struct tournament *t = owner;
	if (text[strspn(text, " \t")] == '\0')
		return error_set(
			err, "it is a command; \"ssh lab07 referee worker --stdin\", for example");
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

/* --- early ends: several numbers in one value ------------------------------------------------- */

/* A number in a value like "moves=4 score=600": its name and its range. */
struct value_part {
	const char *name;
	int64_t min, max;
	int64_t number; /* the result; before reading: the preset, or PART_NEEDED */
	bool given;
};

enum { PART_NEEDED = -1, PART_DIGITS = 9 };

/* Reads one word such as "moves=4". */
static bool value_read_part(const char *word, struct value_part *parts, int count)
{
	for (int i = 0; i < count; i++) {
		size_t length = strlen(parts[i].name);
		if (strncmp(word, parts[i].name, length) != 0 || word[length] != '=')
			continue;
		const char *digits = word + length + 1;
		size_t used = strspn(digits, "0123456789");
		if (used == 0 || used > PART_DIGITS || digits[used] != '\0' || parts[i].given)
			return false;
		parts[i].given = true;
		parts[i].number = strtoll(digits, NULL, 10);
		return parts[i].number >= parts[i].min && parts[i].number <= parts[i].max;
	}
	return false;
}

/* Reads the words in any order. False: a word is wrong, or a required part is missing. */
static bool value_read_parts(const char *text, struct value_part *parts, int count)
{
	char *copy = memory_copy(text), *rest = copy, *word;
	bool right = true;
	while (right && (word = strsep(&rest, " ")) != NULL)
		right = *word == '\0' || value_read_part(word, parts, count);
	free(copy);
	for (int i = 0; i < count; i++)
		right = right && parts[i].number != PART_NEEDED;
	return right;
}

enum { AGREED_MOVES_MAX = 1000, AGREED_PLIES_MAX = 100000 };

static bool value_resign_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	struct adjudication_limits *l = value_field(row, owner);
	/* with a score of 0, both bots could report a loss */
	struct value_part parts[] = {
		{.name = "moves", .min = 1, .max = AGREED_MOVES_MAX, .number = PART_NEEDED},
		{.name = "score", .min = 1, .max = SCORE_MATE - 1, .number = PART_NEEDED},
		{.name = "sides", .min = 1, .max = 2, .number = 2},
	};
	if (!value_read_parts(text, parts, 3))
		return error_set(err,
			"it is moves=N score=N, such as \"moves=4 score=600\", or with sides=1 behind it: up to %d moves, and a score in hundredths, from 1 to %d",
			AGREED_MOVES_MAX, SCORE_MATE - 1);
	l->resign_count = (int)parts[0].number;
	l->resign_score = parts[1].number;
	l->resign_alone = parts[2].number == 1;
	return true;
}

static void value_resign_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct adjudication_limits *l = value_of(row, owner);
	if (l->resign_count == 0)
		fputs("none", out);
	else
		fprintf(out, "moves=%d score=%" PRId64 "%s", l->resign_count, l->resign_score,
			l->resign_alone ? " sides=1" : "");
}

const struct value value_resign = {
	.shape = "moves=N score=N", .read = value_resign_read, .write = value_resign_write};

static bool value_draw_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	struct adjudication_limits *l = value_field(row, owner);
	struct value_part parts[] = {
		{.name = "moves", .min = 1, .max = AGREED_MOVES_MAX, .number = PART_NEEDED},
		{.name = "score", .min = 0, .max = SCORE_MATE - 1, .number = PART_NEEDED},
		{.name = "from-ply", .min = 1, .max = AGREED_PLIES_MAX, .number = 1},
	};
	if (!value_read_parts(text, parts, 3))
		return error_set(err,
			"it is moves=N score=N, such as \"moves=8 score=10 from-ply=40\": up to %d moves, a score in hundredths, up to %d, and the first ply at which the game may end",
			AGREED_MOVES_MAX, SCORE_MATE - 1);
	l->draw_count = (int)parts[0].number;
	l->draw_score = parts[1].number;
	l->draw_from = (int)parts[2].number;
	return true;
}

static void value_draw_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct adjudication_limits *l = value_of(row, owner);
	if (l->draw_count == 0) {
		fputs("none", out);
		return;
	}
	fprintf(out, "moves=%d score=%" PRId64, l->draw_count, l->draw_score);
	if (l->draw_from > 1)
		fprintf(out, " from-ply=%d", l->draw_from);
}

const struct value value_draw = {
	.shape = "moves=N score=N", .read = value_draw_read, .write = value_draw_write};

/* --- the clock of a game ---------------------------------------------------------------------- */

static bool value_tc_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return limits_read_tc(value_field(row, owner), text, err);
}

static void value_seconds_write(usec span, FILE *out)
{
	char part[8];
	snprintf(part, sizeof part, "%06d", (int)(span % SECOND));
	size_t length = sizeof "123456" - 1;
	while (length > 0 && part[length - 1] == '0')
		length--;
	fprintf(out, "%" PRId64 "%s%.*s", span / SECOND, length > 0 ? "." : "", (int)length, part);
}

static void value_tc_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct limits *l = value_of(row, owner);
	if (!limits_have_tc(l)) {
		fputs(l->tc_inf ? "inf" : "none", out);
		return;
	}
	if (l->tc_moves > 0)
		fprintf(out, "%d/", l->tc_moves);
	value_seconds_write(l->tc_time, out);
	fputc('+', out);
	value_seconds_write(l->tc_increment, out);
	if (l->tc_bank > 0) {
		fputs(" bank ", out);
		value_seconds_write(l->tc_bank, out);
	}
}

const struct value value_tc = {.shape = "CLOCK", .read = value_tc_read, .write = value_tc_write};

/* --- a sequential test ------------------------------------------------------------------------ */

/* Writes the fewest digits that read back to the same number. */
static void value_real_write(const struct setting *row, const void *owner, FILE *out)
{
	double value = *(const double *)value_of(row, owner);
	fprintf(out, "%.15g", value == 0 ? 0 : value);
}

static bool value_elo_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return sprt_read_elo(text, value_field(row, owner), err);
}

const struct value value_elo = {.shape = "ELO", .read = value_elo_read, .write = value_real_write};

static bool value_error_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return sprt_read_error(text, value_field(row, owner), err);
}

const struct value value_error = {
	.shape = "SHARE", .read = value_error_read, .write = value_real_write};

static bool value_model_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return sprt_read_model(text, value_field(row, owner), err);
}

static void value_model_write(const struct setting *row, const void *owner, FILE *out)
{
	fputs(sprt_model_name((enum sprt_model)value_get(row, owner)), out);
}

const struct value value_model = {
	.shape = "logistic|normalized", .read = value_model_read, .write = value_model_write};

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
	struct tm parts = {.tm_isdst = 0}, again;
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
	if (gmtime_r(&seconds, &again) == NULL || again.tm_mday != day || seconds <= 0)
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
