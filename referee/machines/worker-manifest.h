/*
 * worker-manifest.h - the manifest of the main process to workers: the configuration of their arbiters as
 * text, and the bots' folders by digest.
 *
 * A folder travels as a bundle: its file tree as a stream (file-tree.h), in the order of names,
 * without times and without links that lead out of it. Its digest is the SHA-256 of these bytes, as
 * hexadecimal digits. A bundle is made when the first worker needs it.
 */
#ifndef REFEREE_MACHINES_WORKER_MANIFEST_H
#define REFEREE_MACHINES_WORKER_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/process/crypto.h"
#include "referee/bot/arbiter-config.h"
#include "referee/machines/worker-config.h"

/* The digest of a folder of sources that cannot travel. */
#define WORKER_MANIFEST_NONE "0000000000000000000000000000000000000000000000000000000000000000"

struct worker_manifest_folder {
	char *place; /* owned: where the folder is, or its copy of when the run began */
	char digest[CRYPTO_TEXT + 1];
	int64_t bytes;
	int file; /* the bundle, owned; -1: not made */
};

struct worker_manifest {
	char *text; /* owned: see worker-config.h */
	size_t size;
	struct worker_manifest_folder *folders; /* owned, by number */
	int folders_count, bots;
};

/* Makes the manifest and reads all folders. False: one line in err, which names the bot or folder.
 * Clear it in every case. */
bool worker_manifest_make(
	struct worker_manifest *m, const struct arbiter_config *config, struct error *err);
void worker_manifest_clear(struct worker_manifest *m);

/* Writes the manifest for another program on this machine, and reads it there. Folders are written by
 * their places. -1 and false with errno. */
int worker_manifest_save(const struct worker_manifest *m);
bool worker_manifest_load(struct worker_manifest *m, int file);

/* A file with the bundle of a folder, open for pread(2), borrowed until worker_manifest_clear(). -1:
 * one line in err. */
int worker_manifest_file(struct worker_manifest *m, int folder, struct error *err);

#endif
