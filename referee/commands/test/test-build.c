/*
 * test-build.c - builds a program from a revision.
 */
#include "referee/commands/test/test-build.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/plural.h"
#include "referee/commands/command.h"
#include "base/escape.h"
#include "base/memory.h"
#include "referee/process/crypto.h"
#include "base/time.h"
#include "referee/process/file-tree.h"
#include "base/shell-words.h"

enum {
	TEST_SHORT = 7,	 /* hex digits of a commit's id */
	TEST_LABEL = 40, /* most bytes of a revision in a name */
	TEST_LINE = 1024,
	TEST_LINES = 20, /* last lines shown of a failed build */
};

static __attribute__((format(printf, 2, 3))) void test_report_progress(
	const struct test_build *t, const char *format, ...)
{
	char line[TEST_LINE];
	va_list args;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	if (!t->quiet)
		command_report(&command_test, "%s", line);
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
	struct error err;
	struct git git;
	struct test_side *dev = &t->sides[TEST_DEV], *base = &t->sides[TEST_BASE];
	bool good = git_open(&git, t->repository, &err);
	for (int i = 0; i < TEST_SIDES && good; i++)
		good = git_find(&git, t->sides[i].revision, &t->sides[i].commit, &err);
	git_close(&git);
	if (!good)
		return command_fail(&command_test, EXIT_FILE, "%s: %s", t->repository, err.text);
	bool same = strcmp(dev->commit.id, base->commit.id) == 0;
	if (same || strcmp(dev->commit.tree, base->commit.tree) == 0)
		return command_fail(&command_test, EXIT_FILE,
			"%s and %s are %s: there is nothing to test; name two different revisions",
			dev->revision, base->revision,
			same ? "the same commit" : "commits of the same files");
	test_name(t);
	return 0;
}

/* --- building -------------------------------------------------------------------------------- */

/* Writes the files of a commit into a folder of the cache. */
static bool test_export(const struct test_build *t, const struct test_side *s,
	const struct build_cache_place *place, struct error *err)
{
	enum { ENTRIES = 100000 };
	struct file_tree_writer w;
	struct git git;
	int modules = 0;
	bool good = git_open(&git, t->repository, err);
	if (good && !file_tree_write_open(&w, place->folder, t->limits.disk, ENTRIES)) {
		error_set(err, "its files cannot be written: %s", strerror(errno));
		good = false;
	} else if (good) {
		good = git_export(&git, s->commit.tree, &w, &modules, err);
		if (w.full)
			error_set(err, "its files do not fit into build-disk = %lldM",
				(long long)(t->limits.disk >> 20));
		file_tree_write_close(&w);
	}
	git_close(&git);
	if (modules > 0)
		test_report_progress(
			t, "%s: %s left out", s->name, counted(modules, "submodule is").text);
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

/* Builds one revision in the folder of its files. */
static int test_build_source(
	struct test_build *t, struct test_side *s, const struct build_cache_place *place)
{
	struct error err;
	const struct build_options options = {.command = t->make,
		.source = place->folder,
		.limits = &t->limits,
		.cache = &t->cache};
	enum build_result result = build_run(&s->build, &options, &err);
	if (result == BUILD_MADE || result == BUILD_FOUND) {
		char took[32];
		time_format(s->build.took, took, sizeof took);
		test_report_progress(t, "%s: %.12s, \"%s\": %s%s", s->name, s->commit.id,
			s->commit.subject,
			(result == BUILD_FOUND) ? "was built before" : "built in ",
			(result == BUILD_FOUND) ? "" : took);
		return 0;
	}
	if (result == BUILD_FAILED)
		test_show_output(s);
	command_report(&command_test, "%s: \"%s\" cannot be built: %s", s->name, s->commit.subject,
		err.text);
	return result == BUILD_FAILED ? EXIT_FILE : EXIT_BROKEN;
}

static int test_build_side(struct test_build *t, struct test_side *s)
{
	struct error err;
	struct build_cache_place place;
	int status = EXIT_FILE;
	if (!build_cache_begin(&t->cache, &place))
		return command_fail(&command_test, EXIT_BROKEN, "%s: the folder cannot be made: %s",
			t->cache.folder, strerror(errno));
	if (test_export(t, s, &place, &err))
		status = test_build_source(t, s, &place);
	else
		command_report(&command_test, "%s: %s", s->name, err.text);
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
	shell_words_write(out, word);
	memory_close(out);
	free(word);
	return text;
}

static int test_find_command(const struct test_build *t, struct test_side *s)
{
	struct error err;
	char list[TEST_LINE], **words;
	int count;
	build_list_programs(&s->build, list, sizeof list);
	if (t->command == NULL && s->build.programs_count != 1)
		return command_fail(&command_test, EXIT_FILE,
			"%s: the program that plays is not known: after `%s` %s; --command './NAME' names it",
			s->name, t->make, list);
	s->command = t->command != NULL ? memory_copy(t->command) : test_word(s->build.programs[0]);
	if (!shell_words_split(s->command, &words, &count, &err))
		return command_fail(
			&command_test, EXIT_USAGE, "--command \"%s\": %s", s->command, err.text);
	bool there = build_has_program(&s->build, words[0]);
	if (!there)
		command_report(&command_test, "%s: there is no program \"%s\" after `%s`; %s",
			s->name, words[0], t->make, list);
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
static bool test_sum_word(struct crypto_sum *sum, const char *folder, const char *word)
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
	struct error err;
	char **words;
	int count = 0;
	struct crypto_sum *sum = crypto_sum_begin();
	bool code = false;
	if (shell_words_split(s->command, &words, &count, &err)) {
		for (int i = 0; i < count; i++) {
			crypto_sum_add(sum, words[i], strlen(words[i]) + 1);
			bool is = test_sum_word(sum, s->build.folder, words[i]);
			code |= i == 0 && is;
		}
		free(words);
	}
	if (!code)
		file_tree_walk(s->build.folder, test_sum_entry, sum);
	crypto_sum_end_text(sum, s->digest);
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
	command_report(&command_test,
		"%s and %s are the same program, byte by byte (SHA-256 %.12s): there is nothing to test; if they read other files of their folders, name those in --command, or give --same",
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
