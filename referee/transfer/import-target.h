/*
 * import-target.h - tournaments and games that come from elsewhere, a file or another database,
 * into the one that is open for writing.
 *
 * A tournament that is there already, the very same, gets the games whose pairings it has not;
 * another one is added. What is there stays. A rating depends on all games before it, so after
 * games were added all ratings of their tournament are counted anew, in the order of the games'
 * numbers.
 *
 * Everything happens inside the caller's db_begin(). Functions return 0 or a DB_ error of in->db.
 */
#ifndef REFEREE_TRANSFER_IMPORT_TARGET_H
#define REFEREE_TRANSFER_IMPORT_TARGET_H

#include "db/db.h"

enum import_target_answer {
	IMPORT_TARGET_ADDED,
	IMPORT_TARGET_THERE,	/* the same game was there already, or counts no more here */
	IMPORT_TARGET_CONFLICT, /* another game has its pairing; it stays */
};

struct import_target {
	struct db *db;			 /* borrowed */
	int64_t tournament;		 /* that games go to now */
	bool known;			 /* it was there before */
	int64_t added, there, conflicts; /* games of it, so far */
	int64_t all_added, all_there;	 /* games of the source's tournaments that are finished */
};

enum { IMPORT_TARGET_FAILED = -1 }; /* db_why() of the target says why */

/* A kind of source. */
struct import_source {
	const char *command; /* its name, for messages */
	/* Reads the source at path into the target, inside db_begin(). Returns an exit status, or
	 * IMPORT_TARGET_FAILED; of EXIT_SUCCESS and EXIT_FAULTS all that was written is kept. */
	int (*read)(struct import_target *in, const char *path);
};

/* Takes each source into the database at db_path, which is made when it is missing: a source is
 * taken whole or not at all, and one that fails does not keep the others out. Returns the worst
 * exit status. */
int import_target_fill(const struct import_source *source, const char *const *paths, int count,
	const char *db_path);

/* Finds or adds the tournament that the next games belong to; sets t->id, and the counts to 0. */
int import_target_tournament(struct import_target *in, struct db_tournament *t);

/* Adds the game unless its pairing is there; its seats' bots are numbers of in->db, names are set.
 * *other is the game that is there, or 0. */
int import_target_game(struct import_target *in, struct db_game *g,
	enum import_target_answer *answer, int64_t *other);

/* Adds a game that counts no more, unless it is there. */
int import_target_replaced(struct import_target *in, struct db_game *g);

/* After a tournament's last game: its ratings, and the totals of the source. */
int import_target_finish(struct import_target *in);

#endif
