/*
 * web-process.h - the web process: pages of the tournaments that the main process tells of, over
 * HTTP.
 *
 * It reads the live stream (live-event.h) and the databases, these read-only, and writes nothing
 * but answers. It lives in referee/web/; here is what the main process needs to start it.
 */
#ifndef REFEREE_WEB_WEB_PROCESS_H
#define REFEREE_WEB_WEB_PROCESS_H

#include <stdbool.h>

#include "referee/base/process.h"

/* Borrowed until the process has been forked. */
struct web_options {
	const char *address;	   /* a number: 127.0.0.1, ::1, 0.0.0.0; NULL: 127.0.0.1 */
	int port;		   /* 0: any that is free */
	const char *token;	   /* what every reader has to show; NULL: nobody has to */
	int timeout;		   /* seconds that a reader may do nothing; 0: the usual, which
				    * web_start_process always has */
	const char *metrics_token; /* what also will do for the figures; NULL: nothing else */
	const char *const *names;  /* what else than its address readers call it */
	int names_count;
	bool proxied; /* what a proxy on this machine says of its readers is true */
	/* What cookies are signed with beside the token, so that nobody makes one of a guess; NULL:
	 * chance. */
	const unsigned char *salt;
	/* What it is told of, and reads: of others it is told when it is started anew. */
	const char *const *databases;
	int databases_count;
	const char *prefix; /* what addresses of pages begin with: "/referee"; NULL: nothing */
};

/* Is it an address that only this machine reaches? Elsewhere names in requests are not checked. */
bool web_is_loopback(const char *address);

/*
 * Its life, as process.h has it: arg is a struct web_options. Its first line on to is
 * "listening ADDRESS PORT", or "failed WHY" before it ends with status 1. It ends with 0 when from
 * does.
 */
int web_run(const void *arg, int number, int from, int to);
extern const struct process_kind web_process;

#endif
