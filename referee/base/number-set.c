/*
 * number-set.c - open addressing; the numbers are hashes already, so they are their own hash.
 */
#include "referee/base/number-set.h"

#include <stdlib.h>

#include "referee/base/memory.h"

void set_init(struct set *s)
{
	*s = (struct set){.slots = NULL};
}

void set_clear(struct set *s)
{
	free(s->slots);
	set_init(s);
}

/* The slot that holds number, or the free one where it belongs. */
static uint64_t *set_slot(const struct set *s, uint64_t number)
{
	size_t i = number & (s->size - 1);
	while (s->slots[i] != 0 && s->slots[i] != number)
		i = (i + 1) & (s->size - 1);
	return &s->slots[i];
}

static void set_grow(struct set *s)
{
	struct set larger = {.size = s->size > 0 ? 2 * s->size : 64, .zero = s->zero};
	larger.slots = memory_get(larger.size, sizeof *larger.slots);
	for (size_t i = 0; i < s->size; i++)
		if (s->slots[i] != 0)
			*set_slot(&larger, s->slots[i]) = s->slots[i];
	larger.count = s->count;
	free(s->slots);
	*s = larger;
}

bool set_add(struct set *s, uint64_t number)
{
	if (set_has(s, number))
		return false;
	if (number == 0) {
		s->zero = true;
		return true;
	}
	if (2 * s->count >= s->size)
		set_grow(s);
	*set_slot(s, number) = number;
	s->count++;
	return true;
}

bool set_has(const struct set *s, uint64_t number)
{
	if (number == 0)
		return s->zero;
	return s->size > 0 && *set_slot(s, number) == number;
}

size_t set_count(const struct set *s)
{
	return s->count + s->zero;
}
