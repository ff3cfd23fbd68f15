/*
 * broker-address.h - the address of a NATS server, and names in its subjects.
 */
#ifndef REFEREE_NET_BROKER_ADDRESS_H
#define REFEREE_NET_BROKER_ADDRESS_H

#include <stdbool.h>

#include "base/error.h"

enum { BROKER_NAME = 64 /* bytes of a name, its NUL included */ };

/* Is it tls://HOST:PORT, or nats://HOST:PORT with a loopback host? Nothing is encrypted over
 * nats://. False: one line in err. */
bool broker_address_is_valid(const char *address, struct error *err);

/* Is it a name of a worker or pool: letters, digits, "-" and "_", less than BROKER_NAME? False: one
 * line in err. */
bool broker_name_is_valid(const char *name, struct error *err);

#endif
