/*
 * complete.h - `referee complete -- WORD...`: completes the last word of a command line of
 * `referee` for a shell (protocol/complete.h). The scripts in packaging/completion/ run it when TAB
 * is pressed.
 *
 * All that is offered comes from the tables of commands, options, settings, games and formats, from
 * a database that is only read, and from a running daemon. Where these are missing or broken,
 * nothing is offered and nothing is reported.
 */
#ifndef REFEREE_COMMANDS_COMPLETE_COMPLETE_H
#define REFEREE_COMMANDS_COMPLETE_COMPLETE_H

#include "protocol/complete.h"
#include "referee/commands/command.h"

/* The first word of its command line, and its main function: argv[1] is "--". */
#define COMPLETE_WORD "complete"
int complete_main(int argc, char **argv);

/* Offers what the last of the words behind `referee` can be. There is at least one. */
void complete_referee(const char *const *words, int count, const struct candidates *c);

/* complete-values.c: offers values of an option, or words for an argument, on the command line of a
 * command. */
void complete_option(const struct command *command, const struct complete_line *line,
	const struct option_row *row, const struct candidates *c);
void complete_word(const struct command *command, const struct complete_line *line,
	const char *argument, const struct candidates *c);

/* complete-names.c: offers names that a database or a running daemon has. path NULL: the only *.db
 * of this folder; tournament NULL: the newest; socket NULL: the usual one. */
struct complete_place {
	const char *path, *tournament, *socket;
};
void complete_tournaments(const struct complete_place *place, const struct candidates *c);
void complete_bots(
	const struct complete_place *place, const char *help, const struct candidates *c);
void complete_games(const struct complete_place *place, const struct candidates *c);
void complete_workers(const struct complete_place *place, const struct candidates *c);
void complete_daemon_tournaments(const struct complete_place *place, const struct candidates *c);
void complete_daemon_bots(const struct complete_place *place, const struct candidates *c);

/* The bots of a tournament's file. */
void complete_file_bots(const char *path, const struct candidates *c);

/* complete-program.c: offers words of the command of a bot. The programs beside this one complete
 * their own words; others get files. */
void complete_program(const char *const *words, int count, const struct candidates *c);

/* The same for a command in one word, as in --bot "NAME=referee-bot --se". */
void complete_program_text(const struct candidates *c);

#endif
