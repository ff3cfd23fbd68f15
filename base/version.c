/*
 * version.c - what `--version` prints. It has no time of day: the same source gives the same
 * program.
 */
#include <stdarg.h>
#include <stdio.h>

#include "base/version.h"

/* The Makefile makes it and links it into the programs. Weak: a test has none. */
extern const char version_commit_text[] __attribute__((weak));

#ifdef __clang__
#define VERSION_COMPILER "clang"
enum {
	VERSION_MAJOR = __clang_major__,
	VERSION_MINOR = __clang_minor__,
	VERSION_PATCH = __clang_patchlevel__
};
#else
#define VERSION_COMPILER "gcc"
enum {
	VERSION_MAJOR = __GNUC__,
	VERSION_MINOR = __GNUC_MINOR__,
	VERSION_PATCH = __GNUC_PATCHLEVEL__
};
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define VERSION_SANITIZER ", with sanitizers"
#else
#define VERSION_SANITIZER ""
#endif

/* The commit that was built, such as "1a2b3c4d5e6f" or "1a2b3c4d5e6f-dirty" for one with changes.
 * NULL: unknown. Only the programs have it, not their libraries: so a commit rebuilds no test. */
static const char *version_commit(void)
{
	const char *volatile text =
		version_commit_text; /* else a compiler believes that it is there */
	return text == NULL || *text == '\0' ? NULL : text;
}

void version_print(const char *program)
{
	const char *commit = version_commit();
	printf("%s %s\n", program, VERSION);
	version_print_line("build", "commit %s, %s %d.%d.%d%s", commit != NULL ? commit : "unknown",
		VERSION_COMPILER, VERSION_MAJOR, VERSION_MINOR, VERSION_PATCH, VERSION_SANITIZER);
}

void version_print_line(const char *what, const char *format, ...)
{
	va_list arguments;
	printf("%-12s ", what);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
}
