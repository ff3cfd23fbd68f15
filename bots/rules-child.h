/*
 * rules-child.h - the rules of a program that the bot starts itself: --game "process:COMMAND".
 *
 * The program is a child process with pipes. Its stderr is the bot's. It ends with the bot: its
 * input closes, and it is killed when the bot stops it.
 */
#ifndef BOTS_RULES_CHILD_H
#define BOTS_RULES_CHILD_H

#include "base/error.h"
#include "rules/rules.h"

/* Starts the command, whose words are separated by blanks, and reads its description. A word may
 * stand in quotes. NULL: a sentence in err. The program ends when this process does. */
const struct rules *rules_child_open(const char *command, struct error *err);

#endif
