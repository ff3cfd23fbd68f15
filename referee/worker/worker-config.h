/*
 * worker-config.h - an arbiter's configuration as text, for an arbiter on another machine.
 *
 * One line for each value: a key, a space, the value. The line "bot NAME" begins a bot; the lines
 * behind it are the bot's. In texts "\n" is a line end and "\\" a backslash.
 *
 * A bot travels with its folder. Its command may name programs of the other machine and files of
 * its folder, nothing else: worker_config_travels() finds the others.
 */
#ifndef REFEREE_WORKER_WORKER_CONFIG_H
#define REFEREE_WORKER_WORKER_CONFIG_H

#include <stdbool.h>
#include <stdio.h>

#include "error/error.h"
#include "referee/bot/arbiter-config.h"

/* Can all bots play on another machine? False: err has a line with the bot's name. */
bool worker_config_travels(const struct arbiter_config *p, struct error *err);

/* Writes the configuration. Bots in the same folder have the same number of it, in the order of
 * worker_config_folder(). */
void worker_config_write(FILE *out, const struct arbiter_config *p);

/* The folder of this number, from 0, borrowed from a bot; NULL: there are no more. */
const char *worker_config_folder(const struct arbiter_config *p, int number);

/* A configuration that was read. */
struct worker_config {
	struct arbiter_config config; /* its pointers are owned */
	char *text;		      /* owned, if its owner set it: the text that was read */
	char **texts;		      /* owned: paths */
	int texts_count;
	int folders; /* folders that the bots need: numbers 0 to folders - 1 */
};

/* Reads a configuration and cuts the text up in place; it must outlive w, which may own it. root:
 * bots run in the folder root/NUMBER. False: a line in err. Clear it in every case. */
bool worker_config_read(struct worker_config *w, char *text, const char *root, struct error *err);
void worker_config_clear(struct worker_config *w);

#endif
