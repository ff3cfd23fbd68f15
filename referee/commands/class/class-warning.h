/*
 * class-warning.h - warns before the tournament of a class begins: of bots without a check, or
 * with one under another time limit, and of students who dropped out.
 */
#ifndef REFEREE_COMMANDS_CLASS_CLASS_WARNING_H
#define REFEREE_COMMANDS_CLASS_CLASS_WARNING_H

#include "referee/commands/command.h"
#include "referee/game/clock.h"

/* Reports to stderr on the class of this file, if it is the file of one and its
 * tournament has these limits. */
void class_warning_report(
	const struct command *command, const char *conf, const struct limits *limits);

#endif
