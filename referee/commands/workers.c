/*
 * workers.c - `referee worker list`: the machines that played a tournament, and their results.
 */
#include "referee/commands/query-command.h"

#include <stddef.h>

#include "referee/results/worker-results.h"

struct workers_request {
	struct query query;
	const char *path, *which; /* as words, in the form of 1.0; NULL: not given */
};

static int workers_run(int argc, char **argv)
{
	struct workers_request a = {.path = NULL};
	struct query *r = &a.query;
	struct worker_results results;
	int status;
	if (!query_read(&command_worker_list, r, &a, argc, argv, &status))
		return status;
	if (a.path != NULL)
		command_print_renamed(
			"worker list FILE [NAME]", "worker list --db FILE [--tournament NAME]");
	r->path = r->path != NULL ? r->path : a.path;
	r->which = r->which != NULL ? r->which : a.which;
	if (!query_open(r, &status) || !query_find(r, &status))
		return status;
	int error = worker_results_read(&results, r->db, r->tournament, r->seats);
	if (error == DB_OK)
		worker_results_print(&results, r->format, stdout);
	worker_results_clear(&results);
	return query_close(r, error);
}

const struct command command_worker_list = {
	.name = "worker list",
	.group = COMMAND_SERVER,
	.summary = "List the machines that played, and compare their results",
	.about =
		"Prints one line for each machine of the tournament: its games and pairs of games, its slots, its speed in nodes per second, seats that lost on time, games that it began and did not return, and its spot checks. This machine is called here.\n"
		"\n"
		"chi_square compares the results of its pairs with those of the other machines, between the same bots; p is the probability of this or more if the machine does not matter. From 200 compared pairs on, a p below 0.001 is remarked: one machine in a thousand gets it without a fault. "
		"--without-worker of other commands leaves the games of a machine out.",
	.options = {.arguments = {{"FILE", ARGUMENT_OLD, offsetof(struct workers_request, path),
					  NULL},
			    {"NAME", ARGUMENT_OLD, offsetof(struct workers_request, which), NULL}},
		.groups = {QUERY_GROUP(offsetof(struct workers_request, query))}},
	.examples =
		(const char *const[]){
			"# List the machines that played games of the newest tournament.",
			"referee worker list --db cup.db",
			"# Print those of the tournament cup for a program.",
			"referee worker list --db cup.db --tournament cup --json", NULL},
	.run = workers_run,
	.was = "workers",
};
