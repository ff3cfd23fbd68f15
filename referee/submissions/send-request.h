/*
 * send-request.h - the lines of `referee send`, after the welcome of a client that said `send` in
 * its hello (handshake.h). The client sends one request, a line of send_table. The referee answers
 * as in answer.h, and closes the connection.
 *
 * Pure: text in, text out.
 */
#ifndef REFEREE_SUBMISSIONS_SEND_REQUEST_H
#define REFEREE_SUBMISSIONS_SEND_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/line-table.h"
#include "referee/process/crypto.h"

enum {
	SEND_LINE = 2048, /* bytes of a request, with its LF: each of a name's may become four */
	SEND_FILE = 128,  /* of a file's name */
	SEND_VERSION = 64,
	SEND_TOURNAMENT = 256
};

#define SEND_READY "ready"

enum send_kind { SEND_BOT, SEND_BACK, SEND_VERSIONS, SEND_KINDS };

extern const struct line_table send_table;

struct send_request {
	enum send_kind kind;
	int64_t length;			      /* of the file */
	char digest[CRYPTO_TEXT + 1];	      /* its SHA-256 in small hexadecimal digits */
	char file[SEND_FILE + 1];	      /* its name, without a folder */
	char version[SEND_VERSION + 1];	      /* "": the one before */
	char tournament[SEND_TOURNAMENT + 1]; /* "": the only one that takes bots */
};

/* May a file that is handed in have this name? UTF-8 without control characters, slashes and a dot
 * at its begin. */
bool send_file_is_good(const char *name);

/* Reads a request, without its LF. False: a line in err. */
bool send_request_read(struct send_request *r, const char *line, struct error *err);

/* Writes it, with its LF. */
void send_request_write(const struct send_request *r, char line[SEND_LINE]);

#endif
