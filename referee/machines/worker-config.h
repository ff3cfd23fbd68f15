/*
 * worker-config.h - an arbiter's configuration as text, for an arbiter on another machine.
 *
 * One line for each value: a key, a space, the value. The line "bot NAME" begins a bot; the lines
 * behind it are the bot's. If the rules are a program, their description stands in a line, and a
 * line "rules NAME" begins that program, as a bot's begins the bot. In texts "\n" is a line end and
 * "\\" a backslash.
 *
 * A bot travels with its folder. Its command may name programs of the other machine and files of
 * its folder, nothing else: bot_travels() tells.
 */
#ifndef REFEREE_MACHINES_WORKER_CONFIG_H
#define REFEREE_MACHINES_WORKER_CONFIG_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "referee/bot/arbiter-config.h"
#include "referee/machines/worker-facts.h"

/* The folders of all bots, each once: those in which they run, and those of the sources of their
 * builds, for a machine of another architecture. Borrowed from the configuration. */
struct worker_config_folders {
	const char **paths; /* owned */
	bool *sources;	    /* owned: is the folder only needed as sources? */
	int count;
};
void worker_config_folders_init(
	struct worker_config_folders *f, const struct arbiter_config *config);
void worker_config_folders_clear(struct worker_config_folders *f);

/* Writes the configuration; folders are numbers in f. */
void worker_config_write(
	FILE *out, const struct arbiter_config *config, const struct worker_config_folders *f);

/* A bot's folders by number; -1: none. */
struct worker_config_bot {
	int folder, source;
};

/* A configuration that was read. */
struct worker_config {
	struct arbiter_config config;	/* its pointers are owned */
	struct worker_config_bot *bots; /* owned: by bot */
	struct worker_config_bot rules; /* of the rules' program */
	const struct rules *offline;	/* owned: the rules as they describe themselves; NULL: they
					   are not a program */
	char arch[WORKER_WORD];		/* of the machine that built them */
	char *text;			/* owned, if its owner set it: the text that was read */
	char **texts;			/* owned: paths */
	int texts_count;
	int folders; /* folders that the bots have: numbers 0 to folders - 1 */
};

/* Reads a configuration and cuts the text up in place; it must outlive w, which may own it. False:
 * a line in err. Clear it in every case. */
bool worker_config_read(struct worker_config *w, char *text, struct error *err);
void worker_config_clear(struct worker_config *w);

/* The programs of a configuration by number: the bots, and behind them that of the rules, if there
 * is one. */
int worker_config_programs(const struct worker_config *w);
const struct bot_config *worker_config_program(const struct worker_config *w, int i);
const struct worker_config_bot *worker_config_places(const struct worker_config *w, int i);

/* Tells where the folders are, by number; NULL: a folder is not here. Bots run in theirs, and the
 * others' are hidden from them. */
void worker_config_settle(struct worker_config *w, const char *const *paths);

/* Tells where a program runs that was built here. */
void worker_config_build(struct worker_config *w, int program, const char *path);

#endif
