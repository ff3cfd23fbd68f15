/*
 * rules-answers.c - any bytes as the answers of a rules program.
 *
 * Each question gets the bytes up to the next line that begins with "ok" or "error"; after the last
 * of them the program ends. Whatever the rules then say must keep the contract of rules.h, also
 * when they are at fault, and a fault says why.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "rules/process/rules-process.h"
#include "tests/lib/fuzz.h"

enum { ANSWERS_STEPS = 40, ANSWERS_MEMORY = 1, ANSWERS_LIMIT = 20000 };

/* The program is a thread. */
struct answers {
	const char *rest;
	size_t left;
	pthread_t thread;
	int in, out;	     /* of the rules */
	int own_in, own_out; /* of the thread */
};

/* The bytes of the next answer. */
static size_t answers_next(const struct answers *a)
{
	size_t used = 0;
	bool last = false;
	while (used < a->left && !last) {
		const char *line = a->rest + used;
		const char *end = memchr(line, '\n', a->left - used);
		size_t length = end == NULL ? a->left - used : (size_t)(end - line) + 1;
		last = (length >= 3 && memcmp(line, "ok\n", 3) == 0) ||
		       (length >= 5 && memcmp(line, "error", 5) == 0);
		used += length;
	}
	return used;
}

static void *answers_run(void *arg)
{
	struct answers *a = arg;
	char bytes[4096];
	ssize_t n;
	while ((n = read(a->own_in, bytes, sizeof bytes)) > 0) {
		if (bytes[n - 1] != '\n')
			continue;
		size_t count = answers_next(a);
		if (count == 0 || write(a->own_out, a->rest, count) != (ssize_t)count)
			break;
		a->rest += count;
		a->left -= count;
		if (a->left == 0)
			break;
	}
	close(a->own_in);
	close(a->own_out);
	return NULL;
}

static bool answers_start(void *arg, int *in, int *out, int *errors, struct error *err)
{
	struct answers *a = arg;
	int to[2], from[2];
	(void)err;
	int made = pipe2(to, O_CLOEXEC) | pipe2(from, O_CLOEXEC);
	assert(made == 0);
	a->own_in = to[0];
	a->own_out = from[1];
	*in = a->in = to[1];
	*out = a->out = from[0];
	*errors = -1;
	fcntl(a->in, F_SETFL, O_NONBLOCK);
	fcntl(a->out, F_SETFL, O_NONBLOCK);
	made = pthread_create(&a->thread, NULL, answers_run, a);
	assert(made == 0);
	return true;
}

static void answers_stop(void *arg, bool ended, char *how, size_t room)
{
	struct answers *a = arg;
	snprintf(how, room, "%s", ended ? "no more answers" : "");
	close(a->in);
	close(a->out);
	pthread_join(a->thread, NULL);
}

/* Looks at a position in every way. Returns the number of legal moves. */
static int answers_look(const struct setup *s, const struct position *p, move *moves)
{
	static char text[POSITION_TEXT], block[RULES_PROCESS_BLOCK], board[BOARD_TEXT];
	int64_t scores[SEATS_MAX];
	struct error err;
	const struct rules *rules = s->rules;
	int count = rules->moves(s, p, moves), seat = rules->to_move(s, p);
	bool fault = rules_process_fault(rules) != NULL;
	assert(count >= 0 && count <= MOVES_MAX && seat >= 0 && seat <= s->seats);
	assert(fault || (count == 0) == (seat == 0));
	assert(fault || seat == 0 || (rules->in(s, p) >> (seat - 1) & 1));
	for (int i = 0; i < count && i < 20; i++) {
		char word[MOVE_TEXT];
		int length = rules->move_text(s, p, moves[i], word);
		assert(length > 0 && length < MOVE_TEXT);
	}
	rules->scores(s, p, scores);
	rules->key(s, p);
	rules->write(s, p, text);
	assert(strlen(text) < POSITION_TEXT);
	/* A block that was taken can be taken again, offline. */
	if (!rules_process_block(s, p, block))
		return count;
	const struct rules *offline =
		rules_process_offline(rules_process_description(rules), ANSWERS_MEMORY, &err);
	assert(offline != NULL);
	static struct setup other;
	struct position learned;
	if (setup_init(&other, offline, s->seats, 1, NULL, 0, &err)) {
		bool taken =
			rules_process_restore(&other, NULL, NULL, false, block, &learned, &err);
		assert(taken);
	}
	rules_process_close(offline);
	rules->board(s, p, board);
	if (seat != 0)
		rules_process_evaluate(s, p, scores);
	return count;
}

/* Plays as long as there are answers. */
static void answers_play(const struct rules *rules, uint64_t random)
{
	static struct setup s;
	static move moves[MOVES_MAX];
	struct position p, q;
	struct error err;
	char text[POSITION_TEXT];
	if (!setup_init(&s, rules, 0, 1, NULL, 0, &err)) {
		assert(err.text[0] != '\0');
		return;
	}
	rules->start(&s, &p);
	for (int i = 0; i < ANSWERS_STEPS; i++) {
		int count = answers_look(&s, &p, moves);
		if (count == 0)
			break;
		rules->write(&s, &p, text);
		if (rules->read(&s, &q, text, &err))
			assert(memcmp(&p, &q, rules->position_bytes) == 0);
		if (random_below(&random, 8) == 0)
			rules->forfeit(
				&s, &p, rules->to_move(&s, &p) != 0 ? rules->to_move(&s, &p) : 1);
		else
			rules->play(&s, &p, moves[random_below(&random, (uint64_t)count)]);
	}
	rules->read(&s, &q, "any text", &err);
	if (rules_process_fault(rules) != NULL)
		assert(strncmp(rules_process_fault(rules), "rules process", 13) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct answers a = {.rest = (const char *)data, .left = size};
	const struct rules_process_options options = {.command = "fuzz",
		.start_limit = ANSWERS_LIMIT,
		.limit = ANSWERS_LIMIT,
		.memory = ANSWERS_MEMORY};
	const struct rules_process_calls calls = {answers_start, answers_stop, &a};
	struct error err;
	signal(SIGPIPE, SIG_IGN);
	const struct rules *rules = rules_process_open(&options, &calls, &err);
	if (rules == NULL) {
		assert(strncmp(err.text, "rules process", 13) == 0);
		return 0;
	}
	answers_play(rules, fuzz_seed(data, size));
	rules_process_close(rules);
	return 0;
}
