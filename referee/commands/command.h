/*
 * command.h - a command of the program `referee`: one row for each command.
 *
 * A row has the whole help text of its command. `referee help COMMAND`, the list of all commands
 * and tests/referee/commands/command.c read only the rows.
 */
#ifndef REFEREE_COMMANDS_COMMAND_H
#define REFEREE_COMMANDS_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "referee/process/crypto.h"
#include "base/exit-status.h"
#include "base/options.h"

/* The groups in which the commands are listed. */
enum command_group {
	COMMAND_PLAY,
	COMMAND_RESULTS,
	COMMAND_DATA,
	COMMAND_CLASSES,
	COMMAND_SERVER,
	COMMAND_GROUPS
};

extern const char *const command_group_titles[COMMAND_GROUPS];

struct command {
	const char *name; /* one word, or two as in "class take" */
	enum command_group group;
	const char *summary; /* one line that starts with a verb */
	const char *about;   /* paragraphs, each ended by \n except the last; NULL: the summary is
				enough */
	struct options options;
	const char *notes; /* paragraphs after the options, such as exit statuses; NULL: none */
	/* Command lines; one that begins with # explains those that follow. Ended by NULL; NULL:
	 * none. */
	const char *const *examples;
	/* argv[0] is the last word of the command's name. Returns the exit status. */
	int (*run)(int argc, char **argv);
	const char *was; /* its name in older versions, which works still; NULL: it had this name */
	/* The words that its first argument can be, by number, which were commands in older
	 * versions and work still as such. NULL: there are none, or no more. */
	const char *(*verb)(size_t number);
};

extern const struct command command_analyse, command_archive, command_backup, command_check,
	command_check_rules, command_class_check, command_class_feedback, command_class_init,
	command_class_take, command_compare, command_connect, command_crosstable, command_ctl,
	command_doctor, command_export, command_games, command_import, command_play,
	command_ratings, command_run, command_seat_stats, command_send, command_serve, command_show,
	command_standings, command_test, command_token_invite, command_token_join,
	command_token_list, command_token_login_link, command_token_new, command_token_revoke,
	command_verify, command_watch, command_worker_key, command_worker_list, command_worker_run;

/* all-commands.c: all of them in the order of the help, ended by NULL. */
extern const struct command *const all_commands[];

/* Those of a first day, in the order in which they are needed; ended by NULL. */
extern const struct command *const first_commands[];
/* The command of this name, or NULL. */
const struct command *command_find(const char *name);

/* The command of the first word, or of the first two: "run", "class take". */
struct command_words {
	const struct command *command; /* NULL: there is none */
	int used;		       /* the words of its name; 0: an old name that is a verb */
	const char *old;	       /* the old name, one of the words; NULL: the present one */
};
struct command_words command_find_words(int count, const char *const *words);

/* The present name of an old one: "ctl pause" of pause. The caller frees it. */
char *command_new_name(const struct command_words *words);

/* Says once on stderr, if that is a terminal: "`referee OLD` is now `referee NOW`". */
void command_print_renamed(const char *old, const char *now);

/* Reads the command line into the command's values (options.h). Prints the help if the command
 * line asks for it, and reports mistakes. False: *status is the exit status. The caller clears
 * the values' lists with options_clear() in both cases. */
bool command_read(
	const struct command *command, void *values, int argc, char *const *argv, int *status);

/* Reports a problem on stderr: "referee NAME: TEXT". TEXT has the form "object: problem; what would
 * be right". Returns false. */
bool command_report(const struct command *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Likewise; returns the exit status that it is given, or for a mistake of the command line
 * EXIT_USAGE. */
int command_fail(const struct command *command, int status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
#define command_misused(command, ...) command_fail(command, EXIT_USAGE, __VA_ARGS__)

/* Mistakes of settings and options that are reported in the same form. */
struct diagnostics command_mistakes(const struct command *command);

/* Reads the first line of a file that holds a secret. open: may other users open the file? Then the
 * operator is warned. The caller frees it. NULL: a line in err. */
char *command_read_secret(const char *path, bool *open, struct error *err);
#define COMMAND_SECRET_OPEN "%s: other users may open the file; `chmod 600` protects it"

/* Likewise reads a token, and warns. False: it was reported. */
bool command_read_token(
	const struct command *command, const char *path, unsigned char token[CRYPTO_BYTES]);

/* Writes this command line, quoted for a shell, without --fresh and --replay, which begin anew. */
void command_write_resume(FILE *out, int argc, char *const *argv);

/* Runs the command of these words, ended by NULL, which it must not change. Returns its exit
 * status. */
int command_run_words(const char *const *words);

/* The options of commands that run tournaments: --fresh, --json, --quiet and --log-wire, whose
 * values are a struct run_flags. */
struct run_flags {
	bool fresh, json, quiet;
	const char *log_wire;
};
extern const struct option_row run_flag_rows[];

/* run.c: runs `referee run` for another command, which its messages name. argv[0] is "run". resume:
 * the command line that resumes a stopped run; NULL: this one. heading: a line above the tables at
 * the end; NULL: none. */
int run_for(const struct command *command, int argc, char **argv, const char *resume,
	const char *heading);

/* Prints the help of a command. */
void command_print_help(const struct command *command, FILE *out);

/* A row of the help of the whole program, beside its commands. */
struct command_line {
	const char *name, *help; /* a NULL name ends the rows */
};

extern const char command_summary[], command_about[];
extern const struct command_line command_statuses[], command_environment[], command_files[],
	command_package_files[];

/* Prints the commands of a first day, and how to see all. */
void command_print_first(FILE *out);

/* Prints all commands by group, and the rows above. */
void command_print_all(FILE *out);

/* Prints the commands of two words whose first word this is. False: there are none. */
bool command_print_second_words(const char *name, FILE *out);

/* Reports that no command has this name, and suggests the nearest one. Returns the exit status. */
int command_unknown(const char *name);

#endif
