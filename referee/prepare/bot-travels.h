/*
 * bot-travels.h - can a bot play on another machine? It takes its folder along, nothing else.
 */
#ifndef REFEREE_PREPARE_BOT_TRAVELS_H
#define REFEREE_PREPARE_BOT_TRAVELS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

#define BOT_BUNDLE_MAX (INT64_C(256) << 20) /* bytes of a bot's folder */

/* Can a bot with this command play on another machine? dir: its folder, or NULL. False: err has a
 * line. */
bool bot_travels(char *const *words, const char *dir, struct error *err);

#endif
