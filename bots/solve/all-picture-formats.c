/*
 * all-picture-formats.c - what a game tree can be drawn as.
 */
#include "bots/solve/picture-formats.h"

const struct picture_format all_picture_formats[] = {
	{".svg", picture_write_svg},
	{".dot", picture_write_dot},
	{NULL, NULL},
};
