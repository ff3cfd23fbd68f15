/*
 * solve-nim.c - `referee-solve nim`: the winner of nim, the winning moves, and the whole tree.
 */
#include "bots/solve/solve.h"

#include <stdio.h>
#include <string.h>

#include "bots/solve/exact-nim.h"
#include "bots/solve/picture.h"

enum {
	SOLVE_NIM_HEAPS,
	SOLVE_NIM_TAKE,
	SOLVE_NIM_MISERE,
	SOLVE_NIM_TREE,
	SOLVE_NIM_DRAW,
	SOLVE_NIM_TREE_MAX = 1000000, /* maximum nodes printed */
	SOLVE_NIM_TOKENS_MAX = 2000,  /* and maximum depth */
	SOLVE_NIM_LABEL = 256
};

static const struct solve_flag solve_nim_flags[] = {
	[SOLVE_NIM_HEAPS] = {"heaps", "N[/N...]",
		"begin with heaps of these numbers of tokens (default: 21)"},
	[SOLVE_NIM_TAKE] = {"take", "N",
		"let a move take at most this many tokens; 0: any number (default: 3)"},
	[SOLVE_NIM_MISERE] = {"misere", "0|1",
		"let the player that takes the last token lose (1) or win (0) (default: 1)"},
	[SOLVE_NIM_TREE] = {"tree", NULL,
		"print the whole tree as well, a node a line: MOVE max_4 = VALUE"},
	[SOLVE_NIM_DRAW] = {"draw", "FILE.dot", "draw the whole tree in a file for Graphviz"},
	{NULL},
};

/* Writes max_4 for the first player with 4 tokens left; heaps are separated by /. */
static void solve_nim_label(
	const struct setup *s, const struct position *p, int level, char *label, size_t room)
{
	struct nim_view nim = nim_view(s, p);
	size_t used = (size_t)snprintf(label, room, level % 2 == 0 ? "max_" : "min_");

	for (int i = 0; i < nim.count && used < room; i++)
		used += (size_t)snprintf(
			label + used, room - used, "%s%d", i > 0 ? "/" : "", nim.heaps[i]);
}

static void solve_nim_name(
	const struct setup *s, const struct position *p, int level, char name[PICTURE_TEXT])
{
	solve_nim_label(s, p, level, name, PICTURE_TEXT);
}

/* Walks the tree; prints or only counts it; false: it is too large. */
static bool solve_nim_walk(
	const struct setup *s, const struct position *p, const char *by, int level, int *left)
{
	static move moves[MOVES_MAX];
	char label[SOLVE_NIM_LABEL], text[MOVE_TEXT];
	int count = s->rules->moves(s, p, moves);

	if (--*left < 0)
		return false;
	if (by != NULL) {
		bool first_wins = exact_nim_wins(s, p) == (level % 2 == 0);
		solve_nim_label(s, p, level, label, sizeof label);
		printf("%*s%s%s%s = %d\n", 2 * level, "", by, *by != '\0' ? " " : "", label,
			first_wins ? 1 : -1);
	}
	for (int i = 0; i < count; i++) {
		struct position next = *p;
		s->rules->moves(s, p, moves);
		s->rules->move_text(s, p, moves[i], text);
		s->rules->play(s, &next, moves[i]);
		if (!solve_nim_walk(s, &next, by != NULL ? text : NULL, level + 1, left))
			return false;
	}
	return true;
}

static enum solve_status solve_nim_tree(const struct solve_game *game)
{
	struct error err;
	struct nim_view nim = nim_view(&game->setup, &game->position);
	int tokens = 0, left = SOLVE_NIM_TREE_MAX;

	for (int i = 0; i < nim.count; i++)
		tokens += nim.heaps[i];
	if (tokens > SOLVE_NIM_TOKENS_MAX ||
		!solve_nim_walk(&game->setup, &game->position, NULL, 0, &left)) {
		error_set(&err, "the tree is too large to print: it has more than %d nodes",
			SOLVE_NIM_TREE_MAX);
		return solve_fail(SOLVE_USAGE, err.text);
	}
	left = SOLVE_NIM_TREE_MAX;
	solve_nim_walk(&game->setup, &game->position, "", 0, &left);
	return SOLVE_DONE;
}

static enum solve_status solve_nim_draw(const struct solve_game *game, const char *file)
{
	static struct picture picture;
	struct error err;
	char heaps[SOLVE_NIM_LABEL];
	struct nim_view nim = nim_view(&game->setup, &game->position);

	if (!picture_can_write(file, &err))
		return solve_fail(SOLVE_USAGE, err.text);
	solve_nim_label(&game->setup, &game->position, 0, heaps, sizeof heaps);
	if (!picture_add_game(&picture, &game->setup, &game->position, solve_nim_name)) {
		picture_refuse(&err);
		return solve_fail(SOLVE_USAGE, err.text);
	}
	char limit[32] = "any number";
	if (nim.take > 0)
		snprintf(limit, sizeof limit, "up to %d", nim.take);
	snprintf(picture.title, sizeof picture.title,
		"Nim from %.40s, a move takes %s, who takes the last token %s",
		heaps + strlen("max_"), limit, nim.misere ? "loses" : "wins");
	enum solve_status status = picture_draw(&picture, file, &err);
	return status == SOLVE_DONE ? status : solve_fail(status, err.text);
}

/* Prints VALUE MOVES: 1 and the winning moves, or -1 and a dash. */
static void solve_nim_answer(const struct solve_game *game)
{
	static move moves[MOVES_MAX];
	const struct setup *s = &game->setup;
	char text[MOVE_TEXT];
	bool wins = exact_nim_wins(s, &game->position);
	int count = s->rules->moves(s, &game->position, moves), shown = 0;

	printf("%s ", wins ? "1" : "-1");
	for (int i = 0; i < count && wins; i++) {
		struct position next = game->position;
		s->rules->play(s, &next, moves[i]);
		if (exact_nim_wins(s, &next))
			continue;
		s->rules->move_text(s, &game->position, moves[i], text);
		printf("%s%s", shown++ > 0 ? "," : "", text);
	}
	puts(shown == 0 ? "-" : "");
}

static enum solve_status solve_nim_run(const struct solve_call *call)
{
	static struct solve_game game;
	static char settings[SOLVE_NIM_TREE][SOLVE_NIM_LABEL];
	const char *given[SOLVE_NIM_TREE];
	struct error err;
	int count = 0;

	for (int flag = SOLVE_NIM_HEAPS; flag < SOLVE_NIM_TREE; flag++) {
		if (solve_value(call, flag) == NULL)
			continue;
		snprintf(settings[count], sizeof settings[count], "%s=%s",
			solve_nim_flags[flag].name, solve_value(call, flag));
		given[count] = settings[count];
		count++;
	}
	const struct rules *rules = solve_game_find("nim", &err);
	if (rules == NULL || !solve_game_init(&game, rules, 2, given, count, &err))
		return solve_fail(SOLVE_USAGE, err.text);
	enum solve_status status = SOLVE_DONE;
	if (call->counts[SOLVE_NIM_DRAW] > 0)
		status = solve_nim_draw(&game, solve_value(call, SOLVE_NIM_DRAW));
	if (status != SOLVE_DONE)
		return status;
	solve_nim_answer(&game);
	return call->counts[SOLVE_NIM_TREE] > 0 ? solve_nim_tree(&game) : SOLVE_DONE;
}

const struct solve solve_nim = {
	.name = "nim",
	.usage = "[OPTIONS]",
	.summary = "print VALUE MOVES for two players: 1 and the moves that win, or -1 and a dash",
	.flags = solve_nim_flags,
	.run = solve_nim_run,
};
