/*
 * show-screen.h - a replay's screen: the current turn, the effect of keys on it, and the screen as
 * text. Pure except for memory allocation.
 */
#ifndef REFEREE_COMMANDS_SHOW_SCREEN_H
#define REFEREE_COMMANDS_SHOW_SCREEN_H

#include "referee/commands/play-draw.h"
#include "referee/commands/show-keys.h"
#include "referee/game/history.h"

enum { SHOW_TYPED = 8 };

struct show_screen {
	const struct history *history; /* borrowed */
	const char *title;	       /* borrowed */
	const int *ranks;	       /* by seat - 1, shown at the end; NULL: unknown */
	int count;		       /* turns of the game */
	char typed[SHOW_TYPED];	       /* digits of a ply */
	bool help;
	bool left; /* the person quit */
	/* Writes one more line about a player, which begins with five blanks. NULL: none. */
	void (*more)(FILE *out, const void *arg, int seat);
	const void *arg; /* borrowed */
};

/* "7 us", "12.3 ms", "4.56 s". */
void show_screen_time(FILE *out, int64_t usecs);

/* A plain number; and a score as score.h writes it. */
void show_screen_number(FILE *out, int64_t number);
void show_screen_score(FILE *out, int64_t score);

/* The facts about a move: " in 1.5 ms, depth 4", with or without its processor time. */
void show_screen_numbers(FILE *out, const struct move_numbers *numbers, bool cpu);

/* Obeys a key. */
void show_screen_key(struct show_screen *s, enum show_key key);

/* The screen's lines, separated by \n, within these numbers of columns and lines. The caller
 * frees it. */
char *show_screen_text(
	const struct show_screen *s, enum play_draw_mode mode, int columns, int rows);

#endif
