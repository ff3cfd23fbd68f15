/*
 * metrics.c - the table of metrics.
 */
#include "referee/web/metrics.h"

#include <string.h>

const struct metric_row metric_table[METRICS] = {
	[METRIC_ARBITERS] = {"arbiters", "referee_arbiters", "gauge",
		"Games of bots of this machine that may be played at a time."},
	[METRIC_BUSY] = {"busy", "referee_arbiters_busy", "gauge",
		"Of these, how many are being played."},
	[METRIC_TABLES] = {"tables", "referee_hall_tables_busy", "gauge",
		"Games with remote bots that are being played."},
	[METRIC_COMMITS] = {"commits", "referee_commits_total", "counter",
		"Groups of games that were put on the disk."},
	[METRIC_CONNECTIONS] = {"connections", "referee_remote_connections", "gauge",
		"Bots that are connected from elsewhere."},
	[METRIC_LOBBY] = {"lobby", "referee_remote_lobby", "gauge",
		"Of these, that no tournament has."},
	[METRIC_PENALTIES] = {"penalties", "referee_listener_penalties_total", "counter",
		"Times that a source was not listened to for a while."},
	[METRIC_SKIPPED] = {"skipped", "referee_games_not_shown_total", "counter",
		"Games that were not shown live since the web process had fallen behind."},
	[METRIC_STARTS] = {"starts", "referee_web_starts_total", "counter",
		"Times that the web process was started."},
};

enum metric metric_find(const char *word)
{
	int at = 0;
	while (at < METRICS && strcmp(metric_table[at].word, word) != 0)
		at++;
	return (enum metric)at;
}
