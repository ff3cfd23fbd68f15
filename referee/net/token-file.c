/*
 * token-file.c - changes the token file.
 */
#include "referee/net/token-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text-file.h"

int token_file_lock(const char *path, bool wait, struct error *err)
{
	char *name = memory_print("%s.lock", path);
	int fd = open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
	int wrong = fd < 0 || flock(fd, wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 ? errno : 0;
	if (wrong != 0 && fd >= 0)
		close(fd);
	if (wrong != 0)
		error_set(err, "%s: the file cannot be %s: %s", name, fd < 0 ? "made" : "locked",
			strerror(wrong));
	free(name);
	errno = wrong;
	return wrong == 0 ? fd : -1;
}

bool token_file_read(const char *path, bool missing, struct tokens *tokens, struct error *err)
{
	struct error why;
	int line = 0;
	unsigned char none[CRYPTO_BYTES];
	crypto_random(none);
	if (missing && access(path, F_OK) != 0 && errno == ENOENT)
		return tokens_read(tokens, "", none, err);
	char *text = text_file_read(path, TOKEN_FILE_MAX, &line, &why);
	bool good = text != NULL && tokens_read(tokens, text, none, &why);
	if (!good)
		error_set(err, "%s: %s", path, why.text);
	if (text != NULL)
		crypto_forget(text, strlen(text));
	free(text);
	return good;
}

static bool token_file_write_rows(const struct tokens *tokens, int fd)
{
	char line[TOKENS_LINE];
	FILE *out = fdopen(fd, "w");
	if (out == NULL) {
		close(fd);
		return false;
	}
	fputs(tokens_head, out);
	for (size_t i = 0; i < tokens->count; i++) {
		token_write(&tokens->rows[i], line);
		fputs(line, out);
	}
	bool good = fflush(out) == 0 && fsync(fd) == 0;
	return fclose(out) == 0 && good;
}

bool token_file_write(const char *path, const struct tokens *tokens, struct error *err)
{
	char *name = memory_print("%s.XXXXXX", path);
	int fd = mkostemp(name, O_CLOEXEC); /* mode 0600 */
	bool good = fd >= 0 && token_file_write_rows(tokens, fd) && rename(name, path) == 0;
	if (!good) {
		error_set(err, "%s: the file cannot be written: %s", path, strerror(errno));
		if (fd >= 0)
			unlink(name);
	}
	free(name);
	return good;
}
