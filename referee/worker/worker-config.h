/*
 * worker-config.h - an arbiter's configuration as text, for an arbiter on another machine.
 *
 * One line for each value: a key, a space, the value. The line "bot NAME" begins a bot; the lines
 * behind it are the bot's. In texts "\n" is a line end and "\\" a backslash.
 *
 * A bot travels with its folder. Its command may name programs of the other machine and files of
 * its folder, nothing else: worker_config_travels() tells.
 */
#ifndef REFEREE_WORKER_WORKER_CONFIG_H
#define REFEREE_WORKER_WORKER_CONFIG_H

#include <stdbool.h>
#include <stdio.h>

#include "error/error.h"
#include "referee/bot/arbiter-config.h"
#include "referee/worker/worker-facts.h"

#define WORKER_BUNDLE_MAX (INT64_C(256) << 20) /* bytes of a bot\'s folder */

/* Can a bot with this command play on another machine? dir: its folder, or NULL. False: err has a
 * line. */
bool worker_config_travels(char *const *words, const char *dir, struct error *err);

/* The folders of all bots, each once: those in which they run, and those of the sources of their
 * builds, for a machine of another architecture. Borrowed from the configuration. */
struct worker_config_folders {
	const char **paths; /* owned */
	bool *sources;	    /* owned: is the folder only needed as sources? */
	int count;
};
void worker_config_folders_init(struct worker_config_folders *f, const struct arbiter_config *p);
void worker_config_folders_clear(struct worker_config_folders *f);

/* Writes the configuration; folders are numbers in f. */
void worker_config_write(
	FILE *out, const struct arbiter_config *p, const struct worker_config_folders *f);

/* A bot's folders by number; -1: none. */
struct worker_config_bot {
	int folder, source;
};

/* A configuration that was read. */
struct worker_config {
	struct arbiter_config config;	/* its pointers are owned */
	struct worker_config_bot *bots; /* owned: by bot */
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

/* Tells where the folders are, by number; NULL: a folder is not here. Bots run in theirs, and the
 * others' are hidden from them. */
void worker_config_settle(struct worker_config *w, const char *const *paths);

/* Tells where a bot runs that was built here. */
void worker_config_build(struct worker_config *w, int bot, const char *path);

#endif
