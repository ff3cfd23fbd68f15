/*
 * matching.c - Edmonds' blossoms.
 *
 * A search grows a tree from a vertex that is alone, along edges that are in turn outside and
 * inside the matching, until it meets another that is alone: then all edges of that path change
 * sides, and there is one pair more. Two even vertices of the tree that are neighbours close an odd
 * circle, a blossom, whose vertices all count as even from then on and share a base.
 */
#include "referee/schedule/matching.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The base at which the ways from two even vertices to the root meet. */
static int matching_common(const struct matching *m, int a, int b)
{
	bool *seen = m->blossom; /* free between two blossoms */
	memset(seen, 0, (size_t)m->count * sizeof *seen);
	for (;; a = m->parent[m->mate[a]]) {
		a = m->base[a];
		seen[a] = true;
		if (m->mate[a] < 0)
			break;
	}
	for (b = m->base[b]; !seen[b]; b = m->base[b])
		b = m->parent[m->mate[b]];
	return b;
}

/* Marks the way from an even vertex up to the blossom's base; child: where it comes from. */
static void matching_mark(struct matching *m, int vertex, int base, int child)
{
	while (m->base[vertex] != base) {
		int mate = m->mate[vertex];
		m->blossom[m->base[vertex]] = m->blossom[m->base[mate]] = true;
		m->parent[vertex] = child;
		child = mate;
		vertex = m->parent[mate];
	}
}

/* Two even neighbours close a circle. Returns the new end of the queue. */
static int matching_contract(struct matching *m, int a, int b, int last)
{
	int base = matching_common(m, a, b);
	memset(m->blossom, 0, (size_t)m->count * sizeof *m->blossom);
	matching_mark(m, a, base, b);
	matching_mark(m, b, base, a);
	for (int v = 0; v < m->count; v++) {
		if (!m->blossom[m->base[v]])
			continue;
		m->base[v] = base;
		if (!m->even[v]) {
			m->even[v] = true;
			m->queue[last++] = v;
		}
	}
	return last;
}

/* Grows the tree from root. Returns a vertex that is alone at the end of a path; -1: none. */
static int matching_search(struct matching *m, int root)
{
	int last = 0;
	for (int v = 0; v < m->count; v++) {
		m->parent[v] = -1;
		m->base[v] = v;
		m->even[v] = false;
	}
	m->even[root] = true;
	m->queue[last++] = root;
	for (int first = 0; first < last; first++) {
		int from = m->queue[first];
		const bool *edges = m->edges + (size_t)from * (size_t)m->count;
		for (int to = 0; to < m->count; to++) {
			if (!edges[to] || m->mate[to] == MATCHING_GONE ||
				m->base[from] == m->base[to] || m->mate[from] == to)
				continue;
			if (m->even[to]) {
				last = matching_contract(m, from, to, last);
			} else if (m->parent[to] < 0) {
				m->parent[to] = from;
				if (m->mate[to] == MATCHING_ALONE)
					return to;
				m->even[m->mate[to]] = true;
				m->queue[last++] = m->mate[to];
			}
		}
	}
	return -1;
}

/* One pair more, if root can be in it. */
static void matching_grow(struct matching *m, int root)
{
	int vertex = matching_search(m, root);
	if (vertex < 0)
		return;
	while (vertex >= 0) {
		int from = m->parent[vertex], next = m->mate[from];
		m->mate[vertex] = from;
		m->mate[from] = vertex;
		vertex = next;
	}
	m->size++;
}

static void matching_grow_all(struct matching *m)
{
	for (int v = 0; v < m->count; v++)
		if (m->mate[v] == MATCHING_ALONE)
			matching_grow(m, v);
}

/* The nearest neighbour that is alone, for a beginning. */
static void matching_begin(struct matching *m, int vertex)
{
	for (int to = 0; to < m->count; to++) {
		if (!m->edges[(size_t)vertex * (size_t)m->count + (size_t)to] ||
			m->mate[to] != MATCHING_ALONE)
			continue;
		m->mate[vertex] = to;
		m->mate[to] = vertex;
		m->size++;
		return;
	}
}

void matching_init(struct matching *m, int count, const bool *edges)
{
	size_t room = (size_t)count;
	*m = (struct matching){.count = count, .edges = edges};
	m->mate = memory_get(room, sizeof *m->mate);
	m->parent = memory_get(room, sizeof *m->parent);
	m->base = memory_get(room, sizeof *m->base);
	m->queue = memory_get(room, sizeof *m->queue);
	m->saved = memory_get(room, sizeof *m->saved);
	m->even = memory_get(room, sizeof *m->even);
	m->blossom = memory_get(room, sizeof *m->blossom);
	for (int v = 0; v < count; v++)
		m->mate[v] = MATCHING_ALONE;
	for (int v = 0; v < count; v++)
		if (m->mate[v] == MATCHING_ALONE)
			matching_begin(m, v);
	matching_grow_all(m);
}

void matching_clear(struct matching *m)
{
	free(m->mate);
	free(m->parent);
	free(m->base);
	free(m->queue);
	free(m->saved);
	free(m->even);
	free(m->blossom);
	*m = (struct matching){.count = 0};
}

/* Returns who is alone now; or a negative number. */
static int matching_drop(struct matching *m, int vertex)
{
	int mate = m->mate[vertex];
	m->mate[vertex] = MATCHING_GONE;
	if (mate < 0)
		return mate;
	m->mate[mate] = MATCHING_ALONE;
	m->size--;
	return mate;
}

/* A path to one pair more would have been there before, unless it begins at who is alone now. */
void matching_remove(struct matching *m, int vertex)
{
	int mate = matching_drop(m, vertex);
	if (mate >= 0)
		matching_grow(m, mate);
}

void matching_remove_two(struct matching *m, int a, int b)
{
	matching_drop(m, a);
	matching_drop(m, b);
	/* Once those two who were left are joined with each other, others may find a path too. */
	matching_grow_all(m);
}

void matching_save(struct matching *m)
{
	memcpy(m->saved, m->mate, (size_t)m->count * sizeof *m->saved);
	m->saved_size = m->size;
}

void matching_restore(struct matching *m)
{
	memcpy(m->mate, m->saved, (size_t)m->count * sizeof *m->mate);
	m->size = m->saved_size;
}
