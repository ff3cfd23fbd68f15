/*
 * solve.c - how fast referee-solve is: leaves read, a large letters puzzle, move sequences counted.
 * Prints NAME VALUE HELP a line. CPU time counts, so that other processes do not.
 */
#include "bots/solve/game-tree.h"
#include "bots/solve/letters-pile.h"
#include "bots/solve/perft.h"
#include "tests/lib/bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	BENCH_CHUNK = 1 << 18, /* leaves of text that are repeated */
	BENCH_DEPTH = 24,      /* a binary tree */
	BENCH_SMALL = 18,
	BENCH_LEAF_TEXT = 8, /* bytes of a leaf at most, its blank included */
	BENCH_LEAF_MAX = 9999,
	BENCH_LETTERS = 26,
	BENCH_WORDS = 100,
	BENCH_ROUNDS = 9,
	BENCH_WHY = 256
};

/* Text that is handed out over and over, behind a first line. */
struct bench_text {
	const char *head, *chunk;
	size_t head_left, chunk_length, at, copies_left, sum;
};

static _Noreturn void bench_fail(const char *why)
{
	fprintf(stderr, "bench: %s\n", why);
	exit(EXIT_FAILURE);
}

static ptrdiff_t bench_read(void *context, char *room, size_t size)
{
	struct bench_text *t = context;
	size_t left = t->head_left > 0 ? t->head_left : t->chunk_length - t->at;
	size_t n = left < size ? left : size;

	if (t->copies_left == 0)
		return 0;
	if (t->head_left > 0) {
		memcpy(room, t->head, n);
		t->head += n;
		t->head_left -= n;
		return (ptrdiff_t)n;
	}
	memcpy(room, t->chunk + t->at, n);
	t->sum += n;
	t->at += n;
	if (t->at == t->chunk_length) {
		t->at = 0;
		t->copies_left--;
	}
	return (ptrdiff_t)n;
}

/* Megabytes of leaves a second. */
static double bench_tree(void)
{
	static char chunk[BENCH_CHUNK * BENCH_LEAF_TEXT];
	struct error err;
	char head[32];
	uint64_t random = 1;
	struct bench_text text = {.head = head, .chunk = chunk};
	struct game_tree tree;
	struct game_tree_answer answer;
	int depth = bench_size(BENCH_DEPTH, BENCH_SMALL);

	for (int i = 0; i < BENCH_CHUNK; i++) {
		int leaf = (int)random_below(&random, 2 * BENCH_LEAF_MAX + 1) - BENCH_LEAF_MAX;
		text.chunk_length += (size_t)sprintf(chunk + text.chunk_length, "%d ", leaf);
	}
	text.head_left = (size_t)sprintf(head, "%d 2\n", depth);
	text.copies_left = ((size_t)1 << depth) / BENCH_CHUNK;
	struct input *in = input_create(bench_read, &text);
	double begun = bench_seconds();
	if (in == NULL || !game_tree_read(in, &tree, &err) ||
		game_tree_solve(in, &tree, true, &answer, &err) != SOLVE_DONE)
		bench_fail("the tree is not solved");
	double seconds = bench_seconds() - begun;
	input_free(in);
	return (double)text.sum / seconds / 1e6;
}

static size_t bench_puzzle(char *text)
{
	uint64_t random = 1;
	char *at = text +
		   sprintf(text, "%d %d\nQWERTYUIOPASDFGHJKLZXCVBNM\n", BENCH_LETTERS, BENCH_WORDS);

	for (int i = 0; i < BENCH_WORDS; i++) {
		int length = 2 + (int)random_below(&random, 4);
		for (int k = 0; k < length; k++)
			*at++ = (char)('A' + random_below(&random, BENCH_LETTERS));
		at += sprintf(at, " %d\n", 1 + (int)random_below(&random, 30));
	}
	return (size_t)(at - text);
}

/* Milliseconds for a puzzle of 26 letters and 100 words, read and solved; the best of some. */
static double bench_letters(void)
{
	static char puzzle[BENCH_WORDS * 16];
	size_t length = bench_puzzle(puzzle);
	struct error err;
	double best = 1e9;

	for (int i = 0; i < BENCH_ROUNDS; i++) {
		struct bench_text text = {
			.chunk = puzzle, .chunk_length = length, .copies_left = 1};
		struct letters_pile pile;
		struct letters_result result;
		double begun = bench_seconds();
		struct input *in = input_create(bench_read, &text);
		if (in == NULL || !letters_pile_read(in, &pile, &err) ||
			!letters_pile_solve(&pile, &result))
			bench_fail("the puzzle is not solved");
		letters_pile_clear(&pile);
		input_free(in);
		double seconds = bench_seconds() - begun;
		best = seconds < best ? seconds : best;
	}
	return best * 1e3;
}

/* Millions of move sequences of a game counted a second. */
static double bench_perft(const char *game, int plies)
{
	static struct setup s;
	struct error err;
	struct position p;
	struct perft_room room;

	if (!setup_init(&s, rules_find(game), 2, 1, NULL, 0, &err) ||
		!perft_room_init(&room, plies))
		bench_fail("a game cannot be set up");
	s.rules->start(&s, &p);
	double begun = bench_seconds();
	uint64_t count = perft(&s, &p, plies, &room);
	double seconds = bench_seconds() - begun;
	perft_room_clear(&room);
	return (double)count / seconds / 1e6;
}

static const struct {
	const char *game;
	int plies, small;
} bench_games[] = {
	{"connect4", 10, 6},
	{"othello", 10, 6},
	{"breakthrough", 6, 3},
	{"gomoku", 3, 2},
	{"kalah", 10, 5},
};

int main(void)
{
	printf("tree_mb_per_s %.0f leaves read by referee-solve tree\n", bench_tree());
	printf("letters_ms %.3f referee-solve letters, 26 letters and 100 words\n",
		bench_letters());
	for (size_t i = 0; i < sizeof bench_games / sizeof *bench_games; i++) {
		int plies = bench_size(bench_games[i].plies, bench_games[i].small);
		printf("perft_%s_mnps %.3f million sequences of %d moves counted a second\n",
			bench_games[i].game, bench_perft(bench_games[i].game, plies), plies);
	}
	return EXIT_SUCCESS;
}
