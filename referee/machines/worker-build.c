/*
 * worker-build.c - digests of the referee's programs.
 */
#include "referee/machines/worker-build.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/crypto.h"
#include "referee/sandbox/find-program.h"

enum { WORKER_BUILD_CHUNK = 1 << 16, WORKER_BUILD_DIGITS = 16 };

const char *const worker_build_names[WORKER_BUILDS] = {
	[WORKER_BUILD_REFEREE] = "referee",
	[WORKER_BUILD_BOT] = "referee-bot",
	[WORKER_BUILD_ADAPT] = "referee-adapt",
};

static const size_t worker_build_at[WORKER_BUILDS] = {
	[WORKER_BUILD_REFEREE] = offsetof(struct worker_facts, referee),
	[WORKER_BUILD_BOT] = offsetof(struct worker_facts, referee_bot),
	[WORKER_BUILD_ADAPT] = offsetof(struct worker_facts, referee_adapt),
};

/* A file as it was when it was last read. */
struct worker_build_known {
	struct stat status;
	char digest[WORKER_BUILD_DIGITS + 1];
};

static bool worker_build_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
	       a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static void worker_build_sum(int file, char digest[WORKER_BUILD_DIGITS + 1])
{
	static char bytes[WORKER_BUILD_CHUNK];
	char text[CRYPTO_TEXT + 1];
	struct crypto_sum *all = crypto_sum_begin();
	ssize_t count;
	while ((count = read(file, bytes, sizeof bytes)) > 0)
		crypto_sum_add(all, bytes, (size_t)count);
	crypto_sum_end_text(all, text);
	text[count == 0 ? WORKER_BUILD_DIGITS : 0] = '\0';
	memcpy(digest, text, WORKER_BUILD_DIGITS + 1);
}

static void worker_build_of(const char *path, struct worker_build_known *known, char *digest)
{
	struct stat status;
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0 || fstat(file, &status) != 0) {
		*known = (struct worker_build_known){.digest = ""};
	} else if (!worker_build_same(&status, &known->status)) {
		worker_build_sum(file, known->digest);
		known->status = status;
	}
	if (file >= 0)
		close(file);
	memcpy(digest, known->digest, sizeof known->digest);
}

void worker_build_read(struct worker_facts *f)
{
	static struct worker_build_known known[WORKER_BUILDS];
	char path[FIND_PROGRAM_PATH];
	for (int i = 0; i < WORKER_BUILDS; i++) {
		char *digest = (char *)f + worker_build_at[i];
		*digest = '\0';
		if (i == WORKER_BUILD_REFEREE)
			worker_build_of("/proc/self/exe", &known[i], digest);
		else if (find_program_program(worker_build_names[i], path))
			worker_build_of(path, &known[i], digest);
	}
}

unsigned worker_build_differs(const struct worker_facts *theirs, const struct worker_facts *ours)
{
	unsigned programs = 0;
	for (int i = 0; i < WORKER_BUILDS && strcmp(theirs->arch, ours->arch) == 0; i++) {
		const char *their = (const char *)theirs + worker_build_at[i],
			   *our = (const char *)ours + worker_build_at[i];
		if (*their != '\0' && *our != '\0' && strcmp(their, our) != 0)
			programs |= 1u << i;
	}
	return programs;
}

void worker_build_list(unsigned programs, char *text, size_t room)
{
	size_t used = 0;
	*text = '\0';
	for (int i = 0; i < WORKER_BUILDS; i++)
		if (programs & 1u << i && used < room)
			used += (size_t)snprintf(text + used, room - used, "%s%s",
				used > 0 ? ", " : "", worker_build_names[i]);
}
