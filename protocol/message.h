/*
 * message.h - every message of the wire protocol, read and written by one table.
 *
 * PROTOCOL.md is the authority. UGI is kept word for word; what goes beyond it is sent only to
 * bots that asked with `feature`. Reading works in place: it cuts the line into words, and the
 * pointers of a message point into that line (or, for writing, to what the caller keeps).
 */
#ifndef PROTOCOL_MESSAGE_H
#define PROTOCOL_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/unknown.h"

enum { MESSAGE_SEATS = 6, MESSAGE_PARAMS = 8 };

enum message_kind {
	MESSAGE_UNKNOWN, /* the first word says nothing known */
	/* from the referee */
	MESSAGE_UGI,
	MESSAGE_SETOPTION,
	MESSAGE_ISREADY,
	MESSAGE_NEWGAME,
	MESSAGE_POSITION,
	MESSAGE_LEGAL,
	MESSAGE_GO,
	MESSAGE_STOP,
	MESSAGE_GAMEOVER,
	MESSAGE_ERROR,
	MESSAGE_QUIT,
	MESSAGE_QUERY,
	/* from the bot */
	MESSAGE_ID,
	MESSAGE_OPTION,
	MESSAGE_FEATURE,
	MESSAGE_UGIOK,
	MESSAGE_READYOK,
	MESSAGE_INFO,
	MESSAGE_BESTMOVE,
	MESSAGE_RESPONSE,
	MESSAGE_KINDS
};

/* Features that a bot may request, a bit each. */
enum feature {
	FEATURE_NEWGAME = 1 << 0,
	FEATURE_PLAYERS = 1 << 1,
	FEATURE_LEGAL = 1 << 2,
	FEATURE_GAMEOVER = 1 << 3,
	FEATURE_ERROR = 1 << 4,
	FEATURE_CLOCK = 1 << 5,
	FEATURE_STARTPOS_ONLY = 1 << 6,
	FEATURE_SEATS = 1 << 7
};

/* Times in milliseconds; UNKNOWN where a number is not given. */
struct message_go {
	int64_t movetime, depth, nodes, movestogo;
	int64_t time[MESSAGE_SEATS], inc[MESSAGE_SEATS]; /* by seat - 1 */
	bool infinite;
};

/* The numbers of `info` are at most this large, by size: a larger one counts as this. So a sum of
 * many moves is a number too, and JSON holds each exactly. */
#define MESSAGE_INFO_MAX (INT64_C(1) << 53)

/* A line about another move than the best (multipv above 1) reads as one that says nothing. */
struct message_info {
	unsigned given; /* INFO_ bits */
	int64_t depth, score, nodes, time;
	int64_t seldepth, nps; /* not of UGI, so never wrong; UNKNOWN: not given */
	bool mate;	       /* score counts plies to the end instead of centipoints */
	const char *pv;	       /* the rest of the line, moves separated by blanks; NULL: none */
	const char *text;      /* what follows `string`; NULL: none */
};

enum { INFO_DEPTH = 1, INFO_SCORE = 2, INFO_NODES = 4, INFO_TIME = 8 };

/* game is NULL for a bot without the feature: then it is the bare word. Else all is given. */
struct message_newgame {
	const char *game;
	int players, seat;
	uint64_t seed;
	int params;
	const char *names[MESSAGE_PARAMS], *values[MESSAGE_PARAMS];
};

struct message {
	enum message_kind kind;
	union {
		struct {
			const char *what, *text; /* name | author, and the rest */
		} id;
		struct {
			/* var: the choices of a combo as they stand, "var a var b"; NULL: none */
			const char *name, *type, *preset, *min, *max, *var;
		} option;
		struct {
			unsigned bits;	     /* FEATURE_ bits known to us */
			unsigned seats;	     /* of FEATURE_SEATS: bit seat - 1 */
			const char *unknown; /* the first word that is none; NULL: none */
		} feature;
		struct {
			const char *name, *value;
		} setoption;
		struct message_newgame newgame;
		struct {
			const char *fen;   /* NULL: startpos */
			const char *moves; /* separated by blanks; NULL: none */
		} position;
		struct {
			const char *moves;
		} legal;
		struct message_go go;
		struct message_info info;
		struct {
			const char *move, *ponder; /* NULL: not given */
		} bestmove;
		struct {
			int seats;
			int ranks[MESSAGE_SEATS];
			const char *reason;
		} gameover;
		struct {
			const char *verdict, *text;
		} error;
		struct {
			const char *what, *text; /* text: a move for `islegal`; NULL: none */
		} query;
		struct {
			const char *text;
		} response;
	};
};

struct words;
struct words_out;

/* The side that may send a message. */
enum message_sender { FROM_REFEREE, FROM_BOT };

struct message_row {
	const char *word; /* the first word on the wire */
	enum message_sender sender;
	unsigned feature;   /* sent only to bots that asked for this; 0: to all */
	const char *syntax; /* as PROTOCOL.md shows it */
	const char *help;   /* one line */
	/* Reads what follows the word; false: it is not written like this, one line in w->err.
	 * NULL: nothing follows. */
	bool (*read)(struct message *m, struct words *w);
	void (*write)(const struct message *m, struct words_out *to); /* the same */
};

/* One row for every kind, at its index (row 0 is empty). */
extern const struct message_row message_table[MESSAGE_KINDS];

/*
 * Reads a line (NUL-terminated, without its end, cut up in place) that sender sent. A first word
 * that this sender does not use gives MESSAGE_UNKNOWN and true: it is to be ignored. false: the
 * word is known (m->kind says which) but what follows is wrong, as err says.
 */
bool message_read(struct message *m, enum message_sender sender, char *line, struct error *err);

/* Writes m with its LF, returns the bytes written; 0 when room is too small. No NUL is added. */
size_t message_write(const struct message *m, char *out, size_t room);

/* Takes over what is given of the numbers of a line, which is later than what is kept. */
void message_info_keep(struct message_info *kept, const struct message_info *newer);

/* A message of this kind with nothing given: numbers UNKNOWN, counts, bits and seeds 0, pointers
 * NULL. */
struct message message_make(enum message_kind kind);

/* The name of one FEATURE_ bit. */
const char *feature_name(enum feature bit);

/* The FEATURE_ bit of a name; 0: there is no such feature. */
unsigned feature_bit(const char *name);

enum { FEATURE_LIST = 96 };

/* Writes the names of all features, with blanks between. Returns out. */
const char *feature_list(char out[FEATURE_LIST]);

#endif
