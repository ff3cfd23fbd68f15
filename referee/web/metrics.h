/*
 * metrics.h - numbers of the daemon that the page of metrics shows: a row each, by the name and
 * with the help that Prometheus gets. The daemon sends each in a line of the live stream
 * (live-event.h) when it has changed.
 */
#ifndef REFEREE_WEB_METRICS_H
#define REFEREE_WEB_METRICS_H

enum metric {
	METRIC_LOCAL_GAMES_MAX,
	METRIC_LOCAL_GAMES,
	METRIC_REMOTE_GAMES,
	METRIC_COMMITS,
	METRIC_CONNECTIONS,
	METRIC_UNASSIGNED,
	METRIC_PENALTIES,
	METRIC_SKIPPED,
	METRIC_STARTS,
	METRICS
};

struct metric_row {
	const char *word; /* in the live stream */
	const char *name, *type, *help;
};

extern const struct metric_row metric_table[METRICS];

/* METRICS: there is none of this word. */
enum metric metric_find(const char *word);

#endif
