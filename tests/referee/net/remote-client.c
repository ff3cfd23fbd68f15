/*
 * A local bot that plays for a referee elsewhere: how each connection ends, and with which words.
 * The other side is the listener, with a process of the test behind it; or a server that is no
 * referee.
 */
#include "referee/net/remote-client.h"

#include <signal.h>
#include <sys/wait.h>

#include "tests/lib/listening.h"
#include "tests/lib/suite.h"

/* Rows of a table. */
#define ROWS(table) (sizeof(table) / sizeof *(table))

enum { FAILED = 3 };

static struct {
	struct listening l;
	pid_t other; /* the process of the other side */
	char how[256];
	int welcomes;
	struct error err;
} s;

static void on_welcome(void *arg, const char *how)
{
	ck_assert_ptr_eq(arg, &s);
	snprintf(s.how, sizeof s.how, "%s", how);
	s.welcomes++;
}

/* --- the other side ---------------------------------------------------------------------- */

/* Each line of a script: ">TEXT" is written with an LF and "+TEXT" without, "<TEXT" is read, "$"
 * waits for the end, "!" resets the connection, "@" makes the file "heard". The connection is
 * closed at its end. */
static bool follow(int fd, const char *script)
{
	char line[2048], got[2048];
	for (; *script != '\0'; script += *script == '\n') {
		size_t length = strcspn(script, "\n");
		snprintf(line, sizeof line, "%.*s\n", (int)length, script);
		script += length;
		if (*line == '>' && write(fd, line + 1, length) != (ssize_t)length)
			return false;
		if (*line == '+' && write(fd, line + 1, length - 1) != (ssize_t)length - 1)
			return false;
		if (*line == '<') {
			listening_line(fd, got, sizeof got);
			strcat(got, "\n");
			if (strcmp(got, line + 1) != 0)
				return false;
		}
		if (*line == '$' && read(fd, got, sizeof got) != 0)
			return false;
		if (*line == '@') {
			snprintf(got, sizeof got, "%s/heard", s.l.folder);
			close(open(got, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
		}
		if (*line == '!')
			setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0},
				sizeof(struct linger));
	}
	close(fd);
	return true;
}

/* Behind the listener: the next bot is ann. */
static void referee_begin(const char *script)
{
	s.other = fork();
	ck_assert_int_ge(s.other, 0);
	if (s.other > 0)
		return;
	struct fd_message message = listening_hear(&s.l);
	bool good = strncmp(message.text, "bot ann ", 8) == 0 ||
		    strncmp(message.text, "send ann ", 9) == 0;
	_exit(good && follow(message.fds[0], script) ? EXIT_SUCCESS : FAILED);
}

static void other_end(void)
{
	int status;
	ck_assert_int_eq(waitpid(s.other, &status, 0), s.other);
	ck_assert_int_eq(status, 0); /* it went as the script says */
}

static void scene_open(void)
{
	memset(&s, 0, sizeof s);
	listening_begin(&s.l);
}

/* The name ann, a shell with this script, and an address. */
static enum remote_client_end runs(
	const char *address, const char *bot, const char *fingerprint, bool insecure)
{
	char *command[] = {(char *)"sh", (char *)"-c", (char *)bot, NULL};
	struct remote_client_options options = {.name = "ann",
		.fingerprint = fingerprint,
		.insecure = insecure,
		.command = command,
		.welcome = on_welcome,
		.arg = &s};
	struct error err;
	memcpy(options.token, s.l.ann, sizeof options.token);
	ck_assert(net_address_read(&options.address, address, &err));
	return remote_client_run(&options, &s.err);
}

/* --- how a connection ends --------------------------------------------------------------- */

#define HUNDRED                                                                                    \
	"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"

static const struct {
	const char *bot, *script;
	enum remote_client_end end;
	const char *why;
} rows[] = {
	{"read x; echo heard $x; read x; echo and $x", ">ugi\n<heard ugi\n>quit\n<and quit\n$",
		REMOTE_CLIENT_CLOSED, "the bot ended with exit status 0"},
	/* One read more than there are lines: the referee ends it, not the bot. */
	{"read x; read x; read x", ">ugi\n>error stopped the referee stops", REMOTE_CLIENT_CLOSED,
		"the referee ended the connection: stopped the referee stops"},
	{"read x; read x", ">ugi", REMOTE_CLIENT_CLOSED,
		"the referee ended the connection without a reason"},
	{"read x; read x; read x", ">error stopped\n>ugi",
		REMOTE_CLIENT_CLOSED, /* it is not the last */
		"the referee ended the connection without a reason"},
	{"read x; read x", "+error half", REMOTE_CLIENT_CLOSED,
		"the referee ended the connection without a reason"},
	{"read x; read x", ">error x\033[2J", REMOTE_CLIENT_CLOSED,
		"the referee ended the connection: x\\x1b[2J"},
	{"while read x; do :; done",
		">" HUNDRED HUNDRED HUNDRED "\n>" HUNDRED HUNDRED HUNDRED "\n>error kicked away",
		REMOTE_CLIENT_CLOSED, "the referee ended the connection: kicked away"},
	{"exit 0", "$", REMOTE_CLIENT_CLOSED, "the bot ended with exit status 0"},
	{"exit 3", "$", REMOTE_CLIENT_BOT, "the bot ended with exit status 3"},
	{"kill -9 $$", "$", REMOTE_CLIENT_BOT, "the bot was killed by signal 9 (Killed)"},
	{"exec >&-; exec sleep 1000", "$", REMOTE_CLIENT_BOT,
		"the bot closed its output but did not exit; referee connect ended it"},
	{"exec >&-; trap '' TERM; sleep 1000", "$", REMOTE_CLIENT_BOT,
		"the bot closed its output but did not exit; referee connect ended it"},
	{"echo first; echo last", "<first\n<last\n$", REMOTE_CLIENT_CLOSED,
		"the bot ended with exit status 0"},
	/* The bot fails at the last line, or after the end: that is no fault. */
	{"read x; read x; exit 5", ">ugi\n>error kicked away\n$", REMOTE_CLIENT_CLOSED,
		"the referee ended the connection: kicked away"},
	{"read x; read x; read x || exit 5", ">ugi\n>error kicked away", REMOTE_CLIENT_CLOSED,
		"the referee ended the connection: kicked away"},
};

START_TEST(lines_pass_both_ways_and_the_end_has_its_reason)
	{
		scene_open();
		referee_begin(rows[_i].script);
		enum remote_client_end end = runs(s.l.local, rows[_i].bot, NULL, false);
		ck_assert_str_eq(s.err.text, rows[_i].why);
		ck_assert_int_eq(end, rows[_i].end);
		ck_assert_int_eq(s.welcomes, 1);
		ck_assert_str_eq(s.how, "on this machine, without TLS");
		other_end();
		ck_assert_int_eq(listening_end(&s.l), 0);
	}
END_TEST

/* More than the pipe of a bot holds, and less than all the buffers on the way: the bot reads when
 * its own line has arrived. */
START_TEST(a_bot_that_does_not_read_yet_is_heard)
	{
		enum { LINES = 900 };
		static char script[LINES * 102 + 64];
		char bot[256];
		scene_open();
		for (int i = 0; i < LINES; i++)
			memcpy(script + 102 * i, ">" HUNDRED "\n", 102);
		snprintf(script + 102 * LINES, 64, "<there\n@");
		snprintf(bot, sizeof bot,
			"echo there; while [ ! -e %s/heard ]; do sleep 0.01; done; cat >/dev/null",
			s.l.folder);
		referee_begin(script);
		ck_assert_int_eq(runs(s.l.local, bot, NULL, false), REMOTE_CLIENT_CLOSED);
		other_end();
		snprintf(bot, sizeof bot, "%s/heard", s.l.folder);
		ck_assert_int_eq(unlink(bot), 0);
		ck_assert_int_eq(listening_end(&s.l), 0);
	}
END_TEST

START_TEST(a_connection_that_is_reset_is_a_failure_of_the_network)
	{
		scene_open();
		referee_begin("<there\n!");
		ck_assert_int_eq(
			runs(s.l.plain, "echo there; read x", NULL, true), REMOTE_CLIENT_FAILED);
		ck_assert_str_eq(s.err.text, "the connection broke: Connection reset by peer");
		other_end();
		ck_assert_int_eq(listening_end(&s.l), 0);
	}
END_TEST

/* Is there a process, which is not only waited for? */
static bool lives(int pid)
{
	char path[64], state = 'X';
	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return false;
	ck_assert_int_eq(fscanf(file, "%*d (%*[^)]) %c", &state), 1);
	fclose(file);
	return state != 'Z' && state != 'X';
}

START_TEST(processes_that_the_bot_started_end_with_it)
	{
		char path[128], bot[256];
		int pid = 0;
		scene_open();
		snprintf(path, sizeof path, "%s/pid", s.l.folder);
		snprintf(bot, sizeof bot, "sleep 1000 >&- & echo $! >%s; exit 0", path);
		referee_begin("$");
		ck_assert_int_eq(runs(s.l.local, bot, NULL, false), REMOTE_CLIENT_CLOSED);
		FILE *file = fopen(path, "r");
		ck_assert_int_eq(fscanf(file, "%d", &pid), 1);
		fclose(file);
		unlink(path);
		while (lives(pid)) /* it has been sent SIGKILL */
			poll(NULL, 0, 1);
		other_end();
		ck_assert_int_eq(listening_end(&s.l), 0);
	}
END_TEST

/* --- TLS --------------------------------------------------------------------------------- */

START_TEST(a_referee_with_the_right_certificate_is_played_with)
	{
		char wanted[128];
		scene_open();
		referee_begin(">ugi\n<heard ugi\n>error stopped the referee stops");
		ck_assert_int_eq(
			runs(s.l.tls, "read x; echo heard $x; read x", s.l.fingerprint, false),
			REMOTE_CLIENT_CLOSED);
		ck_assert_str_eq(
			s.err.text, "the referee ended the connection: stopped the referee stops");
		snprintf(wanted, sizeof wanted, "TLS, certificate %s", s.l.fingerprint);
		ck_assert_str_eq(s.how, wanted);
		other_end();
		ck_assert_int_eq(listening_end(&s.l), 0);
	}
END_TEST

START_TEST(a_referee_with_another_certificate_is_told_nothing)
	{
		char wanted[512];
		scene_open();
		ck_assert_int_eq(
			runs(s.l.tls, "exit 0",
				"0000000000000000000000000000000000000000000000000000000000000000",
				false),
			REMOTE_CLIENT_REFUSED);
		snprintf(wanted, sizeof wanted,
			"certificate: has another fingerprint, %s; this is another referee, or the referee has a new certificate",
			s.l.fingerprint);
		ck_assert_str_eq(s.err.text, wanted);
		ck_assert_int_eq(runs(s.l.tls, "exit 0", NULL, false), REMOTE_CLIENT_REFUSED);
		ck_assert_int_eq(
			strncmp(s.err.text, "certificate: not signed by a known authority (", 46),
			0);
		snprintf(wanted, sizeof wanted, "add\n  --fingerprint %s", s.l.fingerprint);
		ck_assert_ptr_nonnull(strstr(s.err.text, wanted));
		ck_assert_int_eq(s.welcomes, 0);
		ck_assert_int_eq(listening_end(&s.l), 0);
	}
END_TEST

START_TEST(the_wrong_kind_of_connection_is_told_with_its_remedy)
	{
		scene_open();
		ck_assert_int_eq(
			runs(s.l.plain, "exit 0", s.l.fingerprint, false), REMOTE_CLIENT_FAILED);
		ck_assert_int_eq(strncmp(s.err.text, "no TLS 1.3 connection: ", 23), 0);
		ck_assert_ptr_nonnull(
			strstr(s.err.text, "use --insecure for a listener without TLS"));
		ck_assert_int_eq(runs(s.l.tls, "exit 0", NULL, true), REMOTE_CLIENT_REFUSED);
		ck_assert_ptr_nonnull(strstr(s.err.text, "speaks TLS 1.3"));
		ck_assert_int_eq(listening_end(&s.l), 0);
	}
END_TEST

/* --- refusals ---------------------------------------------------------------------------- */

START_TEST(a_wrong_token_is_a_refusal_for_good)
	{
		scene_open();
		memset(s.l.ann, 'x', sizeof s.l.ann);
		ck_assert_int_eq(runs(s.l.local, "exit 0", NULL, false), REMOTE_CLIENT_REFUSED);
		ck_assert_str_eq(s.err.text,
			"the referee answered: refused: the name or the token is wrong, or the login took too long; a token is for one name, and a newer token for that name replaces it");
		ck_assert_int_eq(s.welcomes, 0);
		ck_assert_int_eq(listening_end(&s.l), 0);
	}
END_TEST

/* A server on a Unix socket that follows a script with its only client. */
static void server_begin(const char *script, char address[128])
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	memset(&s, 0, sizeof s);
	strcpy(s.l.folder, "/tmp/remote-client-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(s.l.folder));
	snprintf(at.sun_path, sizeof at.sun_path, "%s/server", s.l.folder);
	snprintf(address, 128, "unix:%s", at.sun_path);
	int door = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(bind(door, (struct sockaddr *)&at, sizeof at), 0);
	ck_assert_int_eq(listen(door, 1), 0);
	s.other = fork();
	ck_assert_int_ge(s.other, 0);
	if (s.other == 0) {
		char line[HANDSHAKE_LINE];
		int fd = accept(door, NULL, NULL);
		listening_line(fd, line, sizeof line);
		bool good = strncmp(line, "hello 1 ann ", 12) == 0;
		if (*script == '?') { /* after the proof */
			char challenge[128];
			snprintf(challenge, sizeof challenge, "challenge %064d\n", 0);
			good &= write(fd, challenge, strlen(challenge)) ==
				(ssize_t)strlen(challenge);
			listening_line(fd, line, sizeof line);
			good &= strncmp(line, "proof ", 6) == 0;
			script++;
		}
		_exit(good && follow(fd, script) ? EXIT_SUCCESS : FAILED);
	}
	close(door);
}

static void server_end(const char *address)
{
	other_end();
	unlink(address + 5);
	ck_assert_int_eq(rmdir(s.l.folder), 0);
}

#define ZEROES "0000000000000000000000000000000000000000000000000000000000000000"

static const struct {
	const char *script;
	enum remote_client_end end;
	const char *why;
} servers[] = {
	{"", REMOTE_CLIENT_FAILED,
		"the referee closed the connection before the login was complete"},
	{"?", REMOTE_CLIENT_FAILED,
		"the referee closed the connection before the login was complete"},
	{">HTTP/1.1 400 Bad Request", REMOTE_CLIENT_REFUSED,
		"the server is not a referee: it sent \"HTTP/1.1 400 Bad Request\""},
	{"+" HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED "0123456789012\n$", REMOTE_CLIENT_REFUSED,
		"the server is not a referee: its first line is too long"},
	{">welcome " ZEROES, REMOTE_CLIENT_REFUSED,
		"the server is not a referee: it sent \"welcome " ZEROES "\""},
	{">error busy come later", REMOTE_CLIENT_REFUSED, "the referee answered: busy come later"},
	{"?>welcome " ZEROES, REMOTE_CLIENT_REFUSED,
		"the referee does not know this token; use the token that this referee's operator issued"},
	{"?>challenge " ZEROES, REMOTE_CLIENT_REFUSED,
		"the server is not a referee: it sent \"challenge " ZEROES "\""},
};

START_TEST(a_server_that_is_no_referee_is_told_from_one)
	{
		char address[128];
		server_begin(servers[_i].script, address);
		ck_assert_int_eq(runs(address, "exit 0", NULL, false), servers[_i].end);
		ck_assert_str_eq(s.err.text, servers[_i].why);
		ck_assert_int_eq(s.welcomes, 0);
		server_end(address);
	}
END_TEST

START_TEST(an_address_at_which_nothing_listens_is_a_failure)
	{
		memset(&s, 0, sizeof s);
		ck_assert_int_eq(
			runs("unix:/nowhere/at/all", "exit 0", NULL, false), REMOTE_CLIENT_FAILED);
		ck_assert_ptr_nonnull(strstr(s.err.text, "No such file or directory"));
	}
END_TEST

START_TEST(a_bot_that_cannot_be_started_is_told_after_the_login)
	{
		char *command[] = {(char *)"/nowhere/bot", NULL};
		struct remote_client_options options = {
			.name = "ann", .command = command, .welcome = on_welcome, .arg = &s};
		struct error err;
		scene_open();
		referee_begin("$");
		memcpy(options.token, s.l.ann, sizeof options.token);
		ck_assert(net_address_read(&options.address, s.l.local, &err));
		ck_assert_int_eq(remote_client_run(&options, &s.err), REMOTE_CLIENT_NO_BOT);
		ck_assert_str_eq(s.err.text, "there is no file \"/nowhere/bot\"");
		ck_assert_int_eq(s.welcomes, 0);
		other_end();
		ck_assert_int_eq(listening_end(&s.l), 0);
	}
END_TEST

/* --- clients that hand in a bot ---------------------------------------------------------- */

static int hand_in(void *arg, int from, int to)
{
	char line[32];
	listening_line(from, line, sizeof line);
	bool good = arg == &s && strcmp(line, "go on") == 0 && write(to, "files\n", 6) == 6;
	return good ? 5 : FAILED;
}

START_TEST(a_client_that_hands_in_a_bot_runs_its_own_work)
	{
		struct remote_client_options options = {
			.name = "ann", .send = hand_in, .welcome = on_welcome, .arg = &s};
		struct error err;
		scene_open();
		referee_begin(">go on\n<files\n$");
		memcpy(options.token, s.l.ann, sizeof options.token);
		ck_assert(net_address_read(&options.address, s.l.local, &err));
		ck_assert_int_eq(remote_client_run(&options, &s.err), REMOTE_CLIENT_BOT);
		ck_assert_str_eq(s.err.text, "the bot ended with exit status 5");
		other_end();
		ck_assert_int_eq(listening_end(&s.l), 0);
	}
END_TEST

SUITE("referee/net/remote-client",
	LOOP(lines_pass_both_ways_and_the_end_has_its_reason, ROWS(rows)),
	CASE(a_bot_that_does_not_read_yet_is_heard),
	CASE(a_connection_that_is_reset_is_a_failure_of_the_network),
	CASE(processes_that_the_bot_started_end_with_it),
	CASE(a_referee_with_the_right_certificate_is_played_with),
	CASE(a_referee_with_another_certificate_is_told_nothing),
	CASE(the_wrong_kind_of_connection_is_told_with_its_remedy),
	CASE(a_wrong_token_is_a_refusal_for_good),
	LOOP(a_server_that_is_no_referee_is_told_from_one, ROWS(servers)),
	CASE(an_address_at_which_nothing_listens_is_a_failure),
	CASE(a_bot_that_cannot_be_started_is_told_after_the_login),
	CASE(a_client_that_hands_in_a_bot_runs_its_own_work))
