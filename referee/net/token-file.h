/*
 * token-file.h - changes the token file (tokens.h). Several processes may: the commands, and the
 * daemon when an invitation is used.
 *
 * A writer locks FILE.lock, reads FILE, writes a new file beside it, and renames that. So a reader
 * sees the old file or the new one, and no writer loses the changes of another.
 */
#ifndef REFEREE_NET_TOKEN_FILE_H
#define REFEREE_NET_TOKEN_FILE_H

#include <stdbool.h>

#include "base/error.h"
#include "referee/net/tokens.h"

enum { TOKEN_FILE_MAX = 2 << 20 /* bytes; a larger file is refused */ };

/* Locks the file; close() of the descriptor unlocks it. wait: until other writers are done. -1: err
 * has the reason, and errno is EAGAIN if only another writer is in the way. */
int token_file_lock(const char *path, bool wait, struct error *err);

/* Reads the file. missing: one that does not exist counts as empty. False: err has the reason, with
 * the path. */
bool token_file_read(const char *path, bool missing, struct tokens *tokens, struct error *err);

/* Replaces the file, which is locked. False: err has the reason, with the path. */
bool token_file_write(const char *path, const struct tokens *tokens, struct error *err);

#endif
