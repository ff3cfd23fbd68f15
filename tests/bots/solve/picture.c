/*
 * picture.c - pictures of trees: what they say must be what the solver counts, and nothing may
 * overlap.
 */
#include "bots/solve/picture.h"
#include "tests/lib/byte-source.h"
#include "tests/lib/suite.h"

#include <inttypes.h>

enum { PICTURE_ROOM = 1 << 17, PICTURE_WHY = 1024 };

static struct picture picture_made;

static enum solve_status picture_read(const char *text, struct error *err)
{
	struct source source = {text, strlen(text), 4096};
	struct input *in = input_create(source_read, &source);
	struct game_tree tree;
	enum solve_status status = SOLVE_INPUT;

	memset(&picture_made, 0, sizeof picture_made);
	if (game_tree_read(in, &tree, err))
		status = picture_tree_read(&picture_made, in, &tree, err);
	input_free(in);
	return status;
}

static void picture_read_vector(const char *name, char *out, size_t size)
{
	static char in[PICTURE_ROOM];
	struct error err = {""};

	ck_assert(source_file("tests/vectors/puzzles", name, "in", in, sizeof in));
	ck_assert(source_file("tests/vectors/puzzles", name, "out", out, size));
	out[strcspn(out, "\n")] = '\0';
	ck_assert_msg(picture_read(in, &err) == SOLVE_DONE, "%s", err.text);
}

static const char *const picture_vectors[] = {
	"tree-01", "tree-02", "tree-03", "tree-04", "tree-05", "tree-06"};
enum { PICTURE_VECTORS = sizeof picture_vectors / sizeof *picture_vectors };

START_TEST(what_is_not_grey_is_what_alpha_beta_visits)
	{
		char out[64], line[64];
		int seen = 0;

		picture_read_vector(picture_vectors[_i], out, sizeof out);
		picture_search(&picture_made);
		snprintf(line, sizeof line, "%" PRId64 " %d", picture_made.nodes[0].value,
			picture_made.visited);
		ck_assert_str_eq(line, out);
		for (int i = 0; i < picture_made.count; i++)
			seen += picture_made.nodes[i].visited;
		ck_assert_int_eq(seen, picture_made.visited);
	}
END_TEST

START_TEST(the_best_line_leads_from_the_root_to_a_leaf_of_its_value)
	{
		char out[64];
		int at = 0;

		picture_read_vector(picture_vectors[_i], out, sizeof out);
		picture_search(&picture_made);
		while (picture_made.nodes[at].first_child != PICTURE_NONE) {
			int best = PICTURE_NONE;
			ck_assert(picture_made.nodes[at].best);
			for (int i = picture_made.nodes[at].first_child; i != PICTURE_NONE;
				i = picture_made.nodes[i].next) {
				if (!picture_made.nodes[i].best)
					continue;
				ck_assert_int_eq(best, PICTURE_NONE);
				best = i;
			}
			ck_assert_int_ne(best, PICTURE_NONE);
			at = best;
		}
		ck_assert_int_eq(picture_made.nodes[at].value, picture_made.nodes[0].value);
		ck_assert_int_eq(picture_made.nodes[0].bound, PICTURE_EXACT);
	}
END_TEST

START_TEST(of_equal_children_the_first_is_on_the_best_line)
	{
		struct error err = {""};
		char value[PICTURE_TEXT];

		/* The second min node is cut by its first leaf: at most 3, no better than the
		 * first. */
		ck_assert_int_eq(picture_read("2 2 3 4 3 9", &err), SOLVE_DONE);
		picture_search(&picture_made);
		int first = picture_made.nodes[0].first_child,
		    second = picture_made.nodes[first].next;
		ck_assert_int_eq(picture_made.nodes[0].bound, PICTURE_EXACT);
		ck_assert(picture_made.nodes[first].best);
		ck_assert(!picture_made.nodes[second].best);
		picture_value_text(&picture_made.nodes[second], value);
		ck_assert_str_eq(value, "≤ 3");
		ck_assert_int_eq(picture_made.visited, 6);
	}
END_TEST

static const struct picture_large {
	const char *in;
	enum solve_status status;
} picture_larges[] = {
	{"1 399", SOLVE_INPUT}, /* 400 nodes are few enough: it goes on to miss the leaves */
	{"1 400", SOLVE_USAGE},
	{"399 1", SOLVE_INPUT},
	{"400 1", SOLVE_USAGE},
	{"7 2", SOLVE_INPUT},
	{"8 2", SOLVE_USAGE},
	{"9223372036854775807 9223372036854775807", SOLVE_USAGE},
};

START_TEST(more_than_400_nodes_are_refused_before_they_are_read)
	{
		struct error err = {""};

		ck_assert_int_eq(
			picture_read(picture_larges[_i].in, &err), picture_larges[_i].status);
		if (picture_larges[_i].status == SOLVE_USAGE)
			ck_assert_ptr_nonnull(strstr(err.text, "too large to draw"));
	}
END_TEST

SUITE("bots/solve/picture", LOOP(what_is_not_grey_is_what_alpha_beta_visits, PICTURE_VECTORS),
	LOOP(the_best_line_leads_from_the_root_to_a_leaf_of_its_value, PICTURE_VECTORS),
	CASE(of_equal_children_the_first_is_on_the_best_line),
	LOOP(more_than_400_nodes_are_refused_before_they_are_read,
		sizeof picture_larges / sizeof *picture_larges))
