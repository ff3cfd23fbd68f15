/*
 * doctor.c - `referee doctor`: examines this machine, and says what is missing and how to get it.
 */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/plural.h"
#include "base/json.h"
#include "referee/process/process.h"
#include "referee/commands/command.h"
#include "referee/check/doctor-rows.h"
#include "referee/sandbox/cgroup.h"
#include "referee/process/standard-output.h"

struct doctor {
	int level;
	const char *db;
	bool json;
};

/* --- examining ------------------------------------------------------------------------------- */

/* Fills the facts of a row in a child process. False: it did not end in its time. */
static bool doctor_examine(const struct doctor_row *row, struct doctor_facts *f)
{
	fflush(NULL);
	pid_t child = process_fork();
	if (child == 0) {
		setpgid(0, 0);
		row->examine(f);
		_exit(EXIT_SUCCESS);
	}
	if (child < 0)
		return false;
	int end = (int)syscall(SYS_pidfd_open, child, 0), status = -1;
	struct pollfd event = {.fd = end, .events = POLLIN};
	const usec until = time_now() + row->seconds * SECOND;
	int ended = 0;
	for (usec left; end >= 0 && ended <= 0 && (left = until - time_now()) > 0;)
		ended = poll(&event, 1, (int)(left / MILLISECOND) + 1);
	if (end >= 0)
		close(end);
	kill(-child, SIGKILL); /* also what it started */
	kill(child, SIGKILL);
	/* A process that waits for a dead disk cannot be killed: it is left behind. */
	waitpid(child, &status, ended > 0 ? 0 : WNOHANG);
	return ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

/* The folder of the database: of a file its folder, of a folder itself. */
static void doctor_name_folder(const char *db, char folder[PATH_MAX])
{
	char path[PATH_MAX];
	struct stat status;
	snprintf(path, sizeof path, "%s", db != NULL ? db : ".");
	if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
		char *slash = strrchr(path, '/');
		if (slash == NULL)
			strcpy(path, ".");
		else
			slash[slash == path] = '\0';
	}
	if (realpath(path, folder) == NULL)
		snprintf(folder, PATH_MAX, "%s", path);
}

/* --- printing -------------------------------------------------------------------------------- */

static void doctor_print_json(
	const struct doctor_row *row, const struct doctor_finding *finding, struct json_writer *out)
{
	json_open(out, NULL, '{');
	json_text(out, "name", row->name);
	json_text(out, "examines", row->examines);
	json_text(out, "state", doctor_state_names[finding->state]);
	json_text(out, "finding", finding->text);
	json_text(out, "remedy", finding->remedy[0] != '\0' ? finding->remedy : NULL);
	json_close(out, '}');
}

/* Prints the result of all rows. Returns the exit status. */
static int doctor_conclude(const struct doctor *d, const int counts[DOCTOR_STATES])
{
	const char *level = sandbox_level_names[d->level];
	const int warnings = counts[DOCTOR_WARN], missing = counts[DOCTOR_MISSING];
	if (d->json)
		;
	else if (missing > 0)
		printf("\nsandbox = %s: this machine cannot do it: %d of %d rows say missing\n",
			level, missing, missing + warnings + counts[DOCTOR_OK]);
	else
		printf("\nsandbox = %s: this machine can do it; %s\n", level,
			counted(warnings, "warning").text);
	return missing > 0 ? EXIT_FAULTS : EXIT_SUCCESS;
}

static int doctor_run_rows(const struct doctor *d, struct doctor_facts *f)
{
	struct json_writer out = {.out = stdout};
	struct doctor_finding *finding = malloc(sizeof *finding);
	int counts[DOCTOR_STATES] = {0};
	bool ended = true;
	if (d->json) {
		json_open(&out, NULL, '{');
		json_text(&out, "sandbox", sandbox_level_names[d->level]);
		json_open(&out, "rows", '[');
	}
	for (const struct doctor_row *row = doctor_rows; finding != NULL && row->name != NULL;
		row++) {
		if (row->examine != NULL) /* else it was examined with the row before */
			ended = doctor_examine(row, f);
		doctor_judge(row, f, ended, finding);
		counts[finding->state]++;
		if (d->json)
			doctor_print_json(row, finding, &out);
		else {
			char *text = escape_text(finding->text, false),
			     *remedy = escape_text(finding->remedy, false);
			printf("%-8s %-16s %s\n", doctor_state_names[finding->state], row->name,
				text);
			if (*remedy != '\0')
				printf("%-8s %-16s -> %s\n", "", "", remedy);
			standard_output_flush();
			free(text);
			free(remedy);
		}
	}
	free(finding);
	if (d->json) {
		json_close(&out, ']');
		json_bool(&out, "able", counts[DOCTOR_MISSING] == 0);
		json_close(&out, '}');
		putchar('\n');
	}
	return doctor_conclude(d, counts);
}

/* --- the command ----------------------------------------------------------------------------- */

static int doctor_run(int argc, char **argv)
{
	struct doctor d = {.level = SANDBOX_FULL};
	int status;
	if (!command_read(&command_doctor, &d, argc, argv, &status))
		return status;
	struct doctor_facts *f =
		mmap(NULL, sizeof *f, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (f == MAP_FAILED)
		return command_fail(&command_doctor, EXIT_BROKEN, "no memory for the facts: %s",
			strerror(errno));
	f->level = (enum sandbox_level)d.level;
	f->folder_given = d.db != NULL;
	doctor_name_folder(d.db, f->folder);
	cgroup_make_room(); /* as serve does */
	status = doctor_run_rows(&d, f);
	cgroup_return_room();
	munmap(f, sizeof *f);
	options_clear(&command_doctor.options, &d);
	return status;
}

#define DOCTOR_AT(member) offsetof(struct doctor, member)

static const struct option_row doctor_options[] = {
	{OPTION("sandbox", CHOICE, DOCTOR_AT(level)), .value = "LEVEL",
		.choices = sandbox_level_names, .preset = "full",
		.help = "ask whether this machine can do this level of the sandbox"},
	{OPTION("db", TEXT, DOCTOR_AT(db)), .value = "FILE", .preset = "the current folder",
		.help = "test the disk of this database's folder; the database itself is not opened"},
	{OPTION("json", SWITCH, DOCTOR_AT(json)), .help = "write one JSON object with all rows"},
	{.name = NULL},
};

const struct command command_doctor = {
	.name = "doctor",
	.group = COMMAND_PLAY,
	.summary = "Say what this machine can do, and how to get what is missing for the sandbox",
	.about =
		"Examines the kernel, namespaces, Landlock, control groups, clocks, processors, the disk and the programs, and tries to escape from the sandbox. "
		"Prints a row for each, with `ok`, `warn` or `missing`, and below each problem the command or setting that mends it. "
		"It needs no rights, changes nothing, and ends each examination after a time.",
	.options = {.groups = {{.rows = doctor_options}}},
	.notes = "Exit status: 0 the machine can do the level; 1 a row says missing; 2 usage.",
	.examples = (const char *const[]){"# Examine this machine.", "referee doctor",
		"# Examine it for tournaments with a reduced sandbox.",
		"referee doctor --sandbox reduced", "# Examine the disk of a database.",
		"referee doctor --db /var/lib/referee/ladder.db", NULL},
	.run = doctor_run,
};
