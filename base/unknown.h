/*
 * unknown.h - the value of a number that is not known or was not given.
 *
 * It is the same from a bot's answer to the database: "-" in a line between two processes, NULL in
 * a row.
 */
#ifndef BASE_UNKNOWN_H
#define BASE_UNKNOWN_H

#include <stdint.h>

#define UNKNOWN INT64_MIN

#endif
