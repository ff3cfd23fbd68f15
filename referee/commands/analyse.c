/*
 * analyse.c - `referee analyse`: solves stored games exactly, and finds the mistakes of bots.
 *
 * The solver takes each game from its end, where values are cheap, to its start. So it already
 * knows the later positions when it is asked for an earlier one. An answer depends only on the game
 * and the budget. So an interrupted command can be repeated: it continues with the games that are
 * left and finds the same values. Games are committed in groups.
 */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/show.h"
#include "referee/base/memory.h"
#include "referee/base/shell-quote.h"
#include "referee/base/status-line.h"
#include "referee/arbiter/oracle.h"

enum {
	ANALYSE_NODES = 1000000, /* the default */
	ANALYSE_GROUP = 64,	 /* most games committed together */
	ANALYSE_SIGNALS = 2
};
#define ANALYSE_GROUP_TIME SECOND /* the longest time until they are committed */
#define ANALYSE_REDRAW	   (100 * MILLISECOND)

struct analyse {
	struct show show; /* its read connection, and the current game */
	const char *bot;  /* NULL: all bots */
	int64_t nodes;
	struct oracle *oracle;
	bool failed;	/* the solver process was lost */
	int64_t *games; /* owned: the games to analyse */
	long count, room, done, broken;
	int64_t known, asked;	   /* positions with a known value, positions asked */
	struct db_analysis *moves; /* owned: of the current game */
	int group;		   /* games that are not committed yet */
	usec group_began, began, drawn;
	bool line;		 /* shows progress on a terminal */
	struct event_base *base; /* owned, like the next */
	struct event *signals[ANALYSE_SIGNALS];
	int signal;    /* the signal that arrived; 0: none */
	bool answered; /* the open question was answered */
	struct oracle_answer answer;
};

/* --- signals -------------------------------------------------------------------------------- */

/* The first signal stops the command cleanly; the second ends the process at once. */
static void analyse_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct analyse *a = arg;
	(void)what;
	a->signal = (int)number;
	for (int i = 0; i < ANALYSE_SIGNALS; i++)
		if (a->signals[i] != NULL)
			event_del(a->signals[i]);
	event_base_loopbreak(a->base);
}

static void analyse_catch(struct analyse *a)
{
	static const int numbers[ANALYSE_SIGNALS] = {SIGINT, SIGTERM};
	struct sigaction now;
	a->base = event_base_new();
	if (a->base == NULL)
		abort();
	for (int i = 0; i < ANALYSE_SIGNALS; i++) {
		if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler == SIG_IGN)
			continue;
		a->signals[i] = evsignal_new(a->base, numbers[i], analyse_on_signal, a);
		if (a->signals[i] == NULL || event_add(a->signals[i], NULL) != 0)
			abort();
	}
}

static void analyse_release(struct analyse *a)
{
	for (int i = 0; i < ANALYSE_SIGNALS; i++)
		if (a->signals[i] != NULL)
			event_free(a->signals[i]);
	if (a->base != NULL)
		event_base_free(a->base);
}

/* --- the games ------------------------------------------------------------------------------ */

/* Is bot one of names, which are separated by blanks? */
static bool analyse_names(const char *names, const char *bot)
{
	size_t length = strlen(bot);
	for (; *names != '\0'; names += strspn(names, " ")) {
		size_t name = strcspn(names, " ");
		if (name == length && memcmp(names, bot, length) == 0)
			return true;
		names += name;
	}
	return false;
}

/* A row of the query to-analyse. */
static bool analyse_found(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct analyse *a = arg;
	(void)columns, (void)names;
	if (a->bot != NULL && (values[1].text == NULL || !analyse_names(values[1].text, a->bot)))
		return true;
	if (a->count == a->room) {
		a->room = 2 * a->room + 1024;
		a->games = memory_resize(a->games, (size_t)a->room, sizeof *a->games);
	}
	a->games[a->count++] = values[0].integer;
	return true;
}

/* --- one game ------------------------------------------------------------------------------- */

static void analyse_on_answer(void *arg, const struct oracle_answer *answer)
{
	struct analyse *a = arg;
	a->answered = true;
	a->answer = *answer;
	event_base_loopbreak(a->base);
}

/* Waits for a value or a signal. */
static void analyse_value(struct analyse *a, const char *moves)
{
	a->answered = false;
	oracle_ask(a->oracle, a->base, a->show.history.start, moves, analyse_on_answer, a);
	while (!a->answered && a->signal == 0)
		if (event_base_loop(a->base, EVLOOP_ONCE) < 0)
			abort();
	oracle_drop(a->oracle);
	a->failed = oracle_failed(a->oracle);
}

/* Asks for the values of all positions, the last one first. False: a signal arrived or the
 * solver was lost. */
static bool analyse_ask(struct analyse *a, struct oracle_answer *values)
{
	const struct history *h = &a->show.history;
	size_t room = (size_t)h->count * MOVE_TEXT + 1, used = 0;
	char *moves = memory_get(room, 1);
	size_t *ends = memory_get((size_t)h->count + 1, sizeof *ends);
	int plies = 0;
	for (int i = 0; i < h->count; i++) {
		if (h->turns[i].verdict != VERDICT_OK)
			continue;
		used += (size_t)snprintf(
			moves + used, room - used, "%s%s", used > 0 ? " " : "", h->turns[i].move);
		ends[++plies] = used;
	}
	int ply = plies;
	for (; ply >= 0 && a->signal == 0 && !a->failed; ply--) {
		moves[ends[ply]] = '\0';
		analyse_value(a, moves);
		values[ply] = a->answer;
	}
	free(moves);
	free(ends);
	return ply < 0 && a->signal == 0 && !a->failed;
}

/* Computes the two values of each move. The seats take turns, so a gain of one is a loss of the
 * other. */
static int analyse_judge(struct analyse *a, const struct oracle_answer *values, int64_t *known)
{
	int plies = history_plies(&a->show.history, a->show.history.count);
	*known = 0;
	for (int i = 0; i <= plies; i++)
		*known += values[i].known;
	for (int i = 0; i < plies; i++)
		a->moves[i] = (struct db_analysis){.before_known = values[i].known,
			.after_known = values[i + 1].known,
			.before = values[i].value,
			.after = -values[i + 1].value};
	return plies;
}

/* Analyses the loaded game. False: not to its end. */
static bool analyse_loaded(struct analyse *a, int *error)
{
	const struct history *h = &a->show.history;
	struct oracle_answer *values = memory_get((size_t)h->count + 1, sizeof *values);
	int64_t known;
	a->moves = memory_resize(a->moves, (size_t)h->count + 1, sizeof *a->moves);
	oracle_game(a->oracle, &a->show.setup, (uint64_t)a->show.game);
	bool whole = analyse_ask(a, values);
	if (whole) {
		int plies = analyse_judge(a, values, &known);
		*error = db_analysis_set(
			a->show.read.db, a->show.game, a->nodes, known, plies, a->moves);
		a->known += known;
		a->asked += plies + 1;
	}
	free(values);
	return whole;
}

/* Replays a game and analyses it. A game whose moves do not fit the rules is reported and
 * skipped. */
static bool analyse_game(struct analyse *a, int64_t game, int *error)
{
	bool whole = true;
	a->show.game = game;
	*error = show_find(&a->show);
	if (*error == DB_OK)
		*error = show_load(&a->show);
	if (*error == DB_OK && a->show.setup.rules != NULL && a->show.why[0] == '\0') {
		whole = analyse_loaded(a, error);
	} else if (*error == DB_OK) {
		fprintf(stderr, "%sreferee analyse: game %" PRId64 " cannot be played again: %s\n",
			a->line ? "\r\033[K" : "", game, a->show.why);
		a->broken++;
	}
	show_forget(&a->show);
	return whole;
}

/* --- all games ------------------------------------------------------------------------------ */

static void analyse_draw(struct analyse *a)
{
	usec now = time_now();
	if (!a->line || (a->drawn > 0 && now - a->drawn < ANALYSE_REDRAW && a->done < a->count))
		return;
	double seconds = (double)(now - a->began) / SECOND;
	double left = a->done > 0 ? seconds / (double)a->done * (double)(a->count - a->done) : 0;
	char eta[STATUS_LINE_SPAN];
	status_line_span(left, eta);
	fprintf(stderr, "\r%ld/%ld games  %.1f/s  ETA %s\033[K", a->done, a->count,
		seconds > 0 ? (double)a->done / seconds : 0, eta);
	fflush(stderr);
	a->drawn = now;
}

/* Begins a group, or commits a full group; last: commits any group. */
static int analyse_group(struct analyse *a, bool last)
{
	bool full = a->group >= ANALYSE_GROUP || time_now() - a->group_began > ANALYSE_GROUP_TIME;
	int error = DB_OK;
	if (a->group_began > 0 && (full || last)) {
		error = db_commit(a->show.read.db);
		a->group_began = 0;
	}
	if (error == DB_OK && !last && a->group_began == 0) {
		error = db_begin(a->show.read.db);
		a->group_began = time_now();
		a->group = 0;
	}
	return error;
}

static int analyse_all(struct analyse *a)
{
	int error = DB_OK;
	a->began = time_now();
	for (long i = 0; i < a->count && error == DB_OK && a->signal == 0; i++) {
		error = analyse_group(a, false);
		if (error != DB_OK || !analyse_game(a, a->games[i], &error))
			break;
		a->group++;
		a->done++;
		analyse_draw(a);
	}
	if (error == DB_OK)
		error = analyse_group(a, true);
	if (a->line && a->done > 0)
		fputc('\n', stderr);
	return error;
}

/* Can the solver solve these games? The first game that can be replayed decides for all. */
static bool analyse_can(struct analyse *a, char *why, size_t room)
{
	bool can = true;
	a->show.game = a->games[0];
	if (show_find(&a->show) == DB_OK && show_load(&a->show) == DB_OK &&
		a->show.setup.rules != NULL) {
		oracle_game(a->oracle, &a->show.setup, (uint64_t)a->show.game);
		can = oracle_solves(a->oracle, why, room);
	}
	show_forget(&a->show);
	return can;
}

/* --- the command ---------------------------------------------------------------------------- */

/* Checks that the database exists, then opens it again for writing. */
static bool analyse_open(struct analyse *a, int *status)
{
	struct query *r = &a->show.read;
	if (!query_open(r, status))
		return false;
	char *path = memory_copy(db_path(r->db));
	query_close(r, DB_OK);
	int error = db_open(&r->db, path, DB_WRITE);
	free(path);
	if (error != DB_OK)
		*status = query_close(r, error);
	return error == DB_OK && query_find(r, status) &&
	       (a->bot == NULL || query_bot(r, a->bot, status));
}

static void analyse_tell(const struct analyse *a, int argc, char **argv)
{
	fprintf(stderr,
		"referee analyse: %ld of %ld games analysed, %" PRId64 " of %" PRId64
		" values found with %" PRId64 " nodes\n",
		a->done - a->broken, a->count, a->known, a->asked, a->nodes);
	if (a->signal == 0)
		return;
	fputs("referee analyse: stopped; what is done is kept. To go on:\n\n\t", stderr);
	fprintf(stderr, "%s", program_invocation_name);
	for (int i = 0; i < argc; i++) {
		fputc(' ', stderr);
		shell_quote_word(stderr, argv[i]);
	}
	fputs("\n\n", stderr);
}

static int analyse_opened(struct analyse *a, int argc, char **argv)
{
	struct query *r = &a->show.read;
	const int64_t arguments[] = {r->tournament, a->nodes};
	char why[256];
	int error = db_read(r->db, "to-analyse", arguments, 2, analyse_found, a);
	if (error != DB_OK)
		return query_close(r, error);
	a->oracle = oracle_create(a->nodes);
	analyse_catch(a);
	if (a->count > 0 && !analyse_can(a, why, sizeof why)) {
		query_close(r, DB_OK);
		return command_misused(&command_analyse, "%s", why);
	}
	error = analyse_all(a);
	if (error == DB_OK)
		analyse_tell(a, argc, argv);
	if (error == DB_OK && a->signal == 0 && !a->failed)
		error = query_table(r, "accuracy", r->tournament, NULL, NULL);
	int status = query_close(r, error);
	if (a->failed && status == EXIT_SUCCESS) {
		fprintf(stderr, "referee analyse: the solver died twice in game %" PRId64 "\n",
			a->games[a->done]);
		return EXIT_BROKEN;
	}
	return status == EXIT_SUCCESS && a->signal != 0 ? 128 + a->signal : status;
}

static int analyse_asked(struct analyse *a, int argc, char **argv)
{
	int status;
	if (!query_read(&command_analyse, &a->show.read, a, argc, argv, &status))
		return status;
	return analyse_open(a, &status) ? analyse_opened(a, argc, argv) : status;
}

static int analyse_run(int argc, char **argv)
{
	struct analyse *a = memory_get(1, sizeof *a);
	a->nodes = ANALYSE_NODES;
	a->line = status_line_can();
	int status = analyse_asked(a, argc, argv);
	oracle_free(a->oracle);
	analyse_release(a);
	free(a->games);
	free(a->moves);
	free(a);
	return status;
}

static const struct option_row analyse_options[] = {
	{.name = "nodes",
		.value = "N",
		.kind = OPTION_NUMBER,
		.at = offsetof(struct analyse, nodes),
		.min = 1,
		.max = INT64_C(1000000000000000),
		.preset = "1000000",
		.help = "let the solver look at this many positions for each value"},
	{.name = "bot",
		.value = "NAME",
		.kind = OPTION_TEXT,
		.at = offsetof(struct analyse, bot),
		.help = "analyse only games of this bot"},
	{.name = NULL},
};

const struct command command_analyse = {
	.name = "analyse",
	.group = COMMAND_RESULTS,
	.summary = "Find with the exact solver how well each bot moved",
	.about =
		"Finds the exact value before and after every move, as far as the budget allows, and writes them to the database. "
		"Then prints for each bot how many of its moves kept a win a win and a draw a draw. "
		"Games that were analysed with at least this budget are not analysed again. "
		"When it is stopped, the same command goes on. "
		"`referee show GAME` and the view blunders name the moves that lost value.",
	.options = {.groups = {{.rows = analyse_options},
			    QUERY_GROUP(offsetof(struct analyse, show.read))}},
	.run = analyse_run,
};
