/*
 * submission-unpack.c - unpacks an archive in a confined process.
 */
#include "referee/submissions/submission-unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/process/process.h"
#include "referee/submissions/submission.h"
#include "referee/submissions/submission-folder.h"
#include "referee/sandbox/landlock.h"
#include "referee/sandbox/seccomp.h"

enum { SUBMISSION_UNPACK_MEMORY = 512 << 20 /* bytes of address space */ };

/* The report of the process, in one write. */
struct submission_unpack_end {
	int good;
	int level; /* the files are in folder/LEVEL */
	struct error err;
	char notes[SUBMISSION_UNPACK_NOTES];
};

/* --- in the process ----------------------------------------------------------------------------
 */

static bool submission_unpack_confine(const char *folder, struct error *err)
{
	static const char *const denied[] = {"fork", "vfork", "clone", "clone3", "execve",
		"execveat", "kill", "tkill", "tgkill", "pidfd_send_signal", "pidfd_open",
		"rt_sigqueueinfo", "rt_tgsigqueueinfo", "socketpair", NULL};
	int rules = landlock_make_writer(folder);
	bool good = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
	if (rules >= 0)
		good = good && landlock_restrict(rules) == 0;
	else
		good = good && (errno == ENOSYS || errno == EOPNOTSUPP);
	if (rules >= 0)
		close(rules);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	setrlimit(
		RLIMIT_CPU, &(struct rlimit){SUBMISSION_UNPACK_SECONDS, SUBMISSION_UNPACK_SECONDS});
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){SUBMISSION_BYTES, SUBMISSION_BYTES});
#ifndef __SANITIZE_ADDRESS__ /* its shadow memory is larger */
	setrlimit(RLIMIT_AS, &(struct rlimit){SUBMISSION_UNPACK_MEMORY, SUBMISSION_UNPACK_MEMORY});
#endif
	good = good && seccomp_prepare() && seccomp_deny_only(denied) && seccomp_restrict(0) == 0;
	return good ||
	       error_set(err, "the rights of its process cannot be dropped: %s", strerror(errno));
}

/* Unpacks the archive, or keeps the file, into an empty folder of this level. */
static bool submission_unpack_level(const char *folder, int level, const char *from,
	const char *name, struct submission_unpack_end *end)
{
	struct submission s;
	size_t stem;
	char *to = memory_print("%s/%d", folder, level);
	bool made = mkdir(to, 0755) == 0 || error_set(&end->err, "%s", strerror(errno));
	bool good =
		made && submission_open(&s, to, SUBMISSION_BYTES, SUBMISSION_ENTRIES, &end->err);
	if (good) {
		good = submission_is_archive(name, &stem)
			       ? submission_add_archive(&s, from, &end->err)
			       : submission_add_file(&s, from, name, &end->err);
		submission_describe(&s, end->notes, sizeof end->notes);
		submission_close(&s);
	}
	free(to);
	end->level = level;
	return good;
}

static bool submission_unpack_all(
	const char *folder, const char *name, struct submission_unpack_end *end)
{
	char *from = memory_print("%s/%s", folder, name);
	int level = 0;
	bool good = true;
	while (from != NULL && good) {
		const char *base = strrchr(from, '/') + 1;
		if (level == SUBMISSION_UNPACK_DEPTH)
			good = error_set(&end->err,
				"it is an archive in an archive in an archive; pack the files themselves");
		else
			good = submission_unpack_level(folder, level++, from, base, end);
		free(from);
		from = NULL;
		if (good) {
			char *to = memory_print("%s/%d", folder, level - 1);
			char *inner = submission_inner(to);
			from = submission_only_archive(inner);
			free(inner);
			free(to);
		}
	}
	free(from);
	return good;
}

static __attribute__((noreturn)) void submission_unpack_child(
	const char *folder, const char *name, int to)
{
	struct submission_unpack_end end = {.good = false};
	signal(SIGXFSZ, SIG_IGN);
	end.good = submission_unpack_confine(folder, &end.err) &&
		   submission_unpack_all(folder, name, &end);
	_exit(write(to, &end, sizeof end) == sizeof end ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* --- its parent --------------------------------------------------------------------------------
 */

/* Reads what the process reports. False: it ended without a report, or too late. */
static bool submission_unpack_wait(int from, struct submission_unpack_end *end)
{
	struct pollfd ready = {.fd = from, .events = POLLIN};
	if (poll(&ready, 1, SUBMISSION_UNPACK_SECONDS * 1000) <= 0 ||
		read(from, end, sizeof *end) != sizeof *end)
		return false;
	end->err.text[sizeof end->err.text - 1] = '\0';
	end->notes[sizeof end->notes - 1] = '\0';
	return end->level >= 0 && end->level < SUBMISSION_UNPACK_DEPTH;
}

bool submission_unpack(const char *folder, const char *name, char **files,
	char notes[SUBMISSION_UNPACK_NOTES], struct error *err)
{
	struct submission_unpack_end end = {.good = false};
	int way[2];
	*files = NULL;
	*notes = '\0';
	if (pipe2(way, O_CLOEXEC) != 0)
		return error_set(err, "it cannot be unpacked: %s", strerror(errno));
	pid_t pid = process_fork();
	if (pid == 0)
		submission_unpack_child(folder, name, way[1]);
	close(way[1]);
	bool reported = pid > 0 && submission_unpack_wait(way[0], &end);
	close(way[0]);
	if (pid > 0) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	if (!reported)
		return error_set(err,
			"the archive cannot be unpacked with the memory and time that one may take; hand in the sources alone");
	if (!end.good)
		return error_set(err, "%s", end.err.text);
	*files = memory_print("%s/%d", folder, end.level);
	memcpy(notes, end.notes, SUBMISSION_UNPACK_NOTES);
	return true;
}
