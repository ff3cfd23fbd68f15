/*
 * conversation.c - asks a rules program, and keeps its answers.
 *
 * All goes through conversation_request(): it looks into the cache, else it takes the next step
 * towards the answer: the program is started and asked for its description, then told the setup,
 * then asked. One question is under way at a time; whatever else is done meanwhile, for another
 * game, leaves the fields of that question alone. conversation_await() wants until the answer is
 * there, and waits with poll() in between.
 *
 * Keys of the cache are a letter for the kind of question, the setup's number, and the text:
 *   p TEXT       the facts about a position
 *   s            the start
 *   m MOVE TEXT  the position after the move; f SEAT TEXT after a forfeit
 *   r TEXT       the position of a foreign text
 *                these four are links: "+" and the position's text, or "-" and why it is refused
 *   b TEXT       its board; e TEXT its evaluation
 */
#include "rules/process/conversation.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "protocol/line.h"
#include "rules/process/answer-cache.h"

enum {
	CONVERSATION_HOW = 160,	    /* bytes of how a program ended */
	CONVERSATION_ERRORS = 2048, /* bytes of its stderr that are kept */
	CONVERSATION_WORDS = 288,   /* of them in a message */
	CONVERSATION_KEY = 16 + MOVE_TEXT + POSITION_TEXT,
};
static_assert(CONVERSATION_QUESTION > PARAMETERS_MAX * (ANSWER_NAME + ANSWER_VALUE + 8) + 64 &&
		      CONVERSATION_QUESTION > POSITION_TEXT + MOVE_TEXT + 64,
	"every question has room");
static_assert((int)ANSWER_BLOCK == (int)RULES_PROCESS_BLOCK, "one size of a block");

/* The question that is under way. */
enum conversation_question {
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

struct conversation {
	struct answer_description description;
	char description_text[ANSWER_DESCRIPTION]; /* "": it is not known yet */
	struct rules_process_options options;
	struct rules_process_calls calls; /* start is NULL: offline */
	struct answer_cache *cache;	  /* owned */

	bool running;
	pid_t owner;	     /* the process that started the program */
	int in, out, errors; /* of the program; -1: closed */
	uint64_t setup_sent; /* the setup that it was told; 0: none */
	struct line_reader lines;
	char room[RULES_PROCESS_LINE];
	char tail[CONVERSATION_ERRORS]; /* the end of its stderr */

	enum conversation_question pending;
	int64_t begun, due;		      /* of the question */
	char question[CONVERSATION_QUESTION]; /* with its LF */
	size_t length, sent;
	uint64_t setup; /* of the question */
	int seats;
	char key[CONVERSATION_KEY]; /* of the answer */
	size_t key_length;
	size_t received; /* bytes of the answer */
	/* The answer that is under way, and nothing else. */
	struct answer_description new_description;
	struct answer_block block;
	char board[BOARD_TEXT];
	int64_t values[SEATS_MAX];
	bool valued;
	bool refused; /* the answer to a probe was an error */

	bool faulty;
	struct error fault;
	struct rules_process_counts counts;
};

static int64_t conversation_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* --- faults ---------------------------------------------------------------------------------- */

/* Ends the program. ended: it has ended by itself, and how says in which way. */
static void conversation_stop(struct conversation *c, bool ended, char how[CONVERSATION_HOW])
{
	how[0] = '\0';
	if (c->running)
		c->calls.stop(c->calls.arg, ended, how, CONVERSATION_HOW);
	c->running = false;
	c->in = c->out = c->errors = -1;
	c->pending = ASKED_NOTHING;
	c->setup_sent = 0;
	line_reader_clear(&c->lines);
}

/* The last line that the program wrote to its stderr, quoted in this room; "" for none. The cause
 * of an error stands at its end. */
static void conversation_last_error(const struct conversation *c, char *quote, size_t room)
{
	char line[CONVERSATION_ERRORS];
	size_t end = strlen(c->tail);
	while (end > 0 && (c->tail[end - 1] == '\n' || c->tail[end - 1] == '\r'))
		end--;
	size_t from = end;
	while (from > 0 && c->tail[from - 1] != '\n')
		from--;
	memcpy(line, c->tail + from, end - from);
	line[end - from] = '\0';
	answer_quote_end(quote, room, line);
}

static void conversation_read_errors(struct conversation *c);

/* Puts the rules at fault: names the command, and says why. The program is ended. */
static void conversation_fail(struct conversation *c, const char *why, ...)
	__attribute__((format(printf, 2, 3)));
static void conversation_fail(struct conversation *c, const char *why, ...)
{
	static const char stderr_says[] = "; its last words on stderr: ";
	struct error err;
	char quote[ANSWER_QUOTE], how[CONVERSATION_HOW], words[CONVERSATION_WORDS];
	va_list arguments;
	if (c->faulty)
		return;
	va_start(arguments, why);
	error_vset(&err, why, arguments);
	va_end(arguments);
	conversation_read_errors(c);
	conversation_stop(c, false, how);
	c->faulty = true;
	error_prefix(&err, "rules process \"%s\": ", answer_quote(quote, c->options.command));
	size_t used = strlen(err.text) + sizeof stderr_says;
	size_t room = used < sizeof err.text ? sizeof err.text - used : 0;
	if (room >= ANSWER_QUOTE / 2) {
		conversation_last_error(c, words, room < sizeof words ? room : sizeof words);
		if (words[0] != '\0')
			error_append(&err, "%s%s", stderr_says, words);
	}
	c->fault = err;
}

/* The question as a message quotes it. */
static const char *conversation_question(const struct conversation *c, char quote[ANSWER_QUOTE])
{
	char line[CONVERSATION_QUESTION];
	snprintf(line, sizeof line, "%.*s", (int)(c->length > 0 ? c->length - 1 : 0), c->question);
	return answer_quote(quote, line);
}

/* A fault of the answer to the question that is under way. */
static void conversation_fail_answer(struct conversation *c, const struct error *err)
{
	char quote[ANSWER_QUOTE];
	conversation_fail(
		c, "wrong answer to \"%s\": %s", conversation_question(c, quote), err->text);
}

/* The program has ended, before it was asked or before it answered. */
static void conversation_fail_ended(struct conversation *c)
{
	char quote[ANSWER_QUOTE], how[CONVERSATION_HOW], question[ANSWER_QUOTE];
	bool pending = c->pending != ASKED_NOTHING;
	conversation_question(c, question);
	/* Its last words say why. */
	conversation_read_errors(c);
	conversation_stop(c, true, how);
	answer_quote(quote, how[0] != '\0' ? how : "it closed its output");
	if (pending)
		conversation_fail(c,
			"it ended (%s) before it answered \"%s\"; a rules program runs until its input ends",
			quote, question);
	else
		conversation_fail(
			c, "it ended (%s); a rules program runs until its input ends", quote);
}

/* --- the program ----------------------------------------------------------------------------- */

/* Keeps the end of what it writes to stderr. Bounded work: a flood is read on later. */
static void conversation_read_errors(struct conversation *c)
{
	char bytes[1024];
	for (int i = 0; i < 16 && c->errors >= 0; i++) {
		ssize_t n = read(c->errors, bytes, sizeof bytes);
		if (n <= 0) {
			if (n == 0)
				c->errors = -1; /* its owner closes it */
			return;
		}
		size_t used = strlen(c->tail), count = (size_t)n;
		if (used + count >= sizeof c->tail) {
			size_t drop = used + count - sizeof c->tail + 1;
			memmove(c->tail, c->tail + drop, used - drop);
			used -= drop;
		}
		for (size_t k = 0; k < count; k++)
			c->tail[used + k] = bytes[k] != '\0' ? bytes[k] : '?';
		c->tail[used + count] = '\0';
	}
}

/* Sends as much of the question as the program takes. */
static void conversation_send(struct conversation *c)
{
	while (c->sent < c->length) {
		ssize_t n = write(c->in, c->question + c->sent, c->length - c->sent);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return;
		if (n < 0)
			return; /* what it wrote before its end is read first */
		c->sent += (size_t)n;
	}
}

/* Makes the text of the question that is under way. */
static void conversation_ask(struct conversation *c, enum conversation_question pending,
	const char *format, ...) __attribute__((format(printf, 3, 4)));
static void conversation_ask(
	struct conversation *c, enum conversation_question pending, const char *format, ...)
{
	va_list arguments;
	/* An answer that is there before its question is an answer to nothing. The first question
	 * has none before it: a program that is quick at its start has the words of a slow one. */
	if (pending != ASKED_RULES)
		conversation_read(c);
	if (c->faulty)
		return;
	va_start(arguments, format);
	int length = vsnprintf(c->question, sizeof c->question, format, arguments);
	va_end(arguments);
	assert(length > 0 && (size_t)length + 1 < sizeof c->question);
	c->question[length] = '\n';
	c->length = (size_t)length + 1;
	c->sent = c->received = 0;
	c->pending = pending;
	c->begun = conversation_now();
	c->due = c->begun + (pending == ASKED_RULES ? c->options.start_limit : c->options.limit);
	c->counts.questions++;
	answer_description_begin(&c->new_description);
	answer_block_begin(&c->block);
	c->board[0] = '\0';
	c->valued = c->refused = false;
	conversation_send(c);
}

/* Starts the program and asks for its description. */
static void conversation_start(struct conversation *c)
{
	struct error err;
	error_clear(&err);
	c->tail[0] = '\0';
	if (!c->calls.start(c->calls.arg, &c->in, &c->out, &c->errors, &err)) {
		conversation_fail(c, "it cannot be started: %s", err.text);
		return;
	}
	c->running = true;
	c->owner = getpid();
	conversation_ask(c, ASKED_RULES, "rules");
}

/* --- the cache ------------------------------------------------------------------------------- */

/* Makes the key of a question; text may be "" and word NULL. Returns its length. */
static size_t conversation_key(
	char key[CONVERSATION_KEY], char kind, uint64_t setup, const char *word, const char *text)
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
	assert(used + length < CONVERSATION_KEY);
	memcpy(key + used, text, length + 1);
	return used + length;
}

static const void *conversation_get(
	struct conversation *c, char kind, uint64_t setup, const char *word, const char *text)
{
	char key[CONVERSATION_KEY];
	size_t length = conversation_key(key, kind, setup, word, text);
	return answer_cache_get(c->cache, key, length, NULL);
}

static bool conversation_put(
	struct conversation *c, const char *key, size_t length, const void *value, size_t size)
{
	if (answer_cache_put(c->cache, key, length, value, size))
		return true;
	conversation_fail(c, "the referee has no memory for its answer");
	return false;
}

uint64_t conversation_hash(const char *text)
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

/* A number of the moves of these facts, whatever their order. */
static uint64_t conversation_moves_hash(const struct conversation_facts *facts)
{
	const char *word = facts->text + facts->moves;
	uint64_t hash = facts->count;
	for (int i = 0; i < facts->count; i++, word += strlen(word) + 1)
		hash += conversation_hash(word);
	return hash;
}

/* The first difference of two blocks of one position; NULL: there is none. */
static const char *conversation_differs(const struct conversation_facts *a,
	const struct conversation_facts *facts, size_t a_size, size_t b_size)
{
	if (a->turn != facts->turn)
		return "another turn";
	if (a_size != b_size || a->moves != facts->moves ||
		memcmp(a->text + a->moves, facts->text + facts->moves,
			a_size - sizeof *a - a->moves) != 0)
		return a->key != facts->key ? "another key"
		       : conversation_moves_hash(a) == conversation_moves_hash(facts)
			       ? "the same moves in another order"
			       : "other legal moves";
	if (memcmp(a->scores, facts->scores, sizeof a->scores) != 0)
		return "another result";
	if (a->key != facts->key)
		return "another key";
	return a->in != facts->in ? "other seats that are in" : NULL;
}

/* Keeps a block. False: it contradicts one that is known; err says how. */
static bool conversation_keep_block(
	struct conversation *c, const struct answer_block *b, uint64_t setup, struct error *err)
{
	union {
		struct conversation_facts packed;
		char room[sizeof(struct conversation_facts) + 2 * POSITION_TEXT + ANSWER_MOVES];
	} u;
	struct conversation_facts *new = &u.packed;
	memset(new, 0, sizeof *new);
	memcpy(new->scores, b->scores, sizeof new->scores);
	new->key = conversation_hash(b->key[0] != '\0' ? b->key : b->position);
	new->turn = (uint8_t)b->turn;
	new->in = (uint8_t)b->in;
	new->count = (uint16_t)b->count;
	size_t used = strlen(b->key) + 1;
	memcpy(new->text, b->key, used);
	new->moves = (uint32_t)used;
	memcpy(new->text + used, b->moves, b->moves_length);
	used += sizeof *new + b->moves_length;

	char key[CONVERSATION_KEY];
	size_t length = conversation_key(key, 'p', setup, NULL, b->position), size;
	const struct conversation_facts *old = answer_cache_get(c->cache, key, length, &size);
	if (old == NULL)
		return conversation_put(c, key, length, new, used);
	const char *what = conversation_differs(old, new, size, used);
	char quote[ANSWER_QUOTE];
	return what == NULL || error_set(err, "\"%s\" had %s in an earlier answer",
				       answer_quote(quote, b->position), what);
}

/* Keeps the link to the text that a question leads to. False: it contradicts the facts that are
 * known. */
static bool conversation_keep_link(
	struct conversation *c, const char *key, size_t length, const char *text, struct error *err)
{
	char link[POSITION_TEXT + 1], quote[ANSWER_QUOTE], quote2[ANSWER_QUOTE];
	int size = snprintf(link, sizeof link, "+%s", text) + 1;
	const char *old = answer_cache_get(c->cache, key, length, NULL);
	if (old != NULL && strcmp(old, link) != 0)
		return error_set(err,
			"it leads to \"%s\", and in an earlier answer it led to \"%s\"",
			answer_quote(quote, text), answer_quote(quote2, old + 1));
	return old != NULL || conversation_put(c, key, length, link, (size_t)size);
}

/* --- answers --------------------------------------------------------------------------------- */

/* Reads a line of the answer, which is not its last. */
static bool conversation_line(struct conversation *c, const char *line, struct error *err)
{
	char quote[ANSWER_QUOTE];
	switch (c->pending) {
	case ASKED_PROBE:
		return true;
	case ASKED_RULES:
		return answer_description_line(&c->new_description, line, err);
	case ASKED_BOARD:
		if ((strcmp(line, "board") != 0 && strncmp(line, "board ", 6) != 0) ||
			!answer_is_printable(line))
			return error_set(err,
				"\"%s\" is no line \"board TEXT\" without control characters",
				answer_quote(quote, line));
		line += line[5] == ' ' ? 6 : 5;
		if (strlen(c->board) + strlen(line) + 2 > sizeof c->board)
			return error_set(
				err, "the board has more than %zu bytes", sizeof c->board - 1);
		strcat(c->board, line);
		strcat(c->board, "\n");
		return true;
	case ASKED_EVALUATE:
		if (c->valued)
			return error_set(err, "there are two lines \"value\"");
		c->valued = true;
		return answer_values(line, c->seats, c->values, err);
	default:
		return answer_block_line(&c->block, &c->description, c->seats, line, err);
	}
}

/* Makes the rules from the description; or compares it with the one they are made of. */
static bool conversation_described(struct conversation *c, struct error *err)
{
	char text[ANSWER_DESCRIPTION];
	if (!answer_description_end(&c->new_description, err))
		return false;
	answer_description_write(&c->new_description, text);
	if (c->description_text[0] != '\0') {
		if (strcmp(text, c->description_text) == 0)
			return true;
		return error_set(err, "the description is another one than before");
	}
	c->description = c->new_description;
	memcpy(c->description_text, text, sizeof text);
	return true;
}

/* The answer is a block: keeps it, and the link to it. */
static bool conversation_answered_block(struct conversation *c, struct error *err)
{
	struct answer_block *b = &c->block;
	char quote[ANSWER_QUOTE], quote2[ANSWER_QUOTE];
	if (!answer_block_end(b, &c->description, c->seats, err))
		return false;
	const char *text = c->key + 1 + sizeof c->setup;
	if (c->pending == ASKED_KNOWN && strcmp(text, b->position) != 0)
		return error_set(err,
			"the position \"%s\" reads back as \"%s\"; a text that the program wrote stays as it is",
			answer_quote(quote, text), answer_quote(quote2, b->position));
	if (!conversation_keep_block(c, b, c->setup, err))
		return false;
	if (c->pending == ASKED_KNOWN)
		return true;
	return conversation_keep_link(c, c->key, c->key_length, b->position, err);
}

/* The answer is complete. */
static bool conversation_answered(struct conversation *c, struct error *err)
{
	switch (c->pending) {
	case ASKED_PROBE:
		return true;
	case ASKED_RULES:
		return conversation_described(c, err);
	case ASKED_BOARD:
		return (c->board[0] != '\0' || error_set(err, "there is no line \"board TEXT\"")) &&
		       conversation_put(c, c->key, c->key_length, c->board, strlen(c->board) + 1);
	case ASKED_EVALUATE:
		return (c->valued || error_set(err, "there is no line \"value\"")) &&
		       conversation_put(c, c->key, c->key_length, c->values, sizeof c->values);
	default:
		if (!conversation_answered_block(c, err))
			return false;
		if (c->pending == ASKED_SETUP)
			c->setup_sent = c->setup;
		return true;
	}
}

/* The program refuses, which only setups and foreign positions allow. */
static bool conversation_refused(struct conversation *c, const char *why, struct error *err)
{
	char quote[ANSWER_QUOTE], kept[ANSWER_QUOTE + 1];
	answer_quote(quote, why[0] != '\0' ? why : "no reason");
	if (c->pending == ASKED_PROBE)
		return c->refused = true;
	if (c->pending == ASKED_READ || (c->pending == ASKED_SETUP && !c->options.lazy)) {
		snprintf(kept, sizeof kept, "-%s", quote);
		return conversation_put(c, c->key, c->key_length, kept, strlen(kept) + 1);
	}
	return error_set(err, "it refuses: %s", quote);
}

/* Reads one line of the answer. */
static void conversation_read_line(struct conversation *c, const char *line)
{
	struct error err;
	bool fine, last = true;
	error_clear(&err);
	if (strcmp(line, "ok") == 0)
		fine = conversation_answered(c, &err);
	else if (strcmp(line, "error") == 0 || strncmp(line, "error ", 6) == 0)
		fine = conversation_refused(c, line + (line[5] == ' ' ? 6 : 5), &err);
	else {
		fine = conversation_line(c, line, &err);
		last = false;
	}
	if (!fine)
		conversation_fail_answer(c, &err);
	else if (last) {
		c->counts.waited += conversation_now() - c->begun;
		c->pending = ASKED_NOTHING;
	}
}

/* The bytes that were read are no part of an answer. */
static void conversation_fail_unasked(struct conversation *c)
{
	char text[ANSWER_QUOTE], quote[ANSWER_QUOTE], question[ANSWER_QUOTE];
	snprintf(text, sizeof text, "%.*s", (int)(c->lines.end - c->lines.start),
		c->lines.room + c->lines.start);
	text[strcspn(text, "\r\n")] = '\0';
	conversation_fail(c,
		"it wrote \"%s\" after the answer to \"%s\"; an answer ends with ok or error",
		answer_quote(quote, text), conversation_question(c, question));
}

/* Reads the lines that have come. */
static void conversation_read_lines(struct conversation *c)
{
	char *line, quote[ANSWER_QUOTE];
	size_t length;
	while (!c->faulty && c->lines.start < c->lines.end) {
		if (c->pending == ASKED_NOTHING) {
			conversation_fail_unasked(c);
			return;
		}
		switch (line_reader_next(&c->lines, &line, &length)) {
		case LINE_PARTIAL:
			return;
		case LINE_READY:
			conversation_read_line(c, line);
			break;
		case LINE_TOO_LONG:
			conversation_fail(c,
				"a line of more than %d bytes in the answer to \"%s\"; a line is shorter",
				RULES_PROCESS_LINE - 1, conversation_question(c, quote));
			break;
		}
	}
}

/* Reads what has come. Returns true if there may be more. */
static bool conversation_receive(struct conversation *c)
{
	size_t size;
	char *space = line_reader_space(&c->lines, &size);
	ssize_t n = read(c->out, space, size);
	if (n < 0 && errno == EINTR)
		return true;
	if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		return false;
	if (n <= 0) {
		conversation_fail_ended(c);
		return false;
	}
	line_reader_filled(&c->lines, (size_t)n);
	c->received += (size_t)n;
	conversation_read_lines(c);
	char quote[ANSWER_QUOTE];
	if (!c->faulty && c->received > RULES_PROCESS_ANSWER)
		conversation_fail(c,
			"more than %d bytes in the answer to \"%s\"; an answer is shorter",
			RULES_PROCESS_ANSWER, conversation_question(c, quote));
	return !c->faulty;
}

/* Writes a limit as "10 s" or "200 ms". */
static const char *conversation_limit(char text[32], int64_t limit)
{
	if (limit % 1000000 == 0)
		snprintf(text, 32, "%lld s", (long long)(limit / 1000000));
	else
		snprintf(text, 32, "%lld ms", (long long)(limit / 1000));
	return text;
}

void conversation_read(struct conversation *c)
{
	char quote[ANSWER_QUOTE], limit[32];
	if (!c->running || c->faulty)
		return;
	if (c->pending != ASKED_NOTHING)
		conversation_send(c);
	conversation_read_errors(c);
	while (conversation_receive(c) && c->pending != ASKED_NOTHING)
		;
	if (c->pending != ASKED_NOTHING && conversation_now() >= c->due)
		conversation_fail(c, "no answer to \"%s\" within %s%s",
			conversation_question(c, quote),
			conversation_limit(limit, c->due - c->begun),
			c->received == 0
				? ", and nothing was written; a rules program answers every question, and flushes its output after each answer"
				: "; a rules program answers every question, and ends each answer with ok or error");
}

/* --- wanting --------------------------------------------------------------------------------- */

/* Is the answer there? The block that a link leads to is part of it. */
static bool conversation_known(struct conversation *c, uint64_t setup, enum rules_question question,
	const char *at, const char *text)
{
	const char *link;
	switch (question) {
	case RULES_SETUP:
		link = conversation_get(c, 's', setup, NULL, "");
		break;
	case RULES_POSITION:
		if (text == NULL || conversation_get(c, 'p', setup, NULL, text) != NULL)
			return conversation_get(c, 'p', setup, NULL, text != NULL ? text : at) !=
			       NULL;
		link = conversation_get(c, 'r', setup, NULL, text);
		break;
	case RULES_PLAY:
		link = conversation_get(c, 'm', setup, text, at);
		break;
	case RULES_FORFEIT:
		link = conversation_get(c, 'f', setup, text, at);
		break;
	case RULES_BOARD:
		return conversation_get(c, 'b', setup, NULL, at) != NULL;
	case RULES_EVALUATE:
		return conversation_get(c, 'e', setup, NULL, at) != NULL;
	default:
		return false;
	}
	/* The text of a link goes when its block goes; a refusal has none. */
	if (link == NULL || *link == '-')
		return link != NULL;
	char next[POSITION_TEXT];
	snprintf(next, sizeof next, "%s", link + 1);
	return conversation_get(c, 'p', setup, NULL, next) != NULL;
}

/* Sends the question itself: the program knows the setup. */
static void conversation_send_question(struct conversation *c, uint64_t setup, int seats,
	enum rules_question question, const char *at, const char *text)
{
	static const char kinds[] = {[RULES_PLAY] = 'm',
		[RULES_FORFEIT] = 'f',
		[RULES_BOARD] = 'b',
		[RULES_EVALUATE] = 'e'};
	c->setup = setup;
	c->seats = seats;
	if (question == RULES_POSITION) {
		c->key_length = conversation_key(
			c->key, text != NULL ? 'r' : 'p', setup, NULL, text != NULL ? text : at);
		conversation_ask(c, text != NULL ? ASKED_READ : ASKED_KNOWN, "position %s",
			text != NULL ? text : at);
		return;
	}
	bool word = question == RULES_PLAY || question == RULES_FORFEIT;
	c->key_length = conversation_key(c->key, kinds[question], setup, word ? text : NULL, at);
	if (question == RULES_PLAY)
		conversation_ask(c, ASKED_PLAY, "play %s %s", text, at);
	else if (question == RULES_FORFEIT)
		conversation_ask(c, ASKED_FORFEIT, "forfeit %s %s", text, at);
	else if (question == RULES_BOARD)
		conversation_ask(c, ASKED_BOARD, "board %s", at);
	else
		conversation_ask(c, ASKED_EVALUATE, "evaluate %s", at);
}

/* Takes the next step towards the answer. */
static void conversation_step(struct conversation *c, const struct conversation_setup *s,
	enum rules_question question, const char *at, const char *text)
{
	if (!c->running) {
		conversation_start(c);
	} else if (c->setup_sent != s->number || question == RULES_SETUP) {
		c->setup = s->number;
		c->seats = s->seats;
		c->key_length = conversation_key(c->key, 's', s->number, NULL, "");
		conversation_ask(c, ASKED_SETUP, "%s", s->line);
	} else {
		conversation_send_question(c, s->number, s->seats, question, at, text);
	}
}

enum rules_process_state conversation_request(struct conversation *c,
	const struct conversation_setup *s, enum rules_question question, const char *at,
	const char *text)
{
	char quote[ANSWER_QUOTE], how[CONVERSATION_HOW];
	if (c->faulty)
		return RULES_PROCESS_FAULT;
	/* A forked process starts a program of its own. */
	if (c->running && c->owner != getpid())
		conversation_stop(c, false, how);
	if (conversation_known(c, s->number, question, at, text))
		return RULES_PROCESS_READY;
	if (c->calls.start == NULL) {
		conversation_fail(c, "nothing is stored about \"%s\"",
			answer_quote(quote, at != NULL	   ? at
					    : text != NULL ? text
							   : "the start"));
		return RULES_PROCESS_FAULT;
	}
	if (at != NULL && at[0] == '\0') {
		conversation_fail(c, "a position of a fault was asked again");
		return RULES_PROCESS_FAULT;
	}
	if (c->pending == ASKED_NOTHING)
		conversation_step(c, s, question, at, text);
	return c->faulty ? RULES_PROCESS_FAULT : RULES_PROCESS_PENDING;
}

/* Waits until the program has written, or the answer is due. */
static void conversation_wait(struct conversation *c)
{
	struct pollfd fds[3] = {{.fd = c->out, .events = POLLIN},
		{.fd = c->errors, .events = POLLIN},
		{.fd = c->sent < c->length ? c->in : -1, .events = POLLOUT}};
	int64_t left = c->due - conversation_now();
	if (left > 0)
		poll(fds, 3, (int)(left / 1000) + 1);
	conversation_read(c);
}

/* Has the answer, and waits for it if need be. False: the rules are at fault. */
bool conversation_await(struct conversation *c, const struct conversation_setup *s,
	enum rules_question question, const char *at, const char *text)
{
	enum rules_process_state state;
	while ((state = conversation_request(c, s, question, at, text)) == RULES_PROCESS_PENDING)
		conversation_wait(c);
	return state == RULES_PROCESS_READY;
}

/* --- from outside ---------------------------------------------------------------------------- */

struct conversation *conversation_create(
	const struct rules_process_options *options, const struct rules_process_calls *calls)
{
	struct conversation *c = calloc(1, sizeof *c);
	if (c == NULL)
		return NULL;
	c->options = *options;
	if (calls != NULL)
		c->calls = *calls;
	if (c->options.limit <= 0)
		c->options.limit = RULES_PROCESS_LIMIT;
	if (c->options.start_limit <= 0)
		c->options.start_limit = RULES_PROCESS_LIMIT;
	if (c->options.memory == 0)
		c->options.memory = RULES_PROCESS_MEMORY;
	c->in = c->out = c->errors = -1;
	line_reader_init(&c->lines, c->room, sizeof c->room);
	c->cache = answer_cache_create(c->options.memory);
	if (c->cache != NULL)
		return c;
	free(c);
	return NULL;
}

void conversation_free(struct conversation *c)
{
	if (c == NULL)
		return;
	conversation_pause(c);
	answer_cache_free(c->cache);
	free(c);
}

void conversation_renew(struct conversation *c)
{
	conversation_pause(c);
	answer_cache_clear(c->cache);
	c->faulty = false;
}

bool conversation_begin(struct conversation *c)
{
	conversation_renew(c);
	conversation_start(c);
	while (!c->faulty && c->pending != ASKED_NOTHING)
		conversation_wait(c);
	return !c->faulty;
}

void conversation_pause(struct conversation *c)
{
	char how[CONVERSATION_HOW];
	conversation_stop(c, false, how);
}

/* Copies the next line of *text, which ends with LF, without it. False at the end of the text, and
 * with an error if the line is too long. */
static bool conversation_next_line(
	const char **text, char line[RULES_PROCESS_LINE], struct error *err)
{
	size_t length = strcspn(*text, "\n");
	if (**text == '\0')
		return false;
	if (length >= RULES_PROCESS_LINE)
		return error_set(err, "a line has more than %d bytes", RULES_PROCESS_LINE - 1);
	memcpy(line, *text, length);
	line[length] = '\0';
	*text += length + ((*text)[length] == '\n');
	return true;
}

/* Reads a block as text. */
static bool conversation_read_block(const struct conversation *c, int seats, const char *text,
	struct answer_block *b, struct error *err)
{
	char line[RULES_PROCESS_LINE];
	answer_block_begin(b);
	error_clear(err);
	while (conversation_next_line(&text, line, err))
		if (!answer_block_line(b, &c->description, seats, line, err))
			return false;
	return !error_is_set(err) && answer_block_end(b, &c->description, seats, err);
}

bool conversation_describe(struct conversation *c, const char *text, struct error *err)
{
	char line[RULES_PROCESS_LINE];
	answer_description_begin(&c->new_description);
	error_clear(err);
	while (conversation_next_line(&text, line, err))
		if (!answer_description_line(&c->new_description, line, err))
			return false;
	return !error_is_set(err) && conversation_described(c, err);
}

const struct answer_description *conversation_description(const struct conversation *c)
{
	return &c->description;
}

const char *conversation_description_text(const struct conversation *c)
{
	return c->description_text;
}

bool conversation_is_offline(const struct conversation *c)
{
	return c->calls.start == NULL;
}

const char *conversation_fault(const struct conversation *c)
{
	return c->faulty ? c->fault.text : NULL;
}

const char *conversation_errors(const struct conversation *c)
{
	return c->tail;
}

int64_t conversation_deadline(const struct conversation *c)
{
	return c->pending == ASKED_NOTHING ? 0 : c->due;
}

int conversation_descriptors(const struct conversation *c, int fds[RULES_PROCESS_DESCRIPTORS])
{
	int count = 0;
	if (c->running)
		fds[count++] = c->out;
	if (c->running && c->errors >= 0)
		fds[count++] = c->errors;
	return count;
}

const struct conversation_facts *conversation_facts(
	struct conversation *c, const struct conversation_setup *s, const char *at)
{
	const struct conversation_facts *facts =
		c->faulty ? NULL : conversation_get(c, 'p', s->number, NULL, at);
	c->counts.known += facts != NULL;
	return facts;
}

const char *conversation_link(struct conversation *c, const struct conversation_setup *s,
	enum rules_question question, const char *at, const char *text)
{
	switch (question) {
	case RULES_SETUP:
		return conversation_get(c, 's', s->number, NULL, "");
	case RULES_POSITION:
		return conversation_get(c, 'r', s->number, NULL, text);
	case RULES_PLAY:
		return conversation_get(c, 'm', s->number, text, at);
	case RULES_FORFEIT:
		return conversation_get(c, 'f', s->number, text, at);
	default:
		return NULL;
	}
}

const char *conversation_board(
	struct conversation *c, const struct conversation_setup *s, const char *at)
{
	return conversation_get(c, 'b', s->number, NULL, at);
}

const int64_t *conversation_values(
	struct conversation *c, const struct conversation_setup *s, const char *at)
{
	return conversation_get(c, 'e', s->number, NULL, at);
}

bool conversation_restore(struct conversation *c, const struct conversation_setup *s,
	enum rules_question question, const char *at, const char *word, const char *block,
	char text[POSITION_TEXT], struct error *err)
{
	char key[CONVERSATION_KEY];
	struct answer_block b;
	if ((word != NULL && !answer_is_move(word, err)) ||
		!conversation_read_block(c, s->seats, block, &b, err) ||
		!conversation_keep_block(c, &b, s->number, err))
		return false;
	size_t length = conversation_key(key,
		question == RULES_SETUP	    ? 's'
		: question == RULES_FORFEIT ? 'f'
					    : 'm',
		s->number, word, at != NULL ? at : "");
	memcpy(text, b.position, POSITION_TEXT);
	return conversation_keep_link(c, key, length, b.position, err);
}

void conversation_write(const struct conversation *c, const struct conversation_setup *s,
	const char *at, const struct conversation_facts *facts, char text[RULES_PROCESS_BLOCK])
{
	struct answer_block b;
	answer_block_begin(&b);
	snprintf(b.position, sizeof b.position, "%s", at);
	memcpy(b.key, facts->text, strlen(facts->text) + 1);
	memcpy(b.scores, facts->scores, sizeof b.scores);
	b.turn = facts->turn;
	b.in = facts->in;
	b.count = facts->count;
	const char *from = facts->text + facts->moves, *end = from;
	for (int i = 0; i < facts->count; i++)
		end += strlen(end) + 1;
	b.moves_length = (size_t)(end - from);
	memcpy(b.moves, from, b.moves_length);
	answer_block_write(&b, &c->description, s->seats, text);
}

bool conversation_probe(struct conversation *c, const struct conversation_setup *s,
	const char *question, bool *refused)
{
	while (!c->faulty &&
		(c->pending != ASKED_NOTHING || !c->running || c->setup_sent != s->number)) {
		if (c->pending == ASKED_NOTHING)
			conversation_step(c, s, RULES_SETUP, NULL, NULL);
		else
			conversation_wait(c);
	}
	if (!c->faulty)
		conversation_ask(c, ASKED_PROBE, "%s", question);
	while (!c->faulty && c->pending != ASKED_NOTHING)
		conversation_wait(c);
	*refused = c->refused;
	return !c->faulty;
}

struct rules_process_counts conversation_counts(const struct conversation *c)
{
	return c->counts;
}
