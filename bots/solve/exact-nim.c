/*
 * exact-nim.c - exact values of nim for two seats, by theory.
 */
#include "bots/solve/exact.h"

#include <string.h>

#include "bots/solve/nim-heaps.h"

static bool exact_nim_fits(const struct setup *s)
{
	return strcmp(s->rules->name, "nim") == 0;
}

static bool exact_nim_value(void *kept, struct engine *mind, int64_t nodes, int64_t *value)
{
	(void)kept, (void)nodes;
	*value = nim_heaps_win(&mind->setup, &mind->position) ? 1 : -1;
	return true;
}

const struct exact exact_nim = {
	.name = "nim",
	.fits = exact_nim_fits,
	.value = exact_nim_value,
};
