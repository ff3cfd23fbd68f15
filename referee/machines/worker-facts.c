/*
 * worker-facts.c - collects and compares the facts of a worker.
 */
#include "referee/machines/worker-facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/cpu-affinity.h"
#include "base/escape.h"
#include "base/version.h"
#include "referee/process/crypto.h"
#include "referee/sandbox/find-program.h"

bool worker_facts_is_name(const char *name)
{
	static const char good[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	size_t length = strspn(name, good);
	return length > 0 && length < WORKER_NAME && name[length] == '\0' &&
	       strcmp(name, "here") != 0;
}

/* The model of the first processor in /proc/cpuinfo. Not every architecture has one. */
static void worker_facts_model(char model[WORKER_CPU])
{
	static const char *const keys[] = {"model name", "cpu model", "Model", "cpu"};
	char line[512];
	FILE *in = fopen("/proc/cpuinfo", "re");
	model[0] = '\0';
	while (in != NULL && model[0] == '\0' && fgets(line, sizeof line, in) != NULL) {
		char *value = strchr(line, ':');
		size_t length = strcspn(line, "\t:");
		if (value != NULL)
			value += strspn(value, ": ");
		for (size_t i = 0; value != NULL && i < sizeof keys / sizeof *keys; i++)
			if (strlen(keys[i]) == length && strncmp(line, keys[i], length) == 0)
				snprintf(model, WORKER_CPU, "%.*s", (int)strcspn(value, "\n"),
					value);
	}
	if (in != NULL)
		fclose(in);
}

void worker_facts_collect(struct worker_facts *f)
{
	struct utsname machine;
	uname(&machine);
	snprintf(f->arch, sizeof f->arch, "%.*s", WORKER_WORD - 1, machine.machine);
	snprintf(f->version, sizeof f->version, "%s", VERSION);
	worker_facts_model(f->cpu);
	f->cores = cpu_affinity_cores(CPU_AFFINITY_FOLDER);
}

bool worker_facts_fit(int protocol, const char *version, struct error *err)
{
	if (protocol == WORKER_PROTOCOL && strcmp(version, VERSION) == 0)
		return true;
	/* Workers of version 3 and earlier say their facts there. */
	char *shown = escape_text(strpbrk(version, " =") == NULL ? version : "?", false);
	error_set(err,
		"it is referee %.31s with version %d of a worker's lines, and this is referee %s with version %d; install the same version there",
		shown, protocol, VERSION, WORKER_PROTOCOL);
	free(shown);
	return false;
}

/* --- builds ----------------------------------------------------------------------------------- */

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
