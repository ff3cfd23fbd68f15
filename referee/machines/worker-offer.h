/*
 * worker-offer.h - the offer of the main process to workers: the configuration of their arbiters as
 * text, and the bots' folders by digest.
 *
 * A folder travels as a bundle: its file tree as a stream (file-tree.h), in the order of names,
 * without times and without links that lead out of it. Its digest is the SHA-256 of these bytes, as
 * hexadecimal digits. A bundle is made when the first worker needs it.
 */
#ifndef REFEREE_MACHINES_WORKER_OFFER_H
#define REFEREE_MACHINES_WORKER_OFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/process/crypto.h"
#include "referee/bot/arbiter-config.h"
#include "referee/machines/worker-config.h"

/* The digest of a folder of sources that cannot travel. */
#define WORKER_OFFER_NONE "0000000000000000000000000000000000000000000000000000000000000000"

struct worker_offer_folder {
	char *place; /* owned: where the folder is, or its copy of when the run began */
	char digest[CRYPTO_TEXT + 1];
	int64_t bytes;
	int file; /* the bundle, owned; -1: not made */
};

struct worker_offer {
	char *text; /* owned: see worker-config.h */
	size_t size;
	struct worker_offer_folder *folders; /* owned, by number */
	int folders_count, bots;
};

/* Makes the offer and reads all folders. False: one line in err, which names the bot or folder.
 * Clear it in every case. */
bool worker_offer_make(
	struct worker_offer *o, const struct arbiter_config *config, struct error *err);
void worker_offer_clear(struct worker_offer *o);

/* Writes the offer for another program on this machine, and reads it there. Folders are written by
 * their places. -1 and false with errno. */
int worker_offer_save(const struct worker_offer *o);
bool worker_offer_load(struct worker_offer *o, int file);

/* A file with the bundle of a folder, open for pread(2), borrowed until worker_offer_clear(). -1:
 * one line in err. */
int worker_offer_file(struct worker_offer *o, int folder, struct error *err);

#endif
