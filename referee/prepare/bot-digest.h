/*
 * bot-digest.h - the digest of a bot: it changes when the bot's program changes.
 */
#ifndef REFEREE_PREPARE_BOT_DIGEST_H
#define REFEREE_PREPARE_BOT_DIGEST_H

#include "referee/sandbox/held-files.h"
#include "referee/tournament/tournament.h"

enum { BOT_DIGEST = 65 }; /* bytes of its text, the NUL included */

/* The folders that a digest covers, in rising order. BOT_DIGEST_ALL is the current digest. */
enum bot_digest_kind {
	BOT_DIGEST_COMMAND, /* none, as in databases before version 6 */
	BOT_DIGEST_DIR,	    /* the bot's own dir, as in the first databases of version 6 */
	BOT_DIGEST_ALL,	    /* the dir and the folders that are held for this bot */
	BOT_DIGEST_WIDE,    /* also the folders held for bots that joined later */
	/* The contents of the bot alone, without its path and without the file names in its
	 * command. Bots with equal ones play alike. "" for a remote bot. */
	BOT_DIGEST_CONTENT,
	/* The same without the folders. "" also if the command begins with a name of PATH: that is
	 * most often an interpreter. */
	BOT_DIGEST_PROGRAM,
};

/*
 * The SHA-256 (FIPS 180-4) of a bot, in hexadecimal. For held
 * files it reads the copies. BOT_DIGEST_ALL covers:
 *
 * - the bot's command, dir, options and own limits;
 * - the contents of each word of the command that names a file. Words are resolved from its dir,
 *   the first word also from PATH and from the referee's own folder;
 * - all files of its dir, except __pycache__ and names that begin with a dot. A dir that also holds
 *   a tournament's file or database does not count;
 * - of a bot with a build: the key of the build (prepare/builder.h) instead of the files of its
 * dir;
 * - for files with held copies, also the other held folders (bot-programs.h).
 *
 * The program of a remote bot is not on this machine. Its digest covers only its move limits, and
 * is "" without limits of its own.
 */
void bot_digest_held(const struct bot *bot, const struct held_files *held,
	enum bot_digest_kind kind, char digest[BOT_DIGEST]);

/* Does the bot have a dir that no other bot shares? */
bool bot_owns_folder(const struct bot *bot);

/* Does this folder hold a tournament's file or database? */
bool bot_digest_is_kept_in(const char *folder);

#endif
