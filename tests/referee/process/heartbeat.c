/*
 * heartbeat.c - a process that hangs is killed, one that beats is not, and looks are counted rather
 * than time.
 */
#include "referee/process/heartbeat.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/suite.h"

struct scene {
	struct event_base *base;
	struct heartbeat beat;
	pid_t pid;
};

/* The process: nothing but its loop. */
static void scene_live(int fd, const char *patience)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL); /* it goes with a test that fails */
	setenv("REFEREE_WATCHDOG_SEC", patience, 1);
	struct event_base *base = event_base_new();
	heartbeat_set_fd(fd);
	if (heartbeat_start(base))
		event_base_dispatch(base);
	_exit(EXIT_FAILURE);
}

/* ours: by this the main process looks; theirs: by this the process beats. In seconds. */
static void scene_open(struct scene *s, const char *ours, const char *theirs)
{
	setenv("REFEREE_WATCHDOG_SEC", ours, 1);
	s->base = event_base_new();
	ck_assert(heartbeat_open(&s->beat));
	s->pid = fork();
	if (s->pid == 0)
		scene_live(s->beat.fd, theirs);
	ck_assert_int_gt(s->pid, 0);
	ck_assert(heartbeat_watch(&s->beat, s->base, s->pid, NULL, NULL));
}

/* Kills it if it still lives; what it died of. */
static int scene_close(struct scene *s)
{
	int status;
	heartbeat_close(&s->beat);
	kill(s->pid, SIGUSR1);
	kill(s->pid, SIGCONT);
	ck_assert_int_eq(waitpid(s->pid, &status, 0), s->pid);
	event_base_free(s->base);
	ck_assert(WIFSIGNALED(status));
	return WTERMSIG(status);
}

/* Stops it, and takes the beats that it made until then. */
static void scene_stop(const struct scene *s)
{
	eventfd_t count;
	int status;
	kill(s->pid, SIGSTOP);
	ck_assert_int_eq(waitpid(s->pid, &status, WUNTRACED), s->pid);
	ck_assert(WIFSTOPPED(status));
	eventfd_read(s->beat.fd, &count);
}

static void scene_wait_for_beat(const struct scene *s)
{
	struct pollfd fd = {s->beat.fd, POLLIN, 0};
	ck_assert_int_eq(poll(&fd, 1, -1), 1);
}

/* The next look, now. */
static void scene_look(struct scene *s)
{
	event_active(s->beat.look, EV_TIMEOUT, 0);
	event_base_loop(s->base, EVLOOP_NONBLOCK);
}

#define NEVER	"1000000"
#define EACH_MS "0.03"

START_TEST(one_that_stands_still_is_killed_at_the_last_look_and_not_before)
	{
		struct scene s;
		scene_open(&s, NEVER, EACH_MS);
		scene_stop(&s);
		for (int looks = 1; looks < HEARTBEAT_LOOKS; looks++) {
			scene_look(&s);
			ck_assert_int_eq(s.beat.silent, looks);
		}
		ck_assert(!s.beat.lost);
		scene_look(&s);
		ck_assert(s.beat.lost);
		ck_assert_int_eq(scene_close(&s), SIGKILL);
	}
END_TEST

/* For as many looks as would be the end of one that is silent, and after all but one of them. */
START_TEST(one_that_beats_lives)
	{
		struct scene s;
		scene_open(&s, NEVER, EACH_MS);
		for (int looks = 0; looks < 2 * HEARTBEAT_LOOKS; looks++) {
			scene_wait_for_beat(&s);
			scene_look(&s);
			ck_assert_int_eq(s.beat.silent, 0);
		}
		scene_stop(&s);
		for (int looks = 1; looks < HEARTBEAT_LOOKS; looks++)
			scene_look(&s);
		kill(s.pid, SIGCONT);
		scene_wait_for_beat(&s);
		scene_look(&s);
		ck_assert_int_eq(s.beat.silent, 0);
		ck_assert(!s.beat.lost);
		ck_assert_int_eq(scene_close(&s), SIGUSR1);
	}
END_TEST

/* The looks come by themselves, and the main process is held up for twice the time that silence may
 * last, as when it is stopped: beats of the same interval are its clock. */
START_TEST(a_main_process_that_did_not_look_has_missed_nothing)
	{
		struct scene s;
		scene_open(&s, EACH_MS, EACH_MS);
		for (eventfd_t count, beats = 0; beats < 2 * HEARTBEAT_LOOKS; beats += count) {
			scene_wait_for_beat(&s);
			ck_assert_int_eq(eventfd_read(s.beat.fd, &count), 0);
		}
		scene_stop(&s);
		event_base_loop(s.base, EVLOOP_ONCE);
		ck_assert_int_eq(s.beat.silent, 1);
		ck_assert_int_eq(scene_close(&s), SIGUSR1);
	}
END_TEST

static struct {
	int looks, beats;
} looked;

static void on_look(void *arg, bool beat)
{
	ck_assert_ptr_eq(arg, &looked);
	looked.looks++;
	looked.beats += beat;
}

/* Ten looks for each of the others; the owner hears of all of them. */
START_TEST(one_that_is_watched_closely_has_as_long_and_each_look_is_told)
	{
		struct scene s;
		scene_open(&s, NEVER, EACH_MS);
		heartbeat_close(&s.beat);
		ck_assert(heartbeat_open(&s.beat));
		looked.looks = looked.beats = 0;
		ck_assert(heartbeat_watch(&s.beat, s.base, s.pid, on_look, &looked));
		ck_assert_int_eq(eventfd_write(s.beat.fd, 2), 0);
		scene_look(&s);
		ck_assert_int_eq(looked.beats, 1);
		for (int looks = 1; looks < HEARTBEAT_CLOSELY * HEARTBEAT_LOOKS; looks++)
			scene_look(&s);
		ck_assert(!s.beat.lost);
		scene_look(&s);
		ck_assert(s.beat.lost);
		ck_assert_int_eq(looked.beats, 1);
		ck_assert_int_eq(looked.looks, 1 + HEARTBEAT_CLOSELY * HEARTBEAT_LOOKS);
		ck_assert_int_eq(scene_close(&s), SIGKILL);
	}
END_TEST

/* Counted in the time of a hundred looks of the other kind. */
START_TEST(a_process_beats_twice_for_each_close_look)
	{
		eventfd_t count = 0;
		setenv("REFEREE_WATCHDOG_SEC", "0.3", 1);
		int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
		struct event_base *base = event_base_new();
		heartbeat_set_fd(fd);
		ck_assert(heartbeat_start_closely(base));
		usec began = time_now();
		while (count < 20) {
			eventfd_t more = 0;
			event_base_loop(base, EVLOOP_ONCE);
			if (eventfd_read(fd, &more) == 0)
				count += more;
		}
		/* Each half of a millisecond at most, and no more often. */
		ck_assert_int_ge(time_now() - began, 20 * 500 - 1000);
		ck_assert_int_le(time_now() - began, 20 * SECOND);
		heartbeat_set_fd(-1);
		event_base_free(base);
		close(fd);
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

SUITE("referee/process/heartbeat",
	CASE(one_that_stands_still_is_killed_at_the_last_look_and_not_before),
	CASE(one_that_beats_lives), CASE(a_main_process_that_did_not_look_has_missed_nothing),
	CASE(one_that_is_watched_closely_has_as_long_and_each_look_is_told),
	CASE(a_process_beats_twice_for_each_close_look),
	CASE(patience_is_half_a_minute_unless_the_environment_says_otherwise))
