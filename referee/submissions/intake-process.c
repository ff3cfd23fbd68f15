/*
 * intake-process.c - serves one client of `referee send`.
 *
 * Until the check has ended well, nothing that the tournament reads is changed: the student is
 * saved and the list of bots is written only then. The file, and what is unpacked of it, are in a
 * folder of the process (.sent-PID), which is removed at its end, or by the next tidy one.
 */
#include "referee/submissions/intake.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/plural.h"
#include "referee/process/crypto.h"
#include "base/answer.h"
#include "base/escape.h"
#include "base/exit-status.h"
#include "referee/process/fd-message.h"
#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "base/name.h"
#include "base/text-file.h"
#include "referee/submissions/class-versions.h"
#include "referee/submissions/submission-take.h"
#include "referee/submissions/submission-unpack.h"
#include "referee/check/check-bots.h"
#include "referee/submissions/class-bots.h"
#include "referee/submissions/send-request.h"

enum {
	INTAKE_NICE = 10,
	INTAKE_PATIENCE = 10000, /* ms that a client may not read */
	INTAKE_CHUNK = 65536,
};

#define INTAKE_LINGER (2 * SECOND)

struct intake_work {
	const struct intake_order *order; /* borrowed */
	int from, to;			  /* the main process */
	int client;			  /* -1: none, or it is gone */
	usec deadline;			  /* of what the client sends */
	struct send_request request;
	int place;
	char *folder; /* owned: of this process; NULL: not made */
	int lock;     /* on it, so that no tidy process removes it; -1: none */
	struct class_state class;
	struct class_student *student;
	bool heard; /* the check has said its first line, which is not told */
	char line[4096];
	size_t length; /* of the unfinished line of the check */
	int status;
	char why[2 * ERROR_TEXT];    /* the end of the answer */
	char reason[ERROR_TEXT];     /* the log gets this instead; "": the same */
	bool fault;		     /* the server could not do its part */
	struct check_result checked; /* what the check said */
};

/* --- the client and the main process ------------------------------------------------------------
 */

static void intake_put(struct intake_work *w, const char *bytes, size_t length)
{
	while (w->client >= 0 && length > 0) {
		struct pollfd ready = {.fd = w->client, .events = POLLOUT};
		ssize_t count = -1;
		if (poll(&ready, 1, INTAKE_PATIENCE) > 0)
			count = send(w->client, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0) {
			/* The work goes on without it. */
			close(w->client);
			w->client = -1;
			return;
		}
		bytes += count;
		length -= (size_t)count;
	}
}

/* Tells the client a text of one or more lines. */
static void intake_tell_text(struct intake_work *w, const char *text)
{
	char *lines = answer_write(ANSWER_TEXT, text);
	intake_put(w, lines, strlen(lines));
	free(lines);
}

static void intake_say(struct intake_work *w, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void intake_say(struct intake_work *w, const char *format, ...)
{
	char text[2 * ERROR_TEXT];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	char *plain = escape_text(text, false);
	intake_tell_text(w, plain);
	free(plain);
}

/* Sends the main process a report. */
static void intake_report(struct intake_work *w, enum intake_message_kind kind, const char *text)
{
	char line[INTAKE_LINE];
	const struct intake_message m = {.kind = kind, .place = w->place, .text = text};
	file_tree_put(w->to, line, line_table_write(&intake_report_table, &m, line, sizeof line));
}

/* Waits for an answer of the main process; its text is in line. False: it has ended. */
static bool intake_await_answer(
	struct intake_work *w, struct intake_message *m, char line[INTAKE_LINE])
{
	size_t length = 0;
	ssize_t count = 0;
	while (length + 1 < INTAKE_LINE && (count = read(w->from, line + length, 1)) == 1 &&
		line[length] != '\n')
		length++;
	line[length] = '\0';
	return count == 1 && line_table_read(&intake_answer_table, m, line, 0) == LINE_TABLE_RIGHT;
}

/* The server cannot write there, as errno says. The log names the path; the client hears that it is
 * no fault of the bot. */
static bool intake_cannot_keep(struct intake_work *w, const char *path, struct error *err)
{
	const char *why = strerror(errno);
	w->fault = true;
	snprintf(w->reason, sizeof w->reason, "%s: %.400s cannot be written: %s", w->order->bot,
		path, why);
	return error_set(err,
		"the server cannot keep the file (%s); this send does not count; tell the operator",
		why);
}

/* --- what the client sends -----------------------------------------------------------------------
 */

/* Waits for bytes until the deadline. Returns their number; -1 with a line in err. */
static ssize_t intake_receive(struct intake_work *w, char *bytes, size_t room, struct error *err)
{
	struct pollfd ready = {.fd = w->client, .events = POLLIN};
	usec left = w->deadline - time_now();
	ssize_t count = -1;
	if (left <= 0 || poll(&ready, 1, (int)(left / MILLISECOND) + 1) <= 0) {
		error_set(err, "it came too slowly; the request and the file have %d s",
			(int)(intake_receive_time() / SECOND));
		return -1;
	}
	count = recv(w->client, bytes, room, MSG_DONTWAIT);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return intake_receive(w, bytes, room, err);
	if (count <= 0)
		error_set(err, "the connection was closed before all was sent");
	return count <= 0 ? -1 : count;
}

static bool intake_read_request(struct intake_work *w, struct error *err)
{
	char line[SEND_LINE];
	size_t length = 0;
	char *end = NULL;
	while (end == NULL) {
		ssize_t count = intake_receive(w, line + length, sizeof line - 1 - length, err);
		if (count < 0)
			return false;
		end = memchr(line + length, '\n', (size_t)count);
		length += (size_t)count;
		if (end == NULL && length == sizeof line - 1)
			return error_set(err, "request: it is too long");
	}
	if (end + 1 != line + length)
		return error_set(err, "request: bytes follow it before the referee is ready");
	*end = '\0';
	if (memchr(line, '\0', length - 1) != NULL)
		return error_set(err, "request: it contains a NUL");
	return send_request_read(&w->request, line, err);
}

/* Reads the file into the folder. */
static bool intake_read_file(struct intake_work *w, int to, struct error *err)
{
	static char bytes[INTAKE_CHUNK];
	char text[CRYPTO_TEXT + 1];
	int64_t left = w->request.length;
	ssize_t count = 0;
	struct crypto_sum *sum = crypto_sum_begin();
	while (left > 0 && count >= 0) {
		size_t most = left < INTAKE_CHUNK ? (size_t)left : INTAKE_CHUNK;
		count = intake_receive(w, bytes, most, err);
		if (count < 0)
			break;
		crypto_sum_add(sum, bytes, (size_t)count);
		left -= count;
		if (!file_tree_put(to, bytes, (size_t)count)) {
			intake_cannot_keep(w, w->folder, err);
			count = -1;
		}
	}
	crypto_sum_end_text(sum, text);
	if (count < 0)
		return false;
	return strcmp(text, w->request.digest) == 0 ||
	       error_set(err,
		       "the file's digest is not that of the request; it was changed on its way");
}

/* Makes the folder of this process, and takes the file into it. */
static bool intake_take_file(struct intake_work *w, struct error *err)
{
	const struct send_request *r = &w->request;
	if (r->length == 0)
		return error_set(err, "%s: the file is empty", r->file);
	if (r->length > w->order->bytes_most)
		return error_set(err, "%s: the file has %lld bytes; at most %lld are taken",
			r->file, (long long)r->length, (long long)w->order->bytes_most);
	w->folder = memory_print("%s/.sent-%ld", w->class.folder, (long)getpid());
	file_tree_remove(w->folder);
	if (!file_tree_make_folder(w->folder) ||
		(w->lock = file_tree_lock(w->folder, LOCK_EX | LOCK_NB)) < 0)
		return intake_cannot_keep(w, w->folder, err);
	char *path = memory_print("%s/%s", w->folder, r->file);
	int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	free(path);
	if (to < 0)
		return intake_cannot_keep(w, w->folder, err);
	intake_put(w, SEND_READY "\n", strlen(SEND_READY "\n"));
	bool good = intake_read_file(w, to, err);
	close(to);
	return good;
}

/* --- the tournament ------------------------------------------------------------------------------
 */

/* Finds the tournament of the request. */
static bool intake_find_place(struct intake_work *w, struct error *err)
{
	const struct intake_order *o = w->order;
	const char *name = w->request.tournament;
	for (int i = 0; i < o->places_count && *name != '\0'; i++)
		if (name_is_same(o->places[i].name, name)) {
			w->place = i;
			return true;
		}
	if (o->places_count == 0)
		return error_set(err, "no tournament takes bots at present");
	if (*name == '\0' && o->places_count == 1)
		return true;
	if (*name != '\0')
		error_set(err, "tournament \"%.100s\": it takes no bots; those that do: ", name);
	else
		error_set(err, "several tournaments take bots; say --tournament NAME: ");
	for (int i = 0; i < o->places_count; i++)
		error_append(err, "%s%.60s", i > 0 ? ", " : "", o->places[i].name);
	return false;
}

/* Opens the folder of the tournament, and looks whether the bot may be one of it. */
static bool intake_open(struct intake_work *w, bool write, struct error *err)
{
	const char *name = w->order->bot;
	class_state_close(&w->class);
	if (!class_state_open(&w->class, w->order->places[w->place].conf, write, err)) {
		w->fault = true;
		return false;
	}
	if (*name == '.' || strlen(name) >= BOT_NAME)
		return error_set(err,
			"%s: not allowed as a bot name; at most %d letters, not starting with . _ or -",
			name, BOT_NAME - 1);
	if (class_state_has_house_bot(&w->class, name))
		return error_set(err,
			"%s: the tournament's file has a bot of this name itself; the operator must give another name",
			name);
	w->student = class_state_find(&w->class, name);
	return true;
}

/* --- the check -----------------------------------------------------------------------------------
 */

static void intake_on_mistake(void *arg, const char *line)
{
	intake_say(arg, "%s", line);
}

static void intake_on_output(void *arg, int bot, const char *text, size_t length)
{
	struct intake_work *w = arg;
	(void)bot;
	for (size_t i = 0; i < length; i++) {
		if (text[i] != '\n' && w->length < sizeof w->line - 1)
			w->line[w->length++] = text[i];
		if (text[i] == '\n') {
			/* Tells a line of the check. The first names the bot and its command, which
			 * the client knows. */
			char *plain =
				class_bots_localize(&w->class, w->student, w->line, w->length);
			if (w->heard && *plain != '\0')
				intake_tell_text(w, plain);
			w->heard = true;
			w->length = 0;
			free(plain);
		}
	}
}

/* Writes the text of the check beside the files. */
static void intake_on_ended(void *arg, int bot, const char *text, size_t length)
{
	struct intake_work *w = arg;
	struct error err;
	(void)bot;
	char *whole = class_bots_localize(&w->class, w->student, text, length);
	char *path = class_student_path(
		&w->class, w->student, w->student->fields[CLASS_VERSION], ".check");
	class_state_write_file(path, whole, &err);
	free(path);
	free(whole);
}

/* The result of a check that ended. */
static bool intake_judge(
	struct intake_work *w, const struct check_result *r, int signal_number, struct error *err)
{
	char *sentence = class_bots_localize(&w->class, w->student, r->text, strlen(r->text));
	if (signal_number != 0)
		error_set(err, "the check took longer than %d min and was ended",
			(int)(INTAKE_CHECK / SECOND / 60));
	else if (r->done && r->result == BOT_CHECK_GOOD)
		class_student_set_check(w->student, true, sentence);
	else if (!r->done || *r->step == '\0')
		error_set(err, "%.400s", sentence);
	else {
		/* A step of the check failed. The client has read its sentence, so only the log
		 * gets it again. */
		char *const *fields = w->student->fields;
		char *step_name = escape_text(r->step, false);
		snprintf(w->reason, sizeof w->reason, "%.400s", sentence);
		error_set(err, "%s: version %s is not fit, so %s%s; mend what the step \"%s\" says",
			w->student->name, fields[CLASS_VERSION],
			fields[CLASS_BEFORE] != NULL ? "your version before plays on: "
						     : "it does not play",
			fields[CLASS_BEFORE] != NULL ? fields[CLASS_BEFORE] : "", step_name);
		free(step_name);
	}
	free(sentence);
	return signal_number == 0 && r->done && r->result == BOT_CHECK_GOOD;
}

static bool intake_run_check(struct intake_work *w, struct tournament *t,
	struct diagnostics *mistakes, struct error *err)
{
	struct check_bots c = {.t = t,
		.mistakes = mistakes,
		.no_stop = true,
		.ended = intake_on_ended,
		.heard = intake_on_output,
		.arg = w};
	int bot = tournament_find_bot(t, w->student->name);
	struct error own = {""}; /* for the operator, not for the client */
	timer_t timer;
	w->fault = bot < 0 || check_bots_open(&c, true, &own) != 0;
	if (*own.text != '\0')
		fprintf(stderr, "intake: %s\n", own.text);
	if (w->fault)
		return error_set(
			err, "it cannot be checked here; the operator's log has the reason");
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGTERM};
	struct itimerspec late = {.it_value = {INTAKE_CHECK / SECOND, 0}};
	bool timed = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 &&
		     timer_settime(timer, 0, &late, NULL) == 0;
	int signal_number = timed ? check_bots_run(&c, &bot, 1) : SIGTERM;
	if (timed)
		timer_delete(timer);
	w->checked = c.results[bot];
	bool fit = intake_judge(w, &w->checked, signal_number, err);
	check_bots_close(&c);
	return fit;
}

/* Builds and checks the newest version. False: it is not fit; err says why. */
static bool intake_check(struct intake_work *w, struct error *err)
{
	struct diagnostics mistakes = {intake_on_mistake, w, 0};
	struct tournament t;
	tournament_init(&t);
	bool fit =
		class_bots_read(&t, &w->class, w->student, &mistakes)
			? intake_run_check(w, &t, &mistakes, err)
			: error_set(err, "the tournament cannot have it: its settings are wrong");
	tournament_clear(&t);
	return fit;
}

/* --- versions ------------------------------------------------------------------------------------
 */

/* Makes the student's newest version the one that plays. All is on disk before the main process
 * hears of it. */
static bool intake_put_in_play(struct intake_work *w, struct error *err)
{
	char line[INTAKE_LINE];
	struct intake_message m;
	struct class_student *s = w->student;
	if (!class_student_keep_version(&w->class, s, err) || syncfs(w->class.lock) != 0 ||
		!class_student_save(&w->class, s, err) ||
		!class_state_write_bots(&w->class, false, err) || syncfs(w->class.lock) != 0) {
		w->fault = true;
		return error_is_set(err) ? false
					 : error_set(err, "it cannot be kept: %s", strerror(errno));
	}
	intake_report(w, INTAKE_FIT, NULL);
	const char *received = intake_await_answer(w, &m, line) && m.kind == INTAKE_SAID
				       ? m.text
				       : "it takes part when the referee is started again";
	size_t used = (size_t)snprintf(w->why, sizeof w->why, "%s: version %s is fit; %.400s",
		s->name, s->fields[CLASS_VERSION], received);
	if (w->checked.verdict == STEP_RESULT_WARNING)
		snprintf(w->why + used, sizeof w->why - used,
			"; its check has a warning: mend what the step \"%s\" says",
			w->checked.step);
	class_versions_prune(&w->class, w->student);
	return true;
}

/* --- the requests --------------------------------------------------------------------------------
 */

/* Waits until it may work. */
static bool intake_wait_turn(struct intake_work *w, struct error *err)
{
	char line[INTAKE_LINE];
	struct intake_message m;
	intake_report(w, INTAKE_RECEIVED, NULL);
	while (intake_await_answer(w, &m, line)) {
		if (m.kind == INTAKE_GO)
			return true;
		if (m.kind == INTAKE_WAIT)
			intake_say(w, "%d before it %s checked first", m.count,
				plural(m.count, "is", "are"));
	}
	return error_set(err, "the referee is ending; send it again later");
}

/* Takes the unpacked files as a version of the student. */
static bool intake_take_version(struct intake_work *w, char *files, struct error *err)
{
	struct class_source source = {
		.name = w->request.file, .label = w->request.file, .paths = &files, .count = 1};
	struct submission_take taken;
	char *version = memory_copy(w->student->fields[CLASS_VERSION]);
	char *command = memory_copy(w->student->fields[CLASS_COMMAND]);
	bool good = submission_take_as(&w->class, w->student, &source, &taken, err);
	free(taken.name);
	if (good) {
		const char *now = w->student->fields[CLASS_VERSION];
		class_student_set(w->student, CLASS_SOURCE, w->request.file);
		if (*taken.notes != '\0')
			intake_say(w, "%s", taken.notes);
		intake_say(w, "%s: version %s, started by %s (%s)", w->student->name, now,
			w->student->fields[CLASS_COMMAND], w->student->fields[CLASS_REASON]);
		if (version != NULL && strcmp(version, now) == 0 && command != NULL &&
			class_student_is_fit(w->student))
			good = error_set(err, "version %s plays already; nothing has changed", now);
		else
			class_student_set(w->student, CLASS_BEFORE, version);
	}
	free(command);
	free(version);
	return good;
}

static bool intake_work_on(struct intake_work *w, struct error *err)
{
	char notes[SUBMISSION_UNPACK_NOTES], *files = NULL;
	if (!intake_open(w, true, err))
		return false;
	if (!submission_unpack(w->folder, w->request.file, &files, notes, err)) {
		free(files);
		return false;
	}
	if (*notes != '\0')
		intake_say(w, "%s", notes);
	if (w->student == NULL)
		w->student = class_state_add(&w->class, w->order->bot);
	char *before = memory_copy(w->student->fields[CLASS_VERSION]);
	bool good = intake_take_version(w, files, err) && intake_check(w, err);
	if (!good) {
		/* The version did not become the one that plays: its files go, unless they are
		 * those of the version that does. */
		const char *version = w->student->fields[CLASS_VERSION];
		if (version != NULL && (before == NULL || strcmp(version, before) != 0))
			class_versions_forget(&w->class, w->student);
	}
	good = good && intake_put_in_play(w, err);
	free(before);
	free(files);
	return good;
}

/* May the owner send one more file now? */
static bool intake_ask(struct intake_work *w, struct error *err)
{
	char line[INTAKE_LINE];
	struct intake_message m;
	intake_report(w, INTAKE_REQUEST_QUOTA, NULL);
	if (!intake_await_answer(w, &m, line))
		return error_set(err, "the referee is ending; send it again later");
	return m.kind == INTAKE_YES ||
	       error_set(err, "%.400s", m.kind == INTAKE_NO ? m.text : "it sent a wrong answer");
}

static bool intake_serve_bot(struct intake_work *w, struct error *err)
{
	return intake_ask(w, err) && intake_take_file(w, err) && intake_wait_turn(w, err) &&
	       intake_work_on(w, err);
}

static bool intake_serve_back(struct intake_work *w, struct error *err)
{
	const char *version = *w->request.version != '\0' ? w->request.version : NULL;
	if (!intake_wait_turn(w, err) || !intake_open(w, true, err))
		return false;
	if (w->student == NULL)
		return error_set(err, "%s: no version was sent", w->order->bot);
	return class_student_take_back(&w->class, w->student, version, err) &&
	       intake_put_in_play(w, err);
}

static bool intake_serve_versions(struct intake_work *w, struct error *err)
{
	int count = 0;
	if (w->student == NULL)
		return error_set(err, "%s: no version was sent", w->order->bot);
	struct class_version *list = class_versions_list(&w->class, w->student, &count);
	for (int i = 0; i < count; i++) {
		char when[TIME_TEXT];
		bool now = strcmp(list[i].name, w->student->fields[CLASS_VERSION]) == 0;
		char *what = class_student_describe_version(&w->class, w->student, list[i].name);
		intake_say(w, "%s  %s; fit since %s%s", list[i].name, what,
			time_text((int64_t)list[i].when * 1000, when), now ? ", plays now" : "");
		free(what);
	}
	free(list);
	snprintf(w->why, sizeof w->why, "%s", counted(count, "version").text);
	return true;
}

static bool (*const intake_requests[SEND_KINDS])(struct intake_work *w, struct error *err) = {
	[SEND_BOT] = intake_serve_bot,
	[SEND_BACK] = intake_serve_back,
	[SEND_VERSIONS] = intake_serve_versions,
};

/* --- tidying -------------------------------------------------------------------------------------
 */

/* A process may have been killed between the two files that make a version play. */
static bool intake_tidy_up(struct intake_work *w, struct error *err)
{
	struct error none;
	int line;
	if (!intake_open(w, false, err) || !intake_wait_turn(w, err) || !intake_open(w, true, err))
		return error_prefix(err, "%s takes no bots: ", w->order->places[w->place].name);
	/* the folders of processes that are gone; the class is locked */
	DIR *all = opendir(w->class.folder);
	for (struct dirent *e; all != NULL && (e = readdir(all)) != NULL;) {
		char *path = memory_print("%s/%s", w->class.folder, e->d_name);
		bool sent = strncmp(e->d_name, ".sent-", 6) == 0;
		int lock = sent ? file_tree_lock(path, LOCK_EX | LOCK_NB) : -1;
		if (lock >= 0 || strncmp(e->d_name, ".new-", 5) == 0)
			file_tree_remove(path);
		if (lock >= 0)
			close(lock);
		free(path);
	}
	if (all != NULL)
		closedir(all);
	char *before = text_file_read(w->class.bots, TEXT_FILE_MAX, &line, &none);
	bool good = class_state_write_bots(&w->class, false, err);
	char *after = text_file_read(w->class.bots, TEXT_FILE_MAX, &line, &none);
	bool same =
		before != NULL ? after != NULL && strcmp(before, after) == 0 : w->class.count == 0;
	if (good && !same)
		intake_report(w, INTAKE_CHANGED, NULL);
	free(before);
	free(after);
	return good;
}

/* --- its life ------------------------------------------------------------------------------------
 */

static bool intake_do(struct intake_work *w, struct error *err)
{
	const struct intake_order *o = w->order;
	snprintf(w->request.version, sizeof w->request.version, "%s", o->version);
	switch (o->task) {
	case INTAKE_CLIENT: {
		struct fd_message hand = {.count = 0};
		if (fd_message_receive(PROCESS_FD_CHANNEL, &hand) <= 0 || hand.count != 1)
			return false;
		w->client = hand.fds[0];
		return intake_read_request(w, err) && intake_find_place(w, err) &&
		       intake_open(w, false, err) && intake_requests[w->request.kind](w, err);
	}
	case INTAKE_BACK:
		return intake_serve_back(w, err);
	default:
		return intake_tidy_up(w, err);
	}
}

/* Ends the answer. The log gets the same sentence, before the client may send the next. */
static void intake_answer(struct intake_work *w)
{
	char *line = answer_write_end(w->status, w->why);
	if (*w->why != '\0')
		intake_report(w, w->fault ? INTAKE_FAULT : INTAKE_DONE,
			*w->reason != '\0' ? w->reason : w->why);
	intake_put(w, line, strlen(line));
	if (w->client >= 0) {
		/* Closes the connection. All that the client still sends is dropped until it closes
		 * too: bytes that wait would reset the connection, and the reset overtakes the
		 * answer. */
		char dropped[4096];
		struct pollfd ready = {.fd = w->client, .events = POLLIN};
		usec end = time_now() + INTAKE_LINGER;
		shutdown(w->client, SHUT_WR);
		while (time_now() < end &&
			poll(&ready, 1, (int)(INTAKE_LINGER / MILLISECOND)) > 0 &&
			recv(w->client, dropped, sizeof dropped, MSG_DONTWAIT) > 0)
			;
		close(w->client);
	}
	free(line);
}

static int intake_run(const void *arg, int number, int from, int to)
{
	struct intake_work w = {.order = arg,
		.from = from,
		.to = to,
		.client = -1,
		.lock = -1,
		.deadline = time_now() + intake_receive_time(),
		.class = {.lock = -1}};
	struct error err = {""};
	(void)number;
	umask(umask(0) | 027); /* what students send is for the operator alone */
	setpriority(PRIO_PROCESS, 0, INTAKE_NICE);
	if (!intake_do(&w, &err)) {
		w.status = EXIT_FAULTS;
		snprintf(w.why, sizeof w.why, "%s", err.text);
	}
	/* Leaves nothing behind, before the client may send the next. */
	if (w.folder != NULL)
		file_tree_remove(w.folder);
	free(w.folder);
	if (w.lock >= 0)
		close(w.lock);
	class_state_close(&w.class);
	intake_answer(&w);
	return EXIT_SUCCESS;
}

const struct process_kind intake_process = {"referee-intake", intake_run, .has_fd_channel = true};
