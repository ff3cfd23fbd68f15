/*
 * rules-start.c - the order and the command of a rules' program.
 */
#include "referee/bot/rules-start.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "referee/sandbox/rules-program.h"

struct rules_start {
	struct rules_program program;
	struct rules_process_calls calls;
	char *command; /* owned: as messages name it */
};

struct rules_start *rules_start_create(const struct arbiter_config *config)
{
	const struct bot_config *program = &config->rules_program;
	struct rules_start *s = memory_get(1, sizeof *s);
	size_t size = 0;
	FILE *out = memory_open(&s->command, &size);
	for (int i = 0; program->argv[i] != NULL; i++)
		fprintf(out, "%s%s", i > 0 ? " " : "", program->argv[i]);
	memory_close(out);
	s->program.options = (struct sandbox_options){.argv = program->argv,
		.dir = program->dir,
		.level = config->terms.sandbox,
		.resources = &program->resources,
		.hidden = config->hidden,
		.held = program->held};
	return s;
}

const struct rules *rules_start_open(struct rules_start *s, const struct rules *like, bool lazy,
	size_t memory, struct error *err)
{
	const struct rules_process_options options = {
		.command = s->command, .lazy = lazy, .memory = memory};
	s->calls = rules_program_calls(&s->program);
	return like != NULL ? rules_process_open_further(like, &options, &s->calls, err)
			    : rules_process_open(&options, &s->calls, err);
}

void rules_start_free(struct rules_start *s)
{
	if (s == NULL)
		return;
	free(s->command);
	free(s);
}
