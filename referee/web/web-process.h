/*
 * web-process.h - the web process serves pages of the daemon's tournaments over HTTP.
 *
 * It reads the live stream (live-event.h) and, read-only, the databases. It writes only answers.
 * Its code is in referee/web/; this header has all that the main process needs to start it.
 */
#ifndef REFEREE_WEB_WEB_PROCESS_H
#define REFEREE_WEB_WEB_PROCESS_H

#include <stdbool.h>

#include "referee/base/process.h"

/* Borrowed until the process has been forked. */
struct web_options {
	const char *address; /* numeric: 127.0.0.1, ::1, 0.0.0.0; NULL: 127.0.0.1 */
	int port;	     /* 0: any free port */
	const char *token;   /* every reader must show it; NULL: none is needed */
	int timeout; /* seconds that a reader may be idle; 0: the default, which web_start_process
			always uses */
	const char *metrics_token; /* also admits to the metrics; NULL: none */
	const char *const *names;  /* further host names of the server */
	int names_count;
	bool proxied; /* trust the address that a proxy on this machine states */
	/* Signs cookies together with the token, so that no client can make a cookie from a
	 * guess; NULL: random. */
	const unsigned char *salt;
	/* Databases that it may read; a new web process is needed to add one. */
	const char *const *databases;
	int databases_count;
	const char *prefix; /* begins all addresses of pages: "/referee"; NULL: none */
};

/* Is it an address that only this machine reaches? With other addresses, host names in requests
 * are not checked. */
bool web_is_loopback(const char *address);

/*
 * The process's life, as in process.h: arg is a struct web_options. Its first line on `to` is
 * "listening ADDRESS PORT", or "failed WHY" before it ends with status 1. It ends with status 0
 * at the end of `from`.
 */
int web_run(const void *arg, int number, int from, int to);
extern const struct process_kind web_process;

#endif
