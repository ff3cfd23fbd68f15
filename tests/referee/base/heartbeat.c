/*
 * heartbeat.c - a process that hangs is killed, one that beats is not, and looks are counted rather
 * than time.
 */
#include "referee/base/heartbeat.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/suite.h"

struct scene {
	struct event_base *base;
	struct heartbeat beat;
	pid_t pid;
};

/* The process: nothing but its loop. */
static void scene_live(int fd)
{
	struct event_base *base = event_base_new();
	heartbeat_own(fd);
	if (heartbeat_give(base))
		event_base_dispatch(base);
	_exit(EXIT_FAILURE);
}

static void scene_open(struct scene *s, const char *patience)
{
	setenv("REFEREE_WATCHDOG_SEC", patience, 1);
	s->base = event_base_new();
	ck_assert(heartbeat_open(&s->beat));
	s->pid = fork();
	if (s->pid == 0)
		scene_live(s->beat.fd);
	ck_assert_int_gt(s->pid, 0);
	ck_assert(heartbeat_watch(&s->beat, s->base, s->pid));
}

/* Kills it if it still lives; what it died of. */
static int scene_close(struct scene *s)
{
	int status;
	heartbeat_close(&s->beat);
	kill(s->pid, SIGUSR1);
	ck_assert_int_eq(waitpid(s->pid, &status, 0), s->pid);
	event_base_free(s->base);
	ck_assert(WIFSIGNALED(status));
	return WTERMSIG(status);
}

static void scene_stop(const struct scene *s)
{
	int status;
	kill(s->pid, SIGSTOP);
	ck_assert_int_eq(waitpid(s->pid, &status, WUNTRACED), s->pid);
	ck_assert(WIFSTOPPED(status));
}

START_TEST(one_that_stands_still_is_killed)
	{
		struct scene s;
		scene_open(&s, "0.3");
		scene_stop(&s);
		while (!s.beat.lost)
			event_base_loop(s.base, EVLOOP_ONCE);
		ck_assert_int_eq(s.beat.silent, HEARTBEAT_LOOKS);
		ck_assert_int_eq(scene_close(&s), SIGKILL);
	}
END_TEST

/* For as many looks as would be the end of one that is silent. */
START_TEST(one_that_beats_lives)
	{
		struct scene s;
		scene_open(&s, "3");
		for (int looks = 0; looks < HEARTBEAT_LOOKS; looks++) {
			event_base_loop(s.base, EVLOOP_ONCE);
			ck_assert_int_lt(s.beat.silent, HEARTBEAT_LOOKS / 2);
		}
		ck_assert(!s.beat.lost);
		ck_assert_int_eq(scene_close(&s), SIGUSR1);
	}
END_TEST

/* The main process is held up for twice the time that silence may last, as when it is stopped. */
START_TEST(whoever_did_not_look_has_missed_nothing)
	{
		struct scene s;
		scene_open(&s, "0.3");
		scene_stop(&s);
		poll(NULL, 0, 600);
		event_base_loop(s.base, EVLOOP_NONBLOCK);
		ck_assert_int_le(s.beat.silent, 1);
		kill(s.pid, SIGCONT);
		while (s.beat.silent > 0)
			event_base_loop(s.base, EVLOOP_ONCE);
		ck_assert_int_eq(scene_close(&s), SIGUSR1);
	}
END_TEST

START_TEST(patience_is_half_a_minute_unless_the_environment_says_otherwise)
	{
		static const struct {
			const char *text;
			usec patience;
		} rows[] = {{"2", 2 * SECOND}, {"0.5", SECOND / 2}, {"", 30 * SECOND},
			{"0", 30 * SECOND}, {"-1", 30 * SECOND}, {"nan", 30 * SECOND},
			{"soon", 30 * SECOND}, {"1e99", 30 * SECOND}};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			setenv("REFEREE_WATCHDOG_SEC", rows[i].text, 1);
			ck_assert_int_eq(heartbeat_patience(), rows[i].patience);
		}
		unsetenv("REFEREE_WATCHDOG_SEC");
		ck_assert_int_eq(heartbeat_patience(), 30 * SECOND);
	}
END_TEST

SUITE("referee/base/heartbeat", CASE(one_that_stands_still_is_killed), CASE(one_that_beats_lives),
	CASE(whoever_did_not_look_has_missed_nothing),
	CASE(patience_is_half_a_minute_unless_the_environment_says_otherwise))
