/*
 * bot-digest.h - what a bot was when it played: a digest that changes when its program does.
 */
#ifndef REFEREE_DIRECTOR_BOT_DIGEST_H
#define REFEREE_DIRECTOR_BOT_DIGEST_H

#include "referee/sandbox/snapshot.h"
#include "referee/definition/tournament.h"

enum { BOT_DIGEST = 65 }; /* bytes of its text, the NUL included */

/*
 * SHA-256 (FIPS 180-4), in hexadecimal, over the bot's command, dir and options, and the contents
 * of every word of the command that names a file: seen from its dir, the first word also from PATH
 * and from the referee's own folder; and over all files of its dir, without those whose names begin
 * with a dot and __pycache__, unless that folder also holds a tournament's file or database. Of
 * files that are held it is also over the other folders that are held (bot-programs.h). A bot's own
 * limits are part of it too. Of a bot that is remote, whose program is not on this
 * machine, it is over the limits of its moves alone, or "" without any of its own.
 */
void bot_digest(const struct bot *bot, char digest[BOT_DIGEST]);

/* Which folders a digest covers, in rising order; BOT_DIGEST_ALL is the digest of today. */
enum bot_digest_kind {
	BOT_DIGEST_COMMAND, /* none, as in databases before version 6 */
	BOT_DIGEST_DIR,	    /* the bot's own dir, as in the first databases of version 6 */
	BOT_DIGEST_ALL,	    /* the dir and the folders that are held for this bot */
	BOT_DIGEST_WIDE,    /* also the folders held for bots that joined since */
	/* The contents of the bot alone, wherever it lies, without the names of the files in its
	 * command. Bots with equal ones play alike. "" for a remote bot. */
	BOT_DIGEST_CONTENT,
};

/* The digest of this kind; of files that are held it reads the copies. */
void bot_digest_held(const struct bot *bot, const struct snapshot_held *held,
	enum bot_digest_kind kind, char digest[BOT_DIGEST]);

/* Has it a dir that is its alone? */
bool bot_owns_folder(const struct bot *bot);

/* Is there a tournament's file or database in a folder? */
bool bot_digest_is_kept_in(const char *folder);

#endif
