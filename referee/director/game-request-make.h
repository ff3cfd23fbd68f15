/*
 * game-request-make.h - a job as an order for an arbiter.
 */
#ifndef REFEREE_DIRECTOR_GAME_REQUEST_MAKE_H
#define REFEREE_DIRECTOR_GAME_REQUEST_MAKE_H

#include "referee/arbiter/game-request.h"
#include "referee/bot/arbiter-config.h"
#include "referee/director/game-queue.h"
#include "referee/director/benching.h"

/* The order points into the job. */
void order_make(struct order *order, const struct job *job, const struct strikes *strikes,
	const struct plan *plan);

#endif
