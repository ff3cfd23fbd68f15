/*
 * show-screen.h - a replay's screen: the keys of the terminal, the current turn, the effect of keys
 * on it, and the screen as text. Pure except for memory allocation.
 */
#ifndef REFEREE_TERMINAL_SHOW_SCREEN_H
#define REFEREE_TERMINAL_SHOW_SCREEN_H

#include "referee/terminal/play-draw.h"
#include "referee/game/move-list.h"

enum show_key {
	SHOW_KEY_NONE, /* no key yet, or a key without a meaning */
	SHOW_KEY_ON,
	SHOW_KEY_BACK,
	SHOW_KEY_TEN_ON,
	SHOW_KEY_TEN_BACK,
	SHOW_KEY_FIRST,
	SHOW_KEY_LAST,
	SHOW_KEY_ERASE, /* goes back if there is nothing to erase */
	SHOW_KEY_ENTER,
	SHOW_KEY_HELP,
	SHOW_KEY_QUIT,
	SHOW_KEY_DIGIT, /* and the nine digits after it */
	SHOW_KEYS = SHOW_KEY_DIGIT + 10
};

/* All zero: between two keys. */
struct show_keys {
	enum { SHOW_KEYS_PLAIN, SHOW_KEYS_ESCAPE, SHOW_KEYS_CSI, SHOW_KEYS_SS3 } state;
	int number; /* the first parameter of a sequence */
	int parameters;
};

/* Takes a byte. Returns the key that it completes. Unknown sequences are skipped whole. */
enum show_key show_keys_take(struct show_keys *keys, unsigned char byte);

enum { SHOW_TYPED = 8 };

struct show_screen {
	const struct move_list *moves; /* borrowed */
	const char *title;	       /* borrowed */
	const int *ranks;	       /* by seat - 1, shown at the end; NULL: unknown */
	int count;		       /* turns of the game */
	char typed[SHOW_TYPED];	       /* digits of a ply */
	bool help;
	bool quit; /* the person quit */
	/* Writes one more line about a player, which begins with five blanks. NULL: none. */
	void (*more)(FILE *out, const void *arg, int seat);
	const void *arg; /* borrowed */
};

/* "7 us", "12.3 ms", "4.56 s". */
void show_screen_time(FILE *out, int64_t usecs);

/* The known numbers of a move, after this text: " in 1.5 ms, depth 4". order: of those that are
 * wanted, the letters w (wall time), c (processor time), q (wait for a processor), d (depth), s
 * (score), n (nodes). */
void show_screen_numbers(
	FILE *out, const struct move_numbers *numbers, const char *order, const char *before);

/* Obeys a key. */
void show_screen_key(struct show_screen *s, enum show_key key);

/* The screen's lines, separated by \n, within these numbers of columns and lines. The caller
 * frees it. */
char *show_screen_text(
	const struct show_screen *s, enum board_terminal_mode mode, int columns, int rows);

#endif
