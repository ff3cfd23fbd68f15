/*
 * game.c - judges one game.
 *
 * The move list sent to bots grows with the game, one append per move. When it no longer fits a
 * line, or when a seat has left (which no move list can say), a position string replaces it.
 */
#include "referee/game/game.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "referee/game/near-miss.h"

enum { GAME_LEGAL = 400 }; /* bytes of legal moves in the text of a verdict */

/* Ends the game if the rules, departures or the number of plies end it. */
static void game_end_if_over(struct game *g)
{
	if (g->reason != NULL)
		return;
	g->turn = g->setup->rules->to_move(g->setup, &g->position);
	if (g->turn == 0)
		g->reason = "normal";
	else if (g->max_plies > 0 && g->plies >= g->max_plies)
		g->reason = "max-plies";
}

/* From here on bots get a position string. */
static void game_rebase(struct game *g)
{
	g->setup->rules->write(g->setup, &g->position, g->fen);
	g->moves_length = 0;
	g->moves[0] = '\0';
}

static void game_append(struct game *g, const char *text)
{
	size_t length = strlen(text);
	if (g->moves_length + length + 2 > sizeof g->moves) {
		game_rebase(g);
		return;
	}
	if (g->moves_length > 0)
		g->moves[g->moves_length++] = ' ';
	memcpy(g->moves + g->moves_length, text, length + 1);
	g->moves_length += length;
}

static bool game_replay(struct game *g, const char *moves, struct error *err)
{
	while (*moves != '\0') {
		char word[MOVE_TEXT];
		size_t length = strcspn(moves, " ");
		if (length >= sizeof word)
			return error_set(err, "\"%.20s...\" is no move", moves);
		memcpy(word, moves, length);
		word[length] = '\0';
		if (g->reason != NULL || !game_move(g, word))
			return error_set(err, "the opening's move \"%s\" is not legal", word);
		moves += length;
		moves += strspn(moves, " ");
	}
	return true;
}

bool game_begin(struct game *g, const struct setup *setup, const struct limits *limits,
	int max_plies, const char *fen, const char *moves, struct error *err)
{
	assert(strlen(fen) < sizeof g->fen);
	g->setup = setup;
	g->plies = 0;
	g->max_plies = 0;
	g->departures = 0;
	g->gone = 0;
	g->reason = NULL;
	g->decided = false;
	g->adjudication = NULL;
	g->moves_length = 0;
	g->moves[0] = '\0';
	strcpy(g->fen, fen);
	for (int i = 0; i < setup->seats; i++) {
		g->seat[i] = (struct game_seat){.verdict = VERDICT_OK};
		clock_init(&g->seat[i].clock, limits);
	}
	if (*fen == '\0')
		setup->rules->start(setup, &g->position);
	else if (!setup->rules->read(setup, &g->position, fen, err))
		return false;
	game_end_if_over(g);
	if (!game_replay(g, moves, err))
		return false;
	g->plies = 0; /* an opening's moves are not counted */
	g->max_plies = max_plies;
	return true;
}

void game_limit(struct game *g, int seat, const struct limits *limits)
{
	clock_init(&g->seat[seat - 1].clock, limits);
}

int game_to_move(const struct game *g)
{
	return g->reason == NULL ? g->turn : 0;
}

static void game_play(struct game *g, move m, const char *text)
{
	assert(g->reason == NULL);
	g->setup->rules->play(g->setup, &g->position, m);
	g->plies++;
	game_append(g, text);
	game_end_if_over(g);
}

bool game_move(struct game *g, const char *text)
{
	move m;
	assert(g->reason == NULL);
	if (!rules_read_move(g->setup, &g->position, text, &m))
		return false;
	game_play(g, m, text);
	return true;
}

/* Writes why text, an illegal move here, is refused: the text of its verdict. */
static void game_explain(const struct game *g, const char *text, struct error *err)
{
	struct error near;
	char legal[GAME_LEGAL];
	size_t length = game_legal(g, legal, sizeof legal);
	const char *cut = length + MOVE_TEXT + 1 >= sizeof legal ? " ..." : "";
	if (*text == '\0')
		error_set(err, "\"bestmove\" has no move; legal: %s%s", legal, cut);
	else if (near_miss_move(g, text, &near))
		error_set(err, "\"%.60s\" is not legal here: it %s; legal: %s%s", text, near.text,
			legal, cut);
	else
		error_set(err, "\"%.60s\" is not legal here; legal: %s%s", text, legal, cut);
}

/* Judges an answer; *m is the move of VERDICT_OK. */
static enum verdict game_read_answer(
	const struct game *g, const char *text, move *m, struct error *err)
{
	err->text[0] = '\0';
	if (strcmp(text, "resign") == 0)
		return VERDICT_RESIGN;
	if (rules_read_move(g->setup, &g->position, text, m))
		return VERDICT_OK;
	game_explain(g, text, err);
	return VERDICT_ILLEGAL;
}

enum verdict game_judge_answer(const struct game *g, const char *text, struct error *err)
{
	move m;
	return game_read_answer(g, text, &m, err);
}

enum verdict game_answer(struct game *g, const char *text)
{
	struct error err;
	move m;
	int seat = game_to_move(g);
	assert(seat != 0);
	enum verdict verdict = game_read_answer(g, text, &m, &err);
	if (verdict == VERDICT_OK) {
		game_play(g, m, text);
		return VERDICT_OK;
	}
	game_judge(g, seat, verdict, "%s", err.text);
	game_forfeit(g, 1u << (seat - 1));
	return verdict;
}

void game_adjudicate(struct game *g, struct adjudication *a)
{
	g->adjudication = a;
	adjudication_begin(a, g);
}

void game_add_score(struct game *g, int seat, int64_t score)
{
	int64_t scores[SEATS_MAX];
	if (g->reason != NULL || g->adjudication == NULL)
		return;
	const struct adjudication_rule *rule =
		adjudication_add_score(g->adjudication, g, seat, score, scores);
	if (rule != NULL)
		game_decide(g, rule->reason, scores);
}

void game_decide(struct game *g, const char *reason, const int64_t scores[SEATS_MAX])
{
	assert(g->reason == NULL);
	g->reason = reason;
	g->decided = true;
	memcpy(g->scores, scores, (size_t)g->setup->seats * sizeof *scores);
}

size_t game_legal(const struct game *g, char *text, size_t room)
{
	move moves[MOVES_MAX];
	int count = g->setup->rules->moves(g->setup, &g->position, moves);
	size_t length = 0;
	assert(room > 0);
	for (int i = 0; i < count && length + MOVE_TEXT + 1 < room; i++) {
		if (i > 0)
			text[length++] = ' ';
		length += (size_t)g->setup->rules->move_text(
			g->setup, &g->position, moves[i], text + length);
	}
	text[length] = '\0';
	return length;
}

void game_forfeit(struct game *g, unsigned seats)
{
	const char *reason = NULL;
	g->departures++;
	for (int seat = 1; seat <= g->setup->seats; seat++) {
		struct game_seat *s = &g->seat[seat - 1];
		if ((seats & 1u << (seat - 1)) == 0)
			continue;
		assert(s->verdict != VERDICT_OK && s->left == 0);
		s->left = g->departures;
		g->gone++;
		reason = verdict_table[s->verdict].name;
		g->setup->rules->forfeit(g->setup, &g->position, seat);
	}
	if (g->reason != NULL)
		return;
	if (g->setup->seats - g->gone < 2)
		g->reason = reason;
	else
		game_rebase(g);
	game_end_if_over(g);
	if (g->reason == NULL && g->adjudication != NULL)
		adjudication_left(g->adjudication, g);
}

void game_judge(struct game *g, int seat, enum verdict verdict, const char *detail, ...)
{
	struct game_seat *s = &g->seat[seat - 1];
	va_list words;
	s->verdict = verdict;
	va_start(words, detail);
	vsnprintf(s->detail, sizeof s->detail, detail, words);
	va_end(words);
}

void game_ranks(const struct game *g, int ranks[SEATS_MAX])
{
	int seats = g->setup->seats;
	int64_t scores[SEATS_MAX], order[SEATS_MAX];
	if (g->decided)
		memcpy(scores, g->scores, sizeof scores);
	else
		g->setup->rules->scores(g->setup, &g->position, scores);
	/* One scale for all: first the seats that left, in that order, above them the others. */
	for (int i = 0; i < seats; i++) {
		order[i] = g->seat[i].left;
		if (order[i] > 0)
			continue;
		order[i] = SEATS_MAX + 1;
		for (int j = 0; j < seats; j++)
			order[i] += g->seat[j].left == 0 && scores[j] < scores[i];
	}
	rules_ranks(order, seats, ranks);
}

unsigned game_failed_together(const int *ranks, const enum verdict *verdicts, int seats)
{
	unsigned failed = 0;
	for (int i = 0; i < seats; i++)
		for (int j = 0; j < seats; j++)
			if (i != j && ranks[i] == ranks[j] && verdict_is_fault(verdicts[i]) &&
				verdict_is_fault(verdicts[j]))
				failed |= 1u << i;
	return failed;
}

double game_points(const int *ranks, unsigned failed, int seats, int seat)
{
	int beaten = 0, tied = -1;
	for (int i = 0; i < seats; i++) {
		beaten += ranks[i] > ranks[seat - 1];
		tied += ranks[i] == ranks[seat - 1];
	}
	return (beaten + (failed >> (seat - 1) & 1 ? 0 : 0.5 * tied)) / (seats - 1);
}

void game_result(
	const int *ranks, unsigned failed, int seats, char separator, char text[GAME_RESULT])
{
	bool none = failed == (1u << seats) - 1 && ranks[0] == 1;
	if (seats == 2) {
		strcpy(text, none		   ? "0-0"
			     : ranks[0] < ranks[1] ? "1-0"
			     : ranks[0] > ranks[1] ? "0-1"
						   : "1/2-1/2");
		return;
	}
	for (int i = 0; i < seats; i++) {
		*text++ = (char)('0' + (none ? 0 : ranks[i]));
		*text++ = separator;
	}
	text[-1] = '\0';
}
