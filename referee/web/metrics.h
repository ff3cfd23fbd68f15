/*
 * metrics.h - numbers of the main process that the figures' page shows: a row each, by the name and
 * with the help that Prometheus gets. The main process tells each in a line of the feed
 * (live-feed.h) when it has changed.
 */
#ifndef REFEREE_WEB_METRICS_H
#define REFEREE_WEB_METRICS_H

enum metric {
	METRIC_ARBITERS,
	METRIC_BUSY,
	METRIC_TABLES,
	METRIC_COMMITS,
	METRIC_CONNECTIONS,
	METRIC_LOBBY,
	METRIC_PENALTIES,
	METRIC_UNTOLD,
	METRIC_STARTS,
	FIGURES
};

struct metric_row {
	const char *word; /* in the feed */
	const char *name, *type, *help;
};

extern const struct metric_row metric_table[FIGURES];

/* FIGURES: there is none of this word. */
enum metric metric_find(const char *word);

#endif
