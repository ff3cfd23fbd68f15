/*
 * check-steps.h - the table of steps of a bot check, the state that all steps share, and the
 * functions of bot-check.c that they use.
 */
#ifndef REFEREE_CHECK_CHECK_STEPS_H
#define REFEREE_CHECK_CHECK_STEPS_H

#include "referee/check/bot-speed.h"
#include "referee/bot/bot.h"
#include "referee/check/bot-check.h"
#include "referee/check/transcript.h"

enum { BOT_CHECK_ERRORS = 1500 };

struct bot_check {
	const struct bot_config *self;		 /* borrowed, like the next two */
	const struct question *question;	 /* the only question; NULL: the full check */
	const struct bot_check_options *options; /* NULL if there is a question */
	struct arbiter_config config;  /* the tournament's settings, with every line reported */
	struct arbiter_config patient; /* the same, with much time for a move */
	struct event_base *base;       /* owned, like the next */
	struct event *timer;
	struct bot_process bot;
	struct setup setup;
	struct game game;
	struct adjudication adjudication;
	struct bot_process
		*twins; /* owned, while the bot plays against itself: it in all other seats */
	int twins_count;
	struct bot_process *failing; /* the one of them that failed; NULL: none */
	uint64_t chance;
	usec began;	/* when the bot was last started or prepared */
	unsigned seats; /* that the bot plays, bit seat - 1, as it said; 0: all, or not known */
	struct question first; /* the first game, if the options have none in such a seat */
	struct transcript seen;
	char answer[TRANSCRIPT_LINE];
	bool ready, answered, failed, broken;
	bool probing; /* the bot has failed; its later lines only serve the diagnosis */
	bool refused; /* the bot cannot be started */
	struct bot_speed speed;
	struct process_tree_usage usage; /* of the bot's sandbox, to see if it is idle */
	usec idle_checked;
	/* The first end between two games that was not a good one; "": none so far. */
	char crash[STEP_RESULT_TEXT], crash_errors[BOT_CHECK_ERRORS];
	bool crash_told;
	char before[BOT_CHECK_ERRORS]; /* the end of its stderr in the game before */
	enum verdict fault;	       /* of the first game that failed */
	char errors[BOT_CHECK_ERRORS]; /* the last of its stderr that was shown */
};

/* Kinds of checks, as bits. */
enum { CHECK_FULL = 1, CHECK_PLAY = 2, CHECK_QUICK = 4, CHECK_QUESTION = 8 };

struct check_step {
	const char *name;
	unsigned kinds; /* the checks that take this step */
	enum {
		CHECK_STEP_NEEDED = 1, /* if the bot fails here, no later step is possible */
		CHECK_STEP_IF_SOUND,   /* skipped if a game has failed before */
	} rule;
	void (*take)(struct bot_check *e, struct step_result *f);
};

/* All steps in order; a NULL name ends the list. */
extern const struct check_step check_steps[];

/* The text of a step that the referee could not take. */
#define BOT_CHECK_OWN_FAULT "the referee: no process can be started; this is no fault of the bot"

/* Waits until *done, the bot's failure, or the time until (0: the bot's own deadlines only).
 * Returns *done. */
bool bot_check_wait(struct bot_check *check, const bool *done, usec until);

/* The first game of the check in a seat that the bot plays, or the only question. */
const struct question *bot_check_first(const struct bot_check *check);

/* How long an answer to a probe or to "stop" is waited for. */
usec bot_check_patience(const struct bot_check *check);

/* Does the bot play this seat, as far as that is known? */
bool bot_check_plays(const struct bot_check *check, int seat);

/* Prepares the bot for this game and starts it if it does not run. Does not wait. */
void bot_check_prepare(struct bot_check *check, const struct question *q);

/* The same, and waits. False: result has the reason. */
bool bot_check_ready(struct bot_check *check, const struct question *q, struct step_result *result);

/* After bot_check_ready(): starts the bot again for each other seat of this game, and waits. False:
 * result has the reason. bot_check_single() ends these processes. */
bool bot_check_double(
	struct bot_check *check, const struct question *q, struct step_result *result);
void bot_check_single(struct bot_check *check);

/* Plays random moves of the other seats until this seat is to move. False: the game is over first.
 */
bool bot_check_turns(struct bot_check *check, int seat);

/* The bot process in this seat; NULL: none. */
struct bot_process *bot_check_seated(struct bot_check *check, int seat);

/* Adds the last of the bot's stderr, unless it was shown before. */
void bot_check_add_stderr(
	struct bot_check *check, struct bot_process *b, struct step_result *result);

/* The bot failed while the word awaited was due: sets the verdict in result and finds the cause. */
void bot_check_explain(struct bot_check *check, const char *awaited, struct step_result *result);

#endif
