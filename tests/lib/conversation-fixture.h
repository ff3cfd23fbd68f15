/*
 * conversation-fixture.h - a conversation with a rules program, step by step: the test is the
 * program. It reads the questions from one pipe and writes the answers to another, so that each
 * byte comes when the test says so. Where the conversation waits for an answer, a child answers
 * from a list.
 */
#ifndef TESTS_LIB_CONVERSATION_FIXTURE_H
#define TESTS_LIB_CONVERSATION_FIXTURE_H

#include "rules/process/conversation.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/lib/rules-child.h"
#include "tests/lib/suite.h"

enum { FAR = 1000 * 1000000, LARGE = 1 << 18 };

#define DESCRIPTION                                                                                \
	"id name toy\nseats 2 3\nfeature board\nfeature evaluate\nfeature forfeit\nfeature scored\n"
#define START "position a\nturn 1\nlegal x y z\n"

static const struct conversation_setup two = {.number = 7, .seats = 2, .line = "setup seats 2"};
static const struct conversation_setup three = {.number = 9, .seats = 3, .line = "setup seats 3"};

/* --- the program ------------------------------------------------------------------------------ */

static struct program {
	int in, out, errors;		 /* its own ends; -1: closed */
	int our_in, our_out, our_errors; /* those of the conversation */
	int starts, stops;
	bool ended;		    /* at the last stop */
	const char *how;	    /* what stop() says if it has ended */
	const char *refusal;	    /* start() fails */
	const char *greeting;	    /* it writes this at its start */
	bool gone;		    /* it has ended before start() returns */
	const char *const *answers; /* of the child; NULL: the test answers */
	struct rules_child child;
} program;

static struct conversation *talk;

static inline void program_pipe(int *read_end, int *write_end)
{
	int ends[2];
	ck_assert_int_eq(pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
	*read_end = ends[0];
	*write_end = ends[1];
}

/* The child answers each line by the next text. */
static inline void program_answer(struct rules_child *c, const char *line, char *out)
{
	(void)c, (void)line;
	if (*program.answers != NULL)
		strcpy(out, *program.answers++);
}

static inline bool program_start(void *arg, int *in, int *out, int *errors, struct error *err)
{
	struct program *p = arg;
	p->starts++;
	if (p->refusal != NULL)
		return error_set(err, "%s", p->refusal);
	if (p->answers != NULL) {
		p->child.answer = program_answer;
		return rules_child_start(&p->child, in, out, errors, err);
	}
	program_pipe(&p->in, in);
	program_pipe(out, &p->out);
	program_pipe(errors, &p->errors);
	p->our_in = *in;
	p->our_out = *out;
	p->our_errors = *errors;
	if (p->greeting != NULL)
		ck_assert_int_gt(write(p->out, p->greeting, strlen(p->greeting)), 0);
	if (p->gone) {
		close(p->out);
		p->out = -1;
	}
	return true;
}

static inline void program_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static inline void program_stop(void *arg, bool ended, char *how, size_t room)
{
	struct program *p = arg;
	p->stops++;
	p->ended = ended;
	snprintf(how, room, "%s", ended && p->how != NULL ? p->how : "");
	int *all[] = {&p->in, &p->out, &p->errors, &p->our_in, &p->our_out, &p->our_errors};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		program_close(all[i]);
	if (p->child.pid > 0)
		rules_child_stop(&p->child, ended, how, room);
}

/* All that the program was asked since the last call. */
static inline const char *asked(void)
{
	static char text[2 * CONVERSATION_QUESTION];
	ssize_t n = program.in < 0 ? 0 : read(program.in, text, sizeof text - 1);
	text[n > 0 ? n : 0] = '\0';
	return text;
}

static inline void write_all(int fd, const char *text, size_t length)
{
	ck_assert_int_eq(write(fd, text, length), (ssize_t)length);
}

/* The program writes, and the conversation reads it. */
static inline void answers(const char *text)
{
	write_all(program.out, text, strlen(text));
	conversation_read(talk);
}

/* --- the conversation ------------------------------------------------------------------------- */

static inline void begin_terms(struct rules_process_options options)
{
	const struct rules_process_calls calls = {program_start, program_stop, &program};
	program = (struct program){
		.in = -1, .out = -1, .errors = -1, .our_in = -1, .our_out = -1, .our_errors = -1};
	signal(SIGPIPE, SIG_IGN);
	options.command = "toy";
	options.start_limit = options.start_limit > 0 ? options.start_limit : FAR;
	options.limit = options.limit > 0 ? options.limit : FAR;
	talk = conversation_create(&options, &calls);
	ck_assert_ptr_nonnull(talk);
}

static inline void begin(void)
{
	begin_terms((struct rules_process_options){.command = NULL});
}

/* Ends it: the program does not outlive it. */
static inline void end(void)
{
	conversation_free(talk);
	talk = NULL;
	ck_assert_int_eq(program.our_in, -1);
}

static inline enum rules_process_state want(
	enum rules_question question, const char *at, const char *text)
{
	return conversation_request(talk, &two, question, at, text);
}

/* Wants what is not known: it is asked by this line. */
static inline void ask(
	enum rules_question question, const char *at, const char *text, const char *line)
{
	ck_assert_int_eq(want(question, at, text), RULES_PROCESS_PENDING);
	ck_assert_str_eq(asked(), line);
}

/* The program has been started, and was told the setup. */
static inline void begin_told(void)
{
	begin();
	ask(RULES_SETUP, NULL, NULL, "rules\n");
	answers(DESCRIPTION "ok\n");
	ask(RULES_SETUP, NULL, NULL, "setup seats 2\n");
	answers(START "ok\n");
	ck_assert_int_eq(want(RULES_SETUP, NULL, NULL), RULES_PROCESS_READY);
}

static inline void is_fault(const char *text)
{
	ck_assert_ptr_nonnull(conversation_fault(talk));
	ck_assert_str_eq(conversation_fault(talk), text);
}

static inline void has_fault(const char *part)
{
	const char *fault = conversation_fault(talk);
	ck_assert_msg(fault != NULL && strstr(fault, part) != NULL, "\"%s\" has no \"%s\"",
		fault != NULL ? fault : "no fault", part);
}

static inline void has_link(
	enum rules_question question, const char *at, const char *text, const char *link)
{
	const char *found = conversation_link(talk, &two, question, at, text);
	ck_assert_ptr_nonnull(found);
	ck_assert_str_eq(found, link);
}

#endif
