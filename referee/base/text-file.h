/*
 * text-file.h - a text file as one string.
 */
#ifndef REFEREE_BASE_TEXT_FILE_H
#define REFEREE_BASE_TEXT_FILE_H

#include <stddef.h>

enum { TEXT_FILE_MAX = 16 * 1024 * 1024 };

/*
 * The text of the file at path, at most `most` bytes, without a byte order mark, CRLF read as LF;
 * freed by the caller. NULL: it cannot be read, is too large, or is no text, as a line in why says.
 * *line is the line where it is no text, or 0.
 */
char *text_file_read(const char *path, size_t most, int *line, char *why, size_t room);

#endif
