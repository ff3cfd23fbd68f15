/*
 * log-access.h - who reads what the bots of a tournament wrote: stderr, their lines, the evidence
 * of a failure, commands and folders. Everybody reads verdicts and why they were given. Pure.
 */
#ifndef REFEREE_GAME_LOG_ACCESS_H
#define REFEREE_GAME_LOG_ACCESS_H

#include <stdbool.h>

/* The setting logs. */
enum log_policy {
	LOG_UNSAID, /* owner where a bot is remote, else public */
	LOG_PUBLIC,
	LOG_OWNER,
	LOG_NOBODY,
	LOG_POLICIES
};

/* As the database and a file have it; LOG_UNSAID is "". */
extern const char *const log_policy_names[LOG_POLICIES];

/* The policy of this name, LOG_NOBODY for one that there is not; with remote bots or without. */
enum log_policy log_policy_find(const char *name, bool remote);

/* Who asks: the operator at the console, the owner of the bot of this name, or neither. */
struct log_reader {
	bool operator;
	const char *owner; /* borrowed; NULL: of no bot */
};

/* May the reader see what this bot wrote? policy is not LOG_UNSAID. */
bool log_access(enum log_policy policy, const char *bot, const struct log_reader *reader);

/* Why the verdict was given, for a reader with that access: detail may quote the bot, so without it
 * a fault is told in words of ours alone. */
const char *log_reason(bool access, const char *verdict, const char *detail);

#endif
