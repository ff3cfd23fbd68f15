/*
 * visit-request.h - judges a game that the visitors' process asks for (web-play-messages.h). That
 * process talks to any client, so its numbers and moves are not trusted. Pure.
 */
#ifndef REFEREE_DAEMON_VISIT_REQUEST_H
#define REFEREE_DAEMON_VISIT_REQUEST_H

#include "base/error.h"
#include "referee/tournament/tournament.h"
#include "referee/web/play/web-play-messages.h"

enum visit_request_status {
	VISIT_REQUEST_GOOD,
	VISIT_REQUEST_REFUSED, /* err has the reason for the person */
	VISIT_REQUEST_WRONG    /* a working process never asks like this */
};

/* Judges a `play` for this tournament, whose first bots play against people. */
enum visit_request_status visit_request_judge(
	const struct tournament *t, int bots, const struct web_play_message *m, struct error *err);

#endif
