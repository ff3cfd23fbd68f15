/*
 * step-play.c - whole games against random moves of ours, the bot in each seat once, and what can
 * be said after them: how fast it was, and what else it printed.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "referee/processes/step.h"

enum { PLAY_LEGAL = 400, PLAY_MOVES = 400, PLAY_SAID = 600 };

/* The word that says the same as text but for capital letters; NULL: none. */
static bool play_recase(const struct game *g, const char *text, char meant[MOVE_TEXT])
{
	move moves[MOVES_MAX];
	int count = g->setup->rules->moves(g->setup, &g->position, moves);
	for (int i = 0; i < count; i++) {
		g->setup->rules->move_text(g->setup, &g->position, moves[i], meant);
		if (strcasecmp(meant, text) == 0)
			return true;
	}
	return false;
}

/* What it was sent, so that the answer can be looked for by hand; after many moves the position
 * itself, which is the same to it and fits the eye. */
static void play_add_position(const struct game *g, struct finding *f)
{
	static char board[BOARD_TEXT];
	char position[POSITION_TEXT];
	g->setup->rules->board(g->setup, &g->position, board);
	finding_add(f, "%s", board);
	if (g->moves_length > PLAY_MOVES) {
		g->setup->rules->write(g->setup, &g->position, position);
		finding_add(f, "after: position fen %s\n", position);
		return;
	}
	finding_add(f, "after: position %s%s%s%s\n", g->fen[0] == '\0' ? "startpos" : "fen ",
		g->fen, g->moves_length > 0 ? " moves " : "", g->moves);
}

/* Its answer is no legal move. */
static void play_illegal(struct examination *e, int seat, struct finding *f)
{
	char legal[PLAY_LEGAL], meant[MOVE_TEXT], why[SEEN_LINE + 64];
	size_t length = game_legal(&e->game, legal, sizeof legal);
	const char *cut = length + MOVE_TEXT + 1 >= sizeof legal ? " ..." : "";
	if (e->answer[0] == '\0')
		finding_set(f, FINDING_FAILED,
			"as seat %d it said \"bestmove\" without a move; legal: %s%s", seat, legal,
			cut);
	else if (play_recase(&e->game, e->answer, meant))
		finding_set(f, FINDING_FAILED,
			"as seat %d it played \"%s\", which is written \"%s\": small and capital "
			"letters are not the same",
			seat, e->answer, meant);
	else
		finding_set(f, FINDING_FAILED,
			"as seat %d it played \"%s\", which is not legal; legal: %s%s", seat,
			e->answer, legal, cut);
	play_add_position(&e->game, f);
	snprintf(why, sizeof why, "\"%.60s\" is not legal here", e->answer);
	bot_refuse(&e->bot, verdict_table[VERDICT_ILLEGAL].name, why);
}

/* Asks for a move and plays it; false: it is told in f, and the game is over. */
static bool play_ask(struct examination *e, int seat, struct finding *f)
{
	struct clock *clock = &e->game.seat[seat - 1].clock;
	e->answered = false;
	bot_ask(&e->bot, &e->game);
	if (!examination_wait(e, &e->answered, 0)) {
		examination_explain(e, "bestmove", f);
		finding_add(f, "a tournament's verdict: %s - %s\n",
			verdict_table[e->bot.verdict].name, e->bot.detail);
		play_add_position(&e->game, f);
		return false;
	}
	const struct bot_answer *a = &e->bot.answer;
	speed_add(&e->speed, &a->spent, clock_charge(clock, &a->spent), clock->allowed);
	clock_stop(clock, &a->spent);
	if (strcmp(e->answer, "resign") == 0) {
		game_judge(&e->game, seat, VERDICT_RESIGN, "%s", "");
		game_forfeit(&e->game, 1u << (seat - 1));
		return true;
	}
	if (game_move(&e->game, e->answer))
		return true;
	play_illegal(e, seat, f);
	return false;
}

static void play_random(struct examination *e)
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
}

/* A whole game with the bot, which is prepared for it, in this seat. *own counts its moves. */
static bool play_game(struct examination *e, int seat, int *own, struct finding *f)
{
	char why[256];
	int ranks[SEATS_MAX];
	bool begun = game_begin(
		&e->game, &e->setup, &e->plan.limits, e->plan.max_plies, "", "", why, sizeof why);
	assert(begun);
	for (int mover; (mover = game_to_move(&e->game)) != 0;) {
		if (mover != seat) {
			play_random(e);
			continue;
		}
		if (!play_ask(e, seat, f))
			return false;
		++*own;
	}
	game_ranks(&e->game, ranks);
	bot_gameover(&e->bot, ranks, e->game.reason);
	return true;
}

void play_first(struct examination *e, struct finding *f)
{
	int own = 0;
	usec from = time_now();
	bool played = play_game(e, 1, &own, f);
	f->took = time_now() - from;
	if (!played)
		return;
	bool resigned = e->game.seat[0].verdict == VERDICT_RESIGN;
	finding_set(f, FINDING_OK, "a whole game as seat 1, against random moves: %d legal moves%s",
		own, resigned ? ", then it resigned" : "");
}

void play_again(struct examination *e, struct finding *f)
{
	int own = 0, restarts = 0;
	usec from = time_now();
	if (e->game.reason == NULL) {
		finding_set(f, FINDING_SKIPPED, "not tried, since the first game failed");
		return;
	}
	for (int seat = 2; seat <= e->plan.players; seat++) {
		bool played = examination_ready(e, seat, f);
		restarts += played && e->bot.fresh;
		played = played && play_game(e, seat, &own, f);
		f->took = time_now() - from;
		if (!played)
			return;
	}
	if (restarts > 0)
		finding_set(f, FINDING_WARNING,
			"it ended with the game and was started again, which takes time each "
			"game: go on reading until \"quit\"");
	else
		finding_set(f, FINDING_OK,
			"more games in the same process, each other seat once: %d legal moves",
			own);
}

void play_speed(struct examination *e, struct finding *f)
{
	char text[FINDING_TEXT];
	if (e->speed.moves == 0) {
		finding_set(f, FINDING_SKIPPED, "it has not moved");
		return;
	}
	speed_tell(&e->speed, text, sizeof text);
	finding_set(f, FINDING_OK, "%s", text);
	f->took = e->speed.total;
	if (speed_warn(&e->speed, text, sizeof text)) {
		finding_add(f, "%s\n", f->text);
		finding_set(f, FINDING_WARNING, "%s", text);
	}
}

void play_lines(struct examination *e, struct finding *f)
{
	const struct seen *seen = &e->seen;
	finding_set(f, FINDING_OK, "it printed nothing but lines of the protocol");
	for (int i = 0; i < seen->strays_count; i++) {
		const struct stray *stray = &seen->strays[i];
		char text[FINDING_TEXT];
		snprintf(text, sizeof text, "%d line%s with \"%s\" ignored: %s", stray->count,
			stray->count == 1 ? "" : "s", stray->word, stray->why);
		if (i == 0)
			finding_set(f, FINDING_WARNING, "%s", text);
		else
			finding_add(f, "%s\n", text);
	}
	if (seen->strays_more > 0)
		finding_add(f, "and %d lines more\n", seen->strays_more);
}

/* What stands in a tail, for people. */
static void play_add_tail(
	struct finding *f, const char *title, const struct tail *tail, size_t most)
{
	char text[TAIL_BYTES + 1];
	size_t length = tail_copy(tail, text, most + 1);
	const char *cut = tail->total > length ? "... " : "";
	for (size_t i = 0; i < length; i++)
		if (text[i] == '\0')
			text[i] = '?';
	if (length > 0)
		finding_add(
			f, "%s\n%s%s%s", title, cut, text, text[length - 1] == '\n' ? "" : "\n");
}

/* How its answer to a question, which is legal, is judged. */
static void play_accept(struct examination *e, struct finding *f)
{
	const struct question *q = e->question;
	const struct bot_answer *a = &e->bot.answer;
	const struct clock *clock = &e->game.seat[q->seat - 1].clock;
	if (e->game.seat[q->seat - 1].verdict == VERDICT_RESIGN)
		finding_set(f, FINDING_WARNING, "as seat %d it resigned", q->seat);
	else
		finding_set(f, FINDING_OK,
			"as seat %d it played %s, which is legal; it had %.1f ms and used %.1f ms "
			"of processor",
			q->seat, e->answer, (double)clock->allowed / MILLISECOND,
			(double)a->spent.cpu / MILLISECOND);
}

void play_question(struct examination *e, struct finding *f)
{
	const struct question *q = e->question;
	char why[256];
	bool begun = game_begin(
		&e->game, &e->setup, &e->plan.limits, 0, q->fen, q->moves, why, sizeof why);
	assert(begun && game_to_move(&e->game) == q->seat);
	for (int i = 0; i < e->setup.seats; i++)
		if (q->left[i] > 0)
			e->game.seat[i].clock.left = q->left[i];
	usec from = time_now();
	bool legal = play_ask(e, q->seat, f);
	f->took = legal ? e->bot.answer.spent.wall : time_now() - from;
	if (legal)
		play_accept(e, f);
	else if (e->answered)
		finding_add(f, "a tournament's verdict: %s\n", verdict_table[VERDICT_ILLEGAL].name);
	play_add_tail(f, "it was sent:", &e->bot.channel.sent, TAIL_BYTES);
	play_add_tail(f, "it said:", &e->bot.channel.said, PLAY_SAID);
}
