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

enum { EXAMINATION_ERRORS = 1500 };

struct examination {
	const struct bot_plan *self;	       /* borrowed, as is the next */
	const struct question *question;       /* NULL: none is asked, all is tried */
	const struct examination_order *order; /* then NULL */
	struct plan plan;		       /* the tournament's, with every line told */
	struct plan patient;		       /* the same, with much time for a move */
	struct event_base *base;	       /* owned, as is the next */
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
	struct seen seen;
	char answer[SEEN_LINE];
	bool ready, answered, failed, broken;
	bool probing; /* it has failed: what it still says only helps to know why */
	bool refused; /* it cannot be started */
	struct speed speed;
	struct census census; /* of the bot's box, for whether it is idle */
	usec looked;
	enum verdict fault;		 /* of the first game that failed */
	char errors[EXAMINATION_ERRORS]; /* the last that was shown of its stderr */
};

struct step {
	const char *name;
	bool needed; /* when the bot fails there, the steps after it cannot be taken */
	void (*take)(struct examination *e, struct finding *f);
};

/* All steps in their order, ended by a NULL name. */
extern const struct step all_steps[];

/* Those that a quick examination takes, and those that a question does. */
extern const struct step quick_steps[];
extern const struct step question_steps[];

/* check-step-start.c */
void meeting_start(struct examination *e, struct finding *f);
void meeting_greet(struct examination *e, struct finding *f);
void meeting_options(struct examination *e, struct finding *f);
void meeting_newgame(struct examination *e, struct finding *f);

/* check-step-play.c */
void play_first(struct examination *e, struct finding *f);
void play_again(struct examination *e, struct finding *f);
void play_openings(struct examination *e, struct finding *f);
void play_itself(struct examination *e, struct finding *f);
void play_speed(struct examination *e, struct finding *f);
void play_lines(struct examination *e, struct finding *f);
void play_question(struct examination *e, struct finding *f);

/* check-step-leave.c */
void leave_stop(struct examination *e, struct finding *f);
void leave_quit(struct examination *e, struct finding *f);

/* Waits until *done, the bot's failure, or the moment until (0: the bot's own deadlines are
 * enough). Returns *done. */
bool examination_wait(struct examination *e, const bool *done, usec until);

/* The first game that it is asked of. */
const struct question *examination_first(const struct examination *e);

/* Prepares the bot for this game, starting it when it does not run, and does not wait. */
void examination_prepare(struct examination *e, const struct question *q);

/* The same, and waits; false: told in f. */
bool examination_ready(struct examination *e, const struct question *q, struct finding *f);

/* After examination_ready(): starts the bot once more for each other seat of this game, and waits;
 * false: told in f. examination_single() ends them. */
bool examination_double(struct examination *e, const struct question *q, struct finding *f);
void examination_single(struct examination *e);

/* Random moves of others, until it is this seat's turn; false: the game is over by then. */
bool examination_turns(struct examination *e, int seat);

/* Which process sits in this seat; NULL: none. */
struct bot_process *examination_seated(struct examination *e, int seat);

/* It has failed while the word awaited was due: tells the verdict in f, and finds out why. */
void examination_explain(struct examination *e, const char *awaited, struct finding *f);

#endif
