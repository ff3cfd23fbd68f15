/*
 * log-access.h - decides which readers see the logs of bots: stderr, protocol lines, failure
 * reports, commands and folders. All readers see verdicts and their reasons. Pure.
 */
#ifndef REFEREE_GAME_LOG_ACCESS_H
#define REFEREE_GAME_LOG_ACCESS_H

#include <stdbool.h>

/* The setting `log-readers`. */
enum log_policy {
	LOG_UNSAID, /* owner if a bot is remote, else public */
	LOG_PUBLIC,
	LOG_OWNER,
	LOG_NOBODY,
	LOG_POLICIES
};

/* As the database and a tournament file have it; LOG_UNSAID is "". */
extern const char *const log_policy_names[LOG_POLICIES];

/* The policy of this name in a tournament with or without remote bots; LOG_NOBODY for an unknown
 * name. */
enum log_policy log_policy_find(const char *name, bool remote);

/* The reader: the operator at the console, the owner of the named bots, or neither. */
struct log_reader {
	bool operator;
	const char *const *bots; /* borrowed */
	int bots_count;
};

/* May the reader see this bot's logs? policy is not LOG_UNSAID. */
bool log_access(enum log_policy policy, const char *bot, const struct log_reader *reader);

/* The reason of a verdict for a reader with that access. detail may quote the bot, so without
 * access the text is the referee's only. */
const char *log_reason(bool access, const char *verdict, const char *detail);

#endif
