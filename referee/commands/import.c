/*
 * import.c - referee import: files that `referee export jsonl` wrote, back into a database.
 */
#include "referee/commands/query-command.h"
#include "referee/transfer/import.h"

static int import_run(int argc, char **argv)
{
	static const struct import_source source = {"import", import_read};
	struct query r;
	int status, rest;
	if (!query_flags(&r, &command_import, argc, argv, NULL, &rest, &status))
		return status;
	if (r.which != NULL || r.format != TEXT_TABLE_TEXT)
		return query_usage(&r, "it takes files and --db FILE alone");
	if (rest == argc)
		return query_usage(&r, "which file? One or more that \"referee export\" wrote");
	if (r.path == NULL)
		return query_usage(&r, "into which database? Give --db FILE");
	return import_target_fill(&source, (const char *const *)(argv + rest), argc - rest, r.path);
}

const struct command command_import = {"import", "take games of an export into a database",
	"FILE... --db FILE",
	"Takes in what `referee export jsonl` wrote; - is the standard input. Each game is played again\n"
	"by the rules first: of a file with a mistake nothing is taken. Games that are there already are\n"
	"not added again.\n"
	"\n"
	"  --db FILE             the database; made when it is missing\n",
	import_run};
