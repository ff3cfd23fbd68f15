/*
 * all-commands.c - the list of all commands, in the order of the help.
 */
#include <stddef.h>

#include "referee/commands/command.h"

extern const struct command command_run, command_check, command_play, command_test,
	command_standings, command_ratings, command_crosstable, command_compare, command_seat_stats,
	command_workers, command_games, command_show, command_export, command_import, command_merge,
	command_verify, command_replay, command_analyse, command_token, command_connect,
	command_serve, command_submit, command_status, command_pause, command_resume, command_stop,
	command_concurrency, command_watch, command_add_bot, command_bench_bot, command_unbench_bot,
	command_worker, command_worker_key, command_class_init, command_class_take,
	command_class_check, command_class_feedback, command_revert, command_send;

const struct command *const all_commands[] = {
	&command_run,
	&command_check,
	&command_play,
	&command_test,
	&command_standings,
	&command_ratings,
	&command_crosstable,
	&command_compare,
	&command_seat_stats,
	&command_workers,
	&command_games,
	&command_show,
	&command_export,
	&command_import,
	&command_merge,
	&command_verify,
	&command_replay,
	&command_analyse,
	&command_class_init,
	&command_class_take,
	&command_class_check,
	&command_class_feedback,
	&command_serve,
	&command_submit,
	&command_status,
	&command_watch,
	&command_pause,
	&command_resume,
	&command_stop,
	&command_concurrency,
	&command_add_bot,
	&command_bench_bot,
	&command_unbench_bot,
	&command_revert,
	&command_token,
	&command_connect,
	&command_send,
	&command_worker,
	&command_worker_key,
	NULL,
};
