/*
 * test-build.c - builds a program from a revision.
 */
#include "referee/commands/test-build.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "referee/base/escape.h"
#include "referee/base/memory.h"
#include "referee/base/crypto.h"
#include "referee/base/time.h"
#include "referee/base/file-tree.h"
#include "referee/base/shell-split.h"

enum {
	TEST_SHORT = 7,	 /* hex digits of a commit's id */
	TEST_LABEL = 40, /* most bytes of a revision in a name */
	TEST_WHY = 1024,
	TEST_LINES = 20, /* last lines shown of a failed build */
	TEST_SHOWN = 8,	 /* most programs listed */
};

static __attribute__((format(printf, 1, 2))) void test_tell(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fputs("referee test: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
}

static __attribute__((format(printf, 2, 3))) void test_say(
	const struct test_build *t, const char *format, ...)
{
	char line[TEST_WHY];
	va_list args;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	if (t->say != NULL)
		t->say(line);
}

/* --- the revisions --------------------------------------------------------------------------- */

/* Copies the name of a branch or a tag into label, if it may be part of a bot's name. False: the
 * revision is an id, or names another commit from day to day. */
static bool test_label(const struct test_side *s, char label[TEST_LABEL + 1])
{
	size_t length = strlen(s->revision);
	if (strspn(s->revision, "0123456789abcdef") == length || length > TEST_LABEL ||
		strcmp(s->revision, "HEAD") == 0 || strcmp(s->revision, "@") == 0 ||
		strspn(s->revision,
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/+") !=
			length)
		return false;
	for (size_t i = 0; i <= length; i++)
		label[i] = s->revision[i] == '/' ? '-' : s->revision[i];
	return *label != '-';
}

/* Names the bots, with enough digits to distinguish them. */
static void test_name(struct test_build *t)
{
	const struct test_side *dev = &t->sides[TEST_DEV], *base = &t->sides[TEST_BASE];
	char label[TEST_LABEL + 1];
	int digits = TEST_SHORT;
	while (strncmp(dev->commit.id, base->commit.id, (size_t)digits) == 0)
		digits++;
	for (int i = 0; i < TEST_SIDES; i++) {
		struct test_side *s = &t->sides[i];
		bool labelled = digits < TEST_NAME - TEST_LABEL - 2 && test_label(s, label);
		snprintf(s->name, sizeof s->name, "%s%s%.*s", labelled ? label : "",
			labelled ? "-" : "", digits < TEST_NAME ? digits : TEST_NAME - 1,
			s->commit.id);
	}
}

int test_build_find(struct test_build *t)
{
	char why[TEST_WHY];
	struct git git;
	struct test_side *dev = &t->sides[TEST_DEV], *base = &t->sides[TEST_BASE];
	bool good = git_open(&git, t->repository, why, sizeof why);
	for (int i = 0; i < TEST_SIDES && good; i++)
		good = git_find(&git, t->sides[i].revision, &t->sides[i].commit, why, sizeof why);
	git_close(&git);
	if (!good) {
		test_tell("%s: %s", t->repository, why);
		return EXIT_FILE;
	}
	bool same = strcmp(dev->commit.id, base->commit.id) == 0;
	if (same || strcmp(dev->commit.tree, base->commit.tree) == 0) {
		test_tell(
			"%s and %s are %s: there is nothing to test; name two revisions that differ",
			dev->revision, base->revision,
			same ? "the same commit" : "commits of the same files");
		return EXIT_FILE;
	}
	test_name(t);
	return 0;
}

/* --- building -------------------------------------------------------------------------------- */

/* Writes the files of a commit into a folder of the cache. */
static bool test_export(const struct test_build *t, const struct test_side *s,
	const struct build_cache_place *place, char *why, size_t room)
{
	enum { ENTRIES = 100000 };
	struct file_tree_writer w;
	struct git git;
	int modules = 0;
	bool good = git_open(&git, t->repository, why, room);
	if (good && !file_tree_write_open(&w, place->folder, t->limits.disk, ENTRIES)) {
		snprintf(why, room, "its files cannot be written: %s", strerror(errno));
		good = false;
	} else if (good) {
		good = git_export(&git, s->commit.tree, &w, &modules, why, room);
		if (w.full)
			snprintf(why, room, "its files are more than fit into build-disk = %lldM",
				(long long)(t->limits.disk >> 20));
		file_tree_write_close(&w);
	}
	git_close(&git);
	if (modules > 0)
		test_say(t, "%s: %d submodule%s left out", s->name, modules,
			modules == 1 ? " is" : "s are");
	return good;
}

/* Prints the last lines of the build's output. */
static void test_show_output(const struct test_side *s)
{
	char *plain = escape_text(s->build.output, true);
	size_t length = strlen(plain);
	while (length > 0 && plain[length - 1] == '\n')
		plain[--length] = '\0';
	const char *at = plain + length;
	for (int lines = 0; at > plain; at--)
		if (at[-1] == '\n' && ++lines == TEST_LINES)
			break;
	if (*at != '\0')
		fprintf(stderr, "%s\n", at);
	free(plain);
}

static void test_say_built(const struct test_build *t, const struct test_side *s, bool found)
{
	char took[32];
	time_tell(s->build.took, took, sizeof took);
	test_say(t, "%s: %.12s, \"%s\": %s%s", s->name, s->commit.id, s->commit.subject,
		found ? "was built before" : "built in ", found ? "" : took);
}

/* Builds one revision in the folder of its files. */
static int test_build_source(
	struct test_build *t, struct test_side *s, const struct build_cache_place *place)
{
	char why[TEST_WHY];
	const struct build_order order = {.command = t->make,
		.source = place->folder,
		.limits = &t->limits,
		.cache = &t->cache};
	enum build_result result = build_run(&s->build, &order, why, sizeof why);
	if (result == BUILD_MADE || result == BUILD_FOUND) {
		test_say_built(t, s, result == BUILD_FOUND);
		return 0;
	}
	if (result == BUILD_FAILED)
		test_show_output(s);
	test_tell("%s: \"%s\" cannot be built: %s", s->name, s->commit.subject, why);
	return result == BUILD_FAILED ? EXIT_FILE : EXIT_BROKEN;
}

static int test_build_side(struct test_build *t, struct test_side *s)
{
	char why[TEST_WHY];
	struct build_cache_place place;
	int status = EXIT_FILE;
	if (!build_cache_begin(&t->cache, &place)) {
		test_tell("%s: no folder can be made there: %s", t->cache.folder, strerror(errno));
		return EXIT_BROKEN;
	}
	if (test_export(t, s, &place, why, sizeof why))
		status = test_build_source(t, s, &place);
	else
		test_tell("%s: %s", s->name, why);
	build_cache_leave(&place);
	return status;
}

/* --- the program ----------------------------------------------------------------------------- */

/* Makes a word the command's program: ./engine, and ./src/engine. */
static char *test_word(const char *path)
{
	char *text, *word = memory_print("./%s", path);
	size_t size;
	FILE *out = memory_open(&text, &size);
	shell_split_write(out, word);
	memory_close(out);
	free(word);
	return text;
}

/* Writes "it made a, b and 3 more". */
static void test_list(const struct build *b, char *text, size_t room)
{
	int used = snprintf(
		text, room, "%s", b->programs_count == 0 ? "it made no program" : "it made ");
	for (int i = 0; i < b->programs_count && i < TEST_SHOWN && used < (int)room; i++) {
		char *plain = escape_text(b->programs[i], false);
		used += snprintf(
			text + used, room - (size_t)used, "%s./%s", i > 0 ? ", " : "", plain);
		free(plain);
	}
	if (b->programs_count > TEST_SHOWN && used < (int)room)
		snprintf(text + used, room - (size_t)used, " and %d more",
			b->programs_count - TEST_SHOWN);
}

/* Is the first word, if it is a path, an existing program? */
static bool test_is_there(const struct test_side *s, const char *word)
{
	char path[BUILD_CACHE_PATH + FILE_TREE_PATH];
	struct stat status;
	if (strchr(word, '/') == NULL || *word == '/')
		return true;
	snprintf(path, sizeof path, "%s/%s", s->build.folder, word);
	return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
	       (status.st_mode & S_IXUSR) != 0;
}

static int test_find_command(const struct test_build *t, struct test_side *s)
{
	char list[TEST_WHY], why[TEST_WHY], **words;
	int count;
	test_list(&s->build, list, sizeof list);
	if (t->command == NULL && s->build.programs_count != 1) {
		test_tell("%s: which program plays? Of `%s` %s; --command './NAME' says it",
			s->name, t->make, list);
		return EXIT_FILE;
	}
	s->command = t->command != NULL ? memory_copy(t->command) : test_word(s->build.programs[0]);
	if (!shell_split_split(s->command, &words, &count, why, sizeof why)) {
		test_tell("--command \"%s\": %s", s->command, why);
		return EXIT_USAGE;
	}
	bool there = test_is_there(s, words[0]);
	if (!there)
		test_tell("%s: there is no program \"%s\" after `%s`; %s", s->name, words[0],
			t->make, list);
	free(words);
	return there ? 0 : EXIT_FILE;
}

/* --- equal programs -------------------------------------------------------------------------- */

static bool test_sum_entry(void *arg, const struct file_tree_entry *e)
{
	char chunk[4096];
	ssize_t count;
	crypto_sum_add(arg, e->path, strlen(e->path) + 1);
	if (e->target != NULL)
		crypto_sum_add(arg, e->target, strlen(e->target) + 1);
	while (e->fd >= 0 && (count = read(e->fd, chunk, sizeof chunk)) > 0)
		crypto_sum_add(arg, chunk, (size_t)count);
	return true;
}

/* Adds a file below the folder that a word names. Returns whether it is machine code (ELF). */
static bool test_sum_word(struct secret_sum *sum, const char *folder, const char *word)
{
	char path[BUILD_CACHE_PATH + FILE_TREE_PATH], head[4] = "";
	struct stat status;
	snprintf(path, sizeof path, "%s/%s", folder, word);
	int fd = *word == '/' ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool file = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
	bool code = file && pread(fd, head, sizeof head, 0) == sizeof head &&
		    memcmp(head, "\177ELF", sizeof head) == 0;
	if (file)
		test_sum_entry(sum, &(struct file_tree_entry){.path = word, .fd = fd});
	if (fd >= 0)
		close(fd);
	return code;
}

/* Computes the digest. For machine code: the program and the files that its command names. For
 * other programs: the whole folder. */
static void test_digest(struct test_side *s)
{
	unsigned char bytes[CRYPTO_BYTES];
	char why[TEST_WHY], **words;
	int count = 0;
	struct secret_sum *sum = crypto_sum_begin();
	bool code = false;
	if (shell_split_split(s->command, &words, &count, why, sizeof why)) {
		for (int i = 0; i < count; i++) {
			crypto_sum_add(sum, words[i], strlen(words[i]) + 1);
			bool is = test_sum_word(sum, s->build.folder, words[i]);
			code |= i == 0 && is;
		}
		free(words);
	}
	if (!code)
		file_tree_walk(s->build.folder, test_sum_entry, sum);
	crypto_sum_end(sum, bytes);
	crypto_write(bytes, s->digest);
}

int test_build_make(struct test_build *t)
{
	int status = 0;
	for (int i = 0; i < TEST_SIDES && status == 0; i++)
		status = test_build_side(t, &t->sides[i]);
	for (int i = 0; i < TEST_SIDES && status == 0; i++)
		status = test_find_command(t, &t->sides[i]);
	for (int i = 0; i < TEST_SIDES && status == 0; i++)
		test_digest(&t->sides[i]);
	if (status != 0 || t->same ||
		strcmp(t->sides[TEST_DEV].digest, t->sides[TEST_BASE].digest) != 0)
		return status;
	test_tell(
		"%s and %s are the same program, byte by byte (SHA-256 %.12s): there is nothing to test; if they read other files of their folders, name these in --command, or insist with --same",
		t->sides[TEST_DEV].name, t->sides[TEST_BASE].name, t->sides[TEST_DEV].digest);
	return EXIT_FILE;
}

void test_build_clear(struct test_build *t)
{
	for (int i = 0; i < TEST_SIDES; i++) {
		struct test_side *s = &t->sides[i];
		if (*s->build.key != '\0')
			build_clear(&s->build);
		free(s->command);
		s->command = NULL;
		*s->build.key = '\0';
	}
}
