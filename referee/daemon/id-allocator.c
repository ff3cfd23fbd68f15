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

int id_allocator_take(struct id_allocator *ids)
{
	int at = 0;
	while (at < ids->room && ids->rows[at].taken)
		at++;
	if (at == ids->room) {
		ids->room = 2 * ids->room + 8;
		ids->rows = memory_resize(ids->rows, (size_t)ids->room, sizeof *ids->rows);
		memset(ids->rows + at, 0, (size_t)(ids->room - at) * sizeof *ids->rows);
	}
	ids->rows[at].taken = true;
	return at + 1;
}

void id_allocator_release(struct id_allocator *ids, int number)
{
	assert(number > 0 && number <= ids->room && ids->rows[number - 1].taken);
	ids->rows[number - 1].taken = false;
}

const struct number_kept *id_allocator_keep(
	struct id_allocator *ids, int number, int64_t game, const char *db)
{
	assert(number > 0 && number <= ids->room);
	struct number_kept *kept = &ids->rows[number - 1].kept;
	free(kept->db);
	*kept = (struct number_kept){game, escape_text(db, false)};
	return kept;
}

const struct number_kept *id_allocator_kept(const struct id_allocator *ids, int number)
{
	bool known = number > 0 && number <= ids->room && ids->rows[number - 1].kept.game > 0;
	return known ? &ids->rows[number - 1].kept : NULL;
}

void id_allocator_clear(struct id_allocator *ids)
{
	for (int i = 0; i < ids->room; i++)
		free(ids->rows[i].kept.db);
	free(ids->rows);
	*ids = (struct id_allocator){NULL, 0};
}
