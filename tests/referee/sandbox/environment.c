/*
 * The variables of a bot: which it gets at any level, and which it gets in its view.
 */
#include "referee/sandbox/environment.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

/* The value of a variable; NULL: there is none. A name must be there once. */
static const char *environment_of(char *const *variables, const char *name)
{
	const char *found = NULL;
	size_t length = strlen(name);
	for (; *variables != NULL; variables++)
		if (strncmp(*variables, name, length) == 0 && (*variables)[length] == '=') {
			ck_assert_ptr_null(found);
			found = *variables + length + 1;
		}
	return found;
}

static void environment_set_outside(void)
{
	ck_assert_int_eq(clearenv(), 0);
	setenv("PATH", "/usr/bin::/home/ann/bin:/bin", 1);
	setenv("HOME", "/home/ann", 1);
	setenv("USER", "ann", 1);
	setenv("TMPDIR", "/var/tmp", 1);
	setenv("LD_LIBRARY_PATH", "/opt/lib", 1);
	setenv("LANG", "C.UTF-8", 1);
	setenv("LANGUAGES", "de", 1);
	setenv("TZ", "UTC", 1);
	setenv("SECRET", "key", 1);
}

/* The folder of ann is not in it. */
static void environment_view(struct fs_view *v)
{
	static char paths[2][8] = {"/bin", "/usr"};
	static struct fs_view_item items[] = {
		{.path = paths[0], .kind = FS_VIEW_TREE, .folder = true},
		{.path = paths[1], .kind = FS_VIEW_TREE, .folder = true},
	};
	*v = (struct fs_view){.items = items, .count = 2};
}

START_TEST(without_a_view_a_bot_has_what_it_needs_outside)
	{
		struct environment e;
		struct sandbox_limits limits = {.memory = 512 << 20};
		environment_set_outside();
		char *const *v = environment_make(&e, NULL, &limits);
		ck_assert_str_eq(environment_of(v, "PATH"), "/usr/bin::/home/ann/bin:/bin");
		ck_assert_str_eq(environment_of(v, "HOME"), "/home/ann");
		ck_assert_str_eq(environment_of(v, "TMPDIR"), "/var/tmp");
		ck_assert_str_eq(environment_of(v, "USER"), "ann");
		ck_assert_str_eq(environment_of(v, "LD_LIBRARY_PATH"), "/opt/lib");
		ck_assert_str_eq(environment_of(v, "LANG"), "C.UTF-8");
		ck_assert_str_eq(environment_of(v, "TZ"), "UTC");
		ck_assert_int_eq(e.count, 7);
		ck_assert_ptr_null(v[7]);
	}
END_TEST

START_TEST(in_a_view_it_has_its_folders_and_no_others)
	{
		struct environment e;
		struct fs_view view;
		struct sandbox_limits limits = {.memory = 0};
		environment_set_outside();
		environment_view(&view);
		char *const *v = environment_make(&e, &view, &limits);
		ck_assert_str_eq(environment_of(v, "PATH"), "/usr/bin:/bin");
		ck_assert_str_eq(environment_of(v, "HOME"), "/tmp");
		ck_assert_str_eq(environment_of(v, "TMPDIR"), "/tmp");
		ck_assert_str_eq(environment_of(v, "USER"), "bot");
		ck_assert_str_eq(environment_of(v, "LANG"), "C.UTF-8");
		ck_assert_str_eq(environment_of(v, "TZ"), "UTC");
		ck_assert_str_eq(environment_of(v, "JAVA_TOOL_OPTIONS"), "-XX:-UsePerfData");
		ck_assert_int_eq(e.count, 7);
		/* A build has its compilers first; a PATH of which nothing is left has the usual
		 * one. */
		strcpy(view.tools, "/run/tools");
		setenv("PATH", "/home/ann/bin", 1);
		v = environment_make(&e, &view, &limits);
		ck_assert_str_eq(environment_of(v, "PATH"), "/run/tools:/usr/bin:/bin");
		unsetenv("PATH");
		view.tools[0] = '\0';
		v = environment_make(&e, &view, &limits);
		ck_assert_str_eq(environment_of(v, "PATH"), "/usr/bin:/bin");
		ck_assert_int_eq(e.count, 7);
	}
END_TEST

static const struct {
	int64_t megabytes;
	const char *java, *node;
} memory_rows[] = {
	/* The code cache is a quarter, 240 MB at most; Node's heap is three quarters. */
	{400, "-XX:-UsePerfData -XX:MaxRAM=400m -XX:MaxRAMPercentage=50 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=100m",
		"--max-old-space-size=300"},
	{956, "-XX:-UsePerfData -XX:MaxRAM=956m -XX:MaxRAMPercentage=50 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=239m",
		"--max-old-space-size=717"},
	{4096, "-XX:-UsePerfData -XX:MaxRAM=4096m -XX:MaxRAMPercentage=50 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=240m",
		"--max-old-space-size=3072"},
};

START_TEST(runtimes_are_told_the_limit_of_memory)
	{
		struct environment e;
		struct fs_view view;
		struct sandbox_limits limits = {.memory = memory_rows[_i].megabytes << 20};
		environment_set_outside();
		environment_view(&view);
		char *const *v = environment_make(&e, &view, &limits);
		ck_assert_str_eq(environment_of(v, "JAVA_TOOL_OPTIONS"), memory_rows[_i].java);
		ck_assert_str_eq(environment_of(v, "NODE_OPTIONS"), memory_rows[_i].node);
		ck_assert_int_eq(e.count, 8);
	}
END_TEST

SUITE("referee/sandbox/environment", CASE(without_a_view_a_bot_has_what_it_needs_outside),
	CASE(in_a_view_it_has_its_folders_and_no_others),
	LOOP(runtimes_are_told_the_limit_of_memory, sizeof memory_rows / sizeof *memory_rows))
