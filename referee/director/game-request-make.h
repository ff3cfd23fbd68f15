/*
 * game-request-make.h - turns a job into a game request for an arbiter.
 */
#ifndef REFEREE_DIRECTOR_GAME_REQUEST_MAKE_H
#define REFEREE_DIRECTOR_GAME_REQUEST_MAKE_H

#include "referee/arbiter/game-request.h"
#include "referee/bot/arbiter-config.h"
#include "referee/director/game-queue.h"
#include "referee/director/benching.h"

/* The request points into the job. */
void game_request_make(struct game_request *request, const struct job *job,
	const struct benching *benching, const struct arbiter_config *config);

#endif
