/*
 * text-file.h - reads a text file into one string, and replaces one.
 */
#ifndef BASE_TEXT_FILE_H
#define BASE_TEXT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { TEXT_FILE_MAX = 16 * 1024 * 1024, TEXT_FILE_ANYONE = -1 };

/*
 * Returns the text of the file, or of the standard input if path is "-", of at most `most` bytes,
 * without a byte order mark; CRLF becomes LF. The caller frees it. NULL: the file is unreadable,
 * too large or not text; one line in err. *line is the line that is not text, or 0.
 */
char *text_file_read(const char *path, size_t most, int *line, struct error *err);

/* The same of a file of this user alone, which is no link: a user who may not read a file must not
 * learn its text from our messages. The open file is asked, so another file that comes into its
 * place meanwhile is none of that user's. TEXT_FILE_ANYONE: any file, as above. */
char *text_file_read_of(const char *path, size_t most, int64_t owner, int *line, struct error *err);

/* Are both there, and one file by two paths? */
bool text_file_is_same(const char *one, const char *other);

/* Replaces a file by a new one beside it, PATH.new.XXXXXX, so that a reader sees one of both, also
 * after a loss of power. False: one line in err, with the path. */
bool text_file_replace(const char *path, unsigned mode, const char *text, struct error *err);

#endif
