/*
 * id-allocator.c - allocates and frees numbers.
 */
#include "referee/daemon/id-allocator.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"

struct number_row {
	bool taken;
	struct number_kept kept;
};

int id_allocator_take(struct id_allocator *n)
{
	int at = 0;
	while (at < n->room && n->rows[at].taken)
		at++;
	if (at == n->room) {
		n->room = 2 * n->room + 8;
		n->rows = memory_resize(n->rows, (size_t)n->room, sizeof *n->rows);
		memset(n->rows + at, 0, (size_t)(n->room - at) * sizeof *n->rows);
	}
	n->rows[at].taken = true;
	return at + 1;
}

void id_allocator_give(struct id_allocator *n, int number)
{
	assert(number > 0 && number <= n->room && n->rows[number - 1].taken);
	n->rows[number - 1].taken = false;
}

const struct number_kept *id_allocator_keep(
	struct id_allocator *n, int number, int64_t game, const char *db)
{
	assert(number > 0 && number <= n->room);
	struct number_kept *kept = &n->rows[number - 1].kept;
	free(kept->db);
	*kept = (struct number_kept){game, escape_text(db, false)};
	return kept;
}

const struct number_kept *id_allocator_kept(const struct id_allocator *n, int number)
{
	bool known = number > 0 && number <= n->room && n->rows[number - 1].kept.game > 0;
	return known ? &n->rows[number - 1].kept : NULL;
}

void id_allocator_clear(struct id_allocator *n)
{
	for (int i = 0; i < n->room; i++)
		free(n->rows[i].kept.db);
	free(n->rows);
	*n = (struct id_allocator){NULL, 0};
}
