/*
 * all-steps.c - the steps of an examination, in their order.
 */
#include "referee/processes/step.h"

const struct step all_steps[] = {
	{"start", true, meeting_start},
	{"handshake", true, meeting_greet},
	{"options", true, meeting_options},
	{"new game", true, meeting_newgame},
	{"play", false, play_first},
	{"again", false, play_again},
	{"speed", false, play_speed},
	{"lines", false, play_lines},
	{"stop", false, leave_stop},
	{"quit", false, leave_quit},
	{NULL, false, NULL},
};

const struct step question_steps[] = {
	{"start", true, meeting_start},
	{"handshake", true, meeting_greet},
	{"options", true, meeting_options},
	{"new game", true, meeting_newgame},
	{"move", false, play_question},
	{NULL, false, NULL},
};
