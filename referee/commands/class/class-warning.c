/*
 * class-warning.c - warns before the tournament of a class begins.
 */
#include "referee/commands/class/class-warning.h"

#include <stdio.h>
#include <stdlib.h>

#include "referee/submissions/class-notes.h"

void class_warning_report(
	const struct command *command, const char *conf, const struct limits *limits)
{
	struct class_state c;
	struct error unused;
	if (class_state_open(&c, conf, false, &unused)) {
		char *older = class_notes_older(&c);
		char *unchecked = class_notes_unchecked(&c), *check = class_notes_check_command(&c);
		if (unchecked != NULL)
			command_report(command,
				"%s; a bot with a mistake loses its games. To check first: Ctrl-C, then %s",
				unchecked, check);
		free(check);
		free(unchecked);
		char *time = class_notes_time(limits), *sentence = class_notes_other_time(&c, time);
		if (sentence != NULL)
			command_report(command,
				"%s. To check again first: Ctrl-C, then referee class check",
				sentence);
		free(sentence);
		free(time);
		if (older != NULL)
			fputs(older, stderr);
		free(older);
	}
	class_state_close(&c);
}
