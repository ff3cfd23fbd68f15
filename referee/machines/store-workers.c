/*
 * store-workers.c - lists of a few entries, which are searched from the front.
 */
#include "referee/machines/store-workers.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void store_workers_clear(struct store_workers *w)
{
	free(w->ids);
	for (int i = 0; i < w->distrusted_count; i++) {
		free(w->distrusted[i].name);
		free(w->distrusted[i].why);
	}
	free(w->distrusted);
	*w = (struct store_workers){.count = 0};
}

int64_t store_workers_number(struct store_workers *w, int64_t id)
{
	for (int i = 0; id != 0 && i < w->count; i++)
		if (w->ids[i] == id)
			return i + 1;
	w->ids = memory_resize(w->ids, (size_t)w->count + 1, sizeof *w->ids);
	w->ids[w->count++] = id;
	return w->count;
}

int64_t store_workers_id(const struct store_workers *w, int64_t number)
{
	return number > 0 ? w->ids[number - 1] : 0;
}

struct distrusted_worker *store_workers_distrust(
	struct store_workers *w, const char *name, const char *why)
{
	w->distrusted = memory_resize(
		w->distrusted, (size_t)w->distrusted_count + 1, sizeof *w->distrusted);
	struct distrusted_worker *added = &w->distrusted[w->distrusted_count++];
	*added = (struct distrusted_worker){memory_copy(name), memory_copy(why), false};
	return added;
}

const char *store_workers_distrusted(const struct store_workers *w, const char *name)
{
	for (int i = 0; i < w->distrusted_count; i++)
		if (strcmp(w->distrusted[i].name, name) == 0)
			return w->distrusted[i].why;
	return NULL;
}

struct distrusted_worker *store_workers_untrusted(struct store_workers *w)
{
	for (int i = 0; i < w->distrusted_count; i++)
		if (!w->distrusted[i].stored)
			return &w->distrusted[i];
	return NULL;
}
