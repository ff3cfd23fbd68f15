/*
 * rules-check.c - plays random games by a rules program, then starts it again and compares.
 *
 * The games give the later steps samples of positions and of moves with their answers, pairs of
 * positions with one key, the words of moves, and the course of the first game.
 */
#include "referee/check/rules-check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/check/rules-drawing.h"
#include "rules/process/rules-process.h"

enum {
	RULES_CHECK_PLIES = 20000,  /* a longer game does not end */
	RULES_CHECK_SAMPLES = 200,  /* positions that are read back */
	RULES_CHECK_PLAYS = 500,    /* moves that are played again, in another order */
	RULES_CHECK_PAIRS = 40,	    /* of positions with one key, which are played on alike */
	RULES_CHECK_FURTHER = 60,   /* moves from each of them at most */
	RULES_CHECK_SHOWN = 100,    /* first and last moves of the game that is shown */
	RULES_CHECK_LINE = 100,	    /* columns of a line of them */
	RULES_CHECK_WORDS = 256,    /* moves that are tried where they are not legal */
	RULES_CHECK_KEYS = 1 << 18, /* positions whose keys are compared */
	RULES_CHECK_TRIES = 4,	    /* illegal moves in one sample */
	RULES_CHECK_FORFEITS = 50,  /* games with seats that give up */
	RULES_CHECK_ABOVE = 96,	    /* bytes of a part of a sentence */
	RULES_CHECK_SLOW = 20000,   /* microseconds for a question: a warning */
	RULES_CHECK_FRESH = 50,	    /* moves that say how fast a new start is */
	RULES_CHECK_LATE = 400,	    /* fewest questions of which the last quarter is late */
	RULES_CHECK_GROWTH = 1000,  /* microseconds that a question takes longer then, ... */
	RULES_CHECK_FACTOR = 3	    /* ... and how many times as long: a warning */
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

/* The first position with a key. */
struct rules_key {
	uint64_t key, facts;
	int64_t game; /* the last one that had the key */
	char *text;   /* owned; NULL: free */
};

/* Two positions with one key. */
struct rules_pair {
	int64_t game;
	char text[2][POSITION_TEXT];
};

struct rules_check {
	const struct rules_check_options *options;
	const struct rules *rules;
	struct rules_finding finding;
	usec begun;
	bool failed; /* any step */

	struct setup setup;
	move moves[MOVES_MAX];
	char block[RULES_PROCESS_BLOCK];
	uint64_t random;
	uint64_t draw; /* what is kept of the games; it does not change them */

	struct rules_play samples[RULES_CHECK_SAMPLES];
	int samples_count;
	struct rules_play plays[RULES_CHECK_PLAYS];
	int plays_count;
	int64_t plays_asked;
	char words[RULES_CHECK_WORDS][MOVE_TEXT];
	int words_count;
	struct rules_key *keys;
	int keys_count;
	int keys_shared; /* positions with the key of another one */
	struct rules_pair pairs[RULES_CHECK_PAIRS];
	int pairs_count;
	bool position_repeated; /* in this game a position came again */
	int64_t agains;		/* games in which one did */
	char again_text[POSITION_TEXT];

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

/* --- findings -------------------------------------------------------------------------------- */

static void rules_check_begin(struct rules_check *c, const char *step)
{
	c->finding = (struct rules_finding){.step = step};
	c->begun = time_now();
}

/* Ends a step, printf-like. Returns true unless it has failed. */
static bool rules_check_end(struct rules_check *c, enum step_result_verdict verdict,
	const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool rules_check_end(
	struct rules_check *c, enum step_result_verdict verdict, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(c->finding.text, sizeof c->finding.text, format, arguments);
	va_end(arguments);
	c->finding.verdict = verdict;
	c->finding.took = time_now() - c->begun;
	c->failed |= verdict == STEP_RESULT_FAILED;
	c->options->report(c->options->arg, &c->finding);
	return verdict != STEP_RESULT_FAILED;
}

/* Names the position, and the move in it (NULL: none). */
static void rules_check_at(struct rules_check *c, const struct position *p, const char *word)
{
	c->rules->write(&c->setup, p, c->finding.position);
	snprintf(c->finding.word, sizeof c->finding.word, "%s", word != NULL ? word : "");
}

/* Are the rules at fault? Then the step ends with the reason. */
static bool rules_check_fault(struct rules_check *c)
{
	const char *fault = rules_process_fault(c->rules);
	if (fault != NULL)
		rules_check_end(c, STEP_RESULT_FAILED, "%s", fault);
	return fault != NULL;
}

/* Starts the program again, without any cached answer. */
static bool rules_check_restart(struct rules_check *c)
{
	struct error err;
	return rules_process_restart(c->rules, &err) ||
	       rules_check_end(c, STEP_RESULT_FAILED, "%s", err.text);
}

/* Makes the setup of a game: the numbers of seats take turns. */
static bool rules_check_setup(struct rules_check *c, int64_t game)
{
	const struct rules_check_options *t = c->options;
	struct error err;
	int seats = t->seats;
	if (seats == 0) {
		int skip = (int)(game % __builtin_popcount(c->rules->seat_counts));
		for (seats = __builtin_ctz(c->rules->seat_counts); skip > 0; skip--)
			do
				seats++;
			while (!(c->rules->seat_counts >> seats & 1));
	}
	if (setup_init(&c->setup, c->rules, seats, random_mix(t->seed, (uint64_t)game), t->params,
		    t->params_count, &err))
		return true;
	bool own = t->params_count == 0 && c->rules->parameters[0].name != NULL &&
		   (c->rules->seat_counts >> seats & 1) != 0 &&
		   rules_process_fault(c->rules) == NULL;
	return rules_check_end(c, STEP_RESULT_FAILED, "%s%s", err.text,
		own ? "; no --param is set, so these are the defaults of its description" : "");
}

/* --- random games ---------------------------------------------------------------------------- */

static uint64_t rules_check_hash(const char *text, size_t length)
{
	uint64_t hash = 1;
	for (size_t i = 0; i < length; i++)
		hash = random_mix(hash, (unsigned char)text[i]);
	return hash;
}

/* A number of what must be equal for positions of equal keys: turn, moves in any order, result. */
static uint64_t rules_check_facts(struct rules_check *c, const struct position *p, int count)
{
	int64_t scores[SEATS_MAX] = {0};
	char word[MOVE_TEXT];
	uint64_t moves = 0;
	for (int i = 0; i < count; i++) {
		c->rules->move_text(&c->setup, p, c->moves[i], word);
		moves += rules_check_hash(word, strlen(word));
	}
	uint64_t facts = random_mix(moves, (uint64_t)c->rules->to_move(&c->setup, p));
	facts = random_mix(facts, c->rules->in(&c->setup, p));
	c->rules->scores(&c->setup, p, scores);
	for (int i = 0; i < c->setup.seats && count == 0; i++)
		facts = random_mix(facts, (uint64_t)scores[i]);
	return facts;
}

/* Keeps two positions with one key: one of the first pairs, then one of all that came, each with
 * the same chance. */
static void rules_check_pair(
	struct rules_check *c, const char *text, const char *other, int64_t game)
{
	uint64_t at = (uint64_t)c->pairs_count;
	if (at == RULES_CHECK_PAIRS)
		at = random_below(&c->draw, (uint64_t)c->keys_shared);
	else
		c->pairs_count++;
	if (at >= RULES_CHECK_PAIRS)
		return;
	struct rules_pair *pair = &c->pairs[at];
	pair->game = game;
	snprintf(pair->text[0], POSITION_TEXT, "%s", text);
	snprintf(pair->text[1], POSITION_TEXT, "%s", other);
}

/* Compares the position with an earlier one of the same key. False: they differ. */
static bool rules_check_key(
	struct rules_check *c, const struct position *p, int64_t game, int count)
{
	char text[POSITION_TEXT];
	uint64_t setup = rules_vary(c->rules) ? (uint64_t)game : (uint64_t)c->setup.seats;
	uint64_t key = random_mix(c->rules->key(&c->setup, p), setup);
	uint64_t facts = rules_check_facts(c, p, count);
	struct rules_key *at = &c->keys[key % RULES_CHECK_KEYS];
	c->rules->write(&c->setup, p, text);
	if (at->text == NULL) {
		*at = (struct rules_key){key, facts, game, memory_copy(text)};
		c->keys_count++;
		return true;
	}
	if (at->key != key)
		return true;
	if (at->game == game && !c->position_repeated) {
		c->position_repeated = true;
		if (c->agains++ == 0)
			memcpy(c->again_text, text, sizeof text);
	}
	at->game = game;
	if (strcmp(at->text, text) == 0)
		return true;
	c->keys_shared++;
	rules_check_pair(c, at->text, text, game);
	if (at->facts == facts)
		return true;
	rules_check_at(c, p, NULL);
	return rules_check_end(c, STEP_RESULT_FAILED,
		"key: \"%.200s\" has the same key, but another turn, other legal moves or another result; equal keys mean equal positions",
		at->text);
}

/* Keeps some positions of all games, each with its block. */
static void rules_check_sample(struct rules_check *c, const struct position *p, int64_t game)
{
	/* One of the first positions, then one of all that came, each with the same chance (Vitter
	 * 1985). */
	int at = c->samples_count;
	if (at == RULES_CHECK_SAMPLES) {
		uint64_t drawn = random_below(&c->random, (uint64_t)c->plies + 1);
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
	c->rules->write(&c->setup, p, s->text);
	if (rules_process_block(&c->setup, p, c->block))
		s->block = memory_copy(c->block);
}

/* Keeps some of the moves that the program was asked about, each with the answer: drawn like the
 * samples. */
static void rules_check_keep_play(struct rules_check *c, const struct position *before,
	const char *word, const struct position *p, int64_t game)
{
	uint64_t at = (uint64_t)c->plays_count;
	c->plays_asked++;
	if (at == RULES_CHECK_PLAYS)
		at = random_below(&c->draw, (uint64_t)c->plays_asked);
	else
		c->plays_count++;
	if (at >= RULES_CHECK_PLAYS)
		return;
	struct rules_play *kept = &c->plays[at];
	free(kept->block);
	kept->game = game;
	kept->block = rules_process_block(&c->setup, p, c->block) ? memory_copy(c->block) : NULL;
	c->rules->write(&c->setup, before, kept->text);
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
	c->rules->write(&c->setup, p, c->first[n].position);
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
	if (!rules_check_setup(c, game))
		return false;
	c->position_repeated = false;
	c->rules->start(&c->setup, &p);
	for (int ply = 0;; ply++) {
		int count = c->rules->moves(&c->setup, &p, c->moves);
		if (rules_check_fault(c))
			return false;
		if (!rules_check_key(c, &p, game, count))
			return false;
		rules_check_sample(c, &p, game);
		if (count == 0) {
			if (game == 0)
				rules_check_first(c, &p, "");
			c->longest = ply > c->longest ? ply : c->longest;
			break;
		}
		if (ply == RULES_CHECK_PLIES) {
			rules_check_at(c, &p, NULL);
			return rules_check_end(c, STEP_RESULT_FAILED,
				"a random game does not end: it has %d moves", RULES_CHECK_PLIES);
		}
		move m = c->moves[random_below(&c->random, (uint64_t)count)];
		c->rules->move_text(&c->setup, &p, m, word);
		rules_check_word(c, word);
		if (game == 0)
			rules_check_first(c, &p, word);
		struct position before = p;
		struct rules_process_counts asked = rules_process_counts(c->rules);
		c->rules->play(&c->setup, &p, m);
		if (rules_process_fault(c->rules) != NULL)
			rules_check_at(c, &before, word);
		else if (rules_process_counts(c->rules).questions > asked.questions) {
			rules_check_keep_play(c, &before, word, &p, game);
			rules_check_keep_wait(
				c, rules_process_counts(c->rules).waited - asked.waited);
		}
		c->plies++;
	}
	c->rules->scores(&c->setup, &p, scores);
	bool tie = false;
	for (int i = 1; i < c->setup.seats; i++)
		for (int k = 0; k < i; k++)
			tie |= scores[i] == scores[k];
	c->ties += tie;
	return true;
}

static bool rules_check_games(struct rules_check *c)
{
	rules_check_begin(c, "games");
	struct rules_process_counts before = rules_process_counts(c->rules);
	for (int64_t i = 0; i < c->options->games; i++) {
		if (i > 0 && time_now() - c->begun >= c->options->time)
			break;
		if (!rules_check_game(c, i))
			return false;
		c->games++;
	}
	struct rules_process_counts after = rules_process_counts(c->rules);
	c->counts.questions = after.questions - before.questions;
	c->counts.waited = after.waited - before.waited;
	c->counts.known = after.known - before.known;
	return rules_check_end(c, STEP_RESULT_OK,
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
	rules_check_begin(c, "again");
	if (!rules_check_restart(c) || !rules_check_setup(c, 0))
		return false;
	c->rules->start(&c->setup, &p);
	for (int i = 0; i < c->first_count; i++) {
		move m;
		c->rules->write(&c->setup, &p, text);
		if (rules_check_fault(c))
			return false;
		if (strcmp(text, c->first[i].position) != 0) {
			snprintf(c->finding.position, POSITION_TEXT, "%s", c->first[i].position);
			return rules_check_end(c, STEP_RESULT_FAILED,
				"after a start of the program move %d of the same game leads to \"%.200s\"; the same setup and moves lead to the same positions",
				i, text);
		}
		if (i == c->first_count - 1)
			break;
		if (!rules_read_move(&c->setup, &p, c->first[i].word, &m)) {
			if (rules_check_fault(c))
				return false;
			rules_check_at(c, &p, c->first[i].word);
			return rules_check_end(c, STEP_RESULT_FAILED,
				"after a start of the program a move is not legal that was legal before");
		}
		c->rules->play(&c->setup, &p, m);
	}
	return rules_check_end(c, STEP_RESULT_OK,
		"after a start of the program the same game has the same %d positions",
		c->first_count);
}

/* A number of the words of a line, whatever their order. */
static uint64_t rules_check_words_hash(const char *line, size_t length)
{
	uint64_t hash = 0;
	for (size_t at = 0, word; at < length; at += word + 1) {
		word = strcspn(line + at, " \n");
		hash += rules_check_hash(line + at, word);
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
	while (c->block[at] == old[at])
		at++;
	while (at > 0 && c->block[at - 1] != '\n')
		at--;
	const char *now = c->block + at;
	size_t length = strcspn(now, "\n"), before = strcspn(old + at, "\n");
	return rules_check_end(c, STEP_RESULT_FAILED, "%s: \"%.*s\", and before \"%.*s\"%s", what,
		(int)(length < 300 ? length : 300), now, (int)(before < 300 ? before : 300),
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
	rules_check_begin(c, "positions");
	if (!rules_check_restart(c))
		return false;
	for (int i = 0; i < c->samples_count; i++) {
		const struct rules_play *s = &c->samples[i];
		if (!rules_check_setup(c, s->game))
			return false;
		snprintf(c->finding.position, POSITION_TEXT, "%s", s->text);
		if (!c->rules->read(&c->setup, &p, s->text, &err))
			return rules_check_end(c, STEP_RESULT_FAILED,
				"the program does not read a position that it wrote: %s", err.text);
		if (!rules_process_block(&c->setup, &p, c->block))
			return !rules_check_fault(c);
		if (s->block != NULL && strcmp(c->block, s->block) != 0)
			return rules_check_differs(
				c, s->block, "its text reads back as another position");
	}
	c->finding.position[0] = '\0';
	return rules_check_end(c, STEP_RESULT_OK,
		"%d positions of the games read back as themselves", c->samples_count);
}

/* Plays the move again. False: a step has failed. */
static bool rules_check_repeat(struct rules_check *c, const struct rules_play *kept)
{
	struct position p;
	struct error err;
	move m;
	if (!rules_check_setup(c, kept->game))
		return false;
	snprintf(c->finding.position, POSITION_TEXT, "%s", kept->text);
	snprintf(c->finding.word, MOVE_TEXT, "%s", kept->word);
	if (!c->rules->read(&c->setup, &p, kept->text, &err))
		return rules_check_end(c, STEP_RESULT_FAILED,
			"the program does not read a position that it wrote: %s", err.text);
	if (!rules_read_move(&c->setup, &p, kept->word, &m))
		return !rules_check_fault(c) &&
		       rules_check_end(c, STEP_RESULT_FAILED,
			       "the move is not legal, and it was legal before");
	c->rules->play(&c->setup, &p, m);
	if (rules_check_fault(c) || !rules_process_block(&c->setup, &p, c->block))
		return false;
	return kept->block == NULL || strcmp(c->block, kept->block) == 0 ||
	       rules_check_differs(
		       c, kept->block, "the same move in the same position has another answer");
}

/* The program was started again: are the answers the same in another order? */
static bool rules_check_repeats(struct rules_check *c)
{
	int played = 0;
	rules_check_begin(c, "repeats");
	if (!rules_check_restart(c))
		return false;
	for (; played < c->plays_count && time_now() - c->begun < c->options->time; played++) {
		/* The next of a shuffle (Fisher and Yates). */
		int at = played + (int)random_below(&c->draw, (uint64_t)(c->plays_count - played));
		struct rules_play next = c->plays[at];
		c->plays[at] = c->plays[played];
		c->plays[played] = next;
		struct rules_process_counts before = rules_process_counts(c->rules);
		if (!rules_check_repeat(c, &c->plays[played]))
			return false;
		struct rules_process_counts now = rules_process_counts(c->rules);
		if (c->fresh_count < RULES_CHECK_FRESH && now.questions > before.questions)
			c->fresh[c->fresh_count++] =
				(now.waited - before.waited) / (now.questions - before.questions);
	}
	c->finding.position[0] = c->finding.word[0] = '\0';
	return rules_check_end(c, STEP_RESULT_OK,
		"after a start of the program %d moves of all games, in another order, have the same answers",
		played);
}

/* Can a game go on forever? */
static bool rules_check_ends(struct rules_check *c)
{
	rules_check_begin(c, "ends");
	if (c->agains == 0)
		return rules_check_end(c, STEP_RESULT_OK,
			"in no game a position came again, so that each goes on");
	memcpy(c->finding.position, c->again_text, sizeof c->again_text);
	return rules_check_end(c, STEP_RESULT_WARNING,
		"in %" PRId64 " of %" PRId64
		" games a position came again, so bots can play on forever; max-plies ends such games (after %d plies if a tournament says nothing), and so does repetition",
		c->agains, c->games, RULES_PROCESS_PLIES);
}

/* Are the texts equal but for their numbers? */
static bool rules_check_but_numbers(const char *a, const char *b)
{
	static const char digits[] = "0123456789";
	for (;; a++, b++) {
		a += strspn(a, digits);
		b += strspn(b, digits);
		if (*a != *b || *a == '\0')
			return *a == *b;
	}
}

/* Reads both positions of the pair, and plays the same random moves from them, as long as they are
 * alike. False: a step has failed. */
static bool rules_check_pair_alike(struct rules_check *c, const struct rules_pair *pair)
{
	struct position p[2];
	struct error err;
	char path[RULES_CHECK_ABOVE] = "", word[MOVE_TEXT];
	size_t used = 0;
	if (!rules_check_setup(c, pair->game))
		return false;
	for (int i = 0; i < 2; i++)
		if (!c->rules->read(&c->setup, &p[i], pair->text[i], &err))
			return !rules_check_fault(c); /* the step of positions says it */
	for (int ply = 0; ply < RULES_CHECK_FURTHER; ply++) {
		uint64_t facts[2];
		int count[2];
		for (int i = 0; i < 2; i++) {
			count[i] = c->rules->moves(&c->setup, &p[i], c->moves);
			facts[i] = rules_check_facts(c, &p[i], count[i]);
		}
		if (rules_check_fault(c))
			return false;
		/* A limit of moves may end one of two games that differ in their number. */
		bool ended = (count[0] == 0) != (count[1] == 0);
		if (ended && rules_check_but_numbers(pair->text[0], pair->text[1]))
			return true;
		if (facts[0] != facts[1]) {
			memcpy(c->finding.position, pair->text[1], sizeof pair->text[1]);
			return rules_check_end(c, STEP_RESULT_FAILED,
				"key: \"%.200s\" has the same key, but after the moves%s of both it has another turn, other legal moves or another result; equal keys mean the same future",
				pair->text[0], path);
		}
		if (count[1] == 0)
			return true;
		move m = c->moves[random_below(&c->random, (uint64_t)count[1])];
		c->rules->move_text(&c->setup, &p[1], m, word);
		used += used < sizeof path
				? (size_t)snprintf(path + used, sizeof path - used, " %s", word)
				: 0;
		for (int i = 0; i < 2; i++)
			if (rules_read_move(&c->setup, &p[i], word, &m))
				c->rules->play(&c->setup, &p[i], m);
		if (rules_check_fault(c))
			return false;
	}
	return true;
}

static bool rules_check_keys(struct rules_check *c)
{
	rules_check_begin(c, "keys");
	for (int i = 0; i < c->pairs_count && time_now() - c->begun < c->options->time; i++)
		if (!rules_check_pair_alike(c, &c->pairs[i]))
			return false;
	return rules_check_end(c, STEP_RESULT_OK,
		"%d positions; %d times one had the key of another, and went on alike",
		c->keys_count, c->keys_shared);
}

/* Does the program refuse the word as a move of the position? */
static bool rules_check_refuses(struct rules_check *c, const struct position *p, const char *word)
{
	char question[POSITION_TEXT + MOVE_TEXT + 16], text[POSITION_TEXT];
	bool refused;
	c->rules->write(&c->setup, p, text);
	snprintf(question, sizeof question, "play %s %s", word, text);
	rules_check_at(c, p, word);
	if (!rules_process_probe(&c->setup, question, &refused))
		return !rules_check_fault(c);
	return refused ||
	       rules_check_end(c, STEP_RESULT_FAILED,
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
	rules_check_begin(c, "illegal");
	for (int i = 0; i < c->samples_count; i++) {
		if (!rules_check_setup(c, c->samples[i].game))
			return false;
		if (!c->rules->read(&c->setup, &p, c->samples[i].text, &err))
			return !rules_check_fault(c);
		for (int k = 0; k < RULES_CHECK_TRIES; k++) {
			move m;
			const char *word = k == 0 ? "no-such-move"
						  : c->words[random_below(
							    &c->random, (uint64_t)c->words_count)];
			if (rules_read_move(&c->setup, &p, word, &m))
				continue;
			if (!rules_check_refuses(c, &p, word))
				return false;
			tried++;
		}
	}
	c->finding.position[0] = c->finding.word[0] = '\0';
	if (!rules_process_probe(&c->setup, "position no such position", &refused))
		return !rules_check_fault(c);
	if (!refused)
		return rules_check_end(c, STEP_RESULT_FAILED,
			"the program reads \"no such position\" as a position; it answers error");
	return rules_check_end(c, STEP_RESULT_OK,
		"%d moves that are not legal were refused, and a text that is no position", tried);
}

/* Seat has given up: does it stay out? */
static bool rules_check_stays_out(
	struct rules_check *c, const struct position *p, unsigned gone, int turn)
{
	if (turn == 0 || !(gone >> (turn - 1) & 1))
		return true;
	rules_check_at(c, p, NULL);
	return rules_check_end(
		c, STEP_RESULT_FAILED, "seat %d gave up, and has the turn again", turn);
}

/* Counts a game in which the program ranks a seat that gave up above one that did not; above gets
 * the first: a sentence. */
static void rules_check_gone_above(struct rules_check *c, const struct position *p, unsigned gone,
	int *wrong, char above[RULES_CHECK_ABOVE])
{
	int64_t scores[SEATS_MAX] = {0};
	c->rules->scores(&c->setup, p, scores);
	for (int i = 0; i < c->setup.seats; i++)
		for (int k = 0; k < c->setup.seats; k++) {
			if (!(gone >> i & 1) || gone >> k & 1 || scores[i] <= scores[k])
				continue;
			if ((*wrong)++ == 0) {
				rules_check_at(c, p, NULL);
				snprintf(above, RULES_CHECK_ABOVE,
					"seat %d gave up, and is ranked above seat %d, which did not",
					i + 1, k + 1);
			}
			return;
		}
}

/* A random game in which seats give up. */
static bool rules_check_forfeit_game(
	struct rules_check *c, int64_t game, int *wrong, char above[RULES_CHECK_ABOVE])
{
	struct position p;
	unsigned gone = 0;
	char word[] = "1";
	if (!rules_check_setup(c, game))
		return false;
	c->rules->start(&c->setup, &p);
	for (int ply = 0; ply <= RULES_CHECK_PLIES; ply++) {
		int turn = c->rules->to_move(&c->setup, &p);
		if (rules_check_fault(c) || !rules_check_stays_out(c, &p, gone, turn))
			return false;
		if (turn == 0) {
			rules_check_gone_above(c, &p, gone, wrong, above);
			return !rules_check_fault(c);
		}
		if (c->setup.seats - __builtin_popcount(gone) < 2) {
			rules_check_at(c, &p, NULL);
			return rules_check_end(c, STEP_RESULT_FAILED,
				"one seat is left, but the game is not over");
		}
		if (random_below(&c->random, 8) == 0) {
			int seat = 1 + (int)random_below(&c->random, (uint64_t)c->setup.seats);
			if (!(c->rules->in(&c->setup, &p) & ~gone & 1u << (seat - 1)))
				continue;
			struct position before = p;
			gone |= 1u << (seat - 1);
			c->rules->forfeit(&c->setup, &p, seat);
			word[0] = (char)('0' + seat);
			if (rules_process_fault(c->rules) != NULL)
				rules_check_at(c, &before, word);
			continue;
		}
		int count = c->rules->moves(&c->setup, &p, c->moves);
		if (count > 0)
			c->rules->play(
				&c->setup, &p, c->moves[random_below(&c->random, (uint64_t)count)]);
	}
	rules_check_at(c, &p, NULL);
	return rules_check_end(c, STEP_RESULT_FAILED, "the game does not end after forfeits");
}

static bool rules_check_forfeits(struct rules_check *c)
{
	int played = 0, wrong = 0;
	char above[RULES_CHECK_ABOVE] = "";
	rules_check_begin(c, "forfeits");
	for (int i = 0; i < RULES_CHECK_FORFEITS && time_now() - c->begun < c->options->time; i++) {
		if (!rules_check_setup(c, i))
			return false;
		if (c->setup.seats == 2)
			continue;
		if (!rules_check_forfeit_game(c, i, &wrong, above))
			return false;
		played++;
	}
	if (played == 0)
		return rules_check_end(
			c, STEP_RESULT_SKIPPED, "with two seats a game is over when one gives up");
	if (wrong > 0)
		return rules_check_end(c, STEP_RESULT_WARNING,
			"%d games in which seats gave up: the others went on, and all ended; but in %d of them %s; the referee ranks it last",
			played, wrong, above);
	return rules_check_end(c, STEP_RESULT_OK,
		"%d games in which seats gave up: the others went on, and all ended", played);
}

/* Asks for what the features promise, in the samples. */
static bool rules_check_features(struct rules_check *c)
{
	struct position p;
	struct error err;
	int64_t values[SEATS_MAX];
	char board[BOARD_TEXT];
	bool draws = rules_process_draws(c->rules), evaluates = rules_process_evaluates(c->rules);
	int evaluated = 0;
	rules_check_begin(c, "features");
	for (int i = 0; i < c->samples_count && (draws || evaluates); i++) {
		if (!rules_check_setup(c, c->samples[i].game))
			return false;
		if (!c->rules->read(&c->setup, &p, c->samples[i].text, &err))
			return !rules_check_fault(c);
		rules_check_at(c, &p, NULL);
		if (draws)
			c->rules->board(&c->setup, &p, board);
		if (evaluates && c->rules->to_move(&c->setup, &p) != 0) {
			rules_process_evaluate(&c->setup, &p, values);
			evaluated++;
		}
		if (rules_check_fault(c))
			return false;
	}
	c->finding.position[0] = '\0';
	if (!draws && !evaluates)
		return rules_check_end(c, STEP_RESULT_SKIPPED,
			"there is no \"feature board\" and no \"feature evaluate\"");
	if (!draws)
		return rules_check_end(c, STEP_RESULT_OK,
			"evaluations of %d positions; there is no \"feature board\"", evaluated);
	if (!evaluates)
		return rules_check_end(c, STEP_RESULT_OK,
			"boards of %d positions; without \"feature evaluate\" house bots play it without knowledge",
			c->samples_count);
	return rules_check_end(c, STEP_RESULT_OK,
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
	c->rules->start(&c->setup, p);
	for (int i = 0; i < plies; i++) {
		move m;
		int turn = c->rules->to_move(&c->setup, p);
		if (!rules_read_move(&c->setup, p, c->first[i].word, &m))
			return !rules_check_fault(c) &&
			       rules_check_end(c, STEP_RESULT_FAILED,
				       "a move is not legal that was legal before");
		c->rules->play(&c->setup, p, m);
		if (i == RULES_CHECK_SHOWN && plies > 2 * RULES_CHECK_SHOWN)
			rules_check_write_word(out, &column, "...");
		if (i >= RULES_CHECK_SHOWN && i < plies - RULES_CHECK_SHOWN)
			continue;
		snprintf(word, sizeof word, "%d:%s", turn, c->first[i].word);
		rules_check_write_word(out, &column, word);
	}
	fputc('\n', out);
	return !rules_check_fault(c);
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
	rules_check_begin(c, "example");
	if (!rules_check_setup(c, 0))
		return false;
	FILE *out = memory_open(&lines, &size);
	bool good = rules_check_write_moves(c, out, &p);
	if (good && rules_process_draws(c->rules)) {
		c->rules->board(&c->setup, &p, board);
		fputs(board, out);
	}
	memory_close(out);
	if (good && !rules_check_fault(c)) {
		c->rules->scores(&c->setup, &p, scores);
		rules_ranks(scores, c->setup.seats, ranks);
		for (int i = 0; i < c->setup.seats; i++)
			used += (size_t)snprintf(
				result + used, sizeof result - used, " %d", ranks[i]);
		for (int i = 0; i < c->setup.seats && c->rules->scored; i++)
			used += (size_t)snprintf(result + used, sizeof result - used, "%s%" PRId64,
				i == 0 ? ", scores " : " ", scores[i]);
		rules_check_at(c, &p, NULL);
		c->finding.lines = lines;
		rules_check_end(c, STEP_RESULT_OK,
			"the first random game has %d moves and ends with ranks%s; is this your game?",
			c->first_count - 1, result);
	}
	free(lines);
	return !c->failed;
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
	rules_check_begin(c, "speed");
	size_t all = c->waits_count, quarter = all / 4;
	bool enough = all >= RULES_CHECK_LATE && c->fresh_count == RULES_CHECK_FRESH;
	int64_t late = enough ? rules_check_middle(c->waits + all - quarter, quarter) : 0;
	int64_t fresh = enough ? rules_check_middle(c->fresh, RULES_CHECK_FRESH) : 0;
	if (late >= fresh + RULES_CHECK_GROWTH && late >= fresh * RULES_CHECK_FACTOR)
		return rules_check_end(c, STEP_RESULT_WARNING,
			"answers become slower: a question took %.2f ms in the last of the games, and %.2f ms after a new start of the program; does it keep all that it was asked?",
			(double)late / 1000, (double)fresh / 1000);
	int64_t cost = c->counts.questions > 0 ? c->counts.waited / c->counts.questions : 0;
	double asked = c->plies > 0 ? (double)c->counts.questions / (double)c->plies : 0;
	return rules_check_end(c, cost > RULES_CHECK_SLOW ? STEP_RESULT_WARNING : STEP_RESULT_OK,
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
	rules_check_begin(c, "rules");
	for (int n = 2; n <= SEATS_MAX; n++)
		if (c->rules->seat_counts >> n & 1)
			used += (size_t)snprintf(
				seats + used, sizeof seats - used, "%s%d", used > 0 ? ", " : "", n);
	const char *version = rules_process_version(c->rules);
	return rules_check_end(c, STEP_RESULT_OK, "%s%s%s for %s seats%s", c->rules->name,
		version[0] != '\0' ? " " : "", version, seats,
		rules_vary(c->rules) ? "; each game's setup is drawn from its seed" : "");
}

static bool rules_check_start(struct rules_check *c)
{
	struct position p;
	rules_check_begin(c, "setup");
	if (!rules_check_setup(c, 0))
		return false;
	c->rules->start(&c->setup, &p);
	int count = c->rules->moves(&c->setup, &p, c->moves);
	if (rules_check_fault(c))
		return false;
	rules_check_at(c, &p, NULL);
	if (count == 0)
		return rules_check_end(c, STEP_RESULT_FAILED, "the game is over at its start");
	char drawing[RULES_DRAWING];
	return rules_check_end(c, STEP_RESULT_OK, "the start has %d legal moves; %s", count,
		rules_drawing_describe(&c->setup, &p, drawing));
}

bool rules_check_run(const struct rules_check_options *options)
{
	static bool (*const steps[])(struct rules_check * c) = {rules_check_description,
		rules_check_start, rules_check_games, rules_check_ends, rules_check_keys,
		rules_check_again, rules_check_reads, rules_check_repeats, rules_check_illegal,
		rules_check_forfeits, rules_check_features, rules_check_speed, rules_check_example};
	struct rules_check *c = memory_get(1, sizeof *c);
	c->options = options;
	c->rules = options->rules;
	c->random = options->seed;
	c->draw = random_mix(options->seed, RULES_CHECK_PLAYS);
	c->keys = memory_get(RULES_CHECK_KEYS, sizeof *c->keys);
	for (size_t i = 0; i < sizeof steps / sizeof *steps && steps[i](c); i++)
		;
	bool good = !c->failed;
	for (int i = 0; i < RULES_CHECK_KEYS; i++)
		free(c->keys[i].text);
	for (int i = 0; i < c->samples_count; i++)
		free(c->samples[i].block);
	for (int i = 0; i < c->plays_count; i++)
		free(c->plays[i].block);
	free(c->keys);
	free(c->waits);
	free(c->first);
	free(c);
	return good;
}
