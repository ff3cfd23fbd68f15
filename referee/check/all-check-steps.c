/*
 * all-check-steps.c - the list of all steps of a bot check, in order.
 */
#include "referee/check/check-step.h"

const struct check_step all_steps[] = {
	{"start", true, meeting_start},
	{"handshake", true, meeting_greet},
	{"options", true, meeting_options},
	{"new game", true, meeting_newgame},
	{"play", false, play_first},
	{"again", false, play_again},
	{"openings", false, play_openings},
	{"itself", false, play_itself},
	{"speed", false, play_speed},
	{"lines", false, play_lines},
	{"stop", false, leave_stop},
	{"quit", false, leave_quit},
	{NULL, false, NULL},
};

const struct check_step quick_steps[] = {
	{"start", true, meeting_start},
	{"handshake", true, meeting_greet},
	{"options", true, meeting_options},
	{"new game", true, meeting_newgame},
	{"openings", false, play_openings},
	{"speed", false, play_speed},
	{"lines", false, play_lines},
	{"quit", false, leave_quit},
	{NULL, false, NULL},
};

const struct check_step question_steps[] = {
	{"start", true, meeting_start},
	{"handshake", true, meeting_greet},
	{"options", true, meeting_options},
	{"new game", true, meeting_newgame},
	{"move", false, play_question},
	{NULL, false, NULL},
};
