/*
 * worker-config.h - an arbiter's configuration as text, for an arbiter on another machine.
 *
 * It has a line for each folder and for what else the settings do not have (worker_config_table),
 * then the settings themselves (arbiter-text.h). The worker makes a tournament of these, and from
 * it the configuration, as the main process does.
 *
 * A bot travels with its folder. Its command may name programs of the other machine and files of
 * its folder, nothing else: bot_travels() tells. A path of the main process's machine is not sent:
 * a folder has a number, and its place on the worker follows from what the worker received.
 */
#ifndef REFEREE_MACHINES_WORKER_CONFIG_H
#define REFEREE_MACHINES_WORKER_CONFIG_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/line-table.h"
#include "referee/bot/arbiter-config.h"
#include "referee/machines/worker-facts.h"
#include "referee/tournament/tournament.h"

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

extern const struct line_table worker_config_table;

/* Writes the configuration, which has settings; folders are numbers in f. */
void worker_config_write(
	FILE *out, const struct arbiter_config *config, const struct worker_config_folders *f);

/* The facts of a program that are no settings. */
struct worker_config_bot {
	int folder, source;		    /* by number; -1: none */
	const char *unbuilt, *build_output; /* borrowed from the text */
};

/* A configuration that was read. */
struct worker_config {
	struct arbiter_config config;	/* owned; borrows from the next two and from the text */
	struct tournament t;		/* owned: its settings */
	const struct rules *offline;	/* owned: the rules as they describe themselves; NULL: they
					   are not a program */
	struct worker_config_bot *bots; /* owned: of each bot of t, and then of the rules */
	int bots_room;
	char arch[WORKER_WORD]; /* of the machine that built them */
	char *text;		/* owned, if its owner set it: the text that was read */
	int folders;		/* folders that the bots have: numbers 0 to folders - 1 */
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
void worker_config_set_folders(struct worker_config *w, const char *const *paths);

/* Tells where a program runs that was built here. */
void worker_config_build(struct worker_config *w, int program, const char *path);

#endif
