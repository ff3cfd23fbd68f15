/*
 * The process that serves one client of `referee send`; this test is the main process and the
 * client. Both hear the same end, and the class has a version that is fit, or is as before.
 */
#include "referee/submissions/intake.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "referee/process/crypto.h"
#include "referee/process/fd-message.h"
#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "referee/submissions/class-state.h"
#include "referee/submissions/send-request.h"
#include "tests/lib/archive-fixture.h"
#include "tests/lib/shell-bot.h"
#include "tests/lib/suite.h"

enum { SENT_TEXT = 1 << 16, PATIENCE_MS = 60000 };

static const char conf[] = "name = cup\ngame = tictactoe\nsandbox = none\nmovetime = 60s\n"
			   "startup-timeout = 60s\nquit-timeout = 60s\ninclude = \"class.bots\"\n"
			   "bot house { command = ./house }\n";

static struct sending {
	struct intake_order order;
	struct process process;
	int client;
	char told[SENT_TEXT];	/* the client, line by line */
	char line[INTAKE_LINE]; /* the last one of the process */
} s;

/* --- both ways -------------------------------------------------------------------------------- */

/* Waits for bytes; false at the end. */
static bool read_byte(int fd, char *byte)
{
	for (;;) {
		struct pollfd ready = {fd, POLLIN, 0};
		ck_assert_msg(
			poll(&ready, 1, PATIENCE_MS) > 0, "nothing came; so far:\n%s", s.told);
		ssize_t count = read(fd, byte, 1);
		if (count >= 0 || (errno != EAGAIN && errno != EINTR))
			return count == 1;
	}
}

/* The next line of the process to the main one; false: it has ended. */
static bool next(void)
{
	size_t length = 0;
	while (length + 1 < sizeof s.line && read_byte(s.process.from, &s.line[length]) &&
		s.line[length] != '\n')
		length++;
	bool whole = length + 1 < sizeof s.line && s.line[length] == '\n';
	s.line[length] = '\0';
	return whole;
}

static void listen_to_end(void);

/* The process says this line. */
static void hear(const char *wanted)
{
	bool came = next();
	if (came && strcmp(s.line, wanted) != 0 && s.client >= 0 &&
		(strncmp(s.line, "done ", 5) == 0 || strncmp(s.line, "fault ", 6) == 0))
		listen_to_end();
	ck_assert_msg(came && strcmp(s.line, wanted) == 0,
		"\"%s\" in the place of \"%s\"; the client was told\n%s", came ? s.line : "",
		wanted, s.told);
}

static void answer(const char *line)
{
	size_t length = strlen(line);
	ck_assert_int_eq(write(s.process.to, line, length), (ssize_t)length);
}

/* All that the client is told until the connection is closed. */
static void listen_to_end(void)
{
	size_t length = strlen(s.told);
	while (length + 1 < SENT_TEXT && read_byte(s.client, &s.told[length]))
		s.told[++length] = '\0';
	close(s.client);
	s.client = -1;
}

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "%s\nwithout %s", text, part);
}

/* The end of the answer. */
static void ends(const char *wanted)
{
	const char *last = strncmp(s.told, "end ", 4) == 0 ? s.told : strstr(s.told, "\nend ");
	ck_assert_msg(last != NULL, "%s", s.told);
	last += *last == '\n';
	ck_assert_str_eq(last, wanted);
}

/* --- a process -------------------------------------------------------------------------------- */

static void begin_class(void)
{
	shell_bot_write();
	file_tree_remove("class");
	reported_write("class.bots", "# none\n", 7);
	reported_write("class.conf", conf, strlen(conf));
}

/* Starts a process for this bot. The client's end of its connection stays here. */
static void start(enum intake_task task, const char *bot)
{
	const struct intake_place place = {"cup", "class.conf"};
	s = (struct sending){.order = {.task = task, .bytes_most = 10000, .places_count = 1}};
	s.order.places[0] = place;
	s.client = -1;
	s.process = (struct process){.to = -1, .from = -1, .fd_channel = -1};
	snprintf(s.order.bot, sizeof s.order.bot, "%s", bot);
}

static void run(void)
{
	struct fd_message hand = {.text = "client", .count = 1};
	int ends_of[2];
	ck_assert_int_eq(process_start(&s.process, &intake_process, &s.order, 0), 0);
	if (s.order.task != INTAKE_CLIENT)
		return;
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_of), 0);
	hand.fds[0] = ends_of[1];
	ck_assert_int_eq(fd_message_send(s.process.fd_channel, &hand), 0);
	close(ends_of[1]);
	s.client = ends_of[0];
}

/* It ends by itself, with status 0, and has left no folder of its own. */
static void finish(void)
{
	if (s.client >= 0)
		listen_to_end();
	ck_assert_msg(!next(), "it goes on: %s", s.line);
	int status = -1;
	ck_assert_int_eq(waitpid(s.process.pid, &status, 0), s.process.pid);
	ck_assert_int_eq(status, 0);
	s.process.pid = 0;
	process_kill(&s.process);
	DIR *folder = opendir("class");
	for (struct dirent *e; folder != NULL && (e = readdir(folder)) != NULL;)
		ck_assert_msg(
			strncmp(e->d_name, ".sent-", 6) != 0 && strncmp(e->d_name, ".new-", 5) != 0,
			"%s is left", e->d_name);
	if (folder != NULL)
		closedir(folder);
}

static void send_bytes(const void *bytes, size_t length)
{
	ck_assert_int_eq(send(s.client, bytes, length, MSG_NOSIGNAL), (ssize_t)length);
}

static void request(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void request(const char *format, ...)
{
	char line[SEND_LINE + 64];
	va_list words;
	va_start(words, format);
	int length = vsnprintf(line, sizeof line, format, words);
	va_end(words);
	send_bytes(line, (size_t)length);
}

static void request_file(const void *bytes, size_t length, const char *name)
{
	unsigned char digest[CRYPTO_BYTES];
	char text[CRYPTO_TEXT + 1];
	struct crypto_sum *sum = crypto_sum_begin();
	crypto_sum_add(sum, bytes, length);
	crypto_sum_end(sum, digest);
	crypto_write(digest, text);
	request("send %zu %s %s\n", length, text, name);
}

static void be_ready(void)
{
	char ready[sizeof SEND_READY "\n"] = "";
	for (size_t i = 0; i < sizeof ready - 1; i++)
		ck_assert(read_byte(s.client, &ready[i]));
	ck_assert_str_eq(ready, SEND_READY "\n");
}

/* Starts a process, and gives it a file up to the moment when it may work. */
static void hand_in(const char *bot, const void *bytes, size_t length, const char *name)
{
	start(INTAKE_CLIENT, bot);
	run();
	request_file(bytes, length, name);
	hear("request-quota");
	answer("yes\n");
	be_ready();
	send_bytes(bytes, length);
	hear("received 0");
	answer("go\n");
}

/* A bot.sh that may be executed, with this in the place of what it does. */
static void hand_in_bot(const char *bot, const char *code)
{
	char text[4096];
	snprintf(text, sizeof text, "#!/bin/sh\n%s\n%s", code, shell_bot_text);
	hand_in(bot, text, strlen(text), "bot.sh");
}

/* It is fit, and this follows. */
static void let_it_play(const char *said)
{
	hear("fit 0");
	answer(said);
	ck_assert(next());
	ck_assert_msg(strncmp(s.line, "done ", 5) == 0, "%s\n%s", s.line, s.told);
	char *done = memory_copy(s.line + 5);
	listen_to_end();
	char *end = memory_print("end 0 %s\n", done);
	ends(end);
	free(end);
	free(done);
	finish();
}

/* --- the folder ------------------------------------------------------------------------------- */

static char *field(const char *bot, enum class_field which)
{
	struct class_state c;
	struct error err;
	ck_assert_msg(class_state_open(&c, "class.conf", false, &err), "%s", err.text);
	const struct class_student *student = class_state_find(&c, bot);
	char *text = student != NULL ? memory_copy(student->fields[which]) : NULL;
	class_state_close(&c);
	return text;
}

static bool is_there(const char *bot, const char *version, const char *end)
{
	char *path = memory_print("class/%s/%s%s", bot, version, end);
	bool there = access(path, F_OK) == 0;
	free(path);
	return there;
}

static char *text_of(const char *path)
{
	char *text = memory_get(SENT_TEXT, 1);
	FILE *file = fopen(path, "r");
	if (file != NULL) {
		text[fread(text, 1, SENT_TEXT - 1, file)] = '\0';
		fclose(file);
	}
	return text;
}

static bool plays(const char *bot, const char *version)
{
	char *text = text_of("class.bots");
	char *dir = memory_print("bot \"%s\" {\n\tdir = 'class/%s/%s'", bot, bot, version);
	bool does = strstr(text, dir) != NULL;
	free(dir);
	free(text);
	return does;
}

/* --- a file that is sent ---------------------------------------------------------------------- */

START_TEST(a_fit_bot_plays_before_the_client_hears_it)
	{
		begin_class();
		start(INTAKE_CLIENT, "ann");
		run();
		char text[4096];
		snprintf(text, sizeof text, "#!/bin/sh\n%s", shell_bot_text);
		request_file(text, strlen(text), "bot.sh");
		hear("request-quota");
		answer("yes\n");
		be_ready();
		/* in two parts */
		send_bytes(text, 10);
		send_bytes(text + 10, strlen(text) - 10);
		hear("received 0");
		answer("wait 2\nwait 1\ngo\n");
		hear("fit 0");
		char *version = field("ann", CLASS_VERSION);
		ck_assert_ptr_nonnull(version);
		ck_assert(plays("ann", version));
		ck_assert(is_there("ann", version, ".taken"));
		answer("said it plays from game 5 on\n");
		char *last =
			memory_print("ann: version %s is fit; it plays from game 5 on", version);
		char *done = memory_print("done %s", last), *end = memory_print("end 0 %s\n", last);
		hear(done);
		listen_to_end();
		char *first = memory_print(
			"-2 before it are checked first\n-1 before it is checked first\n-ann: version %s, started by ./bot.sh (bot.sh)\n-  start      ok ",
			version);
		ck_assert_ptr_eq(strstr(s.told, first), s.told);
		has(s.told, "\n-  again      ok ");
		has(s.told, "\n-  itself     ok ");
		/* a tournament never says it */
		ck_assert_ptr_null(strstr(s.told, "\n-  stop "));
		has(s.told, "\n-  it can play\n");
		ck_assert_ptr_null(strstr(s.told, "\n-\n"));
		ends(end);
		finish();
		char *path = memory_print("class/ann/%s.check", version), *check = text_of(path);
		has(check, "ann: ./bot.sh\n  start      ok ");
		char *source = field("ann", CLASS_SOURCE), *fit = field("ann", CLASS_CHECK);
		ck_assert_str_eq(source, "bot.sh");
		ck_assert_str_eq(fit, "ok");
		free(fit);
		free(source);
		free(check);
		free(path);
		free(first);
		free(end);
		free(done);
		free(last);
		free(version);
	}
END_TEST

START_TEST(a_main_process_without_words_lets_it_play_later)
	{
		begin_class();
		hand_in_bot("ann", "");
		let_it_play("what\n");
		has(s.told, " is fit; it takes part when the referee is started again\n");
	}
END_TEST

START_TEST(a_warning_of_the_check_is_in_the_end)
	{
		begin_class();
		hand_in_bot("ann", "set -- 'quit=exit 1'");
		let_it_play("said it plays\n");
		has(s.told,
			" is fit; it plays; its check has a warning: mend what the step \"quit\" says\n");
	}
END_TEST

START_TEST(an_unfit_bot_changes_nothing)
	{
		begin_class();
		hand_in_bot("ann", "set -- 'go=echo oh no >&2; exit 3'");
		/* the log has the sentence that the client has read */
		hear("done crash: it wrote on stderr: oh no");
		listen_to_end();
		has(s.told, "\n-  play       FAILED ");
		has(s.told, "so it does not play; mend what the step \"play\" says\n");
		ck_assert_ptr_nonnull(strstr(s.told, "\nend 1 ann: version "));
		finish();
		char *bots = text_of("class.bots"), *check = text_of("class/ann/unfit.check");
		ck_assert_str_eq(bots, "# none\n");
		has(check, "oh no");
		ck_assert_ptr_null(field("ann", CLASS_VERSION));
		free(check);
		free(bots);
	}
END_TEST

START_TEST(an_unfit_version_leaves_the_one_before)
	{
		begin_class();
		hand_in_bot("ann", "");
		let_it_play("said yes\n");
		char *before = field("ann", CLASS_VERSION);
		hand_in_bot("ann", "set -- 'go=exit 3'");
		ck_assert(next());
		has(s.line, "done crash: it ended with exit status 3 ");
		listen_to_end();
		char *words = memory_print(
			" is not fit, so your version before plays on: %s; mend what the step \"play\" says\n",
			before);
		has(s.told, words);
		finish();
		ck_assert(plays("ann", before));
		ck_assert(is_there("ann", before, "") && is_there("ann", before, ".taken"));
		char *now = field("ann", CLASS_VERSION);
		ck_assert_str_eq(now, before);
		/* of the unfit one only the text of its check is left: the folder has the version,
		 * what is beside it, the student's fields and that text */
		int entries = 0;
		DIR *folder = opendir("class/ann");
		for (struct dirent *e; (e = readdir(folder)) != NULL;)
			entries += *e->d_name != '.';
		closedir(folder);
		ck_assert_int_eq(entries, 1 + 2 + 1 + 1);
		/* the same once more */
		hand_in_bot("ann", "");
		char *same =
			memory_print("done version %s plays already; nothing has changed", before);
		hear(same);
		listen_to_end();
		ck_assert_ptr_nonnull(strstr(s.told, "end 1 version "));
		finish();
		ck_assert(plays("ann", before) && is_there("ann", before, ""));
		free(same);
		free(now);
		free(words);
		free(before);
	}
END_TEST

START_TEST(a_bot_without_a_program_is_told_what_is_missing)
	{
		static const struct archive_fixture notes[] = {{.path = "notes.docx", .text = "1"}};
		char *zip;
		size_t length;
		begin_class();
		archive_fixture_write("notes.zip", "zip", notes, 1);
		zip = memory_get(SENT_TEXT, 1);
		FILE *file = fopen("notes.zip", "r");
		ck_assert_ptr_nonnull(file);
		length = fread(zip, 1, SENT_TEXT, file);
		fclose(file);
		unlink("notes.zip");
		hand_in("ann", zip, length, "notes.zip");
		ck_assert(next());
		has(s.line, "done there is nothing to run: only notes.docx");
		listen_to_end();
		ends("end 1 there is nothing to run: only notes.docx; hand in the sources, with a referee.txt if the program is not bot.py, Main.java, main.c or the like\n");
		finish();
		free(zip);
		hand_in("ann", "no archive", 10, "bot.zip");
		ck_assert(next());
		has(s.line, "done it cannot be read as an archive: ");
		finish();
		ck_assert_ptr_null(field("ann", CLASS_VERSION));
	}
END_TEST

/* A mark that turns the direction of writing is refused, and reaches the client as text. */
START_TEST(marks_of_a_command_are_told_as_text)
	{
		static const struct archive_fixture files[] = {
			{.path = "referee.txt",
				.text = "command = 'sh bot.sh \"go=exit 3 # \xe2\x80\xae\"'\n"},
			{.path = "bot.sh", .text = shell_bot_text}};
		static char tar[SENT_TEXT];
		begin_class();
		archive_fixture_write("four.tar", "ustar", files, 2);
		FILE *file = fopen("four.tar", "r");
		ck_assert_ptr_nonnull(file);
		size_t length = fread(tar, 1, SENT_TEXT, file);
		fclose(file);
		unlink("four.tar");
		start(INTAKE_CLIENT, "ann");
		s.order.bytes_most = SENT_TEXT;
		run();
		request_file(tar, length, "four.tar");
		hear("request-quota");
		answer("yes\n");
		be_ready();
		send_bytes(tar, length);
		hear("received 0");
		answer("go\n");
		ck_assert(next());
		finish();
		has(s.told,
			"end 1 referee.txt:1: command = \"sh bot.sh \"go=exit 3 # \\xe2\\x80\\xae\"\": only UTF-8 without control characters is taken\n");
	}
END_TEST

/* It hears nothing more, and the version plays. */
START_TEST(the_work_goes_on_without_the_client)
	{
		begin_class();
		hand_in_bot("ann", "");
		close(s.client);
		s.client = -1;
		hear("fit 0");
		answer("said yes\n");
		ck_assert(next());
		has(s.line, " is fit; yes");
		finish();
		char *version = field("ann", CLASS_VERSION);
		ck_assert(plays("ann", version));
		free(version);
	}
END_TEST

/* --- what is refused before a file is taken --------------------------------------------------- */

#define DIGEST "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

/* A request, and how the answer ends. */
static const struct {
	const char *bot, *request, *end;
} refused[] = {
	{"house", "versions\n",
		"end 1 house: the tournament's file has a bot of this name itself; the operator must give another name\n"},
	{".ann", "versions\n",
		"end 1 .ann: not allowed as a bot name; at most 63 letters, not starting with . _ or -\n"},
	{"ann", "versions\n", "end 1 ann: no version was sent\n"},
	{"ann", "versions cop\n",
		"end 1 tournament \"cop\": it takes no bots; those that do: cup\n"},
	{"ann", "versions\nx", "end 1 request: bytes follow it before the referee is ready\n"},
	{"ann", "nonsense\n", NULL},
};

START_TEST(a_wrong_request_is_answered)
	{
		begin_class();
		start(INTAKE_CLIENT, refused[_i].bot);
		run();
		request("%s", refused[_i].request);
		ck_assert(next());
		ck_assert_msg(strncmp(s.line, "done ", 5) == 0, "%s", s.line);
		listen_to_end();
		if (refused[_i].end != NULL)
			ck_assert_str_eq(s.told, refused[_i].end);
		ck_assert_ptr_eq(strstr(s.told, "end 1 "), s.told);
		/* the log has the same sentence */
		ck_assert_str_eq(strchr(s.told + 4, '\0') - 1, "\n");
		s.told[strlen(s.told) - 1] = '\0';
		ck_assert_str_eq(strchr(s.told + 4, ' ') + 1, s.line + 5);
		finish();
	}
END_TEST

START_TEST(a_request_of_wrong_bytes_is_refused)
	{
		char line[SEND_LINE + 1];
		begin_class();
		start(INTAKE_CLIENT, "ann");
		run();
		memset(line, 'x', sizeof line);
		send_bytes(line, SEND_LINE - 1);
		hear("done request: it is too long");
		finish();
		/* in two parts, of which each would do */
		start(INTAKE_CLIENT, "ann");
		run();
		send_bytes(line, SEND_LINE - 100);
		send_bytes(line, SEND_LINE - 100);
		hear("done request: it is too long");
		finish();
		start(INTAKE_CLIENT, "ann");
		run();
		send_bytes("versions\0x\n", 11);
		hear("done request: it contains a NUL");
		finish();
		start(INTAKE_CLIENT, "ann");
		run();
		request("ver");
		shutdown(s.client, SHUT_WR);
		hear("done the connection was closed before all was sent");
		finish();
	}
END_TEST

START_TEST(the_right_tournament_is_found)
	{
		begin_class();
		start(INTAKE_CLIENT, "ann");
		s.order.places_count = 0;
		run();
		request("versions\n");
		hear("done no tournament takes bots at present");
		finish();
		start(INTAKE_CLIENT, "ann");
		s.order.places[1] = (struct intake_place){"cop", "class.conf"};
		s.order.places_count = 2;
		run();
		request("versions\n");
		hear("done several tournaments take bots; say --tournament NAME: cup, cop");
		finish();
		/* of two the second, in another form of Unicode */
		start(INTAKE_CLIENT, "ann");
		s.order.places[1] = (struct intake_place){"Jos\xc3\xa9", "class.conf"};
		s.order.places_count = 2;
		run();
		char text[4096];
		snprintf(text, sizeof text, "#!/bin/sh\n%s", shell_bot_text);
		unsigned char digest[CRYPTO_BYTES];
		char hex[CRYPTO_TEXT + 1];
		struct crypto_sum *sum = crypto_sum_begin();
		crypto_sum_add(sum, text, strlen(text));
		crypto_sum_end(sum, digest);
		crypto_write(digest, hex);
		request("send %zu %s bot.sh Jose\xcc\x81\n", strlen(text), hex);
		hear("request-quota");
		answer("yes\n");
		be_ready();
		send_bytes(text, strlen(text));
		hear("received 1");
		answer("go\n");
		hear("fit 1");
		answer("said yes\n");
		ck_assert(next());
		finish();
	}
END_TEST

START_TEST(a_file_that_may_not_be_taken_is_refused)
	{
		begin_class();
		start(INTAKE_CLIENT, "ann");
		run();
		request("send 0 " DIGEST " bot.py\n");
		hear("request-quota");
		answer("yes\n");
		hear("done bot.py: the file is empty");
		finish();
		start(INTAKE_CLIENT, "ann");
		run();
		request("send 10001 " DIGEST " bot.py\n");
		hear("request-quota");
		answer("yes\n");
		hear("done bot.py: the file has 10001 bytes; at most 10000 are taken");
		finish();
		/* as many as are taken */
		start(INTAKE_CLIENT, "ann");
		run();
		request("send 10000 " DIGEST " bot.py\n");
		hear("request-quota");
		answer("yes\n");
		be_ready();
		shutdown(s.client, SHUT_WR);
		hear("done the connection was closed before all was sent");
		finish();
		start(INTAKE_CLIENT, "ann");
		run();
		request("send 1 " DIGEST " bot.py\n");
		hear("request-quota");
		answer("yes\n");
		be_ready();
		send_bytes("x", 1);
		hear("done the file's digest is not that of the request; it was changed on its way");
		finish();
		ck_assert_int_ne(access("class/ann", F_OK), 0);
	}
END_TEST

START_TEST(the_main_process_may_refuse_and_may_end)
	{
		begin_class();
		start(INTAKE_CLIENT, "ann");
		run();
		request("send 1 " DIGEST " bot.py\n");
		hear("request-quota");
		answer("no 30 in an hour are enough\n");
		hear("done 30 in an hour are enough");
		finish();
		ends("end 1 30 in an hour are enough\n");
		start(INTAKE_CLIENT, "ann");
		run();
		request("send 1 " DIGEST " bot.py\n");
		hear("request-quota");
		close(s.process.to);
		s.process.to = -1;
		hear("done the referee is ending; send it again later");
		finish();
		hand_in_bot("ann", "");
		hear("fit 0");
		close(s.process.to);
		s.process.to = -1;
		ck_assert(next());
		has(s.line, " is fit; it takes part when the referee is started again");
		finish();
	}
END_TEST

START_TEST(a_client_that_sends_nothing_is_answered_in_time)
	{
		begin_class();
		setenv("REFEREE_SEND_SEC", "1", 1);
		start(INTAKE_CLIENT, "ann");
		run();
		hear("done it came too slowly; the request and the file have 1 s");
		finish();
		unsetenv("REFEREE_SEND_SEC");
	}
END_TEST

/* --- faults of the server --------------------------------------------------------------------- */

START_TEST(what_the_server_cannot_keep_is_no_fault_of_the_bot)
	{
		begin_class();
		reported_write("class", "", 0); /* no folder can be made there */
		start(INTAKE_CLIENT, "ann");
		run();
		request("send 1 " DIGEST " bot.py\n");
		hear("request-quota");
		answer("yes\n");
		ck_assert(next());
		ck_assert_msg(strncmp(s.line, "fault ann: class/.sent-", 23) == 0, "%s", s.line);
		has(s.line, " cannot be written: ");
		listen_to_end();
		ck_assert_ptr_eq(strstr(s.told, "end 1 the server cannot keep the file ("), s.told);
		has(s.told, "); this send does not count; tell the operator\n");
		ck_assert_ptr_null(strstr(s.told, ".sent-"));
		finish();
		unlink("class");
	}
END_TEST

START_TEST(a_class_that_cannot_be_read_is_a_fault)
	{
		begin_class();
		unlink("class.conf");
		start(INTAKE_CLIENT, "ann");
		run();
		request("versions\n");
		ck_assert(next());
		ck_assert_msg(strncmp(s.line, "fault class.conf: ", 18) == 0, "%s", s.line);
		finish();
	}
END_TEST

/* --- versions --------------------------------------------------------------------------------- */

/* Lets two versions of ann be fit; the caller frees their names. */
static void send_two(char **first, char **second)
{
	begin_class();
	hand_in_bot("ann", "");
	let_it_play("said yes\n");
	*first = field("ann", CLASS_VERSION);
	hand_in_bot("ann", "# better");
	let_it_play("said yes\n");
	*second = field("ann", CLASS_VERSION);
	ck_assert_str_ne(*first, *second);
	ck_assert(plays("ann", *second));
}

/* Makes a version older by days. */
static void age(const char *version, int days)
{
	char *path = memory_print("class/ann/%s.taken", version);
	const struct timespec then = {.tv_sec = time(NULL) - days * 86400};
	ck_assert_int_eq(utimensat(AT_FDCWD, path, (struct timespec[]){then, then}, 0), 0);
	free(path);
}

START_TEST(kept_versions_are_listed_the_newest_first)
	{
		char *first, *second;
		send_two(&first, &second);
		age(first, 2);
		start(INTAKE_CLIENT, "ann");
		run();
		request("versions\n");
		hear("done 2 versions");
		listen_to_end();
		char *one = memory_print("-%s  bot.sh, started by ./bot.sh; fit since 2", second);
		char *two = memory_print("-%s  bot.sh, started by ./bot.sh; fit since 2", first);
		const char *line = strstr(s.told, two);
		ck_assert_ptr_eq(strstr(s.told, one), s.told);
		ck_assert_ptr_nonnull(line);
		/* the newest plays, and the other does not */
		ck_assert_ptr_eq(strstr(strstr(s.told, ", plays now\n"), "\n"), line - 1);
		ck_assert_ptr_null(strstr(line, "plays now"));
		ends("end 0 2 versions\n");
		finish();
		free(two);
		free(one);
		free(second);
		free(first);
	}
END_TEST

START_TEST(a_version_is_taken_back_by_the_client_and_by_the_operator)
	{
		char *first, *second;
		send_two(&first, &second);
		start(INTAKE_CLIENT, "ann");
		run();
		request("back -\n");
		hear("received 0");
		answer("go\n");
		let_it_play("said yes\n");
		ck_assert(plays("ann", first));
		char *before = field("ann", CLASS_BEFORE);
		ck_assert_str_eq(before, second);
		start(INTAKE_BACK, "ann");
		snprintf(s.order.version, sizeof s.order.version, "%s", second);
		run();
		hear("received 0");
		answer("go\n");
		hear("fit 0");
		answer("said yes\n");
		char *done = memory_print("done ann: version %s is fit; yes", second);
		hear(done);
		finish();
		ck_assert(plays("ann", second));
		start(INTAKE_CLIENT, "ann");
		run();
		request("back abc\n");
		hear("received 0");
		answer("go\n");
		hear("done abc: this version was never fit, or is not kept any more");
		finish();
		start(INTAKE_CLIENT, "ben");
		run();
		request("back -\n");
		hear("received 0");
		answer("go\n");
		hear("done ben: no version was sent");
		finish();
		free(done);
		free(before);
		free(second);
		free(first);
	}
END_TEST

/* Of twenty versions the newest that was sent, the one before it and eighteen more stay. */
START_TEST(versions_that_were_fit_longest_ago_are_removed)
	{
		char *first, *second;
		send_two(&first, &second);
		age(first, 100);
		for (int i = 1; i <= 20; i++) {
			char name[32];
			snprintf(name, sizeof name, "%012x", i);
			char *folder = memory_print("class/ann/%s", name);
			ck_assert(file_tree_make_folder(folder));
			char *taken = memory_print("%s.taken", folder);
			char *check = memory_print("%s.check", folder);
			reported_write(taken, "", 0);
			reported_write(check, "", 0);
			age(name, i);
			free(check);
			free(taken);
			free(folder);
		}
		hand_in_bot("ann", "# best");
		let_it_play("said yes\n");
		char *third = field("ann", CLASS_VERSION);
		ck_assert(is_there("ann", third, "") && is_there("ann", second, ""));
		/* 18 of the other 21, by their age; the first one is the oldest */
		for (int i = 1; i <= 20; i++) {
			char name[32];
			snprintf(name, sizeof name, "%012x", i);
			const bool kept = i <= 18;
			ck_assert_msg(is_there("ann", name, "") == kept, "%d", i);
			ck_assert_msg(is_there("ann", name, ".taken") == kept, "%d", i);
			ck_assert_msg(is_there("ann", name, ".check") == kept, "%d", i);
		}
		ck_assert(!is_there("ann", first, ""));
		free(third);
		free(second);
		free(first);
	}
END_TEST

/* --- tidying ---------------------------------------------------------------------------------- */

static void tidy(void)
{
	start(INTAKE_TIDY, "");
	run();
	hear("received 0");
	answer("go\n");
}

START_TEST(a_tidy_process_removes_what_killed_ones_left)
	{
		char *first, *second;
		send_two(&first, &second);
		ck_assert(file_tree_make_folder("class/.sent-1/x"));
		ck_assert(file_tree_make_folder("class/.new-2"));
		tidy();
		/* the list is right: nothing is said of it */
		finish();
		/* one that another process holds stays */
		ck_assert(file_tree_make_folder("class/.sent-3"));
		int lock = file_tree_lock("class/.sent-3", LOCK_EX);
		ck_assert_int_ge(lock, 0);
		ck_assert_int_eq(unlink("class.bots"), 0);
		tidy();
		hear("changed 0");
		ck_assert_int_eq(access("class/.sent-3", F_OK), 0);
		close(lock);
		file_tree_remove("class/.sent-3");
		finish();
		ck_assert(plays("ann", second));
		reported_write("class.bots", "# another\n", 10);
		tidy();
		hear("changed 0");
		finish();
		/* without a student there may be no list */
		begin_class();
		ck_assert_int_eq(unlink("class.bots"), 0);
		tidy();
		finish();
		free(second);
		free(first);
	}
END_TEST

START_TEST(a_folder_that_cannot_be_tidied_is_told)
	{
		begin_class();
		unlink("class.conf");
		start(INTAKE_TIDY, "");
		run();
		ck_assert(next());
		ck_assert_msg(strncmp(s.line, "fault cup takes no bots: class.conf: ", 37) == 0,
			"%s", s.line);
		finish();
		file_tree_remove("class");
		unlink("class.bots");
		unlink(SHELL_BOT);
		reported_leave_folder();
	}
END_TEST

SUITE("referee/submissions/intake-process", CASE(a_fit_bot_plays_before_the_client_hears_it),
	CASE(a_main_process_without_words_lets_it_play_later),
	CASE(a_warning_of_the_check_is_in_the_end), CASE(an_unfit_bot_changes_nothing),
	CASE(an_unfit_version_leaves_the_one_before),
	CASE(a_bot_without_a_program_is_told_what_is_missing),
	CASE(marks_of_a_command_are_told_as_text), CASE(the_work_goes_on_without_the_client),
	LOOP(a_wrong_request_is_answered, sizeof refused / sizeof *refused),
	CASE(a_request_of_wrong_bytes_is_refused), CASE(the_right_tournament_is_found),
	CASE(a_file_that_may_not_be_taken_is_refused),
	CASE(the_main_process_may_refuse_and_may_end),
	CASE(a_client_that_sends_nothing_is_answered_in_time),
	CASE(what_the_server_cannot_keep_is_no_fault_of_the_bot),
	CASE(a_class_that_cannot_be_read_is_a_fault),
	CASE(kept_versions_are_listed_the_newest_first),
	CASE(a_version_is_taken_back_by_the_client_and_by_the_operator),
	CASE(versions_that_were_fit_longest_ago_are_removed),
	CASE(a_tidy_process_removes_what_killed_ones_left),
	CASE(a_folder_that_cannot_be_tidied_is_told))
