/*
 * The sentence about a submission in which nothing can be run: the file that tells most, and its
 * advice. A name comes first, since tables cut the sentence.
 */
#include "referee/submissions/submission-missing.h"

#include <stdlib.h>
#include <string.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { FILES = 4 };

#define NONE                                                                                       \
	"; hand in the sources, with a referee.txt if the program is not bot.py, Main.java, main.c or the like"

static const struct {
	const char *files[FILES], *told;
} rows[] = {
	{{NULL}, "there is nothing to run: no file" NONE},
	{{"notes.docx"}, "there is nothing to run: only notes.docx" NONE},
	{{"bot.py.txt", "four.exe"}, "bot.py.txt ends with .txt; take that off its name"},
	{{"Bot.PY.TXT"}, "Bot.PY.TXT ends with .txt; take that off its name"},
	{{"Board.java"}, "Board.java has no main method; write a referee.txt"},
	{{"A.java", "B.java", "C.java"},
		"A.java, B.java: no file has a main method; write a referee.txt"},
	{{"x/a.py", "x/b.c"},
		"x/a.py, x/b.c: which is the bot? Name it bot (such as bot.py), or write a referee.txt"},
	{{"x/y/z/a.py"}, "x/y/z/a.py is not where a program is looked for; write a referee.txt"},
	{{"a.ipynb", "b.ipynb"}, "a.ipynb is a notebook; hand in its agent as submission.py"},
	{{"a.rar"}, "a.rar cannot be unpacked; hand it in as a zip"},
	{{"README", "a.zip"}, "a.zip is an archive in the submission; hand in its files"},
	{{"README", "bot.py.gz"}, "bot.py.gz is packed; hand in the files themselves, or a zip"},
	{{"bot.wasm"},
		"bot.wasm is WebAssembly; hand in the sources, or a referee.txt that names a runtime"},
	{{"a.dll", "notes.docx"}, "a.dll is for Windows; hand in the sources"},
	{{"A.class"}, "A.class is compiled; hand in the sources"},
	{{"Bot.kt"}, "Bot.kt needs a referee.txt that says how to build and run it"},
	/* hidden files, and those that tools bring along, tell nothing */
	{{".bot.py", ".idea/x.java", "node_modules/x/index.js", "notes.docx"},
		"there is nothing to run: only notes.docx" NONE},
	/* only an extension makes a kind */
	{{"py", ".py"}, "there is nothing to run: only py" NONE},
};

START_TEST(the_file_that_tells_most_is_named_with_its_advice)
	{
		struct error err;
		reported_enter_folder();
		ck_assert(file_tree_make_folder("own"));
		for (int i = 0; i < FILES && rows[_i].files[i] != NULL; i++) {
			char *path = memory_print("own/%s", rows[_i].files[i]);
			char *slash = strrchr(path, '/');
			*slash = '\0';
			ck_assert(file_tree_make_folder(path));
			*slash = '/';
			reported_write(path, "x", 1);
			free(path);
		}
		submission_missing("own", &err);
		ck_assert_str_eq(err.text, rows[_i].told);
		file_tree_remove("own");
	}
END_TEST

START_TEST(a_long_name_is_cut)
	{
		struct error err;
		char path[128];
		reported_enter_folder();
		ck_assert(file_tree_make_folder("own"));
		memset(path, 'x', sizeof path);
		memcpy(path, "own/", 4);
		strcpy(path + 4 + 90, ".exe");
		reported_write(path, "x", 1);
		submission_missing("own", &err);
		ck_assert_uint_eq(strspn(err.text, "x"), 80);
		ck_assert_str_eq(err.text + 80, " is for Windows; hand in the sources");
		file_tree_remove("own");
		reported_leave_folder();
	}
END_TEST

SUITE("class/submission-missing",
	LOOP(the_file_that_tells_most_is_named_with_its_advice, sizeof rows / sizeof *rows),
	CASE(a_long_name_is_cut))
