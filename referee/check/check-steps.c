/*
 * check-steps.c - the steps of a bot check, and their table.
 *
 * Whole games are played against random moves of the referee, with the bot in each seat once.
 */
#include "referee/check/check-steps.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/plural.h"
#include "base/error.h"
#include "referee/board/board-terminal.h"
#include "referee/bot/bot-messages.h"
#include "referee/sandbox/exec-error.h"

#define STEP_THINK	    (100 * MILLISECOND) /* time before `stop` */
#define STEP_CHECK_INTERVAL (2 * MILLISECOND)	/* between two checks whether it has ended */

enum {
	STEP_MOVES = 400,  /* a longer move list is shown as a position string */
	STEP_OUTPUT = 600, /* bytes of the bot's output that are shown */
};

/* --- the start: does the bot run, introduce itself, take its options, get ready? ------------- */

static void step_start(struct bot_check *check, struct step_result *result)
{
	struct error err;
	bot_check_prepare(check, bot_check_first(check));
	bot_check_wait(check, &check->seen.spoke, 0);
	result->took = (check->seen.spoke ? check->seen.first : time_now()) - check->began;
	if (check->broken) {
		step_result_set(result, STEP_RESULT_SKIPPED, BOT_CHECK_OWN_FAULT);
	} else if (check->failed && check->bot.channel.sandbox.init == 0) {
		check->refused = true;
		step_result_rule(result, check->bot.verdict, check->bot.detail);
	} else if (check->failed && check->bot.channel.ended && !check->seen.spoke) {
		check->refused = true;
		bot_check_explain(check, "ugiok", result);
		if (exec_error_explain_end(check->self->argv[0], check->self->dir, &err))
			step_result_advise(result, "%s", err.text);
	} else if (!check->seen.spoke) {
		step_result_set(result, STEP_RESULT_OK, "it runs");
	} else {
		step_result_set(result, STEP_RESULT_OK, "it runs and speaks");
	}
}

/* Writes the names of features, separated by blanks. */
static void step_write_features(unsigned features, char *text, size_t room)
{
	size_t used = 0;
	text[0] = '\0';
	for (unsigned bit = 1; bit <= FEATURE_SEATS; bit <<= 1)
		if ((features & bit) != 0 && used < room)
			used += (size_t)snprintf(text + used, room - used, "%s%s",
				used > 0 ? " " : "", feature_name((enum feature)bit));
}

/* Adds the limits that hold although the bot does not get them, as for a bot without `feature
 * clock`. */
static void step_add_limits(const struct bot_check *check, struct step_result *result)
{
	char limit[STEP_RESULT_TEXT];
	if (go_message_is_partial(
		    &check->config.terms.limits, check->bot.features, limit, sizeof limit))
		step_result_add(
			result, "without `feature clock` it gets one kind of limit: %s\n", limit);
}

/* Adds the games that the bot cannot play, and fails one that the format would need for them. */
static void step_add_unplayed(const struct bot_check *check, struct step_result *result)
{
	char seats[SEATS_TEXT], detail[STEP_RESULT_TEXT / 2];
	if ((check->bot.features & FEATURE_STARTPOS_ONLY) != 0)
		step_result_add(result,
			"it plays from the usual start alone: a tournament with openings refuses it\n");
	if (check->seats == 0 || check->failed)
		return;
	seats_write(check->seats, seats, sizeof seats);
	if (check->options->every_seat == NULL) {
		step_result_add(result,
			"it plays %s alone: its games in other seats are left out of a tournament, and of this check\n",
			seats);
		return;
	}
	snprintf(detail, sizeof detail,
		"it plays %s alone (feature seats), and format = %s puts each bot into each seat",
		seats, check->options->every_seat);
	step_result_rule(result, VERDICT_STARTUP, detail);
}

static void step_handshake(struct bot_check *check, struct step_result *result)
{
	const struct transcript *seen = &check->seen;
	char features[128];
	if (!bot_check_wait(check, &check->seen.greeted, 0)) {
		result->took = time_now() - check->began;
		bot_check_explain(check, "ugiok", result);
		return;
	}
	result->took = seen->ugiok - check->began;
	step_write_features(check->bot.features, features, sizeof features);
	if (check->failed) {
		step_result_rule(result, check->bot.verdict, check->bot.detail);
		if (check->config.players > 2 && (check->bot.features & FEATURE_PLAYERS) == 0)
			step_result_advise(result,
				"this game has %d players: if it can play with more than two, let it print \"feature players\" before \"ugiok\"",
				check->config.players);
	} else if (seen->unknown[0] != '\0')
		step_result_set(result, STEP_RESULT_WARNING,
			"it asks for the feature \"%s\", which there is not: see PROTOCOL.md",
			seen->unknown);
	else
		step_result_set(result, STEP_RESULT_OK, "\"%s\" by %s; %s%s; options: %d",
			seen->name[0] != '\0' ? seen->name : "no name",
			seen->author[0] != '\0' ? seen->author : "no author",
			features[0] != '\0' ? "features: " : "no features, plain UGI", features,
			seen->offers.count);
	step_add_unplayed(check, result);
	step_add_limits(check, result);
}

static void step_options(struct bot_check *check, struct step_result *result)
{
	struct error err;
	char wrong[STEP_RESULT_TEXT] = "";
	int left_out = 0;
	for (int i = 0; i < check->self->options_count; i++) {
		const char *option = check->self->options[i];
		if (i >= check->self->options_count - check->self->options_shared &&
			!offered_options_name(&check->seen.offers, option)) {
			left_out++;
			step_result_add(result,
				"%soption = \"%.80s\", which is for all bots: this bot has no such option\n",
				OFFERED_OPTION_OMITTED, option);
			continue;
		}
		if (offered_options_take(&check->seen.offers, check->self->options[i], &err))
			continue;
		if (wrong[0] == '\0')
			snprintf(wrong, sizeof wrong, "%s", err.text);
		else
			step_result_add(result, "%s\n", err.text);
	}
	if (!bot_check_wait(check, &check->seen.done, 0)) {
		result->took = time_now() - check->seen.ugiok;
		if (wrong[0] != '\0')
			step_result_add(result, "%s\n", wrong);
		bot_check_explain(check, "readyok", result);
		return;
	}
	result->took = check->seen.readyok - check->seen.ugiok;
	if (wrong[0] != '\0')
		step_result_set(result, STEP_RESULT_FAILED, "%s", wrong);
	else if (check->self->options_count == left_out)
		step_result_set(result, STEP_RESULT_OK, "none to set; it is ready");
	else
		step_result_set(result, STEP_RESULT_OK, "%d set; it is ready",
			check->self->options_count - left_out);
}

static void step_newgame(struct bot_check *check, struct step_result *result)
{
	bool ready = bot_check_wait(check, &check->ready, 0);
	result->took = time_now() - check->seen.readyok;
	if (ready)
		step_result_set(result, STEP_RESULT_OK, "it is ready for one");
	else
		bot_check_explain(check, "readyok", result);
}

/* --- games and questions --------------------------------------------------------------------- */

/* Adds the position sent to the bot, so that its author can find the answer by hand. After many
 * moves it adds a position string, which means the same to the bot and is shorter. */
static void step_add_position(const struct game *g, int seat, struct step_result *result)
{
	char position[POSITION_TEXT];
	char *board = board_text(g->setup, &g->position);
	step_result_add(result, "%s", board);
	free(board);
	if (g->moves_length > STEP_MOVES) {
		g->setup->rules->write(g->setup, &g->position, position);
		step_result_add(result, "as seat %d, after: position fen %s\n", seat, position);
		return;
	}
	step_result_add(result, "as seat %d, after: position %s%s%s%s\n", seat,
		g->fen[0] == '\0' ? "startpos" : "fen ", g->fen,
		g->moves_length > 0 ? " moves " : "", g->moves);
}

/* Its answer loses the game by this verdict. */
static void step_refuse(struct bot_check *check, struct bot_process *b, enum verdict verdict,
	const char *detail, struct step_result *result)
{
	step_result_rule(result, verdict, detail);
	step_result_advise(result, "as seat %d: %s", b->game.seat, detail);
	bot_check_add_stderr(check, b, result);
	step_add_position(&check->game, b->game.seat, result);
	bot_refuse(b, verdict_table[verdict].name, detail);
}

/* Asks for a move and plays it. False: result has the reason, and the game is over. */
static bool step_ask_move(
	struct bot_check *check, struct bot_process *b, struct step_result *result)
{
	struct error err;
	struct clock *clock = &check->game.seat[b->game.seat - 1].clock;
	check->answered = false;
	bot_ask(b, &check->game);
	if (!bot_check_wait(check, &check->answered, 0)) {
		bot_check_explain(check, "bestmove", result);
		step_add_position(&check->game, b->game.seat, result);
		return false;
	}
	const struct bot_answer *a = &b->answer;
	bot_speed_add(&check->speed, &a->spent, clock_charge(clock, &a->spent), clock->allowed);
	clock_stop(clock, &a->spent);
	enum verdict verdict = game_judge_answer(&check->game, check->answer, &err);
	if (verdict_is_fault(verdict)) {
		step_refuse(check, b, verdict, err.text, result);
		return false;
	}
	if (game_answer(&check->game, check->answer) == VERDICT_OK)
		game_add_score(&check->game, b->game.seat, bot_score(a));
	return true;
}

static void step_random_move(struct bot_check *check, int seat)
{
	move moves[MOVES_MAX];
	char text[MOVE_TEXT];
	struct game *g = &check->game;
	int count = g->setup->rules->moves(g->setup, &g->position, moves);
	assert(count > 0);
	move chosen = moves[random_below(&check->chance, (uint64_t)count)];
	g->setup->rules->move_text(g->setup, &g->position, chosen, text);
	bool legal = game_move(g, text);
	assert(legal);
	game_add_score(g, seat, UNKNOWN);
}

bool bot_check_turns(struct bot_check *check, int seat)
{
	for (int mover; (mover = game_to_move(&check->game)) != seat;) {
		if (mover == 0)
			return false;
		step_random_move(check, mover);
	}
	return true;
}

static void step_begin_game(struct bot_check *check, const struct question *q, int max_plies)
{
	struct error err;
	bool begun = game_begin(&check->game, &check->setup, &check->config.terms.limits, max_plies,
		q->fen, q->moves, &err);
	assert(begun);
	game_adjudicate(&check->game, &check->adjudication);
}

/* The results of games. */
struct step_games {
	int moves, restarts; /* of the bot */
	bool resigned, stopped;
};

static void step_send_gameover(struct bot_check *check)
{
	int ranks[SEATS_MAX];
	game_ranks(&check->game, ranks);
	for (int seat = 1; seat <= check->config.players; seat++) {
		struct bot_process *b = bot_check_seated(check, seat);
		if (b != NULL)
			bot_gameover(b, ranks, check->game.reason);
	}
}

/* Plays a whole game. Seats without a bot make random moves. */
static bool step_play_game(struct bot_check *check, const struct question *q,
	struct step_games *games, struct step_result *result)
{
	usec from = time_now();
	step_begin_game(check, q, check->config.terms.max_plies);
	for (int mover; (mover = game_to_move(&check->game)) != 0;) {
		struct bot_process *b = bot_check_seated(check, mover);
		/* A game with clocks ends by itself, and must. */
		if (!limits_have_tc(&check->config.terms.limits) &&
			time_now() - from > BOT_CHECK_GAME) {
			games->stopped = true;
			return true;
		}
		if (b == NULL) {
			step_random_move(check, mover);
			continue;
		}
		if (!step_ask_move(check, b, result))
			return false;
		if (check->game.seat[mover - 1].verdict == VERDICT_RESIGN)
			games->resigned = true;
		else
			games->moves++;
	}
	step_send_gameover(check);
	return true;
}

/* Prepares the bot alone, and plays against random moves. */
static bool step_play_alone(struct bot_check *check, const struct question *q,
	struct step_games *games, struct step_result *result)
{
	if (!bot_check_ready(check, q, result))
		return false;
	games->restarts += check->bot.fresh && !check->config.terms.restart;
	return step_play_game(check, q, games, result);
}

/* The end of a game, in words that follow the moves. */
static const char *step_ending(const struct step_games *games)
{
	return games->resigned && games->stopped ? ", it resigned; stopped after 30 s"
	       : games->resigned		 ? ", then it resigned"
	       : games->stopped			 ? ", stopped after 30 s"
						 : "";
}

static void step_play(struct bot_check *check, struct step_result *result)
{
	struct step_games games = {.moves = 0};
	const struct question *q = bot_check_first(check);
	usec from = time_now();
	/* The bot is ready for this game. */
	bool played = step_play_game(check, q, &games, result);
	result->took = time_now() - from;
	if (played && games.resigned && games.moves == 0)
		step_result_set(result, STEP_RESULT_WARNING,
			"it resigned as seat %d before it made a move: it loses all such games",
			q->seat);
	else if (played)
		step_result_set(result, STEP_RESULT_OK,
			"a whole game as seat %d%s, against random moves: %s%s", q->seat,
			*q->fen != '\0' || *q->moves != '\0' ? " from an opening" : "",
			counted(games.moves, "legal move").text, step_ending(&games));
}

/* The number of whole games in seats that the bot plays. */
static int step_count_games(const struct bot_check *check)
{
	int count = 0;
	for (int i = 0; i < check->options->games_count; i++)
		count += bot_check_plays(check, check->options->games[i].seat);
	return count;
}

static void step_again(struct bot_check *check, struct step_result *result)
{
	struct step_games games = {.moves = 0};
	usec from = time_now();
	int more = step_count_games(check) - 1;
	bool played = true;
	for (int i = 0; i < check->options->games_count && played; i++) {
		const struct question *q = &check->options->games[i];
		if (q != bot_check_first(check) && bot_check_plays(check, q->seat))
			played = step_play_alone(check, q, &games, result);
	}
	result->took = time_now() - from;
	if (!played)
		return;
	if (games.restarts > 0)
		step_result_set(result, STEP_RESULT_WARNING,
			"it exits after each game and must be restarted, which costs time; keep reading until \"quit\"");
	else if (more <= 0)
		step_result_set(result, STEP_RESULT_OK,
			check->seats != 0 ? "it plays no other seat"
					  : "it will sit in no other seat");
	else if (games.resigned && games.moves == 0)
		step_result_set(result, STEP_RESULT_WARNING,
			"it resigned in each other seat before it made a move: it loses all such games");
	else
		step_result_set(result, STEP_RESULT_OK, "%s%s, each other seat once: %s%s",
			counted(more, "more game").text,
			check->config.terms.restart ? "" : " in the same process",
			counted(games.moves, "legal move").text, step_ending(&games));
}

static void step_openings(struct bot_check *check, struct step_result *result)
{
	const struct bot_check_options *o = check->options;
	usec from = time_now();
	bool played = true;
	for (int i = 0; i < o->openings_count && played; i++) {
		struct question q = o->openings[i];
		if (!bot_check_plays(check, q.seat))
			q.seat = bot_check_first(check)->seat;
		played = bot_check_ready(check, &q, result);
		if (!played)
			break;
		step_begin_game(check, &q, 0);
		if (bot_check_turns(check, q.seat))
			played = step_ask_move(check, &check->bot, result);
	}
	result->took = time_now() - from;
	if (!played)
		return;
	if (o->openings_count == 0)
		step_result_set(result, STEP_RESULT_OK, "every game begins at the usual start");
	else
		step_result_set(result, STEP_RESULT_OK,
			"a legal answer in %s%s that games begin at",
			plural(o->openings_count, "the ", "each of "),
			counted(o->openings_count, "position").text);
}

static void step_itself(struct bot_check *check, struct step_result *result)
{
	struct step_games games = {.moves = 0};
	const struct question *q = bot_check_first(check);
	usec from = time_now();
	char thinks[GAME_DETAIL];
	for (int seat = 1; seat <= check->config.players; seat++)
		if (!bot_check_plays(check, seat)) {
			step_result_set(result, STEP_RESULT_SKIPPED,
				"not tried, since it does not play seat %d", seat);
			return;
		}
	bool played = bot_check_ready(check, q, result) && bot_check_double(check, q, result) &&
		      step_play_game(check, q, &games, result);
	result->took = time_now() - from;
	if (played)
		step_result_set(result, STEP_RESULT_OK,
			"a game against itself, a process in each seat: %s%s",
			counted(games.moves, "legal move").text, step_ending(&games));
	for (int i = 0; i < check->twins_count && played; i++)
		if (bot_pondered(&check->twins[i], thinks, sizeof thinks))
			step_result_set(result, STEP_RESULT_WARNING, "%s", thinks);
	bot_check_single(check);
}

static void step_speed(struct bot_check *check, struct step_result *result)
{
	char text[STEP_RESULT_TEXT];
	if (check->options != NULL && check->options->speed != NULL)
		*check->options->speed = check->speed;
	if (check->speed.moves == 0) {
		step_result_set(result, STEP_RESULT_SKIPPED, "it has not moved");
		return;
	}
	bot_speed_write(&check->speed, text, sizeof text);
	step_result_set(result, STEP_RESULT_OK, "%s", text);
	result->took = check->speed.total;
	if (bot_speed_warn(&check->speed, text, sizeof text)) {
		step_result_add(result, "%s\n", result->text);
		step_result_set(result, STEP_RESULT_WARNING, "%s", text);
	}
}

static void step_lines(struct bot_check *check, struct step_result *result)
{
	const struct transcript *seen = &check->seen;
	step_result_set(result, STEP_RESULT_OK, "it printed nothing but lines of the protocol");
	for (int i = 0; i < seen->strays_count; i++) {
		const struct stray *stray = &seen->strays[i];
		char text[STEP_RESULT_TEXT];
		snprintf(text, sizeof text, "%s with \"%s\" ignored: %s",
			counted(stray->count, "line").text, stray->word, stray->why);
		if (i == 0)
			step_result_set(result, STEP_RESULT_WARNING, "%s", text);
		else
			step_result_add(result, "%s\n", text);
	}
	if (seen->strays_more > 0)
		step_result_add(result, "and %d lines more\n", seen->strays_more);
}

/* Adds the text of a tail buffer, for people. */
static void step_add_tail(
	struct step_result *result, const char *title, const struct tail_buffer *tail, size_t most)
{
	char text[TAIL_BUFFER_BYTES + 1];
	size_t length = tail_buffer_copy(tail, text, most + 1);
	const char *cut = tail->total > length ? "... " : "";
	for (size_t i = 0; i < length; i++)
		if (text[i] == '\0')
			text[i] = '?';
	if (length > 0)
		step_result_add(result, "%s\n%s%s%s", title, cut, text,
			text[length - 1] == '\n' ? "" : "\n");
}

/* Judges the bot's answer to a question, which is legal. */
static void step_accept_move(struct bot_check *check, struct step_result *result)
{
	const struct question *q = check->question;
	const struct bot_answer *a = &check->bot.answer;
	char had[32], used[32];
	time_format(check->game.seat[q->seat - 1].clock.allowed, had, sizeof had);
	time_format(a->spent.cpu, used, sizeof used);
	if (check->game.seat[q->seat - 1].verdict == VERDICT_RESIGN)
		step_result_set(result, STEP_RESULT_WARNING, "as seat %d it resigned", q->seat);
	else
		step_result_set(result, STEP_RESULT_OK,
			"as seat %d it played %s, which is legal; it had %s and used %s of processor",
			q->seat, check->answer, had, used);
}

static void step_move(struct bot_check *check, struct step_result *result)
{
	const struct question *q = check->question;
	step_begin_game(check, q, 0);
	assert(game_to_move(&check->game) == q->seat);
	for (int i = 0; i < check->setup.seats; i++)
		if (q->left[i] > 0)
			check->game.seat[i].clock.left = q->left[i];
	usec from = time_now();
	bool legal = step_ask_move(check, &check->bot, result);
	result->took = legal ? check->bot.answer.spent.wall : time_now() - from;
	if (legal)
		step_accept_move(check, result);
	step_add_tail(result, "it was sent:", &check->bot.channel.sent, TAIL_BUFFER_BYTES);
	step_add_tail(result, "it said:", &check->bot.channel.received, STEP_OUTPUT);
}

/* --- the end: does the bot stop thinking on `stop`, and end on `quit`? ----------------------- */

static void step_send(struct bot_check *check, enum message_kind kind)
{
	struct message m = message_make(kind);
	char line[16];
	channel_send(&check->bot.channel, line, message_write(&m, line, sizeof line));
}

/* Judges the answer; stopped: the time of `stop`, 0: not sent. */
static void step_judge_stopped(struct bot_check *check, usec stopped, struct step_result *result)
{
	struct error err;
	char span[32];
	enum verdict verdict = game_judge_answer(&check->game, check->answer, &err);
	time_format(check->bot.answer.at - stopped, span, sizeof span);
	if (verdict == VERDICT_RESIGN)
		step_result_set(result, STEP_RESULT_OK, "it resigned");
	else if (verdict_is_fault(verdict))
		step_result_rule(result, verdict, err.text);
	else if (stopped == 0)
		step_result_set(result, STEP_RESULT_OK, "it had all the time and answered at once");
	else
		step_result_set(result, STEP_RESULT_OK, "it answered %s after \"stop\"", span);
}

/* A wrong reaction to "stop" is no fault: a tournament never sends it. */
static void step_excuse(struct step_result *result)
{
	if (result->verdict != STEP_RESULT_FAILED)
		return;
	result->verdict = STEP_RESULT_WARNING;
	result->fault = VERDICT_OK;
	step_result_add(result, "a tournament never sends \"stop\", so the bot can play\n");
}

static void step_stop(struct bot_check *check, struct step_result *result)
{
	struct error err;
	usec from = time_now(), stopped = 0, patience = bot_check_patience(check);
	usec think = check->options->think > 0 ? check->options->think : STEP_THINK;
	char span[32];
	const struct question *q = bot_check_first(check);
	if (!bot_check_ready(check, q, result))
		return;
	bool begun = game_begin(&check->game, &check->setup, &check->patient.terms.limits, 0,
		q->fen, q->moves, &err);
	assert(begun);
	if (!bot_check_turns(check, q->seat)) {
		step_result_set(
			result, STEP_RESULT_SKIPPED, "not tried: the game ends before its turn");
		return;
	}
	check->bot.config = &check->patient;
	check->answered = false;
	bot_ask(&check->bot, &check->game);
	if (!bot_check_wait(check, &check->answered, time_now() + think) && !check->failed) {
		stopped = time_now();
		step_send(check, MESSAGE_STOP);
		bot_check_wait(check, &check->answered, stopped + patience);
	}
	result->took = time_now() - from;
	if (check->answered)
		step_judge_stopped(check, stopped, result);
	else if (check->failed)
		bot_check_explain(check, "bestmove", result);
	else {
		time_format(patience, span, sizeof span);
		step_result_set(result, STEP_RESULT_WARNING,
			"no \"bestmove\" within %s of \"stop\": read input while the bot thinks (a tournament never sends \"stop\", so the bot can play)",
			span);
	}
	if (stopped > 0)
		step_excuse(result);
	if (!check->answered)
		bot_kill(&check->bot);
	check->bot.config = &check->config;
}

/* The bot has ended: reports how. Processes that it left behind end with its sandbox. */
static void step_report_end(struct bot_check *check, int status, struct step_result *result)
{
	char how[128];
	channel_ending(&check->bot.channel, how, sizeof how);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		step_result_set(result, STEP_RESULT_WARNING,
			"it %s at \"quit\"; a good end has status 0", how);
	else
		step_result_set(result, STEP_RESULT_OK, "it ended by itself");
}

/* Waits for the end of a bot that was told to quit at this moment, for as long as a tournament
 * does: a wait for a processor is charged as the clocks charge it. False: it still runs. */
static bool step_wait_ended(struct bot_check *check, usec from, int *status)
{
	struct off_turn_monitor *watch = &check->bot.watch;
	bool wall = arbiter_config_limits(&check->config, check->self)->clock == CLOCK_WALL,
	     never = false;
	const struct limits limits = {
		.movetime = check->self->resources.quit, .clock = wall ? CLOCK_WALL : CLOCK_FAIR};
	struct spent spent = {.wait = UNKNOWN};
	struct clock clock;
	usec until = from + limits.movetime, now;
	clock_init(&clock, &limits);
	clock_start(&clock, from);
	off_turn_monitor_ask(watch, from);
	while (!sandbox_ended(&check->bot.channel.sandbox, status)) {
		now = time_now();
		if (now >= until) {
			off_turn_monitor_spend(watch, from, now, true, &spent);
			if (limits.movetime == 0 ||
				clock_over(&clock, &spent, watch->pending, now, &until))
				return false;
		}
		bot_check_wait(check, &never, now + STEP_CHECK_INTERVAL);
	}
	return true;
}

static void step_quit(struct bot_check *check, struct step_result *result)
{
	int status = 0;
	bool idle = check->bot.phase == BOT_READY && check->bot.verdict == VERDICT_OK &&
		    !check->bot.channel.ended;
	if (!idle && !bot_check_ready(check, bot_check_first(check), result))
		return;
	off_turn_monitor_wake(&check->bot.watch);
	usec from = time_now();
	step_send(check, MESSAGE_QUIT);
	bool ended = step_wait_ended(check, from, &status);
	result->took = time_now() - from;
	if (ended)
		step_report_end(check, status, result);
	else
		step_result_set(result, STEP_RESULT_WARNING,
			"it still ran %.0f ms after \"quit\" and is killed: nothing is lost, but end when you read it",
			(double)check->self->resources.quit / (double)MILLISECOND);
	bot_kill(&check->bot);
}

/* --- the table ------------------------------------------------------------------------------- */

#define WHOLE (CHECK_FULL | CHECK_PLAY)
#define MOST  (WHOLE | CHECK_QUICK)
#define EVERY (MOST | CHECK_QUESTION)

const struct check_step check_steps[] = {
	{"start", EVERY, CHECK_STEP_NEEDED, step_start},
	{"handshake", EVERY, CHECK_STEP_NEEDED, step_handshake},
	{"options", EVERY, CHECK_STEP_NEEDED, step_options},
	{"new game", EVERY, CHECK_STEP_NEEDED, step_newgame},
	{"move", CHECK_QUESTION, 0, step_move},
	{"play", WHOLE, 0, step_play},
	{"again", WHOLE, CHECK_STEP_IF_SOUND, step_again},
	{"openings", MOST, CHECK_STEP_IF_SOUND, step_openings},
	{"itself", WHOLE, CHECK_STEP_IF_SOUND, step_itself},
	{"speed", MOST, 0, step_speed},
	{"lines", MOST, 0, step_lines},
	{"stop", CHECK_FULL, CHECK_STEP_IF_SOUND, step_stop},
	{"quit", MOST, 0, step_quit},
	{.name = NULL},
};
