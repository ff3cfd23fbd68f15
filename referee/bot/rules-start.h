/*
 * rules-start.h - starts the program of the rules of a configuration, in its sandbox.
 */
#ifndef REFEREE_BOT_RULES_START_H
#define REFEREE_BOT_RULES_START_H

#include <stdbool.h>

#include "base/error.h"
#include "referee/bot/arbiter-config.h"
#include "rules/process/rules-process.h"

struct rules_start;

/* config: borrowed; it has a rules_program. Call sandbox_prepare() before the program starts. */
struct rules_start *rules_start_create(const struct arbiter_config *config);

/* Starts the program. lazy: the rules are asked beside clocks. memory: bytes of cached answers, 0:
 * the usual number. The rules must be closed before rules_start_free(). NULL: one sentence in err.
 */
const struct rules *rules_start_open(
	struct rules_start *s, bool lazy, size_t memory, struct error *err);

/* Rules that are asked beside clocks, and whose first question starts a further program like that
 * of like. NULL: no memory; one sentence in err. */
const struct rules *rules_start_open_further(
	struct rules_start *s, const struct rules *like, size_t memory, struct error *err);

/* NULL may be freed. */
void rules_start_free(struct rules_start *s);

#endif
