/*
 * show-screen.h - a replay's screen: where in the game one is, what a key does to that, and the
 * screen as text. Pure but for the memory it takes.
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
	const int *ranks;	       /* by seat - 1, told at the end; NULL: nobody knows */
	int count;		       /* turns that were played */
	char typed[SHOW_TYPED];	       /* digits of a ply */
	bool help;
	bool left; /* quit */
	/* One more line about a player, which begins with five blanks; NULL: there is none. */
	void (*more)(FILE *out, const void *arg, int seat);
	const void *arg; /* borrowed */
};

/* "7 us", "12.3 ms", "4.56 s". */
void show_screen_time(FILE *out, int64_t usecs);

/* A plain number, and a score as score.h writes it. */
void show_screen_number(FILE *out, int64_t number);
void show_screen_score(FILE *out, int64_t score);

/* What is known of a move: " in 1.5 ms, depth 4", with what it used of a processor or without. */
void show_screen_numbers(FILE *out, const struct move_numbers *numbers, bool cpu);

/* What a key does. */
void show_screen_key(struct show_screen *s, enum show_key key);

/* The screen, its lines parted by \n and at most so wide and so many; to be freed. */
char *show_screen_text(
	const struct show_screen *s, enum play_draw_mode mode, int columns, int rows);

#endif
