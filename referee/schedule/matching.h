/*
 * matching.h - pairs of vertices of a graph, as many as there can be, while vertices are taken away
 * (Edmonds, Paths, trees, and flowers, 1965).
 *
 * A vertex that is taken away costs at most one search of the graph to have the most pairs again,
 * two of them one for each that is alone; a search takes time with the square of the vertices.
 */
#ifndef REFEREE_SCHEDULE_MATCHING_H
#define REFEREE_SCHEDULE_MATCHING_H

#include <stdbool.h>

struct matching {
	int count;
	const bool *edges; /* borrowed: count * count, symmetric */
	int *mate; /* owned, as all below; by vertex, -1: alone, MATCHING_GONE: taken away */
	int size;  /* pairs */
	int *parent, *base, *queue; /* of a search */
	bool *even, *blossom;
	int *saved; /* mate, and saved_size, before a trial */
	int saved_size;
};

enum { MATCHING_ALONE = -1, MATCHING_GONE = -2 };

/* All vertices are there, and there are the most pairs. */
void matching_init(struct matching *m, int count, const bool *edges);
void matching_clear(struct matching *m);

/* Takes one or two vertices away; there are the most pairs of those that are left. */
void matching_remove(struct matching *m, int vertex);
void matching_remove_two(struct matching *m, int a, int b);

/* matching_restore() brings back the vertices that were removed since matching_save(). */
void matching_save(struct matching *m);
void matching_restore(struct matching *m);

#endif
