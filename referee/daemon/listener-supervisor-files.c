/*
 * listener-supervisor-files.c - tokens and certificate, as the gate is sent them.
 *
 * The tokens are copied into memory, so that we and every gate that is started read the same text,
 * whatever becomes of the file.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/base/memory.h"
#include "referee/base/text-file.h"
#include "referee/net/tls.h"
#include "referee/daemon/listener-supervisor-parts.h"

enum { LISTENER_SUPERVISOR_TOKENS = 1 << 20 /* bytes; the gate reads no more */ };

void listener_supervisor_files_init(struct listener_supervisor_files *f)
{
	*f = (struct listener_supervisor_files){.tokens = -1, .certificate = -1, .key = -1};
	crypto_random(f->known.nobody);
}

static void listener_supervisor_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void listener_supervisor_files_clear(struct listener_supervisor_files *f)
{
	listener_supervisor_close(&f->tokens);
	listener_supervisor_close(&f->certificate);
	listener_supervisor_close(&f->key);
	tokens_clear(&f->known);
	for (int i = 0; i < f->revoked_count; i++)
		free(f->revoked[i]);
	free(f->revoked);
	f->revoked = NULL;
	f->revoked_count = 0;
}

/* --- tokens ---------------------------------------------------------------------------------- */

/* A file in memory that holds the text. -1 with errno. */
static int listener_supervisor_hold(const char *text)
{
	size_t length = strlen(text);
	int fd = memfd_create("tokens", MFD_CLOEXEC);
	if (fd >= 0 && write(fd, text, length) != (ssize_t)length)
		listener_supervisor_close(&fd);
	return fd;
}

/* Whoever was known by another token than now. */
static void listener_supervisor_compare(
	struct listener_supervisor_files *f, const struct tokens *fresh)
{
	for (size_t i = 0; i < f->known.count; i++) {
		const struct token_row *old = &f->known.rows[i];
		const struct token_row *now = tokens_find(fresh, old->name);
		if (now != NULL && crypto_same(old->keys.stored, now->keys.stored))
			continue;
		f->revoked =
			memory_resize(f->revoked, (size_t)f->revoked_count + 1, sizeof *f->revoked);
		f->revoked[f->revoked_count++] = memory_copy(old->name);
	}
}

static void listener_supervisor_warn(struct listener_supervisor *g)
{
	char line[WHY];
	struct stat file;
	if (stat(g->terms.tokens, &file) != 0 || (file.st_mode & 077) == 0)
		return;
	snprintf(line, sizeof line,
		"gate: %.300s: others can read it, and pass themselves off as the referee; `chmod 600` it",
		g->terms.tokens);
	g->terms.say(g->terms.arg, line);
}

bool listener_supervisor_read_tokens(struct listener_supervisor *g, char why[WHY])
{
	struct listener_supervisor_files *f = &g->files;
	struct tokens fresh;
	char wrong[WHY / 2];
	int line, fd = -1;
	char *text = text_file_read(
		g->terms.tokens, LISTENER_SUPERVISOR_TOKENS, &line, wrong, sizeof wrong);
	bool good = text != NULL && tokens_read(&fresh, text, f->known.nobody, wrong, sizeof wrong);
	if (good && (fd = listener_supervisor_hold(text)) < 0) {
		snprintf(wrong, sizeof wrong, "cannot be copied: %s", strerror(errno));
		tokens_clear(&fresh);
		good = false;
	}
	if (text != NULL)
		crypto_forget(text, strlen(text));
	free(text);
	if (!good) {
		snprintf(why, WHY, "%.200s: %s%s", g->terms.tokens, wrong,
			access(g->terms.tokens, F_OK) == 0
				? ""
				: "; `referee token NAME --file FILE` makes it");
		return false;
	}
	listener_supervisor_compare(f, &fresh);
	listener_supervisor_close(&f->tokens);
	tokens_clear(&f->known);
	f->tokens = fd;
	f->known = fresh;
	listener_supervisor_warn(g);
	return true;
}

void listener_supervisor_revoke(struct listener_supervisor *g, bool forget)
{
	struct listener_supervisor_files *f = &g->files;
	for (int i = 0; i < f->revoked_count; i++) {
		remote_sessions_drop(g->roster, f->revoked[i],
			tokens_find(&f->known, f->revoked[i]) != NULL ? "it has another token now"
								      : "it has no token any more");
		if (forget)
			free(f->revoked[i]);
	}
	if (forget)
		f->revoked_count = 0;
}

/* --- certificate ----------------------------------------------------------------------------- */

/* "referee.tokens" -> "referee.pem" */
static char *listener_supervisor_beside(const char *tokens)
{
	const char *slash = strrchr(tokens, '/'), *name = slash != NULL ? slash + 1 : tokens;
	const char *dot = strrchr(name, '.');
	size_t length = dot != NULL && dot > name ? (size_t)(dot - tokens) : strlen(tokens);
	return memory_print("%.*s.pem", (int)length, tokens);
}

static int listener_supervisor_open(const char *path, char why[WHY])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		snprintf(why, WHY, "%.300s: cannot be read: %s", path, strerror(errno));
	return fd;
}

/* Where it is; one of our own is made if it is not there. */
static bool listener_supervisor_find(struct listener_supervisor *g, char why[WHY])
{
	char wrong[WHY / 2];
	if (g->identity == NULL)
		g->identity = g->terms.certificate != NULL
				      ? memory_copy(g->terms.certificate)
				      : listener_supervisor_beside(g->terms.tokens);
	if (g->terms.certificate != NULL || tls_make_identity(g->identity, wrong, sizeof wrong))
		return true;
	snprintf(why, WHY, "%.200s: %s", g->identity, wrong);
	return false;
}

bool listener_supervisor_read_certificate(struct listener_supervisor *g, char why[WHY])
{
	struct listener_supervisor_files *f = &g->files;
	char wrong[WHY / 4], fingerprint[CRYPTO_TEXT + 1];
	if (!listener_supervisor_find(g, why))
		return false;
	const char *key_path = g->terms.key != NULL ? g->terms.key : g->identity;
	int certificate = listener_supervisor_open(g->identity, why);
	int key = certificate >= 0 ? listener_supervisor_open(key_path, why) : -1;
	struct ssl_ctx_st *tls = NULL;
	if (key >= 0) {
		tls = tls_server(certificate, key, fingerprint, wrong, sizeof wrong);
		if (tls == NULL && g->terms.key != NULL)
			snprintf(why, WHY, "%.150s and %.150s: %s", g->identity, key_path, wrong);
		else if (tls == NULL)
			snprintf(why, WHY, "%.300s: %s", g->identity, wrong);
	}
	if (tls == NULL) {
		listener_supervisor_close(&certificate);
		listener_supervisor_close(&key);
		return false;
	}
	tls_free(tls);
	listener_supervisor_close(&f->certificate);
	listener_supervisor_close(&f->key);
	f->certificate = certificate;
	f->key = key;
	memcpy(f->fingerprint, fingerprint, sizeof fingerprint);
	return true;
}
