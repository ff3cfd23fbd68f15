/*
 * metrics.h - numbers of the main process that the figures' page shows: a row each, by the name and
 * with the help that Prometheus gets. The main process tells each in a line of the feed
 * (live-feed.h) when it has changed.
 */
#ifndef REFEREE_WEB_METRICS_H
#define REFEREE_WEB_METRICS_H

enum figure {
	FIGURE_ARBITERS,
	FIGURE_BUSY,
	FIGURE_TABLES,
	FIGURE_COMMITS,
	FIGURE_CONNECTIONS,
	FIGURE_LOBBY,
	FIGURE_PENALTIES,
	FIGURE_UNTOLD,
	FIGURE_STARTS,
	FIGURES
};

struct figure_row {
	const char *word; /* in the feed */
	const char *name, *type, *help;
};

extern const struct figure_row figure_table[FIGURES];

/* FIGURES: there is none of this word. */
enum figure figure_find(const char *word);

#endif
