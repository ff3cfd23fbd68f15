/*
 * check-step.h - one step of an examination, what all steps share, and what they ask of it. The
 * list of all is in all-check-steps.c.
 */
#ifndef REFEREE_CHECK_CHECK_STEP_H
#define REFEREE_CHECK_CHECK_STEP_H

#include "referee/check/bot-speed.h"
#include "referee/bot/bot.h"
#include "referee/check/bot-check.h"
#include "referee/check/transcript.h"

enum { BOT_CHECK_ERRORS = 1500 };

struct bot_check {
	const struct bot_config *self;	     /* borrowed, as is the next */
	const struct question *question;     /* NULL: none is asked, all is tried */
	const struct bot_check_order *order; /* then NULL */
	struct arbiter_config plan;	     /* the tournament's, with every line told */
	struct arbiter_config patient;	     /* the same, with much time for a move */
	struct event_base *base;	     /* owned, as is the next */
	struct event *timer;
	struct bot_process bot;
	struct setup setup;
	struct game game;
	struct adjudication adjudication;
	struct bot_process *twins; /* owned, while it plays against itself: in all other seats */
	int twins_count;
	struct bot_process *failing; /* which of them has failed; NULL: none */
	uint64_t chance;
	usec began; /* when it was last started or prepared */
	struct transcript seen;
	char answer[TRANSCRIPT_LINE];
	bool ready, answered, failed, broken;
	bool probing; /* it has failed: what it still says only helps to know why */
	bool refused; /* it cannot be started */
	struct bot_speed speed;
	struct process_tree_usage census; /* of the bot's box, for whether it is idle */
	usec looked;
	enum verdict fault;	       /* of the first game that failed */
	char errors[BOT_CHECK_ERRORS]; /* the last that was shown of its stderr */
};

struct check_step {
	const char *name;
	bool needed; /* when the bot fails there, the steps after it cannot be taken */
	void (*take)(struct bot_check *e, struct step_result *f);
};

/* All steps in their order, ended by a NULL name. */
extern const struct check_step all_steps[];

/* Those that a quick examination takes, and those that a question does. */
extern const struct check_step quick_steps[];
extern const struct check_step question_steps[];

/* check-step-start.c */
void meeting_start(struct bot_check *e, struct step_result *f);
void meeting_greet(struct bot_check *e, struct step_result *f);
void meeting_options(struct bot_check *e, struct step_result *f);
void meeting_newgame(struct bot_check *e, struct step_result *f);

/* check-step-play.c */
void play_first(struct bot_check *e, struct step_result *f);
void play_again(struct bot_check *e, struct step_result *f);
void play_openings(struct bot_check *e, struct step_result *f);
void play_itself(struct bot_check *e, struct step_result *f);
void play_speed(struct bot_check *e, struct step_result *f);
void play_lines(struct bot_check *e, struct step_result *f);
void play_question(struct bot_check *e, struct step_result *f);

/* check-step-leave.c */
void leave_stop(struct bot_check *e, struct step_result *f);
void leave_quit(struct bot_check *e, struct step_result *f);

/* Waits until *done, the bot's failure, or the moment until (0: the bot's own deadlines are
 * enough). Returns *done. */
bool bot_check_wait(struct bot_check *e, const bool *done, usec until);

/* The first game that it is asked of. */
const struct question *bot_check_first(const struct bot_check *e);

/* Prepares the bot for this game, starting it when it does not run, and does not wait. */
void bot_check_prepare(struct bot_check *e, const struct question *q);

/* The same, and waits; false: told in f. */
bool bot_check_ready(struct bot_check *e, const struct question *q, struct step_result *f);

/* After bot_check_ready(): starts the bot once more for each other seat of this game, and waits;
 * false: told in f. bot_check_single() ends them. */
bool bot_check_double(struct bot_check *e, const struct question *q, struct step_result *f);
void bot_check_single(struct bot_check *e);

/* Random moves of others, until it is this seat's turn; false: the game is over by then. */
bool bot_check_turns(struct bot_check *e, int seat);

/* Which process sits in this seat; NULL: none. */
struct bot_process *bot_check_seated(struct bot_check *e, int seat);

/* It has failed while the word awaited was due: tells the verdict in f, and finds out why. */
void bot_check_explain(struct bot_check *e, const char *awaited, struct step_result *f);

#endif
