/*
 * listener-files.c - reads the tokens and the certificate, and checks them before the listener gets
 * them.
 */
#include "referee/daemon/listener-files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text-file.h"
#include "referee/net/tls.h"

enum { LISTENER_FILES_TOKENS = 2 << 20 /* bytes; the listener reads no more */ };

void listener_files_init(
	struct listener_files *f, const struct listener_supervisor_options *options)
{
	*f = (struct listener_files){
		.options = options, .tokens = -1, .certificate = -1, .key = -1};
	crypto_random(f->known.decoy);
}

void listener_files_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void listener_files_clear(struct listener_files *f)
{
	listener_files_close(&f->tokens);
	listener_files_close(&f->certificate);
	listener_files_close(&f->key);
	tokens_clear(&f->known);
	for (int i = 0; i < f->revoked_count; i++)
		free(f->revoked[i]);
	free(f->revoked);
	free(f->identity);
	f->identity = NULL;
	f->revoked = NULL;
	f->revoked_count = 0;
}

/* Copies the text to a file in memory. -1 with errno. */
static int listener_files_copy_to_memory(const char *text)
{
	size_t length = strlen(text);
	int fd = memfd_create("tokens", MFD_CLOEXEC);
	if (fd >= 0 && write(fd, text, length) != (ssize_t)length)
		listener_files_close(&fd);
	return fd;
}

static void listener_files_warn_of_mode(struct listener_files *f)
{
	char line[ERROR_TEXT];
	struct stat file;
	if (stat(f->options->tokens, &file) != 0 || (file.st_mode & 077) == 0)
		return;
	snprintf(line, sizeof line,
		"listener: %.300s: other users can read this file and pretend to be the referee; run `chmod 600` on it",
		f->options->tokens);
	f->options->say(f->options->arg, line);
}

bool listener_files_make_tokens(struct listener_files *f, struct error *err)
{
	int fd = open(f->options->tokens, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
	if (fd < 0 && errno != EEXIST)
		return error_set(
			err, "%.300s: cannot be made: %s", f->options->tokens, strerror(errno));
	listener_files_close(&fd);
	return true;
}

bool listener_files_read_tokens(struct listener_files *f, struct error *err)
{
	struct tokens fresh;
	struct error wrong;
	int line, fd = -1;
	char *text = text_file_read(f->options->tokens, LISTENER_FILES_TOKENS, &line, &wrong);
	bool good = text != NULL && tokens_read(&fresh, text, f->known.decoy, &wrong);
	if (good && (fd = listener_files_copy_to_memory(text)) < 0) {
		error_set(&wrong, "cannot be copied: %s", strerror(errno));
		tokens_clear(&fresh);
		good = false;
	}
	if (text != NULL)
		crypto_forget(text, strlen(text));
	free(text);
	if (!good)
		return error_set(err, "%.200s: %s", f->options->tokens, wrong.text);
	for (size_t i = 0; i < f->known.count; i++) {
		const struct token_row *old = &f->known.rows[i];
		const struct token_row *now = tokens_find(&fresh, old->name);
		if (now != NULL && crypto_same(old->keys.stored, now->keys.stored))
			continue;
		f->revoked =
			memory_resize(f->revoked, (size_t)f->revoked_count + 1, sizeof *f->revoked);
		f->revoked[f->revoked_count++] = memory_copy(old->name);
	}
	listener_files_close(&f->tokens);
	tokens_clear(&f->known);
	f->tokens = fd;
	f->known = fresh;
	listener_files_warn_of_mode(f);
	return true;
}

/* "referee.tokens" -> "referee.pem" */
static char *listener_files_certificate_path(const char *tokens)
{
	const char *slash = strrchr(tokens, '/'), *name = slash != NULL ? slash + 1 : tokens;
	const char *dot = strrchr(name, '.');
	size_t length = dot != NULL && dot > name ? (size_t)(dot - tokens) : strlen(tokens);
	return memory_print("%.*s.pem", (int)length, tokens);
}

static int listener_files_open_file(const char *path, struct error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		error_set(err, "%.300s: cannot be read: %s", path, strerror(errno));
	return fd;
}

/* Finds the certificate, and makes a self-signed one if there is none. */
static bool listener_files_find_certificate(struct listener_files *f, struct error *err)
{
	struct error wrong;
	if (f->identity == NULL)
		f->identity = f->options->certificate != NULL
				      ? memory_copy(f->options->certificate)
				      : listener_files_certificate_path(f->options->tokens);
	if (f->options->certificate != NULL || tls_make_identity(f->identity, &wrong))
		return true;
	return error_set(err, "%.200s: %s", f->identity, wrong.text);
}

bool listener_files_read_certificate(struct listener_files *f, struct error *err)
{
	struct error wrong;
	char fingerprint[CRYPTO_TEXT + 1];
	if (!listener_files_find_certificate(f, err))
		return false;
	const char *key_path = f->options->key != NULL ? f->options->key : f->identity;
	int certificate = listener_files_open_file(f->identity, err);
	int key = certificate >= 0 ? listener_files_open_file(key_path, err) : -1;
	struct ssl_ctx_st *tls = NULL;
	if (key >= 0) {
		tls = tls_server(certificate, key, fingerprint, &wrong);
		if (tls == NULL && f->options->key != NULL)
			error_set(err, "%.150s and %.150s: %s", f->identity, key_path, wrong.text);
		else if (tls == NULL)
			error_set(err, "%.300s: %s", f->identity, wrong.text);
	}
	if (tls == NULL) {
		listener_files_close(&certificate);
		listener_files_close(&key);
		return false;
	}
	tls_free(tls);
	listener_files_close(&f->certificate);
	listener_files_close(&f->key);
	f->certificate = certificate;
	f->key = key;
	memcpy(f->fingerprint, fingerprint, sizeof fingerprint);
	return true;
}
