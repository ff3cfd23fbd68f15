/*
 * rating-data.h - results for the tests of ratings: made by hand, drawn by chance, or read from a
 * vector.
 */
#ifndef TESTS_LIB_RATING_DATA_H
#define TESTS_LIB_RATING_DATA_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/rating/rating.h"
#include "tests/lib/suite.h"

enum { RATING_DATA_BOTS = 5000, RATING_DATA_SEATS = 4000000 };

struct rating_data {
	struct rating_games games;
	int32_t *bot;
	uint8_t *rank;
	char names[64][32]; /* of bots, where they were read */
	uint64_t seed;
};

static inline struct rating_data *rating_data_create(int seats, int bots)
{
	struct rating_data *data = calloc(1, sizeof *data);
	ck_assert_ptr_nonnull(data);
	data->bot = malloc(RATING_DATA_SEATS * sizeof *data->bot);
	data->rank = malloc(RATING_DATA_SEATS * sizeof *data->rank);
	data->games = (struct rating_games){
		.seats = seats, .bots = bots, .bot = data->bot, .rank = data->rank};
	data->seed = 1;
	return data;
}

static inline void rating_data_free(struct rating_data *data)
{
	free(data->bot);
	free(data->rank);
	free(data);
}

static inline void rating_data_game(struct rating_data *data, const int *bots, const int *ranks)
{
	size_t at = data->games.count++ * (size_t)data->games.seats;
	ck_assert(at + (size_t)data->games.seats <= RATING_DATA_SEATS);
	for (int i = 0; i < data->games.seats; i++) {
		data->bot[at + (size_t)i] = bots[i];
		data->rank[at + (size_t)i] = (uint8_t)ranks[i];
	}
}

/* A game of two: score is 1, 0.5 or 0 for the first. */
static inline void rating_data_two(struct rating_data *data, int first, int second, double score)
{
	rating_data_game(
		data, (int[]){first, second}, (int[]){score < 0.5 ? 2 : 1, score > 0.5 ? 2 : 1});
}

/* Uniform in [0, 1): a generator of its own (Knuth's MMIX). */
static inline double rating_data_chance(struct rating_data *data)
{
	data->seed = data->seed * 6364136223846793005u + 1442695040888963407u;
	return (double)(data->seed >> 11) / 9007199254740992.0;
}

static inline int rating_data_bot(struct rating_data *data, const char *name)
{
	int bot = 0;
	while (bot < data->games.bots && strcmp(data->names[bot], name) != 0)
		bot++;
	if (bot == data->games.bots) {
		ck_assert_int_lt(bot, 64);
		snprintf(data->names[data->games.bots++], sizeof *data->names, "%s", name);
	}
	return bot;
}

/* first,second,score_first */
static inline struct rating_data *rating_data_read_two(const char *path)
{
	struct rating_data *data = rating_data_create(2, 0);
	char line[128], first[32], second[32];
	double score;
	FILE *file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "%31[^,],%31[^,],%lf", first, second, &score) == 3) {
			int a = rating_data_bot(data, first), b = rating_data_bot(data, second);
			rating_data_two(data, a, b, score);
		}
	fclose(file);
	return data;
}

#endif
