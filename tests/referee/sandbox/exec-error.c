/*
 * exec-error.c - why a file cannot be started, in a folder made for it: one row for each sentence.
 */
#include "referee/sandbox/exec-error.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "tests/lib/suite.h"

enum { EXEC_TEXT = 1024, EXEC_NOBODY = 65534 };

static char folder[64];

static void make_file(const char *name, const void *bytes, size_t length, mode_t mode)
{
	char path[256];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, bytes, length), (ssize_t)length);
	ck_assert_int_eq(fchmod(fd, mode), 0);
	close(fd);
}

static void begin(void)
{
	strcpy(folder, "/tmp/exec-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chmod(folder, 0755), 0);
	setenv("PATH", "/no/such", 1);
}

static void end(void)
{
	ck_assert(file_tree_remove(folder));
}

/* A text with the folder in the place of each @. */
static void fill_in(const char *text, char filled[EXEC_TEXT])
{
	size_t used = 0;
	for (; *text != '\0'; text++)
		used += (size_t)snprintf(filled + used, EXEC_TEXT - used,
			*text == '@' ? "%s" : "%.1s", *text == '@' ? folder : text);
	filled[used] = '\0';
}

/* The word, seen from the folder, is explained so; NULL: nothing is found. */
static void explains(const char *word, const char *wanted)
{
	struct error err = {"untouched"};
	char filled[EXEC_TEXT];
	const bool said = exec_error_explain(word, folder, &err);
	fill_in(wanted != NULL ? wanted : "untouched", filled);
	ck_assert_str_eq(err.text, filled);
	ck_assert_int_eq(said, wanted != NULL);
}

/* --- the contents of a file ------------------------------------------------------------------ */

#define BYTES(text) text, sizeof text - 1
#define ELF_REST    "\1\0\0\0\0\0\0\0\0\0\2\0"

static const struct {
	const char *bytes;
	size_t length;
	const char *wanted; /* NULL: the file may be started */
} contents[] = {
	{BYTES("#!/bin/sh\n"), NULL},
	{BYTES("#! \t/bin/sh -e\n"), NULL},
	{BYTES("#!/bin/sh"), NULL},
	{BYTES("#!/bin/sh\r\n"),
		"the first line of \"@/bot\" ends with a carriage return, as Windows writes it: save it with Unix line ends"},
	{BYTES("#!/bin/sh -e\r\n"),
		"the first line of \"@/bot\" ends with a carriage return, as Windows writes it: save it with Unix line ends"},
	{BYTES("#!/no/such/python3 -u\n"),
		"the interpreter \"/no/such/python3\", which the first line of \"@/bot\" names, is not there"},
	{BYTES("#!/etc/passwd\n"),
		"the interpreter \"/etc/passwd\", which the first line of \"@/bot\" names, is not there"},
	{BYTES("print(1)\n"),
		"\"@/bot\" is executable, but neither a program of this machine nor a script whose first line names its interpreter: #!/usr/bin/env python3"},
	{BYTES("#!\n"),
		"\"@/bot\" is executable, but neither a program of this machine nor a script whose first line names its interpreter: #!/usr/bin/env python3"},
	{BYTES("# !/bin/sh\n"),
		"\"@/bot\" is executable, but neither a program of this machine nor a script whose first line names its interpreter: #!/usr/bin/env python3"},
	{BYTES(""), "\"@/bot\" is empty, or may not be read"},
	{BYTES("\xef\xbb\xbf#!/bin/sh\n"),
		"\"@/bot\" begins with a byte order mark: save it as UTF-8 without one"},
	{BYTES("\xff\xfe#\0"), "\"@/bot\" is in UTF-16: save it as UTF-8"},
	{BYTES("MZ\x90\0"), "\"@/bot\" is a program for Windows: build it on this machine"},
	{BYTES("\xcf\xfa\xed\xfe\7\0\0\1"),
		"\"@/bot\" is a program for a Mac: build it on this machine"},
	{BYTES("\xca\xfe\xba\xbe\0\0\0\x41"),
		"\"@/bot\" is a class of Java, or a program for a Mac: start a class with java -cp"},
	{BYTES("PK\3\4\n\0"),
		"\"@/bot\" is an archive: start a jar with java -jar, and unpack a zip"},
	{BYTES("\0asm\1\0"),
		"\"@/bot\" is WebAssembly: start it with a runtime such as node or wasmtime"},
	{BYTES("\x1f\x8b\x08"), "\"@/bot\" is packed by gzip: unpack it"},
	{BYTES("!<arch>\n"), "\"@/bot\" is a library, and not a program"},
	/* ELF: class, byte order; the machine is at 18 (elf(5), the numbers of <elf.h>). */
	{BYTES("\177ELF\2\1" ELF_REST "\10\0"),
		"\"@/bot\" is a program for another processor (mips): build it on this machine"},
	{BYTES("\177ELF\2\1" ELF_REST "\2\1"),
		"\"@/bot\" is a program for another processor (loongarch): build it on this machine"},
	{BYTES("\177ELF\2\2" ELF_REST "\0\25"),
		"\"@/bot\" is a program for another processor (powerpc64): build it on this machine"},
	{BYTES("\177ELF\1\1" ELF_REST "\3\0"),
		"\"@/bot\" is a program for another processor (i386): build it on this machine"},
	{BYTES("\177ELF\2\1" ELF_REST "\377\0"),
		"\"@/bot\" is a program for another processor (unknown): build it on this machine"},
	/* One byte too few to have a machine. */
	{BYTES("\177ELF\2\1" ELF_REST "\10"),
		"\"@/bot\" is executable, but neither a program of this machine nor a script whose first line names its interpreter: #!/usr/bin/env python3"},
};

START_TEST(a_file_that_cannot_be_started_is_explained_by_its_first_bytes)
	{
		begin();
		make_file("bot", contents[_i].bytes, contents[_i].length, 0755);
		explains("./bot", contents[_i].wanted);
		end();
	}
END_TEST

START_TEST(a_program_of_this_machine_that_is_cut_off_is_called_incomplete)
	{
		char head[64];
		int own = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
		ck_assert_int_eq(read(own, head, sizeof head), sizeof head);
		close(own);
		begin();
		make_file("bot", head, sizeof head, 0755);
		explains("./bot",
			"\"@/bot\" is a program for this machine, but its loader is missing or the file is incomplete: build it on this machine");
		end();
	}
END_TEST

/* A header for Windows: its place at 60, the kind of the optional header, and the place of the .NET
 * header. */
static size_t make_windows(unsigned char *head, unsigned at, bool wide, bool managed)
{
	memset(head, 0, EXEC_ERROR_BYTES);
	memcpy(head, "MZ", 2);
	head[60] = (unsigned char)at;
	head[61] = (unsigned char)(at >> 8);
	memcpy(head + at, "PE\0\0", 4);
	memcpy(head + at + 24, wide ? "\x0b\x02" : "\x0b\x01", 2);
	head[at + 24 + (wide ? 224 : 208)] = managed ? 8 : 0;
	return EXEC_ERROR_BYTES;
}

START_TEST(a_program_of_another_machine_is_known_by_its_head)
	{
		static const struct {
			const char *bytes;
			size_t length;
			const char *words; /* NULL: it may run here */
		} rows[] = {
			{BYTES("\xcf\xfa\xed\xfe\7\0\0\1"), "a program for a Mac"},
			{BYTES("\xfe\xed\xfa\xce\0\0\0\7"), "a program for a Mac"},
			/* Two machines in one file; a class of Java 1.1 has 45 there. */
			{BYTES("\xca\xfe\xba\xbe\0\0\0\2"), "a program for a Mac"},
			{BYTES("\xca\xfe\xba\xbe\0\0\0\54"), "a program for a Mac"},
			{BYTES("\xca\xfe\xba\xbe\0\0\0\55"), NULL},
			{BYTES("\xca\xfe\xba\xbe\0\3\0\2"), NULL},
			{BYTES("\177ELF\2\1" ELF_REST "\10\0"),
				"a program for another processor (mips)"},
			{BYTES("#!/bin/sh\n"), NULL},
			{BYTES("MZ is how a text begins, too, and this one is quite long for a text of its kind"),
				"a program for Windows"},
			{BYTES("MZ"), NULL},
			{BYTES(""), NULL},
		};
		unsigned char head[EXEC_ERROR_BYTES];
		char words[64];
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			bool foreign = exec_error_is_foreign(
				(const unsigned char *)rows[i].bytes, rows[i].length, words);
			ck_assert_msg(foreign == (rows[i].words != NULL), "row %zu", i);
			if (foreign)
				ck_assert_str_eq(words, rows[i].words);
		}
		for (int wide = 0; wide < 2; wide++)
			for (unsigned at = 128; at <= 300; at += 172) {
				size_t length = make_windows(head, at, wide, true);
				ck_assert(!exec_error_is_foreign(head, length, words));
				length = make_windows(head, at, wide, false);
				ck_assert(exec_error_is_foreign(head, length, words));
				ck_assert_str_eq(words, "a program for Windows");
			}
		/* A place beyond the bytes that are there. */
		memset(head, 255, sizeof head);
		memcpy(head, "MZ", 2);
		ck_assert(exec_error_is_foreign(head, sizeof head, words));
		int own = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
		ck_assert_int_eq(read(own, head, sizeof head), sizeof head);
		close(own);
		ck_assert(!exec_error_is_foreign(head, sizeof head, words));
	}
END_TEST

/* Started, it ended at once: only the carriage return explains that. */
START_TEST(of_a_program_that_ended_at_once_the_carriage_return_alone_is_told)
	{
		struct error err = {"untouched"};
		begin();
		make_file("unix", BYTES("#!/bin/sh\n"), 0755);
		make_file("text", BYTES("print(1)\r\n"), 0755);
		make_file("windows", BYTES("#!/bin/sh\r\n"), 0755);
		ck_assert(!exec_error_explain_end("./unix", folder, &err));
		ck_assert(!exec_error_explain_end("./text", folder, &err));
		ck_assert(!exec_error_explain_end("./none", folder, &err));
		ck_assert_str_eq(err.text, "untouched");
		ck_assert(exec_error_explain_end("./windows", folder, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "/windows\" ends with a carriage return"));
		end();
	}
END_TEST

/* --- the word -------------------------------------------------------------------------------- */

START_TEST(a_word_with_a_slash_is_explained_by_what_is_there)
	{
		static const struct {
			const char *word, *wanted;
		} rows[] = {
			{"./bot.py", "\"@/bot.py\" is not executable: chmod +x \"@/bot.py\""},
			{"./bot.wasm",
				"\"@/bot.wasm\" is WebAssembly: start it with a runtime such as node or wasmtime"},
			{"././bot.py", "\"@/bot.py\" is not executable: chmod +x \"@/bot.py\""},
			{"./bot.c",
				"\"@/bot.c\" is a source, not a program: compile it, and start the program that the compiler makes"},
			{"./Bot.java",
				"\"@/Bot.java\" is a source, not a program: compile it, and start the program that the compiler makes"},
			{"./inner", "\"@/inner\" is a folder, not a program"},
			{"./BOT.PY",
				"there is no file \"@/BOT.PY\"; there is \"bot.py\" beside it"},
			{"inner/bot", "there is no file \"@/inner/bot\""},
			{"./bot --fast",
				"there is no program \"./bot --fast\": leave out the quotes, so that the program and its arguments are separate words"},
			{"~/bot",
				"there is no file \"@/~/bot\": no shell reads this, so write the whole path"},
			{"$HOME/bot",
				"there is no file \"@/$HOME/bot\": no shell reads this, so write the whole path"},
			{"/no/such/bot", "there is no file \"/no/such/bot\""},
			{".venv/bin/python3",
				"there is no file \"@/.venv/bin/python3\"; a virtual environment stays where it was made, and is no part of a submission: start python3"},
			{"lib/venv/bin/x",
				"there is no file \"@/lib/venv/bin/x\"; a virtual environment stays where it was made, and is no part of a submission: start python3"},
			{"myvenv/bin/x", "there is no file \"@/myvenv/bin/x\""},
		};
		char path[128];
		begin();
		make_file("bot.wasm", BYTES("\0asm\1"), 0644);
		make_file("bot.py", BYTES("print(1)\n"), 0644);
		make_file("bot.c", BYTES("int x;\n"), 0644);
		make_file("Bot.java", BYTES("class Bot {}\n"), 0644);
		snprintf(path, sizeof path, "%s/inner", folder);
		ck_assert_int_eq(mkdir(path, 0755), 0);
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			explains(rows[i].word, rows[i].wanted);
		end();
	}
END_TEST

/* The first of these that is in the folder is named. */
START_TEST(a_missing_program_is_said_to_be_built_from_what_lies_beside_it)
	{
		static const struct {
			const char *beside, *wanted;
		} rows[] = {
			{"notes.txt", "there is no file \"@/bot\""},
			{"bot.go.txt", "there is no file \"@/bot\""},
			{"solver.d",
				"there is no file \"@/bot\"; it may have to be built first: there is solver.d beside it"},
			{"main.rs",
				"there is no file \"@/bot\"; it may have to be built first: there is main.rs beside it"},
			{"CMakeLists.txt",
				"there is no file \"@/bot\"; it may have to be built first: there is CMakeLists.txt beside it"},
			{"GNUmakefile",
				"there is no file \"@/bot\"; it may have to be built first: there is a GNUmakefile beside it"},
			{"Makefile",
				"there is no file \"@/bot\"; it may have to be built first: there is a Makefile beside it"},
		};
		begin();
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			make_file(rows[i].beside, BYTES("x\n"), 0644);
			explains("./bot", rows[i].wanted);
		}
		end();
	}
END_TEST

START_TEST(a_bare_word_is_explained_by_what_would_be_found)
	{
		char path[128];
		begin();
		make_file("bot", BYTES("#!/bin/sh\n"), 0755);
		make_file("bot.py", BYTES("print(1)\n"), 0644);
		explains("nothing-of-this-name", NULL);
		explains("bot",
			"there is no program \"bot\" in PATH, but there is such a file: write \"./bot\"");
		explains("bot.py",
			"there is no program \"bot.py\" in PATH, but there is such a file: write \"./bot.py\", and make it executable with chmod +x");
		explains("python3 bot.py",
			"there is no program \"python3 bot.py\": leave out the quotes, so that the program and its arguments are separate words");
		explains("node",
			"there is no program \"node\" in PATH; on Debian and Ubuntu `sudo apt-get install nodejs` installs it");
		explains("rustc",
			"there is no program \"rustc\" in PATH; on Debian and Ubuntu `sudo apt-get install rustc` installs it");
		/* No package has a program of this name, unless there is one with a 3. */
		explains("python", NULL);
		snprintf(path, sizeof path, "%s/tools", folder);
		ck_assert_int_eq(mkdir(path, 0755), 0);
		explains("tools", "\"@/tools\" is a folder, not a program");
		explains(".", "\"@/.\" is a folder, not a program");
		explains("/", "\"/\" is a folder, not a program");
		setenv("PATH", path, 1);
		make_file("tools/python3", BYTES("#!/bin/sh\n"), 0755);
		explains("python",
			"there is no program \"python\" in PATH, but there is \"python3\"");
		make_file("tools/node", BYTES("#!/bin/sh\n"), 0755);
		explains("node", NULL);
		end();
	}
END_TEST

START_TEST(a_missing_folder_is_told_with_the_place_where_it_was_looked_for)
	{
		struct error err;
		char wanted[EXEC_TEXT];
		begin();
		make_file("file", BYTES("x\n"), 0644);
		ck_assert_int_eq(chdir(folder), 0);
		ck_assert(exec_error_explain("./bot", "none", &err));
		fill_in("its folder \"none\" is not there, seen from @", wanted);
		ck_assert_str_eq(err.text, wanted);
		ck_assert(exec_error_explain("./bot", "file", &err));
		fill_in("its folder \"file\" is not there, seen from @", wanted);
		ck_assert_str_eq(err.text, wanted);
		ck_assert(exec_error_explain("./bot", "/no/such", &err));
		ck_assert_str_eq(err.text, "its folder \"/no/such\" is not there");
		ck_assert(exec_error_explain("./file", NULL, &err));
		ck_assert_str_eq(err.text, "\"./file\" is not executable: chmod +x \"./file\"");
		ck_assert_int_eq(chdir("/"), 0);
		end();
	}
END_TEST

/* In a child, which becomes another user: that one may not start what its owner may. */
START_TEST(a_program_of_another_user_is_explained_by_the_right_to_it)
	{
		int status = -1;
		if (geteuid() != 0) {
			puts("skip 1: only root can become another user");
			return;
		}
		begin();
		make_file("bot", BYTES("#!/bin/sh\n"), 0700);
		pid_t child = fork();
		if (child == 0) {
			struct error err = {""};
			char wanted[EXEC_TEXT];
			fill_in("\"@/bot\" may not be started by this user, or from where it lies (noexec)",
				wanted);
			if (setgid(EXEC_NOBODY) != 0 || setuid(EXEC_NOBODY) != 0)
				_exit(2);
			_exit(!exec_error_explain("./bot", folder, &err) ||
				strcmp(err.text, wanted) != 0);
		}
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
		end();
	}
END_TEST

/* --- names that are alike -------------------------------------------------------------------- */

START_TEST(a_similar_name_differs_in_small_and_capital_letters_alone)
	{
		char found[EXEC_ERROR_SIMILAR], name[80];
		begin();
		make_file("Book.TXT", BYTES("x\n"), 0644);
		make_file("both", BYTES("x\n"), 0644);
		ck_assert(exec_error_similar("book.txt", folder, found));
		ck_assert_str_eq(found, "Book.TXT");
		ck_assert(!exec_error_similar("Book.TXT", folder, found));
		ck_assert_int_eq(chdir(folder), 0);
		ck_assert(exec_error_similar("book.txt", NULL, found));
		ck_assert_str_eq(found, "Book.TXT");
		ck_assert_int_eq(chdir("/"), 0);
		ck_assert(!exec_error_similar("bot", folder, found));
		ck_assert(!exec_error_similar("Bot", folder, found));
		ck_assert(!exec_error_similar("book.txt", "/no/such", found));
		/* A name fits that has 63 letters. */
		memset(name, 'a', sizeof name);
		name[63] = '\0';
		make_file(name, BYTES("x\n"), 0644);
		name[62] = 'A';
		ck_assert(exec_error_similar(name, folder, found));
		ck_assert_uint_eq(strlen(found), 63);
		memset(name, 'b', sizeof name);
		name[64] = '\0';
		make_file(name, BYTES("x\n"), 0644);
		name[62] = 'B';
		ck_assert(!exec_error_similar(name, folder, found));
		end();
	}
END_TEST

SUITE("referee/sandbox/exec-error",
	LOOP(a_file_that_cannot_be_started_is_explained_by_its_first_bytes,
		sizeof contents / sizeof *contents),
	CASE(a_program_of_this_machine_that_is_cut_off_is_called_incomplete),
	CASE(a_program_of_another_machine_is_known_by_its_head),
	CASE(of_a_program_that_ended_at_once_the_carriage_return_alone_is_told),
	CASE(a_word_with_a_slash_is_explained_by_what_is_there),
	CASE(a_missing_program_is_said_to_be_built_from_what_lies_beside_it),
	CASE(a_bare_word_is_explained_by_what_would_be_found),
	CASE(a_missing_folder_is_told_with_the_place_where_it_was_looked_for),
	CASE(a_program_of_another_user_is_explained_by_the_right_to_it),
	CASE(a_similar_name_differs_in_small_and_capital_letters_alone))
