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
