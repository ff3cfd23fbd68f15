/*
 * class-init.c - `referee class init`: writes the file of a class.
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/did-you-mean.h"
#include "base/memory.h"
#include "referee/submissions/class-state.h"
#include "referee/commands/command.h"
#include "rules/rules.h"

struct class_init {
	const char *game, *conf;
};

/* The bots that every student is measured by. */
static const char class_init_yardsticks[] =
	"bot random      { command = \"referee-bot --search random\" }\n"
	"bot alphabeta-2 { command = \"referee-bot --search alphabeta --depth 2\" }\n"
	"bot alphabeta-4 { command = \"referee-bot --search alphabeta --depth 4\" }\n";

static const char class_init_text[] =
	"# %s - a class. Start `referee` in the same folder every time: the path of db begins there. Those of\n"
	"# include, class-folder and class-roster begin in the folder of this file.\n"
	"\n"
	"name        = \"%s class\"\n"
	"game        = %s\n"
	"format      = round-robin       # each bot against each other; swiss needs fewer games\n"
	"rounds      = 1                 # each pair plays this many times, in all seat orders\n"
	"openings    = none              # random:4: four random moves first, so that games differ; bots that\n"
	"                                # begin every game at the empty board (Kaggle's do not) fail then\n"
	"movetime    = 1s                # for each move; slower students lose by time\n"
	"memory      = 512M              # for each bot\n"
	"concurrency = 2                 # games at the same time: at most the number of processors\n"
	"strikes     = 3                 # a bot that fails in three games in a row is benched\n"
	"seed        = 1\n"
	"on-changed  = replay            # the games of a new version replace those of the old one\n"
	"log-readers = owner             # exported pages do not show what bots wrote, nor their commands\n"
	"db          = \"%.*s.db\"\n"
	"\n"
	"# Builds (make, javac, cargo ...) run in the sandbox, without a network.\n"
	"build-timeout = 120s\n"
	"build-memory  = 2G\n"
	"\n"
	"# The submissions. A name is the name of the file or folder without what Moodle adds.\n"
	"include      = \"%.*s.bots\"      # `referee class take` writes it\n"
	"class-folder = \"%.*s\"           # unpacked submissions, one folder for each student\n"
	"# class-names  = \"^[^_]*_([a-z]+)\"  # the part of the name in (), if the rule does not fit\n"
	"# class-roster = \"names.csv\"        # columns: id, username, email, name, bot\n"
	"\n"
	"# House bots to measure by.\n"
	"%s";

static bool class_init_write(const struct class_init *o, struct error *err)
{
	char *text = NULL, *bots;
	size_t size;
	const char *slash = strrchr(o->conf, '/'), *base = slash != NULL ? slash + 1 : o->conf;
	const char *dot = strrchr(base, '.');
	int length = dot != NULL ? (int)(dot - base) : (int)strlen(base);
	int whole = (int)(base - o->conf) + length;
	FILE *out = memory_open(&text, &size);
	fprintf(out, class_init_text, base, o->game, o->game, whole, o->conf, length, base, length,
		base, class_init_yardsticks);
	memory_close(out);
	bots = memory_print("%.*s.bots", whole, o->conf);
	bool good =
		class_state_write_file(o->conf, text, err) &&
		(access(bots, F_OK) == 0 ||
			class_state_write_file(bots,
				"# `referee class take` and `referee class check` write this file.\n",
				err));
	free(bots);
	free(text);
	return good;
}

/* Prints what comes next. */
static void class_init_print(const struct class_init *o)
{
	bool usual = strcmp(o->conf, CLASS_CONF) == 0;
	const char *flag = usual ? "" : " --conf ", *conf = usual ? "" : o->conf;
	printf("%s is written. Look through it; then\n\n"
	       "\treferee class take SUBMISSIONS%s%s   # a folder, a zip, clones\n"
	       "\treferee class check%s%s              # build and try all of them\n"
	       "\treferee run %s\n"
	       "\treferee class feedback --to feedback%s%s\n\n",
		o->conf, flag, conf, flag, conf, o->conf, flag, conf);
}

static int class_init_unknown(const char *game)
{
	const char *names[64];
	char list[512] = "";
	int count = 0;
	for (const struct rules *const *r = all_rules; *r != NULL; r++) {
		size_t used = strlen(list);
		names[count] = (*r)->name;
		snprintf(list + used, sizeof list - used, "%s%s", count > 0 ? ", " : "",
			names[count]);
		count++;
	}
	const char *near = did_you_mean(game, names, count);
	return command_misused(&command_class_init, "there is no game \"%s\"%s%s%s; games: %s",
		game, near != NULL ? "; did you mean " : "", near != NULL ? near : "",
		near != NULL ? "?" : "", list);
}

static int class_init_run(int argc, char **argv)
{
	struct class_init o = {.conf = CLASS_CONF};
	struct error err;
	int status;
	if (!command_read(&command_class_init, &o, argc, argv, &status))
		return status;
	if (rules_find(o.game) == NULL)
		return class_init_unknown(o.game);
	if (access(o.conf, F_OK) == 0)
		return command_fail(&command_class_init, EXIT_FILE,
			"%s: the file exists and is kept; --conf FILE writes another one", o.conf);
	if (!class_init_write(&o, &err))
		return command_fail(&command_class_init, EXIT_FILE, "%s", err.text);
	class_init_print(&o);
	return EXIT_SUCCESS;
}

static const struct option_row class_init_rows[] = {
	{OPTION("conf", TEXT, offsetof(struct class_init, conf)), .value = "FILE",
		.preset = CLASS_CONF, .help = "write this file"},
	{.name = NULL},
};

const struct command command_class_init = {
	.name = "class init",
	.group = COMMAND_CLASSES,
	.summary = "Write the file of a class: settings, yardsticks, where submissions are",
	.options = {.arguments = {{"GAME", ARGUMENT_ONE, offsetof(struct class_init, game),
			    "the game that the class plays"}},
		.groups = {{.rows = class_init_rows}}},
	.examples = (const char *const[]){"# Write the file of a class that plays Connect Four.",
		"referee class init connect4", NULL},
	.run = class_init_run,
};
