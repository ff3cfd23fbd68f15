/*
 * director-rules.h - a tournament whose rules are a program: it ends when the program fails. The
 * game in play is void. Stored games stay, no bot is blamed, and the same command goes on.
 */
#ifndef REFEREE_DIRECTOR_DIRECTOR_RULES_H
#define REFEREE_DIRECTOR_DIRECTOR_RULES_H

#include <stdbool.h>

#include "base/error.h"

struct db_game;
struct director;
struct job;

/* Are the main process's rules without fault? False: the tournament ends. Call it after each
 * question to them. */
bool director_rules_hold(struct director *d);

/* The judge of games from arbiters (game_receiver_calls), owner is the director: record_judge(), and
 * the bots that its request left out. False: the record is wrong, and err has a line. If the rules
 * failed (d->unjudged) it is true, and the tournament ends. */
bool director_rules_judge(
	void *owner, const struct job *job, const struct db_game *g, struct error *err);

/* Is a game void because an arbiter's rules failed? Then the tournament ends. On a worker it is the
 * worker that failed: the game is played on another machine, and in the end on this one. why may be
 * NULL. */
bool director_rules_voided(struct director *d, const struct job *job, const char *why);

#endif
