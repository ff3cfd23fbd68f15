/*
 * compare-print.c - prints the comparison of `referee compare`. For people: the ratio of the test,
 * the score by seat, pairs, strength with intervals, notes on the games, and a conclusion. For
 * programs: one row with all of it.
 */
#include "referee/results/compare.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "base/escape.h"

/* --- for programs ----------------------------------------------------------------------------- */

/* A row, and the names of its columns. */
struct compare_row {
	const char *names[TEXT_TABLE_CELLS];
	struct text_table_cells cells;
};

static void compare_add(struct compare_row *r, const char *name, const char *text)
{
	r->names[r->cells.count] = name;
	text_table_add(&r->cells, text);
}

/* An infinite number or NAN becomes an empty cell. */
static void compare_add_real(struct compare_row *r, const char *name, double value)
{
	r->names[r->cells.count] = name;
	text_table_add_number(&r->cells, "", "%.6f", value);
}

/* A count below 0 is unknown: an empty cell. */
static void compare_add_count(struct compare_row *r, const char *name, int64_t count)
{
	r->names[r->cells.count] = name;
	text_table_add_number(&r->cells, "", "%.0f", count >= 0 ? (double)count : NAN);
}

static void compare_add_test(struct compare_row *r, const struct strength_estimate *e)
{
	compare_add_real(r, "llr", e->test ? e->llr : NAN);
	compare_add_real(r, "llr_lower", e->test ? e->lower : NAN);
	compare_add_real(r, "llr_upper", e->test ? e->upper : NAN);
	compare_add(r, "accepted", e->test ? strength_estimate_state(e) : NULL);
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
		compare_add_count(r, results[i], known ? c->games.count[i] : -1);
	compare_add_count(r, "pairs", result_counts_results(&c->pairs));
	for (int i = 0; i < RESULT_COUNTS_PAIRS; i++)
		compare_add_count(r, kinds[i], c->pairs.count[i]);
	/* unknown for counts on the command line */
	compare_add_count(r, "pairs_by_opening", c->counts ? -1 : c->pairs.by_opening);
	compare_add_count(r, "games_without_partner", c->alone);
	compare_add_count(r, "games_repeated", compare_repeated(c));
	compare_add_count(r, "games_not_counted", c->late + c->repeated + c->left);
	compare_add_count(r, "failed_together", c->together);
	compare_add_count(r, "faults", c->faults[0]);
	compare_add_count(r, "faults_opponent", c->faults[1]);
}

static void compare_add_strength(struct compare_row *r, const struct compare *c)
{
	static const char *const findings[] = {[STRENGTH_UNDECIDED] = "undecided",
		[STRENGTH_STRONGER] = "stronger",
		[STRENGTH_WEAKER] = "weaker"};
	const struct strength_estimate *e = &c->estimate;
	const struct strength *s = &e->strength;
	enum strength_finding finding =
		e->any && !compare_is_echo(c) ? s->finding : STRENGTH_UNDECIDED;
	compare_add(
		r, "computed_from", strength_estimate_basis(e) == &e->pairs ? "pairs" : "games");
	compare_add_real(r, "score", s->score.value);
	compare_add_real(r, "elo", s->elo.value);
	compare_add_real(r, "elo_low", s->elo.low);
	compare_add_real(r, "elo_high", s->elo.high);
	compare_add_real(r, "normalized", s->normalized.value);
	compare_add_real(r, "normalized_low", s->normalized.low);
	compare_add_real(r, "normalized_high", s->normalized.high);
	compare_add_real(r, "los", s->los);
	compare_add_real(r, "even", s->even);
	compare_add(r, "finding", findings[finding]);
}

static void compare_line(const struct compare *c, enum text_table_format format, FILE *out)
{
	struct compare_row row = {.cells = {.count = 0}};
	compare_add_test(&row, &c->estimate);
	compare_add(&row, "bot", c->counts ? NULL : c->bot);
	compare_add(&row, "opponent", c->counts ? NULL : c->opponent);
	compare_add_games(&row, c);
	compare_add_strength(&row, c);
	compare_add(&row, "conclusion", c->conclusion);
	struct text_table *table = text_table_create(format, out, row.names, row.cells.count);
	text_table_row(table, row.cells.cell);
	text_table_free(table);
}

/* --- for people ------------------------------------------------------------------------------- */

static void compare_print_test(const struct strength_estimate *e, FILE *out)
{
	const struct sprt *s = &e->sprt;
	const char *unit = s->model == SPRT_LOGISTIC ? "Elo" : "normalized Elo";
	char results[STRENGTH_ESTIMATE_TEXT];
	fprintf(out, "LLR %.6f\n", fabs(e->llr) < 5e-7 ? 0 : e->llr);
	fprintf(out, "H0 at or below %.6f: %s %g; H1 at or above %.6f: %s %g\n", e->lower, unit,
		s->elo0, e->upper, unit, s->elo1);
	strength_estimate_results(e, results, sizeof results);
	fprintf(out, "alpha %g, beta %g, %s model, from %s\n\n", s->alpha, s->beta,
		sprt_model_name(s->model), results);
}

static void compare_print_seat(
	struct text_table *table, const char *seat, const int64_t count[RESULT_COUNTS_GAMES])
{
	struct text_table_cells r = {.count = 0};
	double won = (double)count[GAME_PAIRS_WON], drawn = (double)count[GAME_PAIRS_DRAWN],
	       lost = (double)count[GAME_PAIRS_LOST];
	double games = lost + drawn + won, points = won + 0.5 * drawn;
	text_table_add(&r, seat);
	r.cell[0].number = true; /* "all" stands below the seats' numbers */
	text_table_add_number(&r, "", "%.0f", games);
	text_table_add_number(&r, "", "%.0f", won);
	text_table_add_number(&r, "", "%.0f", drawn);
	text_table_add_number(&r, "", "%.0f", lost);
	text_table_add_number(&r, "", "%.1f", points);
	text_table_add_number(&r, "", "%.1f", games > 0 ? 100 * points / games : NAN);
	text_table_row(table, r.cell);
}

static void compare_print_games(const struct compare *c, FILE *out)
{
	static const char *const names[] = {
		"seat", "games", "wins", "draws", "losses", "points", "percent"};
	static const char *const seats[SEATS_MAX] = {"1", "2", "3", "4", "5", "6"};
	struct text_table *table =
		text_table_create(TEXT_TABLE_TEXT, out, names, sizeof names / sizeof *names);
	for (int seat = 0; seat < c->seats && !c->counts; seat++)
		compare_print_seat(table, seats[seat], c->by_seat[seat]);
	compare_print_seat(table, "all", c->games.count);
	text_table_free(table);
	fputc('\n', out);
}

static void compare_print_pairs(const struct compare *c, FILE *out)
{
	static const char *const names[] = {"points of a pair", "0", "1/2", "1", "3/2", "2"};
	struct text_table_cells r = {.count = 0};
	text_table_add(&r, "pairs");
	for (int i = 0; i < RESULT_COUNTS_PAIRS; i++)
		text_table_add_number(&r, "", "%.0f", (double)c->pairs.count[i]);
	struct text_table *table =
		text_table_create(TEXT_TABLE_TEXT, out, names, RESULT_COUNTS_PAIRS + 1);
	text_table_row(table, r.cell);
	text_table_free(table);
	fputc('\n', out);
}

static void compare_print_strength(const struct strength_estimate *e, FILE *out)
{
	char results[STRENGTH_ESTIMATE_TEXT];
	strength_estimate_results(e, results, sizeof results);
	fprintf(out, "From %s:\n", results);
	strength_estimate_print(e, out);
	fprintf(out, "%-26s%8.1f%%\n",
		strength_estimate_basis(e) == &e->pairs ? "even pairs" : "drawn games",
		100 * e->strength.even);
}

/* Prints "Note: 3 games ...", with one text for one game and another for several. Prints nothing
 * for none. */
static void compare_print_note(FILE *out, int64_t count, const char *one, const char *several)
{
	if (count > 0)
		fprintf(out, "Note: %" PRId64 " %s\n", count, plural((double)count, one, several));
}

/* Prints the games without a partner. If there are pairs, the figures use only them. */
static void compare_print_alone(const struct compare *c, FILE *out)
{
	bool pairs = result_counts_results(&c->pairs) > 0;
	if (c->seats == 2 && c->alone > 0)
		compare_print_note(out, c->alone,
			pairs ? "game has no partner with the same opening and swapped seats, and does not count in the figures from pairs"
			      : "game has no partner with the same opening and swapped seats",
			pairs ? "games have no partner with the same opening and swapped seats, and do not count in the figures from pairs"
			      : "games have no partner with the same opening and swapped seats");
}

void compare_print_left_out(const struct compare *c, FILE *out)
{
	compare_print_alone(c, out);
	compare_print_note(out, c->late,
		"more game does not count: it comes after the pairs that the test counts",
		"more games do not count: they come after the pairs that the test counts");
	compare_print_note(out, c->repeated,
		"games do not count: both games of their pairs were played before, move for move",
		"games do not count: both games of their pairs were played before, move for move");
	compare_print_note(out, c->left,
		"game does not count: in its pair a bot was absent, or failed too often",
		"games do not count: in their pairs a bot was absent, or failed too often");
	compare_print_note(out, c->together, "game is left out: both bots failed together",
		"games are left out: both bots failed together");
}

/* Waits of this mean length per move and this many percent of the time are told. */
enum { COMPARE_WAIT = 1000, COMPARE_WAITING = 25 };

/* "1234567", or "-" of a bot that tells no nodes. */
static void compare_print_nodes(const struct compare *c, int i, FILE *out)
{
	if (c->thought[i] > 0)
		fprintf(out, "%.0f", (double)c->nodes[i] * SECOND / (double)c->thought[i]);
	else
		fputc('-', out);
}

/* Percent of the time of a bot's moves that it waited for a processor; 0 if its waits are short. */
static double compare_waiting(const struct compare_waits *w)
{
	return w->wait >= w->moves * COMPARE_WAIT && w->wall > 0
		       ? 100.0 * (double)w->wait / (double)w->wall
		       : 0;
}

static void compare_print_waits(const struct compare *c, FILE *out)
{
	double first = compare_waiting(&c->waits[0]), second = compare_waiting(&c->waits[1]);
	if (fmax(first, second) < COMPARE_WAITING)
		return;
	fprintf(out,
		"Note: the machine was busy: %s waited for a processor %.0f %% of its time, %s %.0f %%; a bot that reads the wall clock searches less then\n",
		c->bot, first, c->opponent, second);
}

void compare_print_speed(const struct compare *c, FILE *out)
{
	compare_print_waits(c, out);
	if (c->thought[0] == 0 && c->thought[1] == 0)
		return;
	fprintf(out, "Nodes per second, as the bots count them: %s ", c->bot);
	compare_print_nodes(c, 0, out);
	fprintf(out, ", %s ", c->opponent);
	compare_print_nodes(c, 1, out);
	fputc('\n', out);
}

/* Prints notes on the games, one line each. */
static void compare_print_notes(const struct compare *c, FILE *out)
{
	char opening[STRENGTH_ESTIMATE_TEXT];
	const char *const names[] = {c->bot, c->opponent};
	for (int i = 0; i < 2; i++)
		if (c->rows[i].count > 1)
			fprintf(out,
				"Note: %s had another program or command in some games; all %zu versions are counted as one\n",
				names[i], c->rows[i].count);
	if (c->seats > 2 && result_counts_results(&c->games) > 0)
		fprintf(out,
			"Note: games of %d seats; for each pair of their seats the better rank counts; no pairs of games\n",
			c->seats);
	strength_estimate_opening(&c->estimate, opening, sizeof opening);
	if (*opening != '\0')
		fprintf(out, "Note: %s: the same seat won both games\n", opening);
	compare_print_left_out(c, out);
	for (int i = 0; i < 2; i++)
		if (c->faults[i] > 0)
			fprintf(out, "Note: %s lost %s by a fault of its own\n", names[i],
				counted(c->faults[i], "game").text);
	if (compare_repeated(c) > 0)
		fprintf(out,
			"Note: %" PRId64 " of %" PRId64
			" games repeat another game, move for move, and count all the same\n",
			compare_repeated(c), c->known);
}

void compare_print(const struct compare *c, enum text_table_format format, FILE *out)
{
	const struct strength_estimate *e = &c->estimate;
	if (format != TEXT_TABLE_TEXT) {
		compare_line(c, format, out);
		return;
	}
	if (e->test)
		compare_print_test(e, out);
	if (result_counts_results(&c->games) > 0)
		compare_print_games(c, out);
	if (result_counts_results(&c->pairs) > 0)
		compare_print_pairs(c, out);
	if (e->any)
		compare_print_strength(e, out);
	compare_print_speed(c, out);
	compare_print_notes(c, out);
	fprintf(out, "%s%s\n", e->any ? "\n" : "", c->conclusion);
}
