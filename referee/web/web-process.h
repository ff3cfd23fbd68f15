/*
 * web-process.h - the web process serves pages of the daemon's tournaments over HTTP.
 *
 * It reads the live stream (live-event.h) and, read-only, the databases. It writes only answers.
 * Its code is in referee/web/; this header has all that the main process needs to start it.
 */
#ifndef REFEREE_WEB_WEB_PROCESS_H
#define REFEREE_WEB_WEB_PROCESS_H

#include <stdbool.h>

#include "referee/process/peer.h"
#include "referee/process/process.h"

enum { WEB_LISTEN_MAX = 8, WEB_LISTEN_HOST = 64 };

/* An address at which it listens. */
struct web_listen {
	char host[WEB_LISTEN_HOST]; /* numeric: 127.0.0.1, ::1, 0.0.0.0 */
	int port;		    /* 0: any free port */
	/* The listening socket, which the main process keeps while the process is started again, so
	 * that clients wait in its queue. 0: there is none, and the process opens its own. */
	int fd;
};

/* Borrowed until the process has been forked. */
struct web_options {
	struct web_listen listen[WEB_LISTEN_MAX];
	int listen_count;
	const char *token; /* every reader must show it; NULL: none is needed */
	int timeout; /* seconds that a reader may be idle; 0: the default, which web_start_process
			always uses */
	const char *metrics_token; /* also admits to the metrics; NULL: none */
	const char *const *names;  /* further host names of the server */
	int names_count;
	bool takes_bots; /* the daemon accepts bots from the network */
	bool proxied;	 /* trust the address that a proxy on this machine states */
	/* Signs cookies together with the token, so that no client can make a cookie from a
	 * guess; NULL: random. */
	const unsigned char *salt;
	/* Databases that it may read; a new web process is needed to add one. */
	const char *const *databases;
	int databases_count;
	const char *prefix; /* begins all addresses of pages: "/referee"; NULL: none */
	const char *title;  /* the site's name; NULL: Referee */
	const char *about;  /* the organiser's text on the first page, lines; NULL: none */
	/* The other server, to which /play or /watch redirects: its whole address, or ":PORT" on
	 * the host of the request; NULL: there is none. */
	const char *other;
	bool no_games; /* of pages: the other server offers no game, so no link leads to it */
};

/* Sends the listening sockets to a process that was started with these options. False with errno. */
bool web_listen_pass(const struct web_options *o, struct peer *p);

/* Closes the listening sockets of the main process. */
void web_listen_close(struct web_options *o);

/* Is it an address that only this machine reaches? With other addresses, host names in requests
 * are not checked. */
bool web_is_loopback(const char *address);

/*
 * The process's life, as in process.h: arg is a struct web_options. Its first lines on `to` are those
 * of web-report.h. It ends with status 0 at the end of `from`.
 */
int web_run(const void *arg, int number, int from, int to);
extern const struct process_kind web_process;

/* Starts the web process as a program of its own: fork and exec. SQLite's connections do not
 * survive a fork, and the main process may have databases open when it restarts the web process. So
 * the new process begins with fresh memory. */

/* The referee with this first argument runs web_start_main(). */
#define WEB_START_WORD "web-process"

/* The web process after exec; arg is a struct web_options. */
extern const struct process_kind web_start_process;

/* argv: WEB_START_WORD FROM TO BEAT [KEY=VALUE...]. Returns the exit status. */
int web_start_main(int argc, char **argv);

/* The same for another kind of process with these options. web_start_program(): the life of the
 * process before exec; it starts the referee with this word. web_start_take_over(): after exec. */
int web_start_program(const char *word, const struct web_options *o, int from, int to);
int web_start_take_over(int argc, char **argv, const struct process_kind *kind);

#endif
