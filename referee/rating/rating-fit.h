/*
 * rating-fit.h - the likeliest strengths, for any model of results.
 *
 * A model's information about strengths is always the Laplacian of the graph of opponents: results
 * say differences alone. So it is kept as a weight for each pair. The effects of the seats are a
 * few parameters more, which border it.
 */
#ifndef REFEREE_RATING_RATING_FIT_H
#define REFEREE_RATING_RATING_FIT_H

#include "referee/rating/elimination.h"
#include "referee/rating/game-graph.h"
#include "referee/rating/rating.h"

/* The derivatives of the log-likelihood at one point, by strengths and then by effects, in units
 * of the logistic curve. */
struct moments {
	double *gradient; /* bots + effects: points less expected points */
	double *weight;	  /* by pair: the Hessian's negative, as a Laplacian */
	double *border;	  /* effects * bots: between effects and strengths */
	double corner[RATING_SEATS * RATING_SEATS]; /* effects * effects */
};

/* How much results vary about what is expected. noise is the square sum of how much the games and
 * virtual results move the parameters: it has the shape of the Hessian, since a game moves
 * differences alone. Its gradient means nothing. */
struct residuals {
	double found,
		expected; /* sums over all seats of squares, and what the model expects of it */
	struct moments noise;
};

struct fit {
	const struct rating_games *games; /* borrowed */
	const struct rating_model *model;
	struct game_graph graph;
	struct elimination elimination;
	void *data;	     /* the model's own */
	int effects;	     /* that are fitted */
	double prior;	     /* virtual draws for each bot ... */
	const int *group;    /* by bot, at most its number of bots: games join a group. Borrowed */
	const int *set;	     /* by bot, borrowed; NULL: all are one */
	bool apart;	     /* results between sets count for nothing */
	double across;	     /* virtual draws instead of prior between sets */
	double *share;	     /* by bot: 1 / seats that it met */
	double *at;	     /* bots + effects: the point ... */
	struct moments here; /* ... and the derivatives there */
	int iterations;
	double gradient, step; /* the largest of the last iteration */
	bool converged;
};

struct rating_model {
	const char *name;
	int least, most; /* seats of a game */
	int (*effects)(int seats);
	void *(*create)(const struct fit *f); /* f->data; NULL: it has none */
	void (*free)(void *data);
	void (*moments)(const struct fit *f, const double *x, struct moments *m);
	/* At f->at. */
	void (*residuals)(const struct fit *f, struct residuals *r);
};

/* all-ratings.c: every model, ended by NULL, and the one for this number of seats. */
extern const struct rating_model *const all_ratings[];
const struct rating_model *rating_model_find(int seats);

/* Do results of these two bots with each other count? */
static inline bool fit_counts(const struct fit *f, int a, int b)
{
	return !f->apart || f->set[a] == f->set[b];
}

/* The weight of all virtual results of a pair. */
static inline double fit_virtual(const struct fit *f, int a, int b, size_t pair)
{
	double prior = f->set == NULL || f->set[a] == f->set[b] ? f->prior : f->across;
	return prior / 2 * f->graph.met[pair] * (f->share[a] + f->share[b]);
}

/* Makes room for the fit of these games, which are borrowed. effects: of the seats too. Frees it.
 */
void fit_init(struct fit *f, const struct rating_games *games, bool effects);
void fit_clear(struct fit *f);

/* From f->at to the likeliest point; f says how near it came. */
void fit_find(struct fit *f);

/* Takes f->here at f->at again, after the options of the fit have changed. */
void fit_update(struct fit *f);

/* Takes from x the mean of each group; groups are numbered from 0 to at most bots. */
void fit_centre(int bots, const int *group, double *x);

/* Makes room for the moments of a fit; frees them. */
void fit_moments_init(struct moments *m, const struct fit *f);
void fit_moments_clear(struct moments *m);

/* y = m x: m as a matrix of bots and effects. */
void fit_times(const struct fit *f, const struct moments *m, const double *x, double *y);

/* The sum of products of bots and effects. */
double fit_dot(const struct fit *f, const double *x, const double *y);

/* Solves the equations of f->here: x = about Hessian^-1 b, to this part of b. */
void fit_solve(const struct fit *f, const double *b, double *x, double precision);

#endif
