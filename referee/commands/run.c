/*
 * run.c - `referee run`: plays a tournament from its definition to its standings.
 *
 * The command asks no questions and loses no game. It does not repeat games that the database has.
 * After any interruption the same command resumes the tournament.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/commands/class/class-warning.h"
#include "base/plural.h"
#include "referee/commands/command.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/did-you-mean.h"
#include "referee/process/cpu-affinity.h"
#include "referee/schedule/pairing-stats.h"
#include "referee/director/duration.h"
#include "referee/director/run-tournament.h"
#include "referee/config/config-file.h"
#include "referee/config/config-flags.h"
#include "referee/results/compare.h"
#include "referee/director/resume.h"
#include "referee/director/progress.h"
#include "referee/prepare/preflight.h"
#include "referee/prepare/preparation.h"
#include "referee/schedule/schedule.h"
#include "referee/config/settings.h"
#include "referee/prepare/tournament-check.h"

/* A tournament and the settings of this run. */
struct run {
	const struct command *command; /* in messages: run, or test that runs this */
	struct tournament tournament;
	struct settings_options settings;
	struct diagnostics mistakes;
	const char *file;
	struct run_flags flags;
	int log_wire_only;
	bool dry_run;
	struct game_store_options options;
	struct bot_programs programs; /* until the store has them */
	struct option_list replay;    /* names, as on the command line */
	bool compared;		      /* two bots have played: estimate has the comparison */
	struct strength_estimate estimate;
	char *notes; /* owned: lines on the compared bots and games; NULL: none */
	int argc;
	char **argv;
	const char *resume;  /* the command line that resumes; NULL: this one */
	const char *heading; /* a line above the tables; NULL: none */
	bool renewal;	/* it began before, and its command line's --fresh and --replay are done */
	bool renewed;	/* games count no more: it begins again from the database */
	char after[64]; /* " after 209 of 1260 games"; "": the games have not begun */
	long added;	/* games that were said to be added up */
};

static void run_on_line(void *run, const char *line)
{
	command_report(((struct run *)run)->command, "%s", line);
}

/* --- the command line ----------------------------------------------------------------------- */

#define RUN_AT(member) offsetof(struct run, member)

const struct option_row run_flag_rows[] = {
	{OPTION("fresh", SWITCH, offsetof(struct run_flags, fresh)),
		.help = "begin a new tournament, even if the database holds one of this name"},
	{OPTION("json", SWITCH, offsetof(struct run_flags, json)),
		.help = "write one JSON object a line on stdout for each event"},
	{OPTION("quiet", SWITCH, offsetof(struct run_flags, quiet)),
		.help = "print neither progress nor tables"},
	{OPTION("log-wire", TEXT, offsetof(struct run_flags, log_wire)), .value = "DIR",
		.help = "write each conversation to a file in this folder: > marks lines sent to the bot, < its answers, ! its standard error; bytes that a terminal would obey are written as \\xNN, and only its owner may read the file"},
	{.name = NULL},
};

static const char *const run_log_wire_only[] = {"all", "failed", NULL};

static const struct option_row run_options[] = {
	{OPTION("replay", LIST, RUN_AT(replay)), .value = "NAME", .max = BOTS_MAX,
		.help = "play the games of this bot again; the old ones stay stored but no longer count (repeatable)"},
	{OPTION("mixed", SWITCH, RUN_AT(options.mixed)),
		.help = "continue although a bot has changed: games of both versions count"},
	{OPTION("dry-run", SWITCH, RUN_AT(dry_run)),
		.help = "print the schedule: number, round, bots by seat, opening; then how evenly it distributes games, opponents and seats, and about how long the games take at most"},
	{OPTION("log-wire-only", CHOICE, RUN_AT(log_wire_only)), .value = "failed",
		.choices = run_log_wire_only, .needs = "log-wire",
		.help = "write only conversations of games in which a bot failed"},
	{.name = NULL},
};

/* Checks that the games of these bots may be replayed. */
static void run_check_replays(struct run *r)
{
	const struct tournament *t = &r->tournament;
	struct origin at = {"--replay", 0};
	struct error err;
	const char *names[BOTS_MAX];
	for (int i = 0; i < t->bots_count; i++)
		names[i] = t->bots[i].name;
	for (int i = 0; i < r->options.replay_count; i++) {
		if (tournament_find_bot(t, r->replay.all[i]) >= 0)
			continue;
		const char *meant = did_you_mean(r->replay.all[i], names, t->bots_count);
		diagnostics_add(&r->mistakes, at, "%s: tournament \"%s\" has no such bot%s%s%s",
			r->replay.all[i], t->name, meant != NULL ? "; did you mean " : "",
			meant != NULL ? meant : "", meant != NULL ? "?" : "");
	}
	if (r->options.replay_count == 0)
		return;
	if (r->options.fresh || r->dry_run)
		diagnostics_add(&r->mistakes, at, "it continues the stored tournament; without %s",
			r->options.fresh ? "--fresh" : "--dry-run");
	if (schedule_keeps(t, &err))
		diagnostics_add(&r->mistakes, at,
			"a %s plays no game again, since %s; --fresh begins a new tournament",
			t->format, err.text);
	r->options.replay = r->replay.all;
}

/* Reads the command line. False: *status is the exit status. */
static bool run_read_options(struct run *r, int *status)
{
	r->settings = (struct settings_options){&r->tournament, &r->mistakes};
	bool good = command_read(&command_run, r, r->argc, r->argv, status);
	r->options.fresh = r->flags.fresh && !r->renewal;
	r->options.replay_count = r->renewal ? 0 : r->replay.count;
	return good;
}

/* Reads the options and the file into the definition. False: *status is the exit status. */
static bool run_read(struct run *r, int *status)
{
	if (!run_read_options(r, status))
		return false;
	if (r->file != NULL)
		tournament_read_file(&r->tournament, r->file, &r->mistakes);
	tournament_check(&r->tournament, &r->mistakes);
	if (r->tournament.season != SEASON_NONE)
		diagnostics_add(&r->mistakes, r->tournament.set[SETTING_SEASON],
			"season: only `referee serve` has seasons; remove it, or use serve");
	if (r->mistakes.count > 0) {
		*status = r->file != NULL ? EXIT_FILE : EXIT_USAGE;
		return false;
	}
	run_check_replays(r);
	const struct schedule *s = schedule_find(r->tournament.format);
	struct origin at = {"--mixed", 0};
	if (r->options.mixed && s->change == SCHEDULE_CHANGE_NEVER)
		diagnostics_add(&r->mistakes, at,
			"an %s is about the programs that began it; --fresh begins a new one",
			s->name);
	if (r->options.mixed && r->options.fresh)
		diagnostics_add(
			&r->mistakes, at, "it continues the stored tournament; without --fresh");
	*status = r->mistakes.count == 0 ? EXIT_SUCCESS : EXIT_USAGE;
	return r->mistakes.count == 0;
}

/* Reads the same again, for bots that join. */
static bool run_read_again(void *arg, struct tournament *fresh)
{
	const struct run *r = arg;
	struct run reread = {.command = r->command,
		.argc = r->argc,
		.argv = r->argv,
		.mistakes = command_mistakes(r->command)};
	int status;
	reread.tournament = *fresh;
	bool right = run_read(&reread, &status);
	*fresh = reread.tournament;
	option_list_clear(&reread.replay);
	return right;
}

/* --- dry run -------------------------------------------------------------------------------- */

static void run_show_job(const struct run *r, long number, const struct job *job)
{
	const char *opening = job->opening.text;
	printf(r->flags.json ? "{\"number\":%ld,\"round\":%d,\"bots\":[" : "%ld\t%d\t", number,
		job->pairing.round);
	for (int i = 0; i < job->pairing.seats; i++) {
		const char *name = r->tournament.bots[job->pairing.bot[i]].name;
		fputs(i == 0 ? "" : r->flags.json ? "," : " - ", stdout);
		if (r->flags.json)
			json_string(stdout, name);
		else
			fputs(name, stdout);
	}
	if (!r->flags.json) {
		printf("\t%s\n", *opening == '\0' ? "-" : opening);
		return;
	}
	fputs("],\"opening\":", stdout);
	json_string(stdout, opening);
	puts("}");
}

/* Prints how long the games take at most: all of them, if their number is known, or those shown. */
static void run_show_duration(
	const struct run *r, const struct game_queue *queue, int64_t shown, bool open)
{
	char text[DURATION_TEXT];
	int64_t all = open ? schedule_count(&r->tournament) : shown;
	if (!duration_describe(&r->tournament, &queue->setup, all > 0 ? all : shown, text))
		return;
	if (all > shown)
		printf("# all %" PRId64 " games take %s\n", all, text);
	else
		printf("# %s take %s\n", open ? "these games" : "they", text);
}

static int run_show_schedule(struct run *r, struct game_queue *queue)
{
	struct job job;
	struct pairing_stats balance;
	struct error err;
	if (!openings_are_found(&queue->openings, &queue->setup, &err)) {
		command_report(r->command, "%s", err.text);
		return r->tournament.file != NULL ? EXIT_FILE : EXIT_USAGE;
	}
	openings_describe(&queue->openings, err.text, sizeof err.text);
	if (*err.text != '\0')
		fputs(err.text, stderr);
	pairing_stats_init(&balance, &r->tournament);
	enum schedule_step step;
	for (long number = 1; (step = game_queue_next(queue, &job)) == SCHEDULE_GAME; number++) {
		run_show_job(r, number, &job);
		pairing_stats_add(&balance, &job.pairing);
	}
	if (step == SCHEDULE_WAIT)
		puts(r->flags.json ? "{\"event\":\"open\"}"
				   : "# all further games follow from the results of these");
	pairing_stats_print(&balance, r->flags.json);
	if (!r->flags.json)
		run_show_duration(r, queue, balance.games, step == SCHEDULE_WAIT);
	pairing_stats_clear(&balance);
	return EXIT_SUCCESS;
}

/* --- playing -------------------------------------------------------------------------------- */

/* Prints the command line that resumes this run. */
static void run_print_resume(const struct run *r, FILE *out)
{
	fprintf(out, "referee %s: stopped%s; every finished game is kept. To go on:\n\n\t",
		r->command->name, r->after);
	if (r->resume != NULL)
		fputs(r->resume, out);
	else
		command_write_resume(out, r->argc, r->argv);
	fputs("\n\n", out);
}

static char *run_going_on; /* the text that run_on_early() prints */
static size_t run_going_on_size;
static const int run_signals[] = {SIGINT, SIGTERM};

enum { RUN_SIGNALS = sizeof run_signals / sizeof *run_signals };

static struct sigaction run_before[RUN_SIGNALS];
static pid_t run_process; /* the process that prints it: a child keeps these handlers until it
			     starts another program */

/* Handles a signal before the games begin: while the file is read, the sandbox is tested and the
 * bots' programs are read. Nothing is half done then. */
static void run_on_early(int number)
{
	if (getpid() != run_process) {
		signal(number, SIG_DFL);
		raise(number);
		return;
	}
	snapshot_abandon();
	ssize_t written = write(STDERR_FILENO, run_going_on, run_going_on_size);
	(void)written;
	_exit(EXIT_SIGNAL + number);
}

/* Installs handlers that print the command to resume. The handlers for games replace them later. */
static void run_guard(const struct run *r)
{
	FILE *out = memory_open(&run_going_on, &run_going_on_size);
	struct sigaction early = {.sa_handler = run_on_early, .sa_flags = SA_NODEFER};
	run_print_resume(r, out);
	memory_close(out);
	run_process = getpid();
	for (int i = 0; i < RUN_SIGNALS; i++) {
		sigaction(run_signals[i], NULL, &run_before[i]);
		if (run_before[i].sa_handler != SIG_IGN)
			sigaction(run_signals[i], &early, NULL);
	}
}

static void run_unguard(void)
{
	for (int i = 0; i < RUN_SIGNALS && run_going_on != NULL; i++)
		sigaction(run_signals[i], &run_before[i], NULL);
	free(run_going_on);
	run_going_on = NULL;
}

static void run_print_table(const struct run *r, const char *command)
{
	command_run_words((const char *[]){
		command, "--db", r->tournament.db, "--tournament", r->tournament.name, NULL});
}

/* Prints the square of all pairs. One too wide for a terminal is left to its own command. */
enum { RUN_CROSSTABLE = 12 /* bots */ };

static void run_print_strength(const struct run *r)
{
	char results[STRENGTH_ESTIMATE_TEXT];
	if (!r->compared)
		return;
	strength_estimate_results(&r->estimate, results, sizeof results);
	printf("\n%s against %s, from %s:\n", r->tournament.bots[0].name,
		r->tournament.bots[1].name, results);
	strength_estimate_print(&r->estimate, stdout);
	strength_estimate_print_counts(&r->estimate, stdout);
	fputs("Note: elo in the first table is relative to the mean of the bots, and from all games\n",
		stdout);
	fputs(r->notes != NULL ? r->notes : "", stdout);
}

static const struct run_ending {
	const char *name; /* in the JSON event */
	int status;
} run_endings[] = {
	[DIRECTOR_DONE] = {"done", EXIT_SUCCESS},
	[DIRECTOR_INTERRUPTED] = {"interrupted", EXIT_SIGNAL},
	[DIRECTOR_NO_BOT] = {"no-bot", EXIT_NO_BOT},
	[DIRECTOR_OPTIONS] = {"options", EXIT_FILE},
	[DIRECTOR_CHANGED] = {"changed", EXIT_FILE},
	[DIRECTOR_RULES] = {"rules", EXIT_FILE},
	[DIRECTOR_RENEWED] = {"renewed", EXIT_SUCCESS},
	[DIRECTOR_DATABASE] = {"database", EXIT_DATABASE},
	[DIRECTOR_BROKEN] = {"broken", EXIT_BROKEN},
};

/* Reports why the games ended. Returns the exit status. */
static int run_end(const struct run *r, enum director_end end, int signal, const char *why)
{
	if (end == DIRECTOR_INTERRUPTED) {
		run_print_resume(r, stderr);
		return EXIT_SIGNAL + signal;
	}
	if (end != DIRECTOR_DONE && end != DIRECTOR_RENEWED)
		command_report(
			r->command, "%s", end == DIRECTOR_OPTIONS ? director_options_why : why);
	return run_endings[end].status;
}

static void run_report_duplicates(const struct run *r, const struct game_store *s)
{
	char text[ERROR_TEXT];
	duplicate_games_describe(&s->repeats, s->t->openings, text, sizeof text);
	if (*text != '\0')
		command_report(r->command, "%s", text);
}

/* Keeps how far the tournament is; total -1: that depends on results. */
static void run_keep_progress(struct run *r, long played, long total)
{
	if (total >= 0)
		snprintf(r->after, sizeof r->after, " after %ld of %ld games", played, total);
	else
		snprintf(r->after, sizeof r->after, " after %s", counted(played, "game").text);
}

enum { RUN_MANY = 20000 /* games that take a second or more to add up */ };

/* Says why nothing is seen for a while. */
static void run_report_adding(struct run *r, long games)
{
	if (games >= RUN_MANY && games != r->added && !r->flags.quiet)
		command_report(r->command, "adding up %ld games ...", games);
	r->added = games;
}

/* Plays the missing games. */
static int run_play(struct run *r, struct game_queue *queue, struct game_store *s)
{
	const struct tournament *t = &r->tournament;
	struct progress progress;
	struct match_strength match;
	struct error err = {""};
	int signal = 0;
	long faulty = 0;
	run_report_adding(r, game_queue_played(queue));
	int error = match_strength_open(&match, queue, s);
	if (error == DB_OK) {
		struct db_query q;
		db_query(&q, s->db, "faults", s->tournament);
		while (db_next(&q))
			faulty++; /* in an earlier run */
		error = db_end(&q);
	}
	if (error != DB_OK) {
		match_strength_clear(&match);
		return run_end(r, DIRECTOR_DATABASE, 0, db_error_text(s->db));
	}
	progress_init(&progress, queue, &match, r->flags.json, r->flags.quiet);
	progress.faulty = faulty;
	s->announce = progress_on_result;
	s->arg = &progress;
	const struct wire_options log_wire = {
		.folder = r->flags.log_wire, .failed = r->log_wire_only == 1};
	struct reload reload = {&r->tournament, run_read_again, run_on_line, r};
	enum director_end end =
		run_tournament_run(queue, s, &reload, &log_wire, &signal, &progress, &err);
	r->renewed = end == DIRECTOR_RENEWED;
	faulty = progress.faulty;
	run_keep_progress(r, progress.before + progress.done, progress.total);
	progress.why = end == DIRECTOR_NO_BOT ? err.text : NULL;
	progress_end(&progress, run_endings[end].name, end == DIRECTOR_DONE);
	if (end == DIRECTOR_DONE)
		run_report_adding(r, progress.before + progress.done);
	r->compared = match_strength_estimate(&match, &r->estimate) && r->estimate.any;
	match_strength_clear(&match);
	if (r->compared && !r->flags.quiet && !r->flags.json) {
		const struct compare_source from = {s->db, s->tournament, r->tournament.players};
		struct compare_pair two;
		bool there;
		if (compare_only_two(&from, &two, &there) == DB_OK && there) {
			r->notes = two.notes;
			two.notes = NULL;
		}
		compare_pair_clear(&two);
	}
	if (!r->flags.quiet)
		run_report_duplicates(r, s);
	int status =
		run_end(r, end, signal, end == DIRECTOR_DATABASE ? db_error_text(s->db) : err.text);
	if (status == EXIT_SUCCESS && schedule_iterator_undecided(&queue->iterator))
		return EXIT_UNDECIDED;
	return status == EXIT_SUCCESS && t->strict && faulty > 0 ? EXIT_FAULTS : status;
}

/* Opens the database and plays. */
static int run_with_database(struct run *r, struct game_queue *queue)
{
	const struct tournament *t = &r->tournament;
	struct game_store store;
	struct error err;
	int status = EXIT_DATABASE;
	int error = resume_open(&store, &r->tournament, queue, &r->options, &err);
	game_store_report_notes(&store, run_on_line, r);
	if (error == DB_OK) {
		status = run_play(r, queue, &store);
	} else if (store.changed) {
		command_report(r->command, "%s: %s", t->db, err.text);
		status = EXIT_FILE;
	} else if (error == RESUME_REFUSED) {
		command_report(r->command, "%s", err.text);
		status = t->file != NULL ? EXIT_FILE : EXIT_USAGE;
	} else if (*err.text != '\0') {
		command_report(r->command,
			"%s: it holds another tournament \"%s\": %s; --fresh begins a new one, --name gives it another name",
			t->db, t->name, err.text);
		status = EXIT_USAGE;
	} else {
		command_report(r->command, "%s", db_error_text(store.db));
	}
	resume_close(&store);
	run_unguard();
	bool ended = status == EXIT_SUCCESS || status == EXIT_FAULTS || status == EXIT_UNDECIDED;
	if (ended && !r->renewed && !r->flags.json && !r->flags.quiet) {
		if (r->heading != NULL)
			puts(r->heading);
		run_print_table(r, "standings");
		putchar('\n');
		if (r->tournament.bots_count <= RUN_CROSSTABLE)
			run_print_table(r, "crosstable");
		else
			printf("Every bot against every other: referee crosstable --db %s\n",
				r->tournament.db);
		run_print_strength(r);
		db_remove_log(t->db);
	}
	return status;
}

/* Prints notes about settings that are allowed but surprising: more games at a time than
 * processors, limits that not all bots are sent. */
static void run_report_notes(struct run *r)
{
	const struct tournament *t = &r->tournament;
	int processors = t->processors.count > 0 ? t->processors.count : cpu_affinity_usable();
	struct error err;
	if (!r->flags.quiet &&
		preflight_crowded(t->concurrency, processors, t->terms.limits.clock, &err))
		command_report(r->command, "%s", err.text);
	if (!r->flags.quiet) {
		preflight_report_limits(t, &r->mistakes);
		preflight_report_plies(t, &r->mistakes);
	}
}

/* Refuses remote bots: this command has no listener for them. */
static bool run_has_remote(struct run *r)
{
	const struct tournament *t = &r->tournament;
	for (int i = 0; i < t->bots_count; i++) {
		if (!t->bots[i].remote)
			continue;
		diagnostics_add(&r->mistakes, t->bots[i].at,
			"bot %s is remote: only `referee serve` takes bots in over the network",
			t->bots[i].name);
		return true;
	}
	return false;
}

static void run_on_note(void *run, const char *line)
{
	const struct run *r = run;
	if (!r->flags.quiet)
		command_report(r->command, "%s", line);
}

static void run_on_built(void *run)
{
	struct run *r = run;
	bot_programs_init(&r->programs, &r->tournament);
	bot_programs_hold(&r->programs, &r->tournament);
	r->options.programs = &r->programs;
}

/* Prepares the bots. Returns EXIT_SUCCESS, or the exit status; the reason was reported. */
static int run_prepare(struct run *r)
{
	struct error err;
	if (!preparation_run(&r->tournament, run_on_line, run_on_built, r, &err))
		return command_fail(r->command, EXIT_BROKEN, "%s", err.text);
	enum preflight fit = preflight_check_features(&r->tournament, &r->mistakes, run_on_note, r);
	return fit == PREFLIGHT_READY ? EXIT_SUCCESS : EXIT_FILE;
}

static int run_tournament(struct run *r, struct game_queue *queue)
{
	static const int statuses[] = {[PREFLIGHT_NO_CLOCK] = EXIT_USAGE,
		[PREFLIGHT_NO_PROCESSOR] = EXIT_USAGE,
		[PREFLIGHT_NO_SOURCES] = EXIT_FILE,
		[PREFLIGHT_NO_TRAVEL] = EXIT_FILE,
		[PREFLIGHT_NO_BOT] = EXIT_NO_BOT};
	struct stat folder;
	if (run_has_remote(r))
		return EXIT_FILE;
	const char *log = r->flags.log_wire;
	if (log != NULL && mkdir(log, 0777) != 0 &&
		(errno != EEXIST || stat(log, &folder) != 0 || !S_ISDIR(folder.st_mode))) {
		return command_misused(r->command, "--log-wire %s: the folder cannot be made: %s",
			log, strerror(errno));
	}
	enum preflight ready = preflight_check(&r->tournament, &r->mistakes);
	if (ready != PREFLIGHT_READY)
		return statuses[ready];
	run_report_notes(r);
	if (r->file != NULL)
		class_warning_report(r->command, r->file, &r->tournament.terms.limits);
	int prepared = run_prepare(r);
	return prepared == EXIT_SUCCESS ? run_with_database(r, queue) : prepared;
}

/* Runs the tournament of the command line and the file. */
static int run_all(struct run *r)
{
	struct game_queue queue;
	int status;
	bool read = run_read(r, &status);
	if (r->dry_run)
		run_unguard(); /* nothing was stored that could be resumed */
	if (!read)
		return status;
	if (!game_queue_init(&queue, &r->tournament, &r->mistakes))
		return EXIT_FILE;
	status = r->dry_run ? run_show_schedule(r, &queue) : run_tournament(r, &queue);
	/* Reports uneven openings once, not for each game. */
	if (queue.uneven > 0 && !r->flags.quiet)
		command_report(r->command,
			"balanced-openings: no even opening was found for %s; %s from the nearest to it",
			counted(queue.uneven, "game").text,
			plural(queue.uneven, "it began", "they began"));
	game_queue_clear(&queue);
	return status;
}

int run_for(const struct command *command, int argc, char **argv, const char *resume,
	const char *heading)
{
	bool renewed = false;
	int status;
	do {
		struct run r = {.command = command,
			.argc = argc,
			.argv = argv,
			.resume = resume,
			.heading = heading,
			.renewal = renewed,
			.mistakes = command_mistakes(command)};
		tournament_init(&r.tournament);
		run_guard(&r);
		status = run_all(&r);
		run_unguard();
		renewed = r.renewed;
		free(r.notes);
		option_list_clear(&r.replay);
		bot_programs_clear(&r.programs);
		tournament_clear(&r.tournament);
	} while (renewed);
	return status;
}

static int run_run(int argc, char **argv)
{
	return run_for(&command_run, argc, argv, NULL, NULL);
}

/* The names of the formats, as words of the help. */
static bool run_format_word(size_t number, struct option_row *row)
{
	const struct schedule *s = all_schedules[number];
	if (s != NULL)
		*row = (struct option_row){.name = s->name, .help = s->help};
	return s != NULL;
}

const struct command command_run = {
	.name = "run",
	.group = COMMAND_PLAY,
	.summary = "Run a tournament, or resume one that stopped",
	.about = "A tournament is defined by its FILE and by options; options win over the file. "
		 "In the file, a setting is a line KEY = VALUE.",
	.options = {.arguments = {{"FILE", ARGUMENT_OPTIONAL, RUN_AT(file),
			    "the file that defines the tournament"}},
		.groups = {{.rows = run_flag_rows, .at = RUN_AT(flags)},
			{.title = "Games", .rows = run_options},
			{.title = "Settings of the tournament",
				.row = settings_option,
				.at = RUN_AT(settings),
				.explain = settings_explain},
			{.title = "Settings of one bot, in its section bot NAME { KEY = VALUE } of the file",
				.row = settings_bot_word,
				.words = true},
			{.title = "Formats", .row = run_format_word, .words = true}}},
	.notes =
		"Exit status: 0 done; 1 a bot failed and strict = yes; 2 usage; 3 the file is wrong, a bot cannot play its games, a bot has changed, or the program of the rules failed; 4 no bot can be started (of an sprt: one cannot); 5 the database; 7 an sprt ended undecided; 70 a fault of the referee; 130 or 143 interrupted.",
	.examples = (const char *const[]){"# Play the tournament of a file, or resume it.",
		"referee run cup.conf", "# Play a match of two bots without a file.",
		"referee run --game connect4 --bot \"referee-bot --depth 6\" --bot mine=./mine --rounds 10",
		NULL},
	.run = run_run,
};
