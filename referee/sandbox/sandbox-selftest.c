/*
 * sandbox-selftest.c - starts the escape test program in a sandbox and reads its results.
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

#include "base/plural.h"
#include "base/time.h"
#include "referee/sandbox/namespaces.h"
#include "referee/sandbox/sandbox.h"

#define SANDBOX_SELFTEST_TIMEOUT (20 * SECOND)

enum { SANDBOX_SELFTEST_TEXT = 16384 };

/* Targets outside the sandbox: a folder and a file that every user may read, and, after a -, the
 * name of another bot's shared memory. */
struct sandbox_selftest_bait {
	char folder[64], secret[80], shared[64];
};

static bool sandbox_selftest_make_folder(struct sandbox_selftest_bait *b, const char *place)
{
	snprintf(b->folder, sizeof b->folder, "%.32s/referee-selftest-XXXXXX", place);
	return mkdtemp(b->folder) != NULL;
}

/* Uses /tmp also if TMPDIR names a folder that does not exist or is not ours: `su` keeps the old
 * TMPDIR. */
static bool sandbox_selftest_make_bait(struct sandbox_selftest_bait *b)
{
	const char *place = getenv("TMPDIR");
	if ((place == NULL || strlen(place) >= 32 || !sandbox_selftest_make_folder(b, place)) &&
		!sandbox_selftest_make_folder(b, "/tmp"))
		return false;
	snprintf(b->secret, sizeof b->secret, "%s/secret", b->folder);
	snprintf(b->shared, sizeof b->shared, "-%s", strrchr(b->folder, '/'));
	FILE *file = fopen(b->secret, "we");
	bool good = file != NULL && fputs("a secret\n", file) >= 0;
	if (file != NULL)
		good &= fclose(file) == 0;
	return good && chmod(b->folder, 0755) == 0 && chmod(b->secret, 0644) == 0;
}

static void sandbox_selftest_remove_bait(const struct sandbox_selftest_bait *b)
{
	unlink(b->secret);
	rmdir(b->folder);
	/* Without a sandbox the program shared memory with the whole machine. */
	if (b->shared[0] != '\0')
		shm_unlink(b->shared + 1);
}

/* Reads all output until the program ends; with line, only until a line is complete. False: too
 * late. */
static bool sandbox_selftest_read(const struct sandbox *sandbox, char *text, size_t room, bool line)
{
	const usec until = time_now() + SANDBOX_SELFTEST_TIMEOUT;
	size_t used = 0;
	for (usec left; (left = until - time_now()) > 0;) {
		struct pollfd event = {sandbox->out, POLLIN, 0};
		poll(&event, 1, (int)(left / MILLISECOND) + 1);
		ssize_t count = read(sandbox->out, text + used, room - 1 - used);
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
static bool sandbox_selftest_parse(struct sandbox_selftest *t, char *text)
{
	char *line;
	for (const struct escape_test *test = escape_tests; test->name != NULL;
		test++, t->count++) {
		const size_t length = strlen(test->name);
		assert(t->count < SANDBOX_SELFTEST_MAX);
		line = strsep(&text, "\n");
		if (line == NULL || strncmp(line, test->name, length) != 0 || line[length] != ' ')
			return false;
		bool open = strcmp(line + length + 1, "open") == 0;
		t->open[t->count] = open;
		t->opened += open;
		t->failed += open && t->level >= test->since;
	}
	return true;
}

static enum sandbox_result sandbox_selftest_start(
	struct sandbox *sandbox, char *const *argv, enum sandbox_level level, struct error *err)
{
	static const struct sandbox_limits limits = {
		.scratch = 1 << 20, .processes = 64, .files = 256};
	return sandbox_start(sandbox,
		&(struct sandbox_options){.argv = argv, .level = level, .resources = &limits}, err);
}

/* Starts the other bot and waits until it has created its shared memory. */
static bool sandbox_selftest_start_other(struct sandbox *sandbox, char *program, char *shared,
	enum sandbox_level level, struct error *err)
{
	char word[] = ESCAPE_TESTS_WORD, line[16];
	char *argv[] = {program, word, shared, NULL};
	if (sandbox_selftest_start(sandbox, argv, level, err) != SANDBOX_STARTED)
		return false;
	if (sandbox_selftest_read(sandbox, line, sizeof line, true))
		return true;
	error_set(err, "the second bot of the self-test did not start");
	sandbox_kill(sandbox);
	return false;
}

/* Runs all tests next to the other bot. */
static bool sandbox_selftest_try(struct sandbox_selftest *t, char *program,
	struct sandbox_selftest_bait *bait, struct error *err)
{
	char text[SANDBOX_SELFTEST_TEXT];
	struct sandbox sandbox, other;
	char word[] = ESCAPE_TESTS_WORD, us[16], starter[16];
	char secret[sizeof bait->secret + 1], folder[sizeof bait->folder + 1];
	char *argv[] = {program, word, us, secret, folder, starter, bait->shared, NULL};
	bool good = false;
	snprintf(us, sizeof us, "%d", (int)getpid());
	snprintf(starter, sizeof starter, "%u", (unsigned)geteuid());
	snprintf(secret, sizeof secret, "-%s", bait->secret);
	snprintf(folder, sizeof folder, "-%s", bait->folder);
	if (!sandbox_selftest_start_other(&other, program, bait->shared, t->level, err))
		return false;
	if (sandbox_selftest_start(&sandbox, argv, t->level, err) == SANDBOX_STARTED) {
		good = sandbox_selftest_read(&sandbox, text, sizeof text, false) &&
		       sandbox_selftest_parse(t, text);
		if (!good)
			error_set(err, "the escape test program stopped after %d tests", t->count);
		sandbox_kill(&sandbox);
	}
	sandbox_kill(&other);
	return good;
}

bool sandbox_selftest_run(struct sandbox_selftest *t, const char *program, enum sandbox_level level,
	struct error *err)
{
	struct sandbox_selftest_bait bait = {.secret = ""};
	char name[PATH_MAX];
	bool good = false;
	*t = (struct sandbox_selftest){.level = level};
	snprintf(name, sizeof name, "%s", program);
	setenv(ESCAPE_VARIABLE, "outside", 1);
	if (sandbox_selftest_make_bait(&bait))
		good = sandbox_selftest_try(t, name, &bait, err);
	else
		error_set(err, "/tmp: the folder of the self-test cannot be made: %s",
			strerror(errno));
	unsetenv(ESCAPE_VARIABLE);
	sandbox_selftest_remove_bait(&bait);
	return good;
}

/* Says why no sandbox can be made, and what would help. Returns false. */
static bool sandbox_selftest_explain(
	enum sandbox_level level, const struct error *reason, struct error *err)
{
	error_set(err, "the sandbox cannot be made: %s", reason->text);
	if (level == SANDBOX_FULL && namespaces_explain(err))
		error_prefix(err, "the sandbox cannot be made: ");
	return error_append(err, "; `referee doctor` says more%s",
		level == SANDBOX_FULL ? ", and whether `sandbox = reduced` works" : "");
}

bool sandbox_selftest_pass(enum sandbox_level level, struct error *err)
{
	struct error reason = {""};
	char program[PATH_MAX] = "";
	struct sandbox_selftest t;
	if (!sandbox_can(level, err))
		return false;
	if (level == SANDBOX_NONE)
		return true;
	if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0 ||
		!sandbox_selftest_run(&t, program, level, &reason))
		return sandbox_selftest_explain(level, &reason, err);
	if (t.failed > 0)
		error_set(err, "the sandbox: %s %s on this machine; `referee doctor` names them",
			counted(t.failed, "escape attempt").text,
			plural(t.failed, "succeeds", "succeed"));
	return t.failed == 0;
}
