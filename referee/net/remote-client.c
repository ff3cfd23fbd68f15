/*
 * remote-client.c - runs a local bot against a referee elsewhere. Connecting blocks. Then one event
 * loop serves the login, under one time limit, and after it the relay between the referee and the
 * bot's pipes.
 */
#include "referee/net/remote-client.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/escape.h"
#include "referee/net/handshake.h"
#include "referee/net/relay.h"
#include "referee/net/tls.h"
#include "referee/sandbox/exec-error.h"

enum { REMOTE_CLIENT_LAST = 512, REMOTE_CLIENT_PATIENCE = 1000 /* ms */ };

struct remote_client_bot {
	int pid, in, out; /* in: to the bot; out: from the bot; both non-blocking */
};

struct remote_client {
	const struct remote_client_options *options;
	struct event_base *base;
	struct event *timer;
	struct ssl_ctx_st *ctx; /* NULL: no TLS */
	int fd;
	struct bufferevent *bev, *in, *out; /* the referee; the bot's stdin and stdout */
	struct handshake_client caller;
	char binding[CRYPTO_TEXT + 1], how[CRYPTO_TEXT + 64];
	struct remote_client_bot bot;
	struct relay relay;
	char last[REMOTE_CLIENT_LAST + 1]; /* the last bytes from the referee */
	size_t last_length;
	enum remote_client_end end;
	struct error *err;
};

/*
 * --- the bot: a program with pipes to us -------------------------------------------------------
 *
 * It is started as its owner would start it: no sandbox. It has its own process group, so that
 * processes it started (in a script, for example) end with it. Signals from the owner's terminal
 * that end the client are passed on to it.
 */

static volatile pid_t remote_client_group; /* of the running bot; 0: none */

static void remote_client_bot_on_signal(int number)
{
	if (remote_client_group > 0)
		kill(-remote_client_group, SIGTERM);
	signal(number, SIG_DFL);
	raise(number);
}

/* A signal that is ignored at the start, as by nohup, stays ignored. */
static void remote_client_bot_pass_signals(void)
{
	static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
	struct sigaction before;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			signal(ends[i], remote_client_bot_on_signal);
}

static void remote_client_bot_exec(
	const struct remote_client_options *options, const int in[2], const int out[2], int failed)
{
	char **command = options->command;
	if (options->send != NULL) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		/* Without exec nothing else closes our ends of its pipes. */
		close(in[1]);
		close(out[0]);
		close(failed);
		_exit(options->send(options->arg, in[0], out[1]));
	}
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	signal(SIGPIPE, SIG_DFL);
	if (dup2(in[0], STDIN_FILENO) >= 0 && dup2(out[1], STDOUT_FILENO) >= 0)
		execvp(command[0], command);
	int error = errno;
	ssize_t written = write(failed, &error, sizeof error);
	_exit(written > 0 ? 127 : 126);
}

/* Makes three pipes; the last reports why a program could not be executed. */
static bool remote_client_bot_pipes(int pipes[3][2])
{
	for (int i = 0; i < 3; i++)
		if (pipe2(pipes[i], O_CLOEXEC) != 0) {
			while (i-- > 0) {
				close(pipes[i][0]);
				close(pipes[i][1]);
			}
			return false;
		}
	return true;
}

/* Starts the bot, which shares our stderr. False: err has the reason. */
static bool remote_client_bot_start(
	struct remote_client_bot *b, const struct remote_client_options *options, struct error *err)
{
	const char *program = options->send != NULL ? "send" : options->command[0];
	int pipes[3][2], error = 0;
	if (!remote_client_bot_pipes(pipes))
		return error_set(err, "%s: %s", program, strerror(errno));
	remote_client_bot_pass_signals();
	b->pid = fork();
	if (b->pid == 0)
		remote_client_bot_exec(options, pipes[0], pipes[1], pipes[2][1]);
	if (b->pid < 0)
		error = errno;
	else
		setpgid(remote_client_group = b->pid,
			b->pid); /* the child may not have done it yet */
	close(pipes[0][0]);
	close(pipes[1][1]);
	close(pipes[2][1]);
	if (b->pid > 0 && read(pipes[2][0], &error, sizeof error) > 0)
		waitpid(b->pid, NULL, 0);
	close(pipes[2][0]);
	b->in = pipes[0][1];
	b->out = pipes[1][0];
	fcntl(b->in, F_SETFL, O_NONBLOCK);
	fcntl(b->out, F_SETFL, O_NONBLOCK);
	if (error == 0)
		return true;
	remote_client_group = 0;
	close(b->in);
	close(b->out);
	if (!exec_error_explain(program, NULL, err))
		error_set(err, "%s: %s", program, strerror(error));
	return false;
}

/* Closes the pipes and waits for the bot's end. After a second, and again later, it sends a signal.
 * All processes that the bot started end with it. True: exit status 0; err says how it ended. */
static bool remote_client_bot_end(struct remote_client_bot *b, struct error *err)
{
	static const int hints[] = {0, SIGTERM, SIGKILL};
	size_t i = 0, count = sizeof hints / sizeof *hints;
	int status = 0, fd = (int)syscall(SYS_pidfd_open, b->pid, 0);
	struct pollfd ended = {.fd = fd, .events = POLLIN};
	close(b->in);
	close(b->out);
	for (; i < count; i++) {
		kill(-b->pid, hints[i]);
		/* Without pidfds a wait with a time limit is not possible. */
		if (fd >= 0 && poll(&ended, 1, REMOTE_CLIENT_PATIENCE) > 0)
			break;
	}
	kill(-b->pid, SIGKILL); /* processes that it left behind */
	remote_client_group = 0;
	waitpid(b->pid, &status, 0);
	if (fd >= 0)
		close(fd);
	if (i > 0 && WIFSIGNALED(status))
		error_set(err,
			"the bot closed its output but did not exit; referee connect ended it");
	else if (WIFSIGNALED(status))
		error_set(err, "the bot was killed by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	else
		error_set(err, "the bot ended with exit status %d", WEXITSTATUS(status));
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* --- the connection ------------------------------------------------------------------------- */

static void remote_client_end(struct remote_client *c, enum remote_client_end end)
{
	c->end = end;
	event_base_loopbreak(c->base);
}

static void remote_client_refuse(struct remote_client *c, const char *why)
{
	error_set(c->err, "%s", why);
	remote_client_end(c, REMOTE_CLIENT_REFUSED);
}

/* --- welcome -------------------------------------------------------------------------------- */

/* Keeps the last bytes from the referee. */
static void remote_client_keep_last(void *owner, int end, struct evbuffer *bytes)
{
	struct remote_client *c = owner;
	struct evbuffer_ptr at;
	size_t length = evbuffer_get_length(bytes), most = REMOTE_CLIENT_LAST;
	size_t skipped = length > most ? length - most : 0;
	if (end != 0 || length == 0)
		return;
	length -= skipped;
	size_t kept = c->last_length + length > most ? most - length : c->last_length;
	memmove(c->last, c->last + c->last_length - kept, kept);
	evbuffer_ptr_set(bytes, &at, skipped, EVBUFFER_PTR_SET);
	evbuffer_copyout_from(bytes, &at, c->last + kept, length);
	c->last_length = kept + length;
}

/* Splits the last line "error REASON TEXT" into reason and text. NULL: it was another line. */
static char *remote_client_reason(struct remote_client *c)
{
	char *end = c->last + c->last_length;
	if (end == c->last || end[-1] != '\n')
		return NULL;
	*--end = '\0';
	char *line = memrchr(c->last, '\n', (size_t)(end - c->last));
	line = line != NULL ? line + 1 : c->last;
	return strncmp(line, "error ", 6) == 0 ? line + 6 : NULL;
}

static void remote_client_over(void *owner, int first)
{
	struct remote_client *c = owner;
	/* A bot may end at the referee's last line, before the connection does. */
	const char *reason = remote_client_reason(c);
	bool broke = first == 0 && c->relay.broke && reason == NULL;
	char *shown = reason != NULL ? escape_text(reason, false) : NULL;
	struct error what;
	if (broke) /* a network failure, unless the referee was killed */
		error_set(c->err, "the connection broke: %s",
			c->ctx != NULL && tls_explain(c->bev, &what) ? what.text
								     : strerror(c->relay.error));
	else if (shown != NULL)
		error_set(c->err, "the referee ended the connection: %s", shown);
	else
		error_set(c->err, "the referee ended the connection without a reason");
	free(shown);
	remote_client_end(c, broke			    ? REMOTE_CLIENT_FAILED
			     : first == 0 || reason != NULL ? REMOTE_CLIENT_CLOSED
							    : REMOTE_CLIENT_BOT);
}

static void remote_client_play(struct remote_client *c)
{
	event_del(c->timer);
	if (!remote_client_bot_start(&c->bot, c->options, c->err)) {
		remote_client_end(c, REMOTE_CLIENT_NO_BOT);
		return;
	}
	c->options->welcome(c->options->arg, c->how);
	c->in = bufferevent_socket_new(c->base, c->bot.in, 0);
	c->out = bufferevent_socket_new(c->base, c->bot.out, 0);
	if (c->in == NULL || c->out == NULL) {
		error_set(c->err, "out of memory");
		remote_client_end(c, REMOTE_CLIENT_FAILED);
		return;
	}
	c->relay.ends[0].in = c->relay.ends[0].out = c->bev;
	c->relay.ends[1].in = c->out;
	c->relay.ends[1].out = c->in;
	c->relay.ends[0].plain = c->ctx == NULL;
	c->relay.received = remote_client_keep_last;
	c->relay.over = remote_client_over;
	c->relay.owner = c;
	relay_start(&c->relay);
}

/* --- the hello ------------------------------------------------------------------------------ */

static void remote_client_greet(struct remote_client *c)
{
	char line[HANDSHAKE_LINE];
	unsigned char nonce[CRYPTO_BYTES];
	crypto_random(nonce);
	handshake_client_init(&c->caller, c->options->name, c->binding, c->options->token, nonce);
	c->caller.sends = c->options->send != NULL;
	handshake_client_start(&c->caller, line);
	bufferevent_write(c->bev, line, strlen(line));
}

/* The TLS handshake is done: checks the identity of the referee. */
static void remote_client_inspect(struct remote_client *c)
{
	const char *wanted = c->options->fingerprint;
	struct error err;
	if (!tls_fingerprint(c->bev, c->binding)) {
		remote_client_refuse(c, "the referee sent no certificate");
	} else if (wanted != NULL && strcmp(wanted, c->binding) != 0) {
		error_set(c->err,
			"certificate: has another fingerprint, %s; this is another referee, or the referee has a new certificate",
			c->binding);
		remote_client_end(c, REMOTE_CLIENT_REFUSED);
	} else if (wanted == NULL && !tls_vouched(c->bev, &err)) {
		error_set(c->err,
			"certificate: not signed by a known authority (%s); only if the referee's operator gave you this fingerprint, add\n"
			"  --fingerprint %s",
			err.text, c->binding);
		remote_client_end(c, REMOTE_CLIENT_REFUSED);
	} else {
		snprintf(c->how, sizeof c->how, "TLS, certificate %s", c->binding);
		remote_client_greet(c);
	}
}

static void remote_client_on_read(struct bufferevent *bev, void *arg)
{
	struct remote_client *c = arg;
	struct evbuffer *input = bufferevent_get_input(bev);
	char out[HANDSHAKE_LINE];
	char *line = evbuffer_readln(input, NULL, EVBUFFER_EOL_CRLF);
	if (line == NULL && evbuffer_get_length(input) > HANDSHAKE_MAX)
		remote_client_refuse(c, "the server is not a referee: its first line is too long");
	if (line == NULL)
		return;
	switch (handshake_client_take(&c->caller, line, out, c->err)) {
	case HANDSHAKE_GOES_ON:
		bufferevent_write(bev, out, strlen(out));
		break;
	case HANDSHAKE_REFUSED:
		remote_client_end(c, REMOTE_CLIENT_REFUSED);
		break;
	case HANDSHAKE_WELCOME:
		remote_client_play(c);
	}
	free(line);
}

static void remote_client_on_event(struct bufferevent *bev, short what, void *arg)
{
	struct remote_client *c = arg;
	if (what & BEV_EVENT_CONNECTED) {
		remote_client_inspect(c);
		return;
	}
	if (c->ctx != NULL && *c->binding == '\0') {
		struct error err;
		if (!tls_explain(bev, &err))
			error_set(&err, "the connection was closed");
		error_set(c->err, "no TLS 1.3 connection: %s%s", err.text,
			strstr(err.text, "wrong version") != NULL
				? "; the server may not speak TLS (use --insecure for a listener without TLS on this machine)"
			: strstr(err.text, "eof") != NULL || strstr(err.text, "was closed") != NULL
				? "; a referee closes connections at once, for a minute at most, after too many refused logins"
				: "");
	} else {
		error_set(
			c->err, "the referee closed the connection before the login was complete");
	}
	remote_client_end(c, REMOTE_CLIENT_FAILED);
}

static void remote_client_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct remote_client *c = arg;
	(void)fd, (void)what;
	error_set(c->err, "the referee does not answer");
	remote_client_end(c, REMOTE_CLIENT_FAILED);
}

/* --- its life ------------------------------------------------------------------------------- */

static bool remote_client_open(struct remote_client *c, bool tls)
{
	const struct timeval limit = {HANDSHAKE_TIME / SECOND, 0};
	if (tls && (c->ctx = tls_client(c->err)) == NULL)
		return false;
	fcntl(c->fd, F_SETFL, fcntl(c->fd, F_GETFL) | O_NONBLOCK);
	c->base = event_base_new();
	c->timer = c->base != NULL ? evtimer_new(c->base, remote_client_on_timer, c) : NULL;
	if (c->timer != NULL)
		c->bev = tls ? tls_open(c->base, c->ctx, c->fd, c->options->address.host)
			     : bufferevent_socket_new(c->base, c->fd, 0);
	if (c->bev == NULL)
		return error_set(c->err, "out of memory");
	bufferevent_setcb(c->bev, remote_client_on_read, NULL, remote_client_on_event, c);
	bufferevent_enable(c->bev, EV_READ | EV_WRITE);
	event_add(c->timer, &limit);
	return true;
}

static void remote_client_close(struct remote_client *c)
{
	if (c->bev != NULL)
		(c->ctx != NULL ? tls_close : bufferevent_free)(c->bev);
	if (c->in != NULL)
		bufferevent_free(c->in);
	if (c->out != NULL)
		bufferevent_free(c->out);
	if (c->timer != NULL)
		event_free(c->timer);
	if (c->base != NULL)
		event_base_free(c->base);
	tls_free(c->ctx);
	close(c->fd);
	crypto_forget(&c->caller, sizeof c->caller);
}

enum remote_client_end remote_client_run(
	const struct remote_client_options *options, struct error *err)
{
	struct remote_client c = {.options = options, .err = err, .end = REMOTE_CLIENT_FAILED};
	struct error ending;
	bool loopback;
	error_clear(err);
	c.fd = net_address_connect(&options->address, HANDSHAKE_TIME, &loopback, err);
	if (c.fd < 0)
		return REMOTE_CLIENT_FAILED;
	bool tls = !options->address.local && !options->insecure;
	if (remote_client_open(&c, tls)) {
		if (!tls) {
			strcpy(c.binding, "-");
			snprintf(c.how, sizeof c.how, "%s",
				loopback ? "on this machine, without TLS"
					 : "WITHOUT TLS: the network can read all lines");
			remote_client_greet(&c);
		}
		event_base_dispatch(c.base);
	}
	remote_client_close(&c);
	if (c.bot.pid > 0 && c.end != REMOTE_CLIENT_NO_BOT) {
		bool good = remote_client_bot_end(&c.bot, &ending);
		if (c.end == REMOTE_CLIENT_BOT)
			error_set(err, "%s", ending.text);
		/* After `quit` either side may close first. */
		if (c.end == REMOTE_CLIENT_BOT && good)
			c.end = REMOTE_CLIENT_CLOSED;
	}
	return c.end;
}
