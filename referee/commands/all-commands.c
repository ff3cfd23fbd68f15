/*
 * all-commands.c - the list of all commands, in the order of the help.
 */
#include <stddef.h>

#include "referee/commands/command.h"

const struct command *const all_commands[] = {
	&command_run,
	&command_check,
	&command_check_rules,
	&command_play,
	&command_test,
	&command_doctor,
	&command_standings,
	&command_ratings,
	&command_crosstable,
	&command_compare,
	&command_seat_stats,
	&command_games,
	&command_show,
	&command_export,
	&command_import,
	&command_backup,
	&command_archive,
	&command_verify,
	&command_analyse,
	&command_class_init,
	&command_class_take,
	&command_class_check,
	&command_class_feedback,
	&command_serve,
	&command_ctl,
	&command_watch,
	&command_token_new,
	&command_token_list,
	&command_token_revoke,
	&command_token_invite,
	&command_token_join,
	&command_token_login_link,
	&command_connect,
	&command_send,
	&command_worker_run,
	&command_worker_key,
	&command_worker_list,
	NULL,
};

const struct command *const first_commands[] = {
	&command_doctor,
	&command_check,
	&command_play,
	&command_run,
	&command_standings,
	&command_games,
	&command_show,
	&command_compare,
	&command_test,
	&command_export,
	NULL,
};
