/*
 * main.c - manual FOLDER: writes all manual pages into the folder, as NAME.SECTION.
 *          manual --messages: prints a page of all messages between processes, for `make docs`.
 *
 * It runs in the root of the sources, whose documents it reads. SOURCE_DATE_EPOCH, seconds since
 * 1970, is the date of the pages; without it, today is.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/help.h"
#include "packaging/man/pages.h"
#include "base/memory.h"
#include "base/version.h"

enum { MANUAL_DATE = 64, MANUAL_REFERENCES = 80 };

/* A page that is no command's. */
static const struct manual_page {
	const char *name;
	int section;
	const char *summary;	 /* NULL: that of the help */
	const struct help *help; /* of a house program */
	void (*write)(struct mdoc *m);
	unsigned groups; /* bits of the groups whose commands refer to it */
} manual_pages[] = {
	{"referee", 1, command_summary, NULL, page_of_referee, ~0u},
	{"referee-adapt", 1, NULL, &help_of_adapt, page_of_adapt, 0},
	{"referee-bot", 1, NULL, &help_of_bot, page_of_bot, 1u << COMMAND_PLAY},
	{"referee-broker", 1, "connect the referee with workers through a NATS server", NULL,
		page_of_broker, 0},
	{"referee-solve", 1, NULL, &help_of_solve, page_of_solve, 0},
	{"referee.conf", 5, "define a tournament", NULL, page_of_settings,
		1u << COMMAND_PLAY | 1u << COMMAND_CLASSES | 1u << COMMAND_SERVER},
	{"referee-db", 5, "store tournaments, games, moves and ratings", NULL, page_of_database,
		1u << COMMAND_RESULTS | 1u << COMMAND_DATA},
	{"referee-protocol", 7, "describe the lines between the referee and a bot", NULL,
		page_of_protocol, 1u << COMMAND_PLAY},
};

enum { MANUAL_PAGES = sizeof manual_pages / sizeof *manual_pages };

/* --- references ----------------------------------------------------------------------------- */

struct manual_reference {
	char *name; /* owned */
	int section;
};

static int manual_compare(const void *a, const void *b)
{
	const struct manual_reference *x = a, *y = b;
	return x->section != y->section ? x->section - y->section : strcmp(x->name, y->name);
}

/* Writes the SEE ALSO of a page: the other pages, or of a command also the commands of its group.
 */
static void manual_see_also(struct mdoc *m, const char *name, const struct command *command)
{
	struct manual_reference all[MANUAL_REFERENCES];
	int count = 0;
	for (const struct command *const *c = all_commands; *c != NULL && command != NULL; c++)
		if (*c != command && (*c)->group == command->group && count < MANUAL_REFERENCES)
			all[count++] = (struct manual_reference){page_name(*c), 1};
	for (int i = 0; i < MANUAL_PAGES && count < MANUAL_REFERENCES; i++)
		if (strcmp(manual_pages[i].name, name) != 0 &&
			(command == NULL || (manual_pages[i].groups & 1u << command->group) != 0))
			all[count++] = (struct manual_reference){
				memory_copy(manual_pages[i].name), manual_pages[i].section};
	qsort(all, (size_t)count, sizeof *all, manual_compare);
	mdoc_section(m, "See also");
	for (int i = 0; i < count; i++) {
		mdoc_reference(m, all[i].name, all[i].section, i == count - 1);
		free(all[i].name);
	}
}

/* --- files ---------------------------------------------------------------------------------- */

/* "November 24, 2026" */
static void manual_date(char date[MANUAL_DATE])
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	time_t now = epoch != NULL ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
	struct tm utc;
	gmtime_r(&now, &utc);
	char month[MANUAL_DATE / 2];
	strftime(month, sizeof month, "%B", &utc);
	snprintf(date, MANUAL_DATE, "%s %d, %d", month, utc.tm_mday, utc.tm_year + 1900);
}

static FILE *manual_open(const char *folder, const char *name, int section)
{
	char *path = memory_print("%s/%s.%d", folder, name, section);
	FILE *out = fopen(path, "w");
	if (out == NULL) {
		fprintf(stderr, "manual: %s: %s\n", path, strerror(errno));
		exit(EXIT_FAILURE);
	}
	free(path);
	return out;
}

static void manual_close(FILE *out)
{
	bool good = ferror(out) == 0;
	if (fclose(out) == 0 && good)
		return;
	fprintf(stderr, "manual: a page cannot be written: %s\n", strerror(errno));
	exit(EXIT_FAILURE);
}

static void manual_write_page(const char *folder, const struct manual_page *page, const char *date)
{
	FILE *out = manual_open(folder, page->name, page->section);
	struct mdoc m = mdoc_begin(out, page->name, page->section,
		page->help != NULL ? page->help->summary : page->summary, date, VERSION);
	page->write(&m);
	manual_see_also(&m, page->name, NULL);
	manual_close(out);
}

static void manual_write_command(
	const char *folder, const struct command *command, const char *date)
{
	char *name = page_name(command);
	FILE *out = manual_open(folder, name, 1);
	struct mdoc m = mdoc_begin(out, name, 1, command->summary, date, VERSION);
	page_of_command(&m, command);
	manual_see_also(&m, name, command);
	manual_close(out);
	free(name);
}

int main(int argc, char **argv)
{
	char date[MANUAL_DATE];
	if (argc == 2 && strcmp(argv[1], "--messages") == 0) {
		all_messages_print(stdout);
		return EXIT_SUCCESS;
	}
	if (argc != 2) {
		fputs("usage: manual FOLDER | --messages\n", stderr);
		return EXIT_USAGE;
	}
	manual_date(date);
	for (int i = 0; i < MANUAL_PAGES; i++)
		manual_write_page(argv[1], &manual_pages[i], date);
	for (const struct command *const *c = all_commands; *c != NULL; c++)
		manual_write_command(argv[1], *c, date);
	return EXIT_SUCCESS;
}
