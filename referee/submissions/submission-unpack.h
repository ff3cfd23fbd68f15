/*
 * submission-unpack.h - unpacks an archive that a stranger sent, in a process of its own.
 *
 * The process can write below one folder and read the system's libraries (landlock.h). It can start
 * no program or process, use no network, and send no signal. Its memory, processor time and time
 * are bounded. So a fault of libarchive costs the sender's own submission. On a kernel without
 * Landlock the system-call filters alone hold.
 */
#ifndef REFEREE_SUBMISSIONS_SUBMISSION_UNPACK_H
#define REFEREE_SUBMISSIONS_SUBMISSION_UNPACK_H

#include "base/error.h"

enum {
	SUBMISSION_UNPACK_SECONDS = 60,
	SUBMISSION_UNPACK_DEPTH = 3, /* archives in archives */
	SUBMISSION_UNPACK_NOTES = 256,
};

/* Takes the file `name` of the folder: unpacks it if it is an archive, and archives that are all
 * there is in it, else keeps it under its name. The files are then in the folder *files, below the
 * first, which the caller frees. notes gets what was left out. False: a line in err. */
bool submission_unpack(const char *folder, const char *name, char **files,
	char notes[SUBMISSION_UNPACK_NOTES], struct error *err);

#endif
