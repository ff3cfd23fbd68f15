/*
 * terminal.c - sets a terminal to its alternate screen, without line editing and echo.
 *
 * Signals are blocked except during a wait, so none is missed between a test of the flags and the
 * wait. A handler for a crash restores the terminal itself: tcsetattr() and write() are safe there.
 */
#include "referee/terminal/terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "referee/process/standard-output.h"

enum { TERMINAL_COLUMNS = 80, TERMINAL_ROWS = 24 };

static const char terminal_enter[] = "\033[?1049h\033[?25l",
		  terminal_leave[] = "\033[?25h\033[?1049l";

static const int terminal_caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
static const int terminal_fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

enum {
	TERMINAL_CAUGHT = sizeof terminal_caught / sizeof *terminal_caught,
	TERMINAL_FATAL = sizeof terminal_fatal / sizeof *terminal_fatal
};

static struct {
	struct termios before;
	sigset_t mask; /* before terminal_open(), and during a wait */
	struct sigaction caught[TERMINAL_CAUGHT], fatal[TERMINAL_FATAL]; /* likewise */
	volatile sig_atomic_t raw, came[NSIG];
} terminal;

static void terminal_write(const char *text, size_t length)
{
	ssize_t written = write(STDOUT_FILENO, text, length);
	(void)written; /* a terminal that is gone needs no restoring */
}

static void terminal_restore(void)
{
	if (!terminal.raw)
		return;
	terminal.raw = 0;
	terminal_write(terminal_leave, sizeof terminal_leave - 1);
	tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal.before);
}

static bool terminal_set(void)
{
	struct termios raw = terminal.before;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL);
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	terminal.raw = 1;
	if (tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) != 0) {
		terminal.raw = 0;
		return false;
	}
	terminal_write(terminal_enter, sizeof terminal_enter - 1);
	return true;
}

static void terminal_on_signal(int number)
{
	terminal.came[number] = 1;
}

static void terminal_on_fatal(int number)
{
	terminal_restore();
	signal(number, SIG_DFL);
	raise(number);
}

bool terminal_is_there(void)
{
	const char *kind = getenv("TERM");
	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind != NULL && *kind != '\0' &&
	       strcmp(kind, "dumb") != 0;
}

bool terminal_open(void)
{
	struct sigaction caught = {.sa_handler = terminal_on_signal};
	struct sigaction fatal = {.sa_handler = terminal_on_fatal};
	sigset_t block;
	memset(&terminal, 0, sizeof terminal);
	if (tcgetattr(STDIN_FILENO, &terminal.before) != 0)
		return false;
	sigemptyset(&block);
	for (int i = 0; i < TERMINAL_CAUGHT; i++)
		sigaddset(&block, terminal_caught[i]);
	sigprocmask(SIG_BLOCK, &block, &terminal.mask);
	for (int i = 0; i < TERMINAL_CAUGHT; i++)
		sigaction(terminal_caught[i], &caught, &terminal.caught[i]);
	for (int i = 0; i < TERMINAL_FATAL; i++)
		sigaction(terminal_fatal[i], &fatal, &terminal.fatal[i]);
	if (terminal_set())
		return true;
	terminal_close();
	return false;
}

void terminal_close(void)
{
	terminal_restore();
	for (int i = 0; i < TERMINAL_CAUGHT; i++)
		sigaction(terminal_caught[i], &terminal.caught[i], NULL);
	for (int i = 0; i < TERMINAL_FATAL; i++)
		sigaction(terminal_fatal[i], &terminal.fatal[i], NULL);
	sigprocmask(SIG_SETMASK, &terminal.mask, NULL);
}

/* Stops the process as if the signal was not caught. Returns when it is continued. */
static void terminal_stop(void)
{
	struct sigaction stop = {.sa_handler = SIG_DFL}, mine;
	sigset_t only;
	terminal_restore();
	sigaction(SIGTSTP, &stop, &mine);
	raise(SIGTSTP);
	sigemptyset(&only);
	sigaddset(&only, SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &only, NULL); /* the process stops here */
	sigprocmask(SIG_BLOCK, &only, NULL);
	sigaction(SIGTSTP, &mine, NULL);
}

/* Takes the signals that arrived, if any. */
static bool terminal_take_signals(enum terminal_event *event, int *number)
{
	static const int leave[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
	for (size_t i = 0; i < sizeof leave / sizeof *leave; i++)
		if (terminal.came[leave[i]]) {
			*number = leave[i];
			*event = TERMINAL_SIGNAL;
			return true;
		}
	bool stopped = terminal.came[SIGTSTP], resumed = terminal.came[SIGCONT];
	bool sized = terminal.came[SIGWINCH];
	terminal.came[SIGTSTP] = terminal.came[SIGCONT] = terminal.came[SIGWINCH] = 0;
	if (stopped)
		terminal_stop();
	/* A shell may have changed the terminal's settings meanwhile. */
	if ((stopped || resumed) && !terminal_set()) {
		*event = TERMINAL_END;
		return true;
	}
	*event = TERMINAL_REDRAW;
	return stopped || resumed || sized;
}

enum terminal_event terminal_wait(char *bytes, size_t room, int *count)
{
	return terminal_wait_beside(-1, -1, bytes, room, count);
}

enum terminal_event terminal_wait_beside(
	int other, int milliseconds, char *bytes, size_t room, int *count)
{
	const struct timespec time = {
		milliseconds / 1000, (long)(milliseconds % 1000) * 1000 * 1000};
	for (;;) {
		struct pollfd in[] = {{STDIN_FILENO, POLLIN, 0}, {other, POLLIN, 0}};
		enum terminal_event event;
		int ready = ppoll(in, 2, milliseconds >= 0 ? &time : NULL, &terminal.mask);
		if (terminal_take_signals(&event, count))
			return event;
		if (ready < 0 && errno != EINTR)
			return TERMINAL_END;
		if (ready < 0)
			continue;
		if (in[0].revents == 0)
			return TERMINAL_BESIDE;
		ssize_t got = read(STDIN_FILENO, bytes, room);
		*count = (int)got;
		if (got > 0)
			return TERMINAL_BYTES;
		if (got == 0 || (errno != EINTR && errno != EAGAIN))
			return TERMINAL_END;
	}
}

void terminal_size(int *columns, int *rows)
{
	struct winsize size = {0};
	bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
	*columns = known && size.ws_col > 0 ? size.ws_col : TERMINAL_COLUMNS;
	*rows = known && size.ws_row > 0 ? size.ws_row : TERMINAL_ROWS;
}

bool terminal_draw(const char *text)
{
	fputs("\033[H", stdout);
	for (; *text != '\0'; text++) {
		if (*text == '\n')
			fputs("\033[K", stdout);
		putchar(*text);
	}
	fputs("\033[K\033[J", stdout);
	return standard_output_flush();
}
