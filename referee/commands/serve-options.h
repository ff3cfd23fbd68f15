/*
 * serve-options.h - the options of `referee serve`, and the tokens with which readers may read the
 * pages, or the metrics.
 */
#ifndef REFEREE_COMMANDS_SERVE_OPTIONS_H
#define REFEREE_COMMANDS_SERVE_OPTIONS_H

#include "referee/commands/command.h"
#include "referee/web/web-process.h"

/* The forms of the log. */
enum { SERVE_LOG_TEXT, SERVE_LOG_JSON };

/* The command line. */
struct serve_options {
	struct option_list files, names, bot_listen, http_listen; /* names: of the web server */
	struct option_list visitor_listen, play;
	const char *play_url;
	int64_t visitor_games, visitor_silence;		       /* games in play, seconds */
	const char *watch_dir, *socket, *socket_group, *queue; /* NULL: not given */
	char *web_token, *metrics_token; /* overwritten after they were read */
	const char *prefix, *title, *about;
	const char *tokens, *certificate, *key;
	int64_t concurrency, parallel_tournaments;
	int64_t send_max, send_hourly; /* kB, bots of an owner */
	bool insecure, verbose, json, proxied;
	int log; /* SERVE_LOG_TEXT or SERVE_LOG_JSON */
};

/* The rows of groups whose values are a struct serve_options. */
extern const struct option_row serve_rows[], serve_web_rows[], serve_visitor_rows[],
	serve_bot_rows[];

/* Sets the defaults. */
void serve_options_init(struct serve_options *a);

/* Sets the server's host names, and its path behind a proxy. False: a mistake was reported. */
bool serve_options_names(const struct serve_options *a, struct web_options *o);

/* Listens at the addresses of a web server, given with this flag: its process gets the sockets.
 * False: a mistake was reported. */
bool serve_options_open(const char *flag, const struct option_list *list, struct web_options *o);

/* Reads "TOKEN" or "@FILE", the file's first line. A TOKEN is overwritten, so that no user sees it
 * among our arguments. The characters must fit into addresses and headers. warn: gets a line if
 * others may open the file. The caller frees the token. NULL: a line in err. */
char *serve_token_read(
	char *given, void (*warn)(void *arg, const char *line), void *arg, struct error *err);

#endif
