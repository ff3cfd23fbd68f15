/*
 * The program that is run of a submission: by convention, and by the student's own referee.txt.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "referee/submissions/submission-entry.h"
#include "tests/lib/suite.h"

enum { FILES = 4 };

#define JAVAC "javac -encoding UTF-8 -d . "

/* A submission of some files, and how it is started: "BUILD | ADAPTER | COMMAND | REASON", or a
 * part of the problem after "!". */
static const struct {
	const char *files[FILES][2];
	const char *wanted;
} rows[] = {
	{{{"bot.py", "print('ugiok')\ndef agent(o, c): pass\n"}},
		"- | - | python3 bot.py | bot.py"},
	{{{"bot.py", "def agent(observation, configuration):\n  return 3\n"}},
		"- | kaggle | bot.py | bot.py"},
	{{{"my agent.py", "def act(obs, config):\n  return 3\n"}},
		"- | kaggle | 'my agent.py' | my agent.py, the only *.py"},
	{{{"a.py", ""}, {"b.py", ""}},
		"!a.py, b.py: which is the bot? Name it bot (such as bot.py), or write a referee.txt"},
	{{{"board.py", "class Board: pass\n"},
		 {"player.py", "import board\nif __name__ == '__main__':\n  print('ugiok')\n"},
		 {"search.py", "def search(): pass\n"}},
		"- | - | python3 player.py | player.py, the only *.py that is a program"},
	{{{"board.py", "x = 1\n"},
		 {"four.py", "import board\ndef my_agent(obs, config):\n  return 3\n"}},
		"- | kaggle | four.py | four.py, the only *.py that is a program"},
	{{{"a.py", "print('ugiok')"}, {"b.py", "if __name__ == '__main__': pass"}},
		"!a.py, b.py: which is the bot?"},
	{{{"main.py", ""}, {"bot.py", ""}}, "- | - | python3 bot.py | bot.py"},
	{{{"Main.java", "package x.y;\nclass Main { public static void main(String[] a) {} }"}},
		JAVAC "*.java | - | java -cp . x.y.Main | Main.java"},
	{{{"Board.java", "class Board {}"},
		 {"Game.java", "class Game { static void main(String[] a) {} }"}},
		JAVAC "*.java | - | java -cp . Game | Game.java"},
	{{{"Board.java", "class Board {}"}}, "!Board.java has no main method; write a referee.txt"},
	{{{"src/four/Board.java", "package four; class Board {}"},
		 {"src/four/Game.java",
			 "package four; class Game { static void main(String[] a) {} }"},
		 {"test/T.java", "class T { static void main(String[] a) {} }"}},
		JAVAC "$(find . -name '*.java') | - | java -cp . four.Game | src/four/Game.java"},
	{{{"src/main/java/de/uni/Game.java",
		 "package de.uni;\nclass Game { static void main(String[] a) {} }"}},
		JAVAC
		"$(find src/main/java -name '*.java') | - | java -cp . de.uni.Game | src/main/java/de/uni/Game.java"},
	/* a package of any depth, files beside src, resources, tests */
	{{{"pom.xml", ""}, {"book.txt", ""},
		 {"src/main/java/a/b/c/d/e/App.java",
			 "package a.b.c.d.e;\nclass App { static void main(String[] a) {} }"},
		 {"src/test/java/a/b/c/d/e/AppTest.java", "import org.junit.Test;"}},
		JAVAC
		"$(find src/main/java -name '*.java') | - | java -cp . a.b.c.d.e.App | src/main/java/a/b/c/d/e/App.java"},
	{{{"src/main/resources/book.txt", ""},
		 {"src/main/java/App.java", "class App { static void main(String[] a) {} }"}},
		JAVAC
		"$(find src/main/java -name '*.java') | - | java -cp .:src/main/resources App | src/main/java/App.java"},
	{{{"src/App.java", "class App { static void main(String[] a) {} }"},
		 {"src/AppTest.java", "import org.junit.Test;"}},
		JAVAC
		"$(grep -rL --include='*.java' org.junit .) | - | java -cp . App | src/App.java"},
	{{{"src/My App.java", "class App { static void main(String[] a) {} }"}},
		"grep -rLZ --include='*.java' org.junit . | xargs -0 javac -encoding UTF-8 -d . | - | java -cp . My App | src/My App.java"},
	/* a project in a folder beside a report: it is built and run there */
	{{{"report.pdf", ""}, {"final/data/book.txt", ""},
		 {"final/src/edu/App.java",
			 "package edu;\nclass App { static void main(String[] a) {} }"}},
		"cd final && " JAVAC
		"$(find . -name '*.java') | - | sh -c 'cd final && exec java -cp . edu.App' | final/src/edu/App.java"},
	{{{"report.pdf", ""}, {"code/bot.py", "print('ugiok')"}, {"data/book.txt", ""}},
		"- | - | sh -c 'cd code && exec python3 bot.py' | code/bot.py"},
	{{{"README", ""}, {"my code/Makefile", "bot: a.c\n\tcc -o bot a.c\n"}, {"my code/a.c", ""}},
		"cd 'my code' && make | - | sh -c 'cd '\\''my code'\\'' && exec ./bot' | my code/Makefile"},
	{{{"README", ""}, {"a/b/c/d/e/f/bot.py", ""}},
		"- | - | sh -c 'cd a/b/c/d/e/f && exec python3 bot.py' | a/b/c/d/e/f/bot.py"},
	{{{"README", ""}, {"k/agent.py", "def agent(obs, config): return 3\n"}},
		"- | kaggle | k/agent.py | k/agent.py"},
	{{{"README", ""}, {"four/referee.txt", "command = \"python3 a.py\"\n"}, {"four/a.py", ""}},
		"- | - | sh -c 'cd four && exec python3 a.py' | four/referee.txt"},
	/* of several folders the one that speaks the protocol, then that of a program's name */
	{{{"old/bot.py", ""}, {"new/bot.py", ""}, {"README", ""}},
		"!new/bot.py, old/bot.py: which"},
	{{{"old/bot.py", ""}, {"new/bot.py", "print('ugiok')"}, {"README", ""}},
		"- | - | sh -c 'cd new && exec python3 bot.py' | new/bot.py"},
	{{{"utils/helper.py", ""}, {"code/bot.py", ""}},
		"- | - | sh -c 'cd code && exec python3 bot.py' | code/bot.py"},
	{{{"plot.py", ""}, {"code/four.py", "print('ugiok')"}},
		"- | - | sh -c 'cd code && exec python3 four.py' | code/four.py, the only *.py"},
	{{{"plot.py", ""}, {"code/four.py", ""}},
		"- | - | python3 plot.py | plot.py, the only *.py"},
	{{{"lib/gson.jar", ""}, {"src/App.java", "class App { static void main(String[] a) {} }"}},
		JAVAC "$(find . -name '*.java') | - | java -cp . App | src/App.java"},
	{{{"README", ""}, {"dist/four.jar", ""}},
		"- | - | sh -c 'cd dist && exec java -jar four.jar' | dist/four.jar, the only *.jar"},
	{{{"node_modules/x/index.js", ""}, {"README", ""}}, "!there is nothing to run"},
	{{{"README", ""}, {"a/tests/bot.py", ""}},
		"!a/tests/bot.py is not where a program is looked for"},
	/* other programs beside it, such as tests */
	{{{"bot.cpp", "int main() {}"}, {"test.cpp", "int main() { return 0; }"}, {"b c.cpp", "x"}},
		"c++ -O2 -std=c++17 -o bot 'b c.cpp' bot.cpp | - | ./bot | bot.cpp, without test.cpp"},
	{{{"a.c", "int\tmain (void) {}"}, {"b.c", "int main(void) { puts(\"ugiok\"); }"},
		 {"domain.c", "int domain(int x);"}},
		"cc -O2 -o bot b.c domain.c -lm | - | ./bot | a.c, without a.c"},
	{{{"latest.cpp", "int x;"}, {"t.cpp", "#include <gtest/gtest.h>"},
		 {"four.cpp", "int main() {}"}},
		"c++ -O2 -std=c++17 -o bot four.cpp latest.cpp | - | ./bot | four.cpp, without t.cpp"},
	{{{"a.c", "int main(void) {}"}, {"b.c", "int main(void) {}"}},
		"!a.c, b.c: which is the bot?"},
	{{{"a.go", "func main() {}"}, {"a_test.go", "x"}},
		"go build -o bot a.go | - | ./bot | a.go, without a_test.go"},
	{{{"a.rs", "fn f() {}"}, {"b.rs", "mod a;\nfn main() {}"}},
		"rustc -O -o bot b.rs | - | ./bot | b.rs, the only *.rs that is a program"},
	/* makefiles that make nothing */
	{{{"Makefile", "run: \n\tpython3 player.py --depth 4\n"}, {"player.py", ""}, {"b.py", ""}},
		"- | - | python3 player.py --depth 4 | Makefile"},
	{{{"Makefile", "test:\n\tpytest\n"}, {"player.py", ""}},
		"- | - | python3 player.py | player.py, the only *.py"},
	{{{"Makefile", "all:\n\tjavac *.java\nrun: all\n\t@java -cp . Four\n"}, {"Four.java", ""}},
		"make | - | java -cp . Four | Makefile"},
	{{{"GNUmakefile", "four: a.c\n\tcc a.c -o four\n"}}, "make | - | ./four | GNUmakefile"},
	{{{"Makefile", "all: bot\nbot: a.c\n\tcc -o $@ a.c\n"}, {"a.c", ""}},
		"make | - | ./bot | Makefile"},
	{{{"Makefile",
		 "TARGET = player\nall: $(TARGET)\n$(TARGET): a.c\n\tgcc -o $(TARGET) a.c\n"}},
		"make | - | ./player | Makefile"},
	{{{"Makefile", "four: a.o\n\tgcc a.o -o $@\na.o: a.c\n\tgcc -c -o a.o a.c\n"}},
		"make | - | ./four | Makefile"},
	{{{"Makefile", "CC:=gcc\nfour: a.c\n\t$(CC) a.c\n"}}, "make | - | ./four | Makefile"},
	{{{"Makefile", "CC::=gcc\nFLAGS :=\nfour: a.c\n\t$(CC) a.c\n"}},
		"make | - | ./four | Makefile"},
	{{{"Makefile", "A=1\nB?=2\nC+=3\nD!=e\nfour::a.c\n\tcc a.c\n"}},
		"make | - | ./four | Makefile"},
	{{{"Makefile", ""}}, "make | - | ./bot | Makefile"},
	{{{"CMakeLists.txt", "project(x)\nadd_executable( four main.cpp)\n"}, {"main.cpp", ""}},
		"cmake -DCMAKE_BUILD_TYPE=Release -S . -B build && cmake --build build | - | ./build/four | CMakeLists.txt"},
	{{{"Makefile",
		 "all: run_tests four\nrun_tests: t.o\n\tcc -o run_tests t.o\nfour: a.o\n\tcc -o four a.o\n"}},
		"make | - | ./four | Makefile"},
	{{{"Makefile", "test: four\n\t./check\nfour: a.c\n\tcc a.c -o$@\n"}},
		"make | - | ./four | Makefile"},
	{{{"src/main.cpp", ""}, {"include/board.hpp", ""}},
		"c++ -O2 -std=c++17 -Iinclude -Isrc -o bot src/*.cpp | - | ./bot | src/main.cpp"},
	{{{"src/four.c", ""}, {"src/board.c", ""}},
		"cc -O2 -Iinclude -Isrc -o bot src/*.c -lm | - | ./bot | src/board.c"},
	{{{"x.c", ""}, {"y.c", ""}}, "cc -O2 -o bot *.c -lm | - | ./bot | x.c"},
	{{{"x.cpp", ""}}, "c++ -O2 -std=c++17 -o bot *.cpp | - | ./bot | x.cpp, the only *.cpp"},
	{{{"Cargo.toml", "[package]\nname = \"four-wins\"\nversion = \"0.1.0\"\n"}},
		"cargo build --release --offline | - | ./target/release/four-wins | Cargo.toml"},
	{{{"go.mod", "module x"}, {"main.go", ""}}, "go build -o bot . | - | ./bot | go.mod"},
	{{{"package.json", "{ \"name\": \"x\", \"main\" : \"src/play.js\" }"}},
		"- | - | node src/play.js | package.json"},
	{{{"package.json", "{ \"main\": 7 }"}, {"index.js", ""}},
		"- | - | node index.js | index.js"},
	{{{"package.json",
		 "{ \"type\": \"module\", \"scripts\": { \"start\": \"node src/a.js\" } }"}},
		"- | - | node src/a.js | package.json"},
	{{{"package.json", "{ \"main\": \"index.js\", \"start\": \"node a.js; ls\" }"}},
		"- | - | node index.js | package.json"},
	{{{"package.json",
		 "{ \"main\": \"dist/b.js\", \"scripts\": { \"build\": \"tsc -p .\" } }"}},
		"tsc -p . | - | node dist/b.js | package.json"},
	{{{"package.json", "{ \"start\": \"node --x dist/b.js\", \"build\": \"tsc\" }"},
		 {"dist/b.js", ""}},
		"- | - | node --x dist/b.js | package.json"},
	{{{"four/__init__.py", ""}, {"four/__main__.py", "from . import board\n"},
		 {"setup.py", ""}},
		"- | - | python3 -m four | four/__main__.py"},
	{{{"four/__main__.py", "import board\n"}, {"four/board.py", ""}},
		"- | - | python3 four | four/__main__.py"},
	{{{"src/bot.py", "print('ugiok')\n"}, {"src/board.py", ""}, {"README.md", ""}},
		"- | - | python3 src/bot.py | src/bot.py"},
	{{{"test_bot.py", ""}, {"conftest.py", ""}, {"four.py", ""}},
		"- | - | python3 four.py | four.py, the only *.py"},
	{{{"main.py", "class A:\n  def __call__(self, obs, config):\n    return 3\nagent = A()\n"}},
		"- | kaggle | main.py | main.py"},
	{{{"play.sh", "read line\n"}}, "- | - | bash play.sh | play.sh, the only *.sh"},
	{{{"c4", "#!/usr/bin/perl\n"}, {"README", ""}},
		"- | - | ./c4 | c4, the only file that can be executed"},
	{{{"c4.pl", "#!/usr/bin/perl\n"}, {"gradlew", "#!/bin/sh\n"}},
		"- | - | ./c4.pl | c4.pl, the only file that can be executed"},
	{{{"a", "#!/usr/bin/perl\n"}, {"b", "#!/bin/sh\n"}}, "!there is nothing to run"},
	{{{"gradlew", "#!/bin/sh\n"}, {"README", ""}}, "!there is nothing to run"},
	{{{"four.jar", ""}}, "- | - | java -jar four.jar | four.jar, the only *.jar"},
	{{{"notes.docx", ""}}, "!there is nothing to run: only notes.docx; hand in"},
	{{{NULL}}, "!there is nothing to run: no file; hand in the sources"},
	{{{"four.exe", ""}, {"readme.txt", ""}}, "!four.exe is for Windows; hand in the sources"},
	{{{"bot.rar", ""}}, "!bot.rar cannot be unpacked; hand it in as a zip"},
	{{{"a.ipynb", ""}}, "!a.ipynb is a notebook; hand in its agent as submission.py"},
	{{{"bot.py.txt", ""}}, "!bot.py.txt ends with .txt; take that off its name"},
	{{{"Bot.CS", ""}}, "!Bot.CS needs a referee.txt that says how to build and run it"},
	{{{"referee.txt",
		  "command = \"./x\"\nbuild = 'make -C src'\nadapter = \"line --base 1\"\n"},
		 {"bot.py", ""}},
		"make -C src | line --base 1 | ./x | referee.txt"},
	{{{"Referee.TXT.txt", "command = \"python3 b.py\"\n"}, {"a.py", ""}, {"b.py", ""}},
		"- | - | python3 b.py | referee.txt"},
	{{{"referee.txt", "command = \"./four -a\"\n"}, {"Makefile", ""}},
		"!referee.txt: there is no file \"./four\", and no build = ... that makes it"},
	{{{"referee.txt", "command = \"./x\"\n\nadapter = kagle\n"}},
		"!referee.txt:3: adapter = \"kagle\": there is no adapter \"kagle\"; did you mean kaggle?"},
	{{{"referee.txt", "command = \"\"\n"}},
		"!referee.txt:1: command = \"\": it must not be empty"},
	{{{"referee.txt", "command = \"python3 'bot.py\"\n"}},
		"!referee.txt:1: command = \"python3 'bot.py\": a quote is opened and not closed"},
	/* No shell reads a command, and / separates folders. */
	{{{"referee.txt", "command = \"cd src && python3 my.py\"\n"}},
		"!referee.txt:1: no shell reads the command, so \"cd\" means nothing in it: write sh -c 'cd src && python3 my.py'"},
	{{{"referee.txt", "command = \"python3 my.py > log.txt\"\n"}},
		"!so \">\" means nothing in it: write sh -c 'python3 my.py > log.txt'"},
	{{{"referee.txt", "command = \"DEPTH=4 python3 my.py\"\n"}},
		"!so \"DEPTH=4\" means nothing"},
	{{{"referee.txt", "command = \"sh -c 'cd src && python3 my.py'\"\n"}},
		"- | - | sh -c 'cd src && python3 my.py' | referee.txt"},
	{{{"referee.txt", "command = \"python3 my.py --x=1\"\n"}},
		"- | - | python3 my.py --x=1 | referee.txt"},
	{{{"referee.txt", "\ncommand = \"python3 src\\my.py\"\n"}},
		"!referee.txt:2: folders are separated by / and not by a backslash: write command = \"python3 src/my.py\""},
	{{{"referee.txt", "command = 'python3 a\\b.py'"}},
		"!referee.txt:1: folders are separated by /"},
	{{{"referee.txt", "command = \"./x\"\nbuild = \"printf 'a\\\\n' >x\"\n"}},
		"printf 'a\\n' >x | - | ./x | referee.txt"},
	{{{"referee.txt", "command = ./bot\n\n build = \"cc -o bot src\\my.c\"\n"}},
		"!referee.txt:3: folders are separated by / and not by a backslash: write build = \"cc -o bot src/my.c\""},
	{{{"referee.txt", "command = ./bot\nbuild = 'cc -o bot src\\*.c && printf \"a\\tb\"'"}},
		"!write build = 'cc -o bot src/*.c && printf \"a\\tb\"'"},
	{{{"referee.txt", "command = ./bot\nbuild = \"cc -o bot src\\\\new\\test.c\"\n"}},
		"!write build = \"cc -o bot src/new/test.c\""},
	{{{"referee.txt", "command = ./bot\nbuild=\"javac ..\\Bot.java\"\n"}},
		"!write build=\"javac ../Bot.java\""},
	/* A line's end, a quoted text, a pattern, and signs of the shell. */
	{{{"referee.txt", "command = ./x\nbuild = \"make\\nstrip x\"\n"}},
		"!the value contains a line end"},
	{{{"referee.txt", "command = ./x\nbuild = \"printf '%s\\\\y.c' a >x\"\n"}},
		"printf '%s\\y.c' a >x | - | ./x | referee.txt"},
	{{{"referee.txt", "command = ./x\nbuild = \"printf \\\"a\\sb\\\" >x\"\n"}},
		"printf \"asb\" >x | - | ./x | referee.txt"},
	{{{"referee.txt",
		 "command = ./x\nbuild = 'sed s/a\\wb/c/ y >x; find . -name \\*.c; echo a\\ b'"}},
		"sed s/a\\wb/c/ y >x; find . -name \\*.c; echo a\\ b | - | ./x | referee.txt"},
	/* A bot is shown the files that its command names. */
	{{{"referee.txt", "command = \"/bin/cat /etc/shadow\"\n"}},
		"!referee.txt: \"/etc/shadow\" is outside the submission"},
	{{{"referee.txt", "command = \"/srv/solution/bot\"\n"}},
		"!\"/srv/solution/bot\" is outside"},
	{{{"referee.txt", "command = \"python3 ../../ben/0/bot.py\"\n"}}, "!is outside"},
	{{{"referee.txt", "command = \"python3 src/..\"\n"}}, "!is outside"},
	{{{"referee.txt", "command = \"java -cp .:/srv/bots Bot\"\n"}}, "!is outside"},
	{{{"referee.txt", "command = \"./x\"\nadapter = \"human --ask /etc/passwd\"\n"}},
		"!is outside"},
	{{{"package.json", "{ \"main\": \"../../ben/index.js\" }"}},
		"!package.json: \"../../ben/index.js\" is outside"},
	{{{"referee.txt", "command = \"/usr/bin/env python3 a..b/c...py ...\"\n"}},
		"- | - | /usr/bin/env python3 a..b/c...py ... | referee.txt"},
	{{{"referee.txt", "command = \"referee-bot --depth 12\"\n"}},
		"!referee.txt: \"referee-bot\" is a program of the referee"},
	{{{"referee.txt", "comand = ./x\n"}},
		"!referee.txt:1: there is no key \"comand\"; it has command, build and adapter; did you mean command?"},
	{{{"referee.txt", "command = a\ncommand = b\n"}}, "!referee.txt:2: it sets a second time"},
	{{{"referee.txt", "build = make\n"}}, "!referee.txt: it has no command"},
	{{{"referee.txt", "command = \"x\n"}}, "!referee.txt:"},
	{{{"referee.txt", "bot x { command = a }\n"}}, "!there is no place for a section"},
	{{{"referee.txt", "rules { dir = a }\n"}}, "!there is no place for a section"},
};

enum { ROWS = sizeof rows / sizeof *rows };

static const char *or_none(const char *text)
{
	return text != NULL ? text : "-";
}

/* Makes the folders above a path. */
static void make_folders(char *path)
{
	for (char *slash = path; (slash = strchr(slash + 1, '/')) != NULL;) {
		*slash = '\0';
		mkdir(path, 0755);
		*slash = '/';
	}
}

START_TEST(a_submission_is_started_as_its_files_say)
	{
		char folder[] = "/tmp/entry.XXXXXX";
		struct submission_entry e;
		struct error err;
		ck_assert_ptr_nonnull(mkdtemp(folder));
		for (int f = 0; f < FILES && rows[_i].files[f][0] != NULL; f++) {
			char *path = memory_print("%s/%s", folder, rows[_i].files[f][0]);
			make_folders(path);
			FILE *out = fopen(path, "w");
			ck_assert_ptr_nonnull(out);
			fputs(rows[_i].files[f][1], out);
			ck_assert_int_eq(fclose(out), 0);
			if (strncmp(rows[_i].files[f][1], "#!", 2) == 0)
				ck_assert_int_eq(chmod(path, 0755), 0);
			free(path);
		}
		bool found = submission_entry_find(&e, folder, &err);
		char *got = found ? memory_print("%s | %s | %s | %s", or_none(e.build),
					    or_none(e.adapter), e.command, e.reason)
				  : memory_print("!%s", err.text);
		if (*rows[_i].wanted == '!')
			ck_assert_msg(
				!found && strstr(got, rows[_i].wanted + 1) != NULL, "%s", got);
		else
			ck_assert_str_eq(got, rows[_i].wanted);
		free(got);
		submission_entry_clear(&e);
		file_tree_remove(folder);
	}
END_TEST

SUITE("referee/submissions/submission-entry", LOOP(a_submission_is_started_as_its_files_say, ROWS))
