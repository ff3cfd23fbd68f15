/*
 * picture.h - how a position of a game is drawn: one row a game, one file each (picture-nim.c).
 * What stands around it - who plays, the moves - is the sheet's (sheet.h).
 */
#ifndef REFEREE_PICTURES_PICTURE_H
#define REFEREE_PICTURES_PICTURE_H

#include <stdio.h>

#include "referee/pictures/scene.h"

struct picture {
	const char *game; /* the rules' name */

	/* How much room draw() takes; both below 2000. */
	void (*size)(const struct scene *scene, double *width, double *height);

	/* Draws the position, the last move marked, from (0, 0) to that size. */
	void (*draw)(FILE *out, const struct scene *scene);
};

/* all-pictures.c: a game's row; one that has none is drawn as its board is written. */
const struct picture *picture_find(const struct rules *rules);

/* picture-text.c: the board as text, for every game. */
extern const struct picture picture_text;

#endif
