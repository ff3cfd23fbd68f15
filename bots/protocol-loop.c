/*
 * protocol-loop.c - reads the referee's lines, calls the engine, answers.
 *
 * Output is gathered. It is written in one piece just before the bot waits for input (an answer
 * and its info are one write), or at once when a search takes longer than PROTOCOL_LOOP_PATIENCE.
 */
#include "bots/protocol-loop.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bots/time-management.h"
#include "base/version.h"
#include "protocol/message.h"
#include "rules/process/rules-process.h"

enum {
	PROTOCOL_LOOP_WHY = 512,
	PROTOCOL_LOOP_LINE_TEXT = 1024, /* of a principal variation */
	PROTOCOL_LOOP_PATIENCE = 2000,	/* microseconds */
	PROTOCOL_LOOP_MILLISECOND = 1000,
	PROTOCOL_LOOP_USAGE = 2 /* exit status of a bot that cannot play the requested game */
};

void protocol_loop_init(struct protocol_loop *loop)
{
	*loop = (struct protocol_loop){.name = "referee-bot"};
	line_reader_init(&loop->reader, loop->in, sizeof loop->in);
}

/*
 * Writing.
 */

static void protocol_loop_flush(struct protocol_loop *loop)
{
	if (loop->used > 0 && !loop->port.write(loop->port.context, loop->out, loop->used))
		loop->quit = loop->stopped = true;
	loop->used = 0;
}

static void protocol_loop_put(struct protocol_loop *loop, const struct message *m)
{
	size_t n = message_write(m, loop->out + loop->used, sizeof loop->out - loop->used);

	if (n == 0) {
		protocol_loop_flush(loop);
		n = message_write(m, loop->out, sizeof loop->out);
		assert(n > 0);
	}
	loop->used += n;
}

static void protocol_loop_put_bare(struct protocol_loop *loop, enum message_kind kind)
{
	struct message m = message_make(kind);

	protocol_loop_put(loop, &m);
}

/* Reports a problem to the operator, and to the referee's log. */
static void protocol_loop_complain(struct protocol_loop *loop, const char *why)
{
	struct message m = message_make(MESSAGE_INFO);

	m.info.text = why;
	protocol_loop_put(loop, &m);
	loop->port.complain(loop->port.context, why);
}

/*
 * The introduction.
 */

static void protocol_loop_put_option(struct protocol_loop *loop, const struct setting *row)
{
	char preset[32], min[32], max[32], var[PROTOCOL_LOOP_WHY];
	struct message m = message_make(MESSAGE_OPTION);
	const struct settings *s = &loop->engine->settings;

	m.option.name = row->option;
	if (row->type == SETTING_SPIN) {
		const int64_t *value = (const int64_t *)((const char *)s + row->offset);
		m.option.type = "spin";
		snprintf(preset, sizeof preset, "%lld", (long long)*value);
		snprintf(min, sizeof min, "%lld", (long long)row->min);
		snprintf(max, sizeof max, "%lld", (long long)row->max);
		m.option.preset = preset;
		m.option.min = min;
		m.option.max = max;
	} else {
		m.option.type = "combo";
		m.option.preset = row->type == SETTING_EVAL ? s->eval
				  : s->search != NULL	    ? s->search->name
							    : "best";
		m.option.var = setting_choices(row->type, NULL, " var ", var, sizeof var);
	}
	protocol_loop_put(loop, &m);
}

static void protocol_loop_ugi(struct protocol_loop *loop, const struct message *request)
{
	char name[128];
	struct message m = message_make(MESSAGE_ID);

	(void)request;
	m.id.what = "name";
	m.id.text = name;
	snprintf(name, sizeof name, "%s %s", loop->name, VERSION);
	protocol_loop_put(loop, &m);
	m.id.what = "author";
	m.id.text = "the Referee project";
	protocol_loop_put(loop, &m);
	for (const struct setting *row = all_settings; row->flag != NULL; row++)
		protocol_loop_put_option(loop, row);
	m = message_make(MESSAGE_FEATURE);
	m.feature.bits = FEATURE_NEWGAME | FEATURE_PLAYERS | FEATURE_CLOCK;
	protocol_loop_put(loop, &m);
	protocol_loop_put_bare(loop, MESSAGE_UGIOK);
}

static void protocol_loop_setoption(struct protocol_loop *loop, const struct message *m)
{
	struct error err;
	const struct setting *row = setting_by_option(m->setoption.name);
	const char *value = m->setoption.value == NULL ? "" : m->setoption.value;

	if (row == NULL) {
		error_set(&err, "no option \"%.40s\"", m->setoption.name);
		protocol_loop_complain(loop, err.text);
	} else if (!setting_set(row, &loop->engine->settings, value, &err)) {
		protocol_loop_complain(loop, err.text);
	} else {
		engine_changed(loop->engine);
	}
}

static void protocol_loop_isready(struct protocol_loop *loop, const struct message *m)
{
	(void)m;
	protocol_loop_put_bare(loop, MESSAGE_READYOK);
}

/*
 * Games and positions.
 */

/* A bot that cannot play a game leaves with a reason, instead of losing. */
static void protocol_loop_refuse_game(struct protocol_loop *loop, const char *why)
{
	protocol_loop_complain(loop, why);
	loop->status = PROTOCOL_LOOP_USAGE;
	loop->quit = true;
}

/* If the rules are a program that is at fault, the bot leaves with that reason. */
static bool protocol_loop_lost_rules(struct protocol_loop *loop)
{
	const struct rules *rules = loop->engine->setup.rules;
	const char *fault = rules_is_process(rules) ? rules_process_fault(rules) : NULL;

	if (fault != NULL)
		protocol_loop_refuse_game(loop, fault);
	return fault != NULL;
}

/* Begins the game of the flags; false: they name no game, or it cannot begin. */
static bool protocol_loop_begin_default(struct protocol_loop *loop)
{
	struct error err;
	uint64_t seed = random_mix((uint64_t)loop->engine->settings.seed, loop->games);

	if (loop->game == NULL)
		return false;
	if (engine_begin(loop->engine, loop->game, loop->players, seed, loop->params,
		    loop->param_count, &err))
		return true;
	protocol_loop_refuse_game(loop, err.text);
	return false;
}

static void protocol_loop_newgame(struct protocol_loop *loop, const struct message *m)
{
	const struct message_newgame *game = &m->newgame;
	char texts[LINE_FROM_REFEREE];
	struct error err;
	const char *params[MESSAGE_PARAMS];
	size_t used = 0;

	loop->games++;
	loop->engine->setup.rules = NULL;
	loop->engine->placed = false;
	if (game->game == NULL) {
		protocol_loop_begin_default(loop);
		return;
	}
	/* A game whose rules are a program has the name that the program gave it. */
	const struct rules *rules = loop->game != NULL && strcmp(loop->game->name, game->game) == 0
					    ? loop->game
					    : rules_find(game->game);
	if (rules == NULL) {
		error_set(&err,
			"no game \"%.40s\"; if its rules are a program, start me with --game "
			"\"process:COMMAND\"",
			game->game);
		protocol_loop_refuse_game(loop, err.text);
		return;
	}
	/* The texts are parts of one line of the referee, so they fit. */
	for (int i = 0; i < game->params; i++) {
		params[i] = texts + used;
		used += 1 + (size_t)snprintf(texts + used, sizeof texts - used, "%s=%s",
				    game->names[i], game->values[i]);
		assert(used <= sizeof texts);
	}
	if (!engine_begin(
		    loop->engine, rules, game->players, game->seed, params, game->params, &err))
		protocol_loop_refuse_game(loop, err.text);
}

/* Begins the first game, with its default parameters, that can read this position string. */
static bool protocol_loop_recognise(struct protocol_loop *loop, const char *from)
{
	struct error err;

	for (int i = 0; all_rules[i] != NULL; i++)
		if (engine_begin(loop->engine, all_rules[i], 0, 0, NULL, 0, &err) &&
			engine_place(loop->engine, from, NULL, &err))
			return true;
	loop->engine->setup.rules = NULL;
	return false;
}

static void protocol_loop_position(struct protocol_loop *loop, const struct message *m)
{
	struct error err;
	const char *from = m->position.fen;
	bool known = loop->engine->setup.rules != NULL || protocol_loop_begin_default(loop) ||
		     (from != NULL && protocol_loop_recognise(loop, from));

	if (loop->quit)
		return;
	if (!known)
		protocol_loop_complain(loop, "which game? start me with --game");
	else if (!engine_place(loop->engine, from, m->position.moves, &err) &&
		 !protocol_loop_lost_rules(loop))
		protocol_loop_complain(loop, err.text);
}

/*
 * Thinking.
 */

/* Reads available input; wait: blocks until there is some. False: no more for now. */
static bool protocol_loop_read(struct protocol_loop *loop, bool wait)
{
	size_t size;
	char *space = line_reader_space(&loop->reader, &size);

	ptrdiff_t n = loop->port.read(loop->port.context, space, size, wait);
	if (n == PROTOCOL_LOOP_END)
		loop->quit = loop->stopped = true;
	if (n > 0)
		line_reader_filled(&loop->reader, (size_t)n);
	return n > 0;
}

/* The next line; NULL: no line is complete. A line that is too long is dropped with all other
 * input. */
static char *protocol_loop_next(struct protocol_loop *loop)
{
	char *line;
	size_t length;

	enum line_status status = line_reader_next(&loop->reader, &line, &length);
	if (status == LINE_TOO_LONG) {
		protocol_loop_complain(loop, "a line was too long");
		line_reader_clear(&loop->reader);
	}
	return status == LINE_READY ? line : NULL;
}

/* Handles a line that arrives during a search: one row for each message that is obeyed at once. */
static bool protocol_loop_interrupt(struct protocol_loop *loop, const char *line)
{
	static const struct {
		const char *word;
		bool stops, quits;
	} rows[] = {{"isready", false, false}, {"stop", true, false}, {"quit", true, true}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (strcmp(line, rows[i].word) != 0)
			continue;
		loop->stopped |= rows[i].stops;
		loop->quit |= rows[i].quits;
		if (!rows[i].stops) {
			protocol_loop_put_bare(loop, MESSAGE_READYOK);
			protocol_loop_flush(loop);
		}
		return true;
	}
	return false;
}

/* Checks the input during a search; wait: until some arrives. */
static void protocol_loop_listen(struct protocol_loop *loop, bool wait)
{
	/* A held line stays in the reader's buffer, so nothing more is read. */
	if (loop->held != NULL || loop->stopped)
		return;
	for (;;) {
		char *line = protocol_loop_next(loop);
		if (line == NULL) {
			if (!protocol_loop_read(loop, wait))
				return;
			wait = false;
		} else if (!protocol_loop_interrupt(loop, line)) {
			loop->held = line;
			return;
		}
	}
}

static bool protocol_loop_stop(void *context)
{
	struct protocol_loop *loop = context;

	protocol_loop_listen(loop, false);
	return loop->stopped;
}

static search_usec protocol_loop_now(void *context)
{
	struct protocol_loop *loop = context;

	return loop->port.now(loop->port.context);
}

static void protocol_loop_report(void *context, const struct search_result *r)
{
	struct protocol_loop *loop = context;
	char line[PROTOCOL_LOOP_LINE_TEXT];
	struct message m = message_make(MESSAGE_INFO);
	int plies = search_plies(loop->engine->setup.rules, r->value);

	m.info.given = INFO_NODES | INFO_TIME;
	if (r->depth > 0)
		m.info.given |= INFO_DEPTH | INFO_SCORE;
	m.info.depth = r->depth;
	m.info.mate = plies >= 0;
	m.info.score = plies < 0 ? r->value : r->value < 0 ? -plies : plies;
	m.info.nodes = loop->reported = r->nodes;
	m.info.time = r->time / PROTOCOL_LOOP_MILLISECOND;
	m.info.pv = engine_line(loop->engine, r->line, r->length, line, sizeof line);
	protocol_loop_put(loop, &m);
	if (r->time >= PROTOCOL_LOOP_PATIENCE)
		protocol_loop_flush(loop);
}

static void protocol_loop_answer(struct protocol_loop *loop)
{
	char text[PROTOCOL_LOOP_LINE_TEXT];
	const struct search_result *r = &loop->engine->job.result;
	struct message m = message_make(MESSAGE_BESTMOVE);

	if (loop->reported != r->nodes)
		protocol_loop_report(loop, r);
	m.bestmove.move = engine_line(loop->engine, &r->best, 1, text, sizeof text);
	protocol_loop_put(loop, &m);
}

/* Tells the operator once that the bot plays without knowledge of the game. */
static void protocol_loop_warn(struct protocol_loop *loop, const struct search_limits *limits)
{
	const struct engine *e = loop->engine;
	const struct search *search = e->search;
	bool none = search->looks && limits->depth > 0 && e->evaluation->blind;
	struct error text;

	if (loop->warned || (!search->blind && !none))
		return;
	loop->warned = true;
	if (search->blind)
		error_set(&text,
			"%s plays blind: it knows only the legal moves; a bot that plays to "
			"win has --search mcts",
			search->name);
	else
		error_set(&text,
			"%s to depth %d with %s plays blind until the end is near; set --eval, or --search mcts, "
			"which needs no evaluation",
			search->name, limits->depth, e->evaluation->name);
	protocol_loop_complain(loop, text.text);
}

static void protocol_loop_go(struct protocol_loop *loop, const struct message *m)
{
	struct error err;
	const struct rules *rules = loop->engine->setup.rules;
	struct search_hooks hooks = {
		protocol_loop_now, protocol_loop_stop, protocol_loop_report, loop};
	struct search_limits limits = {0};

	loop->stopped = false;
	loop->reported = 0;
	if (loop->engine->placed) {
		int seat = rules->to_move(&loop->engine->setup, &loop->engine->position);
		if (seat > 0)
			limits = time_management_limits(&loop->engine->settings, &m->go, seat);
	}
	bool searched = engine_search(loop->engine, &limits, &hooks, &err);
	if (protocol_loop_lost_rules(loop))
		return;
	if (searched) {
		protocol_loop_warn(loop, &limits);
		/* With go.infinite the answer waits for `stop`, even if it is known. */
		while (m->go.infinite && !loop->stopped && loop->held == NULL) {
			protocol_loop_flush(loop);
			protocol_loop_listen(loop, true);
		}
		protocol_loop_answer(loop);
	} else {
		struct message resign = message_make(MESSAGE_BESTMOVE);
		resign.bestmove.move = "resign";
		protocol_loop_complain(loop, err.text);
		protocol_loop_put(loop, &resign);
	}
}

static void protocol_loop_quit(struct protocol_loop *loop, const struct message *m)
{
	(void)m;
	loop->quit = true;
}

/*
 * Listening.
 */

static void (*const protocol_loop_actions[MESSAGE_KINDS])(
	struct protocol_loop *w, const struct message *m) = {
	[MESSAGE_UGI] = protocol_loop_ugi,
	[MESSAGE_SETOPTION] = protocol_loop_setoption,
	[MESSAGE_ISREADY] = protocol_loop_isready,
	[MESSAGE_NEWGAME] = protocol_loop_newgame,
	[MESSAGE_POSITION] = protocol_loop_position,
	[MESSAGE_GO] = protocol_loop_go,
	[MESSAGE_QUIT] = protocol_loop_quit,
};

/* Handles one line from the referee. */
static void protocol_loop_line(struct protocol_loop *loop, char *line)
{
	struct error err;
	struct message m;

	if (!message_read(&m, FROM_REFEREE, line, &err))
		protocol_loop_complain(loop, err.text);
	else if (protocol_loop_actions[m.kind] != NULL)
		protocol_loop_actions[m.kind](loop, &m);
}

int protocol_loop_run(struct protocol_loop *loop)
{
	while (!loop->quit) {
		char *line = loop->held != NULL ? loop->held : protocol_loop_next(loop);
		loop->held = NULL;
		if (line != NULL) {
			protocol_loop_line(loop, line);
		} else {
			protocol_loop_flush(loop);
			protocol_loop_read(loop, true);
		}
	}
	protocol_loop_flush(loop);
	return loop->status;
}
