/*
 * repertoire.c - looks up a reply in the words built into the program, and computes these words,
 * one ply at a time.
 *
 * The positions of a ply, with our side to move, follow from the replies two plies earlier and
 * every answer of the other side. Even plies are our games as first player, odd ones as second. A
 * reply that keeps the score s leaves a score of at least s after any answer. That bound makes
 * the next solving cheap, above all if the answer was best and the score stays s. Positions near
 * the end of the game are omitted, because the solver needs no time for them.
 */
#include "bots/connect4/repertoire.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/connect4/solver.h"

/* The path is relative to the project's root, where the build runs. */
__asm__(".section .rodata\n"
	".balign 8\n"
	"repertoire_bytes:\n"
	".incbin \"bots/connect4/repertoire.bin\"\n"
	"repertoire_bytes_end:\n"
	".byte 0\n"
	".previous\n");

extern const unsigned char repertoire_bytes[], repertoire_bytes_end[];

enum { REPERTOIRE_BIAS = 32, REPERTOIRE_KEY_AT = 9 };

uint64_t repertoire_key(const struct board *b)
{
	struct board mirrored = board_mirror(b);
	uint64_t key = board_key(b), other = board_key(&mirrored);
	return key < other ? key : other;
}

uint64_t repertoire_word(const struct board *b, int column, int score)
{
	uint64_t key = repertoire_key(b);
	if (key != board_key(b))
		column = BOARD_COLUMNS - 1 - column;
	return key << REPERTOIRE_KEY_AT | (uint64_t)(score + REPERTOIRE_BIAS) << 3 |
	       (uint64_t)column;
}

void repertoire_read(uint64_t word, const struct board *b, int *column, int *score)
{
	*score = (int)(word >> 3 & 63) - REPERTOIRE_BIAS;
	*column = (int)(word & 7);
	if (word >> REPERTOIRE_KEY_AT != board_key(b))
		*column = BOARD_COLUMNS - 1 - *column;
}

size_t repertoire_size(void)
{
	return (size_t)(repertoire_bytes_end - repertoire_bytes) / 8;
}

static uint64_t repertoire_at(size_t i)
{
	uint64_t word = 0;
	for (int byte = 7; byte >= 0; byte--)
		word = word << 8 | repertoire_bytes[8 * i + (size_t)byte];
	return word;
}

bool repertoire_find(const struct board *b, int *column, int *score)
{
	uint64_t key = repertoire_key(b);
	size_t from = 0, to = repertoire_size();
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (repertoire_at(middle) >> REPERTOIRE_KEY_AT < key)
			from = middle + 1;
		else
			to = middle;
	}
	if (from == repertoire_size() || repertoire_at(from) >> REPERTOIRE_KEY_AT != key)
		return false;
	repertoire_read(repertoire_at(from), b, column, score);
	return true;
}

/* --- computing ---------------------------------------------------------------------------------
 */

enum {
	REPERTOIRE_NEAR_END = 14, /* plies: shorter remaining games are omitted */
	REPERTOIRE_PLIES_MAX = BOARD_CELLS
};

/* Positions to be answered, with the known bounds of their scores. */
struct repertoire_task {
	struct board board;
	uint64_t key;
	int low;
};

struct repertoire_list {
	struct repertoire_task *tasks; /* owned */
	size_t count, room;
};

struct repertoire_build {
	const struct repertoire_job *job; /* borrowed */
	struct solver *solver;		  /* owned */
	FILE *file;			  /* owned, at its end */
	uint64_t *words;		  /* owned; the file's words when it was opened, sorted */
	size_t count;
	struct repertoire_list ply[2]; /* owned; of this ply and of the one after the next */
};

static int repertoire_compare(const void *a, const void *b)
{
	uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
	return one < other ? -1 : one > other;
}

static int repertoire_compare_tasks(const void *a, const void *b)
{
	const struct repertoire_task *one = a, *other = b;
	if (one->key != other->key)
		return one->key < other->key ? -1 : 1;
	return other->low - one->low;
}

/* Reads the complete words of an earlier run; a missing file counts as empty. */
static bool repertoire_load(struct repertoire_build *r)
{
	unsigned char bytes[8];
	FILE *in = fopen(r->job->path, "rb");
	size_t room = 0;
	r->count = 0;
	if (in == NULL)
		return errno == ENOENT;
	while (fread(bytes, sizeof(bytes), 1, in) == 1) {
		if (r->count == room) {
			room = room == 0 ? 1024 : 2 * room;
			uint64_t *words = realloc(r->words, room * sizeof(*words));
			if (words == NULL)
				break;
			r->words = words;
		}
		r->words[r->count] = 0;
		for (int i = 7; i >= 0; i--)
			r->words[r->count] = r->words[r->count] << 8 | bytes[i];
		r->count++;
	}
	bool whole = !ferror(in) && (feof(in) != 0);
	fclose(in);
	if (r->count > 0)
		qsort(r->words, r->count, sizeof(*r->words), repertoire_compare);
	return whole;
}

static bool repertoire_put(FILE *out, uint64_t word)
{
	unsigned char bytes[8];
	for (int i = 0; i < 8; i++)
		bytes[i] = (unsigned char)(word >> 8 * i);
	return fwrite(bytes, sizeof(bytes), 1, out) == 1 && fflush(out) == 0;
}

/* Sorts the file: writes a new one beside it, then replaces it. */
static bool repertoire_sort(struct repertoire_build *r)
{
	char beside[4096];
	if (!repertoire_load(r) ||
		snprintf(beside, sizeof(beside), "%s.new", r->job->path) >= (int)sizeof(beside))
		return false;
	FILE *out = fopen(beside, "wb");
	if (out == NULL)
		return false;
	bool written = true;
	for (size_t i = 0; i < r->count && written; i++)
		written = repertoire_put(out, r->words[i]);
	written = fclose(out) == 0 && written;
	return written && rename(beside, r->job->path) == 0;
}

/* The word of a position; NULL: it is not done. */
static const uint64_t *repertoire_done(const struct repertoire_build *r, uint64_t key)
{
	size_t from = 0, to = r->count;
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (r->words[middle] >> 9 < key)
			from = middle + 1;
		else
			to = middle;
	}
	return from < r->count && r->words[from] >> 9 == key ? &r->words[from] : NULL;
}

static bool repertoire_push(struct repertoire_list *list, const struct board *b, int low)
{
	if (list->count == list->room) {
		size_t room = list->room == 0 ? 256 : 2 * list->room;
		struct repertoire_task *tasks = realloc(list->tasks, room * sizeof(*tasks));
		if (tasks == NULL)
			return false;
		list->tasks = tasks;
		list->room = room;
	}
	list->tasks[list->count++] = (struct repertoire_task){*b, repertoire_key(b), low};
	return true;
}

/* Adds every answer of the side to move in b to the list of positions to be answered. */
static bool repertoire_answers(struct repertoire_list *list, const struct board *b, int low)
{
	for (int column = 0; column < BOARD_COLUMNS; column++) {
		struct board after = *b;
		if (!(board_playable(b->stones) & BOARD_COLUMN(column)))
			continue;
		board_play(&after, column);
		if (board_is_won(&after) || board_count(&after) == BOARD_CELLS)
			continue;
		if (!repertoire_push(list, &after, low))
			return false;
	}
	return true;
}

/* Sorts a list and keeps each position once, with the best bound. */
static void repertoire_unique(struct repertoire_list *list)
{
	size_t kept = 0;
	if (list->count == 0)
		return;
	qsort(list->tasks, list->count, sizeof(*list->tasks), repertoire_compare_tasks);
	for (size_t i = 0; i < list->count; i++)
		if (i == 0 || list->tasks[i].key != list->tasks[i - 1].key)
			list->tasks[kept++] = list->tasks[i];
	list->count = kept;
}

/* Does a game of this score last long enough to need replies from the table? */
static bool repertoire_goes_on(const struct board *b, int score)
{
	int stones = board_count(b), winner = 22 - abs(score);
	bool first_wins = (score > 0) == (stones % 2 == 0);
	int end = score == 0 ? BOARD_CELLS : 2 * winner - (first_wins ? 1 : 0);
	return end - stones > REPERTOIRE_NEAR_END;
}

/* Answers one position, and lists its successors two plies later. 0; 1: stopped; -1: failed. */
static int repertoire_answer(struct repertoire_build *r, const struct repertoire_task *task,
	struct repertoire_list *after)
{
	int column, score;
	const uint64_t *done = repertoire_done(r, task->key);
	if (done != NULL) {
		repertoire_read(*done, &task->board, &column, &score);
	} else {
		struct solver_answer answer;
		solver_solve_within(r->solver, &task->board, task->low, -SOLVER_WORST, &answer);
		if (answer.low != answer.high)
			return 1;
		column = answer.best;
		score = answer.low;
		if (!repertoire_put(r->file, repertoire_word(&task->board, column, score)))
			return -1;
		if (r->job->stop != NULL && r->job->stop(r->job->stop_argument))
			return 1;
	}
	if (!repertoire_goes_on(&task->board, score))
		return 0;
	struct board b = task->board;
	board_play(&b, column);
	return repertoire_answers(after, &b, score) ? 0 : -1;
}

/* Computes a whole ply. 0; 1: stopped; -1: failed. */
static int repertoire_ply(struct repertoire_build *r, int ply, struct repertoire_list *after)
{
	struct repertoire_list *list = &r->ply[ply % 2];
	time_t started = time(NULL), logged_at = started;
	repertoire_unique(list);
	for (size_t i = 0; i < list->count; i++) {
		int state = repertoire_answer(r, &list->tasks[i], after);
		if (state != 0)
			return state;
		time_t now = time(NULL);
		if (now == logged_at && i + 1 < list->count)
			continue;
		logged_at = now;
		fprintf(stderr, "ply %d: %zu of %zu, %ld s\n", ply, i + 1, list->count,
			(long)(now - started));
	}
	return 0;
}

static int repertoire_run(struct repertoire_build *r)
{
	const struct board *start = &r->job->start;
	int state = 0, ply = board_count(start);
	if (!repertoire_push(&r->ply[ply % 2], start, SOLVER_WORST) ||
		!repertoire_answers(&r->ply[(ply + 1) % 2], start, SOLVER_WORST))
		return -1;
	for (; ply < r->job->plies && ply < REPERTOIRE_PLIES_MAX && state == 0; ply++) {
		struct repertoire_list after = {0};
		state = repertoire_ply(r, ply, &after);
		free(r->ply[ply % 2].tasks);
		r->ply[ply % 2] = after;
	}
	return state;
}

int repertoire_compute(const struct repertoire_job *job, struct error *err)
{
	struct repertoire_build r = {.job = job};
	int state = -1;
	r.solver = solver_create(job->megabytes);
	if (r.solver == NULL || !repertoire_sort(&r))
		goto out;
	solver_set_stop(r.solver, job->stop, job->stop_argument);
	r.file = fopen(job->path, "ab");
	if (r.file == NULL)
		goto out;
	state = repertoire_run(&r);
	if (fclose(r.file) != 0 || !repertoire_sort(&r))
		state = -1;
out:
	if (state < 0)
		error_set(err, "%s: %s", job->path, strerror(errno));
	free(r.ply[0].tasks);
	free(r.ply[1].tasks);
	free(r.words);
	solver_free(r.solver);
	return state;
}
