/*
 * intake-messages.c - the lines between the daemon and a process that serves one bot.
 */
#include "referee/submissions/intake-messages.h"

#define LINE_STRUCT struct intake_message
#define PLACE	    LINE_INT(place, 0, INTAKE_PLACES - 1)
#define TEXT	    LINE_TEXT(text, INTAKE_TEXT)
#define REASON	    LINE_FIELD(TEXT, sizeof(char *), text, 1, INTAKE_TEXT) /* not empty */

static const struct line_row intake_report_rows[] = {
	[INTAKE_REQUEST_QUOTA] = {"request-quota", {{0}},
		.help = "It asks whether it may receive a file: `yes` or `no`."},
	[INTAKE_RECEIVED] = {"received", {PLACE},
		.help = "The file is there. The answer is `wait` if others are before it, and `go`."},
	[INTAKE_FIT] = {"fit", {PLACE},
		.help = "The list of bots was written. The answer is `said`."},
	[INTAKE_CHANGED] = {"changed", {PLACE},
		.help = "The list of bots was behind, and was written."},
	[INTAKE_DONE] = {"done", {REASON},
		.help = "Its work is done, as the log says; the client hears it afterwards."},
	[INTAKE_FAULT] = {"fault", {REASON},
		.help = "The same, but the server failed: it is a warning, and the file does not count."},
};

const struct line_table intake_report_table = {.name = "intake process to daemon",
	.help = "The process talked to a stranger and ran its program: its lines are not trusted. PLACE is "
		"a number of the tournaments that take bots.",
	LINE_TABLE(intake_report_rows)};

static const struct line_row intake_answer_rows[] = {
	[INTAKE_YES] = {"yes", {{0}}, .help = "It may receive a file."},
	[INTAKE_NO] = {"no", {TEXT}, .help = "The owner sent too many."},
	[INTAKE_WAIT] = {"wait", {LINE_INT(count, 1, INT32_MAX)},
		.help = "This many are before it."},
	[INTAKE_GO] = {"go", {{0}}, .help = "It may build and check the bot."},
	[INTAKE_SAID] = {"said", {TEXT}, .help = "The consequence of the new list of bots."},
};

const struct line_table intake_answer_table = {.name = "daemon to intake process",
	.help = "Answers to the reports.",
	LINE_TABLE(intake_answer_rows)};

static const struct line_row intake_socket_rows[] = {
	[INTAKE_CONNECTION] = {"client", {{0}}, .fds = 1,
		.help = "The connection of a client that has proved its name."},
};

const struct line_table intake_socket_table = {.name = "sockets for intake processes",
	.help = "Over the socket for descriptors, at the start of the process.",
	LINE_TABLE(intake_socket_rows)};
