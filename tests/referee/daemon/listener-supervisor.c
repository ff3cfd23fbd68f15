/*
 * The supervisor of the listener: the files and sockets that it hands over, which messages it
 * believes, and its lines in the log.
 */
#include "referee/daemon/listener-supervisor.h"

#include "tests/lib/listener-double.h"

/* --- what a listener gets ---------------------------------------------------------------- */

START_TEST(a_listener_gets_the_tokens_and_then_each_socket)
	{
		char line[512], address[256];
		struct sockaddr_storage bound;
		socklen_t length = sizeof bound;
		int port, listens = 0;
		scene_open();
		write_file(s.tokens, ANN, 0600);
		ck_assert_int_eq(
			scene_try((const char *const[]){s.local, "plain:127.0.0.1:0"}, 2, NULL),
			LISTENER_SUPERVISOR_GOOD);
		snprintf(line, sizeof line,
			"listener: %s\nlistener: plain 127.0.0.1:%%d, without TLS\n"
			"listener: 1 bot has a token\n%%n",
			s.local);
		int used = 0;
		ck_assert_int_eq(sscanf(s.said, line, &port, &used), 1);
		ck_assert_int_eq(used, (int)strlen(s.said));
		meet();
		hears_tokens(ANN);
		snprintf(line, sizeof line, "listen unix %s", s.local);
		struct fd_message message = hears(line, 1);
		ck_assert_int_eq(getsockopt(message.fds[0], SOL_SOCKET, SO_ACCEPTCONN, &listens,
					 &(socklen_t){sizeof listens}),
			0);
		ck_assert_int_eq(listens, 1);
		ck_assert_int_eq(
			getsockname(message.fds[0], (struct sockaddr *)&bound, &length), 0);
		ck_assert_int_eq(bound.ss_family, AF_UNIX);
		fd_message_drop(&message);
		snprintf(address, sizeof address, "listen plain 127.0.0.1:%d", port);
		message = hears(address, 1);
		fd_message_drop(&message);
		hears_nothing();
		ck_assert(!listener_supervisor_settled(s.g));
		tells("ready tokens 1");
		UNTIL(listener_supervisor_settled(s.g));
		ck_assert_int_eq(listener_supervisor_starts(s.g), 1);
		scene_close();
		ck_assert_int_eq(access(s.local + 5, F_OK), -1); /* it went with the supervisor */
	}
END_TEST

static const struct {
	const char *tokens, *pem;
} identities[] = {
	{"referee.tokens", "referee.pem"}, {"tokens", "tokens.pem"},
	{".bots", ".bots.pem"}, /* the name begins with its only dot */
};

START_TEST(the_certificate_is_made_beside_the_tokens_and_comes_first)
	{
		char path[256], fingerprint[CRYPTO_TEXT + 1], line[512];
		struct stat file;
		struct error err;
		scene_open();
		snprintf(s.tokens, sizeof s.tokens, "%s/%s", s.folder, identities[_i].tokens);
		snprintf(path, sizeof path, "%s/%s", s.folder, identities[_i].pem);
		write_file(s.tokens, ANN, 0600);
		ck_assert_int_eq(scene_try((const char *const[]){"127.0.0.1:0"}, 1, NULL),
			LISTENER_SUPERVISOR_GOOD);
		ck_assert_int_eq(stat(path, &file), 0);
		ck_assert_int_eq(file.st_mode & 0777, 0600);
		meet();
		struct fd_message message = hears("certificate", 2);
		struct ssl_ctx_st *tls =
			tls_server(message.fds[0], message.fds[1], fingerprint, &err);
		ck_assert_ptr_nonnull(tls);
		tls_free(tls);
		fd_message_drop(&message);
		hears_tokens(ANN);
		ck_assert_int_eq(strncmp(s.said, "listener: tls 127.0.0.1:", 24), 0);
		snprintf(line, sizeof line, ", fingerprint %s\n", fingerprint);
		ck_assert_ptr_nonnull(strstr(s.said, line));
		scene_close();
	}
END_TEST

static const struct {
	const char *tokens, *line;
} counts[] = {
	{"", "no bot has a token yet; `referee token invite --owner NAME --file %s` invites the first one, then send SIGHUP"},
	{ANN, "1 bot has a token"},
	{ANN BOB, "2 bots have a token"},
	{ANN INVITATION "253402300799\n", "1 bot has a token; 1 invitation is open"},
	{ANN INVITATION "1\n", "1 bot has a token"}, /* it expired in 1970 */
	{ANN BOB INVITATION "253402300799\n!abcdefabcdefabcd " KEY " " KEY " club 1 253402300799\n",
		"2 bots have a token; 2 invitations are open"},
	{INVITATION "253402300799\n",
		"no bot has a token yet; 1 invitation is open, with which `referee token join` makes tokens"},
};

START_TEST(the_log_says_how_many_bots_have_a_token)
	{
		char wanted[1024], line[512];
		scene_open();
		write_file(s.tokens, counts[_i].tokens, 0600);
		ck_assert_int_eq(scene_try((const char *const[]){s.local}, 1, NULL),
			LISTENER_SUPERVISOR_GOOD);
		snprintf(line, sizeof line, counts[_i].line, s.tokens);
		snprintf(wanted, sizeof wanted, "listener: %s\nlistener: %s\n", s.local, line);
		ck_assert_str_eq(s.said, wanted);
		scene_close();
	}
END_TEST

START_TEST(a_file_of_tokens_that_is_not_there_is_made_for_its_owner_alone)
	{
		struct stat file;
		scene_open();
		ck_assert_int_eq(scene_try((const char *const[]){s.local}, 1, NULL),
			LISTENER_SUPERVISOR_GOOD);
		ck_assert_int_eq(stat(s.tokens, &file), 0);
		ck_assert_int_eq(file.st_mode & 0777, 0600);
		ck_assert_int_eq(file.st_size, 0);
		scene_close();
	}
END_TEST

START_TEST(a_file_of_tokens_that_others_may_read_is_warned_of)
	{
		char wanted[512];
		static const mode_t modes[] = {0600, 0640, 0604, 0660};
		scene_open();
		write_file(s.tokens, ANN, modes[_i]);
		ck_assert_int_eq(scene_try((const char *const[]){s.local}, 1, NULL),
			LISTENER_SUPERVISOR_GOOD);
		snprintf(wanted, sizeof wanted,
			"listener: %s: other users can read this file and pretend to be the referee; run `chmod 600` on it\n",
			s.tokens);
		ck_assert_int_eq(strncmp(s.said, wanted, strlen(wanted)) == 0, _i > 0);
		scene_close();
	}
END_TEST

START_TEST(files_and_addresses_that_cannot_be_used_are_refused_with_their_name)
	{
		char wanted[512];
		const char *many[LISTENER_SOCKETS + 1];
		scene_open();
		write_file(s.tokens, ANN "bob 12 34\n", 0600);
		ck_assert_int_eq(scene_try((const char *const[]){s.local}, 1, NULL),
			LISTENER_SUPERVISOR_FILE);
		ck_assert_ptr_null(s.g);
		snprintf(wanted, sizeof wanted,
			"%s: line 2: not NAME STORED-KEY SERVER-KEY [OWNER [PAGES-KEY]]; each key has 64 hexadecimal digits",
			s.tokens);
		ck_assert_str_eq(s.err.text, wanted);
		write_file(s.tokens, ANN, 0600);
		ck_assert_int_eq(scene_try((const char *const[]){s.local, "nowhere"}, 2, NULL),
			LISTENER_SUPERVISOR_ADDRESS);
		ck_assert_int_eq(strncmp(s.err.text, "--bot-listen nowhere: ", 22), 0);
		ck_assert_int_eq(scene_try((const char *const[]){"plain:0.0.0.0:0"}, 1, NULL),
			LISTENER_SUPERVISOR_ADDRESS);
		for (int i = 0; i <= LISTENER_SOCKETS; i++)
			many[i] = "plain:127.0.0.1:0";
		ck_assert_int_eq(
			scene_try(many, LISTENER_SOCKETS + 1, NULL), LISTENER_SUPERVISOR_ADDRESS);
		ck_assert_str_eq(
			s.err.text, "--bot-listen: too many addresses; at most 8 are allowed");
		ck_assert_int_eq(scene_try(many, LISTENER_SOCKETS, NULL), LISTENER_SUPERVISOR_GOOD);
		listener_supervisor_free(s.g);
		ck_assert_int_eq(scene_try((const char *const[]){s.local}, 1, "/nowhere/mine.pem"),
			LISTENER_SUPERVISOR_FILE);
		ck_assert_str_eq(
			s.err.text, "/nowhere/mine.pem: cannot be read: No such file or directory");
		snprintf(s.tokens, sizeof s.tokens, "/nowhere/tokens");
		ck_assert_int_eq(scene_try((const char *const[]){s.local}, 1, NULL),
			LISTENER_SUPERVISOR_FILE);
		ck_assert_str_eq(
			s.err.text, "/nowhere/tokens: cannot be made: No such file or directory");
		scene_close();
	}
END_TEST

/* --- connections ------------------------------------------------------------------------- */

static void on_client(void *arg, const char *name, const char *address, int fd)
{
	size_t used = strlen(s.taken);
	snprintf(s.taken + used, sizeof s.taken - used, "%s %s %s\n", (const char *)arg, name,
		address);
	if (s.client >= 0)
		close(s.client);
	s.client = fd;
}

/* Do bytes that are written there come out at this end? */
static bool reaches(int from, int end)
{
	char byte = 0;
	return write(from, "x", 1) == 1 && recv(end, &byte, 1, MSG_DONTWAIT) == 1 && byte == 'x';
}

/* Has the other end been closed, without a word? */
static bool is_closed(int end)
{
	char byte;
	return recv(end, &byte, 1, MSG_DONTWAIT) == 0;
}

START_TEST(a_bot_that_proved_its_name_has_a_session)
	{
		scene_begin(ANN BOB);
		int end = tells_connection("bot bob 192.0.2.1:5");
		says("listener: bob connected from 192.0.2.1:5\n");
		ck_assert_int_eq(
			remote_sessions_counts(listener_supervisor_sessions(s.g)).connections, 1);
		ck_assert(remote_sessions_has_seen(listener_supervisor_sessions(s.g), "bob"));
		ck_assert(!is_closed(end));
		close(end);
		scene_close();
	}
END_TEST

START_TEST(a_connection_for_which_no_descriptor_was_left_is_reported)
	{
		scene_begin(ANN);
		tells("bot ann 192.0.2.1:5");
		tells("send ann 192.0.2.1:6");
		says("listener: ann: the connection from 192.0.2.1:5 was closed; no descriptor is left for it\n"
		     "listener: ann: the connection from 192.0.2.1:6 was closed; no descriptor is left for it\n");
		scene_close();
	}
END_TEST

static const char invited_bot[] = "bot " INVITED " 192.0.2.1:5";
static const char invited_client[] = "send " INVITED " 192.0.2.1:5";

START_TEST(clients_that_hand_in_a_bot_and_invited_ones_go_to_their_own_takers)
	{
		scene_begin(ANN INVITATION "253402300799\n");
		listener_supervisor_on_send(s.g, on_client, (void *)"hands-in");
		listener_supervisor_on_join(s.g, on_client, (void *)"joins");
		int end = tells_connection("send ann 192.0.2.1:5");
		says("");
		ck_assert_str_eq(s.taken, "hands-in ann 192.0.2.1:5\n");
		ck_assert(reaches(s.client, end));
		close(end);
		*s.taken = '\0';
		end = tells_connection(invited_client);
		says("");
		ck_assert_str_eq(s.taken, "joins " INVITED " 192.0.2.1:5\n");
		ck_assert(reaches(s.client, end));
		close(end);
		*s.taken = '\0';
		end = tells_connection(invited_bot); /* an invitation plays no game */
		says("");
		ck_assert_str_eq(s.taken, "");
		ck_assert(is_closed(end));
		close(end);
		scene_close();
	}
END_TEST

START_TEST(they_are_closed_where_they_have_no_taker)
	{
		static const char *const messages[] = {
			"send ann 192.0.2.1:5", invited_client, invited_bot};
		scene_begin(ANN INVITATION "253402300799\n");
		for (int i = 0; i < 3; i++) {
			int end = tells_connection(messages[i]);
			says("");
			ck_assert(is_closed(end));
			close(end);
		}
		ck_assert_int_eq(
			remote_sessions_counts(listener_supervisor_sessions(s.g)).connections, 0);
		scene_close();
	}
END_TEST

START_TEST(each_bot_has_the_owner_of_its_token)
	{
		scene_begin(ANN BOB);
		ck_assert_str_eq(listener_supervisor_owner(s.g, "ann"), "ann");
		ck_assert_str_eq(listener_supervisor_owner(s.g, "bob"), "club");
		ck_assert_ptr_null(listener_supervisor_owner(s.g, "eve"));
		ck_assert_uint_eq(listener_supervisor_tokens(s.g)->count, 2);
		scene_close();
	}
END_TEST

/* --- messages that no listener may send -------------------------------------------------- */

static const struct {
	const char *text;
	int descriptors;
} wrongs[] = {
	{"bot eve 192.0.2.1:5", 1}, /* it has no token */
	{"bot ann", 1},
	{"bot ann 192.0.2.1:5 more", 1},
	{"bot  ann 192.0.2.1:5", 1},
	{"bot ann 192.0.2.1:5", 2},
	{"bot a/n 192.0.2.1:5", 1},
	{"send eve 192.0.2.1:5", 1},
	{"bots ann 192.0.2.1:5", 1},
	{"bo ann 192.0.2.1:5", 1},
	{"bot", 0},
	{" bot ann 192.0.2.1:5", 1},
	{"penalty 192.0.2.1:5", 0},
	{"penalty 192.0.2.1:5 ", 0},
	{"penalty 192.0.2.1:5 x", 0},
	{"penalty 192.0.2.1:5 1234567890", 0},
	{"penalty 192.0.2.1:5 1 2", 0},
	{"failing ann", 0},
	{"failing !ann 192.0.2.1:5", 0},
	{"ready tokens 1", 0}, /* it has said so before */
	{"ready", 0},
	{"ready something", 0},
	{"wrong tokens none was due", 0},
};

START_TEST(a_listener_that_says_something_wrong_is_killed_and_another_starts)
	{
		char wanted[512];
		scene_begin(ANN);
		int ends[2];
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
		tells_with(wrongs[_i].text, ends, wrongs[_i].descriptors);
		close(ends[0]);
		close(ends[1]);
		UNTIL(strstr(s.said, " and was killed") != NULL);
		snprintf(wanted, sizeof wanted,
			"<4>listener: the process sent the invalid message \"%s\" and was killed, and its TLS connections with it; it restarts in 0.5 s\n",
			wrongs[_i].text);
		ck_assert_ptr_nonnull(strstr(s.said, wanted));
		ck_assert_uint_eq((size_t)remote_sessions_counts(listener_supervisor_sessions(s.g))
					  .connections,
			0);
		scene_close();
	}
END_TEST

START_TEST(what_a_listener_may_say_is_no_reason_to_kill_it)
	{
		scene_begin(ANN);
		tells("ready listen unix somewhere");
		tells("ready certificate 1234");
		tells("wrong listen there is \033[2J no room");
		tells("penalty 192.0.2.1:5 123456789");
		says("listener: the process rejected a message: listen: there is \\x1b[2J no room\n"
		     "<4>listener: 192.0.2.1: too many failed logins; its connections are refused for 123456789 s\n");
		ck_assert_int_eq(listener_supervisor_starts(s.g), 1);
		scene_close();
	}
END_TEST

START_TEST(a_listener_that_cannot_take_the_tokens_has_answered)
	{
		scene_open();
		write_file(s.tokens, ANN, 0600);
		ck_assert_int_eq(scene_try((const char *const[]){s.local}, 1, NULL),
			LISTENER_SUPERVISOR_GOOD);
		meet();
		*s.said = '\0';
		tells("wrong tokens the file cannot be read");
		UNTIL(listener_supervisor_settled(s.g));
		says("listener: the process rejected a message: tokens: the file cannot be read\n");
		scene_close();
	}
END_TEST

/* --- failed logins ----------------------------------------------------------------------- */

static const struct {
	const char *message, *line;
} failures[] = {
	{"penalty 192.0.2.1:4711 7",
		"<4>listener: 192.0.2.1: too many failed logins; its connections are refused for 7 s\n"},
	{"penalty [2001:db8::1]:4711 7",
		"<4>listener: 2001:db8::1: too many failed logins; its connections are refused for 7 s\n"},
	{"penalty unix:uid=5 7",
		"<4>listener: unix:uid=5: too many failed logins; its connections are refused for 7 s\n"},
	{"failing ann 192.0.2.1:4711",
		"<4>listener: 192.0.2.1: repeated failed logins as ann; the client has a wrong token\n"},
	{"failing ann unix:uid=5",
		"<4>listener: unix:uid=5: repeated failed logins as ann; the client has a wrong token\n"},
	{"failing " INVITED " 192.0.2.1:4711",
		"<4>listener: 192.0.2.1: repeated failed logins as " INVITED
		"; the client has a wrong token\n"},
};

START_TEST(a_source_that_fails_is_named_once_without_its_port)
	{
		scene_begin(ANN);
		bool penalty = failures[_i].message[0] == 'p';
		tells(failures[_i].message);
		tells(failures[_i].message);
		says(failures[_i].line);
		ck_assert_uint_eq(listener_supervisor_penalties(s.g), penalty);
		tells("failing eve 192.0.2.1:4711"); /* another one, though it has no token */
		says("<4>listener: 192.0.2.1: repeated failed logins as eve; the client has a wrong token\n");
		ck_assert_uint_eq(listener_supervisor_penalties(s.g), penalty);
		scene_close();
	}
END_TEST

START_TEST(failures_in_the_time_of_a_penalty_are_counted_and_told_at_its_end)
	{
		char wanted[256];
		scene_begin(ANN);
		for (int i = 0; i <= _i; i++)
			tells("penalty 192.0.2.1:5 4");
		says("<4>listener: 192.0.2.1: too many failed logins; its connections are refused for 4 s\n");
		if (_i > 0) {
			snprintf(wanted, sizeof wanted,
				"listener: 192.0.2.1 failed %d more time%s in the following 4 s\n",
				_i, _i == 1 ? "" : "s");
			says_now(wanted);
		}
		/* One that is over at once has no such line when the next one comes. */
		tells("penalty 192.0.2.2:5 0");
		tells("penalty 192.0.2.3:5 9");
		says("<4>listener: 192.0.2.2: too many failed logins; its connections are refused for 0 s\n"
		     "<4>listener: 192.0.2.3: too many failed logins; its connections are refused for 9 s\n");
		ck_assert_uint_eq(listener_supervisor_penalties(s.g), 3);
		scene_close();
	}
END_TEST

/* How many lines with this text were said? */
static int lines_said(const char *text)
{
	int lines = 0;
	for (const char *at = s.said; (at = strstr(at, text)) != NULL; at++)
		lines++;
	return lines;
}

/* How many were dropped and told of? None where those of a test take seconds. */
static int lines_dropped(void)
{
	int lines = 0, dropped, end = 0;
	for (const char *at = s.said; (at = strstr(at, "listener: ")) != NULL; at++)
		if (sscanf(at, "listener: %d more lines of this kind were dropped%n", &dropped,
			    &end) == 1 &&
			at[end] == '\n')
			lines += dropped;
	return lines;
}

/* There is room for 32 of them. As many lines as may come at once are fewer, so that the room is
 * filled with failures of invited clients, which are said all the same: their lines are dropped. */
START_TEST(the_failure_that_ends_first_makes_room_for_another)
	{
		char message[64];
		scene_begin(ANN);
		tells("penalty 192.0.2.200:5 600");
		tells("penalty 192.0.2.200:5 600");
		for (int i = 0; i < 31; i++) {
			snprintf(message, sizeof message, "penalty 192.0.2.%d:5 900", i);
			tells(message);
		}
		UNTIL(listener_supervisor_penalties(s.g) == 32);
		ck_assert_ptr_null(strstr(s.said, "failed 1 more time"));
		UNTIL(lines_said("its connections are refused") + lines_dropped() == 1 + 31);
		*s.said = '\0';
		tells("penalty 192.0.2.201:5 900");
		says("listener: 192.0.2.200 failed 1 more time in the following 600 s\n"
		     "<4>listener: 192.0.2.201: too many failed logins; its connections are refused for 900 s\n");
		tells("penalty 192.0.2.0:5 900"); /* it is still known */
		says("");
		scene_close();
	}
END_TEST

START_TEST(lines_beyond_the_limit_are_counted_and_their_number_is_told)
	{
		char message[64];
		enum { MORE = 7 };
		scene_begin(ANN);
		usec began = time_now();
		for (int i = 0; i < RATE_LIMIT_BURST + MORE; i++) {
			snprintf(message, sizeof message, "failing n%d 192.0.2.1:5", i);
			tells(message);
		}
		UNTIL(lines_said("repeated failed logins") + lines_dropped() ==
			RATE_LIMIT_BURST + MORE);
		int lines = lines_said("repeated failed logins");
		/* Four a second may be added while the messages come. */
		ck_assert_int_ge(lines, RATE_LIMIT_BURST);
		ck_assert_int_le(
			lines, RATE_LIMIT_BURST + 1 +
				       (int)((time_now() - began) * RATE_LIMIT_RATE / SECOND));
		scene_close();
	}
END_TEST

/* --- tokens that change ------------------------------------------------------------------ */

START_TEST(a_name_without_its_token_is_sent_away_when_the_listener_knows_it_too)
	{
		char why[256];
		scene_begin(ANN BOB);
		int ann = tells_connection("bot ann 192.0.2.1:5");
		int bob = tells_connection("bot bob 192.0.2.1:6");
		says("listener: ann connected from 192.0.2.1:5\n"
		     "listener: bob connected from 192.0.2.1:6\n");
		write_file(s.tokens, ANN, 0600);
		listener_supervisor_reread(s.g);
		hears_tokens(ANN);
		hears_nothing(); /* without a certificate of its own there is none to send */
		ck_assert(!listener_supervisor_settled(s.g));
		ck_assert_str_eq(s.said,
			"listener: 1 bot has a token\n"
			"listener: bob: its token was revoked: its connection from 192.0.2.1:6 is closed\n");
		*s.said = '\0';
		ssize_t length = recv(bob, why, sizeof why - 1, 0);
		ck_assert_int_gt(length, 0);
		why[length] = '\0';
		ck_assert_str_eq(
			why, "error revoked the token of this name was changed or revoked\n");
		ck_assert(is_closed(bob));
		close(bob);
		/* The listener admitted this one before it read the file. */
		bob = tells_connection("bot bob 192.0.2.1:7");
		tells("ready tokens 1");
		says("listener: bob connected from 192.0.2.1:7\n"
		     "listener: bob: its token was revoked: its connection from 192.0.2.1:7 is closed\n");
		ck_assert(listener_supervisor_settled(s.g));
		close(bob);
		ck_assert(!is_closed(ann));
		close(ann);
		/* From now on the name is wrong. */
		bob = tells_connection("bot bob 192.0.2.1:8");
		UNTIL(strstr(s.said, "sent the invalid message \"bot bob 192.0.2.1:8\"") != NULL);
		close(bob);
		scene_close();
	}
END_TEST

START_TEST(a_token_that_was_replaced_sends_its_bot_away_too)
	{
		scene_begin(ANN BOB);
		int ann = tells_connection("bot ann 192.0.2.1:5");
		says("listener: ann connected from 192.0.2.1:5\n");
		write_file(s.tokens, "ann " OTHER " " KEY "\n" BOB, 0600);
		listener_supervisor_reread(s.g);
		ck_assert_str_eq(s.said,
			"listener: 2 bots have a token\n"
			"listener: ann: its token was replaced: its connection from 192.0.2.1:5 is closed\n");
		close(ann);
		scene_close();
	}
END_TEST

START_TEST(tokens_that_are_as_they_were_are_sent_and_nothing_is_said)
	{
		scene_begin(ANN BOB);
		listener_supervisor_reread(s.g);
		hears_tokens(ANN BOB);
		ck_assert_str_eq(s.said, "");
		scene_close();
	}
END_TEST

/* The listener gets three files, and answers once for each. */
START_TEST(names_of_all_files_since_are_revoked_until_the_last_one_is_confirmed)
	{
		scene_begin(ANN BOB);
		write_file(s.tokens, ANN, 0600);
		listener_supervisor_reread(s.g);
		write_file(s.tokens, "", 0600);
		listener_supervisor_reread(s.g);
		hears_tokens(ANN);
		hears_tokens("");
		*s.said = '\0';
		tells("ready tokens 1");
		int bob = tells_connection("bot bob 192.0.2.1:7");
		says("listener: bob connected from 192.0.2.1:7\n");
		ck_assert(!listener_supervisor_settled(s.g));
		tells("ready tokens 0");
		says("listener: bob: its token was revoked: its connection from 192.0.2.1:7 is closed\n");
		ck_assert(listener_supervisor_settled(s.g));
		close(bob);
		scene_close();
	}
END_TEST

START_TEST(a_file_with_a_mistake_changes_nothing)
	{
		char wanted[512];
		scene_begin(ANN);
		int ann = tells_connection("bot ann 192.0.2.1:5");
		says("listener: ann connected from 192.0.2.1:5\n");
		write_file(s.tokens, "ann " KEY "\n", 0600);
		listener_supervisor_reread(s.g);
		hears_nothing();
		snprintf(wanted, sizeof wanted,
			"listener: %s: line 1: not NAME STORED-KEY SERVER-KEY [OWNER [PAGES-KEY]]; each key has 64 hexadecimal digits; the old tokens stay valid\n",
			s.tokens);
		ck_assert_str_eq(s.said, wanted);
		ck_assert(!is_closed(ann));
		ck_assert(listener_supervisor_settled(s.g));
		ck_assert_str_eq(listener_supervisor_owner(s.g, "ann"), "ann");
		close(ann);
		scene_close();
	}
END_TEST

START_TEST(a_certificate_of_its_own_is_read_again_and_named_if_it_is_new)
	{
		char path[256], wanted[512], fingerprint[CRYPTO_TEXT + 1];
		struct error err;
		scene_open();
		snprintf(path, sizeof path, "%s/mine.pem", s.folder);
		write_file(s.tokens, ANN, 0600);
		ck_assert(tls_make_identity(path, &err));
		ck_assert_int_eq(scene_try((const char *const[]){"127.0.0.1:0"}, 1, path),
			LISTENER_SUPERVISOR_GOOD);
		meet();
		struct fd_message message = hears("certificate", 2);
		fd_message_drop(&message);
		hears_tokens(ANN);
		struct fd_message door;
		ck_assert_int_eq(fd_message_receive(s.listener, &door), 1);
		fd_message_drop(&door);
		*s.said = '\0';
		listener_supervisor_reread(s.g);
		hears_tokens(ANN);
		message = hears("certificate", 2);
		fd_message_drop(&message);
		ck_assert_str_eq(s.said, "");
		unlink(path);
		ck_assert(tls_make_identity(path, &err));
		listener_supervisor_reread(s.g);
		hears_tokens(ANN);
		message = hears("certificate", 2);
		struct ssl_ctx_st *tls =
			tls_server(message.fds[0], message.fds[1], fingerprint, &err);
		ck_assert_ptr_nonnull(tls);
		tls_free(tls);
		fd_message_drop(&message);
		snprintf(wanted, sizeof wanted, "listener: new certificate, fingerprint %s\n",
			fingerprint);
		ck_assert_str_eq(s.said, wanted);
		*s.said = '\0';
		write_file(path, "nothing\n", 0600);
		listener_supervisor_reread(s.g);
		hears_tokens(ANN);
		hears_nothing();
		snprintf(wanted, sizeof wanted, "listener: %s: ", path);
		ck_assert_int_eq(strncmp(s.said, wanted, strlen(wanted)), 0);
		ck_assert_ptr_nonnull(strstr(s.said, "; the old certificate stays in use\n"));
		scene_close();
	}
END_TEST

/* --- listeners that end ------------------------------------------------------------------ */

START_TEST(the_next_listener_gets_all_again_and_sessions_without_tls_stay)
	{
		char line[256];
		scene_begin(ANN BOB);
		int ann = tells_connection("bot ann 192.0.2.1:5");
		says("listener: ann connected from 192.0.2.1:5\n");
		tells("exit 3");
		says_now(
			"<4>listener: the process ended (exit status 3), and its TLS connections with it; it restarts in 0.5 s\n");
		write_file(s.tokens, ANN, 0600);
		listener_supervisor_reread(s.g); /* while none runs */
		ck_assert_str_eq(s.said, "listener: 1 bot has a token\n");
		*s.said = '\0';
		says_now("listener: the process runs again\n");
		meet();
		hears_tokens(ANN);
		snprintf(line, sizeof line, "listen unix %s", s.local);
		struct fd_message message = hears(line, 1);
		fd_message_drop(&message);
		ck_assert_int_eq(listener_supervisor_starts(s.g), 2);
		ck_assert(!is_closed(ann));
		close(ann);
		/* It never knew the name that was removed. */
		int bob = tells_connection("bot bob 192.0.2.1:6");
		UNTIL(strstr(s.said, "sent the invalid message \"bot bob 192.0.2.1:6\"") != NULL);
		close(bob);
		scene_close();
	}
END_TEST

START_TEST(an_answer_that_the_last_listener_owed_is_not_waited_for)
	{
		scene_begin(ANN BOB);
		write_file(s.tokens, ANN, 0600);
		listener_supervisor_reread(s.g);
		ck_assert(!listener_supervisor_settled(s.g));
		*s.said = '\0';
		tells("exit 0");
		UNTIL(strstr(s.said, "the process runs again") != NULL);
		meet();
		tells("ready tokens 1");
		UNTIL(listener_supervisor_settled(s.g));
		scene_close();
	}
END_TEST

START_TEST(at_the_end_bots_hear_that_the_referee_stops)
	{
		char text[128];
		scene_begin(ANN);
		int ann = tells_connection("bot ann 192.0.2.1:5");
		says("listener: ann connected from 192.0.2.1:5\n");
		scene_close();
		ssize_t length = recv(ann, text, sizeof text - 1, 0);
		ck_assert_int_gt(length, 0);
		text[length] = '\0';
		ck_assert_str_eq(text, "error stopped the referee stops\n");
		ck_assert(is_closed(ann));
		close(ann);
		listener_supervisor_free(NULL);
	}
END_TEST

SUITE("daemon/listener-supervisor", CASE(a_listener_gets_the_tokens_and_then_each_socket),
	LOOP(the_certificate_is_made_beside_the_tokens_and_comes_first, ROWS(identities)),
	LOOP(the_log_says_how_many_bots_have_a_token, ROWS(counts)),
	CASE(a_file_of_tokens_that_is_not_there_is_made_for_its_owner_alone),
	LOOP(a_file_of_tokens_that_others_may_read_is_warned_of, 4),
	CASE(files_and_addresses_that_cannot_be_used_are_refused_with_their_name),
	CASE(a_bot_that_proved_its_name_has_a_session),
	CASE(a_connection_for_which_no_descriptor_was_left_is_reported),
	CASE(clients_that_hand_in_a_bot_and_invited_ones_go_to_their_own_takers),
	CASE(they_are_closed_where_they_have_no_taker), CASE(each_bot_has_the_owner_of_its_token),
	LOOP(a_listener_that_says_something_wrong_is_killed_and_another_starts, ROWS(wrongs)),
	CASE(what_a_listener_may_say_is_no_reason_to_kill_it),
	CASE(a_listener_that_cannot_take_the_tokens_has_answered),
	LOOP(a_source_that_fails_is_named_once_without_its_port, ROWS(failures)),
	LOOP(failures_in_the_time_of_a_penalty_are_counted_and_told_at_its_end, 3),
	CASE(the_failure_that_ends_first_makes_room_for_another),
	CASE(lines_beyond_the_limit_are_counted_and_their_number_is_told),
	CASE(a_name_without_its_token_is_sent_away_when_the_listener_knows_it_too),
	CASE(a_token_that_was_replaced_sends_its_bot_away_too),
	CASE(tokens_that_are_as_they_were_are_sent_and_nothing_is_said),
	CASE(names_of_all_files_since_are_revoked_until_the_last_one_is_confirmed),
	CASE(a_file_with_a_mistake_changes_nothing),
	CASE(a_certificate_of_its_own_is_read_again_and_named_if_it_is_new),
	CASE(the_next_listener_gets_all_again_and_sessions_without_tls_stay),
	CASE(an_answer_that_the_last_listener_owed_is_not_waited_for),
	CASE(at_the_end_bots_hear_that_the_referee_stops))
