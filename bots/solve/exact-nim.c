/*
 * exact-nim.c - exact values of nim for two seats, by theory.
 */
#include "bots/solve/exact-nim.h"

#include <string.h>

#include "bots/solve/exact.h"

bool exact_nim_wins(const struct setup *s, const struct position *p)
{
	struct nim_view nim = nim_view(s, p);
	int sum = 0, most = 0;

	for (int i = 0; i < nim.count; i++) {
		int counts = nim.take == 0 ? nim.heaps[i] : nim.heaps[i] % (nim.take + 1);
		sum ^= counts;
		most = counts > most ? counts : most;
	}
	return nim.misere && most <= 1 ? sum == 0 : sum != 0;
}

static bool exact_nim_fits(const struct setup *s)
{
	return strcmp(s->rules->name, "nim") == 0;
}

static bool exact_nim_value(void *kept, struct engine *engine, int64_t nodes, int64_t *value)
{
	(void)kept, (void)nodes;
	*value = exact_nim_wins(&engine->setup, &engine->position) ? 1 : -1;
	return true;
}

const struct exact exact_nim = {
	.name = "nim",
	.fits = exact_nim_fits,
	.value = exact_nim_value,
};
