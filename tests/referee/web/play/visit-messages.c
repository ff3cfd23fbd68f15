/*
 * Lines between the main process and the process in which people play.
 */
#include "referee/web/play/visit-messages.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

static const char *const good[] = {"limits 4 600", "table 0 2 connect4 a name of two words",
	"table 63 6 chinese-checkers ", "param 0 rows=6", "bot 1 3 ann", "ready 0",
	"refused 9223372036854775807 there are too many games", "play 1 0 0 2 77 d e d",
	"play 18446744073709551615 0 1 1 0 "};

START_TEST(a_line_is_written_as_it_was_read)
	{
		char *line = strdup(good[_i]);
		struct visit_message m;
		ck_assert_msg(visit_message_read(&m, line), "%s", good[_i]);
		char *written = visit_message_write(&m);
		ck_assert_int_eq(written[strlen(written) - 1], '\n');
		written[strlen(written) - 1] = '\0';
		ck_assert_str_eq(written, good[_i]);
		free(written);
		free(line);
	}
END_TEST

static const char *const wrong[] = {"", " ", "play", "play 1", "play 1 0 0 2 77",
	"play 1 0 0 -2 77 ", "play 1 0 0 2 x ", "play  1 0 0 2 77 ",
	"play 18446744073709551616 0 0 1 1 ", "ready", "ready 0 1", "ready 0x1", "limits 4",
	"limits 4 600 1", "table 0 2", "table 0 2 ", "table 0 2  name", "Ready 0", "refused 1",
	"bot 0 1"};

START_TEST(a_malformed_line_is_refused)
	{
		char *line = strdup(wrong[_i]);
		struct visit_message m;
		ck_assert_msg(!visit_message_read(&m, line), "%s", wrong[_i]);
		free(line);
	}
END_TEST

SUITE("visit/visit-messages", LOOP(a_line_is_written_as_it_was_read, sizeof good / sizeof *good),
	LOOP(a_malformed_line_is_refused, sizeof wrong / sizeof *wrong))
