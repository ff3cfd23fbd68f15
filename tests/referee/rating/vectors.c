/*
 * Ratings that separate programs found: Bradley-Terry to a thousandth of an Elo, Plackett-Luce to a
 * millionth of a unit.
 */
#include "tests/lib/rating-data.h"

static const char *const vectors_two[] = {"v1-draws", "v2-allwins"};

START_TEST(two_seats_are_rated_as_a_separate_program_rates_them)
	{
		char path[128], line[128], advantage[16], name[32];
		double prior, elo;
		int lines = 0;
		snprintf(path, sizeof path, "tests/vectors/ratings/%s.csv", vectors_two[_i]);
		struct rating_data *data = rating_data_read_two(path);
		snprintf(path, sizeof path, "tests/vectors/ratings/%s.expected.tsv",
			vectors_two[_i]);
		FILE *file = fopen(path, "r");
		ck_assert_ptr_nonnull(file);
		while (fgets(line, sizeof line, file) != NULL) {
			if (sscanf(line, "%lf %15s %31[^\t]\t%lf", &prior, advantage, name, &elo) !=
				4)
				continue;
			struct rating_options options = {prior, strcmp(advantage, "fitted") == 0};
			struct rating_table *t = rating_create(&data->games, &options);
			ck_assert(t->converged);
			ck_assert_int_eq(t->effects, options.advantage);
			double found = strcmp(name, "(first seat)") == 0
					       ? t->effect[0]
					       : t->rating[rating_data_bot(data, name)].elo;
			ck_assert_msg(fabs(found - elo) < 2e-6, "%s %s: %.6f, not %.6f", path, line,
				found, elo);
			lines++;
			rating_free(t);
		}
		ck_assert_int_ge(lines, 12);
		fclose(file);
		rating_data_free(data);
	}
END_TEST

/* game,seat,player,place, a game's seats in their order; free seats are -1. */
static struct rating_data *vectors_read(const char *path)
{
	struct rating_data *data = rating_data_create(6, 0);
	char line[128], name[32];
	int game, seat, place, last = 0;
	FILE *file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof line, file) != NULL) {
		if (sscanf(line, "%d,%d,%31[^,],%d", &game, &seat, name, &place) != 4)
			continue;
		if (game != last)
			rating_data_game(
				data, (int[]){-1, -1, -1, -1, -1, -1}, (int[]){0, 0, 0, 0, 0, 0});
		last = game;
		data->bot[6 * (data->games.count - 1) + (size_t)seat - 1] =
			rating_data_bot(data, name);
		data->rank[6 * (data->games.count - 1) + (size_t)seat - 1] = (uint8_t)place;
	}
	fclose(file);
	return data;
}

START_TEST(more_seats_are_rated_as_a_separate_program_rates_them)
	{
		char line[128], name[32];
		double theta, elo;
		int lines = 0;
		struct rating_data *data = vectors_read("tests/vectors/ratings/pl1.csv");
		struct rating_table *t =
			rating_create(&data->games, &(struct rating_options){0, false});
		FILE *file = fopen("tests/vectors/ratings/pl1.expected.tsv", "r");
		ck_assert_ptr_nonnull(file);
		ck_assert_int_eq(data->games.count, 40);
		ck_assert(t->converged);
		while (fgets(line, sizeof line, file) != NULL)
			if (sscanf(line, "%31s %lf %lf", name, &theta, &elo) == 3) {
				double found =
					t->rating[rating_data_bot(data, name)].elo / RATING_ELO;
				ck_assert_msg(fabs(found - theta) < 2e-9, "%s: %.9f, not %.9f",
					name, found, theta);
				lines++;
			}
		ck_assert_int_eq(lines, 6);
		fclose(file);
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

SUITE("referee/rating/vectors", LOOP(two_seats_are_rated_as_a_separate_program_rates_them, 2),
	CASE(more_seats_are_rated_as_a_separate_program_rates_them))
