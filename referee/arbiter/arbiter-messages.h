/*
 * arbiter-messages.h - the lines between the main process and an arbiter, besides those of records
 * (record.h).
 */
#ifndef REFEREE_ARBITER_ARBITER_MESSAGES_H
#define REFEREE_ARBITER_ARBITER_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/latency-histogram.h"
#include "base/line-table.h"
#include "rules/rules.h"

/* The reason of a game that is void since its rules are at fault begins with it. */
#define ARBITER_RULES_FAULT "rules: "

/* Requests to the game runner whose number stands before the line, sockets for the arbiter, and its
 * own answers. */
extern const struct line_table arbiter_request_table, arbiter_socket_table, arbiter_answer_table;

struct game_request {
	uint64_t pairing, seed;
	int seats;
	int bot[SEATS_MAX];
	unsigned benched; /* seats whose benched bots are not asked, one bit each (bit seat - 1) */
	int64_t failed[SEATS_MAX]; /* by benched seat: the game of the first failure; 0: unknown */
	unsigned absent;	   /* seats whose bots are not connected; no seat is in both */
	const char *fen;	   /* "": from the start */
	const char *moves;	   /* "": none; set only if fen is "" */
};

/* Writes the line with its LF and a NUL; returns its length, 0 when room is too small. */
size_t game_request_write(const struct game_request *request, char *out, size_t room);

/* Reads a NUL-terminated line and cuts it up in place. */
bool game_request_read(struct game_request *request, char *line);

struct arbiter_socket {
	enum arbiter_socket_kind { ARBITER_BOT, ARBITER_SOCKETS } kind;
	int bot;
};

struct arbiter_answer {
	enum arbiter_answer_kind {
		ARBITER_TAKEN,
		ARBITER_REFUSED,
		ARBITER_DELAYS,
		ARBITER_ANSWERS
	} kind;
	int bot;
	struct latency_histogram delays;
};

/* Writes the line with its LF; returns its length. Reading: false if the line is no answer. */
enum { ARBITER_ANSWER_LINE = 320 };
size_t arbiter_answer_write(const struct arbiter_answer *a, char line[ARBITER_ANSWER_LINE]);
bool arbiter_answer_read(struct arbiter_answer *a, char *line);

#endif
