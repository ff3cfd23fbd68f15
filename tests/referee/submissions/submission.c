/*
 * The files of a submission: what is taken of an archive or a folder that a stranger made, what is
 * left out, and what is told of it.
 */
#include "referee/submissions/submission.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "tests/lib/archive-fixture.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { ENTRIES = 6, TEXT = 4096 };

static bool tree_add(void *arg, const struct file_tree_entry *e)
{
	static const char *const marks[] = {"/", "", "*", "@"};
	char *text = arg;
	snprintf(text + strlen(text), TEXT - strlen(text), "%s%s%s", *text != '\0' ? " " : "",
		e->path, marks[e->kind]);
	return true;
}

/* The paths of all entries; behind a folder is a slash, behind a program a star. */
static const char *tree(const char *folder)
{
	static char text[TEXT];
	*text = '\0';
	ck_assert(file_tree_walk(folder, tree_add, text));
	return text;
}

static void open_files(struct submission *s, int64_t bytes, int entries)
{
	struct error err;
	reported_enter_folder();
	file_tree_remove("files");
	ck_assert_int_eq(mkdir("files", 0755), 0);
	ck_assert(submission_open(s, "files", bytes, entries, &err));
}

/* The files that are taken of an archive, and the note about the others. */
static const struct taken {
	const char *format;
	struct archive_fixture entries[ENTRIES];
	const char *tree, *left;
} taken[] = {
	{"zip", {{.path = "src/bot.py", .text = "x"}, {.path = "README"}}, "README src/ src/bot.py",
		""},
	/* as Windows writes paths */
	{"ustar", {{.path = "four\\src\\bot.py"}, {.path = "four\\src/board.py"}},
		"four/ four/src/ four/src/board.py four/src/bot.py", ""},
	{"zip", {{.path = "four\\bot.py"}}, "four/ four/bot.py", ""},
	{"ustar", {{.path = "a/..\\../b"}, {.path = "\\b"}, {.path = "c\\"}}, "b c",
		"left out: 1 file with a bad path"},
	/* out of the folder */
	{"ustar", {{.path = "../a"}, {.path = "/etc/b"}, {.path = "c/../../d"}, {.path = "e/.."}},
		"", "left out: 4 files with a bad path"},
	{"ustar", {{.path = "./a//b/./c"}, {.path = "..."}, {.path = "..d"}},
		"... ..d a/ a/b/ a/b/c", ""},
	{"ustar",
		{{.path = "a", .type = AE_IFLNK, .link = "/etc/passwd"}, {.path = "b", .text = "1"},
			{.path = "c", .link = "b"}, {.path = "d", .type = AE_IFIFO}},
		"b", "left out: 3 links or devices (a, c, d)"},
	{"ustar", {{.path = "a", .type = AE_IFLNK, .link = "."}, {.path = "a/b"}}, "a/ a/b",
		"left out: 1 link or device (a)"},
	/* a file that stands in it twice: the last stays, as for unzip */
	{"ustar", {{.path = "a", .text = "1"}, {.path = "./a", .text = "2", .mode = 0755}}, "a*",
		"left out: 1 file whose name is there again (a)"},
	{"ustar", {{.path = "a/b"}, {.path = "a"}, {.path = "a"}}, "a/ a/b",
		"left out: 2 files whose names are there again (a)"},
	/* composed, decomposed: one name */
	{"ustar", {{.path = "\303\251", .text = "1"}, {.path = "e\314\201", .mode = 0755}},
		"\303\251*", "left out: 1 file whose name is there again (\303\251)"},
	{"ustar",
		{{.path = ".git/config"}, {.path = "a/__pycache__/b.py"}, {.path = "c.pyc"},
			{.path = "d.o"}, {.path = "._e"}, {.path = "__pycache__x/f"}},
		"__pycache__x/ __pycache__x/f",
		"left out: 5 files of tools (.git/, a/__pycache__/, c.pyc, ...)"},
	/* folders that a file in them or beside them marks, wherever it stands in the archive */
	{"ustar",
		{{.path = "env/bin/python3"}, {.path = "env/lib/python3.11/a.py"},
			{.path = "env/pyvenv.cfg"}, {.path = "env/bot.py"}},
		"env/ env/bot.py",
		"left out: 3 files of tools (env/bin/, env/lib/python3.11/, env/pyvenv.cfg)"},
	{"ustar",
		{{.path = "pyvenv.cfg"}, {.path = "bin/a"}, {.path = "bot.py"},
			{.path = "lib/b.py"}},
		"bot.py lib/ lib/b.py", "left out: 2 files of tools (pyvenv.cfg, bin/)"},
	{"ustar", {{.path = "out/a"}, {.path = "out/CACHEDIR.TAG"}, {.path = "outer"}}, "outer",
		"left out: 2 files of tools (out/)"},
	{"ustar",
		{{.path = "a/target/x"}, {.path = "a/Cargo.toml"}, {.path = "b/target/y"},
			{.path = "target/z"}, {.path = "pom.xml"}},
		"a/ a/Cargo.toml b/ b/target/ b/target/y pom.xml",
		"left out: 2 files of tools (a/target/, target/)"},
	/* files that stand for others, and those that can never be loaded */
	{"ustar",
		{{.path = "w.json", .text = "version https://git-lfs.github.com/spec/v1\noid x\n"},
			{.path = ".gitmodules", .text = "[submodule \"a\"]\n"},
			{.path = "f.so", .text = "\317\372\355\376\7"}, {.path = "g.pyd"},
			{.path = "h.so", .text = "\177ELF\2"}},
		".gitmodules h.so* w.json",
		"left out: 1 file of which only the pointer of Git LFS is here (w.json), 1 list of git submodules, whose files are not part of it (.gitmodules), 2 modules for another system (f.so, g.pyd)"},
	{"ustar", {{.path = "node_modules/a.js"}, {.path = "bot.js"}},
		"bot.js node_modules/ node_modules/a.js", ""},
	/* control characters: of ASCII, C1, of the writing direction; bytes that are no UTF-8 */
	{"ustar", {{.path = "a\nb\033c\177d"}, {.path = "\303\251"}}, "a_b_c_d \303\251", ""},
	{"ustar",
		{{.path = "a\302\205b"}, {.path = "bot\342\200\256yp.txt"},
			{.path = "\342\201\246c"}},
		"_c a_b bot_yp.txt", ""},
	{"ustar", {{.path = "a\303/b"}, {.path = "\377"}}, "_ a_/ a_/b", ""},
	/* what can be started */
	{"zip",
		{{.path = "a", .text = "#!/bin/sh\n"}, {.path = "b", .text = "\177ELF\2"},
			{.path = "c", .text = "#!"}, {.path = "d", .text = "\177ELF"}},
		"a* b* c d", ""},
	{"ustar", {{.path = "a", .mode = 0755}, {.path = "b", .mode = 0645}, {.path = "c"}},
		"a* b* c", ""},
	{"7zip", {{.path = "a/b", .text = "1"}}, "a/ a/b", ""},
};

START_TEST(of_an_archive_only_files_inside_the_folder_are_taken)
	{
		const struct taken *t = &taken[_i];
		struct submission s;
		struct error err;
		char left[512];
		open_files(&s, SUBMISSION_BYTES, SUBMISSION_ENTRIES);
		archive_fixture_write("archive", t->format, t->entries, ENTRIES);
		ck_assert_msg(submission_add_archive(&s, "archive", &err), "%s", err.text);
		ck_assert_str_eq(tree("files"), t->tree);
		submission_describe(&s, left, sizeof left);
		ck_assert_str_eq(left, t->left);
		submission_close(&s);
	}
END_TEST

START_TEST(all_kinds_of_what_is_left_out_are_told_in_one_line)
	{
		const struct submission s = {.left = {[SUBMISSION_LINK] = {2, 2, "a, b"},
						     [SUBMISSION_OUTSIDE] = {.count = 1},
						     [SUBMISSION_TOOLS] = {5, 4, ".git/, x.o, y.o"},
						     [SUBMISSION_DOUBLE] = {2, 1, "c"}}};
		char text[256], cut[16], short_cut[29];
		submission_describe(&s, text, sizeof text);
		ck_assert_str_eq(text,
			"left out: 2 links or devices (a, b), 1 file with a bad path, 2 files whose names are there again (c), 5 files of tools (.git/, x.o, y.o, ...)");
		submission_describe(&s, cut, sizeof cut);
		ck_assert_str_eq(cut, "left out: 2 lin");
		submission_describe(&s, short_cut, sizeof short_cut);
		ck_assert_str_eq(short_cut, "left out: 2 links or devices");
	}
END_TEST

START_TEST(a_path_may_have_32_parts_and_no_more)
	{
		struct submission s;
		struct error err;
		char deep[160] = "", deeper[160];
		for (int i = 0; i < 31; i++)
			strcat(deep, "d/");
		snprintf(deeper, sizeof deeper, "e/%sf", deep);
		strcat(deep, "f");
		const struct archive_fixture entries[] = {{.path = deep}, {.path = deeper}};
		open_files(&s, SUBMISSION_BYTES, SUBMISSION_ENTRIES);
		archive_fixture_write("archive", "ustar", entries, 2);
		ck_assert(submission_add_archive(&s, "archive", &err));
		ck_assert_int_eq(s.left[SUBMISSION_OUTSIDE].count, 1);
		ck_assert_int_eq(access("files/e", F_OK), -1);
		char *path = memory_print("files/%s", deep);
		ck_assert_int_eq(access(path, F_OK), 0);
		free(path);
		submission_close(&s);
	}
END_TEST

static const struct archive_fixture ten[] = {
	{.path = "a", .text = "12345"}, {.path = "b", .text = "67890"}};

/* Limits of ten bytes in two files, and what is told of a limit that is passed. */
static const struct {
	int64_t bytes;
	int entries;
	const char *wrong; /* NULL: it is taken */
} limits[] = {
	{10, 2, NULL},
	{9, 2, "it is too large: a submission has at most 0 MB and 2 files"},
	{10, 1, "it is too large: a submission has at most 0 MB and 1 files"},
};

START_TEST(the_limits_of_bytes_and_of_files_hold)
	{
		struct submission s;
		struct error err = {""};
		open_files(&s, limits[_i].bytes, limits[_i].entries);
		archive_fixture_write("archive", "ustar", ten, 2);
		bool good = submission_add_archive(&s, "archive", &err);
		ck_assert_int_eq(good, limits[_i].wrong == NULL);
		if (!good)
			ck_assert_msg(
				strncmp(err.text, limits[_i].wrong, strlen(limits[_i].wrong)) == 0,
				"%s", err.text);
		submission_close(&s);
	}
END_TEST

/* Entries that are left out have a limit of their own: an archive of them would take forever. */
START_TEST(entries_that_are_left_out_have_a_limit)
	{
		static struct archive_fixture bad[2 * SUBMISSION_SEEN_TIMES + 1];
		struct submission s;
		struct error err = {""};
		for (int i = 0; i < 2 * SUBMISSION_SEEN_TIMES + 1; i++)
			bad[i].path = i % 2 == 0 ? "../a" : "venv/x";
		open_files(&s, SUBMISSION_BYTES, 2);
		archive_fixture_write("archive", "ustar", bad, 2 * SUBMISSION_SEEN_TIMES);
		ck_assert_msg(submission_add_archive(&s, "archive", &err), "%s", err.text);
		archive_fixture_write("archive", "ustar", bad, 2 * SUBMISSION_SEEN_TIMES + 1);
		ck_assert(!submission_add_archive(&s, "archive", &err));
		ck_assert_str_eq(err.text,
			"it is too large: a submission has at most 64 MB and 2 files, without those of tools; hand in the sources alone");
		submission_close(&s);
	}
END_TEST

/* Files of tools, and of node_modules if need be, make no submission too large. */
static const struct {
	int entries;
	const char *paths[4], *tree, *left; /* left NULL: too large */
} rooms[] = {
	{1, {"bot.py", "env/bin/a", "env/bin/b", "env/pyvenv.cfg"}, "bot.py",
		"left out: 3 files of tools (env/bin/, env/pyvenv.cfg)"},
	{2, {"bot.py", ".git/a", ".git/b", "x.py"}, "bot.py x.py",
		"left out: 2 files of tools (.git/)"},
	{3, {"bot.js", "node_modules/a", "node_modules/b", "venv/c"}, "bot.js",
		"left out: 3 files of tools (node_modules/, venv/)"},
	{4, {"bot.js", "node_modules/a", "node_modules/b", "venv/c"},
		"bot.js node_modules/ node_modules/a node_modules/b",
		"left out: 1 file of tools (venv/)"},
	{2, {"bot.js", "node_modules/a", "node_modules/b", "x.js"}, "bot.js x.js",
		"left out: 2 files of tools (node_modules/)"},
	{1, {"bot.py", "a.py", "b.py", "venv/c"}, NULL, NULL},
};

START_TEST(files_of_tools_do_not_make_a_submission_too_large)
	{
		for (int folder = 0; folder < 2; folder++) {
			struct archive_fixture entries[4];
			struct submission s;
			struct error err = {""};
			char left[256];
			open_files(&s, SUBMISSION_BYTES, rooms[_i].entries);
			file_tree_remove("own");
			for (int i = 0; i < 4; i++) {
				char *path = memory_print("own/%s", rooms[_i].paths[i]),
				     *above = memory_print(
					     "%.*s", (int)(strrchr(path, '/') - path), path);
				entries[i] = (struct archive_fixture){.path = rooms[_i].paths[i]};
				ck_assert(file_tree_make_folder(above));
				reported_write(path, "", 0);
				free(above);
				free(path);
			}
			archive_fixture_write("archive", "zip", entries, 4);
			bool good = folder ? submission_add_folder(&s, "own", &err)
					   : submission_add_archive(&s, "archive", &err);
			submission_describe(&s, left, sizeof left);
			ck_assert_int_eq(good, rooms[_i].left != NULL);
			if (good) {
				ck_assert_str_eq(tree("files"), rooms[_i].tree);
				ck_assert_str_eq(left, rooms[_i].left);
			}
			submission_close(&s);
		}
		file_tree_remove("own");
	}
END_TEST

/* Text that is no archive, and archives of which the end is missing. */
START_TEST(what_is_no_whole_archive_is_refused)
	{
		static const char text[] = "this is no archive, whatever its name says";
		static char bytes[65536];
		static const struct archive_fixture one[] = {
			{.path = "bot.py", .text = "print('ugiok')\n"}};
		struct submission s;
		struct error err = {""};
		open_files(&s, SUBMISSION_BYTES, SUBMISSION_ENTRIES);
		reported_write("archive", text, sizeof text);
		ck_assert(!submission_add_archive(&s, "archive", &err));
		ck_assert_ptr_nonnull(strstr(err.text, "archive"));
		ck_assert(!submission_add_archive(&s, "missing", &err));
		archive_fixture_write("archive", "7zip", one, 1);
		FILE *file = fopen("archive", "r");
		size_t length = fread(bytes, 1, sizeof bytes, file);
		fclose(file);
		reported_write("archive", bytes, length - 1);
		ck_assert(!submission_add_archive(&s, "archive", &err));
		submission_close(&s);
	}
END_TEST

START_TEST(of_a_folder_and_of_a_file_the_same_is_taken)
	{
		struct submission s;
		struct error err;
		char left[256];
		open_files(&s, SUBMISSION_BYTES, SUBMISSION_ENTRIES);
		file_tree_remove("own");
		ck_assert(file_tree_make_folder("own/.git"));
		reported_write("own/.git/config", "", 0);
		reported_write("own/run", "#!/bin/sh\n", 10);
		ck_assert_int_eq(symlink("/etc/passwd", "own/link"), 0);
		ck_assert(submission_add_folder(&s, "own", &err));
		ck_assert(submission_add_file(&s, "own/run", "sent", &err));
		ck_assert(submission_add_file(&s, "own/run", "../out", &err));
		ck_assert_str_eq(tree("files"), "run* sent*");
		submission_describe(&s, left, sizeof left);
		ck_assert_str_eq(left,
			"left out: 1 link or device (link), 1 file with a bad path, 1 file of tools (.git/)");
		ck_assert(!submission_add_file(&s, "own/link", "link", &err));
		ck_assert(!submission_add_file(&s, "own", "own", &err));
		ck_assert_str_eq(err.text, "the file cannot be read: it is no regular file");
		submission_close(&s);
		file_tree_remove("own");
	}
END_TEST

/* A file that was changed since the commit is taken as it is, one that was removed is not there. */
START_TEST(of_a_clone_the_files_of_its_commit_are_taken)
	{
		struct submission s;
		struct error err;
		char left[256], text[8] = "";
		open_files(&s, SUBMISSION_BYTES, SUBMISSION_ENTRIES);
		file_tree_remove("own");
		file_tree_remove("commit");
		ck_assert(file_tree_make_folder("own/src"));
		ck_assert(file_tree_make_folder("commit/src"));
		reported_write("own/src/bot.py", "new", 3);
		reported_write("own/result.json", "{}", 2);
		reported_write("own/src/bot", "x", 1);
		reported_write("commit/src/bot.py", "old", 3);
		reported_write("commit/gone.py", "", 0);
		ck_assert(submission_add_clone(&s, "own", "commit", &err));
		ck_assert_str_eq(tree("files"), "src/ src/bot.py");
		submission_describe(&s, left, sizeof left);
		ck_assert_str_eq(
			left, "left out: 2 files that are in no commit (result.json, src/bot)");
		FILE *file = fopen("files/src/bot.py", "r");
		ck_assert_uint_eq(fread(text, 1, 3, file), 3);
		fclose(file);
		ck_assert_str_eq(text, "new");
		submission_close(&s);
		file_tree_remove("own");
		file_tree_remove("commit");
	}
END_TEST

static const struct {
	const char *name;
	int stem; /* -1: no archive */
} names[] = {
	{"a.zip", 1},
	{"a.ZIP", 1},
	{"my.bot.tar.gz", 6},
	{"a.tar", 1},
	{"a.tgz", 1},
	{"a.7z", 1},
	{"a.tar.zst", 1},
	{".zip", -1},
	{"a.rar", -1},
	{"azip", -1},
	{"a.zip.txt", -1},
};

START_TEST(an_archive_is_known_by_its_name)
	{
		size_t stem = 0;
		bool is = submission_is_archive(names[_i].name, &stem);
		ck_assert_int_eq(is ? (int)stem : -1, names[_i].stem);
	}
END_TEST

START_TEST(files_of_tools_are_known_by_their_names)
	{
		static const char *const tools[] = {".git", "__MACOSX", ".DS_Store", "Thumbs.db",
			"._bot.py", "a.o", "a.b.pyc", "venv"};
		static const char *const own[] = {
			".gitignore", "git", "o", "a.so", "pyc", "_.py", ".", "venv2"};
		for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
			ck_assert_msg(submission_is_tools(tools[i]), "%s", tools[i]);
		for (size_t i = 0; i < sizeof own / sizeof *own; i++)
			ck_assert_msg(!submission_is_tools(own[i]), "%s", own[i]);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		file_tree_remove("files");
		unlink("archive");
		reported_leave_folder();
	}
END_TEST

#define ROWS(table) ((int)(sizeof(table) / sizeof *(table)))

SUITE("class/submission", LOOP(of_an_archive_only_files_inside_the_folder_are_taken, ROWS(taken)),
	CASE(all_kinds_of_what_is_left_out_are_told_in_one_line),
	CASE(a_path_may_have_32_parts_and_no_more),
	LOOP(the_limits_of_bytes_and_of_files_hold, ROWS(limits)),
	CASE(entries_that_are_left_out_have_a_limit),
	LOOP(files_of_tools_do_not_make_a_submission_too_large, ROWS(rooms)),
	CASE(what_is_no_whole_archive_is_refused),
	CASE(of_a_folder_and_of_a_file_the_same_is_taken),
	CASE(of_a_clone_the_files_of_its_commit_are_taken),
	LOOP(an_archive_is_known_by_its_name, ROWS(names)),
	CASE(files_of_tools_are_known_by_their_names), CASE(the_test_leaves_nothing_behind))
