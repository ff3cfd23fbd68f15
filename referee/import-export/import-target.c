/*
 * import-target.c - adds tournaments and games from other sources to a database.
 */
#include "referee/import-export/import.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit-status.h"
#include "base/memory.h"
#include "referee/director/running-ratings.h"

int import_target_tournament(struct import_target *in, struct db_tournament *t)
{
	int error = db_tournament_same(in->db, t, &in->known);
	if (error == DB_OK && !in->known)
		error = db_tournament_add(in->db, t);
	in->tournament = t->id;
	in->added = in->there = in->conflicts = 0;
	return error;
}

/* --- existing games ------------------------------------------------------------------------- */

/* One side may have a bot's command and the other not: compare the names. */
static bool import_target_same_seats(const struct db_game *a, const struct db_game *b)
{
	for (int i = 0; i < a->seats; i++)
		if (b->seat[i].name == NULL || strcmp(a->seat[i].name, b->seat[i].name) != 0 ||
			a->seat[i].rank != b->seat[i].rank ||
			strcmp(a->seat[i].verdict, b->seat[i].verdict) != 0)
			return false;
	return true;
}

static bool import_target_same_moves(const struct db_game *a, const struct db_game *b)
{
	if (a->removed != NULL || b->removed != NULL)
		return a->moves_hash == b->moves_hash;
	for (int i = 0; i < a->plies; i++)
		if (a->moves[i].seat != b->moves[i].seat ||
			a->moves[i].wall_us != b->moves[i].wall_us ||
			strcmp(a->moves[i].text, b->moves[i].text) != 0)
			return false;
	return true;
}

/* Is the game in the file the one that is stored? whole: a game without its moves is not. */
static bool import_target_same(const struct db_game *own, const struct db_game *g, bool whole)
{
	return own->seats == g->seats && own->plies == g->plies &&
	       (g->removed != NULL || own->plies == g->moves_count) && own->round == g->round &&
	       own->seed == g->seed && own->started_ms == g->started_ms &&
	       own->ended_ms == g->ended_ms && (!whole || g->removed == NULL) &&
	       strcmp(own->opening, g->opening) == 0 && strcmp(own->final, g->final) == 0 &&
	       strcmp(own->reason, g->reason) == 0 && import_target_same_seats(own, g) &&
	       import_target_same_moves(own, g);
}

int import_target_game(struct import_target *in, struct db_game *g,
	enum import_target_answer *answer, int64_t *other)
{
	*other = 0;
	*answer = IMPORT_TARGET_ADDED;
	g->tournament = in->tournament;
	int error = in->known || in->added > 0
			    ? db_pairing_find(in->db, in->tournament, g->pairing, other)
			    : DB_OK;
	if (error != DB_OK)
		return error;
	if (*other == 0) {
		in->added++;
		return db_game_add(in->db, g);
	}
	const struct db_filter filter = {.game = *other, .bare = true};
	struct db_games *games = db_games(in->db, &filter);
	const struct db_game *stored = db_games_next(games);
	bool same = stored != NULL &&
		    import_target_same(g, stored, in->before_game > 0 || in->before_ms > 0);
	error = db_games_end(games);
	if (error == DB_OK && !same)
		error = db_replaced_find(in->db, g, &same);
	*answer = same ? IMPORT_TARGET_THERE : IMPORT_TARGET_CONFLICT;
	in->there += same;
	in->conflicts += !same;
	return error;
}

int import_target_replaced(struct import_target *in, struct db_game *g)
{
	bool known;
	g->tournament = in->tournament;
	int error = db_replaced_find(in->db, g, &known);
	return error == DB_OK && !known ? db_replaced_add(in->db, g) : error;
}

int import_target_finish(struct import_target *in)
{
	in->all_added += in->added;
	in->all_there += in->there;
	return in->added > 0 ? running_ratings_recalculate(in->db, in->tournament) : DB_OK;
}

/* For the messages of import_archive(). */
/* --- sources -------------------------------------------------------------------------------- */

static int import_target_fail(const char *command, struct db *db)
{
	fprintf(stderr, "referee %s: %s\n", command, db_error_text(db));
	return EXIT_DATABASE;
}

/* Reads one source as one transaction. */
static int import_target_one(struct db *db, const char *path)
{
	const struct import_source *source = db_is_file(path) ? &import_database : &import_jsonl;
	struct import_target in = {.db = db};
	int status = db_begin(db) == DB_OK ? source->read(&in, path) : IMPORT_TARGET_FAILED;
	bool taken = status == EXIT_SUCCESS || status == EXIT_FAULTS;
	if (taken && db_commit(db) != DB_OK)
		status = IMPORT_TARGET_FAILED;
	if (status == IMPORT_TARGET_FAILED)
		status = import_target_fail("import", db);
	else if (taken)
		printf("%s: %" PRId64 " games added, %" PRId64 " were there already\n",
			strcmp(path, "-") == 0 ? "stdin" : path, in.all_added, in.all_there);
	db_rollback(db);
	return status;
}

int import_target_fill(const char *const *paths, int count, const char *db_path)
{
	struct stat before;
	struct db *db;
	bool kept = stat(db_path, &before) == 0;
	int worst = EXIT_SUCCESS;
	if (db_open(&db, db_path, DB_WRITE) != DB_OK) {
		worst = import_target_fail("import", db);
		db_close(db);
		return worst;
	}
	for (int i = 0; i < count; i++) {
		int status = import_target_one(db, paths[i]);
		kept |= status == EXIT_SUCCESS || status == EXIT_FAULTS;
		worst = status > worst ? status : worst;
	}
	db_close(db);
	if (!kept) /* remove the new, empty database */
		unlink(db_path);
	return worst;
}

/* --- an archive ----------------------------------------------------------------------------- */

/* Copies once more or again; *added and *there count the games. */
static int import_archive_pass(
	struct db *db, const char *from, struct import_target *in, int64_t *added, int64_t *there)
{
	int status = db_begin(db) == DB_OK ? import_database.read(in, from) : IMPORT_TARGET_FAILED;
	if (status == EXIT_SUCCESS && db_commit(db) != DB_OK)
		status = IMPORT_TARGET_FAILED;
	if (status == IMPORT_TARGET_FAILED)
		status = import_target_fail("archive", db);
	db_rollback(db);
	*added = in->all_added;
	*there = in->all_there;
	return status;
}

/* The file is new: its name must be on the disk before anything that it has is removed. */
static int import_archive_sync(const char *path)
{
	char *copy = memory_copy(path);
	int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool good = fd >= 0 && fsync(fd) == 0;
	if (!good)
		fprintf(stderr, "referee archive: %s: %s\n", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	free(copy);
	return good ? EXIT_SUCCESS : EXIT_DATABASE;
}

int import_archive(
	const char *from, const char *to, int64_t before_game, int64_t before_ms, int64_t *games)
{
	struct import_target in = {.before_game = before_game, .before_ms = before_ms}, second_pass;
	int64_t added = 0, there = 0, more = 0, same = 0;
	struct db *db;
	if (db_open(&db, to, DB_WRITE) != DB_OK) {
		int status = import_target_fail("archive", db);
		db_close(db);
		return status;
	}
	in.db = db;
	second_pass = in;
	int status = import_archive_pass(db, from, &in, &added, &there);
	db_close(db); /* the log goes into the file, and the next pass reads from the disk */
	if (status == EXIT_SUCCESS)
		status = import_archive_sync(to);
	if (status != EXIT_SUCCESS)
		return status;
	if (db_open(&db, to, DB_WRITE) != DB_OK) {
		status = import_target_fail("archive", db);
		db_close(db);
		return status;
	}
	second_pass.db = db;
	status = import_archive_pass(db, from, &second_pass, &more, &same);
	db_close(db);
	*games = same;
	if (status == EXIT_SUCCESS && (more != 0 || same != added + there)) {
		fprintf(stderr,
			"referee archive: %s: the copy differs from %s; nothing is removed\n", to,
			from);
		status = EXIT_DATABASE;
	}
	return status;
}
