/*
 * shell-bot.h - a bot that is a script of the shell, in the current folder: it plays the first
 * legal move of any game. An argument WORD=CODE is run in the place of what it does at this word of
 * the protocol, with the rest of the line in $rest and the legal moves in $legal.
 */
#ifndef TESTS_LIB_SHELL_BOT_H
#define TESTS_LIB_SHELL_BOT_H

#include <string.h>
#include <unistd.h>

#include "tests/lib/reported.h"

#define SHELL_BOT "bot.sh"

static const char shell_bot_text[] = "for argument in \"$@\"; do\n"
				     "\teval \"on_${argument%%=*}=\\${argument#*=}\"\n"
				     "done\n"
				     "hello() {\n"
				     "\techo id name Shell\n"
				     "\techo id author Tests\n"
				     "\techo feature legal\n"
				     "\techo ugiok\n"
				     "}\n"
				     "move() {\n"
				     "\techo bestmove ${legal%% *}\n"
				     "}\n"
				     "eval \"${on_start-}\"\n"
				     "while read -r word rest; do\n"
				     "\teval \"code=\\${on_$word-}\"\n"
				     "\tcase ${code:+own}$word in\n"
				     "\town*) eval \"$code\" ;;\n"
				     "\tugi) hello ;;\n"
				     "\tisready) echo readyok ;;\n"
				     "\tlegal) legal=$rest ;;\n"
				     "\tgo) move ;;\n"
				     "\tquit) exit 0 ;;\n"
				     "\tesac\n"
				     "done\n";

/* Writes it into the program's own folder, which becomes the current one. */
static inline void shell_bot_write(void)
{
	reported_enter_folder();
	reported_write(SHELL_BOT, shell_bot_text, strlen(shell_bot_text));
}

#endif
