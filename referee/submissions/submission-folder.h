/*
 * submission-folder.h - a folder to which a submission was unpacked: where in it the files are, and
 * their digest.
 */
#ifndef REFEREE_SUBMISSIONS_SUBMISSION_FOLDER_H
#define REFEREE_SUBMISSIONS_SUBMISSION_FOLDER_H

#include <stdbool.h>

/* The folder that holds the files: while a folder holds one folder alone, that one, unless it is a
 * package of Python, whose name counts; of folders "Version N" alone, as Teams packs them, the one
 * of the highest number. The caller frees the path. */
char *submission_inner(const char *folder);

/* Takes the moment off the names of the files in a folder, if all have one, as ILIAS writes them:
 * "20260131_101500_bot.py" becomes bot.py. Of several of one name the newest stays. Returns how
 * many older ones were removed. */
int submission_keep_newest(const char *folder);

/* The path of the only file in the folder, if it is an archive; NULL: it is not. The caller frees
 * it. */
char *submission_only_archive(const char *folder);

/* The digest (SHA-256, in hexadecimal) of all files with their names and permissions. False with
 * errno. */
bool submission_digest(const char *folder, char digest[65]);

#endif
