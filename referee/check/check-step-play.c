/*
 * check-step-play.c - plays whole games against random moves of the referee, with the bot in each
 * seat once. Then it reports how fast the bot was, and which other lines it printed.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "referee/game/near-miss.h"
#include "referee/check/check-step.h"

enum { PLAY_LEGAL = 400, PLAY_MOVES = 400, PLAY_SAID = 600 };

/* Adds the position sent to the bot, so that its author can find the answer by hand. After many
 * moves it adds a position string, which means the same to the bot and is shorter. */
static void play_add_position(const struct game *g, int seat, struct step_result *f)
{
	static char board[BOARD_TEXT];
	char position[POSITION_TEXT];
	g->setup->rules->board(g->setup, &g->position, board);
	step_result_add(f, "%s", board);
	if (g->moves_length > PLAY_MOVES) {
		g->setup->rules->write(g->setup, &g->position, position);
		step_result_add(f, "as seat %d, after: position fen %s\n", seat, position);
		return;
	}
	step_result_add(f, "as seat %d, after: position %s%s%s%s\n", seat,
		g->fen[0] == '\0' ? "startpos" : "fen ", g->fen,
		g->moves_length > 0 ? " moves " : "", g->moves);
}

/* Its answer is no legal move. */
static void play_illegal(struct bot_check *e, struct bot_process *b, struct step_result *f)
{
	char why[GAME_DETAIL], near[NEAR_MISS_TEXT], legal[PLAY_LEGAL];
	game_explain(&e->game, e->answer, why, sizeof why);
	step_result_rule(f, VERDICT_ILLEGAL, why);
	size_t length = game_legal(&e->game, legal, sizeof legal);
	const char *cut = length + MOVE_TEXT + 1 >= sizeof legal ? " ..." : "";
	if (e->answer[0] == '\0')
		step_result_advise(f, "as seat %d it said \"bestmove\" without a move; legal: %s%s",
			b->game.seat, legal, cut);
	else if (near_miss_move(&e->game, e->answer, near, sizeof near))
		step_result_advise(f, "as seat %d it played \"%s\", which %s; legal: %s%s",
			b->game.seat, e->answer, near, legal, cut);
	else
		step_result_advise(f,
			"as seat %d it played \"%s\", which is not legal; legal: %s%s",
			b->game.seat, e->answer, legal, cut);
	play_add_position(&e->game, b->game.seat, f);
	bot_refuse(b, verdict_table[VERDICT_ILLEGAL].name, why);
}

static bool play_legal(const struct bot_check *e)
{
	move m;
	return strcmp(e->answer, "resign") == 0 ||
	       rules_read_move(&e->setup, &e->game.position, e->answer, &m);
}

/* Asks for a move and plays it. False: f has the reason, and the game is over. */
static bool play_ask(struct bot_check *e, struct bot_process *b, struct step_result *f)
{
	struct clock *clock = &e->game.seat[b->game.seat - 1].clock;
	e->answered = false;
	bot_ask(b, &e->game);
	if (!bot_check_wait(e, &e->answered, 0)) {
		bot_check_explain(e, "bestmove", f);
		play_add_position(&e->game, b->game.seat, f);
		return false;
	}
	const struct bot_answer *a = &b->answer;
	bot_speed_add(&e->speed, &a->spent, clock_charge(clock, &a->spent), clock->allowed);
	clock_stop(clock, &a->spent);
	if (!play_legal(e)) {
		play_illegal(e, b, f);
		return false;
	}
	if (game_answer(&e->game, e->answer) == VERDICT_OK)
		game_said(&e->game, b->game.seat, bot_score(a));
	return true;
}

static void play_random(struct bot_check *e, int seat)
{
	move moves[MOVES_MAX];
	char text[MOVE_TEXT];
	struct game *g = &e->game;
	int count = g->setup->rules->moves(g->setup, &g->position, moves);
	assert(count > 0);
	move chosen = moves[random_below(&e->chance, (uint64_t)count)];
	g->setup->rules->move_text(g->setup, &g->position, chosen, text);
	bool legal = game_move(g, text);
	assert(legal);
	game_said(g, seat, ADJUDICATION_UNSAID);
}

bool bot_check_turns(struct bot_check *e, int seat)
{
	for (int mover; (mover = game_to_move(&e->game)) != seat;) {
		if (mover == 0)
			return false;
		play_random(e, mover);
	}
	return true;
}

static void play_begin(struct bot_check *e, const struct question *q, int max_plies)
{
	char why[256];
	bool begun = game_begin(
		&e->game, &e->setup, &e->plan.limits, max_plies, q->fen, q->moves, why, sizeof why);
	assert(begun);
	game_adjudicate(&e->game, &e->adjudication);
}

/* The results of games. */
struct play {
	int moves, restarts; /* of the bot */
	bool resigned, stopped;
};

/* Has a game lasted long enough? A game with clocks ends by itself, and must. */
static bool play_stops(const struct bot_check *e, usec from)
{
	return !limits_have_tc(&e->plan.limits) && time_now() - from > BOT_CHECK_GAME;
}

static void play_gameover(struct bot_check *e)
{
	int ranks[SEATS_MAX];
	game_ranks(&e->game, ranks);
	for (int seat = 1; seat <= e->plan.players; seat++) {
		struct bot_process *b = bot_check_seated(e, seat);
		if (b != NULL)
			bot_gameover(b, ranks, e->game.reason);
	}
}

/* Plays a whole game. Seats without a bot make random moves. */
static bool play_game(
	struct bot_check *e, const struct question *q, struct play *p, struct step_result *f)
{
	usec from = time_now();
	play_begin(e, q, e->plan.max_plies);
	for (int mover; (mover = game_to_move(&e->game)) != 0;) {
		struct bot_process *b = bot_check_seated(e, mover);
		if (play_stops(e, from)) {
			p->stopped = true;
			return true;
		}
		if (b == NULL) {
			play_random(e, mover);
			continue;
		}
		if (!play_ask(e, b, f))
			return false;
		if (e->game.seat[mover - 1].verdict == VERDICT_RESIGN)
			p->resigned = true;
		else
			p->moves++;
	}
	play_gameover(e);
	return true;
}

/* Prepares the bot alone, and plays against random moves. */
static bool play_alone(
	struct bot_check *e, const struct question *q, struct play *p, struct step_result *f)
{
	if (!bot_check_ready(e, q, f))
		return false;
	p->restarts += e->bot.fresh && !e->plan.restart;
	return play_game(e, q, p, f);
}

/* The end of a game, in words that follow the moves. */
static const char *play_ending(const struct play *p)
{
	return p->resigned && p->stopped ? ", it resigned; stopped after 30 s"
	       : p->resigned		 ? ", then it resigned"
	       : p->stopped		 ? ", stopped after 30 s"
					 : "";
}

static const char *play_plural(int count)
{
	return count == 1 ? "" : "s";
}

void play_first(struct bot_check *e, struct step_result *f)
{
	struct play p = {.moves = 0};
	const struct question *q = bot_check_first(e);
	usec from = time_now();
	/* The bot is ready for this game. */
	bool played = play_game(e, q, &p, f);
	f->took = time_now() - from;
	if (played)
		step_result_set(f, STEP_RESULT_OK,
			"a whole game as seat %d%s, against random moves: %d legal move%s%s",
			q->seat, *q->fen != '\0' || *q->moves != '\0' ? " from an opening" : "",
			p.moves, play_plural(p.moves), play_ending(&p));
}

/* Has a game failed before? */
static bool play_in_vain(const struct bot_check *e, struct step_result *f)
{
	if (e->fault == VERDICT_OK)
		return false;
	step_result_set(f, STEP_RESULT_SKIPPED, "not tried, since it failed before");
	return true;
}

void play_again(struct bot_check *e, struct step_result *f)
{
	struct play p = {.moves = 0};
	usec from = time_now();
	bool played = true;
	if (play_in_vain(e, f))
		return;
	for (int i = 1; i < e->order->games_count && played; i++)
		played = play_alone(e, &e->order->games[i], &p, f);
	f->took = time_now() - from;
	if (!played)
		return;
	if (p.restarts > 0)
		step_result_set(f, STEP_RESULT_WARNING,
			"it ended with the game and was started again, which takes time each game: go on reading until \"quit\"");
	else if (e->order->games_count == 1)
		step_result_set(f, STEP_RESULT_OK, "it will sit in no other seat");
	else
		step_result_set(f, STEP_RESULT_OK,
			"%d more game%s%s, each other seat once: %d legal move%s%s",
			e->order->games_count - 1, play_plural(e->order->games_count - 1),
			e->plan.restart ? "" : " in the same process", p.moves,
			play_plural(p.moves), play_ending(&p));
}

void play_openings(struct bot_check *e, struct step_result *f)
{
	const struct bot_check_order *o = e->order;
	usec from = time_now();
	bool played = true;
	if (play_in_vain(e, f))
		return;
	for (int i = 0; i < o->openings_count && played; i++) {
		const struct question *q = &o->openings[i];
		played = bot_check_ready(e, q, f);
		if (!played)
			break;
		play_begin(e, q, 0);
		if (bot_check_turns(e, q->seat))
			played = play_ask(e, &e->bot, f);
	}
	f->took = time_now() - from;
	if (!played)
		return;
	if (o->openings_count == 0)
		step_result_set(f, STEP_RESULT_OK, "every game begins at the usual start");
	else
		step_result_set(f, STEP_RESULT_OK,
			"a legal answer in %s%d position%s that games begin at",
			o->openings_count == 1 ? "the " : "each of ", o->openings_count,
			play_plural(o->openings_count));
}

void play_itself(struct bot_check *e, struct step_result *f)
{
	struct play p = {.moves = 0};
	const struct question *q = bot_check_first(e);
	usec from = time_now();
	char thinks[GAME_DETAIL];
	if (play_in_vain(e, f))
		return;
	bool played =
		bot_check_ready(e, q, f) && bot_check_double(e, q, f) && play_game(e, q, &p, f);
	f->took = time_now() - from;
	if (played)
		step_result_set(f, STEP_RESULT_OK,
			"a game against itself, a process in each seat: %d legal move%s%s", p.moves,
			play_plural(p.moves), play_ending(&p));
	for (int i = 0; i < e->twins_count && played; i++)
		if (bot_pondered(&e->twins[i], thinks, sizeof thinks))
			step_result_set(f, STEP_RESULT_WARNING, "%s", thinks);
	bot_check_single(e);
}

void play_speed(struct bot_check *e, struct step_result *f)
{
	char text[STEP_RESULT_TEXT];
	if (e->speed.moves == 0) {
		step_result_set(f, STEP_RESULT_SKIPPED, "it has not moved");
		return;
	}
	bot_speed_tell(&e->speed, text, sizeof text);
	step_result_set(f, STEP_RESULT_OK, "%s", text);
	f->took = e->speed.total;
	if (bot_speed_warn(&e->speed, text, sizeof text)) {
		step_result_add(f, "%s\n", f->text);
		step_result_set(f, STEP_RESULT_WARNING, "%s", text);
	}
}

void play_lines(struct bot_check *e, struct step_result *f)
{
	const struct transcript *seen = &e->seen;
	step_result_set(f, STEP_RESULT_OK, "it printed nothing but lines of the protocol");
	for (int i = 0; i < seen->strays_count; i++) {
		const struct stray *stray = &seen->strays[i];
		char text[STEP_RESULT_TEXT];
		snprintf(text, sizeof text, "%d line%s with \"%s\" ignored: %s", stray->count,
			stray->count == 1 ? "" : "s", stray->word, stray->why);
		if (i == 0)
			step_result_set(f, STEP_RESULT_WARNING, "%s", text);
		else
			step_result_add(f, "%s\n", text);
	}
	if (seen->strays_more > 0)
		step_result_add(f, "and %d lines more\n", seen->strays_more);
}

/* Adds the text of a tail buffer, for people. */
static void play_add_tail(
	struct step_result *f, const char *title, const struct tail_buffer *tail, size_t most)
{
	char text[TAIL_BUFFER_BYTES + 1];
	size_t length = tail_buffer_copy(tail, text, most + 1);
	const char *cut = tail->total > length ? "... " : "";
	for (size_t i = 0; i < length; i++)
		if (text[i] == '\0')
			text[i] = '?';
	if (length > 0)
		step_result_add(
			f, "%s\n%s%s%s", title, cut, text, text[length - 1] == '\n' ? "" : "\n");
}

/* Judges the bot's answer to a question, which is legal. */
static void play_accept(struct bot_check *e, struct step_result *f)
{
	const struct question *q = e->question;
	const struct bot_answer *a = &e->bot.answer;
	char had[32], used[32];
	time_tell(e->game.seat[q->seat - 1].clock.allowed, had, sizeof had);
	time_tell(a->spent.cpu, used, sizeof used);
	if (e->game.seat[q->seat - 1].verdict == VERDICT_RESIGN)
		step_result_set(f, STEP_RESULT_WARNING, "as seat %d it resigned", q->seat);
	else
		step_result_set(f, STEP_RESULT_OK,
			"as seat %d it played %s, which is legal; it had %s and used %s of processor",
			q->seat, e->answer, had, used);
}

void play_question(struct bot_check *e, struct step_result *f)
{
	const struct question *q = e->question;
	play_begin(e, q, 0);
	assert(game_to_move(&e->game) == q->seat);
	for (int i = 0; i < e->setup.seats; i++)
		if (q->left[i] > 0)
			e->game.seat[i].clock.left = q->left[i];
	usec from = time_now();
	bool legal = play_ask(e, &e->bot, f);
	f->took = legal ? e->bot.answer.spent.wall : time_now() - from;
	if (legal)
		play_accept(e, f);
	play_add_tail(f, "it was sent:", &e->bot.channel.sent, TAIL_BUFFER_BYTES);
	play_add_tail(f, "it said:", &e->bot.channel.said, PLAY_SAID);
}
