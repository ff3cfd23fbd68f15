/*
 * tournament-text.h - a tournament read from text as if it were the file cup.conf.
 */
#ifndef TESTS_LIB_TOURNAMENT_TEXT_H
#define TESTS_LIB_TOURNAMENT_TEXT_H

#include "referee/config/config-file.h"
#include "tests/lib/reported.h"
#include "referee/prepare/tournament-check.h"

/* Two bots, for texts that are about something else. */
#define BOTS "bot a { command = x }\nbot b { command = y }\n"

/* Reads and checks it; the caller clears t. True: nothing is wrong with it. */
static inline bool tournament_text_read(
	struct tournament *t, struct reported *told, const char *text, size_t length)
{
	reported_enter_folder();
	reported_write("cup.conf", text, length);
	tournament_init(t);
	reported_init(told);
	bool right = tournament_read_file(t, "cup.conf", &told->mistakes) &&
		     tournament_check(t, &told->mistakes);
	ck_assert_int_eq(unlink("cup.conf"), 0);
	return right;
}

#endif
