/*
 * Symptoms: what was seen of a bot gives the hint that helps, and the first that fits.
 */
#include "referee/bot/diagnosis.h"

#include <string.h>

#include "tests/lib/suite.h"

static const struct game some_game;

/* hint and hidden: words that are in the sentence, and words that are not. */
static const struct {
	struct diagnosis_facts seen;
	const char *hint, *hidden;
	bool plain; /* no more than the verdict's own words */
} symptoms[] = {
	{{.waited = 2 * SECOND}, "it printed nothing for 2 s after \"ugi\": did you flush", "{"},
	{{.waited = 2500 * MILLISECOND}, "for 2.5 s", "2500"},
	{{.waited = 80 * MILLISECOND}, "for 80 ms", " s "},
	{{.waited = 999900}, "for 1 s", "e+03"},
	{{.said = "hello\n", .waited = SECOND}, "printed \"hello\", but not \"ugiok\" within 1 s",
		"flush"},
	{{.said = "ugi\n"}, "prints what it reads (\"ugi\")", "flush"},
	{{.said = "uciok\n"}, "speaks UCI", "flush"},
	{{.uci = true}, "speaks UCI", "too late"},
	{{.after = "ugiok\n", .waited = SECOND}, "Flush stdout after every line", "did you"},
	{{.after = "UGIOK\n", .waited = SECOND}, "write the line \"ugiok\"", "did you"},
	{{.after = "hello\n", .waited = SECOND}, "and \"hello\" came when", "did you"},
	/* It flushed a line before: a move that comes a little late is late. */
	{{.sent = "go movetime 30\n",
		 .awaited = "bestmove",
		 .after = "bestmove a\n",
		 .spoke = true,
		 .settled = true},
		"\"bestmove\" came just after its time was over: it needs a little more time",
		"flush"},
	{{.sent = "go movetime 30\n",
		 .awaited = "bestmove",
		 .after = "bestmove a\n",
		 .spoke = true},
		"a little more time than it had, or it does not flush that line", "buffer"},
	/* It did nothing: what came is no late answer. */
	{{.sent = "go movetime 30\n",
		 .awaited = "bestmove",
		 .after = "bestmove a\n",
		 .waited = SECOND,
		 .used = MILLISECOND,
		 .idle = true,
		 .spoke = true},
		"it printed nothing for 1 s and used 1 ms of a processor, and \"bestmove\" came when its input was closed: flush stdout",
		"more time"},
	{{.after = "ugiok\n", .waited = SECOND},
		"waits in a buffer, or it reads its input to the end before it answers", "did you"},
	/* It answered before, so it flushes. */
	{{.sent = "go movetime 30\n",
		 .awaited = "bestmove",
		 .waited = SECOND,
		 .spoke = true,
		 .moved = true,
		 .remote = true},
		"it printed nothing for 1 s after \"go\", though it had answered before: the way over the network",
		"flush"},
	{{.sent = "go movetime 30\n",
		 .awaited = "bestmove",
		 .waited = SECOND,
		 .spoke = true,
		 .moved = true},
		"though it had answered before: is it too slow for \"go movetime 30\", does it wait for another line, or was its answer lost in an exception?",
		"network"},
	{{.sent = "go movetime 30\n",
		 .awaited = "bestmove",
		 .after = "bye\n",
		 .waited = SECOND,
		 .spoke = true},
		"it printed nothing for 1 s", "buffer"},
	/* An adapter says where the program behind it stands. */
	{{.sent = "go movetime 30\n",
		 .awaited = "bestmove",
		 .errors =
			 "Score: 3\nreferee-adapt: the program printed \"3!\", in which the adapter finds no move\n",
		 .waited = SECOND,
		 .spoke = true},
		"printed \"3!\", in which the adapter finds no move", "flush"},
	{{.late = 300 * MILLISECOND, .waited = SECOND}, "300 ms too late: it had 1 s", "flush"},
	{{.late = 300 * MILLISECOND, .waited = SECOND + 6, .wait = 6},
		"300 ms too late: it had 1 s", "processor"},
	{{.sent = "position startpos\ngo nodes 100\n",
		 .awaited = "bestmove",
		 .thinking = true,
		 .waited = SECOND},
		"does it count its positions? \"go nodes N\" ends a search after N positions",
		"check the time"},
	{{.sent = "go depth 3\n", .awaited = "bestmove", .thinking = true, .waited = SECOND},
		"does it stop at its depth?", "check the time"},
	{{.sent = "go nodes 9\ngo nodes 100 movetime 50\n",
		 .awaited = "bestmove",
		 .thinking = true,
		 .waited = SECOND},
		"does it check the time while it thinks?", "positions"},
	{{.thinking = true, .waited = 3 * SECOND, .used = SECOND}, "used the processor for 1 s",
		"flush"},
	{{.ending = "ended with exit status 1", .waited = MILLISECOND},
		"it ended with exit status 1 after 1 ms, without output", "ugiok", true},
	{{.ending = "was killed by signal 9 (Killed)", .said = "id\n"}, "before it sent \"ugiok\"",
		"without output", true},
	{{.ending = "was killed by signal 11 (Segmentation fault)"}, "a wrong pointer",
		"signal 1 "},
	{{.ending = "ended with exit status 0"}, "main loop", "signal"},
	{{.flooded = true, .said = "x\n"}, "4 KiB", "flush"},
	{{.deaf = true}, "does not read its standard input", "flush"},
	{{.said = "id name X\n"}, "printed \"id name X\", but not \"ugiok\": print that line last",
		"flush"},
	{{.said = "ok\n", .sent = "isready\n", .awaited = "readyok"},
		"wrote \"ok\", which is not an answer: write the line \"readyok\"", "flush"},
	{{.sent = "isready\n", .awaited = "readyok", .game = &some_game, .waited = SECOND},
		"set isready-every-move = no", "flush"},
	{{.sent = "isready\n",
		 .awaited = "readyok",
		 .game = &some_game,
		 .errors = "isready: what is this?\n",
		 .ending = "ended with exit status 1"},
		"it got \"isready\" after a position, as UGI requires: answer \"readyok\", or set isready-every-move = no; on stderr: isready: what is this?",
		"flush"},
	{{.sent = "isready\n",
		 .awaited = "readyok",
		 .game = &some_game,
		 .ending = "ended with exit status 1"},
		"answer \"readyok\", or set isready-every-move = no", "stderr"},
	{{.sent = "isready\n",
		 .awaited = "readyok",
		 .game = &some_game,
		 .errors = "bad move h\n",
		 .ending = "ended with exit status 1"},
		"it wrote on stderr: bad move h", "isready"},
	{{.sent = "go depth 1\n",
		 .awaited = "bestmove",
		 .unasked = true,
		 .ending = "ended with exit status 1"},
		"no \"isready\" followed its first position: if it expects that, as UGI requires, set isready-every-move = yes",
		"stderr"},
	{{.said = "Your column: "}, "for a person at a keyboard", "flush"},
	{{.sent = "position startpos\ngo movetime 5\n", .awaited = "bestmove", .left = true},
		"after \"go\" the referee sends no line", "flush"},
	{{.sent = "position startpos\ngo movetime 5\n", .awaited = "bestmove", .left = true},
		"Or was its answer lost in an exception?", "flush"},
	/* Of stderr, only where it can be the reason. */
	{{.errors = "No module named 'numpy'\n",
		 .ending = "ended with exit status 1",
		 .python = "/opt/python3"},
		"there is no module \"numpy\" for /opt/python3, which runs it", "{"},
	{{.errors = "No module named 'numpy'\n",
		 .ending = "ended with exit status 1",
		 .python = "/usr/bin/python3"},
		"apt install python3-numpy", "{"},
	{{.errors = "No module named 'numpy'\n", .said = "hello\n"}, "printed \"hello\"", "numpy"},
	{{.errors = "Read-only file system: 'cache.txt'\n", .ending = "ended with exit status 1"},
		"may not write \"cache.txt\"", "{"},
	{{.errors = "  File \"bot.py\", line 18\nSyntaxError: expected ':'\n",
		 .ending = "ended with exit status 1"},
		"SyntaxError: expected ':' (bot.py, line 18)", "{"},
	{{.errors = "  File \"bot.py\", line 2\nSyntaxError: invalid syntax\n",
		 .ending = "ended with exit status 1",
		 .version = "python3.11"},
		"(bot.py, line 2): the program cannot run with python3.11", "{"},
	/* The last place that its author wrote, not the library's. */
	{{.errors = "Traceback (most recent call last):\n"
		    "  File \"/home/main.py\", line 3, in <module>\n"
		    "  File \"/home/search/tree.py\", line 9, in choose\n"
		    "  File \"/home/.venv/lib/python3.11/site-packages/x.py\", line 4, in x\n"
		    "  File \"/usr/lib/python3.11/random.py\", line 373, in choice\n"
		    "IndexError: Cannot choose from an empty sequence\n",
		 .ending = "ended with exit status 1"},
		"an empty sequence (search/tree.py, line 9)", "random.py"},
	{{.errors = "  File \"/usr/lib/python3.11/random.py\", line 373, in choice\nIndexError: x\n",
		 .ending = "ended with exit status 1"},
		"IndexError: x (/usr/lib/python3.11/random.py, line 373)", "{"},
	{{.errors = "  File \"/home/bot.py\", line 3, in <module>\nAttributeError: partially "
		    "initialized module 'random' has no attribute 'choice' (most likely due to a "
		    "circular import)\n",
		 .ending = "ended with exit status 1"},
		"if random.py is a file of its own, with the name of a module of Python, give it another name",
		"{"},
	{{.errors = "AttributeError: module 'random' has no attribute 'choice' (consider renaming "
		    "'/home/random.py' since it has the same name as the standard library module "
		    "named 'random')\n",
		 .ending = "ended with exit status 1"},
		"its file /home/random.py hides a module of Python: give it another name", "{"},
	{{.errors = "Picked up JAVA_TOOL_OPTIONS: -X\nException in thread: Foo\n\tat Bot.main\n",
		 .ending = "ended with exit status 1"},
		"it wrote on stderr: Exception in thread: Foo", "Picked up"},
	{{.errors = "KeyError: 'x'\n", .ending = "ended with exit status 1"},
		"it wrote on stderr: KeyError: 'x'", "without output"},
	/* The words of the protocol stand in its own source too. */
	{{.sent = "go movetime 200\n",
		 .awaited = "bestmove",
		 .errors = "Traceback (most recent call last):\n  File \"bot.py\", line 8, in "
			   "<module>\n"
			   "    if word == \"go\": x = {}[\"k\"]\nKeyError: 'k'\n",
		 .ending = "ended with exit status 1"},
		"KeyError: 'k'", "ignore unknown lines"},
	{{.sent = "go movetime 200\n",
		 .awaited = "bestmove",
		 .errors = "    act[word]()\nKeyError: 'go'\n",
		 .ending = "ended with exit status 1"},
		"ignore unknown lines", "{"},
	/* How programs end, in the words of their systems. */
	{{.errors = "java.io.FileNotFoundException: a.txt (No such file or directory)\n"},
		"it opens a file that does not exist", "{"},
	{{.errors = "PermissionError: [Errno 13] Permission denied: '/root'\n"},
		"the sandbox or the mode of a file does not allow it", "{"},
	{{.errors = "sh: 1: stockfish: not found\n"},
		"it starts a program that does not exist or is not for this machine: sh: 1: stockfish: "
		"not found",
		"{"},
	{{.ending = "was killed by signal 4 (Illegal instruction)"},
		"instructions that this processor does not know", "{"},
	{{.ending = "was killed by signal 8 (Floating point exception)"}, "it divided by zero",
		"{"},
	{{.ending = "was killed by signal 31 (Bad system call)"},
		"it made a system call that the sandbox forbids", "{"},
	{{.ending = "was killed by signal 25 (File size limit exceeded)"},
		"it wrote a file larger than its limit `scratch`", "{"},
	/* The output of a bot is quoted, not looked into. */
	{{.said = "{asked} {nothing} %s\n"}, "printed \"{asked} {nothing} %s\"", "flush"},
	/* JSON of its input, when it had started: no file of its own is at fault. */
	{{.errors = "    m = json.load(sys.stdin)\njson.decoder.JSONDecodeError: Expecting value\n",
		 .awaited = "readyok",
		 .sent = "isready\n",
		 .ending = "ended with exit status 1"},
		"JSONDecodeError", "a file that it reads"},
	{{.errors = "No module named '{nothing}", .ending = "ended with exit status 1"},
		"{nothing}", "%"},
};

static struct diagnosis_facts symptoms_of(int row)
{
	struct diagnosis_facts facts = symptoms[row].seen;
	const char **texts[] = {&facts.said, &facts.after, &facts.errors, &facts.ending,
		&facts.python, &facts.version, &facts.similar};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		*texts[i] = *texts[i] != NULL ? *texts[i] : "";
	facts.sent = facts.sent != NULL ? facts.sent : "ugi\n";
	facts.awaited = facts.awaited != NULL ? facts.awaited : "ugiok";
	facts.dir = "/home";
	return facts;
}

START_TEST(what_was_seen_gives_the_hint_that_fits)
	{
		char text[DIAGNOSIS_TEXT];
		struct diagnosis_facts facts = symptoms_of(_i);
		ck_assert(diagnosis_explain(&facts, text, sizeof text) == !symptoms[_i].plain);
		ck_assert_msg(strstr(text, symptoms[_i].hint) != NULL, "%s", text);
		ck_assert_msg(strstr(text, symptoms[_i].hidden) == NULL, "%s", text);
	}
END_TEST

/* Messages of run-time systems that fail, and words of the hint of each. */
static const struct {
	const char *errors, *hint;
} messages[] = {
	{"FileNotFoundError: [Errno 2] No such file or directory: 'data\\\\book.txt'\n",
		"separate folders with / in all paths; on stderr: FileNotFoundError"},
	{"Error: ENOENT: no such file or directory, open 'data\\book.txt'\n",
		"separate folders with /"},
	{"java.io.FileNotFoundException: data\\b.txt (No such file or directory)\n",
		"separate folders with /"},
	{"panic: open data\\b.txt: no such file or directory\n", "separate folders with /"},
	{"FileNotFoundError: [Errno 2] No such file or directory: 'a/b'\n",
		"there is no file \"a/b\""},
	{"    print(json.loads(line))\n"
	 "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)\n",
		"it read something as JSON that is none. The referee's \"ugi\"? Then it does not speak the protocol"},
	{"    w = json.loads(open('w.json').read())\n"
	 "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)\n",
		"a file that it reads is no JSON: is it empty, or a pointer of Git LFS"},
	{"    const w = JSON.parse(fs.readFileSync('w.json'));\n"
	 "SyntaxError: Unexpected token 'v', \"version ht\"... is not valid JSON\n",
		"a file that it reads is no JSON: is it empty, or a pointer of Git LFS"},
	{"    w = json.loads(input())\njson.decoder.JSONDecodeError: Expecting value\n",
		"\"ugi\" for JSON"},
	{"SyntaxError: Unexpected token 'u', \"ugi\" is not valid JSON\n",
		"it took the referee's \"ugi\" for JSON"},
	{"SyntaxError: Unexpected token u in JSON at position 0\n", "\"ugi\" for JSON"},
	{"com.google.gson.JsonSyntaxException: Expected BEGIN_OBJECT\n",
		"read something as JSON that is none"},
	{"panic: invalid character 'u' looking for beginning of value\n", "\"ugi\" for JSON"},
	{"  File \"/b/bot.py\", line 3, in <module>\n    w = json.load(open('w.json'))\n"
	 "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)\n",
		"a file that it reads is no JSON: is it empty, or a pointer of Git LFS"},
	{"    w = json.load(sys.stdin)\njson.decoder.JSONDecodeError: Expecting value\n",
		"\"ugi\" for JSON"},
	{"env: pyton3: No such file or directory\n", "its first line names the program pyton3,"},
	{"python3: can't open file '/home/~/bot.py': [Errno 2]\n", "it was started with \"~\""},
	{"python3: can't open file '/home/bto.py': [Errno 2]\n",
		"there is no file \"/home/bto.py\": check its name"},
	{"Error: Cannot find module '/home/bot.js'\n", "there is no file \"/home/bot.js\""},
	{"Error: Cannot find module 'lodash'\n", "Node found no module \"lodash\""},
	{"Error: Cannot find package 'chess.js' imported from /home/bot.mjs\n",
		"Node found no module \"chess.js\""},
	{"Error: Could not find or load main class Bot\n", "compile it first (javac Bot.java)"},
	{"Caused by: java.lang.ClassNotFoundException: Tree\n",
		"java found no class \"Tree\": compile all of the program"},
	{"Exception in thread \"main\" java.lang.NoClassDefFoundError: Tree\n",
		"java found no class \"Tree\": compile all of the program"},
	{"Error: Unable to access jarfile bot.jar\n",
		"there is no file \"bot.jar\": check its name, and that it is in /home"},
	{"java.lang.UnsupportedClassVersionError: Bot has been compiled by a more recent version of the Java Runtime\n",
		"it was compiled by a newer Java"},
	{"./bot: error while loading shared libraries: libfoo.so.1: cannot open shared object file\n",
		"the shared library \"libfoo.so.1\" is not on this machine"},
	{"./bot: /lib/libc.so.6: version `GLIBC_2.38' not found (required by ./bot)\n",
		"it was built on a newer system (GLIBC_2.38 is missing here)"},
	/* As Node 20.20.2 says it. */
	{"/b/bot.js:1\n\xef\xbb\xbf#!/usr/bin/env node\n ^\n\nSyntaxError: Invalid or unexpected token\n",
		"a byte order mark is before \"#!\" in its file: save it as UTF-8 without one"},
	{"SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)?\n",
		"it is written for Python 2"},
	{"SyntaxError: Non-UTF-8 code starting with '\\xe4' in file bot.py on line 1\n",
		"its source is not in UTF-8"},
	{"Bot.java:3: error: unmappable character (0xE4) for encoding UTF-8\n",
		"its source is not in UTF-8"},
	{"IndentationError: unexpected indent\n",
		"IndentationError: unexpected indent: the program cannot run"},
	{"TabError: inconsistent use of tabs\n", "the program cannot run"},
	{"ImportError: cannot import name 'choice' from 'random'\n",
		"is there a file of its own with the name of a module of Python?"},
	{"java.lang.OutOfMemoryError: Java heap space\n", "raise its limit `memory`"},
	{"FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n",
		"raise its limit `memory`"},
	{"MemoryError\n", "raise its limit `memory`"},
	{"  what():  std::bad_alloc\n", "raise its limit `memory`"},
	{"memory allocation of 4096 bytes failed\n", "raise its limit `memory`"},
	{"RecursionError: maximum recursion depth exceeded\n", "the recursion is too deep"},
	{"RangeError: Maximum call stack size exceeded\n", "the recursion is too deep"},
	{"thread 'main' has overflowed its stack\n", "the recursion is too deep"},
	{"RuntimeError: can't start new thread\n", "raise its limit `processes`"},
	{"BlockingIOError: [Errno 11] Resource temporarily unavailable\n",
		"raise its limit `processes`"},
	{"OSError: [Errno 24] Too many open files: 'book.txt'\n", "raise its limit `files`"},
	{"OSError: [Errno 28] No space left on device\n", "raise its limit `scratch`"},
	{"OSError: [Errno 27] File too large\n", "raise its limit `scratch`"},
	{"Error: EROFS: read-only file system, open 'log.txt'\n",
		"it may not write there: its folder is read-only in a tournament. Instead, write to the folder that the variable TMPDIR names: it is empty at each start; on stderr: Error: EROFS: read-only file system, open 'log.txt'"},
	{"cp: Read-only file system\n", "it may not write there"},
	{"  File \"/usr/lib/python3.11/multiprocessing/context.py\", line 7\nPermissionError: [Errno 1] Operation not permitted\n",
		"it needs a socket, and bots may not use sockets"},
	{"OSError: [Errno 38] Function not implemented: SemLock\n",
		"sandbox = reduced has neither"},
	{"socket.gaierror: [Errno -2] Name or service not known\n", "a tournament has no network"},
	{"Error: connect ECONNREFUSED: Connection refused\n", "a tournament has no network"},
	{"java.net.UnknownHostException: example.org\n", "a tournament has no network"},
	{"pygame.error: No available video device\n", "neither a screen nor a terminal"},
	{"_curses.error: setupterm: could not find terminal\n", "neither a screen nor a terminal"},
	{"Error opening terminal: unknown.\n", "neither a screen nor a terminal"},
	{"ValueError: invalid literal for int() with base 10: 'ugi'\n",
		"it does not speak the protocol"},
	{"java.util.InputMismatchException\n", "it does not speak the protocol"},
	{"FileNotFoundError: [Errno 2] No such file or directory: 'book.txt'\n",
		"there is no file \"book.txt\": a bot sees its own folder (/home)"},
};

START_TEST(a_message_of_a_run_time_system_gives_its_hint)
	{
		char text[DIAGNOSIS_TEXT];
		const struct diagnosis_facts facts = {.sent = "ugi\n",
			.awaited = "ugiok",
			.said = "",
			.after = "",
			.errors = messages[_i].errors,
			.ending = "ended with exit status 1",
			.python = "",
			.version = "",
			.similar = "",
			.dir = "/home"};
		ck_assert(diagnosis_explain(&facts, text, sizeof text));
		ck_assert_msg(strstr(text, messages[_i].hint) != NULL, "%s", text);
	}
END_TEST

/* Whatever else was seen: no mistake of its own can be told from it. */
START_TEST(a_bot_that_waited_for_a_processor_is_not_accused)
	{
		char text[DIAGNOSIS_TEXT];
		static const struct diagnosis_facts facts[] = {
			{.sent = "ugi\n", .awaited = "ugiok"},
			{.sent = "go movetime 5\n", .awaited = "bestmove", .thinking = true},
			{.sent = "go movetime 5\n", .awaited = "bestmove", .said = "hm\n"},
		};
		struct diagnosis_facts s = facts[_i];
		s.said = s.said != NULL ? s.said : "";
		s.after = s.errors = s.ending = s.python = s.version = s.similar = s.dir = "";
		s.waited = SECOND;
		s.queued = 925 * MILLISECOND;
		s.busy = true;
		ck_assert(diagnosis_explain(&s, text, sizeof text));
		ck_assert_str_eq(text,
			"it waited for a processor for 925 ms of these 1 s, since other programs had it: play fewer games at a time, or allow more time");
	}
END_TEST

START_TEST(a_hint_is_cut_to_the_room_there_is)
	{
		char text[DIAGNOSIS_TEXT], whole[DIAGNOSIS_TEXT];
		struct diagnosis_facts facts = symptoms_of(_i);
		diagnosis_explain(&facts, whole, sizeof whole);
		for (size_t room = 1; room <= strlen(whole); room++) {
			memset(text, '#', sizeof text);
			diagnosis_explain(&facts, text, room);
			ck_assert_uint_eq(strlen(text), room - 1);
			ck_assert_int_eq(strncmp(text, whole, room - 1), 0);
			for (size_t i = room; i < sizeof text; i++)
				ck_assert_int_eq(text[i], '#');
		}
	}
END_TEST

enum { SYMPTOMS = sizeof symptoms / sizeof *symptoms };

SUITE("referee/bot/diagnosis", LOOP(a_bot_that_waited_for_a_processor_is_not_accused, 3),
	LOOP(what_was_seen_gives_the_hint_that_fits, SYMPTOMS),
	LOOP(a_message_of_a_run_time_system_gives_its_hint, sizeof messages / sizeof *messages),
	LOOP(a_hint_is_cut_to_the_room_there_is, SYMPTOMS))
