/*
 * Messages to the service manager, as sd_notify(3) has them; the test is the manager.
 */
#include "referee/daemon/systemd-notify.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/lib/suite.h"

static int manager;

/* Listens at a path; '@': at an abstract name. */
static void begin(const char *name)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	strcpy(at.sun_path, name);
	if (*name == '@')
		at.sun_path[0] = '\0';
	manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(
		bind(manager, (struct sockaddr *)&at,
			(socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name))),
		0);
	setenv("NOTIFY_SOCKET", name, 1);
}

static void heard(const char *text)
{
	char got[1024] = "";
	recv(manager, got, sizeof got - 1, MSG_DONTWAIT);
	ck_assert_str_eq(got, text);
}

START_TEST(messages_go_to_the_manager)
	{
		struct systemd_notify n;
		char path[64], name[64], text[64], long_text[1024];
		long long moment;
		snprintf(path, sizeof path, "/tmp/referee-notify-%d", (int)getpid());
		snprintf(name, sizeof name, "@referee-notify-%d", (int)getpid());
		for (int i = 0; i < 2; i++) {
			begin(i == 0 ? path : name);
			systemd_notify_open(&n);
			systemd_notify_send(&n, SYSTEMD_NOTIFY_READY);
			heard("READY=1");
			systemd_notify_status(&n, "cup: 3 games");
			heard("STATUS=cup: 3 games");
			usec before = time_now();
			systemd_notify_reloading(&n);
			ssize_t length = recv(manager, text, sizeof text - 1, MSG_DONTWAIT);
			ck_assert_int_gt(length, 0);
			text[length] = '\0';
			ck_assert_int_eq(
				sscanf(text, "RELOADING=1\nMONOTONIC_USEC=%lld", &moment), 1);
			ck_assert(moment >= before && moment <= time_now());
			memset(long_text, 'x', sizeof long_text);
			long_text[sizeof long_text - 1] = '\0';
			systemd_notify_status(&n, long_text);
			length = recv(manager, long_text, sizeof long_text, MSG_DONTWAIT);
			ck_assert_int_eq(length, 511); /* one line of 512 bytes with its NUL */
			ck_assert_int_eq(strncmp(long_text, "STATUS=xxx", 10), 0);
			systemd_notify_close(&n);
			systemd_notify_send(&n, SYSTEMD_NOTIFY_STOPPING);
			heard("");
			close(manager);
			unlink(path);
		}
	}
END_TEST

/* Signs of life come twice in the span of the watchdog, which is for one process. */
static const struct {
	const char *span;
	int pid; /* 0: not said; 1: of this process; 2: of another */
	usec watchdog;
} spans[] = {{NULL, 0, 0}, {"30000000", 0, 15000000}, {"30000000", 1, 15000000}, {"30000000", 2, 0},
	{"0", 0, 0}, {"-2", 0, 0}, {"x", 0, 0}};

START_TEST(the_watchdog_is_half_of_its_span_and_no_child_hears_of_it)
	{
		struct systemd_notify n;
		char name[64], pid[16];
		snprintf(name, sizeof name, "@referee-watchdog-%d", (int)getpid());
		begin(name);
		if (spans[_i].span != NULL)
			setenv("WATCHDOG_USEC", spans[_i].span, 1);
		snprintf(pid, sizeof pid, "%d", (int)getpid() + (spans[_i].pid == 2));
		if (spans[_i].pid != 0)
			setenv("WATCHDOG_PID", pid, 1);
		systemd_notify_open(&n);
		ck_assert_int_eq(n.watchdog, spans[_i].watchdog);
		ck_assert_ptr_null(getenv("NOTIFY_SOCKET"));
		ck_assert_ptr_null(getenv("WATCHDOG_USEC"));
		ck_assert_ptr_null(getenv("WATCHDOG_PID"));
		systemd_notify_close(&n);
		close(manager);
	}
END_TEST

START_TEST(without_a_manager_nothing_is_sent)
	{
		static const char *const names[] = {"", "relative", "/nonexistent/socket"};
		struct systemd_notify n;
		char name[256];
		for (size_t i = 0; i <= sizeof names / sizeof *names; i++) {
			memset(name, '/', sizeof name);
			name[sizeof name - 1] = '\0'; /* longer than an address may be */
			if (i > 0)
				snprintf(name, sizeof name, "%s", names[i - 1]);
			setenv("NOTIFY_SOCKET", name, 1);
			setenv("WATCHDOG_USEC", "1000000", 1);
			systemd_notify_open(&n);
			ck_assert_int_eq(n.socket, -1);
			ck_assert_int_eq(n.watchdog, 0);
			systemd_notify_send(&n, SYSTEMD_NOTIFY_ALIVE);
			systemd_notify_close(&n);
		}
		unsetenv("NOTIFY_SOCKET");
		systemd_notify_open(&n);
		ck_assert_int_eq(n.socket, -1);
	}
END_TEST

SUITE("daemon/systemd-notify", CASE(messages_go_to_the_manager),
	LOOP(the_watchdog_is_half_of_its_span_and_no_child_hears_of_it,
		sizeof spans / sizeof *spans),
	CASE(without_a_manager_nothing_is_sent))
