/*
 * step.h - one step of an examination, what all steps share, and what they ask of it. The list of
 * all is in all-steps.c.
 */
#ifndef REFEREE_PROCESSES_STEP_H
#define REFEREE_PROCESSES_STEP_H

#include "referee/judging/speed.h"
#include "referee/processes/bot.h"
#include "referee/processes/examination.h"
#include "referee/processes/seen.h"

struct examination {
	const struct bot_plan *self;	 /* borrowed, as is the next */
	const struct question *question; /* NULL: none is asked, all is tried */
	struct plan plan;		 /* the tournament's, with every line told */
	struct plan patient;		 /* the same, with much time for a move */
	struct event_base *base;	 /* owned, as is the next */
	struct event *timer;
	struct bot_process bot;
	struct setup setup;
	struct game game;
	uint64_t chance, seed;
	usec began; /* when it was last started or prepared */
	struct seen seen;
	char answer[SEEN_LINE];
	bool ready, answered, failed, broken;
	bool probing; /* it has failed: what it still says only helps to know why */
	bool refused; /* it cannot be started */
	struct speed speed;
};

struct step {
	const char *name;
	bool needed; /* when the bot fails there, the steps after it cannot be taken */
	void (*take)(struct examination *e, struct finding *f);
};

/* All steps in their order, ended by a NULL name. */
extern const struct step all_steps[];

/* Those that a question takes. */
extern const struct step question_steps[];

/* step-meeting.c */
void meeting_start(struct examination *e, struct finding *f);
void meeting_greet(struct examination *e, struct finding *f);
void meeting_options(struct examination *e, struct finding *f);
void meeting_newgame(struct examination *e, struct finding *f);

/* step-play.c */
void play_first(struct examination *e, struct finding *f);
void play_again(struct examination *e, struct finding *f);
void play_speed(struct examination *e, struct finding *f);
void play_lines(struct examination *e, struct finding *f);
void play_question(struct examination *e, struct finding *f);

/* step-leave.c */
void leave_stop(struct examination *e, struct finding *f);
void leave_quit(struct examination *e, struct finding *f);

/* Waits until *done, the bot's failure, or the moment until (0: the bot's own deadlines are
 * enough). Returns *done. */
bool examination_wait(struct examination *e, const bool *done, usec until);

/* Prepares the bot for a game in this seat, starting it when it does not run, and does not wait. */
void examination_prepare(struct examination *e, int seat);

/* The same, and waits; false: told in f. */
bool examination_ready(struct examination *e, int seat, struct finding *f);

/* It has failed while the word awaited was due: finds out why, and tells it in f. */
void examination_explain(struct examination *e, const char *awaited, struct finding *f);

#endif
