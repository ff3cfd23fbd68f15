/*
 * complete-names.c - names of tournaments, bots, games and workers: of a database, of a
 * tournament's file, and of a running daemon. A place that cannot be read has no names.
 */
#include "referee/commands/complete/complete.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "db/db.h"
#include "base/answer.h"
#include "base/memory.h"
#include "referee/config/config-file.h"
#include "referee/daemon/control.h"

enum {
	COMPLETE_NAMES_GAMES = 1000, /* the newest games, of which ... */
	COMPLETE_NAMES_OFFERED = 50, /* ... this many are offered */
	COMPLETE_NAMES_SECONDS = 1   /* for each read of the daemon's answer */
};

/* --- of a database ---------------------------------------------------------------------------- */

/* NULL: there is no such database that can be read. DB_READ_CONFINED makes no file beside it. */
static struct db *complete_names_open(const char *path)
{
	struct db *db = NULL;
	glob_t found = {.gl_pathc = 0};
	if (path == NULL && glob("*.db", 0, NULL, &found) == 0 && found.gl_pathc == 1)
		path = found.gl_pathv[0];
	if (path != NULL && access(path, R_OK) == 0 &&
		db_open(&db, path, DB_READ_CONFINED) != DB_OK) {
		db_close(db);
		db = NULL;
	}
	globfree(&found);
	return db;
}

/* Ends a query: where the database cannot be read, nothing more is offered. */
static void complete_names_end(struct db_query *q)
{
	int error = db_end(q);
	(void)error;
}

void complete_tournaments(const struct complete_place *place, const struct candidates *c)
{
	struct db *db = complete_names_open(place->path);
	struct db_query q;
	if (db == NULL)
		return;
	db_query(&q, db, "tournament-names");
	while (db_next(&q)) {
		char *help = memory_print("%s, %s", db_text(&q, "game"), db_text(&q, "format"));
		candidates_offer(c, db_text(&q, "name"), help);
		free(help);
	}
	complete_names_end(&q);
	db_close(db);
}

/* The id of the tournament of this name or number (NULL: the newest); 0: there is none. */
static int64_t complete_names_sought(struct db *db, const char *column, const char *which)
{
	struct db_query q;
	int64_t found = 0;
	db_query(&q, db, "tournament-names");
	while (found == 0 && db_next(&q))
		if (which == NULL || strcmp(db_text(&q, column), which) == 0)
			found = db_int(&q, "id");
	complete_names_end(&q);
	return found;
}

/* Opens the database, and finds the tournament by its name, else by its number. NULL: there is
 * none. */
static struct db *complete_names_find(const struct complete_place *place, int64_t *tournament)
{
	struct db *db = complete_names_open(place->path);
	if (db == NULL)
		return NULL;
	*tournament = complete_names_sought(db, "name", place->tournament);
	if (*tournament == 0)
		*tournament = complete_names_sought(db, "id", place->tournament);
	if (*tournament != 0)
		return db;
	db_close(db);
	return NULL;
}

void complete_bots(const struct complete_place *place, const char *help, const struct candidates *c)
{
	int64_t tournament;
	struct db *db = complete_names_find(place, &tournament);
	struct db_query q;
	if (db == NULL)
		return;
	db_query(&q, db, "bots", tournament);
	while (db_next(&q))
		candidates_offer(c, db_text(&q, "name"), help);
	complete_names_end(&q);
	db_close(db);
}

void complete_games(const struct complete_place *place, const struct candidates *c)
{
	int64_t tournament;
	struct db *db = complete_names_find(place, &tournament);
	struct db_query q;
	int offered = 0;
	if (db == NULL)
		return;
	db_query(&q, db, "some-games", tournament, 0,
		*c->typed == '\0' ? COMPLETE_NAMES_OFFERED : COMPLETE_NAMES_GAMES, 0);
	while (offered < COMPLETE_NAMES_OFFERED && db_next(&q)) {
		const char *game = db_text(&q, "game");
		if (strncmp(game, c->typed, strlen(c->typed)) != 0)
			continue;
		char *help = memory_print("%s: %s", db_text(&q, "players"), db_text(&q, "result"));
		candidates_offer(c, game, help);
		free(help);
		offered++;
	}
	complete_names_end(&q);
	db_close(db);
}

void complete_workers(const struct complete_place *place, const struct candidates *c)
{
	struct db *db = complete_names_open(place->path);
	struct db_query q;
	if (db == NULL)
		return;
	db_query(&q, db, "worker-names");
	while (db_next(&q))
		candidates_offer(c, db_text(&q, "name"), "a machine that played");
	complete_names_end(&q);
	db_close(db);
}

/* --- of a file -------------------------------------------------------------------------------- */

static void complete_names_mistake(void *arg, const char *line)
{
	(void)arg, (void)line;
}

void complete_file_bots(const char *path, const struct candidates *c)
{
	struct diagnostics mistakes = {.report = complete_names_mistake};
	struct tournament t;
	tournament_init(&t);
	tournament_read_file(&t, path, &mistakes);
	for (int i = 0; i < t.bots_count; i++)
		candidates_offer(c, t.bots[i].name, "a bot of the file");
	tournament_clear(&t);
}

/* --- of a running daemon ---------------------------------------------------------------------- */

/* Asks the daemon. NULL: none answers. */
static FILE *complete_names_ask(const struct complete_place *place)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	const struct timeval patience = {.tv_sec = COMPLETE_NAMES_SECONDS};
	static const char request[] = "status --names\n";
	bool known = place->socket != NULL ? strlen(place->socket) < sizeof at.sun_path
					   : control_client_path(at.sun_path);
	if (!known)
		return NULL;
	if (place->socket != NULL)
		memcpy(at.sun_path, place->socket, strlen(place->socket) + 1);
	/* A full queue of connections is not waited for. */
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0 &&
		setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0 &&
		connect(fd, (struct sockaddr *)&at, sizeof at) == 0 &&
		send(fd, request, strlen(request), MSG_NOSIGNAL) == (ssize_t)strlen(request))
		return fdopen(fd, "r");
	if (fd >= 0)
		close(fd);
	return NULL;
}

/* Offers the tournaments of the daemon, or the bots of those that the place names. */
static void complete_names_daemon(
	const struct complete_place *place, bool bots, const struct candidates *c)
{
	FILE *daemon = complete_names_ask(place);
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	while (daemon != NULL && (length = getline(&line, &room, daemon)) > 0) {
		char *tab = strchr(line, '\t');
		line[length - 1] = '\0';
		const struct answer answer = answer_read(line);
		if (answer.kind != ANSWER_TEXT || tab == NULL)
			break;
		*tab = '\0';
		const struct complete_place its = {.path = tab + 1, .tournament = answer.text};
		if (!bots)
			candidates_offer(c, answer.text, tab + 1);
		else if (place->tournament == NULL || strcmp(place->tournament, answer.text) == 0)
			complete_bots(&its, answer.text, c);
	}
	free(line);
	if (daemon != NULL)
		fclose(daemon);
}

void complete_daemon_tournaments(const struct complete_place *place, const struct candidates *c)
{
	complete_names_daemon(place, false, c);
}

void complete_daemon_bots(const struct complete_place *place, const struct candidates *c)
{
	complete_names_daemon(place, true, c);
}
