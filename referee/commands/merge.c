/* stub */
#include "referee/commands/read.h"
static int merge_run(int argc, char **argv)
{
	(void)argc, (void)argv;
	return 0;
}
const struct command command_merge = {
	"merge", "take all of other databases into one", "", "", merge_run};
