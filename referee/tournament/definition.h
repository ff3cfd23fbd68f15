/*
 * definition.h - what makes a tournament's games what they are, as a text that is compared when the
 * tournament goes on. Bots may be added and rounds may grow meanwhile; these are not part of it,
 * nor is what only says how it is run (concurrency, db, startup and the like).
 */
#ifndef REFEREE_TOURNAMENT_DEFINITION_H
#define REFEREE_TOURNAMENT_DEFINITION_H

#include <stdbool.h>
#include <stddef.h>

struct tournament;

/* "key = value", a line for each setting that defines; of a tournament that was checked. The
 * caller frees it. */
char *tournament_definition(const struct tournament *t);

/* Are they the same? False: a line in why names the first difference, such as "per-move was 100ms
 * when the tournament began, now it is 200ms". */
bool definition_same(const char *began, const char *now, char *why, size_t room);

#endif
