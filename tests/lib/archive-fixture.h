/*
 * archive-fixture.h - archives for tests, with entries that no archiver would make.
 */
#ifndef TESTS_LIB_ARCHIVE_FIXTURE_H
#define TESTS_LIB_ARCHIVE_FIXTURE_H

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "tests/lib/suite.h"

/* An entry of an archive. type 0: a regular file; size 0: the text's own. */
struct archive_fixture {
	const char *path, *text, *link;
	unsigned type, mode;
	size_t size;
};

/* Makes an archive; format, as libarchive names it: "zip", "7zip", "ustar". */
static inline void archive_fixture_write(
	const char *name, const char *format, const struct archive_fixture *entries, int count)
{
	struct archive *a = archive_write_new();
	ck_assert_int_eq(archive_write_set_format_by_name(a, format), ARCHIVE_OK);
	ck_assert_int_eq(archive_write_add_filter_none(a), ARCHIVE_OK);
	ck_assert_int_eq(archive_write_open_filename(a, name), ARCHIVE_OK);
	for (int i = 0; i < count && entries[i].path != NULL; i++) {
		struct archive_entry *e = archive_entry_new();
		const char *text = entries[i].text != NULL ? entries[i].text : "";
		size_t size = entries[i].size != 0 ? entries[i].size : strlen(text);
		archive_entry_set_pathname(e, entries[i].path);
		archive_entry_set_filetype(e, entries[i].type != 0 ? entries[i].type : AE_IFREG);
		archive_entry_set_perm(e, entries[i].mode != 0 ? entries[i].mode : 0644);
		archive_entry_set_size(e, (int64_t)size);
		if (entries[i].link != NULL && entries[i].type == AE_IFLNK)
			archive_entry_set_symlink(e, entries[i].link);
		else if (entries[i].link != NULL)
			archive_entry_set_hardlink(e, entries[i].link);
		ck_assert_int_eq(archive_write_header(a, e), ARCHIVE_OK);
		ck_assert_int_eq(archive_write_data(a, text, size), (int)size);
		archive_entry_free(e);
	}
	ck_assert_int_eq(archive_write_close(a), ARCHIVE_OK);
	archive_write_free(a);
}

#endif
