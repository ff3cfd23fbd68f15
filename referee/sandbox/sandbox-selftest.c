/*
 * sandbox-selftest.c - starts the escape test program and reads its results.
 */
#include "referee/sandbox/sandbox-selftest.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/base/time.h"
#include "referee/sandbox/sandbox.h"

#define SANDBOX_SELFTEST_PATIENCE (20 * SECOND)

enum { SANDBOX_SELFTEST_TEXT = 16384 };

/* Targets outside the sandbox: a folder and a file that every user may read, and, after a -, the
 * name of another bot's shared memory. */
struct sandbox_selftest_bait {
	char folder[64], secret[80], shared[64];
};

static bool sandbox_selftest_make_folder(struct sandbox_selftest_bait *b, const char *place)
{
	snprintf(b->folder, sizeof b->folder, "%.32s/referee-trial-XXXXXX", place);
	return mkdtemp(b->folder) != NULL;
}

/* Uses /tmp also if TMPDIR names a folder that does not exist or is not ours: `su` keeps the old
 * TMPDIR. */
static bool sandbox_selftest_lay_bait(struct sandbox_selftest_bait *b)
{
	const char *place = getenv("TMPDIR");
	if ((place == NULL || strlen(place) >= 32 || !sandbox_selftest_make_folder(b, place)) &&
		!sandbox_selftest_make_folder(b, "/tmp"))
		return false;
	snprintf(b->secret, sizeof b->secret, "%s/secret", b->folder);
	snprintf(b->shared, sizeof b->shared, "-%s", strrchr(b->folder, '/'));
	FILE *file = fopen(b->secret, "we");
	bool good = file != NULL && fputs("nobody's business\n", file) >= 0;
	if (file != NULL)
		good &= fclose(file) == 0;
	return good && chmod(b->folder, 0755) == 0 && chmod(b->secret, 0644) == 0;
}

static void sandbox_selftest_take_bait_away(const struct sandbox_selftest_bait *b)
{
	unlink(b->secret);
	rmdir(b->folder);
	/* Without a sandbox the program shared memory with the whole machine. */
	if (b->shared[0] != '\0')
		shm_unlink(b->shared + 1);
}

/* Reads all output until the program ends; with line, only until a line is complete. False: too
 * late. */
static bool sandbox_selftest_read(const struct sandbox *b, char *text, size_t room, bool line)
{
	const usec until = time_now() + SANDBOX_SELFTEST_PATIENCE;
	size_t used = 0;
	for (usec left; (left = until - time_now()) > 0;) {
		struct pollfd event = {b->out, POLLIN, 0};
		poll(&event, 1, (int)(left / MILLISECOND) + 1);
		ssize_t count = read(b->out, text + used, room - 1 - used);
		if (count < 0 && (errno == EAGAIN || errno == EINTR))
			continue;
		used += count > 0 ? (size_t)count : 0;
		text[used] = '\0';
		if (line && used > 0 && text[used - 1] == '\n')
			return true;
		if (count <= 0 || used == room - 1)
			return count == 0 && !line;
	}
	return false;
}

/* Reads the lines "NAME open", which come in the order of the table. False: some are missing. */
static bool sandbox_selftest_take(struct sandbox_selftest *t, char *text)
{
	char *line;
	for (const struct escape_test *p = all_probes; p->name != NULL; p++, t->count++) {
		const size_t length = strlen(p->name);
		assert(t->count < SANDBOX_SELFTEST_MAX);
		line = strsep(&text, "\n");
		if (line == NULL || strncmp(line, p->name, length) != 0 || line[length] != ' ')
			return false;
		bool open = strcmp(line + length + 1, "open") == 0;
		t->open[t->count] = open;
		t->opened += open;
		t->failed += open && t->level >= p->since;
	}
	return true;
}

static enum sandbox_result sandbox_selftest_start(
	struct sandbox *b, char *const *argv, enum sandbox_level level, char *why, size_t room)
{
	static const struct sandbox_limits allowance = {
		.scratch = 1 << 20, .processes = 64, .files = 256};
	return sandbox_start(b,
		&(struct sandbox_order){.argv = argv, .level = level, .allowance = &allowance}, why,
		room);
}

/* Starts the other bot and waits until it has created its shared memory. */
static bool sandbox_selftest_start_other(struct sandbox *b, char *program, char *shared,
	enum sandbox_level level, char *why, size_t room)
{
	char word[] = ESCAPE_TESTS_WORD, line[16];
	char *argv[] = {program, word, shared, NULL};
	if (sandbox_selftest_start(b, argv, level, why, room) != SANDBOX_STARTED)
		return false;
	if (sandbox_selftest_read(b, line, sizeof line, true))
		return true;
	snprintf(why, room, "the other bot of the trial did not begin");
	sandbox_kill(b);
	return false;
}

/* Runs all tests next to the other bot. */
static bool sandbox_selftest_try(struct sandbox_selftest *t, char *program,
	struct sandbox_selftest_bait *bait, char *why, size_t room)
{
	static char text[SANDBOX_SELFTEST_TEXT];
	struct sandbox b, other;
	char word[] = ESCAPE_TESTS_WORD, us[16], starter[16];
	char secret[sizeof bait->secret + 1], folder[sizeof bait->folder + 1];
	char *argv[] = {program, word, us, secret, folder, starter, bait->shared, NULL};
	bool good = false;
	snprintf(us, sizeof us, "%d", (int)getpid());
	snprintf(starter, sizeof starter, "%u", (unsigned)geteuid());
	snprintf(secret, sizeof secret, "-%s", bait->secret);
	snprintf(folder, sizeof folder, "-%s", bait->folder);
	if (!sandbox_selftest_start_other(&other, program, bait->shared, t->level, why, room))
		return false;
	if (sandbox_selftest_start(&b, argv, t->level, why, room) == SANDBOX_STARTED) {
		good = sandbox_selftest_read(&b, text, sizeof text, false) &&
		       sandbox_selftest_take(t, text);
		if (!good)
			snprintf(why, room, "the program of probes stopped after %d of them",
				t->count);
		sandbox_kill(&b);
	}
	sandbox_kill(&other);
	return good;
}

bool sandbox_selftest_run(struct sandbox_selftest *t, const char *program, enum sandbox_level level,
	char *why, size_t room)
{
	struct sandbox_selftest_bait bait = {.secret = ""};
	char name[PATH_MAX];
	bool good = false;
	*t = (struct sandbox_selftest){.level = level};
	snprintf(name, sizeof name, "%s", program);
	setenv(ESCAPE_TESTS_VARIABLE, "outside", 1);
	if (sandbox_selftest_lay_bait(&bait))
		good = sandbox_selftest_try(t, name, &bait, why, room);
	else
		snprintf(why, room, "no folder could be made in /tmp: %s", strerror(errno));
	unsetenv(ESCAPE_TESTS_VARIABLE);
	sandbox_selftest_take_bait_away(&bait);
	return good;
}

bool sandbox_selftest_pass(enum sandbox_level level, char *why, size_t room)
{
	char program[PATH_MAX] = "", reason[256];
	struct sandbox_selftest t;
	if (!sandbox_can(level, why, room))
		return false;
	if (level == SANDBOX_NONE)
		return true;
	if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0 ||
		!sandbox_selftest_run(&t, program, level, reason, sizeof reason)) {
		snprintf(why, room, "a box cannot be made: %s%s", reason,
			level == SANDBOX_FULL ? "; sandbox = reduced asks for less" : "");
		return false;
	}
	if (t.failed > 0)
		snprintf(why, room,
			"%d way%s out of a box %s open here; `referee check --sandbox` lists them",
			t.failed, t.failed == 1 ? "" : "s", t.failed == 1 ? "is" : "are");
	return t.failed == 0;
}
