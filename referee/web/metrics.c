/*
 * metrics.c - the table of metrics.
 */
#include "referee/web/metrics.h"

#include <string.h>

const struct metric_row metric_table[METRICS] = {
	[METRIC_LOCAL_GAMES_MAX] = {"local-games-max", "referee_local_games_max", "gauge",
		"Games with local bots that may be played at a time."},
	[METRIC_LOCAL_GAMES] = {"local-games", "referee_local_games_running", "gauge",
		"Games of local bots alone that are being played."},
	[METRIC_REMOTE_GAMES] = {"remote-games", "referee_remote_games_running", "gauge",
		"Games with remote bots that are being played."},
	[METRIC_COMMITS] = {"commits", "referee_commits_total", "counter",
		"Groups of games that were put on the disk."},
	[METRIC_CONNECTIONS] = {"connections", "referee_remote_connections", "gauge",
		"Bots that are connected from elsewhere."},
	[METRIC_UNASSIGNED] = {"unassigned", "referee_remote_unassigned", "gauge",
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
