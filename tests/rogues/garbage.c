/*
 * garbage.c - NUL bytes, broken UTF-8, terminal escapes and HTML in all that it says; with the
 * argument plays, in all but its moves.
 */
#include "tests/lib/rogue.h"

static const char garbage_greeting[] = "id name \x1b[31m<script>alert(1)</script>\xff\xfe\n"
				       "id author a\0b\x9b"
				       "2J\n"
				       "\xc0\x80 \x1b]0;owned\x07\n"
				       "feature legal \xed\xa0\x80\nugiok\n";
static const char garbage_answer[] = "info string \x1b[2J\xf5\0<b>\nbestmove \x1b[31m<i>\xff\0h\n";
static const char garbage_talk[] = "info string \x1b[2J\xf5\0<b>\n\x1b[31m\xff\0h\n";

int main(int argc, char **argv)
{
	bool plays = argc > 1 && strcmp(argv[1], "plays") == 0;
	rogue_begin();
	if (rogue_line() == NULL)
		return EXIT_FAILURE;
	rogue_write(STDERR_FILENO, garbage_answer, sizeof garbage_answer - 1);
	rogue_write(STDOUT_FILENO, garbage_greeting, sizeof garbage_greeting - 1);
	while (rogue_turn() && plays) {
		rogue_write(STDOUT_FILENO, garbage_talk, sizeof garbage_talk - 1);
		rogue_answer();
	}
	rogue_write(STDOUT_FILENO, garbage_answer, sizeof garbage_answer - 1);
	rogue_wait();
}
