/*
 * submission-pack.c - packs a folder with libarchive.
 */
#include "referee/submissions/submission-pack.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "referee/submissions/submission.h"

struct submission_pack {
	struct archive *archive;
	char *bytes; /* owned */
	size_t length, room;
	int files;
	struct error *err;
	bool failed;
};

static la_ssize_t submission_pack_write(
	struct archive *a, void *arg, const void *bytes, size_t length)
{
	struct submission_pack *p = arg;
	if (p->length + length > SUBMISSION_PACK_MAX) {
		archive_set_error(a, EFBIG, "the folder is too large");
		return -1;
	}
	if (p->length + length > p->room) {
		p->room = 2 * (p->length + length);
		p->bytes = memory_resize(p->bytes, p->room, 1);
	}
	memcpy(p->bytes + p->length, bytes, length);
	p->length += length;
	return (la_ssize_t)length;
}

/* Does a part of the path belong to tools? */
static bool submission_pack_leaves_out(const char *path)
{
	char copy[FILE_TREE_PATH], *rest = copy, *part;
	strncpy(copy, path, sizeof copy - 1);
	copy[sizeof copy - 1] = '\0';
	while ((part = strsep(&rest, "/")) != NULL)
		if (submission_is_tools(part))
			return true;
	return false;
}

static bool submission_pack_file(struct submission_pack *p, const struct file_tree_entry *e)
{
	static char chunk[65536];
	int64_t left = e->size;
	ssize_t count = 1;
	while (left > 0 && count > 0) {
		size_t most = left < (int64_t)sizeof chunk ? (size_t)left : sizeof chunk;
		count = read(e->fd, chunk, most);
		if (count > 0 && archive_write_data(p->archive, chunk, (size_t)count) != count)
			return error_set(
				p->err, "%s: %s", e->path, archive_error_string(p->archive));
		left -= count > 0 ? count : 0;
	}
	return left == 0 || error_set(p->err, "%s: it cannot be read, or it changes", e->path);
}

static bool submission_pack_visit(void *arg, const struct file_tree_entry *e)
{
	struct submission_pack *p = arg;
	if (e->fd < 0 || submission_pack_leaves_out(e->path))
		return true;
	struct archive_entry *entry = archive_entry_new();
	archive_entry_set_pathname(entry, e->path);
	archive_entry_set_size(entry, e->size);
	archive_entry_set_filetype(entry, AE_IFREG);
	archive_entry_set_perm(entry, e->kind == FILE_TREE_PROGRAM ? 0755 : 0644);
	p->files++;
	bool good = archive_write_header(p->archive, entry) >= ARCHIVE_WARN ||
		    error_set(p->err, "%s: %s", e->path, archive_error_string(p->archive));
	good = good && submission_pack_file(p, e);
	archive_entry_free(entry);
	p->failed = !good;
	return good;
}

char *submission_pack(const char *folder, size_t *length, struct error *err)
{
	struct submission_pack p = {.archive = archive_write_new(), .err = err};
	bool good =
		p.archive != NULL && archive_write_add_filter_gzip(p.archive) == ARCHIVE_OK &&
		archive_write_set_format_pax_restricted(p.archive) == ARCHIVE_OK &&
		archive_write_open(p.archive, &p, NULL, submission_pack_write, NULL) == ARCHIVE_OK;
	if (!good)
		error_set(err, "the folder cannot be packed: out of memory");
	else if (!file_tree_walk(folder, submission_pack_visit, &p) && !p.failed)
		good = error_set(err, "%s: the folder cannot be read: %s", folder, strerror(errno));
	else if (!p.failed && archive_write_close(p.archive) != ARCHIVE_OK)
		good = error_set(err, "%s: %s", folder, archive_error_string(p.archive));
	else if (!p.failed && p.files == 0)
		good = error_set(err, "%s: the folder has no files", folder);
	archive_write_free(p.archive);
	if (good && !p.failed) {
		*length = p.length;
		return p.bytes;
	}
	free(p.bytes);
	return NULL;
}
