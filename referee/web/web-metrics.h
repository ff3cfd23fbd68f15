/*
 * web-metrics.h - the daemon's metrics on the page /metrics: one row each, with the name and help
 * for Prometheus. The daemon sends each changed metric as a line of the live stream (live-event.h).
 */
#ifndef REFEREE_WEB_WEB_METRICS_H
#define REFEREE_WEB_WEB_METRICS_H

enum metric {
	METRIC_LOCAL_GAMES_MAX,
	METRIC_LOCAL_GAMES,
	METRIC_REMOTE_GAMES,
	METRIC_COMMITS,
	METRIC_CONNECTIONS,
	METRIC_UNASSIGNED,
	METRIC_PENALTIES,
	METRIC_LISTENER_STARTS,
	METRIC_DEATHS,
	METRIC_CONTROL_REFUSED,
	METRIC_DRAINING,
	METRIC_SKIPPED,
	METRIC_STARTS,
	METRICS
};

struct metric_row {
	const char *word; /* in the live stream */
	const char *name, *type, *help;
};

extern const struct metric_row metric_table[METRICS];

/* Finds a metric by its word; METRICS: there is none. */
enum metric metric_find(const char *word);

#endif
