/*
 * game-graph.h - which bots played each other: an edge for each pair of opponents, however often
 * they met; the groups that games join, and in them the sets that results join both ways.
 */
#ifndef REFEREE_RATING_GAME_GRAPH_H
#define REFEREE_RATING_GAME_GRAPH_H

#include "referee/rating/rating.h"

/* Two seats of one bot, or a free seat. */
#define GAME_GRAPH_NONE UINT32_MAX

/* The opponents of bot b are start[b] .. start[b + 1] - 1. */
struct opponents {
	size_t *start;
	int32_t *bot;
	uint32_t *pair;
};

/* A pair is stored under the lower of its two numbers: those of bot b are start[b] to
 * start[b + 1] - 1. */
struct game_graph {
	int bots;
	size_t count, *start; /* pairs; bots + 1 */
	int32_t *other;	      /* by pair: the higher number */
	uint32_t *met;	      /* by pair: how often they met, counted in pairs of seats */
	uint8_t *scored; /* by pair: bit 1 the lower number was once not behind, bit 2 the higher */
	int ways;	 /* pairs of seats in a game */
	uint32_t *pair;	 /* by game and pair of seats (1 2, 1 3, .. 2 3, ..), or GAME_GRAPH_NONE */
	struct opponents opponents; /* the same graph, each pair from both sides */
};

/* Makes the graph of these games; frees it. */
void game_graph_init(struct game_graph *graph, const struct rating_games *games);
void game_graph_clear(struct game_graph *graph);

/* y = L x: L is the Laplacian of the graph with these weights of its pairs. */
void game_graph_times(
	const struct game_graph *graph, const double *weight, const double *x, double *y);

struct components {
	int *group, groups; /* by bot: from 1, the largest first; 0: it met no bot */
	int *set, sets;	    /* by bot: from 0, in no order; strongly connected by who scored */
	uint8_t *bound;	    /* by bot: enum rating_bound */
	bool bounds;	    /* any group has several sets */
};

/* Finds the components of the graph; frees them. */
void components_init(struct components *components, const struct game_graph *graph);
void components_clear(struct components *components);

#endif
