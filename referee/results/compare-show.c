/*
 * compare-show.c - prints the comparison of `referee compare`. For people: the ratio of the test,
 * the score by seat, pairs, strength with intervals, notes on the games, and a conclusion. For
 * programs: one row with all of it.
 */
#include "referee/results/compare.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "referee/base/escape.h"

enum { COMPARE_TEXT = 512, COMPARE_CELL = 32, COMPARE_CELLS = 48 };

/* The number of games that repeat another game, move for move. */
static int64_t compare_repeated(const struct compare *c)
{
	return c->known - (int64_t)number_set_count(&c->lines);
}

/* Are there too few different games for a conclusion, however many games were played? */
static bool compare_is_echo(const struct compare *c)
{
	return compare_repeated(c) > 0 && c->known == result_counts_results(&c->games) &&
	       number_set_count(&c->lines) < STRENGTH_ENOUGH;
}

/* Writes the conclusion as a sentence. */
static void compare_conclude(
	const struct compare *c, const struct strength_estimate *e, char *text, size_t room)
{
	const struct result_counts *basis = strength_estimate_basis(e);
	const char *bot = c->counts ? "The first" : c->bot;
	const char *opponent = c->counts ? "the second" : c->opponent;
	if (!e->any)
		snprintf(text, room, "Not decided: %s",
			c->counts ? "there are no games" : "they have not met");
	else if (compare_is_echo(c))
		snprintf(text, room,
			"Not decided: the same %zu games were played over and over; other openings would make others",
			number_set_count(&c->lines));
	else if (c->sprt != NULL)
		sprt_say(c->sprt, basis, bot, opponent, text, room);
	else
		strength_say(&e->strength, basis, bot, opponent, text, room);
	size_t used = strlen(text);
	snprintf(text + used, room - used, ".");
}

/* --- for programs ----------------------------------------------------------------------------- */

struct compare_row {
	const char *names[COMPARE_CELLS];
	struct text_table_cell cells[COMPARE_CELLS];
	char texts[COMPARE_CELLS][COMPARE_CELL];
	int count;
};

static void compare_add(struct compare_row *r, const char *name, const char *text, bool number)
{
	r->names[r->count] = name;
	r->cells[r->count++] = (struct text_table_cell){text, number};
}

/* An infinite number or NAN becomes an empty cell. */
static void compare_add_real(struct compare_row *r, const char *name, double value, int digits)
{
	char *text = r->texts[r->count];
	snprintf(text, COMPARE_CELL, "%.*f", digits, value);
	if (text[0] == '-' && strspn(text, "-0.") == strlen(text))
		memmove(text, text + 1, strlen(text));
	compare_add(r, name, isfinite(value) ? text : NULL, true);
}

static void compare_add_count(struct compare_row *r, const char *name, int64_t value)
{
	char *text = r->texts[r->count];
	snprintf(text, COMPARE_CELL, "%" PRId64, value);
	compare_add(r, name, text, true);
}

static void compare_add_test(struct compare_row *r, const struct strength_estimate *e)
{
	compare_add_real(r, "llr", e->test ? e->llr : NAN, 6);
	compare_add_real(r, "llr_lower", e->test ? e->lower : NAN, 6);
	compare_add_real(r, "llr_upper", e->test ? e->upper : NAN, 6);
	compare_add(r, "accepted", e->test ? strength_estimate_state(e) : NULL, false);
}

static void compare_add_games(struct compare_row *r, const struct compare *c)
{
	static const char *const results[] = {[GAME_PAIRS_WON] = "wins",
		[GAME_PAIRS_DRAWN] = "draws",
		[GAME_PAIRS_LOST] = "losses"};
	static const char *const kinds[] = {
		"pairs_0", "pairs_half", "pairs_1", "pairs_3_halves", "pairs_2"};
	/* the games of pairs on the command line are not known */
	bool known = result_counts_results(&c->games) > 0 || result_counts_results(&c->pairs) == 0;
	int64_t games =
		known ? result_counts_results(&c->games) : 2 * result_counts_results(&c->pairs);
	compare_add_count(r, "games", games);
	for (int i = GAME_PAIRS_WON; i >= GAME_PAIRS_LOST; i--)
		compare_add_real(r, results[i], known ? (double)c->games.count[i] : NAN, 0);
	compare_add_count(r, "pairs", result_counts_results(&c->pairs));
	for (int i = 0; i < RESULT_COUNTS_PAIRS; i++)
		compare_add_count(r, kinds[i], c->pairs.count[i]);
	/* unknown for counts on the command line */
	compare_add_real(r, "pairs_by_opening", c->counts ? NAN : (double)c->pairs.by_opening, 0);
	compare_add_count(r, "games_without_partner", c->alone);
	compare_add_count(r, "games_repeated", compare_repeated(c));
	compare_add_count(r, "games_not_counted", c->late + c->repeated + c->left);
	compare_add_count(r, "failed_together", c->together);
	compare_add_count(r, "faults", c->faults[0]);
	compare_add_count(r, "faults_opponent", c->faults[1]);
}

static void compare_add_strength(
	struct compare_row *r, const struct compare *c, const struct strength_estimate *e)
{
	static const char *const findings[] = {[STRENGTH_UNDECIDED] = "undecided",
		[STRENGTH_STRONGER] = "stronger",
		[STRENGTH_WEAKER] = "weaker"};
	const struct strength *s = &e->strength;
	enum strength_finding finding =
		e->any && !compare_is_echo(c) ? s->finding : STRENGTH_UNDECIDED;
	compare_add(r, "computed_from", strength_estimate_basis(e) == &e->pairs ? "pairs" : "games",
		false);
	compare_add_real(r, "score", s->score.value, 6);
	compare_add_real(r, "elo", s->elo.value, 6);
	compare_add_real(r, "elo_low", s->elo.low, 6);
	compare_add_real(r, "elo_high", s->elo.high, 6);
	compare_add_real(r, "normalized", s->normalized.value, 6);
	compare_add_real(r, "normalized_low", s->normalized.low, 6);
	compare_add_real(r, "normalized_high", s->normalized.high, 6);
	compare_add_real(r, "los", s->los, 6);
	compare_add_real(r, "even", s->even, 6);
	compare_add(r, "finding", findings[finding], false);
}

static void compare_line(const struct compare *c, const struct strength_estimate *e,
	const char *sentence, enum text_table_format format)
{
	struct compare_row row = {.count = 0};
	compare_add_test(&row, e);
	compare_add(&row, "bot", c->counts ? NULL : c->bot, false);
	compare_add(&row, "opponent", c->counts ? NULL : c->opponent, false);
	compare_add_games(&row, c);
	compare_add_strength(&row, c, e);
	compare_add(&row, "conclusion", sentence, false);
	struct text_table *table = text_table_create(format, stdout, row.names, row.count);
	text_table_row(table, row.cells);
	text_table_free(table);
}

/* --- for people ------------------------------------------------------------------------------- */

static void compare_print_test(const struct strength_estimate *e)
{
	const struct sprt *s = &e->sprt;
	const char *unit = s->model == SPRT_LOGISTIC ? "Elo" : "normalized Elo";
	char results[STRENGTH_ESTIMATE_TEXT];
	printf("LLR %.6f\n", fabs(e->llr) < 5e-7 ? 0 : e->llr);
	printf("H0 at or below %.6f: %s %g; H1 at or above %.6f: %s %g\n", e->lower, unit, s->elo0,
		e->upper, unit, s->elo1);
	strength_estimate_results(e, results, sizeof results);
	printf("alpha %g, beta %g, %s model, from %s\n\n", s->alpha, s->beta,
		sprt_model_name(s->model), results);
}

static void compare_print_seat(
	struct text_table *table, const char *seat, const int64_t count[RESULT_COUNTS_GAMES])
{
	struct compare_row r = {.count = 0};
	int64_t games = count[GAME_PAIRS_LOST] + count[GAME_PAIRS_DRAWN] + count[GAME_PAIRS_WON];
	double points = (double)count[GAME_PAIRS_WON] + 0.5 * (double)count[GAME_PAIRS_DRAWN];
	compare_add(&r, "seat", seat, true);
	compare_add_count(&r, "games", games);
	compare_add_count(&r, "wins", count[GAME_PAIRS_WON]);
	compare_add_count(&r, "draws", count[GAME_PAIRS_DRAWN]);
	compare_add_count(&r, "losses", count[GAME_PAIRS_LOST]);
	compare_add_real(&r, "points", points, 1);
	compare_add_real(&r, "percent", games > 0 ? 100 * points / (double)games : NAN, 1);
	text_table_row(table, r.cells);
}

static void compare_print_games(const struct compare *c)
{
	static const char *const names[] = {
		"seat", "games", "wins", "draws", "losses", "points", "percent"};
	static const char *const seats[SEATS_MAX] = {"1", "2", "3", "4", "5", "6"};
	struct text_table *table =
		text_table_create(TEXT_TABLE_TEXT, stdout, names, sizeof names / sizeof *names);
	for (int seat = 0; seat < c->seats && !c->counts; seat++)
		compare_print_seat(table, seats[seat], c->by_seat[seat]);
	compare_print_seat(table, "all", c->games.count);
	text_table_free(table);
	putchar('\n');
}

static void compare_print_pairs(const struct compare *c)
{
	static const char *const names[] = {"points of a pair", "0", "1/2", "1", "3/2", "2"};
	struct compare_row r = {.count = 0};
	compare_add(&r, "", "pairs", false);
	for (int i = 0; i < RESULT_COUNTS_PAIRS; i++)
		compare_add_count(&r, "", c->pairs.count[i]);
	struct text_table *table =
		text_table_create(TEXT_TABLE_TEXT, stdout, names, RESULT_COUNTS_PAIRS + 1);
	text_table_row(table, r.cells);
	text_table_free(table);
	putchar('\n');
}

static void compare_print_strength(const struct strength_estimate *e)
{
	char results[STRENGTH_ESTIMATE_TEXT];
	strength_estimate_results(e, results, sizeof results);
	printf("From %s:\n", results);
	strength_estimate_print(e, stdout);
	printf("%-26s%8.1f%%\n",
		strength_estimate_basis(e) == &e->pairs ? "even pairs" : "drawn games",
		100 * e->strength.even);
}

/* Prints "Note: 3 games ...", with one text for one game and another for several. Prints nothing
 * for none. */
static void compare_print_note(int64_t count, const char *one, const char *several)
{
	if (count > 0)
		printf("Note: %" PRId64 " %s\n", count, count == 1 ? one : several);
}

/* Prints the games without a partner. If there are pairs, the figures use only them. */
static void compare_print_alone(const struct compare *c)
{
	bool pairs = result_counts_results(&c->pairs) > 0;
	if (c->seats == 2 && c->alone > 0)
		compare_print_note(c->alone,
			pairs ? "game has no partner with the same opening and swapped seats, and is not in what follows from pairs"
			      : "game has no partner with the same opening and swapped seats",
			pairs ? "games have no partner with the same opening and swapped seats, and are not in what follows from pairs"
			      : "games have no partner with the same opening and swapped seats");
}

/* Prints the games of an sprt that do not count, and those in which both bots failed. */
static void compare_print_left_out(const struct compare *c)
{
	compare_print_note(c->late,
		"more game does not count: it comes after the pairs that the test counts",
		"more games do not count: they come after the pairs that the test counts");
	compare_print_note(c->repeated,
		"games do not count: both games of their pairs were played before, move for move",
		"games do not count: both games of their pairs were played before, move for move");
	compare_print_note(c->left,
		"game does not count: it is of a pair in which a bot was not there, or failed too often",
		"games do not count: they are of a pair in which a bot was not there, or failed too often");
	compare_print_note(c->together, "game is left out: both bots failed together",
		"games are left out: both bots failed together");
}

/* Prints notes on the games, one line each. */
static void compare_print_notes(const struct compare *c, const struct strength_estimate *e)
{
	char opening[STRENGTH_ESTIMATE_TEXT];
	const char *const names[] = {c->bot, c->opponent};
	for (int i = 0; i < 2; i++)
		if (number_set_count(&c->rows[i]) > 1)
			printf("Note: %s had another program or command in some games; all %zu versions are counted as one\n",
				names[i], number_set_count(&c->rows[i]));
	if (c->seats > 2 && result_counts_results(&c->games) > 0)
		printf("Note: games of %d seats; who ranked better of the two counts, for each pair of their seats; no pairs of games\n",
			c->seats);
	compare_print_alone(c);
	strength_estimate_opening(e, opening, sizeof opening);
	if (*opening != '\0')
		printf("Note: %s: the same seat won both games\n", opening);
	compare_print_left_out(c);
	for (int i = 0; i < 2; i++)
		if (c->faults[i] > 0)
			printf("Note: %s lost %" PRId64 " %s by a fault of its own\n", names[i],
				c->faults[i], c->faults[i] == 1 ? "game" : "games");
	if (compare_repeated(c) > 0)
		printf("Note: %" PRId64 " of %" PRId64
		       " games went as another did, move for move, and are counted all the same\n",
			compare_repeated(c), c->known);
}

void compare_show(const struct compare *c, enum text_table_format format)
{
	struct strength_estimate e;
	char sentence[COMPARE_TEXT];
	strength_estimate_find(&e, &c->games, &c->pairs, c->sprt);
	compare_conclude(c, &e, sentence, sizeof sentence);
	if (format != TEXT_TABLE_TEXT) {
		compare_line(c, &e, sentence, format);
		return;
	}
	if (e.test)
		compare_print_test(&e);
	if (result_counts_results(&c->games) > 0)
		compare_print_games(c);
	if (result_counts_results(&c->pairs) > 0)
		compare_print_pairs(c);
	if (e.any)
		compare_print_strength(&e);
	compare_print_notes(c, &e);
	printf("%s%s\n", e.any ? "\n" : "", sentence);
}
