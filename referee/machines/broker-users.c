/*
 * broker-users.c - the configuration of a NATS server for main processes and workers.
 */
#include "referee/machines/broker-users.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text-file.h"
#include "referee/machines/nkey.h"
#include "referee/net/tls.h"

enum { BROKER_USERS_FILE = 4 << 20 /* bytes: about 20 000 users */ };

#define BROKER_USERS_LIST "broker-users.conf"

/* --- files ------------------------------------------------------------------------------------ */

/* Removes the files that killed commands were writing; some have seeds. */
static void broker_users_sweep(const char *folder)
{
	const struct dirent *entry;
	DIR *all = opendir(folder);
	while (all != NULL && (entry = readdir(all)) != NULL)
		if (fnmatch("*.new.??????", entry->d_name, 0) == 0)
			unlinkat(dirfd(all), entry->d_name, 0);
	if (all != NULL)
		closedir(all);
}

/* Locks the list until the descriptor is closed. -1: one line in err. */
static int broker_users_lock(const char *folder, struct error *err)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0 && flock(fd, LOCK_EX) == 0) {
		broker_users_sweep(folder);
		return fd;
	}
	error_set(err,
		errno == ENOENT ? "%s: %s; `referee worker key --main --host HOST` makes it"
				: "%s: %s",
		folder, strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
}

static char *broker_users_read(const char *folder, struct error *err)
{
	struct error why;
	int line = 0;
	char *path = memory_print("%s/" BROKER_USERS_LIST, folder);
	char *text = text_file_read(path, BROKER_USERS_FILE, &line, &why);
	if (text == NULL)
		error_set(err, "%s: %s", path, why.text);
	free(path);
	return text;
}

/* --- the list --------------------------------------------------------------------------------- */

/* The name in the comment at the end of a user's line, and its length; NULL: no user's line. */
static const char *broker_users_name(const char *line, size_t length, size_t *size)
{
	static const char start[] = "  { nkey: ", mark[] = "} # ";
	if (length < strlen(start) || strncmp(line, start, strlen(start)) != 0)
		return NULL;
	const char *at = memmem(line, length, mark, strlen(mark));
	if (at == NULL)
		return NULL;
	at += strlen(mark);
	*size = strcspn(at, " \n");
	return at;
}

/* Copies the list without a user's line, and with another one at its end (NULL: none). *removed:
 * was the user there? NULL: the list has no end; one line in err. */
static char *broker_users_edit(
	const char *text, const char *name, const char *line, bool *removed, struct error *err)
{
	char *made;
	size_t size, length;
	bool ended = false;
	FILE *out = memory_open(&made, &size);
	*removed = false;
	for (; *text != '\0'; text += length) {
		size_t letters = 0;
		length = strcspn(text, "\n");
		length += text[length] == '\n';
		const char *user = broker_users_name(text, length, &letters);
		if (user != NULL && letters == strlen(name) && strncmp(user, name, letters) == 0) {
			*removed = true;
			continue;
		}
		ended |= *text == ']';
		if (*text == ']' && line != NULL)
			fputs(line, out);
		fwrite(text, 1, length, out);
	}
	memory_close(out);
	if (ended)
		return made;
	free(made);
	error_set(err, BROKER_USERS_LIST ": it has no line \"]\" at its end");
	return NULL;
}

/* Changes the list; see broker_users_edit(). */
static bool broker_users_change(
	const char *folder, const char *name, const char *line, bool *removed, struct error *err)
{
	bool good = false;
	char *text = broker_users_read(folder, err);
	char *made = text == NULL ? NULL : broker_users_edit(text, name, line, removed, err);
	if (made != NULL) {
		char *path = memory_print("%s/" BROKER_USERS_LIST, folder);
		good = text_file_replace(path, 0644, made, err);
		free(path);
	}
	free(made);
	free(text);
	return good;
}

/* Adds a user's line, in the place of an earlier one. */
static bool broker_users_enter(const char *folder, const char *name, const char *public_key,
	const char *permissions, const char *remark, struct error *err)
{
	bool removed;
	char *line = memory_print("  { nkey: %s, permissions: { %s } } # %s%s\n", public_key,
		permissions, name, remark);
	bool good = broker_users_change(folder, name, line, &removed, err);
	free(line);
	return good;
}

/* Makes a key and writes its seed to a file. */
static bool broker_users_make_key(struct nkey *key, const char *path, struct error *err)
{
	char seed[NKEY_SEED];
	nkey_make(key);
	nkey_write(key, seed);
	char *text = memory_print("%s\n", seed);
	bool good = text_file_replace(path, 0600, text, err);
	crypto_forget(text, strlen(text));
	crypto_forget(seed, sizeof seed);
	free(text);
	return good;
}

/* --- changes ---------------------------------------------------------------------------------- */

bool broker_users_add(const char *folder, const char *name, const char *const *pools, int count,
	struct error *err)
{
	struct nkey key;
	char *subscribe, *remark;
	size_t size;
	int lock = broker_users_lock(folder, err);
	if (lock < 0)
		return false;
	FILE *out = memory_open(&subscribe, &size);
	fprintf(out, "publish: [\"w.%s.*\"], subscribe: [\"r.%s.*\"", name, name);
	for (int i = 0; i < count; i++)
		fprintf(out, ", \"hello.%s\"", pools[i]);
	fputs("]", out);
	memory_close(out);
	out = memory_open(&remark, &size);
	for (int i = 0; i < count; i++)
		fprintf(out, " %s", pools[i]);
	memory_close(out);
	char *path = memory_print("%s/%s.nk", folder, name);
	bool good = broker_users_make_key(&key, path, err) &&
		    broker_users_enter(folder, name, key.public_text, subscribe, remark, err);
	crypto_forget(&key, sizeof key);
	free(path);
	free(subscribe);
	free(remark);
	close(lock);
	return good;
}

bool broker_users_remove(const char *folder, const char *name, struct error *err)
{
	bool removed = false;
	int lock = broker_users_lock(folder, err);
	if (lock < 0)
		return false;
	bool good = broker_users_change(folder, name, NULL, &removed, err);
	if (good && !removed)
		good = error_set(
			err, "%s/" BROKER_USERS_LIST ": there is no user \"%s\"", folder, name);
	if (good) {
		char *path = memory_print("%s/%s.nk", folder, name);
		unlink(path);
		free(path);
	}
	close(lock);
	return good;
}

bool broker_users_list(const char *folder, struct error *err)
{
	char *text = broker_users_read(folder, err);
	size_t size;
	for (char *at = text; at != NULL && *at != '\0'; at += strcspn(at, "\n") + 1) {
		size_t length = strcspn(at, "\n");
		const char *name = broker_users_name(at, length, &size);
		if (name != NULL)
			printf("%.*s\n", (int)(at + length - name), name);
		if (at[length] == '\0')
			break;
	}
	free(text);
	return text != NULL;
}

/* --- the beginning ---------------------------------------------------------------------------- */

static char *broker_users_configuration(const char *folder, int port)
{
	return memory_print(
		"# A NATS server for `referee`. Change what you like; users are in " BROKER_USERS_LIST
		".\n"
		"# Use accounts, as here, and never an authorization block: nats-server before 2.9.23 and\n"
		"# 2.10.2 then lets all clients in (CVE-2023-47090). `referee check --broker` finds that.\n"
		"listen: \"0.0.0.0:%d\"\n"
		"max_payload: 262144\n"
		"max_connections: 4096\n"
		"tls {\n"
		"  cert_file: \"%s/broker.pem\"\n"
		"  key_file: \"%s/broker.key\"\n"
		"}\n"
		"accounts {\n"
		"  REFEREE {\n"
		"    include \"" BROKER_USERS_LIST "\"\n"
		"  }\n"
		"}\n",
		port, folder, folder);
}

/* Writes a file that is not there. */
static bool broker_users_write_new(
	const char *folder, const char *name, const char *text, struct error *err)
{
	char *path = memory_print("%s/%s", folder, name);
	bool good = access(path, F_OK) == 0 || text_file_replace(path, 0644, text, err);
	free(path);
	return good;
}

static bool broker_users_make_files(const char *folder, int port, struct error *err)
{
	char *text = broker_users_configuration(folder, port);
	bool good = broker_users_write_new(folder, "broker.conf", text, err) &&
		    broker_users_write_new(folder, BROKER_USERS_LIST,
			    "# `referee worker key` adds and removes users.\nusers = [\n]\n", err);
	free(text);
	return good;
}

/* Enters the main process. Its key may be there without its user: a killed command left it. */
static bool broker_users_make_main(const char *folder, struct error *err)
{
	struct nkey key;
	char *path = memory_print("%s/" BROKER_USERS_MAIN ".nk", folder);
	bool there = access(path, F_OK) == 0;
	bool good = there ? nkey_load(&key, path, err) : broker_users_make_key(&key, path, err);
	char *text = good ? broker_users_read(folder, err) : NULL;
	good = text != NULL &&
	       (strstr(text, key.public_text) != NULL ||
		       broker_users_enter(folder, BROKER_USERS_MAIN, key.public_text,
			       "publish: [\"hello.*\", \"r.*.*\"], subscribe: [\"w.*.*\"]", "",
			       err));
	crypto_forget(&key, sizeof key);
	free(text);
	free(path);
	return good;
}

bool broker_users_begin(const char *folder, const char *host, int port, struct error *err)
{
	char place[PATH_MAX];
	if (mkdir(folder, 0755) != 0 && errno != EEXIST)
		return error_set(err, "%s: %s", folder, strerror(errno));
	int lock = broker_users_lock(folder, err);
	if (lock < 0)
		return false;
	bool good = realpath(folder, place) != NULL;
	if (!good)
		error_set(err, "%s: %s", folder, strerror(errno));
	char *key = memory_print("%s/broker.key", place);
	char *certificate = memory_print("%s/broker.pem", place);
	if (good && !tls_make_server_identity(key, certificate, host, err)) {
		error_prefix(err, "%s: ", certificate);
		good = false;
	}
	good = good && broker_users_make_files(place, port, err) &&
	       broker_users_make_main(place, err);
	free(key);
	free(certificate);
	close(lock);
	return good;
}
