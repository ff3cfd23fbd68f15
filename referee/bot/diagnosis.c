/*
 * diagnosis.c - the table of symptoms: the first row that fits gives the sentence.
 *
 * A row fits if its conditions hold and one of its patterns (a line each) is in the text that the
 * row searches. In a pattern * stands for any text within a line; {1} is the text of
 * the first *. The words of a row may also hold {asked}, {awaited}, {line} (the first line it
 * printed), {after} (the first line after its input was closed), {near} (near-miss.h's text about
 * it), {error} (the most useful line of stderr), {because} (the same with words before it, if there
 * is any), {where} (the place in a program that it names), {end}, {waited}, {had} (its time),
 * {used} (of a processor), {late}, {python}, {version}, {similar} and {dir}.
 */
#include "referee/bot/diagnosis.h"

#include <assert.h>
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "referee/bot/stderr-clues.h"
#include "referee/game/near-miss.h"

enum { DIAGNOSIS_VALUE = 400, DIAGNOSIS_QUOTE = STDERR_CLUES_LINE };

/* The matches of a row. */
struct diagnosis_found {
	char star[DIAGNOSIS_QUOTE];
	struct error near;
};

/* --- lines ---------------------------------------------------------------------------------- */

/* The first line of text that holds more than blanks. */
static void diagnosis_first_line(const char *text, char line[DIAGNOSIS_QUOTE])
{
	text += strspn(text, " \t\r\n");
	size_t length = strcspn(text, "\n");
	while (length > 0 && isspace((unsigned char)text[length - 1]))
		length--;
	snprintf(line, DIAGNOSIS_QUOTE, "%.*s", (int)length, text);
}

/* The last line sent to the bot. */
static void diagnosis_asked_line(const struct diagnosis_facts *facts, char line[DIAGNOSIS_QUOTE])
{
	const char *from = facts->sent;
	for (const char *at = from; (at = strchr(at, '\n')) != NULL && at[1] != '\0';)
		from = ++at;
	diagnosis_first_line(from, line);
}

static void diagnosis_asked(const struct diagnosis_facts *facts, char word[DIAGNOSIS_QUOTE])
{
	diagnosis_asked_line(facts, word);
	word[strcspn(word, " ")] = '\0';
}

/* The line behind the one at this place, or the end. */
static const char *diagnosis_next(const char *at)
{
	at += strcspn(at, "\n");
	return at + (*at == '\n');
}

/* Is this line, up to its LF or NUL, a line of text? */
static bool diagnosis_has_line(const char *text, const char *line, size_t length)
{
	for (const char *at = text; *at != '\0'; at = diagnosis_next(at))
		if (strcspn(at, "\r\n") == length && strncmp(at, line, length) == 0)
			return true;
	return false;
}

/* Does a line of text begin with this word? */
static bool diagnosis_begins_line(const char *text, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = text; *at != '\0'; at = diagnosis_next(at)) {
		at += strspn(at, " \t");
		if (strncmp(at, word, length) == 0 && strchr(" \t\r\n", at[length]) != NULL)
			return true;
	}
	return false;
}

static bool diagnosis_is_blank(const char *text)
{
	return text[strspn(text, " \t\r\n")] == '\0';
}

/* --- conditions of rows --------------------------------------------------------------------- */

/* The conditions that a failure can meet: a bit each of a set. A new one is a row at the end. */
#define DIAGNOSIS_BIT(number) (UINT64_C(1) << (number))
#define FLOODED		      DIAGNOSIS_BIT(0)
#define DEAF		      DIAGNOSIS_BIT(1)
#define LATE		      DIAGNOSIS_BIT(2) /* it answered too late */
#define UCI		      DIAGNOSIS_BIT(3)
#define SPOKE		      DIAGNOSIS_BIT(4)	/* earlier, so it flushes its output */
#define SETTLED		      DIAGNOSIS_BIT(5)	/* it flushed a line for this very move */
#define LEFT		      DIAGNOSIS_BIT(6)	/* it ended after its input was closed */
#define UNASKED		      DIAGNOSIS_BIT(7)	/* no isready followed its first position */
#define THINKING	      DIAGNOSIS_BIT(8)	/* it used the processor all the time */
#define STARTING	      DIAGNOSIS_BIT(9)	/* ugiok is awaited */
#define SETTLING	      DIAGNOSIS_BIT(10) /* readyok is awaited after a position */
#define MOVING		      DIAGNOSIS_BIT(11) /* bestmove is awaited */
#define SILENT		      DIAGNOSIS_BIT(12) /* no output within its time */
#define ANSWERED	      DIAGNOSIS_BIT(13) /* the awaited word within its time */
#define ECHOES		      DIAGNOSIS_BIT(14)
#define INTRODUCED	      DIAGNOSIS_BIT(15) /* it printed its name, features or options */
#define FOR_PERSON	      DIAGNOSIS_BIT(16) /* its output is for a person at a keyboard */
#define AFTER		      DIAGNOSIS_BIT(17) /* output after its input was closed */
#define AFTER_AWAITED	      DIAGNOSIS_BIT(18) /* the awaited word there */
#define NEAR		      DIAGNOSIS_BIT(19) /* near-miss.h explains its output, if SILENT the late one */
#define ENDED		      DIAGNOSIS_BIT(20)
#define BROKE		      DIAGNOSIS_BIT(21) /* it ended, and not with exit status 0 */
#define ENDED_NOISY	      DIAGNOSIS_BIT(22) /* it ended with text on stderr: a better guess */
#define OTHER_ERROR	      DIAGNOSIS_BIT(23) /* its stderr is not about isready */
#define ERROR_LINE	      DIAGNOSIS_BIT(24) /* its stderr has a useful line */
#define QUOTES_QUESTION	      DIAGNOSIS_BIT(25) /* its stderr quotes the word that it was sent */
#define MULTIPROCESSING	      DIAGNOSIS_BIT(26) /* its stderr names that module */
#define PYTHON		      DIAGNOSIS_BIT(27)
#define OWN_PYTHON	      DIAGNOSIS_BIT(28) /* not Debian's */
#define MOVED		      DIAGNOSIS_BIT(29) /* it answered with a move before */
#define IDLE		      DIAGNOSIS_BIT(30) /* it used hardly any processor time */
#define READS_JSON	      DIAGNOSIS_BIT(31) /* its stderr shows how it reads a file of JSON */

/* Does every line that it printed repeat a line sent to it? */
static bool diagnosis_echoes(const struct diagnosis_facts *facts)
{
	for (const char *at = facts->said; *at != '\0'; at = diagnosis_next(at)) {
		size_t length = strcspn(at, "\r\n");
		if (length > 0 && !diagnosis_has_line(facts->sent, at, length))
			return false;
	}
	return true;
}

/* Is its output a question, or meant for a person? */
static bool diagnosis_is_for_person(const struct diagnosis_facts *facts)
{
	static const char *const words[] = {"enter", "your", "player", "welcome", "choose", "input",
		"column", "please", "press", "turn", "play", "select", "board", "game", "| "};
	size_t length = strlen(facts->said);
	if (length > 0 && facts->said[length - 1] != '\n')
		return true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasestr(facts->said, words[i]) != NULL)
			return true;
	return false;
}

static uint64_t diagnosis_if(bool holds, uint64_t condition)
{
	return holds ? condition : 0;
}

/* The conditions that its output meets. */
static uint64_t diagnosis_output(const struct diagnosis_facts *facts, struct diagnosis_found *f)
{
	bool silent = diagnosis_is_blank(facts->said);
	bool introduced = diagnosis_begins_line(facts->said, "id") ||
			  diagnosis_begins_line(facts->said, "feature") ||
			  diagnosis_begins_line(facts->said, "option");
	const char *text = silent ? facts->after : facts->said;
	bool near = strcmp(facts->awaited, "bestmove") == 0
			    ? near_miss_answer(facts->game, text, &f->near)
			    : near_miss_word(facts->awaited, text, &f->near);
	return diagnosis_if(silent, SILENT) | diagnosis_if(introduced, INTRODUCED) |
	       diagnosis_if(diagnosis_begins_line(facts->said, facts->awaited), ANSWERED) |
	       diagnosis_if(facts->uci || diagnosis_begins_line(facts->said, "uciok"), UCI) |
	       diagnosis_if(!silent && diagnosis_echoes(facts), ECHOES) |
	       diagnosis_if(!silent && diagnosis_is_for_person(facts), FOR_PERSON) |
	       diagnosis_if(!diagnosis_is_blank(facts->after), AFTER) |
	       diagnosis_if(diagnosis_begins_line(facts->after, facts->awaited), AFTER_AWAITED) |
	       diagnosis_if(near, NEAR);
}

/* The conditions that its stderr and its end meet. */
static uint64_t diagnosis_end(const struct diagnosis_facts *facts)
{
	char line[DIAGNOSIS_QUOTE], asked[DIAGNOSIS_QUOTE];
	bool ended = *facts->ending != '\0', quiet = diagnosis_is_blank(facts->errors);
	stderr_clues_error(facts->errors, line);
	diagnosis_asked(facts, asked);
	return diagnosis_if(ended, ENDED) |
	       diagnosis_if(ended && strstr(facts->ending, "exit status 0") == NULL, BROKE) |
	       diagnosis_if(ended && !quiet, ENDED_NOISY) |
	       diagnosis_if(!quiet && strstr(facts->errors, "isready") == NULL, OTHER_ERROR) |
	       diagnosis_if(line[0] != '\0', ERROR_LINE) |
	       diagnosis_if(stderr_clues_quotes(facts->errors, asked), QUOTES_QUESTION) |
	       diagnosis_if(stderr_clues_reads_file(facts->errors), READS_JSON) |
	       diagnosis_if(strstr(facts->errors, "multiprocessing") != NULL, MULTIPROCESSING);
}

static uint64_t diagnosis_conditions(const struct diagnosis_facts *facts, struct diagnosis_found *f)
{
	bool ready = strcmp(facts->awaited, "readyok") == 0, python = *facts->python != '\0';
	return diagnosis_if(facts->flooded, FLOODED) | diagnosis_if(facts->deaf, DEAF) |
	       diagnosis_if(facts->late > 0, LATE) | diagnosis_if(facts->spoke, SPOKE) |
	       diagnosis_if(facts->settled, SETTLED) | diagnosis_if(facts->left, LEFT) |
	       diagnosis_if(facts->unasked, UNASKED) | diagnosis_if(facts->thinking, THINKING) |
	       diagnosis_if(strcmp(facts->awaited, "ugiok") == 0, STARTING) |
	       diagnosis_if(facts->game != NULL && ready, SETTLING) |
	       diagnosis_if(strcmp(facts->awaited, "bestmove") == 0, MOVING) |
	       diagnosis_if(facts->moved, MOVED) | diagnosis_if(facts->idle, IDLE) |
	       diagnosis_if(python, PYTHON) |
	       diagnosis_if(python && strcmp(facts->python, "/usr/bin/python3") != 0, OWN_PYTHON) |
	       diagnosis_output(facts, f) | diagnosis_end(facts);
}

/* --- the table ------------------------------------------------------------------------------ */

/* The advice for a bot that writes to a read-only folder. */
#define DIAGNOSIS_TEMPORARY                                                                        \
	"write to the folder that the variable TMPDIR names: it is empty at each start"

/* The advice for a bot that does not speak the protocol. */
#define DIAGNOSIS_NO_PROTOCOL                                                                      \
	"it took the referee's \"ugi\" for a move or another input: it does not speak the protocol. Begin with one of bots/starters, or play it through an adapter (docs/adapters.md)"

/* The errors of libraries for JSON, in many languages. */
#define DIAGNOSIS_JSON                                                                                   \
	"JSONDecodeError\nis not valid JSON\nin JSON at position 0\nJSONException\nJsonParseException\n" \
	"JsonSyntaxException\nJsonException\nMalformedJsonException\njson.exception.parse_error\n"       \
	"invalid character 'u' looking for\nexpected value at line 1 column 1\nJSON::ParserError\n"      \
	"is an invalid start of a value"

struct diagnosis_row {
	enum { IN_NOTHING, IN_ERRORS, IN_ENDING } in;
	const char *patterns; /* a line each */
	uint64_t when;	      /* all of these conditions */
	const char *words;
	uint64_t unless; /* none of these */
	bool plain;	 /* the words only repeat the verdict */
};

/* clang-format off */
static const struct diagnosis_row diagnosis_table[] = {
	{IN_NOTHING, NULL, FLOODED,
		"it wrote more than the limit of one turn (a line of 4 KiB, 64 KiB in all): print your own messages to stderr"},
	{IN_NOTHING, NULL, DEAF,
		"it does not read its standard input: read and answer one line after another, until \"quit\""},
	{IN_NOTHING, NULL, LATE, "\"{awaited}\" came, but {late} too late: it had {had}"},
	/* An adapter knows what the program behind it did. */
	{IN_ERRORS, "referee-adapt: the program", MOVING, "{error}", ENDED | THINKING},
	{IN_NOTHING, NULL, UCI,
		"it speaks UCI, the protocol of chess, not UGI: when it reads \"ugi\" it has to print \"ugiok\""},
	{IN_NOTHING, NULL, ECHOES,
		"it prints what it reads (\"{line}\") instead of \"{awaited}\""},
	{IN_NOTHING, NULL, NEAR, "{near}", SILENT | ENDED_NOISY},
	{IN_NOTHING, NULL, AFTER_AWAITED,
		"it printed nothing for {waited}, and \"{awaited}\" came when its input was closed: its output waits in a buffer, or it reads its input to the end before it answers. Flush stdout after every line, and answer each line when it comes",
		SPOKE},
	{IN_NOTHING, NULL, AFTER_AWAITED | MOVING | IDLE,
		"it printed nothing for {waited} and used {used} of a processor, and \"{awaited}\" came when its input was closed: flush stdout after that line too, and read no more lines before it"},
	{IN_NOTHING, NULL, SETTLED | AFTER_AWAITED,
		"\"{awaited}\" came just after its time was over: it needs a little more time than it had"},
	{IN_NOTHING, NULL, AFTER_AWAITED,
		"\"{awaited}\" came just after its time was over, when its input was closed: it needs a little more time than it had, or it does not flush that line"},
	{IN_NOTHING, NULL, SETTLED | SILENT | NEAR, "{near}"},
	{IN_NOTHING, NULL, SILENT | NEAR,
		"its output waits in a buffer: flush stdout after every line. Then {near}"},
	{IN_NOTHING, NULL, SILENT | AFTER,
		"its output waits in a buffer, and \"{after}\" came when its input was closed: flush stdout after every line. The awaited answer is \"{awaited}\"",
		SPOKE},

	/* Run-time systems and their files. */
	{IN_ERRORS, "No module named '*'\nNo module named *", OWN_PYTHON,
		"there is no module \"{1}\" for {python}, which runs it: install it for that Python, or name the Python that has it in the command (apt installs for /usr/bin/python3)"},
	{IN_ERRORS, "No module named '*'\nNo module named *", PYTHON,
		"there is no module \"{1}\" for {python}, which runs it: install it for that Python (apt install python3-{1}), or name the Python that has it in the command"},
	{IN_ERRORS, "No module named '*'\nNo module named *", 0,
		"there is no module \"{1}\" for the Python that runs it: install it for that Python, or name the Python that has it in the command (apt installs for /usr/bin/python3)"},
	{IN_ERRORS, "env: *: No such file", 0,
		"its first line names the program {1}, which does not exist"},
	{IN_ERRORS, "can't open file '*/~/", 0,
		"it was started with \"~\", which no shell has replaced: write the whole path"},
	{IN_ERRORS, "can't open file '*'", 0,
		"there is no file \"{1}\": check its name{similar}"},
	{IN_ERRORS, "Cannot find module '/*'", 0,
		"there is no file \"/{1}\": check its name{similar}"},
	{IN_ERRORS, "Cannot find module '*'\nCannot find package '*'", 0,
		"Node found no module \"{1}\": put it into node_modules beside the program; a tournament has no network"},
	{IN_ERRORS, "Could not find or load main class *", 0,
		"java found no class \"{1}\": compile it first (javac {1}.java), and let -cp name the folder of the .class files"},
	{IN_ERRORS, "ClassNotFoundException: *\nNoClassDefFoundError: *", 0,
		"java found no class \"{1}\": compile all of the program, and let -cp name each folder and jar that it needs"},
	{IN_ERRORS, "Unable to access jarfile *", 0,
		"there is no file \"{1}\": check its name, and that it is in {dir}; perhaps it must be built first"},
	{IN_ERRORS,
		"compiled by a more recent version of the Java Runtime\nUnsupportedClassVersionError",
		0,
		"it was compiled by a newer Java than the one that runs it: compile it with the Java of this machine, or with javac --release and the version of that Java"},
	{IN_ERRORS, "error while loading shared libraries: *:", 0,
		"the shared library \"{1}\" is not on this machine, or not in a folder that the bot sees: install it, link the program statically, or put the library into its folder"},
	{IN_ERRORS, "version `*' not found", 0,
		"it was built on a newer system ({1} is missing here): build it on this machine, or link it statically"},
	{IN_ERRORS, "Missing parentheses in call to 'print'", 0,
		"it is written for Python 2, and Python 3 ran it: {error}{where}"},
	{IN_ERRORS,
		"Non-UTF-8 code\ncannot contain null bytes\ninvalid non-printable character\n"
		"unmappable character",
		0, "its source is not in UTF-8: save it as UTF-8{because}{where}"},
	/* It runs, and took the protocol, or a file, for what it is not. */
	{IN_ERRORS,
		"Unexpected token 'u', \"ugi\nUnexpected token u in JSON at position 0\n"
		"invalid character 'u' looking for\njson.load(sys.stdin\njson.loads(input(\n"
		"json.loads(sys.stdin",
		STARTING,
		"it took the referee's \"ugi\" for JSON: it does not speak the protocol. Begin with one of bots/starters, or play it through an adapter (docs/adapters.md){because}"},
	{IN_ERRORS, DIAGNOSIS_JSON, READS_JSON,
		"a file that it reads is no JSON: is it empty, or a pointer of Git LFS instead of the file?{because}{where}"},
	{IN_ERRORS, DIAGNOSIS_JSON, STARTING,
		"it read something as JSON that is none. The referee's \"ugi\"? Then it does not speak the protocol: begin with one of bots/starters, or play it through an adapter (docs/adapters.md). A file? Then it is empty, or a pointer of Git LFS{because}{where}"},
	/* Node shows the line, with the mark. */
	{IN_ERRORS, "\xef\xbb\xbf#!", 0,
		"a byte order mark is before \"#!\" in its file: save it as UTF-8 without one{where}"},
	{IN_ERRORS, "SyntaxError\nIndentationError\nTabError", 0,
		"{error}{where}: the program cannot run{version}"},
	{IN_ERRORS, "consider renaming '*' since it has the same name", 0,
		"its file {1} hides a module of Python: give it another name{because}"},
	{IN_ERRORS,
		"partially initialized module '*'", 0, "the module \"{1}\" was used before it was complete: if {1}.py is a file of its own, with the name of a module of Python, give it another name; else two of its files import each other{because}{where}"},
	{IN_ERRORS,
		"AttributeError: module '*' has no attribute\nImportError: cannot import name '*'",
		0,
		"{error}{where}: is there a file of its own with the name of a module of Python? Give it another name"},

	/* Resource limits. */
	{IN_ERRORS,
		"OutOfMemoryError\nheap out of memory\nMemoryError\nbad_alloc\nCannot allocate memory\nmemory allocation of",
		0,
		"it had no memory left: use less, or raise its limit `memory` (Java's heap gets half of it, Node's three quarters){because}"},
	{IN_ERRORS,
		"RecursionError\nStackOverflowError\nMaximum call stack size exceeded\nhas overflowed its stack",
		0,
		"the recursion is too deep: end it earlier, or give it more stack (Python: sys.setrecursionlimit, Java: -Xss){because}{where}"},
	{IN_ERRORS,
		"can't start new thread\nunable to create native thread\nResource temporarily unavailable\nErrno 11",
		0,
		"it starts too many processes and threads: start fewer, or raise its limit `processes`{because}"},
	{IN_ERRORS, "Too many open files", 0,
		"it has too many files open: close some, or raise its limit `files`"},
	{IN_ERRORS, "No space left on device\nFile too large", 0,
		"its scratch folder is full: write less, or raise its limit `scratch`{because}"},
	{IN_ERRORS, "ead-only file system: '*'", 0,
		"it may not write \"{1}\": its folder is read-only in a tournament. Instead, " DIAGNOSIS_TEMPORARY},
	{IN_ERRORS, "ead-only file system", 0,
		"it may not write there: its folder is read-only in a tournament. Instead, " DIAGNOSIS_TEMPORARY
		"{because}"},
	{IN_ERRORS, "Operation not permitted\nPermissionError", MULTIPROCESSING,
		"it needs a socket, and bots may not use sockets: with Python's multiprocessing use set_start_method(\"fork\") and no Manager{because}"},
	{IN_ERRORS, "/dev/shm\nSemLock", 0,
		"sandbox = reduced has neither shared memory nor semaphores: use sandbox = full, or no multiprocessing{because}"},
	{IN_ERRORS,
		"Name or service not known\n"
		"name resolution\n"
		"Network is unreachable\n"
		"Connection refused\n"
		"gaierror\n"
		"UnknownHostException\n"
		"EAI_AGAIN\n"
		"ENOTFOUND\n"
		"SocketException\n"
		"urlopen error\nrequests.exceptions\nurllib3\nCould not resolve host\nsocket",
		0,
		"a tournament has no network: put all files that it needs into its folder{because}"},
	{IN_ERRORS,
		"no display name\nvideo device\nError opening terminal\n_curses.error\n"
		"HeadlessException\nInappropriate ioctl\ncannot open display\nTERM environment",
		0,
		"a tournament has neither a screen nor a terminal: a bot can only read and print lines{because}"},

	/* The protocol. */
	{IN_NOTHING, NULL, STARTING | QUOTES_QUESTION, DIAGNOSIS_NO_PROTOCOL "{because}"},
	{IN_ERRORS,
		"invalid literal for int()\n"
		"NumberFormatException\n"
		"InputMismatchException\n"
		"could not convert string\n"
		"invalid digit\n"
		"invalid syntax: \"ugi\"\n"
		"stoi",
		STARTING, DIAGNOSIS_NO_PROTOCOL "{because}"},
	{IN_NOTHING, NULL, QUOTES_QUESTION,
		"it failed on the line \"{asked}\" of the protocol: ignore unknown lines{because}{where}"},

	{IN_NOTHING, NULL, STARTING | INTRODUCED,
		"it printed \"{line}\", but not \"ugiok\": print that line last when you read \"ugi\"",
		BROKE},
	{IN_NOTHING, NULL, STARTING | FOR_PERSON,
		"it printed \"{line}\", which is text for a person at a keyboard, and not \"ugiok\": it does not speak the protocol. Begin with one of bots/starters, or play it through an adapter (docs/adapters.md)",
		BROKE},

	/* Files. */
	{IN_ERRORS,
		"No such file or directory: '*\\*'\n"
		"no such file or directory, * '*\\*'\n"
		"FileNotFoundException: *\\* (No such file\n"
		"open *\\*: no such file\n"
		"rb_sysopen - *\\*",
		0,
		"it opens a file by a path with \\, which is a part of the name here: separate folders with / in all paths{because}{where}"},
	{IN_ERRORS, "No such file or directory: '*'", 0,
		"there is no file \"{1}\": a bot sees its own folder ({dir}), where relative paths begin{where}"},
	{IN_ERRORS,
		"no such file or directory, * '*'\n"
		"(No such file or directory)",
		0,
		"it opens a file that does not exist: a bot sees its own folder ({dir}), where relative paths begin{because}{where}"},
	{IN_ERRORS, "ermission denied\nOperation not permitted", 0,
		"the sandbox or the mode of a file does not allow it; --sandbox none shows which{because}{where}"},
	{IN_ERRORS, "not found\nExec format error", 0,
		"it starts a program that does not exist or is not for this machine: {error}"},

	/* How it ended. */
	{IN_ENDING, "signal 11 ", 0,
		"it used a wrong pointer or index, or an endless recursion: run it under a debugger, or build it with -fsanitize=address"},
	{IN_ENDING, "signal 4 ", 0,
		"it has instructions that this processor does not know: build it on this machine, or without -march=native"},
	{IN_ENDING, "signal 8 ", 0, "it divided by zero{because}"},
	{IN_ENDING, "signal 31 ", 0,
		"it made a system call that the sandbox forbids; --sandbox none shows whether it plays without the sandbox"},
	{IN_ENDING, "signal 25 ", 0,
		"it wrote a file larger than its limit `scratch`: write less, or raise it"},
	{IN_NOTHING, NULL, ENDED | UNASKED,
		"no \"isready\" followed its first position: if it expects that, as UGI requires, set isready-every-move = yes{because}"},
	{IN_NOTHING, NULL, ENDED | SETTLING,
		"it got \"isready\" after a position, as UGI requires: answer \"readyok\", or set isready-every-move = no{because}",
		OTHER_ERROR},
	{IN_NOTHING, NULL, ENDED | ERROR_LINE, "it wrote on stderr: {error}{where}"},
	{IN_ENDING, "exit status 0", STARTING | SILENT,
		"it ended by itself without output: run its main loop, which reads line by line until \"quit\""},
	{IN_ENDING, "exit status 0", 0,
		"it ended by itself before it sent \"{awaited}\": read line by line until \"quit\""},
	{IN_NOTHING, NULL, ENDED | SILENT, "it {end} after {waited}, without output", 0,
		true},
	{IN_NOTHING, NULL, ENDED, "it {end} after {waited}, before it sent \"{awaited}\"",
		0, true},

	/* The bot runs, and did not answer. */
	{IN_NOTHING, NULL, SETTLING,
		"it did not answer \"isready\" after a position, as UGI requires: answer \"readyok\", or set isready-every-move = no"},
	{IN_NOTHING, NULL, MOVING | ANSWERED, "\"{awaited}\" came too late", 0, true},
	{IN_NOTHING, NULL, THINKING,
		"it got \"{asked}\", used the processor for {used}, and did not send \"{awaited}\": {check}"},
	{IN_NOTHING, NULL, LEFT | SILENT | MOVING,
		"it printed nothing for {waited}, and waits for more input: after \"{asked}\" the referee sends no line until it has answered. Does it expect a line \"{asked}\" without arguments, or read two lines instead of one? Or was its answer lost in an exception?"},
	{IN_NOTHING, NULL, SILENT | MOVED | MOVING,
		"it printed nothing for {waited} after \"{asked}\", though it had answered before: {slow}"},
	{IN_NOTHING, NULL, SILENT,
		"it printed nothing for {waited} after \"{asked}\": did you flush stdout? Does it wait for another line?"},
	{IN_NOTHING, NULL, 0,
		"it got \"{asked}\" and printed \"{line}\", but not \"{awaited}\" within {waited}"},
};
/* clang-format on */

/* --- patterns ------------------------------------------------------------------------------- */

/* Does text begin with the pattern, of this length? Stores the text of the first *. */
static bool diagnosis_matches(const char *text, const char *pattern, size_t length,
	char star[DIAGNOSIS_QUOTE], bool first)
{
	for (; length > 0; length--, pattern++, text++) {
		if (*pattern != '*') {
			if (*text != *pattern)
				return false;
			continue;
		}
		for (size_t i = 0; i == 0 || text[i - 1] != '\0'; i++) {
			bool over = length == 1 ? strchr(" ,;\t\r\n", text[i]) != NULL
						: diagnosis_matches(text + i, pattern + 1,
							  length - 1, star, false);
			if (over && first)
				snprintf(star, DIAGNOSIS_QUOTE, "%.*s", (int)i, text);
			if (over || text[i] == '\n')
				return over && (i > 0 || text[i] != '\n');
		}
		return false;
	}
	return true;
}

static bool diagnosis_fits(const struct diagnosis_facts *facts, uint64_t conditions,
	const struct diagnosis_row *row, struct diagnosis_found *f)
{
	const char *text = row->in == IN_ERRORS ? facts->errors : facts->ending;
	bool found = row->in == IN_NOTHING;
	/* The stderr of a bot that runs and answers may be about anything. */
	if (row->in == IN_ERRORS && (conditions & (ENDED | SILENT)) == 0)
		return false;
	if ((conditions & row->when) != row->when || (conditions & row->unless) != 0)
		return false;
	f->star[0] = '\0';
	for (const char *p = row->patterns; !found && *p != '\0'; p = diagnosis_next(p))
		for (const char *at = text; !found && *at != '\0'; at++)
			found = diagnosis_matches(at, p, strcspn(p, "\n"), f->star, true);
	return found;
}

/* --- words ---------------------------------------------------------------------------------- */

/* The limit that a bot should check while it thinks: that of the question. */
static const char *diagnosis_check(const struct diagnosis_facts *facts)
{
	const char *go = facts->sent;
	for (const char *end; (end = strchr(go, '\n')) != NULL && end[1] != '\0';)
		go = end + 1;
	bool timed = strstr(go, "time ") != NULL;
	if (!timed && strstr(go, " nodes ") != NULL)
		return "does it count its positions? \"go nodes N\" ends a search after N positions";
	if (!timed && strstr(go, " depth ") != NULL)
		return "does it stop at its depth? \"go depth N\" ends a search after N plies";
	return "does it check the time while it thinks?";
}

/* Writes the value of the name in braces. */
static void diagnosis_value(const struct diagnosis_facts *facts, const struct diagnosis_found *f,
	const char *name, char text[DIAGNOSIS_VALUE])
{
	char asked[DIAGNOSIS_QUOTE], line[DIAGNOSIS_QUOTE], after[DIAGNOSIS_QUOTE];
	char error[DIAGNOSIS_QUOTE], where[DIAGNOSIS_QUOTE], line_asked[DIAGNOSIS_QUOTE];
	char waited[32], late[32], had[96], wait[32], used[32], version[64], similar[128];
	char because[DIAGNOSIS_QUOTE + 16] = "";
	char slow[DIAGNOSIS_VALUE] =
		"the way over the network and other work on its own machine count too; ask for a longer time or margin if that is the cause";
	const struct {
		const char *name, *value;
	} values[] = {{"1}", f->star}, {"near}", f->near.text}, {"asked}", asked},
		{"awaited}", facts->awaited}, {"line}", line}, {"after}", after}, {"error}", error},
		{"because}", because}, {"where}", where}, {"end}", facts->ending},
		{"waited}", waited}, {"had}", had}, {"used}", used}, {"late}", late},
		{"python}", facts->python}, {"version}", version}, {"slow}", slow},
		{"check}", diagnosis_check(facts)}, {"similar}", similar}, {"dir}", facts->dir}};
	diagnosis_asked(facts, asked);
	diagnosis_asked_line(facts, line_asked);
	if (!facts->remote)
		snprintf(slow, sizeof slow,
			"is it too slow for \"%s\", does it wait for another line, or was its answer lost in an exception?",
			line_asked);
	diagnosis_first_line(facts->said, line);
	diagnosis_first_line(facts->after, after);
	stderr_clues_error(facts->errors, error);
	stderr_clues_where(facts->errors, facts->dir, where);
	snprintf(similar, sizeof similar, "%s%.64s%s",
		*facts->similar != '\0' ? "; there is \"" : "", facts->similar,
		*facts->similar != '\0' ? "\"" : "");
	snprintf(version, sizeof version, "%s%.50s", *facts->version != '\0' ? " with " : "",
		facts->version);
	if (error[0] != '\0')
		snprintf(because, sizeof because, "; on stderr: %s", error);
	time_format(facts->waited, waited, sizeof waited);
	time_format(facts->late, late, sizeof late);
	time_format(facts->waited - facts->wait, had, sizeof had);
	time_format(facts->used, used, sizeof used);
	time_format(facts->wait, wait, sizeof wait);
	if (facts->wait >= MILLISECOND)
		snprintf(had + strlen(had), sizeof had - strlen(had),
			", and %s more while it waited for a processor", wait);
	size_t i = 0;
	while (strncmp(name, values[i].name, strlen(values[i].name)) != 0) {
		i++;
		assert(i < sizeof values / sizeof *values);
	}
	snprintf(text, DIAGNOSIS_VALUE, "%.*s", DIAGNOSIS_VALUE - 1, values[i].value);
}

static void diagnosis_fill(const struct diagnosis_facts *facts, const struct diagnosis_found *f,
	const char *words, char *text, size_t room)
{
	size_t used = 0;
	char value[DIAGNOSIS_VALUE];
	assert(room > 0);
	while (*words != '\0' && used < room - 1) {
		if (*words != '{') {
			text[used++] = *words++;
			continue;
		}
		diagnosis_value(facts, f, words + 1, value);
		int added = snprintf(text + used, room - used, "%s", value);
		used = used + (size_t)added < room ? used + (size_t)added : room - 1;
		words += strcspn(words, "}") + 1;
	}
	text[used] = '\0';
}

bool diagnosis_explain(const struct diagnosis_facts *facts, char *text, size_t room)
{
	struct diagnosis_found found;
	char queued[32], waited[32];
	/* No mistake of the bot can be seen then. */
	if (facts->busy) {
		time_format(facts->queued, queued, sizeof queued);
		time_format(facts->waited, waited, sizeof waited);
		snprintf(text, room,
			"it waited for a processor for %s of these %s, since other programs had it: play fewer games at a time, or allow more time",
			queued, waited);
		return true;
	}
	const struct diagnosis_row *row = diagnosis_table;
	uint64_t conditions = diagnosis_conditions(facts, &found);
	while (!diagnosis_fits(facts, conditions, row, &found))
		row++;
	diagnosis_fill(facts, &found, row->words, text, room);
	return !row->plain;
}
