/*
 * listener-files.h - the files that the supervisor sends to the listener (listener-supervisor.h).
 */
#ifndef REFEREE_DAEMON_LISTENER_FILES_H
#define REFEREE_DAEMON_LISTENER_FILES_H

#include <stdbool.h>

#include "base/error.h"
#include "referee/daemon/listener-supervisor.h"
#include "referee/net/tokens.h"
#include "referee/process/crypto.h"

struct listener_files {
	const struct listener_supervisor_options *options; /* borrowed */
	int tokens;	      /* an in-memory copy of the file's text; -1: none */
	int certificate, key; /* -1: none */
	char *identity;	      /* owned: the certificate's path */
	char fingerprint[CRYPTO_TEXT + 1];
	struct tokens known; /* the contents of tokens */
	char **revoked;	     /* owned: names whose token was replaced or removed */
	int revoked_count;
};

/* Reads nothing yet. options is borrowed. */
void listener_files_init(
	struct listener_files *f, const struct listener_supervisor_options *options);
/* Closes the descriptors and frees the texts. */
void listener_files_clear(struct listener_files *f);

/* Closes a descriptor that is open, and forgets it. */
void listener_files_close(int *fd);

/* A ladder begins without bots: makes an empty file of tokens if there is none. False: err has the
 * reason. */
bool listener_files_make_tokens(struct listener_files *f, struct error *err);

/* Reads the tokens, and lists those that have changed. False: err has the reason, and the ones before
 * stay. */
bool listener_files_read_tokens(struct listener_files *f, struct error *err);

/* Reads the certificate and its key; without one that is named, makes one that signs itself. False:
 * as before. */
bool listener_files_read_certificate(struct listener_files *f, struct error *err);

#endif
