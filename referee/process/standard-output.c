/*
 * standard-output.c - remembers that output was lost.
 *
 * stdio drops what it could not write, and tells it only once, by the call that failed. Of a write
 * that stdio made by itself only the stream's error indicator is left.
 */
#include "referee/process/standard-output.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/exit-status.h"
#include "referee/process/status-line.h"

static int standard_output_why; /* errno of the first loss; 0: none is known */

/* Has the reader of the pipe left? */
static bool standard_output_unread(void)
{
	struct pollfd out = {.fd = STDOUT_FILENO};
	return standard_output_why == EPIPE ||
	       (standard_output_why == 0 && poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0);
}

bool standard_output_flush(void)
{
	errno = 0;
	if (fflush(stdout) != 0 && standard_output_why == 0)
		standard_output_why = errno;
	return standard_output_why == 0 && ferror(stdout) == 0;
}

int standard_output_lost(void)
{
	return standard_output_flush() ? 0 : standard_output_why != 0 ? standard_output_why : EIO;
}

void standard_output_lose(int why)
{
	if (standard_output_why == 0)
		standard_output_why = why;
}

int standard_output_end(int status)
{
	if (standard_output_flush())
		return status;
	bool unread = standard_output_unread();
	if (!unread)
		fprintf(stderr, "%s: the output cannot be written%s%s\n",
			program_invocation_short_name, standard_output_why != 0 ? ": " : "",
			standard_output_why != 0 ? strerror(standard_output_why) : "");
	if (status != 0)
		return status;
	return unread ? EXIT_SIGNAL + SIGPIPE : EXIT_BROKEN;
}

/* --- long lines ------------------------------------------------------------------------------- */

enum { FOLD_WORDS = 30 }; /* columns of words; a narrower terminal breaks lines itself */

int fold_width(void)
{
	static int width = -1;
	if (width < 0)
		width = status_line_width(STDOUT_FILENO);
	return width;
}

void fold_print(const char *text, int column, const char *next)
{
	int width = fold_width(), indent = (int)strlen(next);
	if (width < indent + FOLD_WORDS) {
		fputs(text, stdout);
		return;
	}
	while (*text != '\0') {
		int blanks = (int)strspn(text, " "), length = (int)strcspn(text + blanks, " ");
		if (column > indent && column + blanks + length > width) {
			printf("\n%s", next);
			column = indent;
			text += blanks;
			blanks = 0;
		}
		column += printf("%.*s", blanks + length, text);
		text += blanks + length;
	}
}
