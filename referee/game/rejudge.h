/*
 * rejudge.h - judges a finished game again from its moves, verdicts and times. Pure.
 *
 * `referee verify` uses it for a stored game, `referee verify` for a record, and `referee import`
 * for a game of a file. The director uses it before it stores the game of an arbiter. It plays the
 * moves by the rules of the game. Then it reports each stored value that differs: moves, turns,
 * times, verdicts, the reason and place of the end, ranks, points, the moves hash.
 *
 * A seat with a verdict other than ok leaves the game when its turn comes. Seats that could not
 * begin leave together before the first move. After the last move the seats whose turn it is leave
 * first, then the others.
 */
#ifndef REFEREE_GAME_REJUDGE_H
#define REFEREE_GAME_REJUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "db/db.h"
#include "base/error.h"
#include "referee/game/game.h"
#include "referee/game/game-terms.h"
#include "referee/game/move-list.h"

/* The ways to end a game that its rules leave running. */
enum rejudge_endings {
	/* The tournament's settings: max_plies, adjudication, the oracle. */
	REJUDGE_DEFINED,
	/* The stored reason, if the moves and their scores allow it. A repetition: the position
	 * occurred at least twice. resign-rule: the loser gave a score below 0 and the winner,
	 * unless it moved last, one above 0. draw-rule: each seat gave a score. */
	REJUDGE_ALLOWED,
	/* The stored reason, if it is not a word of the rules; then the stored ranks too, unless it
	 * is max-plies. Files from other programs name only one of several seats that left. */
	REJUDGE_STORED,
};

/* The stored values that are compared. */
enum rejudge_value {
	REJUDGE_SEED,
	REJUDGE_ANSWERS, /* of a rules program */
	REJUDGE_OPENING,
	REJUDGE_SEATS,
	REJUDGE_SEAT,
	REJUDGE_MOVE,
	REJUDGE_TIME,
	REJUDGE_VERDICT,
	REJUDGE_END,
	REJUDGE_REASON,
	REJUDGE_FINAL,
	REJUDGE_MOVES_HASH,
	REJUDGE_RANK,
	REJUDGE_POINTS,
	REJUDGE_VALUES
};
extern const char *const rejudge_value_names[REJUDGE_VALUES];

/* A stored value that differs from the right one. Texts last for the call. */
struct rejudge_mismatch {
	enum rejudge_value value;
	int ply, seat; /* 0: of the game */
	const char *stored, *right;
};

/* The terms of a game. Pointers are borrowed. */
struct rejudge_options {
	const struct rules *rules;
	/* Of a rules program: the games are judged by what it answered, which is stored with each.
	 * Then rules are not used. NULL: by the rules. */
	const char *description;
	int seats;
	const char *const *params; /* "KEY=VALUE" */
	int params_count;
	enum rejudge_endings endings;
	bool failed_tie;	       /* seats that fail together share points */
	const struct game_terms *game; /* of REJUDGE_DEFINED; NULL: no early end, and times are
					   not compared */
	bool failures_stored;	       /* a loss on time without a stored failure is wrong */
};

struct rejudge {
	struct rejudge_options options;
	bool seeded;		   /* each game's setup depends on its seed */
	const struct setup *setup; /* of the game; NULL: the terms fit none */
	struct setup own_setup;
	const struct rules *offline; /* owned: of terms.description, for the last game */
	struct adjudication adjudication;
	const struct limits
		*own_limits[SEATS_MAX]; /* of the next game, by seat - 1; NULL: terms' */

	void (*mismatch)(void *arg, const struct rejudge_mismatch *m);
	/* Decides the running game with game_decide(). False: its value is not known, then the
	 * stored ranks count. NULL: ranks are accepted that follow from any value. */
	bool (*oracle)(void *arg, struct game *g);
	void *arg;

	/* The last game. */
	const struct db_game *g; /* borrowed during rejudge_game() */
	enum verdict verdict[SEATS_MAX];
	struct game game; /* as far as it could be played */
	bool played;	  /* all moves could be */
	bool judged;	  /* to its end: ranks are right, else they are the stored ones */
	int ranks[SEATS_MAX];
	unsigned failed; /* seats that failed together, a bit each; see game_points() */
	double points[SEATS_MAX];
	char final[POSITION_TEXT]; /* where it was played */
	int64_t moves_hash;	   /* where it was played */
};

/* Never returns NULL. If the terms fit no game, err has a line, and no game counts as played; else
 * err is "". For records alone the terms need no rules. */
struct rejudge *rejudge_create(const struct rejudge_options *options, struct error *err);
void rejudge_free(struct rejudge *r); /* NULL is allowed */

/*
 * Judges g. It reads the seed, opening, seats, moves, reason, final and moves_hash. It does not
 * compare a final or reason of NULL, points that are NaN, or a moves_hash of 0. Of a game whose
 * moves were removed it takes the ranks as stored, and compares the points.
 */
void rejudge_game(struct rejudge *r, const struct db_game *g);

/* Judges a record by REJUDGE_ALLOWED: h has its moves, said its end. A record has no points.
 * Without an end, it is compared only if the rules end the game. */
void rejudge_record(
	struct rejudge *r, const struct move_list *h, const struct move_list_result *recorded);

/* The line number of this value in the record; 0: none. */
int rejudge_record_line(const struct move_list *h, const struct move_list_result *recorded,
	const struct rejudge_mismatch *m);

/* The hash of the game's opening and moves; seeded: its parameters depend on its seed. */
int64_t rejudge_moves_hash(const struct db_game *g, bool seeded);

/* Describes a mismatch: "rank of seat 2 is 1, should be 2", without terminal control characters.
 * The caller frees it. */
char *rejudge_describe(const struct rejudge_mismatch *m);

#endif
