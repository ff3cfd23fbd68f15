/*
 * game-runner.c - plays a game, from its request to its end.
 */
#include "referee/arbiter/game-runner.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "referee/process/heartbeat.h"
#include "base/memory.h"
#include "referee/game/record.h"

static void game_runner_set_alarm(struct game_runner *g);

/* --- calls of bots -------------------------------------------------------------------------- */

static void game_runner_schedule(struct game_runner *g)
{
	g->context->schedule(g->context->owner, g);
}

static void game_runner_on_wire(
	void *owner, struct bot_process *b, char way, const char *line, size_t length)
{
	struct game_runner *g = owner;
	/* A kept bot without a seat may send lines too. */
	if (g != NULL)
		record_writer_wire(&g->writer, b->game.seat, way, line, length);
}

static void game_runner_take_report(struct game_runner *g, struct bot_process *b)
{
	struct failure_report **failure = &g->failure[b->game.seat - 1];
	channel_flush_errors(&b->channel);
	if (*failure == NULL)
		*failure = memory_get(1, sizeof **failure);
	failure_report_take(*failure, b);
}

static void game_runner_free_reports(struct game_runner *g)
{
	for (int i = 0; i < SEATS_MAX; i++)
		if (g->failure[i] != NULL) {
			failure_report_free(g->failure[i]);
			g->failure[i] = NULL;
		}
}

/* Options that the bot refused are recorded. If they matter, the game is not played. */
static void game_runner_on_ready(void *owner, struct bot_process *b)
{
	struct game_runner *g = owner;
	if (b->options.wrong != NULL && !b->options.reported) {
		record_writer_add(&g->writer, &(struct record){.kind = RECORD_OPTION,
						      .seat = b->game.seat,
						      .text = {.at = b->options.wrong}});
		b->options.reported = true;
		record_writer_flush(&g->writer); /* no clock runs */
		if (g->context->config->options_bind && b->options.bad)
			error_set(&g->broken, "bot %s: refuses an option that is set for it",
				b->self->name);
	}
	g->waiting &= ~(1u << (b->game.seat - 1));
	game_runner_schedule(g);
}

static void game_runner_on_deadline(void *owner, struct bot_process *b)
{
	(void)b;
	if (owner != NULL)
		game_runner_schedule(owner);
}

static void game_runner_on_failed(void *owner, struct bot_process *b)
{
	struct game_runner *g = owner;
	unsigned seat = 1u << (b->game.seat - 1);
	game_judge(&g->game, b->game.seat, b->verdict, "%s", b->detail);
	if (b->verdict != VERDICT_ABSENT)
		game_runner_take_report(g, b);
	bot_kill(b);
	game_runner_schedule(g);
	if (g->state == GAME_RUNNER_PREPARING) {
		g->waiting &= ~seat;
		g->failed |= seat;
		return;
	}
	g->leaving[g->leavers++] = seat;
	g->turn = true;
}

static void game_runner_on_broken(void *owner, struct bot_process *b)
{
	struct game_runner *g = owner;
	error_set(&g->broken, "%s", b->detail);
	game_runner_schedule(g);
}

static void game_runner_on_answer(void *owner, struct bot_process *b, const char *text)
{
	struct game_runner *g = owner;
	assert(g->state == GAME_RUNNER_PLAYING && game_to_move(&g->game) == b->game.seat);
	assert(strlen(text) < sizeof g->answer);
	strcpy(g->answer, text);
	g->answered = true;
	g->measured = b->answer;
	g->answered_at = b->answer.at;
	game_runner_schedule(g);
}

/* Calls of the bots. Their owner is the game runner of their seat, or NULL. */
static const struct bot_calls game_runner_bot_calls = {
	.ready = game_runner_on_ready,
	.answered = game_runner_on_answer,
	.failed = game_runner_on_failed,
	.broken = game_runner_on_broken,
	.deadline_changed = game_runner_on_deadline,
	.wire = game_runner_on_wire,
};

/* --- the rules ------------------------------------------------------------------------------- */

static void game_runner_on_rules(void *owner, struct arbiter_rules_game *game)
{
	(void)owner;
	game_runner_schedule(
		(struct game_runner *)((char *)game - offsetof(struct game_runner, rules)));
}

/* The rules are at fault: no game that they judge counts. */
static void game_runner_note_fault(struct game_runner *g)
{
	const char *fault = arbiter_rules_fault(&g->rules);
	if (fault != NULL && !error_is_set(&g->broken))
		error_set(&g->broken, ARBITER_RULES_FAULT "%s", fault);
}

/* Can the rules answer this without waiting? False: they were asked, and the game is scheduled when
 * they know; or they are at fault, and the game is broken. */
static bool game_runner_knows(struct game_runner *g, enum rules_process_state state)
{
	if (state == RULES_PROCESS_FAULT)
		game_runner_note_fault(g);
	assert(state != RULES_PROCESS_FAULT || error_is_set(&g->broken));
	return state == RULES_PROCESS_READY;
}

/* --- answers -------------------------------------------------------------------------------- */

static void game_runner_judge(struct game_runner *g)
{
	int seat = game_to_move(&g->game);
	struct bot_process *b = g->seat[seat - 1];
	const struct game_seat *judged = &g->game.seat[seat - 1];
	struct position before = g->game.position;
	g->answered = false;
	g->turn = true;
	clock_stop(&g->game.seat[seat - 1].clock, &g->measured.spent);
	switch (game_answer(&g->game, g->answer)) {
	case VERDICT_OK:
		record_writer_played(&g->writer, g->setup, g->answer, &g->game.position);
		game_add_score(&g->game, seat,
			record_writer_move(&g->writer, seat, g->answer, &g->measured));
		if (b->info != NULL)
			record_writer_info(&g->writer, seat, b->info);
		break;
	case VERDICT_ILLEGAL:
		record_writer_left(&g->writer, g->setup, &before, 1u << (seat - 1));
		game_runner_take_report(g, b);
		bot_refuse(b, verdict_table[judged->verdict].name, judged->detail);
		if (g->game.reason == NULL) /* the other seats play on without it */
			bot_quit(b);
		break;
	case VERDICT_RESIGN: /* the game goes on without the seat, or ends */
		record_writer_left(&g->writer, g->setup, &before, 1u << (seat - 1));
		break;
	default:
		assert(false); /* no answer gets another */
	}
}

/* --- the oracle ----------------------------------------------------------------------------- */

static void game_runner_on_oracle(void *arg, int64_t value)
{
	struct game_runner *g = arg;
	struct game *game = &g->game;
	int seat = game_to_move(game);
	int64_t scores[SEATS_MAX] = {0};
	g->oracle_pending = false;
	game_runner_schedule(g);
	/* A seat may have left the game since the question. */
	if (value == UNKNOWN || seat == 0)
		return;
	scores[seat - 1] = value;
	game_decide(game, "oracle", scores);
}

/* Asks for the value of the position, once after every seat has moved. No clock runs until the
 * answer. */
static bool game_runner_ask_oracle(struct game_runner *g)
{
	struct game *game = &g->game;
	if (!g->context->config->terms.adjudicate_exact || g->oracle.lost ||
		game->plies < game->setup->seats || game->plies == g->oracle_plies ||
		game_to_move(game) == 0)
		return false;
	g->oracle_plies = game->plies;
	g->oracle_pending = true;
	g->answered_at = 0; /* the oracle's time is no delay of the arbiter */
	oracle_queue_ask(&g->context->oracle, &g->oracle);
	return true;
}

/* The game is over, or was given up. */
static void game_runner_end(struct game_runner *g)
{
	arbiter_rules_end(&g->rules);
	g->state = GAME_RUNNER_IDLE;
}

/* --- a game --------------------------------------------------------------------------------- */

static void game_runner_void(struct game_runner *g, const char *why)
{
	for (int i = 0; i < g->request.seats; i++)
		if (g->seat[i] != NULL) {
			bot_kill(g->seat[i]);
			bot_pool_unseat(&g->context->pool, g->seat[i], false);
			g->seat[i] = NULL;
		}
	if (g->context->config->terms.adjudicate_exact)
		oracle_queue_drop(&g->context->oracle, &g->oracle);
	g->oracle_pending = false;
	record_writer_add(&g->writer,
		&(struct record){.kind = RECORD_VOID, .voided = {why, g->request.pairing}});
	record_writer_flush(&g->writer);
	game_runner_end(g);
}

/* Takes the next request. False: none waits. */
static bool game_runner_next_request(struct game_runner *g)
{
	free(g->current);
	g->current = STAILQ_FIRST(&g->requests);
	if (g->current == NULL)
		return false;
	STAILQ_REMOVE_HEAD(&g->requests, entry);
	bool good = game_request_read(&g->request, g->current->text);
	assert(good && g->request.seats == g->context->config->players);
	return true;
}

/* One setup serves all games, unless a parameter is drawn from each game's seed. */
static bool game_runner_set_up(struct game_runner *g, struct error *err)
{
	const struct arbiter_config *config = g->context->config;
	const struct rules *rules = g->rules.program->rules;
	bool vary = rules_vary(rules);
	struct setup *setup = &g->rules.program->setup;
	if (vary && g->own == NULL)
		g->own = memory_get(1, sizeof *g->own);
	if (vary)
		setup = g->own;
	g->setup = setup;
	if (setup->rules != NULL && !vary)
		return true;
	bool good = setup_init(setup, rules, config->players, g->request.seed,
		(const char *const *)config->params, config->params_count, err);
	if (!good)
		setup->rules = NULL; /* no later game is played with it */
	return good;
}

/* A benched, absent or unbuilt seat has lost before the game begins. */
static bool game_runner_omits(struct game_runner *g, int seat)
{
	const struct arbiter_config *config = g->context->config;
	unsigned bit = 1u << (seat - 1);
	int64_t failed = g->request.failed[seat - 1];
	const struct bot_config *bot = &config->bots[g->request.bot[seat - 1]];
	if ((g->request.benched & bit) != 0 && failed > 0)
		game_judge(&g->game, seat, VERDICT_BENCHED,
			"failed %d games in a row before, first in game %" PRId64
			"; see `referee show %" PRId64 " --why`",
			config->terms.strikes, failed, failed);
	else if (g->request.benched & bit)
		game_judge(&g->game, seat, VERDICT_BENCHED, "failed %d games in a row before",
			config->terms.strikes);
	else if (g->request.absent & bit)
		game_judge(&g->game, seat, VERDICT_ABSENT,
			"was not connected; waited %.1f s for it",
			(double)config->terms.connect_timeout / SECOND);
	else if (bot->unbuilt != NULL)
		game_judge(&g->game, seat, VERDICT_BUILD, "%s", bot->unbuilt);
	else
		return false;
	g->waiting &= ~bit;
	g->failed |= bit;
	return true;
}

/* Seats the bots and starts their preparation. */
static void game_runner_seat(struct game_runner *g)
{
	g->waiting = (1u << g->request.seats) - 1;
	g->failed = 0;
	for (int i = 0; i < g->request.seats; i++) {
		assert(g->request.bot[i] < g->context->config->bots_count);
		if (game_runner_omits(g, i + 1))
			continue;
		struct bot_process *b = bot_pool_seat(&g->context->pool, g->request.bot[i]);
		b->owner = g;
		g->seat[i] = b;
		bot_prepare(b, &(struct bot_game){g->setup, i + 1, g->request.seed,
				       *g->request.fen != '\0' || *g->request.moves != '\0'});
	}
}

/* Begins the requested game, up to the question for its first position. */
static void game_runner_begin(struct game_runner *g)
{
	struct error err;
	memset(g->seat, 0, sizeof g->seat);
	game_runner_free_reports(g);
	error_clear(&g->broken);
	g->answered = g->turn = false;
	g->answered_at = 0;
	g->leavers = 0;
	arbiter_rules_begin(&g->context->rules, &g->rules);
	g->state = GAME_RUNNER_BEGINNING;
	game_runner_note_fault(g);
	if (!error_is_set(&g->broken) && !game_runner_set_up(g, &err))
		game_runner_void(g, err.text);
}

/* Begins it at its first position. */
static void game_runner_start(struct game_runner *g)
{
	const struct arbiter_config *config = g->context->config;
	struct error err;
	if (!game_begin(&g->game, g->setup, &config->terms.limits, config->terms.max_plies,
		    g->request.fen, g->request.moves, &err)) {
		game_runner_note_fault(g);
		game_runner_void(g, error_is_set(&g->broken) ? g->broken.text : err.text);
		return;
	}
	for (int i = 0; i < g->request.seats; i++)
		game_limit(&g->game, i + 1,
			arbiter_config_limits(config, &config->bots[g->request.bot[i]]));
	game_adjudicate(&g->game, &g->adjudication);
	g->state = GAME_RUNNER_PREPARING;
	g->oracle_plies = 0;
	if (g->context->config->terms.adjudicate_exact)
		oracle_queue_game(&g->context->oracle, &g->oracle, &g->game, g->request.seed);
	record_writer_add(&g->writer,
		&(struct record){.kind = RECORD_GAME, .game = {g->request.pairing, time_utc()}});
	record_writer_opening(&g->writer, g->setup, g->request.fen, g->request.moves);
	game_runner_seat(g);
}

/* Unseats the bots; a bot that has not failed may be kept for a later game. */
static void game_runner_release(struct game_runner *g)
{
	game_runner_end(g);
	for (int i = 0; i < g->request.seats; i++) {
		enum verdict verdict = g->game.seat[i].verdict;
		bool stays = verdict == VERDICT_OK || verdict == VERDICT_RESIGN;
		if (g->seat[i] != NULL)
			bot_pool_unseat(&g->context->pool, g->seat[i], stays);
		g->seat[i] = NULL;
	}
}

/* Records the stderr of a bot that did not win by its own play. For a bot that failed, the failure
 * report has it. */
static void game_runner_write_errors(struct game_runner *g, int seat, const int *ranks)
{
	static char text[FAILURE_REPORT_STDERR + 1];
	struct bot_process *b = g->seat[seat - 1];
	bool won = ranks[seat - 1] == 1;
	for (int i = 0; i < g->request.seats; i++)
		won &= i == seat - 1 || ranks[i] > 1;
	if (won || b->self->remote)
		return;
	record_writer_errors(&g->writer, seat, text,
		channel_stderr(&b->channel, text, failure_report_errors_size(b)));
}

/* Records the compiler's output as the stderr of a bot that has no program. */
static void game_runner_write_build(struct game_runner *g, int seat)
{
	const char *output = g->context->config->bots[g->request.bot[seat - 1]].build_output;
	size_t length = strlen(output), kept = FAILURE_REPORT_STDERR;
	if (length > kept)
		output += length - kept;
	record_writer_errors(&g->writer, seat, output, length < kept ? length : kept);
}

static void game_runner_finish(struct game_runner *g)
{
	char final[POSITION_TEXT], off_turn[GAME_DETAIL];
	int ranks[SEATS_MAX];
	struct record r = {.kind = RECORD_SEAT};
	game_ranks(&g->game, ranks);
	for (int i = 0; i < g->request.seats; i++) {
		const struct game_seat *s = &g->game.seat[i];
		if (g->seat[i] != NULL) {
			channel_flush_errors(&g->seat[i]->channel);
			/* A worse detail may be there. */
			if (bot_pondered(g->seat[i], off_turn, sizeof off_turn) &&
				s->detail[0] == '\0')
				game_judge(&g->game, i + 1, s->verdict, "%s", off_turn);
			bot_gameover(g->seat[i], ranks, g->game.reason);
		}
		r.seat = i + 1;
		r.result.rank = ranks[i];
		r.result.verdict = verdict_table[s->verdict].name;
		r.result.detail = s->detail;
		record_writer_add(&g->writer, &r);
		if (g->failure[i] != NULL)
			failure_report_write(g->failure[i], i + 1, &g->writer);
		else if (g->seat[i] != NULL)
			game_runner_write_errors(g, i + 1, ranks);
		else if (s->verdict == VERDICT_BUILD)
			game_runner_write_build(g, i + 1);
	}
	g->setup->rules->write(g->setup, &g->game.position, final);
	record_writer_add(&g->writer,
		&(struct record){.kind = RECORD_END,
			.end = {.reason = g->game.reason, .final = final, .ended = time_utc()}});
	record_writer_flush(&g->writer);
	game_runner_release(g);
}

/* Asks the seat to move for its move, or ends the game. */
static void game_runner_turn(struct game_runner *g)
{
	struct game_runner_context *context = g->context;
	int seat = game_to_move(&g->game);
	g->turn = false;
	record_writer_flush_some(&g->writer);
	if (seat == 0) {
		game_runner_finish(g);
		return;
	}
	bot_ask(g->seat[seat - 1], &g->game);
	usec asked_at = g->seat[seat - 1]->asked_at;
	if (g->answered_at > 0 && asked_at >= g->answered_at)
		latency_histogram_add(&context->delays, asked_at - g->answered_at);
	g->answered_at = 0;
}

/* Lets the first of the seats leave that failed. An answer of a seat that is no longer to move does
 * not count. */
static void game_runner_leave(struct game_runner *g)
{
	int seat = game_to_move(&g->game);
	record_writer_left(&g->writer, g->setup, &g->game.position, g->leaving[0]);
	game_forfeit(&g->game, g->leaving[0]);
	g->leavers--;
	memmove(g->leaving, g->leaving + 1, (size_t)g->leavers * sizeof *g->leaving);
	if (game_to_move(&g->game) != seat)
		g->answered = false;
}

/* Does one piece of due work of the running game. False: there is none, or the rules were asked. */
static bool game_runner_step(struct game_runner *g)
{
	game_runner_note_fault(g);
	if (error_is_set(&g->broken)) {
		game_runner_void(g, g->broken.text);
	} else if (g->state == GAME_RUNNER_BEGINNING) {
		if (!game_runner_knows(g,
			    arbiter_rules_want_start(&g->rules, g->setup, &g->request, &g->broken)))
			return error_is_set(&g->broken);
		game_runner_start(g);
	} else if (g->leavers > 0) {
		if (!game_runner_knows(g, arbiter_rules_want_forfeit(&g->rules, g->setup,
						  &g->game.position, g->leaving[0])))
			return error_is_set(&g->broken);
		game_runner_leave(g);
	} else if (g->answered) {
		if (!game_runner_knows(
			    g, arbiter_rules_want_answer(&g->rules, &g->game, g->answer)))
			return error_is_set(&g->broken);
		game_runner_judge(g);
	} else if (g->state == GAME_RUNNER_PREPARING && g->waiting == 0) {
		g->state = GAME_RUNNER_PLAYING;
		g->turn = true;
		if (g->failed != 0)
			g->leaving[g->leavers++] = g->failed;
	} else if (g->state == GAME_RUNNER_PLAYING && g->turn && !g->oracle_pending) {
		if (!game_runner_ask_oracle(g))
			game_runner_turn(g);
	} else {
		return false;
	}
	return true;
}

/* Does the due work of the running game. */
static void game_runner_advance_game(struct game_runner *g)
{
	while (g->state != GAME_RUNNER_IDLE && game_runner_step(g))
		;
}

void game_runner_advance(struct game_runner *g)
{
	game_runner_advance_game(g);
	while (g->state == GAME_RUNNER_IDLE && game_runner_next_request(g)) {
		game_runner_begin(g);
		game_runner_advance_game(g);
	}
	arbiter_rules_notify_games(&g->rules);
	game_runner_set_alarm(g);
}

void game_runner_request(struct game_runner *g, const char *line)
{
	size_t size = strlen(line) + 1;
	struct game_runner_request *r = memory_get(1, sizeof *r + size);
	memcpy(r->text, line, size);
	STAILQ_INSERT_TAIL(&g->requests, r, entry);
}

/* --- deadlines ------------------------------------------------------------------------------ */

static void game_runner_set_alarm(struct game_runner *g)
{
	usec first = 0;
	for (int i = 0; g->state != GAME_RUNNER_IDLE && i < g->request.seats; i++) {
		usec deadline = g->seat[i] == NULL ? 0 : g->seat[i]->deadline;
		if (deadline > 0 && (first == 0 || deadline < first))
			first = deadline;
	}
	deadline_timer_set(&g->alarm, first);
}

static void game_runner_on_alarm(void *arg)
{
	struct game_runner *g = arg;
	usec now = time_now();
	for (int i = 0; g->state != GAME_RUNNER_IDLE && i < g->request.seats; i++)
		if (g->seat[i] != NULL)
			bot_tick(g->seat[i], now);
	game_runner_schedule(g);
}

bool game_runner_open(
	struct game_runner *g, struct game_runner_context *context, struct wire *out, int number)
{
	g->context = context;
	STAILQ_INIT(&g->requests);
	record_writer_init(&g->writer, out, number);
	g->writer.live = context->config->live;
	g->oracle.done = game_runner_on_oracle;
	g->oracle.arg = g;
	adjudication_init(&g->adjudication, &context->config->terms.adjudication);
	return deadline_timer_open(&g->alarm, context->base, game_runner_on_alarm, g);
}

void game_runner_close(struct game_runner *g)
{
	if (g->state != GAME_RUNNER_IDLE)
		game_runner_end(g);
	if (g->context->config->terms.adjudicate_exact)
		oracle_queue_drop(&g->context->oracle, &g->oracle);
	for (int i = 0; i < SEATS_MAX; i++)
		if (g->seat[i] != NULL)
			bot_pool_unseat(&g->context->pool, g->seat[i], true);
	memset(g->seat, 0, sizeof g->seat);
	deadline_timer_close(&g->alarm);
	adjudication_clear(&g->adjudication);
	game_runner_free_reports(g);
	record_writer_clear(&g->writer);
	while (game_runner_next_request(g))
		;
	free(g->own);
}

/* --- shared state -------------------------------------------------------------------------------
 */

bool game_runner_context_open(
	struct game_runner_context *context, const struct arbiter_config *config)
{
	context->config = config;
	context->base = event_base_new();
	if (context->base == NULL)
		return false;
	if (config->terms.adjudicate_exact)
		oracle_queue_init(&context->oracle, context->base);
	context->reported = time_now();
	return arbiter_rules_open(
		       &context->rules, config, context->base, game_runner_on_rules, context) &&
	       heartbeat_start(context->base) &&
	       bot_pool_init(&context->pool, config, context->base, &game_runner_bot_calls);
}

bool game_runner_context_close(struct game_runner_context *context)
{
	if (!bot_pool_stop(&context->pool))
		return false;
	bot_pool_clear(&context->pool);
	arbiter_rules_close(&context->rules);
	if (context->config->terms.adjudicate_exact)
		oracle_queue_clear(&context->oracle);
	event_base_free(context->base);
	return true;
}

size_t game_runner_context_delays(
	struct game_runner_context *context, usec now, char line[ARBITER_ANSWER_LINE])
{
	if (context->delays.sum == 0 || (now != 0 && now - context->reported < SECOND))
		return 0;
	const struct arbiter_answer answer = {.kind = ARBITER_DELAYS, .delays = context->delays};
	size_t length = arbiter_answer_write(&answer, line);
	context->reported = now;
	context->delays = (struct latency_histogram){.sum = 0};
	return length;
}
