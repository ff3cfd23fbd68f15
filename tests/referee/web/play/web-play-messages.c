/*
 * Lines between the main process and the process in which people play.
 */
#include "referee/web/play/web-play-messages.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

static const struct {
	const struct line_table *table;
	const char *line;
	bool good;
} lines[] = {
	{&web_play_offer_table, "limits 4 600", true},
	{&web_play_offer_table, "limits 65 600", false},
	{&web_play_offer_table, "table 0 2 connect4 a name of two words", true},
	{&web_play_offer_table, "table 63 6 chinese-checkers ", true},
	{&web_play_offer_table, "table 64 6 chinese-checkers ", false},
	{&web_play_offer_table, "table 0 1 connect4 a", false},
	{&web_play_offer_table, "table 0 2  name", false},
	{&web_play_offer_table, "param 0 rows=6", true},
	{&web_play_offer_table, "bot 1 3 ann", true},
	{&web_play_offer_table, "bot 1 64 ann", false},
	{&web_play_offer_table, "ready 0", true},
	{&web_play_offer_table, "Ready 0", false},
	{&web_play_offer_table, "refused 9223372036854775807 there are too many games", true},
	{&web_play_offer_table, "sends 0", false},
	{&web_play_request_table, "play 1 0 0 2 77 d e d", true},
	{&web_play_request_table, "play 9223372036854775807 0 1 1 0 ", true},
	{&web_play_request_table, "play 9223372036854775808 0 1 1 0 ", false},
	{&web_play_request_table, "play 0 0 1 1 0 ", false},
	{&web_play_request_table, "play 1 0 256 1 0 ", false},
	{&web_play_request_table, "play 1 0 1 0 0 ", false},
	{&web_play_request_table, "play 1 0 1 1 -1 ", false},
	{&web_play_request_table, "play  1 0 0 2 77 ", false},
	{&web_play_request_table, "ready 0", false},
	{&web_play_request_table, "send 1 ann ab", false},
	{&web_play_socket_table, "seat 0", false},
};

START_TEST(only_lines_of_the_table_are_read)
	{
		char *line = strdup(lines[_i].line);
		struct web_play_message m;
		bool good = line_table_read(lines[_i].table, &m, line, 0) == LINE_TABLE_RIGHT;
		ck_assert_msg(good == lines[_i].good, "%s", lines[_i].line);
		free(line);
	}
END_TEST

SUITE("web/play/web-play-messages",
	LOOP(only_lines_of_the_table_are_read, sizeof lines / sizeof *lines))
