/*
 * diagnosis.c - the table of symptoms: the first row that fits gives the sentence.
 *
 * A row fits if one of its patterns (a line each) is in the text that the row searches, and its
 * function, if any, returns true. In a pattern * stands for any text within a line; {1} is the text
 * of the first *. The words of a row may also hold {asked}, {awaited}, {line} (the first line it
 * printed), {after} (the first line after its input was closed), {near} (near-miss.h's text about
 * it), {error} (the most useful line of stderr), {because} (the same with words before it, if there
 * is any), {where} (the place in a program that it names), {end}, {waited}, {had} (its time),
 * {used} (of a processor), {late}, {python} and {dir}.
 */
#include "referee/bot/diagnosis.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "referee/game/near-miss.h"

enum { DIAGNOSIS_VALUE = 400, DIAGNOSIS_QUOTE = 200 };

/* The matches of a row. */
struct diagnosis_found {
	char star[DIAGNOSIS_QUOTE];
	char near[NEAR_MISS_TEXT];
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
static void diagnosis_asked_line(const struct diagnoses *s, char line[DIAGNOSIS_QUOTE])
{
	const char *from = s->sent;
	for (const char *at = from; (at = strchr(at, '\n')) != NULL && at[1] != '\0';)
		from = ++at;
	diagnosis_first_line(from, line);
}

static void diagnosis_asked(const struct diagnoses *s, char word[DIAGNOSIS_QUOTE])
{
	diagnosis_asked_line(s, word);
	word[strcspn(word, " ")] = '\0';
}

/* Is this line, up to its LF or NUL, a line of text? */
static bool diagnosis_has_line(const char *text, const char *line, size_t length)
{
	for (const char *at = text; *at != '\0';) {
		size_t other = strcspn(at, "\r\n");
		if (other == length && strncmp(at, line, length) == 0)
			return true;
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	return false;
}

/* Does a line of text begin with this word? */
static bool diagnosis_begins_line(const char *text, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = text; *at != '\0';) {
		at += strspn(at, " \t");
		if (strncmp(at, word, length) == 0 && strchr(" \t\r\n", at[length]) != NULL)
			return true;
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	return false;
}

static bool diagnosis_is_blank(const char *text)
{
	return text[strspn(text, " \t\r\n")] == '\0';
}

/* The most useful line of stderr: the last that names an error, else the last that is neither
 * indented nor written by a run-time system. */
static void diagnosis_error(const char *errors, char line[DIAGNOSIS_QUOTE])
{
	static const char *const names[] = {
		"Error", "Exception", "error:", "panicked", "terminate called", "what():"};
	bool named = false;
	line[0] = '\0';
	for (const char *at = errors; *at != '\0';) {
		char next[DIAGNOSIS_QUOTE];
		bool names_one = false;
		size_t length = strcspn(at, "\n");
		snprintf(next, sizeof next, "%.*s", (int)length, at);
		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			names_one |= strstr(next, names[i]) != NULL;
		bool own = strncmp(next, "Picked up ", 10) == 0 ||
			   strncmp(next, "Node.js v", 9) == 0 || diagnosis_is_blank(next);
		bool set_in = next[0] == ' ' || next[0] == '\t';
		if (!own && (!set_in || line[0] == '\0' || strstr(next, "what():") != NULL) &&
			(names_one || !named)) {
			snprintf(line, DIAGNOSIS_QUOTE, "%s", next + strspn(next, " \t"));
			line[strcspn(line, "\r")] = '\0';
			named |= names_one;
		}
		at += length + (at[length] == '\n');
	}
}

/* Writes " (bot.py, line 18)" for the last place in a Python traceback; "": none. */
static void diagnosis_where(const char *errors, char text[DIAGNOSIS_QUOTE])
{
	const char *found = NULL;
	for (const char *at = errors; (at = strstr(at, "  File \"")) != NULL; at++)
		found = at + strlen("  File \"");
	text[0] = '\0';
	if (found == NULL)
		return;
	int length = (int)strcspn(found, "\"\n");
	const char *line = strstr(found, "\", line ");
	if (line != found + length)
		return;
	line += strlen("\", line ");
	snprintf(text, DIAGNOSIS_QUOTE, " (%.*s, line %.*s)", length, found,
		(int)strspn(line, "0123456789"), line);
}

/* --- conditions of rows --------------------------------------------------------------------- */

static bool diagnosis_ended(const struct diagnoses *s)
{
	return *s->ending != '\0';
}

/* The bot ended, but not by its own decision. */
static bool diagnosis_broke(const struct diagnoses *s)
{
	return diagnosis_ended(s) && strstr(s->ending, "exit status 0") == NULL;
}

static bool diagnosis_silent(const struct diagnoses *s)
{
	return diagnosis_is_blank(s->said);
}

static bool diagnosis_moving(const struct diagnoses *s)
{
	return strcmp(s->awaited, "bestmove") == 0;
}

static bool diagnosis_near(const struct diagnoses *s, const char *said, char near[NEAR_MISS_TEXT])
{
	return diagnosis_moving(s) ? near_miss_answer(s->game, said, near, NEAR_MISS_TEXT)
				   : near_miss_word(s->awaited, said, near, NEAR_MISS_TEXT);
}

static bool fits_flooded(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return s->flooded;
}

static bool fits_deaf(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return s->deaf;
}

/* Every line that it printed repeats a line sent to it. */
static bool fits_echoes(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	for (const char *at = s->said; *at != '\0';) {
		size_t length = strcspn(at, "\r\n");
		if (length > 0 && !diagnosis_has_line(s->sent, at, length))
			return false;
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	return !diagnosis_silent(s);
}

static bool fits_uci(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return s->uci || diagnosis_begins_line(s->said, "uciok");
}

static bool fits_late(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return s->late > 0;
}

/* If the bot ended with an error, its stderr is the better guess. */
static bool fits_near(const struct diagnoses *s, struct diagnosis_found *f)
{
	return !(diagnosis_ended(s) && !diagnosis_is_blank(s->errors)) &&
	       diagnosis_near(s, s->said, f->near);
}

static bool fits_unflushed(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return !s->spoke && diagnosis_begins_line(s->after, s->awaited);
}

/* It flushed a line for this very move. So later output was late, and did not wait in a buffer. */
static bool fits_slow(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return s->settled && diagnosis_begins_line(s->after, s->awaited);
}

/* It flushed other lines. So later output was most likely late. */
static bool fits_slow_or_unflushed(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return diagnosis_begins_line(s->after, s->awaited);
}

static bool fits_slow_near(const struct diagnoses *s, struct diagnosis_found *f)
{
	return s->settled && diagnosis_silent(s) && diagnosis_near(s, s->after, f->near);
}

static bool fits_unflushed_near(const struct diagnoses *s, struct diagnosis_found *f)
{
	return diagnosis_silent(s) && diagnosis_near(s, s->after, f->near);
}

static bool fits_unflushed_other(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return !s->spoke && diagnosis_silent(s) && !diagnosis_is_blank(s->after);
}

/* It answered; the verdict's own detail says how late it was. */
static bool fits_answered(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return diagnosis_moving(s) && diagnosis_begins_line(s->said, s->awaited);
}

static bool fits_thinking(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return s->thinking;
}

static bool fits_left(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return s->left && diagnosis_silent(s) && diagnosis_moving(s);
}

static bool fits_silent(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return diagnosis_silent(s);
}

static bool fits_ended(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return diagnosis_ended(s);
}

static bool fits_ended_silent(const struct diagnoses *s, struct diagnosis_found *f)
{
	return fits_ended(s, f) && diagnosis_silent(s);
}

static bool fits_ended_telling(const struct diagnoses *s, struct diagnosis_found *f)
{
	char line[DIAGNOSIS_QUOTE];
	diagnosis_error(s->errors, line);
	return fits_ended(s, f) && line[0] != '\0';
}

/* A position was sent, followed by `isready`. */
static bool fits_settling(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return s->game != NULL && strcmp(s->awaited, "readyok") == 0;
}

/* Its stderr says more, unless that is about this very word. */
static bool fits_ended_settling(const struct diagnoses *s, struct diagnosis_found *f)
{
	return fits_ended(s, f) && fits_settling(s, f) &&
	       (diagnosis_is_blank(s->errors) || strstr(s->errors, "isready") != NULL);
}

static bool fits_ended_unasked(const struct diagnoses *s, struct diagnosis_found *f)
{
	return fits_ended(s, f) && s->unasked;
}

static bool fits_start(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return strcmp(s->awaited, "ugiok") == 0;
}

static bool fits_start_silent(const struct diagnoses *s, struct diagnosis_found *f)
{
	return fits_start(s, f) && diagnosis_silent(s);
}

/* It introduced itself and stopped there. */
static bool fits_introduced(const struct diagnoses *s, struct diagnosis_found *f)
{
	return fits_start(s, f) && !diagnosis_broke(s) &&
	       (diagnosis_begins_line(s->said, "id") || diagnosis_begins_line(s->said, "feature") ||
		       diagnosis_begins_line(s->said, "option"));
}

/* Its first line to the referee is a question, or is meant for a person. */
static bool fits_person(const struct diagnoses *s, struct diagnosis_found *f)
{
	static const char *const words[] = {"enter", "your", "player", "welcome", "choose", "input",
		"column", "please", "press", "turn", "play", "select", "board", "game", "| "};
	size_t length = strlen(s->said);
	if (!fits_start(s, f) || diagnosis_silent(s) || diagnosis_broke(s))
		return false;
	if (s->said[length - 1] != '\n')
		return true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasestr(s->said, words[i]) != NULL)
			return true;
	return false;
}

/* Is text in a line of stderr that is not indented? Indented lines show the bot's own source. */
static bool diagnosis_in_message(const char *errors, const char *text)
{
	for (const char *at = strstr(errors, text); at != NULL; at = strstr(at + 1, text)) {
		const char *line = at;
		while (line > errors && line[-1] != '\n')
			line--;
		if (*line != ' ' && *line != '\t')
			return true;
	}
	return false;
}

/* It failed on the very word that it was sent. */
static bool fits_asked_quoted(const struct diagnoses *s, struct diagnosis_found *f)
{
	char word[DIAGNOSIS_QUOTE], quoted[DIAGNOSIS_QUOTE + 2];
	static const char marks[] = "'\"`";
	diagnosis_asked(s, word);
	for (const char *mark = marks; *mark != '\0' && word[0] != '\0'; mark++) {
		snprintf(quoted, sizeof quoted, "%c%.190s%c", *mark, word, *mark);
		if (diagnosis_in_message(s->errors, quoted))
			return true;
	}
	(void)f;
	return false;
}

static bool fits_ugi_quoted(const struct diagnoses *s, struct diagnosis_found *f)
{
	return fits_start(s, f) && fits_asked_quoted(s, f);
}

static bool fits_python(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return *s->python != '\0' && strcmp(s->python, "/usr/bin/python3") != 0;
}

static bool fits_debian_python(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return *s->python != '\0';
}

static bool fits_multiprocessing(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)f;
	return strstr(s->errors, "multiprocessing") != NULL;
}

static bool fits_path(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)s;
	return f->star[0] == '/';
}

static bool fits_any(const struct diagnoses *s, struct diagnosis_found *f)
{
	(void)s;
	(void)f;
	return true;
}

/* --- the table ------------------------------------------------------------------------------ */

/* The advice for a bot that writes to a read-only folder. */
#define DIAGNOSIS_TEMPORARY                                                                        \
	"write to the folder that the variable TMPDIR names: it is empty at each start"

static const struct diagnosis_row {
	enum { IN_NOTHING, IN_ERRORS, IN_ENDING } in;
	const char *patterns; /* a line each */
	bool (*fits)(const struct diagnoses *s, struct diagnosis_found *f);
	const char *words;
	bool plain; /* the words only repeat the verdict */
} diagnosis_table[] =
	{
		{.fits = fits_flooded,
			.words =
				"it wrote more than may be written in one turn (a line of 4 KiB, 64 KiB in all): print what is for you to stderr"},
		{.fits = fits_deaf,
			.words =
				"it does not read its standard input: read a line, answer it, read the next, until \"quit\""},
		{.fits = fits_late,
			.words = "\"{awaited}\" came, but {late} too late: it had {had}"},
		{.fits = fits_uci,
			.words =
				"it speaks UCI, the protocol of chess, not UGI: when it reads \"ugi\" it has to print \"ugiok\""},
		{.fits = fits_echoes,
			.words = "it prints what it reads (\"{line}\") instead of \"{awaited}\""},
		{.fits = fits_near, .words = "{near}"},
		{.fits = fits_unflushed,
			.words =
				"it printed nothing for {waited} although asked, and \"{awaited}\" came when its input was closed: what it prints waits in a buffer. Flush stdout after every line"},
		{.fits = fits_slow,
			.words =
				"\"{awaited}\" came just after its time was over: it needs a little more time than it had"},
		{.fits = fits_slow_or_unflushed,
			.words =
				"\"{awaited}\" came just after its time was over, when its input was closed: it needs a little more time than it had, or it does not flush that line"},
		{.fits = fits_slow_near, .words = "{near}"},
		{.fits = fits_unflushed_near,
			.words =
				"what it prints waits in a buffer: flush stdout after every line. Then {near}"},
		{.fits = fits_unflushed_other,
			.words =
				"what it prints waits in a buffer, and \"{after}\" came when its input was closed: flush stdout after every line. It is no answer: \"{awaited}\" is"},

		/* Run-time systems and their files. */
		{IN_ERRORS, "No module named '*'\nNo module named *", fits_python,
			"{python}, which ran it, has no module \"{1}\": install it for that Python, or write the Python that has it into the command; what apt installs is /usr/bin/python3's"},
		{IN_ERRORS, "No module named '*'\nNo module named *", fits_debian_python,
			"{python}, which ran it, has no module \"{1}\": install it for that Python (apt install python3-{1}), or write the Python that has it into the command"},
		{IN_ERRORS, "No module named '*'\nNo module named *", NULL,
			"the Python that ran it has no module \"{1}\": install it for that Python, or write the Python that has it into the command; what apt installs is /usr/bin/python3's"},
		{IN_ERRORS, "env: *: No such file", NULL,
			"the program {1}, which its first line names, is not there"},
		{IN_ERRORS, "can't open file '*'", NULL,
			"there is no file \"{1}\": is its name right, and does it lie in {dir}?"},
		{IN_ERRORS, "Cannot find module '*'", fits_path,
			"there is no file \"{1}\": is its name right, and does it lie in {dir}?"},
		{IN_ERRORS, "Cannot find module '*'\nCannot find package '*'", NULL,
			"Node found no module \"{1}\": it has to lie in node_modules beside the program, since there is no network in a tournament"},
		{IN_ERRORS, "Could not find or load main class *", NULL,
			"java found no class \"{1}\": it has to be compiled first (javac {1}.java), and -cp names the folder of the .class files"},
		{IN_ERRORS, "ClassNotFoundException: *\nNoClassDefFoundError: *", NULL,
			"java found no class \"{1}\": compile all of the program, and let -cp name each folder and jar that it needs"},
		{IN_ERRORS, "Unable to access jarfile *", NULL,
			"there is no file \"{1}\": is its name right, and does it lie in {dir}? It may have to be built first"},
		{IN_ERRORS,
			"compiled by a more recent version of the Java Runtime\nUnsupportedClassVersionError",
			NULL,
			"it was compiled by a newer Java than the one that runs it: compile it with the Java of this machine, or with javac --release and that one's number"},
		{IN_ERRORS, "error while loading shared libraries: *:", NULL,
			"the shared library \"{1}\" is not on this machine, or not where a bot sees it: install it, link the program statically, or put the library into its folder"},
		{IN_ERRORS, "version `*' not found", NULL,
			"it was built on a newer system ({1} is missing here): build it on this machine, or link it statically"},
		{IN_ERRORS, "Missing parentheses in call to 'print'", NULL,
			"it is written for Python 2, and Python 3 ran it: {error}{where}"},
		{IN_ERRORS,
			"Non-UTF-8 code\ncannot contain null bytes\ninvalid non-printable character\n"
			"unmappable character",
			NULL, "its source is not in UTF-8: save it as UTF-8{because}{where}"},
		{IN_ERRORS, "SyntaxError\nIndentationError\nTabError", NULL,
			"the program is wrong, and cannot run: {error}{where}"},

		/* Resource limits. */
		{IN_ERRORS,
			"OutOfMemoryError\nheap out of memory\nMemoryError\nbad_alloc\nCannot allocate memory\nmemory allocation of",
			NULL,
			"it had no memory left: let it take less, or raise its limit `memory`, of which Java's heap gets half and Node's three quarters{because}"},
		{IN_ERRORS,
			"RecursionError\nStackOverflowError\nMaximum call stack size exceeded\nhas overflowed its stack",
			NULL,
			"a function calls itself too often: end the recursion earlier, or give it more room (Python: sys.setrecursionlimit, Java: -Xss){because}{where}"},
		{IN_ERRORS,
			"can't start new thread\nunable to create native thread\nResource temporarily unavailable\nErrno 11",
			NULL,
			"it starts more processes and threads than it may have: take fewer, or raise its limit `processes`{because}"},
		{IN_ERRORS, "Too many open files", NULL,
			"it has more files open than it may: close them, or raise its limit `files`"},
		{IN_ERRORS, "No space left on device\nFile too large", NULL,
			"its scratch folder is full: write less, or raise its limit `scratch`{because}"},
		{IN_ERRORS, "ead-only file system: '*'\nead-only file system, * '*'", NULL,
			"it may not write \"{1}\": its folder is read-only in a tournament. Instead, " DIAGNOSIS_TEMPORARY},
		{IN_ERRORS, "ead-only file system", NULL,
			"it may not write there: its folder is read-only in a tournament. Instead, " DIAGNOSIS_TEMPORARY
			"{because}"},
		{IN_ERRORS, "Operation not permitted\nPermissionError", fits_multiprocessing,
			"it needs a socket, which no bot has: with Python's multiprocessing use set_start_method(\"fork\") and no Manager{because}"},
		{IN_ERRORS, "/dev/shm\nSemLock", NULL,
			"there is neither shared memory nor a semaphore with sandbox = reduced: play it with sandbox = full, or without multiprocessing{because}"},
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
			NULL,
			"there is no network in a tournament: put all that it needs into its folder{because}"},
		{IN_ERRORS,
			"no display name\nvideo device\nError opening terminal\n_curses.error\n"
			"HeadlessException\nInappropriate ioctl\ncannot open display\nTERM environment",
			NULL,
			"there is neither a screen nor a terminal in a tournament: it can only read lines and print lines{because}"},

		/* The protocol. */
		{.fits = fits_ugi_quoted, .words = "it took the referee's \"ugi\" for a move, or for another input that it knows: it does not speak the protocol. Begin with one of bots/starters{because}"},
		{IN_ERRORS,
			"invalid literal for int()\n"
			"NumberFormatException\n"
			"InputMismatchException\n"
			"could not convert string\n"
			"invalid digit\n"
			"invalid syntax: \"ugi\"\n"
			"stoi",
			fits_start,
			"it took the referee's \"ugi\" for a move, or for another input that it knows: it does not speak the protocol. Begin with one of bots/starters{because}"},
		{.fits = fits_asked_quoted,
			.words =
				"it failed on the line \"{asked}\" of the protocol: let it pass over lines that it does not know{because}{where}"},

		{.fits = fits_introduced,
			.words =
				"it printed \"{line}\", but not \"ugiok\": print that line last when you read \"ugi\""},
		{.fits = fits_person,
			.words =
				"it printed \"{line}\", which is for a person at a keyboard, and not \"ugiok\": it does not speak the protocol. Begin with one of bots/starters"},

		/* Files. */
		{IN_ERRORS,
			"No such file or directory: '*'\nno such file or directory, * '*'\n"
			"(No such file or directory)",
			NULL,
			"a file that it opens is not there: a bot sees its own folder ({dir}) and paths from there{because}{where}"},
		{IN_ERRORS, "ermission denied\nOperation not permitted", NULL,
			"the sandbox or the rights of a file refused it; --sandbox none shows which{because}{where}"},
		{IN_ERRORS, "not found\nExec format error", NULL,
			"a program that it starts is not there, or not for this machine: {error}"},

		/* How it ended. */
		{IN_ENDING, "signal 11 ", NULL,
			"it used a pointer or an index that is wrong, or a recursion without end: run it under a debugger, or build it with -fsanitize=address"},
		{IN_ENDING, "signal 4 ", NULL,
			"it holds instructions that this processor does not have: build it on this machine, or without -march=native"},
		{IN_ENDING, "signal 8 ", NULL, "it divided by zero{because}"},
		{IN_ENDING, "signal 31 ", NULL,
			"it made a system call that no bot may make; --sandbox none shows whether it plays without"},
		{IN_ENDING, "signal 25 ", NULL,
			"it wrote a file larger than its limit `scratch`: write less, or raise it"},
		{.fits = fits_ended_unasked,
			.words =
				"no \"isready\" followed its first position: if it expects that, as UGI's text has it, set isready-every-move = yes{because}"},
		{.fits = fits_ended_settling,
			.words =
				"it was asked \"isready\" after a position, as UGI's text has it: answer \"readyok\", or set isready-every-move = no{because}"},
		{.fits = fits_ended_telling, .words = "on stderr it wrote: {error}{where}"},
		{IN_ENDING, "exit status 0", fits_start_silent,
			"it ended by itself without a word: does it begin its main loop, and read on, line by line, until \"quit\"?"},
		{IN_ENDING, "exit status 0", NULL,
			"it ended by itself before it said \"{awaited}\": read on, line by line, until \"quit\""},
		{.fits = fits_ended_silent,
			.words = "it {end} after {waited}, without a word",
			.plain = true},
		{.fits = fits_ended,
			.words = "it {end} after {waited}, before it said \"{awaited}\"",
			.plain = true},

		/* The bot runs, and did not answer. */
		{.fits = fits_settling,
			.words =
				"it did not answer \"isready\" after a position, as UGI's text has it: answer \"readyok\", or set isready-every-move = no"},
		{.fits = fits_answered, .words = "\"{awaited}\" came too late", .plain = true},
		{.fits = fits_thinking,
			.words =
				"it was asked with \"{asked}\", used the processor for {used}, and did not say \"{awaited}\": does it look at the time while it thinks?"},
		{.fits = fits_left,
			.words =
				"it printed nothing for {waited}, and waits for more input: after \"{asked}\" no line comes until it has answered. Does it look for a line of \"{asked}\" alone, or read two lines where one comes?"},
		{.fits = fits_silent,
			.words =
				"it printed nothing for {waited} although asked with \"{asked}\": did you flush stdout? Does it wait for something else?"},
		{.fits = fits_any,
			.words =
				"it was asked with \"{asked}\" and printed \"{line}\", but not \"{awaited}\" within {waited}"},
};

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

static bool diagnosis_search(
	const char *text, const char *pattern, size_t length, char star[DIAGNOSIS_QUOTE])
{
	for (; *text != '\0'; text++)
		if (diagnosis_matches(text, pattern, length, star, true))
			return true;
	return false;
}

static bool diagnosis_fits(
	const struct diagnoses *s, const struct diagnosis_row *row, struct diagnosis_found *f)
{
	const char *text = row->in == IN_ERRORS ? s->errors : s->ending;
	bool found = row->in == IN_NOTHING;
	/* The stderr of a bot that runs and answers may be about anything. */
	if (row->in == IN_ERRORS && !diagnosis_ended(s) && !diagnosis_silent(s))
		return false;
	f->star[0] = f->near[0] = '\0';
	for (const char *p = row->patterns; !found && *p != '\0';) {
		size_t length = strcspn(p, "\n");
		found = diagnosis_search(text, p, length, f->star);
		p += length + (p[length] == '\n');
	}
	return found && (row->fits == NULL || row->fits(s, f));
}

/* --- words ---------------------------------------------------------------------------------- */

/* Writes the value of the name in braces. */
static void diagnosis_value(const struct diagnoses *s, const struct diagnosis_found *f,
	const char *name, char text[DIAGNOSIS_VALUE])
{
	char asked[DIAGNOSIS_QUOTE], line[DIAGNOSIS_QUOTE], after[DIAGNOSIS_QUOTE];
	char error[DIAGNOSIS_QUOTE], where[DIAGNOSIS_QUOTE], waited[32], late[32];
	char because[DIAGNOSIS_QUOTE + 16] = "", had[96], wait[32], used[32];
	const struct {
		const char *name, *value;
	} values[] = {{"1}", f->star}, {"near}", f->near}, {"asked}", asked},
		{"awaited}", s->awaited}, {"line}", line}, {"after}", after}, {"error}", error},
		{"because}", because}, {"where}", where}, {"end}", s->ending}, {"waited}", waited},
		{"had}", had}, {"used}", used}, {"late}", late}, {"python}", s->python},
		{"dir}", s->dir}};
	diagnosis_asked(s, asked);
	diagnosis_first_line(s->said, line);
	diagnosis_first_line(s->after, after);
	diagnosis_error(s->errors, error);
	diagnosis_where(s->errors, where);
	if (error[0] != '\0')
		snprintf(because, sizeof because, "; on stderr: %s", error);
	time_tell(s->waited, waited, sizeof waited);
	time_tell(s->late, late, sizeof late);
	time_tell(s->waited - s->wait, had, sizeof had);
	time_tell(s->used, used, sizeof used);
	time_tell(s->wait, wait, sizeof wait);
	if (s->wait > 0)
		snprintf(had + strlen(had), sizeof had - strlen(had),
			", and %s more while it waited for a processor", wait);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		if (strncmp(name, values[i].name, strlen(values[i].name)) == 0) {
			snprintf(text, DIAGNOSIS_VALUE, "%.*s", DIAGNOSIS_VALUE - 1,
				values[i].value);
			return;
		}
	assert(false);
}

static void diagnosis_fill(const struct diagnoses *s, const struct diagnosis_found *f,
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
		diagnosis_value(s, f, words + 1, value);
		int added = snprintf(text + used, room - used, "%s", value);
		used = used + (size_t)added < room ? used + (size_t)added : room - 1;
		words += strcspn(words, "}") + 1;
	}
	text[used] = '\0';
}

bool diagnosis_explain(const struct diagnoses *s, char *text, size_t room)
{
	struct diagnosis_found found;
	const struct diagnosis_row *row = diagnosis_table;
	while (!diagnosis_fits(s, row, &found))
		row++;
	diagnosis_fill(s, &found, row->words, text, room);
	return !row->plain;
}
