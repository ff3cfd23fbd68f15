/*
 * log-access.c - decides which readers see the logs of bots.
 */
#include "referee/game/log-access.h"

#include <assert.h>
#include <string.h>

#include "protocol/verdict.h"

const char *const log_policy_names[LOG_POLICIES] = {
	[LOG_UNSAID] = "", [LOG_PUBLIC] = "public", [LOG_OWNER] = "owner", [LOG_NOBODY] = "nobody"};

enum log_policy log_policy_find(const char *name, bool remote)
{
	int policy = LOG_UNSAID;
	while (policy < LOG_POLICIES && strcmp(log_policy_names[policy], name) != 0)
		policy++;
	if (policy == LOG_UNSAID)
		return remote ? LOG_OWNER : LOG_PUBLIC;
	return policy < LOG_POLICIES ? (enum log_policy)policy : LOG_NOBODY;
}

bool log_access(enum log_policy policy, const char *bot, const struct log_reader *reader)
{
	assert(policy != LOG_UNSAID);
	if (reader->operator|| policy == LOG_PUBLIC)
		return true;
	for (int i = 0; i < reader->bots_count && policy == LOG_OWNER && bot != NULL; i++)
		if (strcmp(reader->bots[i], bot) == 0)
			return true;
	return false;
}

const char *log_reason(bool access, const char *verdict, const char *detail)
{
	enum verdict v = verdict_find(verdict);
	if (access || detail == NULL || !verdict_is_fault(v))
		return detail;
	return v < VERDICTS ? verdict_table[v].help : "";
}
