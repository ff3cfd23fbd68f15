/*
 * Pictures are what board-pictures.txt says, whose coordinates were computed by hand from the sizes
 * that each kind of board states. A case: `board` or `sheet`, the game, its parameters with commas
 * between ("-": none), and its position or
 * moves. A sheet has turns that are a seat's verdict in place of a
 * move, and words NAME=TEXT before them: count, ranks, result, title, subtitle, players.
 */
#include "referee/board/board.h"
#include "referee/board/game-sheet.h"

#include "base/memory.h"
#include "tests/lib/expected-text.h"

static void pictures_setup(struct setup *s, const char *game, const char *params)
{
	struct error err;
	char *copy = memory_copy(params), *rest = copy;
	const char *settings[PARAMETERS_MAX];
	int count = 0;
	while (strcmp(params, "-") != 0 && (settings[count] = strsep(&rest, ";")) != NULL)
		count++;
	ck_assert_msg(setup_init(s, rules_find(game), strcmp(game, "nim") == 0 ? 3 : 0, 1, settings,
			      count, &err),
		"%s", err.text);
	free(copy);
}

/* Reads a position with "_" for blanks. */
static void pictures_read(const struct setup *s, struct position *p, const char *word)
{
	struct error err;
	char *text = memory_copy(word);
	for (char *at = text; (at = strchr(at, '_')) != NULL;)
		*at = ' ';
	ck_assert_msg(s->rules->read(s, p, text, &err), "%s: %s", word, err.text);
	free(text);
}

static void pictures_board(const char *const *words, FILE *out)
{
	static struct setup setup;
	struct position start, before, now;
	move m;
	pictures_setup(&setup, words[1], words[2]);
	setup.rules->start(&setup, &start);
	now = start;
	struct board_scene scene = {.setup = &setup, .now = &now};
	for (int i = 3; words[i] != NULL; i++) {
		if (strchr(words[i], '/') != NULL) {
			pictures_read(&setup, &now, words[i]);
			continue;
		}
		ck_assert_msg(rules_read_move(&setup, &now, words[i], &m), "%s", words[i]);
		before = now;
		scene.before = &before;
		scene.move = words[i];
		scene.mover = setup.rules->to_move(&setup, &now);
		setup.rules->play(&setup, &now, m);
	}
	struct board *b = board_create(&setup, &start);
	board_show(b, &scene);
	fprintf(out, "%g x %g\n", board_width(b), board_height(b));
	board_draw(out, b);
	board_free(b);
}

/* The value of a word NAME=TEXT with "_" for blanks; to be freed. NULL: another word. */
static char *pictures_value(const char *word, const char *name)
{
	size_t length = strlen(name);
	if (strncmp(word, name, length) != 0 || word[length] != '=')
		return NULL;
	char *text = memory_copy(word + length + 1);
	for (char *at = text; (at = strchr(at, '_')) != NULL;)
		*at = ' ';
	return text;
}

static void pictures_turn(struct move_list *h, struct game *game, const char *word)
{
	int seat = game_to_move(game);
	if (verdict_find(word) < VERDICTS) {
		move_list_add_leave(h, seat, verdict_find(word), "");
		game_judge(game, seat, verdict_find(word), "%s", "");
		game_forfeit(game, 1u << (seat - 1));
	} else {
		move_list_add_move(h, seat, word, NULL);
		ck_assert_msg(game_move(game, word), "%s", word);
	}
}

static void pictures_sheet(const char *const *words, FILE *out)
{
	static struct setup setup;
	static const struct limits none;
	static struct game game;
	static const char *const keys[] = {
		"title", "subtitle", "players", "ranks", "result", "count"};
	enum { TITLE, SUBTITLE, PLAYERS, RANKS, RESULT, COUNT, KEYS };
	char *values[KEYS] = {NULL};
	int ranks[SEATS_MAX] = {0};
	struct move_list h;
	struct error err;
	pictures_setup(&setup, words[1], words[2]);
	move_list_init(&h, &setup, "");
	ck_assert(move_list_replay(&h, 0, &none, &game, &err));
	for (int i = 3; words[i] != NULL; i++) {
		char *value = NULL;
		int key = 0;
		while (key < KEYS && (value = pictures_value(words[i], keys[key])) == NULL)
			key++;
		if (value != NULL)
			values[key] = value;
		else
			pictures_turn(&h, &game, words[i]);
	}
	char *rest = values[PLAYERS];
	for (int i = 0; i < setup.seats && rest != NULL; i++)
		h.names[i] = memory_copy(strsep(&rest, ","));
	for (int i = 0; i < setup.seats && values[RANKS] != NULL; i++)
		ranks[i] = values[RANKS][i] - '0';
	const struct game_sheet sheet = {.title = values[TITLE] != NULL ? values[TITLE] : "",
		.subtitle = values[SUBTITLE] != NULL ? values[SUBTITLE] : "",
		.moves = &h,
		.count = values[COUNT] != NULL ? atoi(values[COUNT]) : h.count,
		.ranks = values[RANKS] != NULL ? ranks : NULL,
		.result = values[RESULT]};
	if (!game_sheet_write(out, &sheet, &err))
		fprintf(out, "%s\n", err.text);
	move_list_clear(&h);
	for (int i = 0; i < KEYS; i++)
		free(values[i]);
}

static void pictures_print(const char *const *words, FILE *out)
{
	(strcmp(words[0], "board") == 0 ? pictures_board : pictures_sheet)(words, out);
}

START_TEST(a_picture_is_what_the_file_says)
	{
		expected_text_check("tests/referee/board/board-pictures.txt", pictures_print);
	}
END_TEST

SUITE("referee/board/board-pictures", CASE(a_picture_is_what_the_file_says))
