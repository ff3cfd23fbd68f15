/*
 * Bots of theaigames.com and of Riddles.io: all that they read, and each form of their answers.
 */
#include "tests/lib/adapter-dialogue.h"

#define GAME(seat)                                                                                 \
	"> uginewgame game connect4 players 2 seat " #seat                                         \
	" seed 7 param columns 4 param rows 3 param connect 3\n"

static void begin(int site, const char *answer)
{
	char script[256];
	snprintf(script, sizeof script,
		"while read -r line; do\n	echo \"$line\" >>log\n	case $line in action*) %s ;; esac\ndone\n",
		answer);
	dialogue_begin("aigames", script);
	dialogue.options.site = site;
}

START_TEST(settings_come_once_and_the_field_before_each_move)
	{
		begin(0, "echo place_disc 1");
		dialogue_start();
		dialogue_talk(
			GAME(2) "> position startpos moves d\n> go movetime 900\n< bestmove b\n"
				"> position startpos moves d b d\n> go movetime 800\n"
				"< bestmove b\n");
		ck_assert_str_eq(dialogue_file("log"),
			"settings timebank 900\nsettings time_per_move 900\n"
			"settings player_names player1,player2\nsettings your_bot player2\n"
			"settings your_botid 2\nsettings field_columns 4\nsettings field_rows 3\n"
			"update game round 1\nupdate game field 0,0,0,0;0,0,0,0;0,0,0,1\n"
			"action move 900\n"
			"update game round 2\nupdate game field 0,0,0,0;0,0,0,1;0,2,0,1\n"
			"action move 800\n");
		dialogue_quit();
	}
END_TEST

START_TEST(riddles_counts_players_from_0_and_does_not_separate_rows)
	{
		begin(1, "echo place_disc 0");
		dialogue_start();
		dialogue_talk(GAME(1) "> position startpos moves d a\n> go movetime 900\n"
				      "< bestmove a\n");
		ck_assert_str_eq(dialogue_file("log"),
			"settings timebank 900\nsettings time_per_move 900\n"
			"settings player_names player0,player1\nsettings your_bot player0\n"
			"settings your_botid 0\nsettings field_width 4\nsettings field_height 3\n"
			"update game round 2\nupdate game field .,.,.,.,.,.,.,.,1,.,.,0\n"
			"action move 900\n");
		dialogue_quit();
	}
END_TEST

static const struct {
	const char *says, *answer, *errors;
} answers[] = {
	{"place_disc 3", "d", ""},
	{"place_move 0", "a", ""},
	{"place_disc -1", "-1", ""},
	{"place_disc 4", "e", ""}, /* illegal: the referee judges it */
	{"no_moves", "no_moves", ""},
	{"thinking\\nplace_disc\\nplace_disc 2", "c", "thinking\nplace_disc\n"},
};

START_TEST(a_column_is_placed)
	{
		char does[128], said[256];
		snprintf(does, sizeof does, "printf '%s\\n'", answers[_i].says);
		begin(0, does);
		dialogue_start();
		snprintf(said, sizeof said,
			GAME(1) "> position startpos\n> go movetime 900\n< bestmove %s\n",
			answers[_i].answer);
		dialogue_talk(said);
		ck_assert_str_eq(dialogue_file("errors"), answers[_i].errors);
		dialogue_quit();
	}
END_TEST

SUITE("bots/adapters/adapter-aigames", CASE(settings_come_once_and_the_field_before_each_move),
	CASE(riddles_counts_players_from_0_and_does_not_separate_rows),
	LOOP(a_column_is_placed, sizeof answers / sizeof *answers))
