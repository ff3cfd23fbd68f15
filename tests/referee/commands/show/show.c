/*
 * Games of the fixture: their moves, places, failures and positions, as show.txt says.
 */
#include "tests/lib/printed-command.h"

START_TEST(a_game_is_shown_as_the_file_says)
	{
		printed_command_check("tests/referee/commands/show/show.txt");
	}
END_TEST

SUITE("referee/commands/show/show", CASE(a_game_is_shown_as_the_file_says))
