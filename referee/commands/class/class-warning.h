/*
 * class-warning.h - warns before the tournament of a class begins: of bots without a check, and of
 * students who dropped out.
 */
#ifndef REFEREE_COMMANDS_CLASS_CLASS_WARNING_H
#define REFEREE_COMMANDS_CLASS_CLASS_WARNING_H

#include "referee/commands/command.h"

/* Reports to stderr on the class of this file, if it is the file of one. */
void class_warning_report(const struct command *command, const char *conf);

#endif
