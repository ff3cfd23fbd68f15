/*
 * feedback-blunders.c - finds the worst moves of a student's bot.
 *
 * The house search scores every position of some games, the worst results first. Of the moves that
 * lost most by its scores, the exact solver judges a few again, where it knows the game and where
 * its work is enough. A game that two students played is scored once. Values that `referee analyse`
 * has stored win over both. All work is counted in positions, so the same database gives the same
 * pages.
 */
#include "referee/submissions/feedback.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/board/board-terminal.h"
#include "referee/game/score.h"
#include "referee/results/repeat-command.h"

/* FEEDBACK_GAMES: the most games of a student. FEEDBACK_PLIES: after this many plies no further
 * game is judged. FEEDBACK_FALL: a move is bad if the score falls by this much; in hundredths.
 * FEEDBACK_FORCED: scores from here on are a forced win. */
enum {
	FEEDBACK_GAMES = 1000,
	FEEDBACK_PLIES = 500,
	FEEDBACK_FALL = 100,
	FEEDBACK_FORCED = SCORE_MATE - SCORE_MATE_PLIES
};

/* A game of the student. */
struct feedback_seat {
	int64_t game;
	int seat;
};

struct feedback_search {
	struct feedback *f;
	struct feedback_class *all;
	struct feedback_seat games[FEEDBACK_GAMES];
	int count;
	int64_t plies; /* of the games that were judged */
};

static int feedback_load(struct stored_game *g, struct db *db, int64_t game)
{
	*g = (struct stored_game){.game = game};
	int error = stored_game_find(g, db);
	return error == DB_OK ? stored_game_load(g, db) : error;
}

/* --- values ----------------------------------------------------------------------------------- */

/* The score of a position that is over, for seat 1. */
static struct feedback_guess feedback_over(const struct setup *s, const struct position *p)
{
	int64_t scores[SEATS_MAX];
	s->rules->scores(s, p, scores);
	return (struct feedback_guess){true, scores[0] > scores[1]   ? SCORE_MATE
					     : scores[0] < scores[1] ? -SCORE_MATE
								     : 0};
}

/* Asks the house search about a position. */
static struct feedback_guess feedback_guess_of(
	struct feedback_class *all, const struct stored_game *g, const struct position *p)
{
	struct house_bot_answer answer;
	char text[POSITION_TEXT];
	int seat = g->setup.rules->to_move(&g->setup, p);
	if (seat == 0)
		return feedback_over(&g->setup, p);
	g->setup.rules->write(&g->setup, p, text);
	if (!house_bot_ask(&all->house, &g->setup, (uint64_t)g->game, text, "", &answer))
		return (struct feedback_guess){false, 0};
	int64_t score = answer.mate ? score_of_mate(answer.score) : answer.score;
	return (struct feedback_guess){true, seat == 1 ? score : -score};
}

/* Scores all positions of a game. False: a signal arrived. */
static bool feedback_guess_all(
	struct feedback_class *all, const struct stored_game *g, struct feedback_values *v)
{
	struct position p;
	int plies = 0;
	for (int i = 0; i <= g->moves.count; i++) {
		if (i > 0 && g->moves.turns[i - 1].verdict != VERDICT_OK)
			continue;
		if (game_analysis_is_stopped(&all->analysis) || !stored_game_position(g, i, &p))
			return false;
		v->guesses[plies++] = feedback_guess_of(all, g, &p);
	}
	return true;
}

static void feedback_clear_values(struct feedback_values *v)
{
	free(v->guesses);
	free(v->moves);
}

/* Judges the positions of a game and keeps that. NULL: a signal arrived, or *error is set. */
static const struct feedback_values *feedback_find_values(
	struct feedback_class *all, const struct stored_game *g, int *error)
{
	for (int i = 0; i < all->values_count; i++)
		if (all->values[i].game == g->game)
			return &all->values[i];
	struct feedback_values v = {
		.game = g->game, .plies = move_list_plies(&g->moves, g->moves.count)};
	struct db_query q;
	v.guesses = memory_get((size_t)v.plies + 1, sizeof *v.guesses);
	v.moves = memory_get((size_t)v.plies + 1, sizeof *v.moves);
	db_query(&q, all->db, "game-analysis", g->game);
	while (db_next(&q)) {
		int64_t ply = db_int(&q, "ply");
		if (ply >= 1 && ply <= v.plies)
			v.moves[ply - 1] =
				(struct db_analysis){.before_known = !db_is_null(&q, "before"),
					.after_known = !db_is_null(&q, "after"),
					.before = db_int(&q, "before"),
					.after = db_int(&q, "after")};
	}
	*error = db_end(&q);
	if (*error != DB_OK || !feedback_guess_all(all, g, &v)) {
		feedback_clear_values(&v);
		return NULL;
	}
	all->values =
		memory_resize(all->values, (size_t)all->values_count + 1, sizeof *all->values);
	all->values[all->values_count] = v;
	return &all->values[all->values_count++];
}

void feedback_close_values(struct feedback_class *all)
{
	for (int i = 0; i < all->values_count; i++)
		feedback_clear_values(&all->values[i]);
	free(all->values);
	house_bot_end(&all->house);
}

/* --- the worst moves -------------------------------------------------------------------------- */

/* 1 a win, 0 a draw, -1 a loss. */
static int feedback_sign(int64_t value)
{
	return (value > 0) - (value < 0);
}

/* 1 a forced win, -1 a forced loss, 0 neither is seen. */
static int feedback_forced(int64_t score)
{
	return (score >= FEEDBACK_FORCED) - (score <= -FEEDBACK_FORCED);
}

/* The results that the move lost: 2 a win that became a loss, 1 half of that, 0 none. */
static int feedback_fell(const struct feedback_blunder *b)
{
	return b->exact ? feedback_sign(b->before) - feedback_sign(b->after)
			: feedback_forced(b->score_before) - feedback_forced(b->score_after);
}

bool feedback_is_bad(const struct feedback_blunder *b)
{
	return feedback_fell(b) > 0 || (!b->exact && feedback_fell(b) == 0 &&
					       b->score_before - b->score_after >= FEEDBACK_FALL &&
					       feedback_forced(b->score_before) == 0);
}

/* Is a worse than b? First the lost result, then the fall of the score, which is deeper the sooner
 * the end comes, then the newer game. */
static bool feedback_is_worse(const struct feedback_blunder *a, const struct feedback_blunder *b)
{
	int one = feedback_fell(a), other = feedback_fell(b);
	int64_t fall = a->score_before - a->score_after, fell = b->score_before - b->score_after;
	if (one != other)
		return one > other;
	if (fall != fell)
		return fall > fell;
	return a->game != b->game ? a->game > b->game : a->turn > b->turn;
}

void feedback_keep(struct feedback *f, struct feedback_blunder *b)
{
	int at = f->blunders_count;
	bool known = false;
	for (int i = 0; i < f->blunders_count; i++)
		known |= strcmp(f->blunders[i].position, b->position) == 0 &&
			 strcmp(f->blunders[i].move, b->move) == 0;
	while (at > 0 && feedback_is_worse(b, &f->blunders[at - 1]))
		at--;
	if (known || at == FEEDBACK_SUSPECTS) {
		free(b->position);
		return;
	}
	if (f->blunders_count == FEEDBACK_SUSPECTS)
		free(f->blunders[--f->blunders_count].position);
	memmove(&f->blunders[at + 1], &f->blunders[at],
		(size_t)(f->blunders_count - at) * sizeof *f->blunders);
	f->blunders[at] = *b;
	f->blunders_count++;
}

/* Judges a move of the student. turn, ply: its indices. */
static void feedback_judge(struct feedback *f, const struct stored_game *g,
	const struct feedback_values *v, int turn, int ply)
{
	const struct move_list_turn *played = &g->moves.turns[turn];
	const struct db_analysis *a = &v->moves[ply];
	const struct feedback_guess *before = &v->guesses[ply], *after = &v->guesses[ply + 1];
	int sign = played->seat == 1 ? 1 : -1;
	struct feedback_blunder b = {.game = g->game,
		.turn = turn,
		.ply = ply + 1,
		.seat = played->seat,
		.exact = a->before_known && a->after_known,
		.before = a->before,
		.after = a->after,
		.guessed = before->known && after->known,
		.score_before = sign * before->score,
		.score_after = sign * after->score};
	struct position p;
	char text[POSITION_TEXT];
	f->moves++;
	f->known += b.exact;
	f->kept += b.exact && feedback_sign(b.before) <= feedback_sign(b.after);
	if ((!b.exact && !b.guessed) || !feedback_is_bad(&b) || !stored_game_position(g, turn, &p))
		return;
	g->setup.rules->write(&g->setup, &p, text);
	b.position = memory_copy(text);
	snprintf(b.move, sizeof b.move, "%s", played->move);
	feedback_keep(f, &b);
}

/* --- the exact solver --------------------------------------------------------------------------
 */

/* Is there a solver for these games? The first game decides for all. */
static bool feedback_can(struct feedback_class *all, const struct stored_game *g)
{
	struct error err;
	if (!all->looked_up)
		all->solved = game_analysis_can(&all->analysis, g, &err);
	all->looked_up = true;
	return all->solved;
}

/* Judges all suspects again, and keeps the worst of those that are bad. A DB_ error. */
static int feedback_confirm(struct feedback *f, struct feedback_class *all)
{
	struct feedback_blunder suspects[FEEDBACK_SUSPECTS];
	int count = f->blunders_count, error = DB_OK;
	memcpy(suspects, f->blunders, sizeof suspects);
	f->blunders_count = 0;
	for (int i = 0; i < count; i++) {
		struct feedback_blunder *b = &suspects[i];
		struct stored_game g;
		if (error == DB_OK)
			error = feedback_load(&g, all->db, b->game);
		if (error == DB_OK && !b->exact && !game_analysis_is_stopped(&all->analysis) &&
			feedback_can(all, &g)) {
			/* Judges a move again by the exact values of the positions before and after
			 * it. */
			int64_t after;
			game_analysis_begin(&all->analysis, &g);
			b->exact =
				game_analysis_value(&all->analysis, b->position, b->move, &after) &&
				game_analysis_value(&all->analysis, b->position, "", &b->before);
			b->after = b->exact ? -after : 0;
		}
		stored_game_clear(&g);
		if (feedback_is_bad(b))
			feedback_keep(f, b);
		else
			free(b->position);
	}
	while (f->blunders_count > FEEDBACK_BLUNDERS)
		free(f->blunders[--f->blunders_count].position);
	return error;
}

/* --- what is told of each ----------------------------------------------------------------------
 */

/* Adds a move to the list. False: there is no room. */
static bool feedback_add_better(struct feedback_blunder *b, const char *word)
{
	size_t used = strlen(b->better), room = sizeof b->better - used;
	if (strlen(word) + 2 >= room)
		return false;
	snprintf(b->better + used, room, "%s%s", used > 0 ? ", " : "", word);
	return true;
}

/* Finds the moves that keep the exact value, by the value of the position after each. */
static void feedback_find_better(
	struct feedback_blunder *b, struct feedback_class *all, const struct stored_game *g)
{
	static const struct limits none;
	struct error err;
	struct game *now = memory_get(1, sizeof *now);
	char *legal = memory_get(GAME_MOVES, 1), *rest = legal, *word;
	int64_t value;
	game_analysis_begin(&all->analysis, g);
	if (move_list_replay(&g->moves, b->turn, &none, now, &err))
		game_legal(now, legal, GAME_MOVES);
	while ((word = strsep(&rest, " ")) != NULL && *word != '\0')
		if (game_analysis_value(&all->analysis, b->position, word, &value) &&
			feedback_sign(-value) >= feedback_sign(b->before) &&
			!feedback_add_better(b, word))
			break;
	free(legal);
	free(now);
}

/* Draws the board after the move. */
static void feedback_draw_blunder(struct feedback_blunder *b, const struct stored_game *g)
{
	struct position before, after;
	char position[POSITION_TEXT];
	if (!stored_game_position(g, b->turn, &before) ||
		!stored_game_position(g, b->turn + 1, &after))
		return;
	const struct board_scene scene = {.setup = &g->setup,
		.now = &after,
		.before = &before,
		.move = b->move,
		.mover = b->seat};
	g->setup.rules->write(&g->setup, &after, position);
	b->text = board_text(&g->setup, &before);
	b->board = feedback_draw(&scene, position);
}

static int feedback_describe(
	struct feedback_blunder *b, struct feedback_class *all, const struct feedback_bot *program)
{
	struct stored_game g;
	int error = feedback_load(&g, all->db, b->game);
	if (error == DB_OK && stored_game_is_playable(&g)) {
		b->opponents = feedback_opponents(&g, b->seat);
		feedback_draw_blunder(b, &g);
		struct repeat_command command;
		const struct repeat_bot bot = {.seat = b->seat,
			.command = program->command,
			.settings = program->settings,
			.remote = program->remote,
			.home = true};
		if (repeat_command_make_at(&command, &g, &bot, b->turn))
			b->command = memory_copy(command.command);
		repeat_command_clear(&command);
		if (b->exact && feedback_can(all, &g))
			feedback_find_better(b, all, &g);
		else {
			/* Takes the move of the house search, if it is another one. */
			struct house_bot_answer answer;
			if (house_bot_ask(&all->house, &g.setup, (uint64_t)g.game, b->position, "",
				    &answer) &&
				strcmp(answer.move, b->move) != 0)
				feedback_add_better(b, answer.move);
		}
	}
	stored_game_clear(&g);
	return error;
}

/* --- all games -------------------------------------------------------------------------------- */

static int feedback_search_game(struct feedback_search *s, const struct feedback_seat *seat)
{
	struct stored_game g;
	int error = feedback_load(&g, s->all->db, seat->game);
	if (error == DB_OK && stored_game_is_playable(&g)) {
		const struct feedback_values *values = feedback_find_values(s->all, &g, &error);
		if (values != NULL) {
			int ply = 0;
			s->f->judged++;
			for (int i = 0; i < g.moves.count && ply < values->plies; i++) {
				if (g.moves.turns[i].verdict != VERDICT_OK)
					continue;
				if (g.moves.turns[i].seat == seat->seat)
					feedback_judge(s->f, &g, values, i, ply);
				ply++;
			}
			s->plies += values->plies;
		}
	}
	stored_game_clear(&g);
	return error;
}

int feedback_read_blunders(struct feedback *f, struct feedback_class *all)
{
	struct feedback_search *s = memory_get(1, sizeof *s);
	int error = DB_OK;
	s->f = f;
	s->all = all;
	/* A score is for one of two seats. */
	if (all->report.seats == 2) {
		struct db_query q;
		db_query(&q, all->db, "moved-games", all->report.tournament, s->f->program->id,
			all->games);
		while (s->count < FEEDBACK_GAMES && db_next(&q))
			s->games[s->count++] =
				(struct feedback_seat){db_int(&q, "game"), (int)db_int(&q, "seat")};
		error = db_end(&q);
	}
	for (int i = 0; i < s->count && error == DB_OK && s->plies < FEEDBACK_PLIES; i++)
		error = feedback_search_game(s, &s->games[i]);
	if (error == DB_OK)
		error = feedback_confirm(f, all);
	for (int i = 0; i < f->blunders_count && error == DB_OK; i++)
		error = feedback_describe(&f->blunders[i], all, f->program);
	free(s);
	return error;
}
