/*
 * worker-manifest.c - writes configurations, and makes bundles of bots' folders.
 */
#include "referee/machines/worker-manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "referee/prepare/preflight.h"
#include "referee/machines/worker-config.h"

#define WORKER_MANIFEST_MEMORY (INT64_C(16) << 20) /* larger bundles are files */

/* A bundle while it is made. */
struct worker_manifest_bundle {
	struct crypto_sum *sum;
	int64_t bytes;
	int file; /* -1: only its digest is wanted */
};

static bool worker_manifest_put(void *arg, const void *bytes, size_t length)
{
	struct worker_manifest_bundle *b = arg;
	b->bytes += (int64_t)length;
	crypto_sum_add(b->sum, bytes, length);
	errno = EFBIG;
	return b->bytes <= BOT_BUNDLE_MAX && (b->file < 0 || file_tree_put(b->file, bytes, length));
}

/* Reads the folder. False with errno. */
static bool worker_manifest_read(
	const char *place, int file, char digest[CRYPTO_TEXT + 1], int64_t *bytes)
{
	struct worker_manifest_bundle b = {crypto_sum_begin(), 0, file};
	bool good = file_tree_stream_bundle(place, worker_manifest_put, &b);
	int saved = errno;
	crypto_sum_end_text(b.sum, digest);
	*bytes = b.bytes;
	errno = saved;
	return good;
}

/* The place of a folder: the copy that was made when the run began, or itself. */
static void worker_manifest_place(
	const struct arbiter_config *config, const char *dir, char place[FIND_PROGRAM_PATH])
{
	char absolute[FIND_PROGRAM_PATH];
	snprintf(place, FIND_PROGRAM_PATH, "%s", dir);
	if (!find_program_absolute(dir, NULL, absolute))
		return;
	for (int i = 0; i < config->bots_count; i++)
		if (config->bots[i].dir == dir)
			held_files_where(config->bots[i].held, absolute, place);
}

static bool worker_manifest_add(struct worker_manifest *m, const struct arbiter_config *config,
	const char *dir, bool sources, struct error *err)
{
	char place[FIND_PROGRAM_PATH];
	worker_manifest_place(config, dir, place);
	m->folders = memory_resize(m->folders, (size_t)m->folders_count + 1, sizeof *m->folders);
	struct worker_manifest_folder *f = &m->folders[m->folders_count++];
	*f = (struct worker_manifest_folder){.place = memory_copy(place), .file = -1};
	if (worker_manifest_read(place, -1, f->digest, &f->bytes))
		return true;
	if (sources) {
		*f = (struct worker_manifest_folder){
			.place = f->place, .digest = WORKER_MANIFEST_NONE, .file = -1};
		return true;
	}
	if (errno == EFBIG)
		error_set(err,
			"%s: the folder of a bot is larger than 256 MB, so it cannot play on another machine",
			dir);
	else
		error_set(err, "%s: the folder cannot be read: %s", dir, strerror(errno));
	for (int i = 0; i < config->bots_count; i++)
		if (config->bots[i].dir == dir)
			return error_prefix(err, "bot %s: ", config->bots[i].name);
	return false;
}

bool worker_manifest_make(
	struct worker_manifest *m, const struct arbiter_config *config, struct error *err)
{
	struct worker_config_folders folders;
	bool good = true;
	*m = (struct worker_manifest){.bots = config->bots_count};
	worker_config_folders_init(&folders, config);
	FILE *out = memory_open(&m->text, &m->size);
	worker_config_write(out, config, &folders);
	memory_close(out);
	for (int i = 0; good && i < folders.count; i++)
		good = worker_manifest_add(m, config, folders.paths[i], folders.sources[i], err);
	worker_config_folders_clear(&folders);
	return good;
}

void worker_manifest_clear(struct worker_manifest *m)
{
	for (int i = 0; i < m->folders_count; i++) {
		free(m->folders[i].place);
		if (m->folders[i].file >= 0)
			close(m->folders[i].file);
	}
	free(m->folders);
	free(m->text);
	*m = (struct worker_manifest){.bots = 0};
}

int worker_manifest_save(const struct worker_manifest *m)
{
	int file = memfd_create("manifest", 0);
	FILE *out = file < 0 ? NULL : fdopen(dup(file), "w");
	if (out == NULL)
		return -1;
	fprintf(out, "%d %zu %d\n", m->bots, m->size, m->folders_count);
	fwrite(m->text, 1, m->size, out);
	for (int i = 0; i < m->folders_count; i++) {
		const struct worker_manifest_folder *f = &m->folders[i];
		fprintf(out, "%s %" PRId64 " %zu %s\n", f->digest, f->bytes, strlen(f->place),
			f->place);
	}
	bool good = !ferror(out);
	if (fclose(out) == 0 && good && lseek(file, 0, SEEK_SET) == 0)
		return file;
	close(file);
	return -1;
}

static bool worker_manifest_load_folder(struct worker_manifest_folder *f, FILE *in)
{
	char digest[CRYPTO_TEXT + 1], format[32];
	size_t length;
	*f = (struct worker_manifest_folder){.file = -1};
	snprintf(format, sizeof format, "%%%ds %%" SCNd64 " %%zu", CRYPTO_TEXT);
	if (fscanf(in, format, digest, &f->bytes, &length) != 3 || getc(in) != ' ' ||
		length >= FIND_PROGRAM_PATH)
		return false;
	snprintf(f->digest, sizeof f->digest, "%s", digest);
	f->place = memory_get(length + 1, 1);
	return fread(f->place, 1, length, in) == length && getc(in) == '\n';
}

bool worker_manifest_load(struct worker_manifest *m, int file)
{
	FILE *in = fdopen(dup(file), "r");
	int folders = 0;
	*m = (struct worker_manifest){.bots = 0};
	if (in == NULL)
		return false;
	bool good = fscanf(in, "%d %zu %d", &m->bots, &m->size, &folders) == 3 && getc(in) == '\n';
	if (good) {
		m->text = memory_get(m->size + 1, 1);
		m->folders = memory_get((size_t)folders + 1, sizeof *m->folders);
		good = fread(m->text, 1, m->size, in) == m->size;
	}
	while (good && m->folders_count < folders)
		good = worker_manifest_load_folder(&m->folders[m->folders_count++], in);
	fclose(in);
	return good;
}

/* An empty file without a name. */
static int worker_manifest_open(int64_t bytes)
{
	const char *folder = getenv("TMPDIR");
	int file = -1;
	if (bytes > WORKER_MANIFEST_MEMORY)
		file = open(folder != NULL && *folder == '/' ? folder : "/var/tmp",
			O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	return file >= 0 ? file : memfd_create("bundle", MFD_CLOEXEC);
}

int worker_manifest_file(struct worker_manifest *m, int folder, struct error *err)
{
	struct worker_manifest_folder *f = &m->folders[folder];
	char digest[CRYPTO_TEXT + 1];
	int64_t bytes;
	if (f->file >= 0)
		return f->file;
	f->file = worker_manifest_open(f->bytes);
	bool good = f->file >= 0 && worker_manifest_read(f->place, f->file, digest, &bytes);
	if (!good)
		error_set(err, "%s: the folder cannot be read: %s", f->place, strerror(errno));
	else if (!(good = strcmp(digest, f->digest) == 0))
		error_set(err, "%s: the folder has changed since the run began", f->place);
	if (!good && f->file >= 0) {
		close(f->file);
		f->file = -1;
	}
	return f->file;
}
