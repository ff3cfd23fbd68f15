/*
 * The process that connects the main process with a worker: what it passes on between a worker that
 * is a shell script and the test, and that all which the command started ends with it.
 */
#include "referee/machines/worker-link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "tests/lib/suite.h"
#include "base/version.h"

enum { TEXT = 4096 };

static struct {
	char folder[64], command[TEXT];
	struct arbiter_config config;
	struct bot_config bot;
	struct worker_link link;
	struct process process;
	char said[TEXT]; /* by the link, to the main process */
	size_t used;
} linking;

static void path_of(const char *name, char path[128])
{
	snprintf(path, 128, "%s/%s", linking.folder, name);
}

static const char *text_of(const char *name)
{
	static char text[TEXT];
	char path[128];
	path_of(name, path);
	FILE *in = fopen(path, "r");
	size_t length = in == NULL ? 0 : fread(text, 1, sizeof text - 1, in);
	if (in != NULL)
		fclose(in);
	text[length] = '\0';
	return text;
}

/* The command runs in a folder of its own; the link's stderr is in its file `errors`. */
static void begin(const char *command)
{
	static char bot[] = "referee-bot";
	static char *const words[] = {bot, NULL};
	char path[128];
	memset(&linking, 0, sizeof linking);
	strcpy(linking.folder, "/tmp/worker-link-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(linking.folder));
	snprintf(linking.command, sizeof linking.command, "cd %s; %s", linking.folder, command);
	linking.bot = (struct bot_config){.name = "a", .argv = words};
	static char settings[] = "game = nim\n";
	linking.config = (struct arbiter_config){.rules = rules_find("nim"),
		.players = 2,
		.bots = &linking.bot,
		.bots_count = 1,
		.copies = 1,
		.settings = settings};
	linking.link = (struct worker_link){&linking.config, linking.command};
	path_of("errors", path);
	int own = dup(STDERR_FILENO), errors = open(path, O_WRONLY | O_CREAT, 0600);
	dup2(errors, STDERR_FILENO);
	ck_assert_int_eq(
		process_start(&linking.process, &worker_link_process, &linking.link, -1), 0);
	dup2(own, STDERR_FILENO);
	close(own);
	close(errors);
}

/* Reads what it says; true: the text is there, false: it has ended. */
static bool hear(const char *text)
{
	while (text == NULL || strstr(linking.said, text) == NULL) {
		struct pollfd in = {linking.process.from, POLLIN, 0};
		poll(&in, 1, -1);
		ssize_t count = read(linking.process.from, linking.said + linking.used,
			sizeof linking.said - 1 - linking.used);
		if (count == 0)
			return false;
		linking.used += count > 0 ? (size_t)count : 0;
		linking.said[linking.used] = '\0';
	}
	return true;
}

static void say(const char *text)
{
	ck_assert_int_eq(write(linking.process.to, text, strlen(text)), (ssize_t)strlen(text));
}

/* Its exit status. */
static int end(void)
{
	ck_assert(!hear(NULL));
	int status = process_wait(&linking.process, 60000);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void clean(void)
{
	ck_assert(file_tree_remove(linking.folder));
}

/* A worker that is ready, then answers each line with another. */
#define READY                                                                                      \
	"echo worker 4 " VERSION "; echo facts a any x86_64 " VERSION                              \
	" - 2 0 0 0 0 - - -; read -r word size; head -c $size >config; echo ready; "

START_TEST(lines_go_both_ways_once_the_worker_is_ready)
	{
		begin(READY "while read -r line; do echo \"1 got $line\"; done; echo over >end");
		ck_assert(hear("\n"));
		ck_assert_ptr_eq(strstr(linking.said, "facts a any "), linking.said);
		ck_assert_ptr_nonnull(strstr(linking.said, " - 2 0 "));
		say("1 play x\n2 pl");
		ck_assert(hear("1 got 1 play x\n"));
		say("ay y\n");
		ck_assert(hear("1 got 2 play y\n"));
		/* The worker reads an end, and the link ends well after it. */
		process_close_input(&linking.process);
		ck_assert_int_eq(end(), EXIT_SUCCESS);
		ck_assert_str_eq(text_of("end"), "over\n");
		ck_assert_str_eq(text_of("errors"), "");
		ck_assert_ptr_nonnull(strstr(text_of("config"), "nim"));
		clean();
	}
END_TEST

/* The link says why, in a line that names the command. */
static const struct {
	const char *command, *why;
} ends[] = {
	{"exit 0", "it ended (exit status 0)"},
	{"exit 3", "it ended (exit status 3)"},
	{"referee-that-is-not-here",
		"it ended (exit status 127): a program was not found; write its whole path"},
	{"exec >&- <&-; exit 4", "it ended (exit status 4)"},
	{READY "exit 0", "it ended (exit status 0)"},
	{"kill -9 $$", "it ended (signal 9)"},
	{"echo hello; cat >/dev/null",
		"it said \"hello\" and not \"worker 4 VERSION\"; is it `referee worker run --stdin`?"},
	{READY "echo failed by itself; cat >/dev/null",
		"it sent a line that only its link may send"},
};

START_TEST(a_worker_that_ends_or_says_something_else_ends_the_link)
	{
		char why[TEXT];
		begin(ends[_i].command);
		ck_assert_int_eq(end(), EXIT_FAILURE);
		const char *said = strstr(linking.said, "failed ");
		ck_assert_msg(said != NULL, "%s", linking.said);
		bool whole = strlen(linking.command) < 160;
		snprintf(why, sizeof why, "failed worker \"%.160s%s\": %s\n", linking.command,
			whole ? "" : "...", ends[_i].why);
		ck_assert_str_eq(said, why);
		ck_assert_ptr_null(strstr(text_of("errors"), "worker \""));
		clean();
	}
END_TEST

/* --- the processes of a command --------------------------------------------------------------- */

/*
 * Three processes beside the shell, of which one is at the end of a pipe. Each says when it is told
 * to end, and holds `gone` until it has ended. They also end with the test, which holds `alive`.
 */
#define CHILDREN                                                                                                 \
	"exec 3<>up 4>gone; child() { trap \"echo $1 >>told; exit\" TERM; echo $1 >&3; read -r line <alive; }; " \
	"child one & child two & { child three | cat; } & "                                                      \
	"read -r a <&3; read -r b <&3; read -r c <&3; exec 3>&-; "

static int gone, alive;

static void begin_children(const char *command)
{
	static const char *const names[] = {"up", "gone", "alive"};
	char path[128], late[TEXT];
	/* The pipes are there before the command. */
	snprintf(late, sizeof late, "until [ -e begin ]; do sleep 0.01; done; %s", command);
	begin(late);
	for (int i = 0; i < 3; i++) {
		path_of(names[i], path);
		ck_assert_int_eq(mkfifo(path, 0600), 0);
	}
	path_of("gone", path);
	gone = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	path_of("alive", path);
	alive = open(path, O_RDWR | O_CLOEXEC);
	path_of("begin", path);
	close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

/* Waits until no process of the command is left. */
static void await_gone(void)
{
	struct pollfd event = {gone, POLLIN, 0};
	do
		poll(&event, 1, -1);
	while ((event.revents & POLLHUP) == 0);
	close(gone);
	close(alive);
}

static int told(void)
{
	int count = 0;
	for (const char *at = text_of("told"); (at = strchr(at, '\n')) != NULL; at++)
		count++;
	return count;
}

START_TEST(when_the_dialogue_fails_all_processes_of_the_command_are_told_to_end)
	{
		begin_children(CHILDREN "echo hello; wait");
		ck_assert_int_eq(end(), EXIT_FAILURE);
		await_gone();
		ck_assert_int_eq(told(), 3);
		clean();
	}
END_TEST

/* As when the main process is killed. */
START_TEST(the_command_is_told_to_end_when_the_link_is_killed)
	{
		begin_children("exec 4>gone; trap 'echo shell >>told; exit' TERM; " READY
			       "echo 1 up; read -r line <alive");
		ck_assert(hear("1 up\n"));
		process_kill(&linking.process);
		await_gone();
		ck_assert_str_eq(text_of("told"), "shell\n");
		clean();
	}
END_TEST

START_TEST(a_command_that_does_not_want_to_end_is_killed)
	{
		begin_children("exec 4>gone; trap '' TERM; (read -r line <alive) & echo hello; "
			       "read -r line <alive; echo survived >told");
		ck_assert_int_eq(end(), EXIT_FAILURE);
		await_gone();
		ck_assert_str_eq(text_of("told"), "");
		clean();
	}
END_TEST

SUITE("referee/machines/worker-link", CASE(lines_go_both_ways_once_the_worker_is_ready),
	LOOP(a_worker_that_ends_or_says_something_else_ends_the_link, sizeof ends / sizeof *ends),
	CASE(when_the_dialogue_fails_all_processes_of_the_command_are_told_to_end),
	CASE(the_command_is_told_to_end_when_the_link_is_killed),
	CASE(a_command_that_does_not_want_to_end_is_killed))
