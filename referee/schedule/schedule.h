/*
 * schedule.h - which games a tournament consists of, and in which order.
 *
 * A schedule is a pure function of the tournament's definition and, where it needs them, of the
 * results of its own games. The order in which the games finished changes nothing, nor does a stop
 * of the tournament. all-schedules.c has the list. There are two kinds:
 *
 * - All games are known from the start: next() finds any of them from its number. Such a schedule
 *   needs no list of its games.
 * - Later games follow from the results of earlier ones: step() returns game number at, or says
 *   that it waits for results.
 *
 * A schedule_iterator goes along a schedule, game by game, with the results that it asks for. It
 * owns the memory of the schedule, which keeps nothing elsewhere, so tournaments side by side do
 * not affect each other. Results may come in any order and before the schedule needs them: when a
 * tournament resumes, the caller adds all stored results first. The same results give the same
 * games.
 *
 * Some bots play some seats only (struct bot). Where all games are known from the start, the
 * iterator leaves out the games in which such a bot has another seat.
 */
#ifndef REFEREE_SCHEDULE_SCHEDULE_H
#define REFEREE_SCHEDULE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "referee/tournament/tournament.h"
#include "referee/schedule/schedule-results.h"

/* Bots put to seats for one game to be played. */
struct pairing {
	int round; /* from 1 */
	int part;  /* from 0: which game of this round with these bots in these seats */
	int seats;
	int bot[SEATS_MAX]; /* by seat - 1: an index into the tournament's bots */
	uint64_t key; /* the name of the game in the database: from the round and the bots' names in
			 seat order, so it stays when bots are added or change their order;
			 and from the part */
	uint64_t seed;		 /* of the game and its opening: from the tournament's, the same for
				    all seat orders of these bots, so that both sides get the same */
	uint64_t opening_key;	 /* shared like the seed, by all rounds too: the key that shuffles a
				    list of openings */
	uint64_t opening_number; /* counts through that list: from 0, one more in every round and
				    part */
};

/* How many of its seats a remote bot sits in. */
int pairing_remote_seats(const struct pairing *p, const struct tournament *t);

/* Does every bot of the game play its seat? */
bool pairing_is_playable(const struct pairing *p, const struct tournament *t);

enum schedule_step {
	SCHEDULE_END,  /* that was the last game */
	SCHEDULE_GAME, /* here is one */
	SCHEDULE_WAIT  /* the next follows from games that were given out and have no result yet */
};

enum schedule_use {
	SCHEDULE_COUNTS,
	SCHEDULE_REPEATED, /* its games were played before, move for move */
	SCHEDULE_LEFT_OUT, /* a game of it was not played by both, or the test ended with it */
	SCHEDULE_LATE,	   /* all was over by then */
};

#define SCHEDULE_MANY INT64_C(-1) /* games: more than 64 bits can count */
#define SCHEDULE_OPEN INT64_C(-2) /* games: not known before they are played */

/* A bot that has another program or other settings than in games that count. */
enum schedule_change {
	SCHEDULE_CHANGE_ASKS,  /* it goes on when the operator insists */
	SCHEDULE_CHANGE_NEVER, /* it is about the programs that began it */
	SCHEDULE_CHANGE_FREE,  /* versions are its purpose */
};

struct schedule_iterator;

/* A member that is NULL does not apply to it. */
struct schedule {
	const char *name;
	const char *help;  /* one line */
	const char *takes; /* those of its settings that not all formats take: "rounds games" */
	int seats_max;	   /* of a game; 0: as many as the game has */
	bool fills;	   /* a bot may sit in several seats of a game: two bots are enough */
	bool deals;	   /* games = N is a sample by balanced-games.h: definitions say so */

	enum schedule_change change;

	const char *keeps; /* why no bot's games can be played again; NULL: they can */

	size_t memory; /* bytes of w->memory, which is made before begin() and freed after end();
			  0: next() may make it, and end() frees it */

	/* Reports mistakes in the combination of settings, with their places. */
	void (*check)(const struct tournament *t, struct diagnostics *mistakes);

	/* Its games also follow from the bots that the tournament began with: writes " of" and
	 * their names, to stand behind its name in the tournament's definition. */
	void (*define)(const struct tournament *t, FILE *out);

	/* How many games; or SCHEDULE_MANY, SCHEDULE_OPEN. */
	int64_t (*count)(const struct tournament *t);

	/* All is known: game number at, from 0; false: there is none. Then the rest is NULL. */
	bool (*next)(struct schedule_iterator *w, int64_t at, struct pairing *p);

	/* Fill w->memory at the beginning, and free what it owns at the end. */
	void (*begin)(struct schedule_iterator *w);
	void (*end)(struct schedule_iterator *w);

	/* Games follow from results: game number at, sealed. at begins with 0, grows by one after
	 * each game, and is the same again after SCHEDULE_WAIT. Bots may be added behind the others
	 * between two calls. */
	enum schedule_step (*step)(struct schedule_iterator *w, int64_t at, struct pairing *p);

	/* The first round that a bot which comes now can be paired in; NULL: bots do not join, nor
	 * leave. They enter at their round in struct bot. */
	int (*joins)(const struct schedule_iterator *w);

	/* Its state for people, without a line's end: "round 3 of 6"; may be empty. */
	void (*describe)(const struct schedule_iterator *w, char *text, size_t room);

	/* The same for programs, as members of a JSON object, each with a comma before it. */
	void (*describe_json)(const struct schedule_iterator *w, FILE *out);

	/* Does it compare games move for move? Then scores need their hashes. */
	bool compares;

	/* Does this round count for its outcome? NULL: all rounds do. */
	enum schedule_use (*use)(const struct schedule_iterator *w, int round);

	/* The results that decide it, of the tournament's first bot; NULL: it is no test. */
	const struct result_counts *(*counts)(const struct schedule_iterator *w);

	/* After SCHEDULE_END: has a test ended without a decision? NULL: never. */
	bool (*undecided)(const struct schedule_iterator *w);

	/* After SCHEDULE_END: its outcome in a sentence: "Alpha won the final." */
	void (*conclude)(const struct schedule_iterator *w, char *text, size_t room);
};

/* all-schedules.c: every schedule, ended by NULL, and the one of this name or NULL. */
extern const struct schedule *const all_schedules[];
const struct schedule *schedule_find(const char *name);

/* Of a tournament that is checked: how many games it has, or SCHEDULE_MANY, SCHEDULE_OPEN. Games
 * that are left out do not count; where some are and a round has more than a million games, the
 * number is SCHEDULE_OPEN. */
int64_t schedule_count(const struct tournament *t);

/* Can games be left out of its schedule? */
bool schedule_leaves_out(const struct tournament *t);

/* Reports mistakes in the settings of a tournament whose players are known. */
void schedule_check(const struct tournament *t, struct diagnostics *mistakes);

/* Is the setting one that some formats take and others not; and does this one? */
bool schedule_is_taken(const char *key);
bool schedule_takes(const struct schedule *s, const char *key);

/* Can no bot's games be played again? Writes the reason to err, which may be NULL. */
bool schedule_keeps(const struct tournament *t, struct error *err);

/* The fewest bots that it needs. */
int schedule_bots_min(const struct tournament *t);

/* The most seats of a game that one bot can have. */
int schedule_bot_seats_max(const struct tournament *t);

/* Fills in the key and the seeds of a pairing whose round, seats and bots are set. */
void schedule_seal(const struct tournament *t, struct pairing *p);

/* A hash of a bot's name. */
uint64_t schedule_name_key(const char *name);

/* Pair number at, from 0, of all pairs of bots. */
void schedule_pair(int bots, int64_t at, int pair[2]);

/* Makes and seals a game of two bots: turn 0 as they are given, turn 1 with changed seats. */
void schedule_set_pair(const struct tournament *t, int round, int part, const int bot[2], int turn,
	struct pairing *p);

/* Writes " of" and the names of the first count bots, for a definition. */
void schedule_write_bots(const struct tournament *t, int count, FILE *out);

/* schedule-knockout.c: the bracket of the first round, for slots places, a power of two: the bot in
 * each, or -1 without one. Two neighbours are a match. */
void schedule_knockout_bracket(int bots, int slots, int *slot);

/* Reports an odd number of games, where games come in pairs. */
void schedule_check_pairs(const struct tournament *t, struct diagnostics *mistakes);

/* --- going along a schedule ------------------------------------------------------------------- */

struct schedule_iterator {
	const struct tournament *t; /* borrowed */
	const struct schedule *schedule;
	struct schedule_results results; /* none where the schedule does not ask for them */
	void *memory;			 /* the schedule's own */
	int64_t at;
	bool begun; /* set by the first schedule_iterator_next(): until then bots may be added to t
		     */

	/* on_bye: a bot sits a round out, or games of it, and gets points for it. on_log: a line
	 * for people. Each is called once for an event, as the iterator passes it. NULL: ignored.
	 */
	void (*on_bye)(void *arg, int round, int bot, double points);
	void (*on_log)(void *arg, const char *text);
	/* on_pair: a test has counted its next pair, and its ratio is this. */
	void (*on_pair)(void *arg, int64_t pairs, double llr);
	void *arg;
};

/* Begins at the first game of the tournament, which is borrowed; frees what it holds. */
void schedule_iterator_init(struct schedule_iterator *it, const struct tournament *t);
void schedule_iterator_clear(struct schedule_iterator *it);

/* Do its games follow from results? */
bool schedule_iterator_needs_results(const struct schedule_iterator *it);

/* Adds the score of a game, or the score that a game counts as which is not played. */
void schedule_iterator_result(
	struct schedule_iterator *it, uint64_t key, const struct score *score);

/* Adds a score that another one has replaced since, because the game was played again: rounds up to
 * paired follow from this score, later ones from the newer. */
void schedule_iterator_replaced(
	struct schedule_iterator *it, uint64_t key, int paired, const struct score *score);

/* Reads the results of a stored tournament: the replaced ones, then those that count. seats: of
 * games with this many alone; 0: of all. A DB_ error. */
int schedule_iterator_read(
	struct schedule_iterator *it, struct db *db, int64_t tournament, int seats);

/* Where all games are known: number at, from 0, without going there. Games that are left out have
 * a number too. False: there is none. */
bool schedule_iterator_game(struct schedule_iterator *it, int64_t at, struct pairing *p);

/* The next game. */
enum schedule_step schedule_iterator_next(struct schedule_iterator *it, struct pairing *p);

/* For schedules: reports a bye; reports a line for people; finds the score of a game that counts
 * (false: there is none yet). */
void schedule_iterator_bye(struct schedule_iterator *it, int round, int bot, double points);
void schedule_iterator_log(struct schedule_iterator *it, const char *text);
bool schedule_iterator_score(
	const struct schedule_iterator *it, const struct pairing *p, struct score *score);

/* The first round that a bot which comes now can be paired in. */
int schedule_iterator_joins(const struct schedule_iterator *it);

/* Does this round count for the outcome, as far as there are results? */
enum schedule_use schedule_iterator_use(struct schedule_iterator *it, int round);

/* Does it decide from the pairs of its first bot? */
bool schedule_iterator_tests(const struct schedule_iterator *it);

/* The results that decide it so far, of the tournament's first bot; NULL: it is no test. */
const struct result_counts *schedule_iterator_counts(struct schedule_iterator *it);

/* After SCHEDULE_END: has a test ended without a decision? */
bool schedule_iterator_undecided(struct schedule_iterator *it);

/* Its state, and, after SCHEDULE_END, its outcome; "" for none. */
void schedule_iterator_describe(const struct schedule_iterator *it, char *text, size_t room);
void schedule_iterator_describe_json(const struct schedule_iterator *it, FILE *out);
void schedule_iterator_conclude(const struct schedule_iterator *it, char *text, size_t room);

#endif
