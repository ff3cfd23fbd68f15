/*
 * board-scene.h - what a picture shows of a game.
 */
#ifndef REFEREE_BOARD_BOARD_SCENE_H
#define REFEREE_BOARD_BOARD_SCENE_H

#include "rules/rules.h"

/* What is drawn: a position, and the move that led to it where one did. */
struct board_scene {
	const struct setup *setup;
	const struct position *now;
	const struct position *before; /* NULL: nobody moved yet, or nobody knows */
	const char *move;	       /* its text; NULL with before */
	int mover;		       /* the seat that made it */
};

/* The text of the game's parameter of this name, which it has. */
void board_scene_parameter(
	const struct board_scene *scene, const char *name, char text[PARAMETER_TEXT]);

/* Its number, where it is one. */
int board_scene_number(const struct board_scene *scene, const char *name);

#endif
