/*
 * broker-users.h - the configuration of a NATS server for main processes and workers.
 *
 * A folder holds it: broker.conf, which its operator may change, includes broker-users.conf, which
 * has a line for each user with its public key and permissions. Each user may use its own subjects
 * alone (referee/machines/nats/main-side.h). Beside them are broker.pem and broker.key, the
 * server's certificate and key, and NAME.nk, the seed of each user's key.
 */
#ifndef REFEREE_MACHINES_BROKER_USERS_H
#define REFEREE_MACHINES_BROKER_USERS_H

#include <stdbool.h>

#include "base/error.h"

#define BROKER_USERS_MAIN "main" /* name of the main process among the users */

/* Makes the folder with a certificate for this host name or address, the configuration with this
 * port, and the key of the main process. Files that exist are kept. False: one line in err. */
bool broker_users_begin(const char *folder, const char *host, int port, struct error *err);

/* Adds a worker of these pools and writes the seed of its key to NAME.nk. A worker that is there
 * gets a new key. False: one line in err. */
bool broker_users_add(const char *folder, const char *name, const char *const *pools, int count,
	struct error *err);

/* Removes a user. False: one line in err. */
bool broker_users_remove(const char *folder, const char *name, struct error *err);

/* Prints a line for each user: its name and its pools. False: one line in err. */
bool broker_users_list(const char *folder, struct error *err);

#endif
