/*
 * channel.c - input and output of one program. Raw events on pipes: at most one read for each
 * wake-up, straight into the line reader's buffer. The time is taken right after the read, before
 * parsing.
 */
#include "referee/bot/channel.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"

#define CHANNEL_PATIENCE (2 * SECOND) /* wait for the exit status of a program */

enum {
	CHANNEL_READ = 65536,
	CHANNEL_ERRORS = 1 << 18, /* bytes of stderr read at once: more than a pipe holds */
	CHANNEL_ERROR_LINE = LINE_FROM_BOT - 8 /* a longer line of stderr is cut */
};

/* --- the reason for a disconnect ------------------------------------------------------------- */

static const char *const disconnect_reason_lines[DISCONNECT_REASONS] = {
	[DISCONNECT_REASON_REVOKED] =
		"error revoked the token of this name was changed or revoked\n",
	[DISCONNECT_REASON_REPLACED] =
		"error replaced another connection came in under this name\n",
	[DISCONNECT_REASON_FLOOD] = "error flood the bot wrote more than it may in a turn\n",
	[DISCONNECT_REASON_DEAF] = "error deaf the bot did not read what it was sent\n",
	[DISCONNECT_REASON_STOPPED] = "error stopped the referee stops\n",
	[DISCONNECT_REASON_OFTEN] = "error often connections came too often under this name\n",
	[DISCONNECT_REASON_FULL] = "error full the referee has no room for a further connection\n",
	[DISCONNECT_REASON_KICKED] =
		"error kicked the operator closed the connections of this name\n",
};

static bool disconnect_reason_try(int fd, const char *text)
{
	return send(fd, text, strlen(text), MSG_DONTWAIT | MSG_NOSIGNAL) >= 0 || errno != EAGAIN;
}

/* The text goes after the unread bytes, so the send buffer is enlarged. */
static void disconnect_reason_write(int fd, const char *text)
{
	int room = 0;
	socklen_t size = sizeof room;
	if (disconnect_reason_try(fd, text) ||
		getsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, &size) != 0)
		return;
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room); /* the kernel doubles it */
	disconnect_reason_try(fd, text);
}

void disconnect_reason_send(int fd, enum disconnect_reason why, bool within)
{
	if (within)
		disconnect_reason_write(fd, "\n");
	disconnect_reason_write(fd, disconnect_reason_lines[why]);
}

/* --- stderr ---------------------------------------------------------------------------------- */

/* Passes on the unfinished line as it is. */
static void channel_end_error_line(struct channel *c)
{
	struct channel_errors *e = &c->errors;
	if (e->length > 0)
		c->calls->errors(c->owner, e->line, e->length);
	e->length = 0;
}

/* Adds a piece without a line end. */
static void channel_add_errors(struct channel *c, const char *bytes, size_t length)
{
	struct channel_errors *e = &c->errors;
	if (e->line == NULL)
		e->line = memory_get(CHANNEL_ERROR_LINE, 1);
	while (length > 0) {
		size_t piece = CHANNEL_ERROR_LINE - e->length;
		if (piece > length)
			piece = length;
		memcpy(e->line + e->length, bytes, piece);
		e->length += piece;
		bytes += piece;
		length -= piece;
		if (e->length == CHANNEL_ERROR_LINE)
			channel_end_error_line(c);
	}
}

/* Passes stderr on as lines. It comes in pieces of any size, perhaps without end. So bytes above
 * the limit since the last line sent to the bot are dropped. */
static void channel_pass_errors(struct channel *c, const char *bytes, size_t length)
{
	static const char full[] = "(stderr is left out from here until the bot is sent more)";
	struct channel_errors *e = &c->errors;
	size_t left = e->taken < c->ring_size ? c->ring_size - e->taken : 0;
	bool over = length > left;
	size_t taken = over ? left : length;
	e->taken += taken;
	for (const char *at = bytes, *end = bytes + taken; at < end;) {
		const char *lf = memchr(at, '\n', (size_t)(end - at));
		channel_add_errors(c, at, (size_t)((lf != NULL ? lf : end) - at));
		if (lf != NULL && e->length == 0)
			c->calls->errors(c->owner, "", 0);
		if (lf != NULL)
			channel_end_error_line(c);
		at = lf != NULL ? lf + 1 : end;
	}
	if (over && !e->full) {
		channel_end_error_line(c);
		c->calls->errors(c->owner, full, sizeof full - 1);
	}
	e->full |= over;
}

/* Reads stderr once; returns the bytes read. */
static size_t channel_take_errors(struct channel *c)
{
	static char bytes[CHANNEL_READ];
	const size_t most = c->ring_size < sizeof bytes ? c->ring_size : sizeof bytes;
	ssize_t count = read(c->sandbox.err, bytes, most);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (count <= 0) {
		event_del(c->err);
		return 0;
	}
	if (c->follows)
		channel_pass_errors(c, bytes, (size_t)count);
	if (c->ring == NULL && (c->ring = malloc(c->ring_size)) == NULL)
		return (size_t)count;
	size_t at = c->ring_total % c->ring_size, first = c->ring_size - at;
	if (first > (size_t)count)
		first = (size_t)count;
	memcpy(c->ring + at, bytes, first);
	memcpy(c->ring, bytes + first, (size_t)count - first);
	c->ring_total += (size_t)count;
	return (size_t)count;
}

static void channel_on_err(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	channel_take_errors(arg);
}

void channel_follow(struct channel *c)
{
	c->follows = c->calls->errors != NULL;
}

/* Reads the stderr that is available. */
static void channel_read_errors(struct channel *c)
{
	size_t taken = 0, count;
	while (c->err != NULL && taken < CHANNEL_ERRORS && (count = channel_take_errors(c)) > 0)
		taken += count;
}

void channel_flush_errors(struct channel *c)
{
	if (!c->follows)
		return;
	channel_read_errors(c);
	channel_end_error_line(c);
	c->errors.taken = 0;
	c->errors.full = false;
}

void channel_forget_errors(struct channel *c)
{
	channel_read_errors(c);
	c->ring_total = 0;
}

/* --- output of the bot ----------------------------------------------------------------------- */

static void channel_end(struct channel *c, enum channel_end end, usec at)
{
	if (c->ended)
		return;
	c->ended = true;
	wire_ignore(&c->wire);
	if (c->socket && (end == CHANNEL_FLOOD || end == CHANNEL_DEAF))
		disconnect_reason_send(c->sandbox.out,
			end == CHANNEL_FLOOD ? DISCONNECT_REASON_FLOOD : DISCONNECT_REASON_DEAF,
			wire_waiting(&c->wire) > 0);
	wire_shut(&c->wire);
	if (c->socket)
		shutdown(c->sandbox.out, SHUT_RDWR);
	c->calls->end(c->owner, end, at);
}

static void channel_on_report(evutil_socket_t fd, short what, void *arg)
{
	struct channel *c = arg;
	(void)fd, (void)what;
	channel_end(c, CHANNEL_CLOSED, c->closed);
}

/* The output has ended. The exit status of the program comes in a moment, and is waited for. */
static void channel_on_close(struct channel *c, usec at)
{
	const struct timeval patience = time_timeval(CHANNEL_PATIENCE);
	struct event_base *base = event_get_base(c->wire.reading);
	c->closed = at;
	if (!c->socket && c->report == NULL)
		c->report = event_new(base, c->sandbox.report, EV_READ, channel_on_report, c);
	if (c->report == NULL || event_add(c->report, &patience) != 0)
		channel_end(c, CHANNEL_CLOSED, at);
	else
		wire_ignore(&c->wire);
}

usec channel_closing(const struct channel *c)
{
	return c->ended || c->closed == 0 ? 0 : c->closed + CHANNEL_PATIENCE;
}

void channel_cut(struct channel *c)
{
	channel_end(c, CHANNEL_CLOSED, time_now());
}

/* Passes on the complete lines. False: the channel has ended or the owner wants no more. */
static bool channel_lines(struct channel *c, usec at)
{
	char *line;
	for (;;) {
		switch (wire_line(&c->wire, &line)) {
		case LINE_PARTIAL:
			return true;
		case LINE_TOO_LONG:
			channel_end(c, CHANNEL_FLOOD, at);
			return false;
		case LINE_READY:
			/* The bytes of a turn count up to the end of the line, so that it does not
			 * matter in which chunks they were read. */
			if (c->turn - line_reader_rest(&c->wire.lines) > c->turn_most) {
				channel_end(c, CHANNEL_FLOOD, at);
				return false;
			}
			if (!c->calls->line(c->owner, line, at))
				return false;
		}
	}
}

/* Reads once and passes on the lines it completes. False: there is nothing to read, or the channel
 * has ended; then the owner may have stopped and restarted c. */
static bool channel_read(struct channel *c)
{
	const char *bytes;
	size_t count;
	enum wire_status status = wire_read(&c->wire, &bytes, &count);
	usec at = time_now();
	if (status == WIRE_ENDED)
		channel_on_close(c, at);
	if (status != WIRE_FILLED)
		return false;
	if (c->follows)
		channel_read_errors(c);
	c->turn += count;
	tail_buffer_add(&c->received, bytes, count);
	if (!channel_lines(c, at))
		return false;
	if (c->turn > c->turn_most)
		channel_end(c, CHANNEL_FLOOD, at);
	return c->turn <= c->turn_most;
}

static void channel_on_out(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	channel_read(arg);
}

void channel_drain(struct channel *c)
{
	/* If the last read emptied the pipe, this wake-up has seen everything. */
	while (c->wire.more && c->closed == 0 && !c->ended && channel_read(c))
		;
}

void channel_look(struct channel *c)
{
	while (c->wire.reading != NULL && c->closed == 0 && !c->ended && channel_read(c))
		;
}

/* --- start and stop -------------------------------------------------------------------------- */

/* A stream without a limit could flood us: then the usual limit holds. */
static size_t channel_most(int64_t given, int64_t usual)
{
	return (size_t)(given > 0 ? given : usual);
}

static void channel_init(struct channel *c, const struct sandbox_limits *limits,
	const struct channel_owner *calls, void *owner)
{
	memset(c, 0, sizeof *c);
	c->calls = calls;
	c->owner = owner;
	c->turn_most = channel_most(limits->output, sandbox_limits_usual.output);
	c->line_most = channel_most(limits->line, sizeof c->room);
	c->ring_size = channel_most(limits->errors, sandbox_limits_usual.errors);
}

/* Makes the events of its input and output. */
static bool channel_listen(struct channel *c, struct event_base *base)
{
	bool good = wire_init(&c->wire, base, c->sandbox.out, c->sandbox.in, channel_on_out, c);
	line_reader_init(&c->wire.lines, c->room, c->line_most);
	return good;
}

static void channel_free_event(struct event **event)
{
	if (*event != NULL)
		event_free(*event);
	*event = NULL;
}

static void channel_on_start(evutil_socket_t fd, short what, void *arg)
{
	struct channel *c = arg;
	struct event_base *base = event_get_base(c->start);
	struct error err;
	(void)fd, (void)what;
	enum sandbox_result result = sandbox_begun(&c->sandbox, &err);
	if (result == SANDBOX_PENDING && event_add(c->start, NULL) == 0)
		return;
	channel_free_event(&c->start);
	if (result == SANDBOX_STARTED) {
		c->err = event_new(base, c->sandbox.err, EV_READ | EV_PERSIST, channel_on_err, c);
		if (!channel_listen(c, base) || c->err == NULL || event_add(c->err, NULL) != 0) {
			error_set(&err, "no room for its events");
			channel_stop(c);
			result = SANDBOX_BROKEN;
		}
	}
	c->calls->started(c->owner, result, err.text);
}

enum sandbox_result channel_start(struct channel *c, struct event_base *base,
	const struct sandbox_options *options, const struct channel_owner *calls, void *owner,
	struct error *err)
{
	const struct sandbox_limits *limits =
		options->resources != NULL ? options->resources : &sandbox_limits_usual;
	channel_init(c, limits, calls, owner);
	enum sandbox_result result = sandbox_begin(&c->sandbox, options, err);
	if (result != SANDBOX_STARTED)
		return result;
	c->start = event_new(base, c->sandbox.report, EV_READ, channel_on_start, c);
	if (c->start != NULL && event_add(c->start, NULL) == 0)
		return SANDBOX_STARTED;
	error_set(err, "no room for its events");
	channel_stop(c);
	return SANDBOX_BROKEN;
}

/* Drops bytes written before we listened: no more than the socket holds now, so that the other side
 * cannot keep us busy. */
static void channel_skip(int fd)
{
	static char bytes[CHANNEL_READ];
	int left = 0;
	ioctl(fd, FIONREAD, &left);
	while (left > 0) {
		size_t most = (size_t)left < sizeof bytes ? (size_t)left : sizeof bytes;
		ssize_t count = read(fd, bytes, most);
		if (count <= 0)
			return;
		left -= (int)count;
	}
}

bool channel_adopt(struct channel *c, struct event_base *base, int fd,
	const struct sandbox_limits *limits, const struct channel_owner *calls, void *owner)
{
	channel_init(c, limits, calls, owner);
	c->socket = true;
	c->sandbox = (struct sandbox){.in = fd, .out = fd, .err = -1, .report = -1};
	bool good = channel_listen(c, base);
	channel_skip(fd);
	if (good)
		return true;
	channel_stop(c);
	return false;
}

void channel_stop(struct channel *c)
{
	if (c->socket && c->sandbox.out >= 0)
		shutdown(c->sandbox.out, SHUT_RDWR);
	channel_release(c);
}

void channel_release(struct channel *c)
{
	c->ended = true;
	/* The events go before their descriptors, because the next start may get the same numbers.
	 */
	channel_free_event(&c->start);
	channel_free_event(&c->report);
	channel_free_event(&c->err);
	wire_clear(&c->wire);
	if (c->socket)
		c->sandbox.in = -1; /* it is closed only once */
	sandbox_kill(&c->sandbox);
	free(c->ring);
	free(c->errors.line);
	c->ring = c->errors.line = NULL;
	c->ring_total = c->errors.length = 0;
}

void channel_send(struct channel *c, const char *bytes, size_t length)
{
	tail_buffer_add(&c->sent, bytes, length);
	if (c->ended || c->sandbox.in < 0)
		return;
	/* The remaining output of a program that has closed its input is read all the same. */
	wire_send(&c->wire, bytes, length);
	if (wire_waiting(&c->wire) > CHANNEL_PENDING)
		channel_end(c, CHANNEL_DEAF, time_now());
}

void channel_hang_up(struct channel *c)
{
	if (c->sandbox.in < 0)
		return;
	assert(!c->socket);
	/* Later stderr is about the closed input. */
	channel_read_errors(c);
	channel_free_event(&c->err);
	wire_shut(&c->wire); /* before its descriptor */
	close(c->sandbox.in);
	c->sandbox.in = -1;
}

void channel_turn(struct channel *c)
{
	c->turn = line_reader_rest(&c->wire.lines); /* of lines that no earlier turn has */
	tail_buffer_clear(&c->sent);
	tail_buffer_clear(&c->received);
}

size_t channel_stderr(struct channel *c, char *text, size_t room)
{
	assert(room > 0);
	size_t length = 0;
	/* Its last bytes may still be in the pipe. */
	channel_read_errors(c);
	if (c->ring != NULL)
		length = c->ring_total < c->ring_size ? c->ring_total : c->ring_size;
	if (length > room - 1)
		length = room - 1;
	for (size_t i = 0; i < length; i++)
		text[i] = c->ring[(c->ring_total - length + i) % c->ring_size];
	text[length] = '\0';
	return length;
}

void channel_ending(struct channel *c, char *text, size_t room)
{
	int status;
	if (c->socket)
		snprintf(text, room, "its connection ended");
	else if (!sandbox_ended(&c->sandbox, &status))
		snprintf(text, room, "closed its output");
	else if (WIFEXITED(status))
		snprintf(text, room, "ended with exit status %d", WEXITSTATUS(status));
	else
		snprintf(text, room, "was killed by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
}
