/*
 * class-left-out.c - the students of a class who do not take part in its tournament.
 */
#include "referee/submissions/class-left-out.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/submissions/class-notes.h"

static const char *class_left_out_base(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash != NULL ? slash + 1 : path;
}

/* Is it the class of this tournament? */
static bool class_left_out_fits(
	const struct class_state *c, const char *database, const char *tournament)
{
	return c->db != NULL && c->tournament != NULL && strcmp(c->tournament, tournament) == 0 &&
	       strcmp(class_left_out_base(c->db), class_left_out_base(database)) == 0;
}

void class_left_out_read(struct class_left_out *c, const char *database, const char *tournament)
{
	struct error unused;
	const char *base = class_left_out_base(database), *dot = strrchr(base, '.');
	size_t length = dot != NULL ? (size_t)(dot - database) : strlen(database);
	char *conf = memory_print("%.*s.conf", (int)length, database);
	*c = (struct class_left_out){.count = 0};
	if (class_state_open(&c->class, conf, false, &unused) &&
		class_left_out_fits(&c->class, database, tournament)) {
		bool all = class_state_lets_all_enter(&c->class);
		c->rows = memory_get((size_t)c->class.count + 1, sizeof *c->rows);
		for (int i = 0; i < c->class.count; i++) {
			const struct class_student *s = &c->class.students[i];
			const char *why = class_notes_why_left_out(s, all);
			if (why != NULL)
				c->rows[c->count++] = (struct report_left_out){s->name, why};
		}
	}
	free(conf);
}

void class_left_out_clear(struct class_left_out *c)
{
	free(c->rows);
	class_state_close(&c->class);
	c->rows = NULL;
}
