/*
 * number-set.c - a hash table with open addressing. The numbers are hashes already, so they need no
 * other hash.
 */
#include "base/number-set.h"

#include <stdlib.h>

#include "base/memory.h"

void number_set_init(struct number_set *s)
{
	*s = (struct number_set){.slots = NULL};
}

void number_set_clear(struct number_set *s)
{
	free(s->slots);
	number_set_init(s);
}

/* The slot of number, or the free slot for it. */
static uint64_t *number_set_slot(const struct number_set *s, uint64_t number)
{
	size_t i = number & (s->size - 1);
	while (s->slots[i] != 0 && s->slots[i] != number)
		i = (i + 1) & (s->size - 1);
	return &s->slots[i];
}

static void number_set_grow(struct number_set *s)
{
	struct number_set larger = {.size = s->size > 0 ? 2 * s->size : 64, .zero = s->zero};
	larger.slots = memory_get(larger.size, sizeof *larger.slots);
	for (size_t i = 0; i < s->size; i++)
		if (s->slots[i] != 0)
			*number_set_slot(&larger, s->slots[i]) = s->slots[i];
	larger.count = s->count;
	free(s->slots);
	*s = larger;
}

bool number_set_add(struct number_set *s, uint64_t number)
{
	if (number_set_has(s, number))
		return false;
	if (number == 0) {
		s->zero = true;
		return true;
	}
	if (2 * s->count >= s->size)
		number_set_grow(s);
	*number_set_slot(s, number) = number;
	s->count++;
	return true;
}

bool number_set_has(const struct number_set *s, uint64_t number)
{
	if (number == 0)
		return s->zero;
	return s->size > 0 && *number_set_slot(s, number) == number;
}

size_t number_set_count(const struct number_set *s)
{
	return s->count + s->zero;
}
