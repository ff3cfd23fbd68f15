/*
 * arbiter-rules.h - the rules of an arbiter's games. Rules that are a program are started here, in
 * a sandbox of their own, and asked without waiting, so that no other game's clock is disturbed.
 *
 * There are as many programs as the arbiter has processors, but no more than games in play. Each
 * game is played by one program, and a program by several games if need be. A program has a cache,
 * a setup, a fault and a list of games of its own: what happens to one concerns its games alone.
 * When it fails, each of them is void, and the next game starts it afresh.
 */
#ifndef REFEREE_ARBITER_ARBITER_RULES_H
#define REFEREE_ARBITER_ARBITER_RULES_H

#include <event2/event.h>
#include <stdbool.h>
#include <sys/queue.h>

#include "base/error.h"
#include "referee/arbiter/arbiter-messages.h"
#include "referee/game/game.h"
#include "referee/process/deadline-timer.h"
#include "referee/bot/arbiter-config.h"
#include "rules/process/rules-process.h"

enum { ARBITER_PROGRAMS_MAX = 64 };

struct arbiter_rules;
struct rules_start;

/* A game that is in play by a program. */
struct arbiter_rules_game {
	TAILQ_ENTRY(arbiter_rules_game) entry;
	struct arbiter_program *program; /* NULL: it is not in play */
	bool asking;			 /* it waits for an answer */
};

/* A program; or the one place of rules that are none. */
struct arbiter_program {
	struct arbiter_rules *all;
	const struct rules *rules; /* NULL: it could not be started */
	struct rules_start *start; /* owned; NULL: the rules are not a program */
	struct setup setup;	   /* of its games, unless each draws from its seed */
	TAILQ_HEAD(, arbiter_rules_game) games;
	int playing;					 /* games of the list */
	struct event *events[RULES_PROCESS_DESCRIPTORS]; /* owned */
	int count;
	struct deadline_timer timer;
	struct error why; /* of a program that could not be started */
};

struct arbiter_rules {
	struct event_base *base; /* borrowed, as the next three */
	const struct arbiter_config *config;
	void (*changed)(void *owner, struct arbiter_rules_game *game);
	void *owner;
	int most;      /* programs */
	size_t memory; /* bytes of the cache of each: together the usual number */
	int count;
	struct arbiter_program *programs[ARBITER_PROGRAMS_MAX]; /* owned */
};

/* changed() is called for a game that can go on: the program has answered, or has failed. False:
 * events could not be allocated; a program that does not start is a fault of the rules. */
bool arbiter_rules_open(struct arbiter_rules *r, const struct arbiter_config *config,
	struct event_base *base, void (*changed)(void *owner, struct arbiter_rules_game *game),
	void *owner);
void arbiter_rules_close(struct arbiter_rules *r);

/* A game begins: it gets the program with the fewest games, which is started again if it has failed
 * and has no other. game: not in play. */
void arbiter_rules_begin(struct arbiter_rules *r, struct arbiter_rules_game *game);

/* It is over. A game that is not in play may be ended. */
void arbiter_rules_end(struct arbiter_rules_game *game);

/* One sentence; NULL: its rules are not at fault. */
const char *arbiter_rules_fault(const struct arbiter_rules_game *game);

/* rules_process_want(); after PENDING the game is told of a change. Rules that are no program are
 * always READY. */
enum rules_process_state arbiter_rules_want(struct arbiter_rules_game *game, const struct setup *s,
	enum rules_question question, const struct position *p, const char *text);

/* The same for all that must be known before these seats leave the position; before this answer of
 * the seat to move is judged; before the requested game begins. why: set where the start itself is
 * a fault. */
enum rules_process_state arbiter_rules_want_forfeit(struct arbiter_rules_game *game,
	const struct setup *s, const struct position *p, unsigned seats);
enum rules_process_state arbiter_rules_want_answer(
	struct arbiter_rules_game *game, const struct game *g, const char *answer);
enum rules_process_state arbiter_rules_want_start(struct arbiter_rules_game *game,
	const struct setup *s, const struct game_request *request, struct error *why);

/* Tells the games that wait for an answer, if their program is not being asked: another game had
 * its answer at once, and took in theirs. */
void arbiter_rules_notify_games(struct arbiter_rules_game *game);

#endif
