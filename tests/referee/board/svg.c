/*
 * Texts in pictures are texts, whatever a bot calls itself, and every game has a picture with room.
 */
#include "referee/board/svg.h"

#include <stdlib.h>
#include <string.h>

#include "referee/board/game-sheet.h"
#include "referee/board/board-kind.h"
#include "tests/lib/suite.h"

START_TEST(a_style_has_the_values_of_its_variables)
	{
		char *xml;
		size_t length;
		FILE *out = open_memstream(&xml, &length);
		svg_style(out,
			".a { fill: var(--b); stroke: var(--bc); } .d { fill: var(--none); }",
			":root { --bc: #123; --b: #456; } @media x { :root { --b: #789; } }");
		fclose(out);
		ck_assert_str_eq(
			xml, "<style>\n.a { fill: #456; stroke: #123; } .d { fill: ; }</style>\n");
		free(xml);
	}
END_TEST

static const struct {
	const char *text;
	double width;
	const char *shown;
} svg_cuts[] = {
	{"alphabeta", 100, ">alphabeta<"},
	{"alphabeta", 40, ">alph…<"},
	{"\303\251\303\251\303\251\303\251", 20, ">\303\251…<"},
	{"", 10, "><"},
};

START_TEST(a_text_that_is_too_wide_is_cut)
	{
		char *xml;
		size_t length;
		FILE *out = open_memstream(&xml, &length);
		svg_text_cut(out, 0, 0, 12, "", svg_cuts[_i].text, svg_cuts[_i].width);
		fclose(out);
		ck_assert_msg(strstr(xml, svg_cuts[_i].shown) != NULL, "%s", xml);
		free(xml);
	}
END_TEST

/* Games of random moves, drawn at every turn. */
START_TEST(every_game_has_a_picture_at_every_turn)
	{
		static struct setup setup;
		static move moves[MOVES_MAX];
		for (const struct rules *const *r = all_rules; *r != NULL; r++) {
			struct error err;
			char text[MOVE_TEXT];
			uint64_t state = 7;
			struct move_list h;
			struct position p;
			ck_assert(setup_init(&setup, *r, 0, 1, NULL, 0, &err));
			move_list_init(&h, &setup, "");
			(*r)->start(&setup, &p);
			for (int ply = 0; ply < 60 && (*r)->to_move(&setup, &p) != 0; ply++) {
				int count = (*r)->moves(&setup, &p, moves);
				move m = moves[random_below(&state, (uint64_t)count)];
				(*r)->move_text(&setup, &p, m, text);
				move_list_add_move(&h, (*r)->to_move(&setup, &p), text, NULL);
				(*r)->play(&setup, &p, m);
				const struct game_sheet sheet = {.title = "t",
					.subtitle = "",
					.moves = &h,
					.count = h.count};
				char *svg;
				size_t length;
				FILE *out = open_memstream(&svg, &length);
				ck_assert_msg(game_sheet_write(out, &sheet, &err), "%s", err.text);
				fclose(out);
				ck_assert_ptr_nonnull(strstr(svg, "</svg>\n"));
				ck_assert_ptr_null(strstr(svg, "nan"));
				free(svg);
			}
			move_list_clear(&h);
		}
	}
END_TEST

SUITE("referee/board/svg", CASE(a_style_has_the_values_of_its_variables),
	LOOP(a_text_that_is_too_wide_is_cut, sizeof svg_cuts / sizeof *svg_cuts),
	CASE(every_game_has_a_picture_at_every_turn))
