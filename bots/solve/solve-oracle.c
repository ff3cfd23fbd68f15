/*
 * solve-oracle.c - `referee-solve oracle`: a process that answers with the values of positions,
 * in the syntax of the protocol, until its input ends.
 *
 *	> uginewgame game connect4 players 2 seat 1 seed 7 param columns 7 ...
 *	> position startpos moves d d
 *	< value 1
 *	> go nodes 100000
 *	> position fen 7/7/7/7/7/7 r 1 moves a
 *	< value unknown
 *
 * It answers one line per position, in order. `go nodes N` sets the maximum work for each later
 * position. `query exact` is answered with the solver's name or none, isready as in the protocol,
 * and a wrong line with `error WHY`. An answer depends only on the lines of the current game:
 * values from earlier games are forgotten.
 */
#include "bots/solve/solve.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/solve/exact.h"
#include "protocol/line.h"
#include "protocol/message.h"

enum {
	SOLVE_ORACLE_NODES,
	SOLVE_ORACLE_BUDGET = 1000000, /* positions, by default */
	SOLVE_ORACLE_KINDS = 16,       /* of solvers */
	SOLVE_ORACLE_KNOWN = 1 << 14   /* values remembered */
};

static const struct solve_flag solve_oracle_flags[] = {
	[SOLVE_ORACLE_NODES] = {"nodes", "N",
		"visit this many positions for a value at most (default: 1000000)"},
	{NULL},
};

struct solve_oracle_known {
	uint64_t key, game; /* game 0: empty */
	int64_t value;
};

struct solve_oracle {
	struct engine *engine; /* owned */
	int64_t nodes;
	uint64_t games;
	const struct exact *exact;	/* of this game; NULL: there is none */
	void *kept[SOLVE_ORACLE_KINDS]; /* by the row of all_exacts; owned */
	struct solve_oracle_known known[SOLVE_ORACLE_KNOWN];
	bool quit;
};

static void solve_oracle_error(const char *why)
{
	printf("error %s\n", why);
}

/* The place for the memory of the game's solver. */
static void **solve_oracle_kept(struct solve_oracle *o)
{
	int row = 0;

	while (all_exacts[row] != o->exact)
		row++;
	return &o->kept[row];
}

/* Resets the game's solver; one without memory is not used. */
static void solve_oracle_prepare(struct solve_oracle *o)
{
	o->exact = exact_find(&o->engine->setup);
	if (o->exact == NULL || o->exact->create == NULL)
		return;
	void **kept = solve_oracle_kept(o);
	if (*kept != NULL)
		o->exact->forget(*kept);
	else if ((*kept = o->exact->create()) == NULL)
		o->exact = NULL;
}

static void solve_oracle_newgame(struct solve_oracle *o, const struct message *m)
{
	const struct message_newgame *game = &m->newgame;
	static char texts[LINE_FROM_REFEREE];
	struct error err;
	const char *params[MESSAGE_PARAMS];
	size_t used = 0;

	o->games++;
	o->engine->setup.rules = NULL;
	o->engine->placed = false;
	o->exact = NULL;
	if (game->game == NULL) {
		solve_oracle_error("which game? uginewgame game NAME players N seat 1 seed S ...");
		return;
	}
	const struct rules *rules = solve_game_find(game->game, &err);
	/* The texts are parts of one line, so they fit. */
	for (int i = 0; i < game->params; i++) {
		params[i] = texts + used;
		used += 1 + (size_t)snprintf(texts + used, sizeof texts - used, "%s=%s",
				    game->names[i], game->values[i]);
	}
	if (rules == NULL || !engine_begin(o->engine, rules, game->players, game->seed, params,
				     game->params, &err))
		solve_oracle_error(err.text);
	else
		solve_oracle_prepare(o);
}

/* The position's value, from the cache or the solver. */
static bool solve_oracle_find(struct solve_oracle *o, int64_t *value)
{
	struct engine *engine = o->engine;
	uint64_t key = engine->setup.rules->key(&engine->setup, &engine->position);
	struct solve_oracle_known *known = &o->known[key % SOLVE_ORACLE_KNOWN];

	if (known->game == o->games && known->key == key) {
		*value = known->value;
		return true;
	}
	void *kept = o->exact->create == NULL ? NULL : *solve_oracle_kept(o);
	if (!o->exact->value(kept, engine, o->nodes, value))
		return false;
	*known = (struct solve_oracle_known){key, o->games, *value};
	return true;
}

/* The value of a position that is over. False: a seat gave up, so the board does not show the
 * winner. */
static bool solve_oracle_over(const struct solve_oracle *o, int64_t *value)
{
	const struct setup *s = &o->engine->setup;
	int seat = exact_seat(s, &o->engine->position);
	int64_t scores[SEATS_MAX];

	if (seat == 0)
		return false;
	s->rules->scores(s, &o->engine->position, scores);
	*value = s->rules->scored ? scores[seat - 1] - scores[2 - seat] : scores[seat - 1];
	if (o->exact->over != NULL)
		*value = o->exact->over(s, &o->engine->position, seat);
	return true;
}

static void solve_oracle_position(struct solve_oracle *o, const struct message *m)
{
	struct error err;
	struct engine *engine = o->engine;
	int64_t value = 0;

	if (engine->setup.rules == NULL) {
		solve_oracle_error("which game? uginewgame comes first");
		return;
	}
	if (!engine_place(engine, m->position.fen, m->position.moves, &err)) {
		solve_oracle_error(err.text);
		return;
	}
	bool known = o->exact != NULL;
	if (known && engine->setup.rules->to_move(&engine->setup, &engine->position) == 0)
		known = solve_oracle_over(o, &value);
	else if (known)
		known = solve_oracle_find(o, &value);
	if (known)
		printf("value %" PRId64 "\n", value);
	else
		puts("value unknown");
}

static void solve_oracle_go(struct solve_oracle *o, const struct message *m)
{
	if (m->go.nodes < 1)
		solve_oracle_error("work is limited by nodes alone: go nodes N, from 1");
	else
		o->nodes = m->go.nodes;
}

static void solve_oracle_query(struct solve_oracle *o, const struct message *m)
{
	if (strcmp(m->query.what, "exact") != 0)
		solve_oracle_error("unknown query; only query exact is supported");
	else
		printf("response %s\n", o->exact != NULL ? o->exact->name : "none");
}

static void solve_oracle_isready(struct solve_oracle *o, const struct message *m)
{
	(void)o, (void)m;
	puts("readyok");
}

static void solve_oracle_quit(struct solve_oracle *o, const struct message *m)
{
	(void)m;
	o->quit = true;
}

static void (*const solve_oracle_actions[MESSAGE_KINDS])(
	struct solve_oracle *o, const struct message *m) = {
	[MESSAGE_NEWGAME] = solve_oracle_newgame,
	[MESSAGE_POSITION] = solve_oracle_position,
	[MESSAGE_GO] = solve_oracle_go,
	[MESSAGE_ISREADY] = solve_oracle_isready,
	[MESSAGE_QUERY] = solve_oracle_query,
	[MESSAGE_QUIT] = solve_oracle_quit,
};

static void solve_oracle_line(struct solve_oracle *o, char *line)
{
	struct error err;
	struct message m;

	if (line[strspn(line, " \t")] == '\0')
		return;
	if (!message_read(&m, FROM_REFEREE, line, &err))
		solve_oracle_error(err.text);
	else if (solve_oracle_actions[m.kind] == NULL)
		solve_oracle_error(
			"known are uginewgame, position, go nodes N, query exact, isready, quit");
	else
		solve_oracle_actions[m.kind](o, &m);
}

/* Reads more input; false: there is none. */
static bool solve_oracle_read(struct line_reader *reader)
{
	size_t room;
	char *space = line_reader_space(reader, &room);
	ssize_t count = read(STDIN_FILENO, space, room);

	if (count > 0)
		line_reader_filled(reader, (size_t)count);
	return count > 0 || (count < 0 && errno == EINTR);
}

/* Answers until the input ends. */
static void solve_oracle_listen(struct solve_oracle *o)
{
	static char room[LINE_FROM_REFEREE];
	struct line_reader reader;
	bool tail = false; /* the input is the rest of a line that was too long */
	char *line;
	size_t length;

	line_reader_init(&reader, room, sizeof room);
	while (!o->quit) {
		enum line_status status = line_reader_next(&reader, &line, &length);
		if (status == LINE_PARTIAL) {
			/* Flush all answers before waiting: the client waits for them. */
			if (fflush(stdout) != 0 || !solve_oracle_read(&reader))
				return;
			continue;
		}
		if (status == LINE_TOO_LONG) {
			if (!tail)
				solve_oracle_error("a line was too long");
			tail = true;
			line_reader_clear(&reader);
			continue;
		}
		if (!tail)
			solve_oracle_line(o, line);
		tail = false;
		if (fflush(stdout) != 0)
			return;
	}
}

static enum solve_status solve_oracle_run(const struct solve_call *call)
{
	static struct solve_oracle o;
	struct error err;
	const char *nodes = solve_value(call, SOLVE_ORACLE_NODES);

	o.nodes = SOLVE_ORACLE_BUDGET;
	if (nodes != NULL && !solve_number("--nodes", nodes, 1, INT64_MAX / 2, &o.nodes, &err))
		return solve_fail(SOLVE_USAGE, err.text);
	o.engine = engine_create();
	if (o.engine == NULL)
		return solve_fail(SOLVE_FAULT, "no memory");
	solve_oracle_listen(&o);
	engine_free(o.engine);
	for (int row = 0; all_exacts[row] != NULL; row++)
		if (o.kept[row] != NULL)
			all_exacts[row]->free(o.kept[row]);
	return SOLVE_DONE;
}

const struct solve solve_oracle = {
	.name = "oracle",
	.usage = "[OPTIONS]",
	.summary = "answer `position ...` lines by value V, for the seat to move, until stdin ends",
	.flags = solve_oracle_flags,
	.run = solve_oracle_run,
};
