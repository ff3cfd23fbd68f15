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
#include "base/memory.h"
#include "referee/config/config-file.h"
#include "referee/daemon/control.h"

enum {
	COMPLETE_NAMES_GAMES = 1000, /* the newest games, of which ... */
	COMPLETE_NAMES_OFFERED = 50, /* ... this many are offered */
	COMPLETE_NAMES_SECONDS = 1   /* for each read of the daemon's answer */
};

/* --- of a database ---------------------------------------------------------------------------- */

/* NULL: there is no such database that can be read. DB_LOOK makes no file beside it. */
static struct db *complete_names_open(const char *path)
{
	struct db *db = NULL;
	glob_t found = {.gl_pathc = 0};
	if (path == NULL && glob("*.db", 0, NULL, &found) == 0 && found.gl_pathc == 1)
		path = found.gl_pathv[0];
	if (path != NULL && access(path, R_OK) == 0 && db_open(&db, path, DB_LOOK) != DB_OK) {
		db_close(db);
		db = NULL;
	}
	globfree(&found);
	return db;
}

struct complete_names {
	const struct candidates *c;
	const char *help;  /* of each name */
	const char *which; /* the tournament sought; NULL: the newest */
	bool by_number;
	int64_t tournament;
	int offered;
};

/* A row of the query tournament-names. */
static bool complete_names_tournament(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	const struct complete_names *n = arg;
	char *help = memory_print("%s, %s", values[2].text, values[3].text);
	(void)columns, (void)names;
	candidates_offer(n->c, values[1].text, help);
	free(help);
	return true;
}

void complete_tournaments(const struct complete_place *place, const struct candidates *c)
{
	struct complete_names n = {.c = c};
	struct db *db = complete_names_open(place->path);
	if (db != NULL)
		db_read(db, "tournament-names", NULL, 0, complete_names_tournament, &n);
	db_close(db);
}

static bool complete_names_sought(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct complete_names *n = arg;
	(void)columns, (void)names;
	if (n->which == NULL || strcmp(values[n->by_number ? 0 : 1].text, n->which) == 0)
		n->tournament = values[0].integer;
	return n->tournament == 0;
}

/* Opens the database, and finds the tournament by its name, else by its number. NULL: there is
 * none. */
static struct db *complete_names_find(const struct complete_place *place, struct complete_names *n)
{
	struct db *db = complete_names_open(place->path);
	n->which = place->tournament;
	for (int i = 0; db != NULL && i < 2 && n->tournament == 0; i++) {
		n->by_number = i > 0;
		db_read(db, "tournament-names", NULL, 0, complete_names_sought, n);
	}
	if (n->tournament != 0)
		return db;
	db_close(db);
	return NULL;
}

/* A row of the query bots. */
static bool complete_names_bot(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	const struct complete_names *n = arg;
	(void)columns, (void)names;
	candidates_offer(n->c, values[1].text, n->help);
	return true;
}

void complete_bots(const struct complete_place *place, const char *help, const struct candidates *c)
{
	struct complete_names n = {.c = c, .help = help};
	struct db *db = complete_names_find(place, &n);
	if (db != NULL)
		db_read(db, "bots", &n.tournament, 1, complete_names_bot, &n);
	db_close(db);
}

/* A row of the query some-games. */
static bool complete_names_game(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct complete_names *n = arg;
	const struct db_value *players = db_column(columns, names, values, "players");
	const struct db_value *result = db_column(columns, names, values, "result");
	if (strncmp(values[0].text, n->c->typed, strlen(n->c->typed)) != 0)
		return true;
	char *help = memory_print("%s: %s", players->text, result->text);
	candidates_offer(n->c, values[0].text, help);
	free(help);
	return ++n->offered < COMPLETE_NAMES_OFFERED;
}

void complete_games(const struct complete_place *place, const struct candidates *c)
{
	struct complete_names n = {.c = c};
	struct db *db = complete_names_find(place, &n);
	const int64_t args[] = {n.tournament, 0,
		*c->typed == '\0' ? COMPLETE_NAMES_OFFERED : COMPLETE_NAMES_GAMES, 0};
	if (db != NULL)
		db_read(db, "some-games", args, 4, complete_names_game, &n);
	db_close(db);
}

/* A row of the query worker-names. */
static bool complete_names_worker(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	const struct complete_names *n = arg;
	(void)columns, (void)names;
	candidates_offer(n->c, values[0].text, n->help);
	return true;
}

void complete_workers(const struct complete_place *place, const struct candidates *c)
{
	struct complete_names n = {.c = c, .help = "a machine that played"};
	struct db *db = complete_names_open(place->path);
	if (db != NULL)
		db_read(db, "worker-names", NULL, 0, complete_names_worker, &n);
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

/* Calls each() for each tournament of the daemon, with its database. */
static void complete_names_daemon(const struct complete_place *place,
	void (*each)(const struct complete_place *place, const char *tournament, const char *db,
		const struct candidates *c),
	const struct candidates *c)
{
	FILE *daemon = complete_names_ask(place);
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	while (daemon != NULL && (length = getline(&line, &room, daemon)) > 0 && *line == '-') {
		char *tab = strchr(line, '\t');
		line[length - 1] = '\0';
		if (tab == NULL)
			break;
		*tab = '\0';
		each(place, line + 1, tab + 1, c);
	}
	free(line);
	if (daemon != NULL)
		fclose(daemon);
}

static void complete_names_of_daemon(const struct complete_place *place, const char *tournament,
	const char *db, const struct candidates *c)
{
	(void)place;
	candidates_offer(c, tournament, db);
}

void complete_daemon_tournaments(const struct complete_place *place, const struct candidates *c)
{
	complete_names_daemon(place, complete_names_of_daemon, c);
}

static void complete_names_bots_of_daemon(const struct complete_place *place,
	const char *tournament, const char *db, const struct candidates *c)
{
	if (place->tournament == NULL || strcmp(place->tournament, tournament) == 0)
		complete_bots(&(struct complete_place){.path = db, .tournament = tournament},
			tournament, c);
}

void complete_daemon_bots(const struct complete_place *place, const struct candidates *c)
{
	complete_names_daemon(place, complete_names_bots_of_daemon, c);
}
