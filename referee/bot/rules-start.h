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
 * the usual number. like: a further program of these rules, which its first question starts; NULL:
 * the first program. The rules must be closed before rules_start_free(). NULL: one sentence in err.
 */
const struct rules *rules_start_open(struct rules_start *s, const struct rules *like, bool lazy,
	size_t memory, struct error *err);

/* NULL may be freed. */
void rules_start_free(struct rules_start *s);

#endif
