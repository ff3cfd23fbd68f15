/*
 * rules-process.c - struct rules over the conversation with a program.
 */
#include "rules/process/rules-process.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/process/conversation.h"
#include "rules/text.h"

struct rules_process {
	struct rules rules; /* first: a setup's rules are this struct */
	struct parameter parameters[PARAMETERS_MAX + 1];
	struct conversation *talk; /* owned */
	bool lazy;
};

struct process_setup {
	struct conversation_setup talk;
	char values[PARAMETERS_MAX][ANSWER_VALUE]; /* of the parameters */
};
static_assert(sizeof(struct process_setup) <= SETUP_BYTES, "a setup has room");

struct process_position {
	char text[POSITION_TEXT]; /* zeros behind it; "": of rules at fault */
	uint8_t out;		  /* with two seats: bit seat - 1 gave up */
};
static_assert(sizeof(struct process_position) <= POSITION_BYTES, "a position has room");

static struct rules_process *process_of(const struct rules *rules)
{
	assert(rules_is_process(rules));
	/* The caller holds it const; this module made it. */
	return (struct rules_process *)(uintptr_t)rules;
}

static struct conversation *process_talk(const struct rules *rules)
{
	return process_of(rules)->talk;
}

static const struct process_setup *process_setup_of(const struct setup *s)
{
	return (const struct process_setup *)s->bytes;
}

/* The setup as the conversation knows it. */
static const struct conversation_setup *process_conversation_setup(const struct setup *s)
{
	return &process_setup_of(s)->talk;
}

static const struct process_position *process_at(const struct position *p)
{
	return (const struct process_position *)p->bytes;
}

/* --- positions ------------------------------------------------------------------------------- */

/* The facts about a position; NULL: the rules are at fault. */
static const struct conversation_facts *process_facts(
	const struct setup *s, const struct process_position *at)
{
	struct conversation *talk = process_talk(s->rules);
	const struct conversation_facts *facts =
		conversation_facts(talk, process_conversation_setup(s), at->text);
	if (facts == NULL && conversation_await(talk, process_conversation_setup(s), RULES_POSITION,
				     at->text, NULL))
		facts = conversation_facts(talk, process_conversation_setup(s), at->text);
	return facts;
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

/* Sets a position; the bytes behind the text are zeros, so that equal positions are equal bytes. */
static void process_place(struct position *p, const char *text)
{
	struct process_position at = {.text = ""};
	snprintf(at.text, sizeof at.text, "%s", text);
	memcpy(p->bytes, &at, sizeof at);
}

/* --- struct rules ---------------------------------------------------------------------------- */

/* Writes the setup question. */
static void process_write_setup(struct setup *s)
{
	const struct answer_description *d = conversation_description(process_talk(s->rules));
	struct process_setup *setup = (struct process_setup *)s->bytes;
	struct text t = text_begin(setup->talk.line, sizeof setup->talk.line);
	text_string(&t, "setup seats ");
	text_number(&t, s->seats);
	for (int i = 0; i < d->parameters_count; i++) {
		text_string(&t, " param ");
		text_string(&t, d->parameters[i].name);
		text_char(&t, ' ');
		text_string(&t, setup->values[i]);
	}
	text_end(&t);
	setup->talk.seats = s->seats;
	setup->talk.number = conversation_hash(setup->talk.line) | 1;
}

static bool process_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	struct rules_process *r = process_of(s->rules);
	const struct answer_description *d = conversation_description(r->talk);
	struct process_setup *setup = (struct process_setup *)s->bytes;
	for (int i = 0; i < d->parameters_count; i++) {
		char *value = setup->values[i];
		if (texts[i] == NULL)
			snprintf(value, ANSWER_VALUE, "%u",
				(unsigned)(random_mix(seed, (uint64_t)i) >> 32));
		else if (answer_is_value(texts[i], err))
			snprintf(value, ANSWER_VALUE, "%s", texts[i]);
		else
			return error_prefix(err, "parameter \"%s\": ", d->parameters[i].name);
	}
	process_write_setup(s);
	if (conversation_is_offline(r->talk) || r->lazy)
		return true;
	if (!conversation_await(r->talk, &setup->talk, RULES_SETUP, NULL, NULL))
		return error_set(err, "%s", conversation_fault(r->talk));
	const char *start = conversation_link(r->talk, &setup->talk, RULES_SETUP, NULL, NULL);
	return start[0] != '-' || error_set(err, "%s: %s", r->rules.name, start + 1);
}

static void process_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	snprintf(text, PARAMETER_TEXT, "%s", process_setup_of(s)->values[i]);
}

/* Goes to the position that a question leads to. False: a fault, or a refusal. */
static bool process_go(const struct setup *s, struct position *p, enum rules_question question,
	const char *at, const char *word)
{
	struct conversation *talk = process_talk(s->rules);
	char next[POSITION_TEXT];
	if (!conversation_await(talk, process_conversation_setup(s), question, at, word))
		return false;
	const char *link =
		conversation_link(talk, process_conversation_setup(s), question, at, word);
	if (link[0] != '+')
		return false;
	snprintf(next, sizeof next, "%s", link + 1);
	process_place(p, next);
	return true;
}

static void process_start(const struct setup *s, struct position *p)
{
	if (!process_go(s, p, RULES_SETUP, NULL, NULL))
		process_place(p, "");
}

static int process_to_move(const struct setup *s, const struct position *p)
{
	const struct process_position *at = process_at(p);
	const struct conversation_facts *facts = at->out != 0 ? NULL : process_facts(s, at);
	return facts == NULL ? 0 : facts->turn;
}

static int process_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	const struct process_position *at = process_at(p);
	const struct conversation_facts *facts = at->out != 0 ? NULL : process_facts(s, at);
	int count = facts == NULL ? 0 : facts->count;
	for (int i = 0; i < count; i++)
		moves[i] = (move)i;
	return count;
}

/* The text of a legal move, valid until the next question; NULL: there is none. */
static const char *process_move(const struct setup *s, const struct process_position *at, move m)
{
	const struct conversation_facts *facts = process_facts(s, at);
	if (facts == NULL || m >= facts->count)
		return NULL;
	const char *text = facts->text + facts->moves;
	for (; m > 0; m--)
		text += strlen(text) + 1;
	return text;
}

static void process_play(const struct setup *s, struct position *p, move m)
{
	const char *text = process_move(s, process_at(p), m);
	char word[MOVE_TEXT], at[POSITION_TEXT];
	if (text == NULL)
		return;
	snprintf(word, sizeof word, "%s", text);
	memcpy(at, process_at(p)->text, sizeof at);
	process_go(s, p, RULES_PLAY, at, word);
}

static void process_forfeit(const struct setup *s, struct position *p, int seat)
{
	assert(seat >= 1 && seat <= s->seats);
	char word[] = {(char)('0' + seat), '\0'}, at[POSITION_TEXT];
	memcpy(at, process_at(p)->text, sizeof at);
	if (s->seats == 2)
		((struct process_position *)p->bytes)->out |= (uint8_t)(1u << (seat - 1));
	else if (process_to_move(s, p) != 0)
		process_go(s, p, RULES_FORFEIT, at, word);
}

static unsigned process_in(const struct setup *s, const struct position *p)
{
	const struct process_position *at = process_at(p);
	const struct conversation_facts *facts = process_facts(s, at);
	return facts == NULL ? 0 : facts->in & ~(unsigned)at->out;
}

static void process_scores(const struct setup *s, const struct position *p, int64_t *scores)
{
	const struct conversation_facts *facts = process_facts(s, process_at(p));
	for (int i = 0; i < s->seats; i++)
		scores[i] = facts == NULL ? 0 : facts->scores[i];
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

static bool process_read(
	const struct setup *s, struct position *p, const char *text, struct error *err)
{
	struct conversation *talk = process_talk(s->rules);
	char own[POSITION_TEXT];
	unsigned out;
	if (!process_foreign(s, text, own, &out, err))
		return false;
	if (conversation_is_offline(talk) &&
		conversation_facts(talk, process_conversation_setup(s), own) == NULL &&
		conversation_link(talk, process_conversation_setup(s), RULES_POSITION, NULL, own) ==
			NULL)
		return error_set(err, "nothing is stored about this position");
	if (!conversation_await(talk, process_conversation_setup(s), RULES_POSITION, NULL, own))
		return error_set(err, "%s", conversation_fault(talk));
	if (conversation_facts(talk, process_conversation_setup(s), own) != NULL) {
		process_place(p, own);
	} else if (!process_go(s, p, RULES_POSITION, NULL, own)) {
		const char *link = conversation_link(
			talk, process_conversation_setup(s), RULES_POSITION, NULL, own);
		return error_set(err, "%s", link != NULL ? link + 1 : conversation_fault(talk));
	}
	((struct process_position *)p->bytes)->out = (uint8_t)out;
	return true;
}

static uint64_t process_key(const struct setup *s, const struct position *p)
{
	const struct process_position *at = process_at(p);
	const struct conversation_facts *facts = process_facts(s, at);
	return facts == NULL ? 0 : at->out != 0 ? random_mix(facts->key, at->out) : facts->key;
}

static void process_board(const struct setup *s, const struct position *p, char text[BOARD_TEXT])
{
	struct conversation *talk = process_talk(s->rules);
	const char *at = process_at(p)->text, *board = NULL;
	if ((conversation_description(talk)->features & ANSWER_BOARD) &&
		!conversation_is_offline(talk) &&
		conversation_await(talk, process_conversation_setup(s), RULES_BOARD, at, NULL))
		board = conversation_board(talk, process_conversation_setup(s), at);
	snprintf(text, BOARD_TEXT, "%s%s", board != NULL ? board : at, board != NULL ? "" : "\n");
}

/* --- opening and closing --------------------------------------------------------------------- */

/* Makes the rules from the description. */
static void process_make(struct rules_process *r)
{
	const struct answer_description *d = conversation_description(r->talk);
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
		.start = process_start,
		.to_move = process_to_move,
		.moves = process_moves,
		.play = process_play,
		.forfeit = process_forfeit,
		.in = process_in,
		.scores = process_scores,
		.move_text = process_move_text,
		.write = process_write,
		.read = process_read,
		.key = process_key,
		.board = process_board};
}

/* Rules without a description. NULL: no memory; a sentence in err. */
static struct rules_process *process_create(const struct rules_process_options *options,
	const struct rules_process_calls *calls, struct error *err)
{
	struct rules_process *r = calloc(1, sizeof *r);
	if (r != NULL)
		r->talk = conversation_create(options, calls);
	if (r != NULL && r->talk != NULL) {
		r->rules.prepare = process_prepare; /* it is known as a process */
		r->lazy = options->lazy;
		return r;
	}
	free(r);
	error_set(err, "rules process \"%.100s\": no memory", options->command);
	return NULL;
}

const struct rules *rules_process_open(const struct rules_process_options *options,
	const struct rules_process_calls *calls, struct error *err)
{
	struct rules_process *r = process_create(options, calls, err);
	if (r == NULL)
		return NULL;
	if (!conversation_begin(r->talk)) {
		error_set(err, "%s", conversation_fault(r->talk));
		rules_process_close(&r->rules);
		return NULL;
	}
	process_make(r);
	return &r->rules;
}

/* Rules whose description is known; no program is started. calls NULL: offline. */
static const struct rules *process_describe(const char *description,
	const struct rules_process_options *options, const struct rules_process_calls *calls,
	struct error *err)
{
	struct rules_process *r = process_create(options, calls, err);
	if (r == NULL)
		return NULL;
	if (!conversation_describe(r->talk, description, err)) {
		rules_process_close(&r->rules);
		return NULL;
	}
	process_make(r);
	return &r->rules;
}

const struct rules *rules_process_open_further(const struct rules *like,
	const struct rules_process_options *options, const struct rules_process_calls *calls,
	struct error *err)
{
	return process_describe(rules_process_description(like), options, calls, err);
}

const struct rules *rules_process_offline(const char *description, size_t memory, struct error *err)
{
	const struct rules_process_options options = {.command = "as stored", .memory = memory};
	return process_describe(description, &options, NULL, err);
}

void rules_process_close(const struct rules *rules)
{
	if (rules == NULL)
		return;
	struct rules_process *r = process_of(rules);
	conversation_free(r->talk);
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
	return conversation_description_text(process_talk(rules));
}

const char *rules_process_version(const struct rules *rules)
{
	return conversation_description(process_talk(rules))->version;
}

const char *rules_process_fault(const struct rules *rules)
{
	return conversation_fault(process_talk(rules));
}

const char *rules_process_errors(const struct rules *rules)
{
	return conversation_errors(process_talk(rules));
}

bool rules_process_restart(const struct rules *rules, struct error *err)
{
	struct conversation *talk = process_talk(rules);
	if (conversation_is_offline(talk))
		return error_set(err, "rules without a program cannot be started");
	return conversation_begin(talk) || error_set(err, "%s", conversation_fault(talk));
}

void rules_process_renew(const struct rules *rules)
{
	conversation_renew(process_talk(rules));
}

void rules_process_pause(const struct rules *rules)
{
	conversation_pause(process_talk(rules));
}

/* --- beside running clocks ------------------------------------------------------------------- */

/* Is it a legal move of a position that is known? */
static bool process_is_legal(const struct conversation_facts *facts, const char *text)
{
	const char *legal = facts->text + facts->moves;
	for (int i = 0; i < facts->count; i++, legal += strlen(legal) + 1)
		if (strcmp(legal, text) == 0)
			return true;
	return false;
}

enum rules_process_state rules_process_want(const struct setup *s, enum rules_question question,
	const struct position *p, const char *text)
{
	struct conversation *talk = process_talk(s->rules);
	const struct conversation_setup *known = process_conversation_setup(s);
	const struct process_position *at = p != NULL ? process_at(p) : NULL;
	char own[POSITION_TEXT];
	unsigned out;
	struct error err;
	if (conversation_fault(talk) != NULL)
		return RULES_PROCESS_FAULT;
	/* Nothing is asked about a game of two seats of which one gave up. */
	if (s->seats == 2 && at != NULL && (at->out != 0 || question == RULES_FORFEIT))
		return RULES_PROCESS_READY;
	if (question == RULES_POSITION && text != NULL)
		return process_foreign(s, text, own, &out, &err)
			       ? conversation_request(talk, known, question, NULL, own)
			       : RULES_PROCESS_READY;
	/* A program is asked to play legal moves only, and to forfeit in a running game only. */
	if (question == RULES_PLAY || question == RULES_FORFEIT) {
		enum rules_process_state state =
			conversation_request(talk, known, RULES_POSITION, at->text, NULL);
		if (state != RULES_PROCESS_READY)
			return state;
		const struct conversation_facts *facts = conversation_facts(talk, known, at->text);
		if (question == RULES_PLAY ? !process_is_legal(facts, text)
					   : facts == NULL || facts->turn == 0)
			return state;
	}
	return conversation_request(talk, known, question, at != NULL ? at->text : NULL, text);
}

void rules_process_read(const struct rules *rules)
{
	conversation_read(process_talk(rules));
}

int64_t rules_process_deadline(const struct rules *rules)
{
	return conversation_deadline(process_talk(rules));
}

int rules_process_descriptors(const struct rules *rules, int fds[RULES_PROCESS_DESCRIPTORS])
{
	return conversation_descriptors(process_talk(rules), fds);
}

/* --- blocks ---------------------------------------------------------------------------------- */

bool rules_process_block(
	const struct setup *s, const struct position *p, char text[RULES_PROCESS_BLOCK])
{
	const struct conversation_facts *facts = process_facts(s, process_at(p));
	if (facts != NULL)
		conversation_write(process_talk(s->rules), process_conversation_setup(s),
			process_at(p)->text, facts, text);
	return facts != NULL;
}

bool rules_process_restore(const struct setup *s, const struct position *before, const char *word,
	bool forfeit, const char *block, struct position *p, struct error *err)
{
	char text[POSITION_TEXT];
	enum rules_question question = before == NULL ? RULES_SETUP
				       : forfeit      ? RULES_FORFEIT
						      : RULES_PLAY;
	if (!conversation_restore(process_talk(s->rules), process_conversation_setup(s), question,
		    before != NULL ? process_at(before)->text : NULL, word, block, text, err))
		return false;
	if (p != NULL)
		process_place(p, text);
	return true;
}

/* --- evaluation and figures ------------------------------------------------------------------ */

bool rules_process_draws(const struct rules *rules)
{
	return conversation_description(process_talk(rules))->features & ANSWER_BOARD;
}

bool rules_process_evaluates(const struct rules *rules)
{
	return conversation_description(process_talk(rules))->features & ANSWER_EVALUATE;
}

void rules_process_evaluate(
	const struct setup *s, const struct position *p, int64_t values[SEATS_MAX])
{
	struct conversation *talk = process_talk(s->rules);
	const char *at = process_at(p)->text;
	memset(values, 0, SEATS_MAX * sizeof *values);
	if (rules_process_evaluates(s->rules) &&
		conversation_await(talk, process_conversation_setup(s), RULES_EVALUATE, at, NULL))
		memcpy(values, conversation_values(talk, process_conversation_setup(s), at),
			SEATS_MAX * sizeof *values);
}

bool rules_process_probe(const struct setup *s, const char *question, bool *refused)
{
	return conversation_probe(
		process_talk(s->rules), process_conversation_setup(s), question, refused);
}

struct rules_process_counts rules_process_counts(const struct rules *rules)
{
	return conversation_counts(process_talk(rules));
}
