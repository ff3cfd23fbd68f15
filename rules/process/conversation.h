/*
 * conversation.h - the conversation with a rules program: questions, answers, and the facts that
 * are known.
 *
 * It knows setups and positions as texts only. The rest of the folder's users see it through
 * rules-process.h, which describes faults, waiting and the offline use.
 */
#ifndef RULES_PROCESS_CONVERSATION_H
#define RULES_PROCESS_CONVERSATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/process/answer.h"
#include "rules/process/rules-process.h"

enum { CONVERSATION_QUESTION = 4096 /* bytes of a question, its LF included */ };

struct conversation;

/* The setup of a game. */
struct conversation_setup {
	uint64_t number; /* made of all that is in the line; not 0 */
	int seats;
	char line[CONVERSATION_QUESTION]; /* the question, without its LF */
};

/* The facts that are known about a position. */
struct conversation_facts {
	int64_t scores[SEATS_MAX];
	uint64_t key;
	uint32_t moves; /* where they begin in text */
	uint16_t count;
	uint8_t turn, in;
	char text[]; /* the key, "" for the position's text; then all moves; each ended by its NUL
		      */
};

/* calls NULL: offline. All pointers are borrowed until conversation_free(). NULL: no memory. */
struct conversation *conversation_create(
	const struct rules_process_options *options, const struct rules_process_calls *calls);

/* Ends the program. Freeing NULL is allowed. */
void conversation_free(struct conversation *c);

/* Forgets all answers and the fault, and ends the program; the next question starts it. */
void conversation_renew(struct conversation *c);

/* The same; then starts the program and reads its description. False: there is a fault. */
bool conversation_begin(struct conversation *c);

/* Ends the program; the next question starts it. */
void conversation_pause(struct conversation *c);

/* Takes a description as text. A program that is started later must have this one. */
bool conversation_describe(struct conversation *c, const char *text, struct error *err);

/* The description that the program gave of its game: read, and as text. */
const struct answer_description *conversation_description(const struct conversation *c);
const char *conversation_description_text(const struct conversation *c);

/* Does no program answer? */
bool conversation_is_offline(const struct conversation *c);

/* The fault, NULL for none; and what the program wrote to its stderr last. */
const char *conversation_fault(const struct conversation *c);
const char *conversation_errors(const struct conversation *c);

/* Asks without waiting; see rules_process_want(). at: the text of a position, or NULL. A move is
 * one that is legal. */
enum rules_process_state conversation_request(struct conversation *c,
	const struct conversation_setup *s, enum rules_question question, const char *at,
	const char *text);
void conversation_read(struct conversation *c);
int64_t conversation_deadline(const struct conversation *c);
int conversation_descriptors(const struct conversation *c, int fds[RULES_PROCESS_DESCRIPTORS]);

/* The same, and waits for the answer. False: there is a fault. */
bool conversation_await(struct conversation *c, const struct conversation_setup *s,
	enum rules_question question, const char *at, const char *text);

/* These look for a known answer, and ask nothing. NULL: it is not known. The result is valid until
 * the next question. A link is "+" and a position's text, or "-" and why the program refuses. */
const struct conversation_facts *conversation_facts(
	struct conversation *c, const struct conversation_setup *s, const char *at);
const char *conversation_link(struct conversation *c, const struct conversation_setup *s,
	enum rules_question question, const char *at, const char *text);
const char *conversation_board(
	struct conversation *c, const struct conversation_setup *s, const char *at);
const int64_t *conversation_values(
	struct conversation *c, const struct conversation_setup *s, const char *at);

/* Takes a block as text: the answer to a question, whose position gets into text. */
bool conversation_restore(struct conversation *c, const struct conversation_setup *s,
	enum rules_question question, const char *at, const char *word, const char *block,
	char text[POSITION_TEXT], struct error *err);

/* Writes the block of a known position. */
void conversation_write(const struct conversation *c, const struct conversation_setup *s,
	const char *at, const struct conversation_facts *facts, char text[RULES_PROCESS_BLOCK]);

/* See rules_process_probe(). */
bool conversation_probe(struct conversation *c, const struct conversation_setup *s,
	const char *question, bool *refused);

/* Counts of questions and of answers from the cache. */
struct rules_process_counts conversation_counts(const struct conversation *c);

/* A number made of a text. */
uint64_t conversation_hash(const char *text);

#endif
