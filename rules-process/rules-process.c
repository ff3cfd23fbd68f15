/*
 * rules-process.c - asks a program for the rules of a game, keeps its answers, and is struct rules.
 *
 * Everything goes through rules_process_want(): it looks into the cache, else it takes the next
 * step towards the answer: the program is started and asked for its description, then told the
 * setup, then asked. One question is under way at a time. The functions of struct rules want until
 * they have the answer, and wait with poll() in between.
 *
 * Keys of the cache are a letter for the kind of question, the setup's number, and the text:
 *   p TEXT       the block of a position, packed
 *   s            the start
 *   m MOVE TEXT  the position after the move; f SEAT TEXT after a forfeit
 *   r TEXT       the position of a foreign text
 *                these four are links: "+" and the position's text, or "-" and why it is refused
 *   b TEXT       its board; e TEXT its evaluation
 */
#include "rules-process/rules-process.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "protocol/line.h"
#include "rules-process/answer-cache.h"
#include "rules-process/answer.h"
#include "rules/text.h"

enum {
	PROCESS_HOW = 160,     /* bytes of how a program ended */
	PROCESS_ERRORS = 2048, /* bytes of its stderr that are kept */
	PROCESS_KEY = 16 + MOVE_TEXT + POSITION_TEXT,
	PROCESS_QUESTION = 4096,    /* bytes of a question */
	PROCESS_FAULT = ERROR_TEXT, /* bytes of the sentence */
	PROCESS_BOARD = BOARD_TEXT,
};
static_assert(PROCESS_QUESTION > PARAMETERS_MAX * (ANSWER_NAME + ANSWER_VALUE + 8) + 64 &&
		      PROCESS_QUESTION > POSITION_TEXT + MOVE_TEXT + 64,
	"every question has room");
static_assert((int)ANSWER_BLOCK == (int)RULES_PROCESS_BLOCK, "one size of a block");

/* What is under way. */
enum process_asked {
	ASKED_NOTHING,
	ASKED_RULES,
	ASKED_SETUP,
	ASKED_KNOWN, /* a position whose text the program wrote itself */
	ASKED_READ,  /* a foreign text of a position */
	ASKED_PLAY,
	ASKED_FORFEIT,
	ASKED_BOARD,
	ASKED_EVALUATE,
	ASKED_PROBE, /* any answer is taken */
};

struct rules_process {
	struct rules rules; /* first: a setup's rules are this struct */
	struct parameter parameters[PARAMETERS_MAX + 1];
	struct answer_description description;
	char description_text[ANSWER_DESCRIPTION];
	struct rules_process_terms terms;
	struct rules_process_calls calls; /* start is NULL: offline */
	struct answer_cache *cache;	  /* owned */

	bool running;
	pid_t owner;	     /* the process that started the program */
	int in, out, errors; /* of the program; -1: closed */
	uint64_t told;	     /* the setup that it was told; 0: none */
	struct line_reader lines;
	char room[RULES_PROCESS_LINE];
	char tail[PROCESS_ERRORS]; /* the end of its stderr */

	enum process_asked asked;
	int64_t begun, due;		 /* of the question */
	char question[PROCESS_QUESTION]; /* with its LF */
	size_t length, sent;
	uint64_t setup; /* of the question */
	int seats;
	char key[PROCESS_KEY]; /* of the answer, and for ASKED_KNOWN its text */
	size_t key_length;
	size_t received; /* bytes of the answer */
	struct answer_description new_description;
	struct answer_block block;
	char board[PROCESS_BOARD];
	int64_t values[SEATS_MAX];
	bool valued;
	bool refused; /* the answer to a probe was an error */

	bool faulty;
	char fault[PROCESS_FAULT];
	struct rules_process_counts counts;
};

/* A setup: the values of its parameters, and a number made of all that is in it. */
struct process_setup {
	uint64_t number;
	char values[PARAMETERS_MAX][ANSWER_VALUE];
};
static_assert(sizeof(struct process_setup) <= SETUP_BYTES, "a setup has room");

struct process_position {
	char text[POSITION_TEXT]; /* zeros behind it; "": of rules at fault */
	uint8_t out;		  /* with two seats: bit seat - 1 gave up */
};
static_assert(sizeof(struct process_position) <= POSITION_BYTES, "a position has room");

/* A block as it is kept. The texts follow: position, key, all moves; each ended by its NUL. */
struct process_packed {
	int64_t scores[SEATS_MAX];
	uint64_t key;
	uint32_t moves; /* where they begin in text */
	uint16_t count;
	uint8_t turn, in;
	char text[];
};

static struct rules_process *process_of(const struct rules *rules)
{
	assert(rules_is_process(rules));
	/* The caller holds it const; this module made it. */
	return (struct rules_process *)(uintptr_t)rules;
}

static const struct process_setup *process_setup_of(const struct setup *s)
{
	return (const struct process_setup *)s->bytes;
}

static const struct process_position *process_at(const struct position *p)
{
	return (const struct process_position *)p->bytes;
}

static int64_t process_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* --- faults ---------------------------------------------------------------------------------- */

/* Ends the program. ended: it has ended by itself, and how says in which way. */
static void process_stop(struct rules_process *r, bool ended, char how[PROCESS_HOW])
{
	how[0] = '\0';
	if (r->running)
		r->calls.stop(r->calls.arg, ended, how, PROCESS_HOW);
	r->running = false;
	r->in = r->out = r->errors = -1;
	r->asked = ASKED_NOTHING;
	r->told = 0;
	line_reader_clear(&r->lines);
}

/* The last line that the program wrote to its stderr, quoted; "" for none. */
static void process_last_error(const struct rules_process *r, char quote[ANSWER_QUOTE])
{
	char line[PROCESS_ERRORS];
	size_t end = strlen(r->tail);
	while (end > 0 && (r->tail[end - 1] == '\n' || r->tail[end - 1] == '\r'))
		end--;
	size_t from = end;
	while (from > 0 && r->tail[from - 1] != '\n')
		from--;
	memcpy(line, r->tail + from, end - from);
	line[end - from] = '\0';
	answer_quote(quote, line);
}

static void process_take_errors(struct rules_process *r);

/* Puts the rules at fault: names the command, and says why. The program is ended. */
static void process_fail(struct rules_process *r, const char *why, ...)
	__attribute__((format(printf, 2, 3)));
static void process_fail(struct rules_process *r, const char *why, ...)
{
	struct error err;
	char quote[ANSWER_QUOTE], how[PROCESS_HOW];
	va_list arguments;
	if (r->faulty)
		return;
	va_start(arguments, why);
	error_vset(&err, why, arguments);
	va_end(arguments);
	process_take_errors(r);
	process_stop(r, false, how);
	r->faulty = true;
	error_prefix(&err, "rules process \"%s\": ", answer_quote(quote, r->terms.command));
	process_last_error(r, quote);
	if (quote[0] != '\0')
		error_append(&err, "; its last words on stderr: %s", quote);
	memcpy(r->fault, err.text, sizeof r->fault);
}

/* The question as a message quotes it. */
static const char *process_question(const struct rules_process *r, char quote[ANSWER_QUOTE])
{
	char line[PROCESS_QUESTION];
	snprintf(line, sizeof line, "%.*s", (int)(r->length > 0 ? r->length - 1 : 0), r->question);
	return answer_quote(quote, line);
}

/* A fault of the answer to the question that is under way. */
static void process_fail_answer(struct rules_process *r, const struct error *err)
{
	char quote[ANSWER_QUOTE];
	process_fail(r, "wrong answer to \"%s\": %s", process_question(r, quote), err->text);
}

/* The program has ended, before it was asked or before it answered. */
static void process_fail_ended(struct rules_process *r)
{
	char quote[ANSWER_QUOTE], how[PROCESS_HOW], question[ANSWER_QUOTE];
	bool asked = r->asked != ASKED_NOTHING;
	process_question(r, question);
	/* What it wrote last says why. */
	process_take_errors(r);
	process_stop(r, true, how);
	answer_quote(quote, how[0] != '\0' ? how : "it closed its output");
	if (asked)
		process_fail(r,
			"it ended (%s) before it answered \"%s\"; a rules program runs until its input ends",
			quote, question);
	else
		process_fail(r, "it ended (%s); a rules program runs until its input ends", quote);
}

/* --- the program ----------------------------------------------------------------------------- */

/* Keeps the end of what it writes to stderr. Bounded work: a flood is read on later. */
static void process_take_errors(struct rules_process *r)
{
	char bytes[1024];
	for (int i = 0; i < 16 && r->errors >= 0; i++) {
		ssize_t n = read(r->errors, bytes, sizeof bytes);
		if (n <= 0) {
			if (n == 0)
				r->errors = -1; /* its owner closes it */
			return;
		}
		size_t used = strlen(r->tail), count = (size_t)n;
		if (used + count >= sizeof r->tail) {
			size_t drop = used + count - sizeof r->tail + 1;
			memmove(r->tail, r->tail + drop, used - drop);
			used -= drop;
		}
		for (size_t k = 0; k < count; k++)
			r->tail[used + k] = bytes[k] != '\0' ? bytes[k] : '?';
		r->tail[used + count] = '\0';
	}
}

/* Sends as much of the question as the program takes. */
static void process_send(struct rules_process *r)
{
	while (r->sent < r->length) {
		ssize_t n = write(r->in, r->question + r->sent, r->length - r->sent);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return;
		if (n < 0)
			return; /* what it wrote before its end is read first */
		r->sent += (size_t)n;
	}
}

/* Makes the text of the question that is under way. */
static void process_ask(struct rules_process *r, enum process_asked asked, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static void process_ask(struct rules_process *r, enum process_asked asked, const char *format, ...)
{
	va_list arguments;
	/* An answer that is there before its question is an answer to nothing. */
	rules_process_read(&r->rules);
	if (r->faulty)
		return;
	va_start(arguments, format);
	int length = vsnprintf(r->question, sizeof r->question, format, arguments);
	va_end(arguments);
	assert(length > 0 && (size_t)length + 1 < sizeof r->question);
	r->question[length] = '\n';
	r->length = (size_t)length + 1;
	r->sent = r->received = 0;
	r->asked = asked;
	r->begun = process_now();
	r->due = r->begun + (asked == ASKED_RULES ? r->terms.start_limit : r->terms.limit);
	r->counts.questions++;
	answer_description_begin(&r->new_description);
	answer_block_begin(&r->block);
	r->board[0] = '\0';
	r->valued = r->refused = false;
	process_send(r);
}

/* Starts the program and asks for its description. */
static void process_start(struct rules_process *r)
{
	struct error err;
	error_clear(&err);
	r->tail[0] = '\0';
	if (!r->calls.start(r->calls.arg, &r->in, &r->out, &r->errors, &err)) {
		process_fail(r, "it cannot be started: %s", err.text);
		return;
	}
	r->running = true;
	r->owner = getpid();
	process_ask(r, ASKED_RULES, "rules");
}

/* --- the cache ------------------------------------------------------------------------------- */

/* Makes the key of a question; text may be "" and word NULL. Returns its length. */
static size_t process_key(
	char key[PROCESS_KEY], char kind, uint64_t setup, const char *word, const char *text)
{
	size_t used = 0;
	key[used++] = kind;
	memcpy(key + used, &setup, sizeof setup);
	used += sizeof setup;
	for (; word != NULL && *word != '\0' && used < 9 + MOVE_TEXT; word++)
		key[used++] = *word;
	if (word != NULL)
		key[used++] = ' ';
	size_t length = strlen(text);
	assert(used + length < PROCESS_KEY);
	memcpy(key + used, text, length + 1);
	return used + length;
}

static const void *process_get(
	struct rules_process *r, char kind, uint64_t setup, const char *word, const char *text)
{
	char key[PROCESS_KEY];
	size_t length = process_key(key, kind, setup, word, text);
	return answer_cache_get(r->cache, key, length, NULL);
}

static bool process_put(
	struct rules_process *r, const char *key, size_t length, const void *value, size_t size)
{
	if (answer_cache_put(r->cache, key, length, value, size))
		return true;
	process_fail(r, "the referee has no memory for its answer");
	return false;
}

static uint64_t process_hash(const char *text)
{
	uint64_t hash = 0, word;
	for (size_t left = strlen(text); left > 0;) {
		size_t count = left < sizeof word ? left : sizeof word;
		word = 0;
		memcpy(&word, text, count);
		hash = random_mix(hash, word + count);
		text += count;
		left -= count;
	}
	return hash;
}

/* The first difference of two blocks of one position; NULL: there is none. */
static const char *process_differs(const struct process_packed *a, const struct process_packed *b,
	size_t a_size, size_t b_size)
{
	if (a->turn != b->turn)
		return "the turn";
	if (a_size != b_size || a->moves != b->moves ||
		memcmp(a->text + a->moves, b->text + b->moves, a_size - sizeof *a - a->moves) != 0)
		return a->key != b->key ? "the key" : "the legal moves";
	if (memcmp(a->scores, b->scores, sizeof a->scores) != 0)
		return "the result";
	if (a->key != b->key)
		return "the key";
	return a->in != b->in ? "the seats that are in" : NULL;
}

/* Keeps a block. False: it contradicts one that is known; err says how. */
static bool process_keep_block(
	struct rules_process *r, const struct answer_block *b, uint64_t setup, struct error *err)
{
	union {
		struct process_packed packed;
		char room[sizeof(struct process_packed) + 2 * POSITION_TEXT + ANSWER_MOVES];
	} u;
	struct process_packed *new = &u.packed;
	memset(new, 0, sizeof *new);
	memcpy(new->scores, b->scores, sizeof new->scores);
	new->key = process_hash(b->key[0] != '\0' ? b->key : b->position);
	new->turn = (uint8_t)b->turn;
	new->in = (uint8_t)b->in;
	new->count = (uint16_t)b->count;
	size_t used = strlen(b->key) + 1;
	memcpy(new->text, b->key, used);
	new->moves = (uint32_t)used;
	memcpy(new->text + used, b->moves, b->moves_length);
	used += sizeof *new + b->moves_length;

	char key[PROCESS_KEY];
	size_t length = process_key(key, 'p', setup, NULL, b->position), size;
	const struct process_packed *old = answer_cache_get(r->cache, key, length, &size);
	if (old == NULL)
		return process_put(r, key, length, new, used);
	const char *what = process_differs(old, new, size, used);
	char quote[ANSWER_QUOTE];
	return what == NULL || error_set(err, "%s of \"%s\" was another one in an earlier answer",
				       what, answer_quote(quote, b->position));
}

/* Keeps the link to the text that a question leads to. False: it contradicts what is known. */
static bool process_keep_link(struct rules_process *r, const char *key, size_t length,
	const char *text, struct error *err)
{
	char link[POSITION_TEXT + 1], quote[ANSWER_QUOTE], quote2[ANSWER_QUOTE];
	int size = snprintf(link, sizeof link, "+%s", text) + 1;
	const char *old = answer_cache_get(r->cache, key, length, NULL);
	if (old != NULL && strcmp(old, link) != 0)
		return error_set(err,
			"it leads to \"%s\", and in an earlier answer it led to \"%s\"",
			answer_quote(quote, text), answer_quote(quote2, old + 1));
	return old != NULL || process_put(r, key, length, link, (size_t)size);
}

/* --- answers --------------------------------------------------------------------------------- */

/* Reads a line of the answer, which is not its last. */
static bool process_line(struct rules_process *r, const char *line, struct error *err)
{
	char quote[ANSWER_QUOTE];
	switch (r->asked) {
	case ASKED_PROBE:
		return true;
	case ASKED_RULES:
		return answer_description_line(&r->new_description, line, err);
	case ASKED_BOARD:
		if ((strcmp(line, "board") != 0 && strncmp(line, "board ", 6) != 0) ||
			!answer_is_printable(line))
			return error_set(err,
				"\"%s\" is no line \"board TEXT\" without control characters",
				answer_quote(quote, line));
		line += line[5] == ' ' ? 6 : 5;
		if (strlen(r->board) + strlen(line) + 2 > sizeof r->board)
			return error_set(
				err, "the board has more than %zu bytes", sizeof r->board - 1);
		strcat(r->board, line);
		strcat(r->board, "\n");
		return true;
	case ASKED_EVALUATE:
		if (r->valued)
			return error_set(err, "there are two lines \"value\"");
		r->valued = true;
		return answer_values(line, r->seats, r->values, err);
	default:
		return answer_block_line(&r->block, &r->description, r->seats, line, err);
	}
}

/* Makes the rules from the description; or compares it with the one they are made of. */
static bool process_described(struct rules_process *r, struct error *err)
{
	char text[ANSWER_DESCRIPTION];
	if (!answer_description_end(&r->new_description, err))
		return false;
	answer_description_write(&r->new_description, text);
	if (r->description_text[0] != '\0') {
		if (strcmp(text, r->description_text) == 0)
			return true;
		return error_set(err, "the description is another one than before");
	}
	r->description = r->new_description;
	memcpy(r->description_text, text, sizeof text);
	return true;
}

/* The answer is a block: keeps it, and the link to it. */
static bool process_answered_block(struct rules_process *r, struct error *err)
{
	struct answer_block *b = &r->block;
	char quote[ANSWER_QUOTE], quote2[ANSWER_QUOTE];
	if (!answer_block_end(b, &r->description, r->seats, err))
		return false;
	const char *text = r->key + 1 + sizeof r->setup;
	if (r->asked == ASKED_KNOWN && strcmp(text, b->position) != 0)
		return error_set(err,
			"the position \"%s\" reads back as \"%s\"; a text that the program wrote stays as it is",
			answer_quote(quote, text), answer_quote(quote2, b->position));
	if (!process_keep_block(r, b, r->setup, err))
		return false;
	if (r->asked == ASKED_KNOWN)
		return true;
	return process_keep_link(r, r->key, r->key_length, b->position, err);
}

/* The answer is complete. */
static bool process_answered(struct rules_process *r, struct error *err)
{
	switch (r->asked) {
	case ASKED_PROBE:
		return true;
	case ASKED_RULES:
		return process_described(r, err);
	case ASKED_BOARD:
		return (r->board[0] != '\0' || error_set(err, "there is no line \"board TEXT\"")) &&
		       process_put(r, r->key, r->key_length, r->board, strlen(r->board) + 1);
	case ASKED_EVALUATE:
		return (r->valued || error_set(err, "there is no line \"value\"")) &&
		       process_put(r, r->key, r->key_length, r->values, sizeof r->values);
	default:
		if (!process_answered_block(r, err))
			return false;
		if (r->asked == ASKED_SETUP)
			r->told = r->setup;
		return true;
	}
}

/* The program refuses, which only setups and foreign positions allow. */
static bool process_refused(struct rules_process *r, const char *why, struct error *err)
{
	char quote[ANSWER_QUOTE], kept[ANSWER_QUOTE + 1];
	answer_quote(quote, why[0] != '\0' ? why : "no reason");
	if (r->asked == ASKED_PROBE)
		return r->refused = true;
	if (r->asked == ASKED_READ || (r->asked == ASKED_SETUP && !r->terms.lazy)) {
		snprintf(kept, sizeof kept, "-%s", quote);
		return process_put(r, r->key, r->key_length, kept, strlen(kept) + 1);
	}
	return error_set(err, "it refuses: %s", quote);
}

/* Reads one line of the answer. */
static void process_take_line(struct rules_process *r, const char *line)
{
	struct error err;
	bool fine, last = true;
	error_clear(&err);
	if (strcmp(line, "ok") == 0)
		fine = process_answered(r, &err);
	else if (strcmp(line, "error") == 0 || strncmp(line, "error ", 6) == 0)
		fine = process_refused(r, line + (line[5] == ' ' ? 6 : 5), &err);
	else {
		fine = process_line(r, line, &err);
		last = false;
	}
	if (!fine)
		process_fail_answer(r, &err);
	else if (last) {
		r->counts.waited += process_now() - r->begun;
		r->asked = ASKED_NOTHING;
	}
}

/* What was read is no part of an answer. */
static void process_fail_unasked(struct rules_process *r)
{
	char text[ANSWER_QUOTE], quote[ANSWER_QUOTE], question[ANSWER_QUOTE];
	snprintf(text, sizeof text, "%.*s", (int)(r->lines.end - r->lines.start),
		r->lines.room + r->lines.start);
	text[strcspn(text, "\r\n")] = '\0';
	process_fail(r,
		"it wrote \"%s\" after the answer to \"%s\"; an answer ends with ok or error",
		answer_quote(quote, text), process_question(r, question));
}

/* Reads the lines that have come. */
static void process_take_lines(struct rules_process *r)
{
	char *line, quote[ANSWER_QUOTE];
	size_t length;
	while (!r->faulty && r->lines.start < r->lines.end) {
		if (r->asked == ASKED_NOTHING) {
			process_fail_unasked(r);
			return;
		}
		switch (line_reader_next(&r->lines, &line, &length)) {
		case LINE_PARTIAL:
			return;
		case LINE_READY:
			process_take_line(r, line);
			break;
		case LINE_TOO_LONG:
			process_fail(r,
				"a line of more than %d bytes in the answer to \"%s\"; a line is shorter",
				RULES_PROCESS_LINE - 1, process_question(r, quote));
			break;
		}
	}
}

/* Reads what has come. Returns true if there may be more. */
static bool process_receive(struct rules_process *r)
{
	size_t size;
	char *space = line_reader_space(&r->lines, &size);
	ssize_t n = read(r->out, space, size);
	if (n < 0 && errno == EINTR)
		return true;
	if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		return false;
	if (n <= 0) {
		process_fail_ended(r);
		return false;
	}
	line_reader_filled(&r->lines, (size_t)n);
	r->received += (size_t)n;
	process_take_lines(r);
	char quote[ANSWER_QUOTE];
	if (!r->faulty && r->received > RULES_PROCESS_ANSWER)
		process_fail(r, "more than %d bytes in the answer to \"%s\"; an answer is shorter",
			RULES_PROCESS_ANSWER, process_question(r, quote));
	return !r->faulty;
}

/* Writes a limit as "10 s" or "200 ms". */
static const char *process_limit(char text[32], int64_t limit)
{
	if (limit % 1000000 == 0)
		snprintf(text, 32, "%lld s", (long long)(limit / 1000000));
	else
		snprintf(text, 32, "%lld ms", (long long)(limit / 1000));
	return text;
}

void rules_process_read(const struct rules *rules)
{
	struct rules_process *r = process_of(rules);
	char quote[ANSWER_QUOTE], limit[32];
	if (!r->running || r->faulty)
		return;
	if (r->asked != ASKED_NOTHING)
		process_send(r);
	process_take_errors(r);
	while (process_receive(r) && r->asked != ASKED_NOTHING)
		;
	if (r->asked != ASKED_NOTHING && process_now() >= r->due)
		process_fail(r,
			"no answer to \"%s\" within %s; a rules program answers every question",
			process_question(r, quote), process_limit(limit, r->due - r->begun));
}

/* --- wanting --------------------------------------------------------------------------------- */

/* Writes the setup question without its LF. */
static void process_setup_line(
	const struct rules_process *r, const struct setup *s, char line[PROCESS_QUESTION])
{
	const struct process_setup *setup = process_setup_of(s);
	struct text t = text_begin(line, PROCESS_QUESTION);
	text_string(&t, "setup seats ");
	text_number(&t, s->seats);
	for (int i = 0; i < r->description.parameters_count; i++) {
		text_string(&t, " param ");
		text_string(&t, r->description.parameters[i].name);
		text_char(&t, ' ');
		text_string(&t, setup->values[i]);
	}
	text_end(&t);
}

/* Is the answer there? The block that a link leads to is part of it. */
static bool process_known(struct rules_process *r, uint64_t setup, enum rules_question question,
	const char *at, const char *text)
{
	const char *link;
	switch (question) {
	case RULES_SETUP:
		link = process_get(r, 's', setup, NULL, "");
		break;
	case RULES_POSITION:
		if (text == NULL || process_get(r, 'p', setup, NULL, text) != NULL)
			return process_get(r, 'p', setup, NULL, text != NULL ? text : at) != NULL;
		link = process_get(r, 'r', setup, NULL, text);
		break;
	case RULES_PLAY:
		link = process_get(r, 'm', setup, text, at);
		break;
	case RULES_FORFEIT:
		link = process_get(r, 'f', setup, text, at);
		break;
	case RULES_BOARD:
		return process_get(r, 'b', setup, NULL, at) != NULL;
	case RULES_EVALUATE:
		return process_get(r, 'e', setup, NULL, at) != NULL;
	default:
		return false;
	}
	/* The text of a link goes when its block goes; a refusal has none. */
	if (link == NULL || *link == '-')
		return link != NULL;
	char next[POSITION_TEXT];
	snprintf(next, sizeof next, "%s", link + 1);
	return process_get(r, 'p', setup, NULL, next) != NULL;
}

/* Sends the question itself: the program knows the setup. */
static void process_send_question(struct rules_process *r, uint64_t setup, int seats,
	enum rules_question question, const char *at, const char *text)
{
	static const char kinds[] = {[RULES_PLAY] = 'm',
		[RULES_FORFEIT] = 'f',
		[RULES_BOARD] = 'b',
		[RULES_EVALUATE] = 'e'};
	r->setup = setup;
	r->seats = seats;
	if (question == RULES_POSITION) {
		r->key_length = process_key(
			r->key, text != NULL ? 'r' : 'p', setup, NULL, text != NULL ? text : at);
		process_ask(r, text != NULL ? ASKED_READ : ASKED_KNOWN, "position %s",
			text != NULL ? text : at);
		return;
	}
	bool word = question == RULES_PLAY || question == RULES_FORFEIT;
	r->key_length = process_key(r->key, kinds[question], setup, word ? text : NULL, at);
	if (question == RULES_PLAY)
		process_ask(r, ASKED_PLAY, "play %s %s", text, at);
	else if (question == RULES_FORFEIT)
		process_ask(r, ASKED_FORFEIT, "forfeit %s %s", text, at);
	else if (question == RULES_BOARD)
		process_ask(r, ASKED_BOARD, "board %s", at);
	else
		process_ask(r, ASKED_EVALUATE, "evaluate %s", at);
}

/* Takes the next step towards the answer. */
static void process_step(struct rules_process *r, const struct setup *s,
	enum rules_question question, const char *at, const char *text)
{
	uint64_t setup = process_setup_of(s)->number;
	char line[PROCESS_QUESTION];
	if (!r->running) {
		process_start(r);
	} else if (r->told != setup || question == RULES_SETUP) {
		r->setup = setup;
		r->seats = s->seats;
		r->key_length = process_key(r->key, 's', setup, NULL, "");
		process_setup_line(r, s, line);
		process_ask(r, ASKED_SETUP, "%s", line);
	} else {
		process_send_question(r, setup, s->seats, question, at, text);
	}
}

static enum rules_process_state process_want(struct rules_process *r, const struct setup *s,
	enum rules_question question, const char *at, const char *text)
{
	char how[PROCESS_HOW];
	/* A forked process starts a program of its own. */
	if (r->running && r->owner != getpid())
		process_stop(r, false, how);
	char quote[ANSWER_QUOTE];
	assert(s->rules == &r->rules);
	if (r->faulty)
		return RULES_PROCESS_FAULT;
	if (process_known(r, process_setup_of(s)->number, question, at, text))
		return RULES_PROCESS_READY;
	if (r->calls.start == NULL) {
		process_fail(r, "nothing is stored about \"%s\"",
			answer_quote(quote, at != NULL	   ? at
					    : text != NULL ? text
							   : "the start"));
		return RULES_PROCESS_FAULT;
	}
	if (at != NULL && at[0] == '\0') {
		process_fail(r, "a position of a fault was asked again");
		return RULES_PROCESS_FAULT;
	}
	if (r->asked == ASKED_NOTHING)
		process_step(r, s, question, at, text);
	return r->faulty ? RULES_PROCESS_FAULT : RULES_PROCESS_PENDING;
}

/* Is it a legal move of a position that is known? */
static bool process_is_legal(
	const struct setup *s, const struct process_position *at, const char *text)
{
	const struct process_packed *b =
		process_get(process_of(s->rules), 'p', process_setup_of(s)->number, NULL, at->text);
	const char *legal = b->text + b->moves;
	for (int i = 0; i < b->count; i++, legal += strlen(legal) + 1)
		if (strcmp(legal, text) == 0)
			return true;
	return false;
}

/* Cuts " out1" off the text of a game of two seats. Returns the seats that gave up. */
static unsigned process_take_out(char *text)
{
	size_t length = strlen(text);
	if (length < 6 || strncmp(text + length - 5, " out", 4) != 0)
		return 0;
	char seat = text[length - 1];
	if (seat != '1' && seat != '2')
		return 0;
	text[length - 5] = '\0';
	return 1u << (seat - '1');
}

/* Copies a foreign text without the seats that gave up, *out. False: no position has such a text.
 */
static bool process_foreign(const struct setup *s, const char *text, char own[POSITION_TEXT],
	unsigned *out, struct error *err)
{
	if (strlen(text) >= POSITION_TEXT)
		return error_set(err, "the position has more than %d bytes", POSITION_TEXT - 1);
	memcpy(own, text, strlen(text) + 1);
	*out = s->seats == 2 ? process_take_out(own) : 0;
	return answer_is_position(own, s->seats, err);
}

static int process_to_move(const struct setup *s, const struct position *p);

enum rules_process_state rules_process_want(const struct setup *s, enum rules_question question,
	const struct position *p, const char *text)
{
	struct rules_process *r = process_of(s->rules);
	const struct process_position *at = p != NULL ? process_at(p) : NULL;
	struct error err;
	if (r->faulty)
		return RULES_PROCESS_FAULT;
	/* Nothing is asked about a game of two seats of which one gave up. */
	if (s->seats == 2 && at != NULL && (at->out != 0 || question == RULES_FORFEIT))
		return RULES_PROCESS_READY;
	if (question == RULES_POSITION && text != NULL) {
		char own[POSITION_TEXT];
		unsigned out;
		return process_foreign(s, text, own, &out, &err)
			       ? process_want(r, s, question, NULL, own)
			       : RULES_PROCESS_READY;
	}
	/* A program is asked to play legal moves only, and to forfeit in a running game only. */
	if (question == RULES_PLAY || question == RULES_FORFEIT) {
		enum rules_process_state state = process_want(r, s, RULES_POSITION, at->text, NULL);
		if (state != RULES_PROCESS_READY)
			return state;
		if (question == RULES_PLAY ? !process_is_legal(s, at, text)
					   : process_to_move(s, p) == 0)
			return RULES_PROCESS_READY;
	}
	return process_want(r, s, question, at != NULL ? at->text : NULL, text);
}

/* Waits until the program has written, or the answer is due. */
static void process_wait(struct rules_process *r)
{
	struct pollfd fds[3] = {{.fd = r->out, .events = POLLIN},
		{.fd = r->errors, .events = POLLIN},
		{.fd = r->sent < r->length ? r->in : -1, .events = POLLOUT}};
	int64_t left = r->due - process_now();
	if (left > 0)
		poll(fds, 3, (int)(left / 1000) + 1);
	rules_process_read(&r->rules);
}

/* Has the answer, and waits for it if need be. False: the rules are at fault. */
static bool process_have(struct rules_process *r, const struct setup *s,
	enum rules_question question, const char *at, const char *text)
{
	enum rules_process_state state;
	bool asked = false;
	while ((state = process_want(r, s, question, at, text)) == RULES_PROCESS_PENDING) {
		asked = true;
		process_wait(r);
	}
	r->counts.known += !asked;
	return state == RULES_PROCESS_READY;
}

/* What is known of a position; NULL: the rules are at fault. */
static const struct process_packed *process_block(
	const struct setup *s, const struct process_position *at)
{
	struct rules_process *r = process_of(s->rules);
	/* A position that is known costs one look. */
	const struct process_packed *b =
		r->faulty ? NULL : process_get(r, 'p', process_setup_of(s)->number, NULL, at->text);
	if (b != NULL) {
		r->counts.known++;
		return b;
	}
	if (!process_have(r, s, RULES_POSITION, at->text, NULL))
		return NULL;
	return process_get(r, 'p', process_setup_of(s)->number, NULL, at->text);
}

/* --- struct rules ---------------------------------------------------------------------------- */

/* Sets a position; the bytes behind the text are zeros, so that equal positions are equal bytes. */
static void process_place(struct position *p, const char *text)
{
	struct process_position at = {.text = ""};
	snprintf(at.text, sizeof at.text, "%s", text);
	memcpy(p->bytes, &at, sizeof at);
}

static bool process_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	struct rules_process *r = process_of(s->rules);
	struct process_setup *setup = (struct process_setup *)s->bytes;
	char line[PROCESS_QUESTION];
	for (int i = 0; i < r->description.parameters_count; i++) {
		char *value = setup->values[i];
		if (texts[i] != NULL) {
			if (!answer_is_value(texts[i], err))
				return error_prefix(err,
					"parameter \"%s\": ", r->description.parameters[i].name);
			snprintf(value, ANSWER_VALUE, "%s", texts[i]);
		} else {
			snprintf(value, ANSWER_VALUE, "%u",
				(unsigned)(random_mix(seed, (uint64_t)i) >> 32));
		}
	}
	process_setup_line(r, s, line);
	setup->number = process_hash(line) | 1;
	if (r->calls.start == NULL || r->terms.lazy)
		return true;
	if (!process_have(r, s, RULES_SETUP, NULL, NULL))
		return error_set(err, "%s", r->fault);
	const char *start = process_get(r, 's', setup->number, NULL, "");
	return start[0] != '-' || error_set(err, "%s: %s", r->rules.name, start + 1);
}

static void process_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	snprintf(text, PARAMETER_TEXT, "%s", process_setup_of(s)->values[i]);
}

static void process_begin(const struct setup *s, struct position *p)
{
	struct rules_process *r = process_of(s->rules);
	bool known = process_have(r, s, RULES_SETUP, NULL, NULL);
	const char *link = known ? process_get(r, 's', process_setup_of(s)->number, NULL, "") : "-";
	process_place(p, link[0] == '+' ? link + 1 : "");
}

static int process_to_move(const struct setup *s, const struct position *p)
{
	const struct process_position *at = process_at(p);
	const struct process_packed *b = at->out != 0 ? NULL : process_block(s, at);
	return b == NULL ? 0 : b->turn;
}

static int process_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	const struct process_position *at = process_at(p);
	const struct process_packed *b = at->out != 0 ? NULL : process_block(s, at);
	int count = b == NULL ? 0 : b->count;
	for (int i = 0; i < count; i++)
		moves[i] = (move)i;
	return count;
}

/* The text of a legal move, valid until the next question; NULL: there is none. */
static const char *process_move(const struct setup *s, const struct process_position *at, move m)
{
	const struct process_packed *b = process_block(s, at);
	if (b == NULL || m >= b->count)
		return NULL;
	const char *text = b->text + b->moves;
	for (; m > 0; m--)
		text += strlen(text) + 1;
	return text;
}

/* Goes to the position that a question leads to; a fault leaves p as it is. */
static void process_go(const struct setup *s, struct position *p, enum rules_question question,
	char kind, const char *word)
{
	struct rules_process *r = process_of(s->rules);
	char at[POSITION_TEXT], next[POSITION_TEXT];
	memcpy(at, process_at(p)->text, sizeof at);
	if (!process_have(r, s, question, at, word))
		return;
	const char *link = process_get(r, kind, process_setup_of(s)->number, word, at);
	snprintf(next, sizeof next, "%s", link + 1);
	process_place(p, next);
}

static void process_play(const struct setup *s, struct position *p, move m)
{
	const char *text = process_move(s, process_at(p), m);
	char word[MOVE_TEXT];
	if (text == NULL)
		return;
	snprintf(word, sizeof word, "%s", text);
	process_go(s, p, RULES_PLAY, 'm', word);
}

static void process_forfeit(const struct setup *s, struct position *p, int seat)
{
	assert(seat >= 1 && seat <= s->seats);
	char word[] = {(char)('0' + seat), '\0'};
	if (s->seats == 2)
		((struct process_position *)p->bytes)->out |= (uint8_t)(1u << (seat - 1));
	else if (process_to_move(s, p) != 0)
		process_go(s, p, RULES_FORFEIT, 'f', word);
}

static unsigned process_in(const struct setup *s, const struct position *p)
{
	const struct process_position *at = process_at(p);
	const struct process_packed *b = process_block(s, at);
	return b == NULL ? 0 : b->in & ~(unsigned)at->out;
}

static void process_scores(const struct setup *s, const struct position *p, int64_t *scores)
{
	const struct process_packed *b = process_block(s, process_at(p));
	for (int i = 0; i < s->seats; i++)
		scores[i] = b == NULL ? 0 : b->scores[i];
}

static int process_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT])
{
	const char *word = process_move(s, process_at(p), m);
	return snprintf(text, MOVE_TEXT, "%s", word == NULL ? "?" : word);
}

static void process_write(const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	const struct process_position *at = process_at(p);
	size_t length = strlen(at->text);
	(void)s;
	memcpy(text, at->text, length + 1);
	if (at->out != 0 && length + 6 <= POSITION_TEXT)
		snprintf(text + length, 6, " out%d", at->out & 1 ? 1 : 2);
}

static bool process_read_position(
	const struct setup *s, struct position *p, const char *text, struct error *err)
{
	struct rules_process *r = process_of(s->rules);
	char own[POSITION_TEXT], next[POSITION_TEXT];
	uint64_t setup = process_setup_of(s)->number;
	unsigned out;
	if (!process_foreign(s, text, own, &out, err))
		return false;
	if (r->calls.start == NULL && !process_known(r, setup, RULES_POSITION, NULL, own))
		return error_set(err, "nothing is stored about this position");
	if (!process_have(r, s, RULES_POSITION, NULL, own))
		return error_set(err, "%s", r->fault);
	if (process_get(r, 'p', setup, NULL, own) == NULL) {
		const char *link = process_get(r, 'r', setup, NULL, own);
		if (link[0] == '-')
			return error_set(err, "%s", link + 1);
		snprintf(next, sizeof next, "%s", link + 1);
		memcpy(own, next, sizeof own);
	}
	process_place(p, own);
	((struct process_position *)p->bytes)->out = (uint8_t)out;
	return true;
}

static uint64_t process_position_key(const struct setup *s, const struct position *p)
{
	const struct process_position *at = process_at(p);
	const struct process_packed *b = process_block(s, at);
	return b == NULL ? 0 : at->out != 0 ? random_mix(b->key, at->out) : b->key;
}

static void process_draw(const struct setup *s, const struct position *p, char text[BOARD_TEXT])
{
	struct rules_process *r = process_of(s->rules);
	const struct process_position *at = process_at(p);
	const char *board = NULL;
	if (!r->faulty && (r->description.features & ANSWER_BOARD) && r->calls.start != NULL &&
		process_have(r, s, RULES_BOARD, at->text, NULL))
		board = process_get(r, 'b', process_setup_of(s)->number, NULL, at->text);
	if (board != NULL)
		snprintf(text, BOARD_TEXT, "%s", board);
	else
		snprintf(text, BOARD_TEXT, "%s\n", at->text);
}

/* --- opening and closing --------------------------------------------------------------------- */

/* Makes the rules from the description. */
static void process_make(struct rules_process *r)
{
	const struct answer_description *d = &r->description;
	for (int i = 0; i < d->parameters_count; i++)
		r->parameters[i] = (struct parameter){.name = d->parameters[i].name,
			.preset = d->parameters[i].drawn ? NULL : d->parameters[i].preset,
			.help = d->parameters[i].help};
	r->rules = (struct rules){.name = d->name,
		.summary = "a game whose rules are a program",
		.seat_counts = d->seat_counts,
		.position_bytes = sizeof(struct process_position),
		.scored = (d->features & ANSWER_SCORED) != 0,
		.one_stake = (d->features & ANSWER_ZERO_SUM) != 0 && d->seat_counts == 1u << 2,
		.parameters = r->parameters,
		.prepare = process_prepare,
		.parameter = process_parameter,
		.start = process_begin,
		.to_move = process_to_move,
		.moves = process_moves,
		.play = process_play,
		.forfeit = process_forfeit,
		.in = process_in,
		.scores = process_scores,
		.move_text = process_move_text,
		.write = process_write,
		.read = process_read_position,
		.key = process_position_key,
		.board = process_draw};
}

static struct rules_process *process_create(const struct rules_process_terms *terms)
{
	struct rules_process *r = calloc(1, sizeof *r);
	if (r == NULL)
		return NULL;
	r->rules.prepare = process_prepare; /* so it is known as a process */
	r->terms = *terms;
	if (r->terms.limit <= 0)
		r->terms.limit = RULES_PROCESS_LIMIT;
	if (r->terms.start_limit <= 0)
		r->terms.start_limit = RULES_PROCESS_LIMIT;
	if (r->terms.memory == 0)
		r->terms.memory = RULES_PROCESS_MEMORY;
	r->in = r->out = r->errors = -1;
	line_reader_init(&r->lines, r->room, sizeof r->room);
	r->cache = answer_cache_create(r->terms.memory);
	if (r->cache != NULL)
		return r;
	free(r);
	return NULL;
}

/* Starts the program and reads its description. False: the rules are at fault. */
static bool process_describe(struct rules_process *r)
{
	process_start(r);
	while (!r->faulty && r->asked != ASKED_NOTHING)
		process_wait(r);
	return !r->faulty;
}

const struct rules *rules_process_open(const struct rules_process_terms *terms,
	const struct rules_process_calls *calls, struct error *err)
{
	struct rules_process *r = process_create(terms);
	if (r == NULL) {
		error_set(err, "rules process \"%.100s\": no memory", terms->command);
		return NULL;
	}
	r->calls = *calls;
	if (!process_describe(r)) {
		error_set(err, "%s", r->fault);
		rules_process_close(&r->rules);
		return NULL;
	}
	process_make(r);
	return &r->rules;
}

/* Reads lines ended by LF with take() until one is refused. */
static bool process_read_lines(struct rules_process *r, const char *text,
	bool (*take)(struct rules_process *r, const char *line, struct error *err),
	struct error *err)
{
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		if (length >= sizeof r->room)
			return error_set(err, "a line has more than %zu bytes", sizeof r->room - 1);
		memcpy(r->room, text, length);
		r->room[length] = '\0';
		if (!take(r, r->room, err))
			return false;
		text += length + (text[length] == '\n');
	}
	return true;
}

static bool process_offline_line(struct rules_process *r, const char *line, struct error *err)
{
	return answer_description_line(&r->new_description, line, err);
}

const struct rules *rules_process_offline(const char *description, size_t memory, struct error *err)
{
	struct rules_process *r = process_create(
		&(struct rules_process_terms){.command = "as stored", .memory = memory});
	if (r == NULL) {
		error_set(err, "no memory");
		return NULL;
	}
	answer_description_begin(&r->new_description);
	if (!process_read_lines(r, description, process_offline_line, err) ||
		!process_described(r, err)) {
		rules_process_close(&r->rules);
		return NULL;
	}
	process_make(r);
	return &r->rules;
}

void rules_process_close(const struct rules *rules)
{
	char how[PROCESS_HOW];
	if (rules == NULL)
		return;
	struct rules_process *r = process_of(rules);
	process_stop(r, false, how);
	answer_cache_free(r->cache);
	free(r);
}

bool rules_is_process(const struct rules *rules)
{
	return rules != NULL && rules->prepare == process_prepare;
}

const char *rules_process_command(const char *game)
{
	size_t length = strlen(RULES_PROCESS_SCHEME);
	if (strncmp(game, RULES_PROCESS_SCHEME, length) != 0)
		return NULL;
	return game + length + strspn(game + length, " ");
}

const char *rules_process_description(const struct rules *rules)
{
	return process_of(rules)->description_text;
}

const char *rules_process_version(const struct rules *rules)
{
	return process_of(rules)->description.version;
}

const char *rules_process_fault(const struct rules *rules)
{
	const struct rules_process *r = process_of(rules);
	return r->faulty ? r->fault : NULL;
}

const char *rules_process_errors(const struct rules *rules)
{
	return process_of(rules)->tail;
}

bool rules_process_restart(const struct rules *rules, struct error *err)
{
	struct rules_process *r = process_of(rules);
	char how[PROCESS_HOW];
	if (r->calls.start == NULL)
		return error_set(err, "rules without a program cannot be restarted");
	process_stop(r, false, how);
	answer_cache_clear(r->cache);
	r->faulty = false;
	return process_describe(r) || error_set(err, "%s", r->fault);
}

void rules_process_pause(const struct rules *rules)
{
	char how[PROCESS_HOW];
	process_stop(process_of(rules), false, how);
}

int64_t rules_process_deadline(const struct rules *rules)
{
	const struct rules_process *r = process_of(rules);
	return r->asked == ASKED_NOTHING ? 0 : r->due;
}

int rules_process_descriptors(const struct rules *rules, int fds[RULES_PROCESS_DESCRIPTORS])
{
	const struct rules_process *r = process_of(rules);
	int count = 0;
	if (r->running)
		fds[count++] = r->out;
	if (r->running && r->errors >= 0)
		fds[count++] = r->errors;
	return count;
}

/* --- blocks ---------------------------------------------------------------------------------- */

bool rules_process_block(
	const struct setup *s, const struct position *p, char text[RULES_PROCESS_BLOCK])
{
	struct rules_process *r = process_of(s->rules);
	const struct process_position *at = process_at(p);
	const struct process_packed *b = process_block(s, at);
	if (b == NULL)
		return false;
	struct answer_block *block = &r->block;
	answer_block_begin(block);
	memcpy(block->position, at->text, sizeof block->position);
	memcpy(block->key, b->text, strlen(b->text) + 1);
	memcpy(block->scores, b->scores, sizeof block->scores);
	block->turn = b->turn;
	block->in = b->in;
	block->count = b->count;
	const char *from = b->text + b->moves, *end = from;
	for (int i = 0; i < b->count; i++)
		end += strlen(end) + 1;
	block->moves_length = (size_t)(end - from);
	memcpy(block->moves, from, block->moves_length);
	answer_block_write(block, &r->description, s->seats, text);
	return true;
}

static bool process_learn_line(struct rules_process *r, const char *line, struct error *err)
{
	return answer_block_line(&r->block, &r->description, r->seats, line, err);
}

bool rules_process_learn(const struct setup *s, const struct position *before, const char *word,
	bool forfeit, const char *block, struct position *p, struct error *err)
{
	struct rules_process *r = process_of(s->rules);
	uint64_t setup = process_setup_of(s)->number;
	char key[PROCESS_KEY];
	if (r->asked != ASKED_NOTHING)
		return error_set(err, "the rules program is being asked");
	if (word != NULL && !answer_is_move(word, err))
		return false;
	r->seats = s->seats;
	answer_block_begin(&r->block);
	if (!process_read_lines(r, block, process_learn_line, err) ||
		!answer_block_end(&r->block, &r->description, s->seats, err) ||
		!process_keep_block(r, &r->block, setup, err))
		return false;
	size_t length = before == NULL ? process_key(key, 's', setup, NULL, "")
				       : process_key(key, forfeit ? 'f' : 'm', setup, word,
						 process_at(before)->text);
	if (!process_keep_link(r, key, length, r->block.position, err))
		return false;
	if (p != NULL)
		process_place(p, r->block.position);
	return true;
}

/* --- evaluation and figures ------------------------------------------------------------------ */

bool rules_process_evaluates(const struct rules *rules)
{
	return process_of(rules)->description.features & ANSWER_EVALUATE;
}

void rules_process_evaluate(
	const struct setup *s, const struct position *p, int64_t values[SEATS_MAX])
{
	struct rules_process *r = process_of(s->rules);
	const char *at = process_at(p)->text;
	memset(values, 0, SEATS_MAX * sizeof *values);
	if (!rules_process_evaluates(s->rules) || !process_have(r, s, RULES_EVALUATE, at, NULL))
		return;
	memcpy(values, process_get(r, 'e', process_setup_of(s)->number, NULL, at),
		SEATS_MAX * sizeof *values);
}

bool rules_process_probe(const struct setup *s, const char *question, bool *refused)
{
	struct rules_process *r = process_of(s->rules);
	uint64_t setup = process_setup_of(s)->number;
	while (!r->faulty && (r->asked != ASKED_NOTHING || !r->running || r->told != setup)) {
		if (r->asked == ASKED_NOTHING)
			process_step(r, s, RULES_SETUP, NULL, NULL);
		else
			process_wait(r);
	}
	if (!r->faulty)
		process_ask(r, ASKED_PROBE, "%s", question);
	while (!r->faulty && r->asked != ASKED_NOTHING)
		process_wait(r);
	*refused = r->refused;
	return !r->faulty;
}

struct rules_process_counts rules_process_counts(const struct rules *rules)
{
	return process_of(rules)->counts;
}
