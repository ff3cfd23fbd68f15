/*
 * board-scene.c - what a picture asks of a game's parameters.
 */
#include "referee/board/board-scene.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

void board_scene_parameter(
	const struct board_scene *scene, const char *name, char text[PARAMETER_TEXT])
{
	const struct parameter *p = scene->setup->rules->parameters;
	int i = 0;
	while (p[i].name != NULL && strcmp(p[i].name, name) != 0)
		i++;
	assert(p[i].name != NULL);
	scene->setup->rules->parameter(scene->setup, i, text);
}

int board_scene_number(const struct board_scene *scene, const char *name)
{
	char *text = memory_get(PARAMETER_TEXT, 1);
	board_scene_parameter(scene, name, text);
	int number = atoi(text);
	free(text);
	return number;
}
