/*
 * exit-status.h - the exit statuses of all commands; there are no others.
 */
#ifndef BASE_EXIT_STATUS_H
#define BASE_EXIT_STATUS_H

enum exit_status {
	EXIT_FAULTS = 1, /* a bot failed and --strict was given, or a check found faults */
	EXIT_USAGE = 2,
	EXIT_FILE = 3, /* a file is wrong, the bots of a tournament have changed, or the program of
			  its rules failed */
	EXIT_NO_BOT = 4, /* no bot of the tournament can be started */
	EXIT_DATABASE = 5,
	EXIT_CONNECTION = 6,   /* the referee cannot be reached, or refuses the connection */
	EXIT_UNDECIDED = 7,    /* a test ended without a decision */
	EXIT_NOT_STRONGER = 8, /* `test`: the new revision is not stronger */
	EXIT_BROKEN = 70,      /* a fault of the referee */
	EXIT_SIGNAL = 128,     /* and the number of the signal that ended the command */
};

#endif
