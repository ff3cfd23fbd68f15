/*
 * rules-check.c - plays random games by a rules program, then starts it again and compares.
 *
 * The games give the later steps samples of positions and of moves with their answers, pairs of
 * positions with one key, the words of moves, and the course of the first game.
 */
#include "referee/check/rules-check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/check/rules-drawing.h"
#include "referee/check/rules-keys.h"
#include "referee/check/rules-step.h"

enum {
	RULES_CHECK_SAMPLES = 200, /* positions that are read back */
	RULES_CHECK_PLAYS = 500,   /* moves that are played again, in another order */
	RULES_CHECK_SHOWN = 100,   /* first and last moves of the game that is shown */
	RULES_CHECK_LINE = 100,	   /* columns of a line of them */
	RULES_CHECK_WORDS = 256,   /* moves that are tried where they are not legal */
	RULES_CHECK_TRIES = 4,	   /* illegal moves in one sample */
	RULES_CHECK_SLOW = 20000,  /* microseconds for a question: a warning */
	RULES_CHECK_FRESH = 50,	   /* moves that say how fast a new start is */
	RULES_CHECK_LATE = 400,	   /* fewest questions of which the last quarter is late */
	RULES_CHECK_GROWTH = 1000, /* microseconds that a question takes longer then, ... */
	RULES_CHECK_FACTOR = 3	   /* ... and how many times as long: a warning */
};

/* A position of a game, or a move that the program has played once, to be asked again. */
struct rules_play {
	int64_t game;
	char text[POSITION_TEXT]; /* the position; of a move, that before it */
	char word[MOVE_TEXT];	  /* of a move */
	char *block;		  /* owned: what is known of the position, or the answer */
};

/* A position of the first game, and the move from it. */
struct rules_ply {
	char position[POSITION_TEXT], word[MOVE_TEXT];
};

struct rules_check {
	struct rules_step step;
	struct rules_keys keys;
	struct rules_play samples[RULES_CHECK_SAMPLES];
	int samples_count;
	struct rules_play plays[RULES_CHECK_PLAYS];
	int plays_count;
	int64_t plays_asked;
	char words[RULES_CHECK_WORDS][MOVE_TEXT];
	int words_count;
	struct rules_ply *first; /* owned: the course of the first game */
	int first_count;

	int64_t games, plies, longest;
	int64_t ties;
	struct rules_process_counts counts;
	int64_t *waits; /* owned: microseconds of each question of the games */
	size_t waits_count;
	int64_t fresh[RULES_CHECK_FRESH]; /* the same, after a new start */
	int fresh_count;
};

/* --- random games ---------------------------------------------------------------------------- */

/* Keeps some positions of all games, each with its block. */
static void rules_check_sample(struct rules_check *c, const struct position *p, int64_t game)
{
	/* One of the first positions, then one of all that came, each with the same chance (Vitter
	 * 1985). */
	int at = c->samples_count;
	if (at == RULES_CHECK_SAMPLES) {
		uint64_t drawn = random_below(&c->step.random, (uint64_t)c->plies + 1);
		if (drawn >= RULES_CHECK_SAMPLES)
			return;
		at = (int)drawn;
	} else {
		c->samples_count++;
	}
	struct rules_play *s = &c->samples[at];
	free(s->block);
	s->game = game;
	s->block = NULL;
	c->step.rules->write(&c->step.setup, p, s->text);
	if (rules_process_block(&c->step.setup, p, c->step.block))
		s->block = memory_copy(c->step.block);
}

/* Keeps some of the moves that the program was asked about, each with the answer: drawn like the
 * samples. */
static void rules_check_keep_play(struct rules_check *c, const struct position *before,
	const char *word, const struct position *p, int64_t game)
{
	uint64_t at = (uint64_t)c->plays_count;
	c->plays_asked++;
	if (at == RULES_CHECK_PLAYS)
		at = random_below(&c->step.draw, (uint64_t)c->plays_asked);
	else
		c->plays_count++;
	if (at >= RULES_CHECK_PLAYS)
		return;
	struct rules_play *kept = &c->plays[at];
	free(kept->block);
	kept->game = game;
	kept->block = rules_process_block(&c->step.setup, p, c->step.block)
			      ? memory_copy(c->step.block)
			      : NULL;
	c->step.rules->write(&c->step.setup, before, kept->text);
	snprintf(kept->word, sizeof kept->word, "%s", word);
}

static void rules_check_word(struct rules_check *c, const char *word)
{
	for (int i = 0; i < c->words_count; i++)
		if (strcmp(c->words[i], word) == 0)
			return;
	if (c->words_count < RULES_CHECK_WORDS)
		snprintf(c->words[c->words_count++], MOVE_TEXT, "%s", word);
}

/* Keeps the course of the first game. */
static void rules_check_first(struct rules_check *c, const struct position *p, const char *word)
{
	int n = c->first_count++;
	if ((n & (n - 1)) == 0) /* room for twice as many */
		c->first = memory_resize(c->first, n == 0 ? 1 : (size_t)n * 2, sizeof *c->first);
	c->step.rules->write(&c->step.setup, p, c->first[n].position);
	snprintf(c->first[n].word, MOVE_TEXT, "%s", word);
}

static void rules_check_keep_wait(struct rules_check *c, int64_t wait)
{
	if (c->waits_count % 1024 == 0)
		c->waits = memory_resize(c->waits, c->waits_count + 1024, sizeof *c->waits);
	c->waits[c->waits_count++] = wait;
}

/* Plays one game at random. False: a step has failed. */
static bool rules_check_game(struct rules_check *c, int64_t game)
{
	struct position p;
	char word[MOVE_TEXT];
	int64_t scores[SEATS_MAX] = {0};
	if (!rules_step_setup(&c->step, game))
		return false;
	c->step.rules->start(&c->step.setup, &p);
	for (int ply = 0;; ply++) {
		int count = c->step.rules->moves(&c->step.setup, &p, c->step.moves);
		if (rules_step_fault(&c->step))
			return false;
		if (!rules_keys_add(&c->keys, &c->step, &p, game, count))
			return false;
		rules_check_sample(c, &p, game);
		if (count == 0) {
			if (game == 0)
				rules_check_first(c, &p, "");
			c->longest = ply > c->longest ? ply : c->longest;
			break;
		}
		if (ply == RULES_STEP_PLIES) {
			rules_step_at(&c->step, &p, NULL);
			return rules_step_end(&c->step, STEP_RESULT_FAILED,
				"a random game does not end: it has %d moves", RULES_STEP_PLIES);
		}
		move m = c->step.moves[random_below(&c->step.random, (uint64_t)count)];
		c->step.rules->move_text(&c->step.setup, &p, m, word);
		rules_check_word(c, word);
		if (game == 0)
			rules_check_first(c, &p, word);
		struct position before = p;
		struct rules_process_counts asked = rules_process_counts(c->step.rules);
		c->step.rules->play(&c->step.setup, &p, m);
		if (rules_process_fault(c->step.rules) != NULL)
			rules_step_at(&c->step, &before, word);
		else if (rules_process_counts(c->step.rules).questions > asked.questions) {
			rules_check_keep_play(c, &before, word, &p, game);
			rules_check_keep_wait(
				c, rules_process_counts(c->step.rules).waited - asked.waited);
		}
		c->plies++;
	}
	c->step.rules->scores(&c->step.setup, &p, scores);
	bool tie = false;
	for (int i = 1; i < c->step.setup.seats; i++)
		for (int k = 0; k < i; k++)
			tie |= scores[i] == scores[k];
	c->ties += tie;
	return true;
}

static bool rules_check_games(struct rules_check *c)
{
	rules_step_begin(&c->step, "games");
	struct rules_process_counts before = rules_process_counts(c->step.rules);
	for (int64_t i = 0; i < c->step.options->games; i++) {
		if (i > 0 && time_now() - c->step.begun >= c->step.options->time)
			break;
		if (!rules_check_game(c, i))
			return false;
		c->games++;
	}
	struct rules_process_counts after = rules_process_counts(c->step.rules);
	c->counts.questions = after.questions - before.questions;
	c->counts.waited = after.waited - before.waited;
	c->counts.known = after.known - before.known;
	return rules_step_end(&c->step, STEP_RESULT_OK,
		"%" PRId64 " random games of %" PRId64 " moves on average, at most %" PRId64
		"; with ties: %" PRId64,
		c->games, c->plies / c->games, c->longest, c->ties);
}

/* --- the steps after the games --------------------------------------------------------------- */

/* The program was started again: does the first game lead through the same positions? */
static bool rules_check_again(struct rules_check *c)
{
	struct position p;
	char text[POSITION_TEXT];
	rules_step_begin(&c->step, "again");
	if (!rules_step_restart(&c->step) || !rules_step_setup(&c->step, 0))
		return false;
	c->step.rules->start(&c->step.setup, &p);
	for (int i = 0; i < c->first_count; i++) {
		move m;
		c->step.rules->write(&c->step.setup, &p, text);
		if (rules_step_fault(&c->step))
			return false;
		if (strcmp(text, c->first[i].position) != 0) {
			snprintf(c->step.finding.position, POSITION_TEXT, "%s",
				c->first[i].position);
			return rules_step_end(&c->step, STEP_RESULT_FAILED,
				"after a start of the program move %d of the same game leads to \"%.200s\"; the same setup and moves lead to the same positions",
				i, text);
		}
		if (i == c->first_count - 1)
			break;
		if (!rules_read_move(&c->step.setup, &p, c->first[i].word, &m)) {
			if (rules_step_fault(&c->step))
				return false;
			rules_step_at(&c->step, &p, c->first[i].word);
			return rules_step_end(&c->step, STEP_RESULT_FAILED,
				"after a start of the program a move is not legal that was legal before");
		}
		c->step.rules->play(&c->step.setup, &p, m);
	}
	return rules_step_end(&c->step, STEP_RESULT_OK,
		"after a start of the program the same game has the same %d positions",
		c->first_count);
}

/* A number of the words of a line, whatever their order. */
static uint64_t rules_check_words_hash(const char *line, size_t length)
{
	uint64_t hash = 0;
	for (size_t at = 0, word; at < length; at += word + 1) {
		word = strcspn(line + at, " \n");
		hash += rules_step_hash(line + at, word);
	}
	return hash;
}

/* Do two lines of legal moves have the same words? */
static bool rules_check_is_order(const char *a, size_t a_length, const char *b, size_t b_length)
{
	return strncmp(a, "legal ", 6) == 0 && a_length == b_length &&
	       rules_check_words_hash(a, a_length) == rules_check_words_hash(b, b_length);
}

/* Ends a step that has failed: what, and the first line of the block that was another one. */
static bool rules_check_differs(struct rules_check *c, const char *old, const char *what)
{
	size_t at = 0;
	while (c->step.block[at] == old[at])
		at++;
	while (at > 0 && c->step.block[at - 1] != '\n')
		at--;
	const char *now = c->step.block + at;
	size_t length = strcspn(now, "\n"), before = strcspn(old + at, "\n");
	return rules_step_end(&c->step, STEP_RESULT_FAILED, "%s: \"%.*s\", and before \"%.*s\"%s",
		what, (int)(length < 300 ? length : 300), now, (int)(before < 300 ? before : 300),
		old + at,
		rules_check_is_order(now, length, old + at, before)
			? "; they differ in their order only, and the order of legal moves stays as it is"
			: "");
}

/* Are the answers about the samples the same when the program reads their texts? */
static bool rules_check_reads(struct rules_check *c)
{
	struct position p;
	struct error err;
	rules_step_begin(&c->step, "positions");
	if (!rules_step_restart(&c->step))
		return false;
	for (int i = 0; i < c->samples_count; i++) {
		const struct rules_play *s = &c->samples[i];
		if (!rules_step_setup(&c->step, s->game))
			return false;
		snprintf(c->step.finding.position, POSITION_TEXT, "%s", s->text);
		if (!c->step.rules->read(&c->step.setup, &p, s->text, &err))
			return rules_step_end(&c->step, STEP_RESULT_FAILED,
				"the program does not read a position that it wrote: %s", err.text);
		if (!rules_process_block(&c->step.setup, &p, c->step.block))
			return !rules_step_fault(&c->step);
		if (s->block != NULL && strcmp(c->step.block, s->block) != 0)
			return rules_check_differs(
				c, s->block, "its text reads back as another position");
	}
	c->step.finding.position[0] = '\0';
	return rules_step_end(&c->step, STEP_RESULT_OK,
		"%d positions of the games read back as themselves", c->samples_count);
}

/* Plays the move again. False: a step has failed. */
static bool rules_check_repeat(struct rules_check *c, const struct rules_play *kept)
{
	struct position p;
	struct error err;
	move m;
	if (!rules_step_setup(&c->step, kept->game))
		return false;
	snprintf(c->step.finding.position, POSITION_TEXT, "%s", kept->text);
	snprintf(c->step.finding.word, MOVE_TEXT, "%s", kept->word);
	if (!c->step.rules->read(&c->step.setup, &p, kept->text, &err))
		return rules_step_end(&c->step, STEP_RESULT_FAILED,
			"the program does not read a position that it wrote: %s", err.text);
	if (!rules_read_move(&c->step.setup, &p, kept->word, &m))
		return !rules_step_fault(&c->step) &&
		       rules_step_end(&c->step, STEP_RESULT_FAILED,
			       "the move is not legal, and it was legal before");
	c->step.rules->play(&c->step.setup, &p, m);
	if (rules_step_fault(&c->step) || !rules_process_block(&c->step.setup, &p, c->step.block))
		return false;
	return kept->block == NULL || strcmp(c->step.block, kept->block) == 0 ||
	       rules_check_differs(
		       c, kept->block, "the same move in the same position has another answer");
}

/* The program was started again: are the answers the same in another order? */
static bool rules_check_repeats(struct rules_check *c)
{
	int played = 0;
	rules_step_begin(&c->step, "repeats");
	if (!rules_step_restart(&c->step))
		return false;
	for (; played < c->plays_count && time_now() - c->step.begun < c->step.options->time;
		played++) {
		/* The next of a shuffle (Fisher and Yates). */
		int at = played +
			 (int)random_below(&c->step.draw, (uint64_t)(c->plays_count - played));
		struct rules_play next = c->plays[at];
		c->plays[at] = c->plays[played];
		c->plays[played] = next;
		struct rules_process_counts before = rules_process_counts(c->step.rules);
		if (!rules_check_repeat(c, &c->plays[played]))
			return false;
		struct rules_process_counts now = rules_process_counts(c->step.rules);
		if (c->fresh_count < RULES_CHECK_FRESH && now.questions > before.questions)
			c->fresh[c->fresh_count++] =
				(now.waited - before.waited) / (now.questions - before.questions);
	}
	c->step.finding.position[0] = c->step.finding.word[0] = '\0';
	return rules_step_end(&c->step, STEP_RESULT_OK,
		"after a start of the program %d moves of all games, in another order, have the same answers",
		played);
}

/* Does the program refuse the word as a move of the position? */
static bool rules_check_refuses(struct rules_check *c, const struct position *p, const char *word)
{
	char question[POSITION_TEXT + MOVE_TEXT + 16], text[POSITION_TEXT];
	bool refused;
	c->step.rules->write(&c->step.setup, p, text);
	snprintf(question, sizeof question, "play %s %s", word, text);
	rules_step_at(&c->step, p, word);
	if (!rules_process_probe(&c->step.setup, question, &refused))
		return !rules_step_fault(&c->step);
	return refused ||
	       rules_step_end(&c->step, STEP_RESULT_FAILED,
		       "the program plays \"%s\", which is no legal move there; it answers error",
		       word);
}

/* Tries moves of other positions, a word that is no move, and a text that is no position. */
static bool rules_check_illegal(struct rules_check *c)
{
	struct position p;
	struct error err;
	bool refused;
	int tried = 0;
	rules_step_begin(&c->step, "illegal");
	for (int i = 0; i < c->samples_count; i++) {
		if (!rules_step_setup(&c->step, c->samples[i].game))
			return false;
		if (!c->step.rules->read(&c->step.setup, &p, c->samples[i].text, &err))
			return !rules_step_fault(&c->step);
		for (int k = 0; k < RULES_CHECK_TRIES; k++) {
			move m;
			const char *word = k == 0 ? "no-such-move"
						  : c->words[random_below(&c->step.random,
							    (uint64_t)c->words_count)];
			if (rules_read_move(&c->step.setup, &p, word, &m))
				continue;
			if (!rules_check_refuses(c, &p, word))
				return false;
			tried++;
		}
	}
	c->step.finding.position[0] = c->step.finding.word[0] = '\0';
	if (!rules_process_probe(&c->step.setup, "position no such position", &refused))
		return !rules_step_fault(&c->step);
	if (!refused)
		return rules_step_end(&c->step, STEP_RESULT_FAILED,
			"the program reads \"no such position\" as a position; it answers error");
	return rules_step_end(&c->step, STEP_RESULT_OK,
		"%d moves that are not legal were refused, and a text that is no position", tried);
}

/* Asks for what the features promise, in the samples. */
static bool rules_check_features(struct rules_check *c)
{
	struct position p;
	struct error err;
	int64_t values[SEATS_MAX];
	char board[BOARD_TEXT];
	bool draws = rules_process_draws(c->step.rules),
	     evaluates = rules_process_evaluates(c->step.rules);
	int evaluated = 0;
	rules_step_begin(&c->step, "features");
	for (int i = 0; i < c->samples_count && (draws || evaluates); i++) {
		if (!rules_step_setup(&c->step, c->samples[i].game))
			return false;
		if (!c->step.rules->read(&c->step.setup, &p, c->samples[i].text, &err))
			return !rules_step_fault(&c->step);
		rules_step_at(&c->step, &p, NULL);
		if (draws)
			c->step.rules->board(&c->step.setup, &p, board);
		if (evaluates && c->step.rules->to_move(&c->step.setup, &p) != 0) {
			rules_process_evaluate(&c->step.setup, &p, values);
			evaluated++;
		}
		if (rules_step_fault(&c->step))
			return false;
	}
	c->step.finding.position[0] = '\0';
	if (!draws && !evaluates)
		return rules_step_end(&c->step, STEP_RESULT_SKIPPED,
			"there is no \"feature board\" and no \"feature evaluate\"");
	if (!draws)
		return rules_step_end(&c->step, STEP_RESULT_OK,
			"evaluations of %d positions; there is no \"feature board\"", evaluated);
	if (!evaluates)
		return rules_step_end(&c->step, STEP_RESULT_OK,
			"boards of %d positions; without \"feature evaluate\" house bots play it without knowledge",
			c->samples_count);
	return rules_step_end(&c->step, STEP_RESULT_OK,
		"boards of %d positions, and evaluations of the %d that are not over",
		c->samples_count, evaluated);
}

/* Writes a word of a line that is full at *column. */
static void rules_check_write_word(FILE *out, int *column, const char *word)
{
	int length = (int)strlen(word);
	bool full = *column + 1 + length > RULES_CHECK_LINE;
	fprintf(out, "%s%s", *column == 0 ? "" : full ? "\n" : " ", word);
	*column = length + (*column == 0 || full ? 0 : *column + 1);
}

/* Writes the moves of the first game as SEAT:MOVE, with *p at its end. False: a step has failed. */
static bool rules_check_write_moves(struct rules_check *c, FILE *out, struct position *p)
{
	int plies = c->first_count - 1, column = 0;
	char word[MOVE_TEXT + 16];
	c->step.rules->start(&c->step.setup, p);
	for (int i = 0; i < plies; i++) {
		move m;
		int turn = c->step.rules->to_move(&c->step.setup, p);
		if (!rules_read_move(&c->step.setup, p, c->first[i].word, &m))
			return !rules_step_fault(&c->step) &&
			       rules_step_end(&c->step, STEP_RESULT_FAILED,
				       "a move is not legal that was legal before");
		c->step.rules->play(&c->step.setup, p, m);
		if (i == RULES_CHECK_SHOWN && plies > 2 * RULES_CHECK_SHOWN)
			rules_check_write_word(out, &column, "...");
		if (i >= RULES_CHECK_SHOWN && i < plies - RULES_CHECK_SHOWN)
			continue;
		snprintf(word, sizeof word, "%d:%s", turn, c->first[i].word);
		rules_check_write_word(out, &column, word);
	}
	fputc('\n', out);
	return !rules_step_fault(&c->step);
}

/* Only its author can tell whether it is the right game. */
static bool rules_check_example(struct rules_check *c)
{
	struct position p;
	int64_t scores[SEATS_MAX] = {0};
	int ranks[SEATS_MAX];
	char board[BOARD_TEXT], result[128];
	char *lines;
	size_t size, used = 0;
	rules_step_begin(&c->step, "example");
	if (!rules_step_setup(&c->step, 0))
		return false;
	FILE *out = memory_open(&lines, &size);
	bool good = rules_check_write_moves(c, out, &p);
	if (good && rules_process_draws(c->step.rules)) {
		c->step.rules->board(&c->step.setup, &p, board);
		fputs(board, out);
	}
	memory_close(out);
	if (good && !rules_step_fault(&c->step)) {
		c->step.rules->scores(&c->step.setup, &p, scores);
		rules_ranks(scores, c->step.setup.seats, ranks);
		for (int i = 0; i < c->step.setup.seats; i++)
			used += (size_t)snprintf(
				result + used, sizeof result - used, " %d", ranks[i]);
		for (int i = 0; i < c->step.setup.seats && c->step.rules->scored; i++)
			used += (size_t)snprintf(result + used, sizeof result - used, "%s%" PRId64,
				i == 0 ? ", scores " : " ", scores[i]);
		rules_step_at(&c->step, &p, NULL);
		c->step.finding.lines = lines;
		rules_step_end(&c->step, STEP_RESULT_OK,
			"the first random game has %d moves and ends with ranks%s; is this your game?",
			c->first_count - 1, result);
	}
	free(lines);
	return !c->step.failed;
}

static int rules_check_compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* The median of the waits, which it sorts: a machine that stood still once does not move it. */
static int64_t rules_check_middle(int64_t *waits, size_t count)
{
	qsort(waits, count, sizeof *waits, rules_check_compare);
	return waits[count / 2];
}

static bool rules_check_speed(struct rules_check *c)
{
	rules_step_begin(&c->step, "speed");
	size_t all = c->waits_count, quarter = all / 4;
	bool enough = all >= RULES_CHECK_LATE && c->fresh_count == RULES_CHECK_FRESH;
	int64_t late = enough ? rules_check_middle(c->waits + all - quarter, quarter) : 0;
	int64_t fresh = enough ? rules_check_middle(c->fresh, RULES_CHECK_FRESH) : 0;
	if (late >= fresh + RULES_CHECK_GROWTH && late >= fresh * RULES_CHECK_FACTOR)
		return rules_step_end(&c->step, STEP_RESULT_WARNING,
			"answers become slower: a question took %.2f ms in the last of the games, and %.2f ms after a new start of the program; does it keep all that it was asked?",
			(double)late / 1000, (double)fresh / 1000);
	int64_t cost = c->counts.questions > 0 ? c->counts.waited / c->counts.questions : 0;
	double asked = c->plies > 0 ? (double)c->counts.questions / (double)c->plies : 0;
	return rules_step_end(&c->step,
		cost > RULES_CHECK_SLOW ? STEP_RESULT_WARNING : STEP_RESULT_OK,
		"%.0f questions a second: a move costs %.2f ms outside all clocks, a game of %" PRId64
		" moves %.2f s; %.2f questions a move, the others were cached",
		cost > 0 ? 1e6 / (double)cost : 0.0, (double)cost * asked / 1000,
		c->plies / c->games, (double)cost * asked * (double)(c->plies / c->games) / 1e6,
		asked);
}

static bool rules_check_description(struct rules_check *c)
{
	char seats[32] = "";
	size_t used = 0;
	rules_step_begin(&c->step, "rules");
	for (int n = 2; n <= SEATS_MAX; n++)
		if (c->step.rules->seat_counts >> n & 1)
			used += (size_t)snprintf(
				seats + used, sizeof seats - used, "%s%d", used > 0 ? ", " : "", n);
	const char *version = rules_process_version(c->step.rules);
	return rules_step_end(&c->step, STEP_RESULT_OK, "%s%s%s for %s seats%s",
		c->step.rules->name, version[0] != '\0' ? " " : "", version, seats,
		rules_vary(c->step.rules) ? "; each game's setup is drawn from its seed" : "");
}

static bool rules_check_start(struct rules_check *c)
{
	struct position p;
	rules_step_begin(&c->step, "setup");
	if (!rules_step_setup(&c->step, 0))
		return false;
	c->step.rules->start(&c->step.setup, &p);
	int count = c->step.rules->moves(&c->step.setup, &p, c->step.moves);
	if (rules_step_fault(&c->step))
		return false;
	rules_step_at(&c->step, &p, NULL);
	if (count == 0)
		return rules_step_end(
			&c->step, STEP_RESULT_FAILED, "the game is over at its start");
	char drawing[RULES_DRAWING];
	return rules_step_end(&c->step, STEP_RESULT_OK, "the start has %d legal moves; %s", count,
		rules_drawing_describe(&c->step.setup, &p, drawing));
}

/* Can a game go on forever? */
static bool rules_check_ends(struct rules_check *c)
{
	rules_step_begin(&c->step, "ends");
	if (c->keys.agains == 0)
		return rules_step_end(&c->step, STEP_RESULT_OK,
			"in no game a position came again, so that each goes on");
	memcpy(c->step.finding.position, c->keys.again_text, sizeof c->keys.again_text);
	return rules_step_end(&c->step, STEP_RESULT_WARNING,
		"in %" PRId64 " of %" PRId64
		" games a position came again, so bots can play on forever; max-plies ends such games (after %d plies if a tournament says nothing), and so does repetition",
		c->keys.agains, c->games, RULES_PROCESS_PLIES);
}

static bool rules_check_keys(struct rules_check *c)
{
	return rules_keys_step(&c->keys, &c->step);
}

static bool rules_check_forfeits(struct rules_check *c)
{
	return rules_forfeits(&c->step);
}

bool rules_check_run(const struct rules_check_options *options)
{
	static bool (*const steps[])(struct rules_check * c) = {rules_check_description,
		rules_check_start, rules_check_games, rules_check_ends, rules_check_keys,
		rules_check_again, rules_check_reads, rules_check_repeats, rules_check_illegal,
		rules_check_forfeits, rules_check_features, rules_check_speed, rules_check_example};
	struct rules_check *c = memory_get(1, sizeof *c);
	c->step.options = options;
	c->step.rules = options->rules;
	c->step.random = options->seed;
	c->step.draw = random_mix(options->seed, RULES_CHECK_PLAYS);
	for (size_t i = 0; i < sizeof steps / sizeof *steps && steps[i](c); i++)
		;
	bool good = !c->step.failed;
	for (int i = 0; i < c->samples_count; i++)
		free(c->samples[i].block);
	for (int i = 0; i < c->plays_count; i++)
		free(c->plays[i].block);
	rules_keys_clear(&c->keys);
	free(c->waits);
	free(c->first);
	free(c);
	return good;
}
