/*
 * workers.c - `referee worker list`: the machines that played a tournament, and their results.
 */
#include "referee/commands/query-command.h"

#include <stddef.h>

#include "referee/results/worker-results.h"

static int workers_run(int argc, char **argv)
{
	struct query r = {.db = NULL};
	struct worker_results results;
	int status;
	if (!query_read(&command_worker_list, &r, &r, argc, argv, &status) ||
		!query_open(&r, &status) || !query_find(&r, &status))
		return status;
	int error = worker_results_read(&results, r.db, r.tournament, r.seats);
	if (error == DB_OK)
		worker_results_print(&results, r.format, stdout);
	worker_results_clear(&results);
	return query_close(&r, error);
}

static const char *const workers_examples[] = {
	"# List the machines that played games of the newest tournament.",
	"referee worker list --db cup.db", "# Print those of the tournament cup for a program.",
	"referee worker list --db cup.db --tournament cup --json", NULL};

const struct command command_worker_list = {
	.name = "worker list",
	.group = COMMAND_SERVER,
	.summary = "List the machines that played, and compare their results",
	.about =
		"Prints one line for each machine of the tournament: its games and pairs of games, its slots, its speed in nodes per second, seats that lost on time, games that it began and did not return, and its spot checks. This machine is called here.\n"
		"\n"
		"chi_square compares the results of its pairs with those of the other machines, between the same bots; p is the probability of this or more if the machine does not matter. From 200 compared pairs on, a p below 0.001 is remarked: one machine in a thousand gets it without a fault. "
		"--without-worker of other commands leaves the games of a machine out.",
	.options = {.arguments = {{"DB", ARGUMENT_OPTIONAL, offsetof(struct query, path),
					  "the database, like --db"},
			    {"TOURNAMENT", ARGUMENT_OPTIONAL, offsetof(struct query, which),
				    "the tournament, like --tournament"}},
		.groups = {QUERY_GROUP(0)}},
	.examples = workers_examples,
	.run = workers_run,
	.was = "workers",
};
