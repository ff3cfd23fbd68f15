/*
 * The intake's side of its processes: which works when, how often an owner may send, and which
 * lines a process may send. The processes here say what the test, as their client, lets them say.
 */
#include "referee/submissions/intake.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "referee/process/fd-message.h"
#include "tests/lib/suite.h"

enum { HOURLY = 2, LINE = 512, LEAVING = 4 * INTAKE_PROCESSES };

static const struct intake_answer no_answer;

static const char *const places[] = {"cup", "ladder", "Jos\xc3\xa9"};

/* Copies what can be read now. False: the end. */
static bool copy(int from, int to)
{
	char bytes[4096];
	ssize_t count = read(from, bytes, sizeof bytes);
	return count > 0 && write(to, bytes, (size_t)count) == count;
}

/* The process: passes lines between its client and the intake. Without a client it says its
 * version. */
static int fake_run(const void *arg, int number, int from, int to)
{
	const struct intake_order *order = arg;
	struct fd_message hand;
	(void)number;
	if (strcmp(order->version, "dies") == 0)
		raise(SIGKILL);
	if (order->task != INTAKE_CLIENT) {
		dprintf(to, "%s\n",
			order->task == INTAKE_TIDY ? order->places[0].conf : order->version);
		return copy(from, to);
	}
	if (fd_message_receive(PROCESS_FD_CHANNEL, &hand) != 1)
		return 1;
	struct pollfd ends[] = {{hand.fds[0], POLLIN, 0}, {from, POLLIN, 0}};
	while (poll(ends, 2, -1) >= 0) {
		if (ends[0].revents != 0 && !copy(hand.fds[0], to))
			break;
		if (ends[1].revents != 0 && !copy(from, hand.fds[0]))
			break;
	}
	return 0;
}

static const struct process_kind fake_process = {"referee-fake", fake_run, .has_fd_channel = true};

struct taking {
	struct event_base *base;
	struct intake *intake;
	int places; /* that take bots now */
	char said[16 * LINE], joined[LINE];
};

static void on_places(void *arg, struct intake_order *order)
{
	const struct taking *k = arg;
	for (int i = 0; i < k->places; i++)
		order->places[order->places_count++] =
			(struct intake_place){places[i], i == 0 ? "changed 0" : "ladder.conf"};
}

static void on_joined(void *arg, const char *tournament, const char *bot, struct error *err)
{
	struct taking *k = arg;
	snprintf(k->joined, sizeof k->joined, "%s %s", tournament, bot != NULL ? bot : "-");
	error_set(err, "it plays soon");
	event_base_loopbreak(k->base);
}

static void on_say(void *arg, const char *line)
{
	struct taking *k = arg;
	snprintf(k->said + strlen(k->said), sizeof k->said - strlen(k->said), "%s\n", line);
	event_base_loopbreak(k->base);
}

static void begin(struct taking *k)
{
	*k = (struct taking){.base = event_base_new(), .places = 2};
	const struct intake_options terms = {.base = k->base,
		.kind = &fake_process,
		.bytes_most = 1000,
		.hourly = HOURLY,
		.places = on_places,
		.joined = on_joined,
		.say = on_say,
		.arg = k};
	k->intake = intake_create(&terms);
}

static void end(struct taking *k)
{
	intake_free(k->intake);
	event_base_free(k->base);
}

/* Connects a client of this owner. */
static int enter(struct taking *k, const char *owner)
{
	int ends[2];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	intake_take(k->intake, owner, owner, "", ends[0]);
	return ends[1];
}

static void on_ready(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	event_base_loopbreak(arg);
}

/* Runs the intake until the client has something to read. */
static void wait_for(struct taking *k, int fd)
{
	struct pollfd ready = {fd, POLLIN, 0};
	struct event *event = event_new(k->base, fd, EV_READ, on_ready, k->base);
	while (poll(&ready, 1, 0) == 0) {
		ck_assert_int_eq(event_add(event, NULL), 0);
		event_base_dispatch(k->base);
	}
	event_free(event);
}

/* Is it the next line that the client hears? "": its connection ends. */
static void hears(struct taking *k, int fd, const char *line)
{
	char got[LINE] = "";
	for (size_t i = 0; i < sizeof got - 1; i++) {
		wait_for(k, fd);
		if (recv(fd, got + i, 1, 0) != 1 || got[i] == '\n') {
			got[i] = '\0';
			break;
		}
	}
	ck_assert_str_eq(got, line);
}

static void says(int fd, const char *lines)
{
	ck_assert_int_eq(send(fd, lines, strlen(lines), MSG_NOSIGNAL), (int)strlen(lines));
}

/* Runs the intake until its log has the text. */
static void logs(struct taking *k, const char *text)
{
	while (strstr(k->said, text) == NULL)
		event_base_dispatch(k->base);
}

/* Its file is there. */
static void arrives(struct taking *k, int fd, const char *answer)
{
	says(fd, "request-quota\n");
	hears(k, fd, "yes");
	says(fd, "received 0\n");
	hears(k, fd, answer);
}

START_TEST(of_those_that_wait_the_first_is_next)
	{
		struct taking k;
		begin(&k);
		int ann = enter(&k, "ann"), ben = enter(&k, "ben"), cy = enter(&k, "cy"),
		    dan = enter(&k, "dan");
		arrives(&k, ann, "go");
		arrives(&k, cy, "wait 1");
		arrives(&k, ben, "wait 2");
		arrives(&k, dan, "wait 3");
		says(ann, "fit 1\n");
		hears(&k, ann, "said it plays soon");
		ck_assert_str_eq(k.joined, "ladder ann");
		says(ann, "done version aaaa\n");
		hears(&k, cy, "go");
		ck_assert_str_eq(k.said, "intake: version aaaa\n");
		close(cy); /* its process ends without a word */
		hears(&k, ben, "go");
		says(ben, "fault no disk\n");
		hears(&k, dan, "go");
		ck_assert_str_eq(k.said, "intake: version aaaa\n<4>intake: no disk\n");
		close(ann), close(ben), close(dan);
		end(&k);
	}
END_TEST

/* A bot costs half an hour where two an hour are taken. */
START_TEST(an_owner_sends_two_bots_an_hour_and_a_fault_of_ours_is_none)
	{
		static const char refused[] =
			"no ann has handed in too often; at most 2 bots an hour are taken, and the next one in 30 min";
		struct taking k;
		begin(&k);
		for (int i = 0; i < 5; i++) {
			int ann = enter(&k, "ann");
			says(ann, "request-quota\n");
			hears(&k, ann, i < 4 ? "yes" : refused);
			char text[32];
			/* the second and the third are faults of ours */
			sprintf(text, "%s %d\n", i == 1 || i == 2 ? "fault" : "done", i);
			says(ann, text);
			logs(&k, strchr(text, ' '));
			close(ann);
		}
		int ben = enter(&k, "ben");
		says(ben, "request-quota\n");
		hears(&k, ben, "yes");
		close(ben);
		end(&k);
	}
END_TEST

START_TEST(an_owner_sends_one_bot_at_a_time)
	{
		struct taking k;
		begin(&k);
		int ann = enter(&k, "ann"), again = enter(&k, "ann");
		hears(&k, again, "end 1 one bot of ann is being checked already; wait for its end");
		hears(&k, again, "");
		/* the line that ends it may be unread when the next one comes */
		says(ann, "done x\n");
		close(again);
		logs(&k, "intake: x\n");
		again = enter(&k, "ann");
		says(again, "request-quota\n");
		hears(&k, again, "yes");
		close(again), close(ann);
		end(&k);
	}
END_TEST

START_TEST(clients_that_do_not_close_take_no_place_of_others_to_a_limit)
	{
		static int fds[LEAVING];
		struct taking k;
		char owner[16];
		begin(&k);
		for (int i = 0; i < LEAVING; i++) {
			sprintf(owner, "bot-%d", i);
			fds[i] = enter(&k, owner);
			if (i < LEAVING - INTAKE_PROCESSES) {
				says(fds[i], "done x\n");
				*k.said = '\0';
				logs(&k, "intake: x\n");
			}
		}
		int more = enter(&k, "more");
		hears(&k, more, "end 1 too many bots are handed in at this moment; try again soon");
		close(more);
		for (int i = 0; i < LEAVING; i++)
			close(fds[i]);
		end(&k);
	}
END_TEST

START_TEST(no_more_work_than_the_limit_at_a_time)
	{
		static int fds[INTAKE_PROCESSES];
		struct taking k;
		struct error err;
		char owner[16];
		begin(&k);
		for (int i = 0; i < INTAKE_PROCESSES; i++) {
			sprintf(owner, "bot-%d", i);
			fds[i] = enter(&k, owner);
		}
		ck_assert(!intake_back(k.intake, "cup", "x", NULL, &no_answer, &err));
		ck_assert_str_eq(
			err.text, "too many bots are handed in at this moment; try again soon");
		int more = enter(&k, "more");
		hears(&k, more, "end 1 too many bots are handed in at this moment; try again soon");
		close(more);
		says(fds[0], "done x\n");
		*k.said = '\0';
		logs(&k, "intake: x\n");
		more = enter(&k, "more");
		says(more, "request-quota\n");
		hears(&k, more, "yes");
		close(more);
		for (int i = 0; i < INTAKE_PROCESSES; i++)
			close(fds[i]);
		end(&k);
	}
END_TEST

/* Lines that a process must not send. The last of each is wrong. */
static const char *const wrong[] = {
	"go\n",
	"request-quota x\n",
	"request-quota\nrequest-quota\n",
	"fit 0\n",
	"changed 0\n",
	"received\n",
	"received 2\n",
	"received -1\n",
	"received 0x\n",
	"received  0\n",
	"received \n",
	"received 0\nmay\n",
	"received 0\nreceived 0\n",
	"received 0\nfit 2\n",
	"received 0\nfit 99999999999999999999\n",
	"done\n",
	"done x\nmay\n",
};

START_TEST(a_process_that_sends_a_wrong_line_is_killed)
	{
		struct taking k;
		begin(&k);
		int ann = enter(&k, "ann"), ben = enter(&k, "ben");
		says(ann, wrong[_i]);
		logs(&k, "<4>intake: ann: its process sent a wrong line and was killed\n");
		ck_assert_str_eq(k.joined, "");
		/* the others go on */
		arrives(&k, ben, "go");
		close(ann), close(ben);
		end(&k);
	}
END_TEST

START_TEST(after_a_process_that_was_killed_the_next_one_works)
	{
		struct taking k;
		begin(&k);
		int ann = enter(&k, "ann"), ben = enter(&k, "ben");
		arrives(&k, ann, "go");
		arrives(&k, ben, "wait 1");
		says(ann, "fit 9\n");
		hears(&k, ben, "go");
		close(ann), close(ben);
		end(&k);
	}
END_TEST

START_TEST(what_the_operator_orders_is_done_for_one_tournament)
	{
		struct taking k;
		struct error err;
		begin(&k);
		ck_assert(!intake_back(k.intake, "cups", "ann", NULL, &no_answer, &err));
		ck_assert_str_eq(err.text, "cups: it takes no bots; submissions = FOLDER lets it");
		ck_assert(intake_back(
			k.intake, "ladder", "ann", "done it is back", &no_answer, &err));
		logs(&k, "intake: it is back\n");
		k.places = 3; /* the name in another form of Unicode */
		ck_assert(intake_back(
			k.intake, "Jose\xcc\x81", "ann", "done so is this", &no_answer, &err));
		logs(&k, "intake: so is this\n");
		/* no other line than that of its end before it may work */
		intake_tidy(k.intake, "cup", "changed 0");
		logs(&k, "its process sent a wrong line");
		k.places = 0;
		ck_assert(!intake_back(k.intake, "ladder", "ann", NULL, &no_answer, &err));
		end(&k);
	}
END_TEST

/* --- answers to the operator --------------------------------------------------------------------
 */

static struct {
	int count;
	bool good;
	char text[LINE];
} answered;

static void on_answer(void *arg, bool good, const char *text)
{
	struct taking *k = arg;
	answered.count++;
	answered.good = good;
	snprintf(answered.text, sizeof answered.text, "%s", text);
	event_base_loopbreak(k->base);
}

static const struct {
	const char *version; /* which the process sends */
	bool good;
	const char *text;
} answers[] = {
	{"received 0\nfit 0\ndone it plays", true, "it plays"},
	{"done this version was never fit", false, "this version was never fit"},
	{"received 0\ndone no", false, "no"},
	{"received 0\nfault no disk", false, "no disk"},
	{"hello", false, "ann: its process sent a wrong line and was killed"},
	{"dies", false, "ann: its process ended (signal 9)"},
};

START_TEST(the_operator_hears_the_end)
	{
		struct taking k;
		struct error err;
		const struct intake_answer answer = {on_answer, &k};
		begin(&k);
		answered.count = 0;
		ck_assert(
			intake_back(k.intake, "ladder", "ann", answers[_i].version, &answer, &err));
		while (answered.count == 0)
			event_base_dispatch(k.base);
		ck_assert_str_eq(answered.text, answers[_i].text);
		ck_assert(answered.good == answers[_i].good);
		ck_assert_ptr_nonnull(strstr(k.said, answers[_i].text));
		ck_assert_int_eq(answered.count, 1);
		end(&k);
		ck_assert_int_eq(answered.count, 1);
	}
END_TEST

START_TEST(an_answer_that_is_not_wanted_any_more_is_not_given)
	{
		struct taking k, other;
		struct error err;
		const struct intake_answer answer = {on_answer, &k};
		begin(&k);
		answered.count = 0;
		ck_assert(intake_back(k.intake, "ladder", "ann", "done x", &answer, &err));
		intake_forget_answer(k.intake, &other);
		intake_forget_answer(k.intake, &k);
		logs(&k, "intake: x\n");
		ck_assert_int_eq(answered.count, 0);
		end(&k);
	}
END_TEST

/* The process that tidies says the name of the file here, which is a wrong line. */
START_TEST(a_process_that_is_killed_is_told_and_its_traces_go)
	{
		struct taking k;
		struct error err;
		begin(&k);
		ck_assert(intake_back(k.intake, "ladder", "ann", "dies", &no_answer, &err));
		logs(&k, "<4>intake: ann: its process ended (signal 9)\n");
		logs(&k, "<4>intake: its process sent a wrong line and was killed\n");
		/* That of tidying is not begun again. */
		ck_assert_ptr_null(
			strstr(strstr(k.said, "wrong line and was killed\n") + 1, "process"));
		end(&k);
	}
END_TEST

/* --- turns ----------------------------------------------------------------------------------- */

START_TEST(the_owner_who_used_least_is_next)
	{
		struct taking k;
		char got[1];
		begin(&k);
		int ann = enter(&k, "ann");
		arrives(&k, ann, "go");
		says(ann, "done x\n");
		logs(&k, "intake: x\n");
		close(ann);
		int cy = enter(&k, "cy");
		ann = enter(&k, "ann");
		int ben = enter(&k, "ben");
		arrives(&k, cy, "go");
		arrives(&k, ann, "wait 1");
		arrives(&k, ben, "wait 2");
		says(cy, "done y\n");
		hears(&k, ben, "go");
		/* It is not a second one beside ann's. */
		ck_assert_int_eq(recv(ann, got, 1, MSG_DONTWAIT | MSG_PEEK), -1);
		says(ben, "done z\n");
		hears(&k, ann, "go");
		close(ann), close(ben), close(cy);
		end(&k);
	}
END_TEST

/* One that is slow keeps the quick ones out for four seconds, and then a second one may work. */
START_TEST(a_second_one_may_work_beside_a_slow_one)
	{
		struct taking k;
		ck_assert_int_eq(setenv("REFEREE_QUICK_SEC", "4", 1), 0);
		begin(&k);
		int ann = enter(&k, "ann"), ben = enter(&k, "ben"), cy = enter(&k, "cy");
		usec before = time_now();
		arrives(&k, ann, "go");
		arrives(&k, ben, "wait 1");
		arrives(&k, cy, "wait 2");
		hears(&k, ben, "go");
		ck_assert_int_ge(time_now() - before, 4 * SECOND);
		ck_assert_ptr_null(strstr(k.said, "process"));
		says(ben, "done x\n");
		hears(&k, cy, "go"); /* beside ann, at once */
		says(ann, "done y\n");
		logs(&k, "intake: y\n");
		close(ann), close(ben);
		/* ann is known to be slow: her next one waits for its turn. */
		ann = enter(&k, "ann");
		int dan = enter(&k, "dan");
		arrives(&k, ann, "wait 1");
		arrives(&k, dan, "wait 2");
		hears(&k, dan, "go");
		says(dan, "done z\n");
		logs(&k, "intake: z\n");
		says(cy, "done w\n");
		hears(&k, ann, "go");
		close(ann), close(cy), close(dan);
		end(&k);
		unsetenv("REFEREE_QUICK_SEC");
	}
END_TEST

START_TEST(text_of_a_process_cannot_write_to_a_terminal)
	{
		struct taking k;
		begin(&k);
		int ann = enter(&k, "ann");
		says(ann, "done a\033[31mb\n");
		logs(&k, "intake:");
		ck_assert_ptr_null(strchr(k.said, '\033'));
		close(ann);
		end(&k);
	}
END_TEST

SUITE("daemon/intake", CASE(of_those_that_wait_the_first_is_next),
	CASE(an_owner_sends_two_bots_an_hour_and_a_fault_of_ours_is_none),
	CASE(an_owner_sends_one_bot_at_a_time),
	CASE(clients_that_do_not_close_take_no_place_of_others_to_a_limit),
	CASE(no_more_work_than_the_limit_at_a_time),
	CASE(after_a_process_that_was_killed_the_next_one_works),
	LOOP(a_process_that_sends_a_wrong_line_is_killed, sizeof wrong / sizeof *wrong),
	CASE(what_the_operator_orders_is_done_for_one_tournament),
	LOOP(the_operator_hears_the_end, sizeof answers / sizeof *answers),
	CASE(an_answer_that_is_not_wanted_any_more_is_not_given),
	CASE(a_process_that_is_killed_is_told_and_its_traces_go),
	CASE(the_owner_who_used_least_is_next), CASE(a_second_one_may_work_beside_a_slow_one),
	CASE(text_of_a_process_cannot_write_to_a_terminal))
