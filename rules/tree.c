/*
 * tree.c - a game that is nothing but its tree: `depth` choices among `branching` children lead to
 * a leaf; seat 1 scores its number, seat 2 the negative. Leaves are listed left to right.
 *
 * A position is the node's index within its level; a move is the child's number, from 1.
 */
#include "rules/tree.h"

#include "rules/turn.h"

enum {
	TREE_DEPTH,
	TREE_BRANCHING,
	TREE_LEAVES,
	TREE_DEPTH_MAX = 64,
	TREE_BRANCHING_MAX = MOVES_MAX,
	TREE_LEAVES_MAX = 4096,
	TREE_DRAWN = 99 /* drawn leaves are from -99 to 99 */
};

/* Leaves are within 10^15, so that sums, differences and doubles hold them exactly. */
static const int64_t tree_most = INT64_C(1000000000000000);

struct tree_setup {
	int depth;
	int branching;
	int count; /* leaves */
	int64_t leaves[TREE_LEAVES_MAX];
};

struct tree_position {
	uint16_t index;
	uint8_t plies;
	uint8_t out; /* bit seat - 1 is set: gave up */
};

_Static_assert(sizeof(struct tree_setup) <= SETUP_BYTES, "room");
_Static_assert(TREE_LEAVES_MAX * sizeof("-99") <= PARAMETER_TEXT, "drawn leaves can be written");

static const struct tree_setup *tree_of(const struct setup *s)
{
	return (const struct tree_setup *)s->bytes;
}

static const struct tree_position *tree_at(const struct position *p)
{
	return (const struct tree_position *)p->bytes;
}

static bool tree_read_leaves(struct tree_setup *t, const char *text, struct error *err)
{
	int count = 0;
	for (const char *at = text;; at++) {
		int64_t leaf;
		if (!text_take_number(&at, &leaf) || leaf < -tree_most || leaf > tree_most ||
			(*at != ',' && *at != '\0'))
			return error_set(err,
				"leaves: number %d is not a whole number within 10^15 and a comma",
				count + 1);
		if (count < t->count)
			t->leaves[count] = leaf;
		count++;
		if (*at == '\0')
			break;
	}
	if (count != t->count)
		return error_set(err, "leaves are %d numbers; depth %d and branching %d make %d",
			count, t->depth, t->branching, t->count);
	return true;
}

static bool tree_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	struct tree_setup *t = (struct tree_setup *)s->bytes;
	if (!text_parameter("depth", texts[TREE_DEPTH], 1, TREE_DEPTH_MAX, &t->depth, err) ||
		!text_parameter("branching", texts[TREE_BRANCHING], 1, TREE_BRANCHING_MAX,
			&t->branching, err))
		return false;
	t->count = 1;
	for (int i = 0; i < t->depth; i++) {
		t->count *= t->branching;
		if (t->count > TREE_LEAVES_MAX)
			return error_set(err, "depth %d and branching %d make more than %d leaves",
				t->depth, t->branching, TREE_LEAVES_MAX);
	}
	if (texts[TREE_LEAVES] != NULL)
		return tree_read_leaves(t, texts[TREE_LEAVES], err);
	for (int i = 0; i < t->count; i++)
		t->leaves[i] = (int64_t)random_below(&seed, 2 * TREE_DRAWN + 1) - TREE_DRAWN;
	return true;
}

static void tree_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	const struct tree_setup *t = tree_of(s);
	struct text out = text_begin(text, PARAMETER_TEXT);
	if (i != TREE_LEAVES)
		text_number(&out, i == TREE_DEPTH ? t->depth : t->branching);
	for (int leaf = 0; i == TREE_LEAVES && leaf < t->count; leaf++) {
		if (leaf > 0)
			text_char(&out, ',');
		text_number(&out, t->leaves[leaf]);
	}
	text_end(&out);
}

static void tree_start(const struct setup *s, struct position *p)
{
	(void)s;
	*p = (struct position){0};
}

static int tree_to_move(const struct setup *s, const struct position *p)
{
	const struct tree_position *at = tree_at(p);
	return at->plies == tree_of(s)->depth || at->out != 0 ? 0 : at->plies % 2 + 1;
}

static int tree_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	if (tree_to_move(s, p) == 0)
		return 0;
	int count = tree_of(s)->branching;
	for (int i = 0; i < count; i++)
		moves[i] = (move)i + 1;
	return count;
}

static void tree_play(const struct setup *s, struct position *p, move m)
{
	const struct tree_setup *t = tree_of(s);
	struct tree_position *at = (struct tree_position *)p->bytes;
	assert(m >= 1 && m <= (move)t->branching && at->plies < t->depth);
	at->index = (uint16_t)(at->index * t->branching + (int)m - 1);
	at->plies++;
}

static void tree_forfeit(const struct setup *s, struct position *p, int seat)
{
	struct tree_position *at = (struct tree_position *)p->bytes;
	if (tree_to_move(s, p) != 0)
		at->out = (uint8_t)(1u << (seat - 1));
}

static void tree_scores(const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	const struct tree_setup *t = tree_of(s);
	const struct tree_position *at = tree_at(p);
	scores[0] = at->plies == t->depth ? t->leaves[at->index] : 0;
	scores[1] = -scores[0];
}

static int tree_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT])
{
	(void)s, (void)p;
	struct text out = text_begin(text, MOVE_TEXT);
	text_number(&out, m);
	return text_end(&out);
}

static void tree_write_path(
	const struct tree_setup *t, const struct tree_position *at, struct text *out)
{
	int power = 1;
	for (int i = 1; i < at->plies; i++)
		power *= t->branching;
	if (at->plies == 0)
		text_char(out, '-');
	for (int i = 0; i < at->plies; i++, power /= t->branching) {
		if (i > 0)
			text_char(out, '/');
		text_number(out, at->index / power % t->branching + 1);
	}
}

static void tree_write(const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	const struct tree_position *at = tree_at(p);
	struct turn turn = {
		.seat = (uint8_t)(at->plies % 2 + 1), .out = at->out, .number = 1 + at->plies / 2u};
	struct text out = text_begin(text, POSITION_TEXT);
	tree_write_path(tree_of(s), at, &out);
	turn_write(&turn, NULL, &out);
	text_end(&out);
}

/* Takes the path, `-` when it is empty. */
static bool tree_take_path(
	const struct setup *s, struct position *p, const char **at, struct error *err)
{
	const struct tree_setup *t = tree_of(s);
	struct tree_position *to = (struct tree_position *)p->bytes;
	if (**at == '-') {
		(*at)++;
		return true;
	}
	for (;; (*at)++) {
		int64_t child;
		if (!text_take_number(at, &child) || child < 1 || child > t->branching)
			return error_set(err,
				"the path is - or children from 1 to %d split by /, not \"%.20s\"",
				t->branching, *at);
		if (to->plies == t->depth)
			return error_set(err, "the path is longer than the tree, %d", t->depth);
		tree_play(s, p, (move)child);
		if (**at != '/')
			return true;
	}
}

static bool tree_read(
	const struct setup *s, struct position *p, const char *text, struct error *err)
{
	*p = (struct position){0};
	struct tree_position *at = (struct tree_position *)p->bytes;
	struct turn turn;
	if (!tree_take_path(s, p, &text, err) || !turn_read(&turn, NULL, s->seats, text, err) ||
		!turn_follows(&turn, at->plies, NULL, err))
		return false;
	if (turn.out != 0 && tree_to_move(s, p) == 0)
		return error_set(err, "the game is over; no seat can give up");
	at->out = turn.out;
	return true;
}

static uint64_t tree_key(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct tree_position *at = tree_at(p);
	return random_mix(at->index, (uint64_t)at->out << 8 | at->plies);
}

/* Points into the setup. */
struct tree_view tree_view(const struct setup *s, const struct position *p)
{
	const struct tree_setup *t = tree_of(s);
	const struct tree_position *at = tree_at(p);
	int below = t->count;
	for (int i = 0; i < at->plies; i++)
		below /= t->branching;
	return (struct tree_view){.count = t->count,
		.leaves = t->leaves,
		.first = at->index * below,
		.last = (at->index + 1) * below};
}

static const struct parameter tree_parameters[] = {
	[TREE_DEPTH] = {"depth", "2", "choices to a leaf, 1 to 64; at most 4096 leaves", false},
	[TREE_BRANCHING] = {"branching", "2", "children of a node, 1 to 2048", false},
	[TREE_LEAVES] = {"leaves", NULL, "seat 1's scores, left to right: 2,-1,3,0", false},
	{NULL, NULL, NULL, false},
};

const struct rules rules_tree = {
	.name = "tree",
	.title = "Game tree",
	.summary = "choose in turn; the leaf is what the first seat gets from the second",
	.seat_counts = 1u << 2,
	.position_bytes = sizeof(struct tree_position),
	.scored = true,
	.one_stake = true,
	.parameters = tree_parameters,
	.prepare = tree_prepare,
	.parameter = tree_parameter,
	.start = tree_start,
	.to_move = tree_to_move,
	.moves = tree_moves,
	.play = tree_play,
	.forfeit = tree_forfeit,
	.scores = tree_scores,
	.move_text = tree_move_text,
	.write = tree_write,
	.read = tree_read,
	.key = tree_key,
};
