/*
 * A worker that waits at a broker, from session to session. This program is also the broker's
 * process and the process of a session: what they do is ordered by the test over one FIFO, and what
 * happens to them is reported over another.
 */
#include "referee/machines/broker-client.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/process/fd-message.h"
#include "referee/process/file-tree.h"
#include "tests/lib/suite.h"

enum { TEXT = 1024, SESSIONS = 4 };

#define PATIENCE (50 * MILLISECOND) /* with a process of a session that hangs */

static void put(int to, const char *text)
{
	if (!file_tree_put(to, text, strlen(text)))
		_exit(EXIT_FAILURE);
}

static int open_of(const char *variable)
{
	return open(getenv(variable), O_RDWR | O_CLOEXEC);
}

static __attribute__((format(printf, 1, 2))) void report(const char *format, ...)
{
	static int to = -1;
	char text[TEXT];
	va_list arguments;
	if (to < 0)
		to = open_of("REPORT");
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	put(to, text);
}

/* --- the broker's process --------------------------------------------------------------------- */

static int sessions[SESSIONS], sessions_count;

static void broker_send(const char *text, int fd)
{
	struct fd_message message = {.fds = {fd}, .count = fd >= 0};
	snprintf(message.text, sizeof message.text, "%s", text);
	if (fd_message_send(STDIN_FILENO, &message) != 0)
		_exit(EXIT_FAILURE);
}

/* "session", "ping" and "close" are for sessions; other words go to the worker as they are. */
static void broker_obey(const char *order)
{
	int ends[2];
	if (strcmp(order, "die") == 0)
		_exit(EXIT_SUCCESS);
	if (strcmp(order, "session") == 0) {
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
			_exit(EXIT_FAILURE);
		sessions[sessions_count++] = ends[0];
		broker_send("session", ends[1]);
		close(ends[1]);
	} else if (strcmp(order, "ping") == 0) {
		send(sessions[sessions_count - 1], "ping\n", 5, MSG_NOSIGNAL);
	} else if (strcmp(order, "close") == 0) {
		shutdown(sessions[sessions_count - 1], SHUT_WR);
	} else {
		broker_send(order, -1);
	}
}

/* All that is there: a session's end comes before what the worker says of it. */
static void broker_hear(int number)
{
	char text[TEXT];
	ssize_t count;
	while ((count = recv(sessions[number], text, sizeof text - 1, MSG_DONTWAIT)) > 0) {
		text[count] = '\0';
		report("session %d: %s", number + 1, text);
	}
	if (count < 0 && errno == EAGAIN)
		return;
	close(sessions[number]);
	sessions[number] = -1;
	report("session %d ended\n", number + 1);
}

static int broker_main(char **argv)
{
	char order[TEXT];
	struct fd_message message;
	int orders = open_of("ORDERS");
	report("broker");
	for (int i = 1; argv[i] != NULL; i++)
		report(" %s", argv[i]);
	report("\n");
	for (;;) {
		struct pollfd fds[2 + SESSIONS] = {{STDIN_FILENO, POLLIN, 0}, {orders, POLLIN, 0}};
		for (int i = 0; i < sessions_count; i++)
			fds[2 + i] = (struct pollfd){sessions[i], POLLIN, 0};
		poll(fds, (nfds_t)(2 + sessions_count), -1);
		for (int i = 0; i < SESSIONS; i++)
			if (fds[2 + i].revents != 0)
				broker_hear(i);
		if (fds[0].revents != 0) {
			if (fd_message_receive(STDIN_FILENO, &message) != 1)
				return EXIT_SUCCESS;
			report("worker: %s\n", message.text);
		}
		if (fds[1].revents != 0) {
			ssize_t count = read(orders, order, sizeof order - 1);
			order[count > 0 ? count : 0] = '\0';
			char *rest = order, *word;
			while ((word = strsep(&rest, "\n")) != NULL)
				if (*word != '\0')
					broker_obey(word);
		}
	}
}

/* --- the process of a session ----------------------------------------------------------------- */

static void player_on_term(int number)
{
	(void)number;
	if (write(STDOUT_FILENO, "told to end\n", 12) != 12)
		_exit(EXIT_FAILURE);
	_exit(EXIT_SUCCESS);
}

/* How it ends: "well", "fails", or "hangs". */
static int player_main(const char *way)
{
	char text[TEXT];
	ssize_t count;
	if (strcmp(way, "hangs") == 0)
		signal(SIGTERM, SIG_IGN);
	else
		signal(SIGTERM, player_on_term);
	put(STDOUT_FILENO, "begins\n");
	while ((count = read(STDIN_FILENO, text, sizeof text)) > 0)
		put(STDOUT_FILENO, "pong\n");
	while (strcmp(way, "hangs") == 0)
		pause();
	return strcmp(way, "well") == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* --- the test --------------------------------------------------------------------------------- */

static struct {
	char folder[64];
	FILE *reports;
	int orders;
	pid_t worker;
} here;

static void on_say(const char *text)
{
	report("said: %s\n", text);
}

static void path_of(const char *name, char path[128])
{
	snprintf(path, 128, "%s/%s", here.folder, name);
}

static int make_fifo(const char *name, const char *variable)
{
	char path[128];
	path_of(name, path);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	setenv(variable, path, 1);
	return open(path, O_RDWR | O_CLOEXEC);
}

static void make_place(void)
{
	char path[128], program[TEXT], search[2 * TEXT];
	static char before[TEXT];
	strcpy(here.folder, "/tmp/broker-client-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(here.folder));
	here.orders = make_fifo("orders", "ORDERS");
	here.reports = fdopen(make_fifo("reports", "REPORT"), "r");
	ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
	program[length > 0 ? length : 0] = '\0';
	path_of("referee-broker", path);
	ck_assert_int_eq(symlink(program, path), 0);
	if (before[0] == '\0')
		snprintf(before, sizeof before, "%s", getenv("PATH"));
	snprintf(search, sizeof search, "%s:%s", here.folder, before);
	setenv("PATH", search, 1);
	snprintf(search, sizeof search, "%f", (double)PATIENCE / (double)SECOND);
	setenv("REFEREE_WATCHDOG_SEC", search, 1);
}

static const struct broker_client_terms *terms_of(const char *way)
{
	static char word[] = "player", ends[16];
	static char *words[] = {word, ends, NULL};
	static const struct broker_client_terms terms = {
		.broker = {.url = "nats://there:1", .pool = "lab", .silence = 7 * SECOND},
		.name = "lab01",
		.slots = 3,
		.words = words,
		.say = on_say};
	snprintf(ends, sizeof ends, "%s", way);
	return &terms;
}

/* Starts a worker whose processes of sessions end in this way. */
static void begin(const char *way)
{
	make_place();
	fflush(stdout);
	here.worker = fork();
	ck_assert_int_ge(here.worker, 0);
	if (here.worker == 0) {
		struct error err;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		bool good = broker_client_run(terms_of(way), &err);
		_exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
	}
}

static void order(const char *text)
{
	put(here.orders, text);
}

/* The next report must be this one. */
static void expect(const char *text)
{
	char line[TEXT];
	ck_assert_ptr_nonnull(fgets(line, sizeof line, here.reports));
	line[strcspn(line, "\n")] = '\0';
	ck_assert_str_eq(line, text);
}

static void expect_begin(void)
{
	expect("broker worker --url nats://there:1 --pool lab --silence 7000000 --name lab01 --slots 3");
	expect("worker: free");
}

/* The worker must end by itself. */
static void end(void)
{
	int status;
	ck_assert_int_eq(waitpid(here.worker, &status, 0), here.worker);
	ck_assert_int_eq(status, 0);
	fclose(here.reports);
	close(here.orders);
	ck_assert(file_tree_remove(here.folder));
}

static void tell_to_end(void)
{
	kill(here.worker, SIGTERM);
	end();
}

START_TEST(a_worker_plays_one_session_after_the_other)
	{
		begin("well");
		expect_begin();
		for (int i = 1; i <= SESSIONS; i++) {
			char line[TEXT];
			order("session\n");
			snprintf(line, sizeof line, "session %d: begins", i);
			expect(line);
			order("ping\n");
			snprintf(line, sizeof line, "session %d: pong", i);
			expect(line);
			order("close\n");
			snprintf(line, sizeof line, "session %d ended", i);
			expect(line);
			expect("worker: free");
		}
		tell_to_end();
	}
END_TEST

/* The patience with the first session's process ends while the second is played: they talk until it
 * is over several times. */
START_TEST(the_next_session_outlives_the_patience_with_the_last_one)
	{
		begin("well");
		expect_begin();
		order("session\n");
		expect("session 1: begins");
		order("over\nclose\n");
		/* On a busy machine it may be killed before it ends by itself. */
		char line[TEXT];
		do
			ck_assert_ptr_nonnull(fgets(line, sizeof line, here.reports));
		while (strcmp(line, "worker: free\n") != 0);
		order("session\n");
		expect("session 2: begins");
		for (usec until = time_now() + 10 * PATIENCE; time_now() < until;) {
			order("ping\n");
			expect("session 2: pong");
		}
		order("close\n");
		expect("session 2 ended");
		expect("worker: free");
		tell_to_end();
	}
END_TEST

START_TEST(a_process_that_outlives_its_session_is_killed)
	{
		begin("hangs");
		expect_begin();
		order("session\n");
		expect("session 1: begins");
		order("close\nover\n");
		expect("said: the process of a session hangs; it is killed");
		expect("session 1 ended");
		expect("worker: free");
		tell_to_end();
	}
END_TEST

/* And the next one is not begun at once, but it is. */
START_TEST(a_session_that_fails_is_followed_by_another)
	{
		begin("fails");
		expect_begin();
		for (int i = 1; i <= 2; i++) {
			order("session\n");
			expect(i == 1 ? "session 1: begins" : "session 2: begins");
			order("close\n");
			expect(i == 1 ? "session 1 ended" : "session 2 ended");
			expect("worker: free");
		}
		tell_to_end();
	}
END_TEST

START_TEST(leave_tells_the_process_of_the_session_to_end)
	{
		begin("well");
		expect_begin();
		order("leave\n"); /* nothing is played */
		order("session\n");
		expect("session 1: begins");
		order("leave\n");
		expect("session 1: told to end");
		expect("session 1 ended");
		expect("worker: free");
		tell_to_end();
	}
END_TEST

START_TEST(one_session_at_a_time_is_played)
	{
		begin("well");
		expect_begin();
		order("session\n");
		expect("session 1: begins");
		order("session\n");
		expect("session 2 ended");
		order("say a line for people\n");
		expect("said: a line for people");
		order("nonsense\n");
		order("leave\n");
		expect("session 1: told to end");
		expect("session 1 ended");
		expect("worker: free");
		tell_to_end();
	}
END_TEST

START_TEST(a_signal_ends_the_session_and_then_the_worker)
	{
		begin("well");
		expect_begin();
		order("session\n");
		expect("session 1: begins");
		kill(here.worker, SIGTERM);
		expect("session 1: told to end");
		expect("session 1 ended");
		end();
	}
END_TEST

START_TEST(a_second_signal_ends_a_session_at_once)
	{
		begin("hangs");
		expect_begin();
		order("session\n");
		expect("session 1: begins");
		kill(here.worker, SIGTERM);
		/* It has taken the first when it answers no more sessions. */
		order("session\n");
		expect("session 2 ended");
		kill(here.worker, SIGINT);
		expect("session 1 ended");
		end();
	}
END_TEST

START_TEST(a_broker_that_ends_is_started_again)
	{
		begin("well");
		expect_begin();
		order("die\n");
		expect_begin();
		order("session\n");
		expect("session 1: begins");
		order("close\n");
		expect("session 1 ended");
		expect("worker: free");
		tell_to_end();
	}
END_TEST

START_TEST(without_the_program_or_a_file_it_does_not_begin)
	{
		struct error err;
		char path[128];
		make_place();
		struct broker_client_terms terms = *terms_of("well");
		terms.broker.nkey = "/no/such/file";
		ck_assert(!broker_client_run(&terms, &err));
		ck_assert_str_eq(
			err.text, "/no/such/file: cannot be read: No such file or directory");
		terms.broker.nkey = NULL;
		path_of("none", path);
		setenv("PATH", path, 1);
		ck_assert(!broker_client_run(&terms, &err));
		ck_assert_str_eq(err.text,
			"nats://there:1: this program was built without libnats, so it knows no broker; install libnats-dev and build it again");
		ck_assert(file_tree_remove(here.folder));
	}
END_TEST

int main(int argc, char **argv)
{
	(void)argc;
	if (strcmp(argv[0], "referee-broker") == 0)
		return broker_main(argv);
	if (strcmp(argv[0], "player") == 0)
		return player_main(argv[1]);
	return suite_run("referee/machines/broker-client",
		(struct suite_case[]){CASE(a_worker_plays_one_session_after_the_other),
			CASE(the_next_session_outlives_the_patience_with_the_last_one),
			CASE(a_process_that_outlives_its_session_is_killed),
			CASE(a_session_that_fails_is_followed_by_another),
			CASE(leave_tells_the_process_of_the_session_to_end),
			CASE(one_session_at_a_time_is_played),
			CASE(a_signal_ends_the_session_and_then_the_worker),
			CASE(a_second_signal_ends_a_session_at_once),
			CASE(a_broker_that_ends_is_started_again),
			CASE(without_the_program_or_a_file_it_does_not_begin),
			(struct suite_case){NULL, 0}});
}
