/* A listener without a descriptor for who comes: it neither spins nor fills the log, and goes on.
 */
#include "referee/net/accept-backoff.h"

#include <event2/event.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/lib/suite.h"

static int came, warnings;

static void on_come(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from,
	int size, void *arg)
{
	(void)listener, (void)from, (void)size, (void)arg;
	came++;
	close(fd);
}

static void on_warning(int severity, const char *line)
{
	(void)severity, (void)line;
	warnings++;
}

/* Allows this many descriptors and no more. */
static void limit(int count)
{
	struct rlimit files;
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &files), 0);
	files.rlim_cur = (rlim_t)count;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &files), 0);
}

START_TEST(without_descriptors_it_waits_a_moment_each_time_and_then_goes_on)
	{
		struct sockaddr_in at = {.sin_family = AF_INET};
		socklen_t size = sizeof at;
		at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		event_set_log_callback(on_warning);
		struct event_base *base = event_base_new();
		struct evconnlistener *l = evconnlistener_new_bind(base, on_come, NULL,
			LEV_OPT_CLOSE_ON_FREE, -1, (struct sockaddr *)&at, sizeof at);
		ck_assert_ptr_nonnull(l);
		accept_backoff_give(l);
		getsockname(evconnlistener_get_fd(l), (struct sockaddr *)&at, &size);
		int fd = socket(AF_INET, SOCK_STREAM, 0);
		ck_assert_int_eq(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
		limit(fd + 1);
		for (int i = 0; i < 1000; i++)
			event_base_loop(base, EVLOOP_NONBLOCK);
		ck_assert_int_eq(came, 0);
		ck_assert_int_eq(warnings, 0);
		limit(fd + 10);
		while (came == 0)
			event_base_loop(base, EVLOOP_ONCE);
		close(fd);
		evconnlistener_free(l);
		event_base_free(base);
	}
END_TEST

SUITE("referee/net/accept-backoff",
	CASE(without_descriptors_it_waits_a_moment_each_time_and_then_goes_on))
