/*
 * rating-model.h - what a model of results has to say, so that one fit, one set of errors and one
 * table do for all of them.
 *
 * A model's information about strengths is always the Laplacian of the graph of who met whom: it
 * knows differences alone. So it is kept as a weight for each pair. What seats are worth are a few
 * parameters more, which border it.
 */
#ifndef REFEREE_RATING_RATING_MODEL_H
#define REFEREE_RATING_RATING_MODEL_H

#include "referee/rating/elimination.h"
#include "referee/rating/game-graph.h"
#include "referee/rating/rating.h"

/* What Newton's method needs to know of one point: of the log-likelihood, by strengths and then by
 * effects, in units of the logistic curve. */
struct moments {
	double *gradient; /* bots + effects: points got less points expected */
	double *weight;	  /* by pair: the Hessian's negative, as a Laplacian */
	double *border;	  /* effects * bots: between effects and strengths */
	double corner[RATING_SEATS * RATING_SEATS]; /* effects * effects */
};

/* Everything that a fit is made of. */
struct fit {
	const struct rating_games *games; /* borrowed */
	const struct rating_model *model;
	struct game_graph meetings;
	struct neighbours near;
	struct elimination elimination;
	void *data;	     /* the model's own */
	int effects;	     /* that are fitted */
	double prior;	     /* virtual draws for each bot ... */
	const int *group;    /* by bot, to bots at most: who is joined by games. Borrowed */
	const int *set;	     /* by bot; NULL: all are one. Borrowed */
	bool apart;	     /* what happened between sets counts for nothing */
	double across;	     /* virtual draws instead of prior between sets */
	double *share;	     /* by bot: 1 / seats that it met */
	double *at;	     /* bots + effects: the point ... */
	struct moments here; /* ... and what is known of it */
	int iterations;
	double gradient, step; /* the largest of the last iteration */
	bool converged;
};

struct rating_model {
	const char *name;
	int least, most; /* seats of a game */
	int (*effects)(int seats);
	void *(*create)(const struct fit *f);
	void (*free)(void *data);
	/* What is known of point x. */
	void (*moments)(const struct fit *f, const double *x, struct moments *m);
	/* By bot, at f->at: the square sum of how far its results are from what was expected, and
	 * what that would be if the model were all there is. Remembers the first game by game when
	 * noise() will be asked. */
	void (*residuals)(const struct fit *f, bool remember, double *found, double *expected);
	/* The square sum over all results of how far they move the sum of parameters times row. */
	double (*noise)(const struct fit *f, const double *row);
	/* Multiplications of noise(). */
	double (*noise_cost)(const struct fit *f);
};

/* all-ratings.c: every model, ended by NULL, and the one for so many seats. */
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
	return prior / 2 * f->meetings.met[pair] * (f->share[a] + f->share[b]);
}

void fit_init(struct fit *f, const struct rating_games *games, bool effects);
void fit_clear(struct fit *f);

/* newton.c: from f->at to the likeliest point; f says how far it came. */
void fit_find(struct fit *f);

/* Solves what f->here says for parameters: x = about Hessian^-1 b, to this part of b. */
void fit_solve(const struct fit *f, const double *b, double *x, double precision);

#endif
