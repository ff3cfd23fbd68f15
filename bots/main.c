/*
 * main.c - referee-bot: one program that plays every game, over the wire or one position at a time.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bots/nearest.h"
#include "bots/pace.h"
#include "bots/version.h"
#include "bots/wire.h"

enum { BOT_WHY = 1024, BOT_USAGE = 2, BOT_FAULT = 70 };

/* What the command line asks for besides the settings. */
struct bot_task {
	struct mind *mind;
	const char *name;
	const char *position; /* NULL: the wire */
	const struct rules *game;
	int players;
	int param_count;
	const char *params[PARAMETERS_MAX];
	int (*instead)(void); /* --help and its like */
};

/*
 * Faults of the command line.
 */

static _Noreturn void bot_refuse(const char *why)
{
	fprintf(stderr, "referee-bot: %s\n", why);
	exit(BOT_USAGE);
}

/* What KIND is not there, and the nearest that is. */
static _Noreturn void bot_refuse_unknown(const char *kind, const char *given, struct nearest near)
{
	char why[BOT_WHY];

	snprintf(why, sizeof why, "no %s \"%.60s\"%s%s%s (see referee-bot --help)", kind, given,
		near.best != NULL ? "; did you mean " : "", near.best != NULL ? near.best : "",
		near.best != NULL ? "?" : "");
	bot_refuse(why);
}

/*
 * Flags that are no settings.
 */

static void bot_flag_game(struct bot_task *task, const char *value)
{
	struct nearest near = nearest_to(value);

	if (task->game != NULL)
		bot_refuse("one game is enough");
	task->game = rules_find(value);
	for (int i = 0; all_rules[i] != NULL; i++)
		nearest_offer(&near, all_rules[i]->name);
	if (task->game == NULL)
		bot_refuse_unknown("game", value, near);
}

static void bot_flag_players(struct bot_task *task, const char *value)
{
	char *end;
	long n = strtol(value, &end, 10);

	if (end == value || *end != '\0' || n < 2 || n > SEATS_MAX)
		bot_refuse("--players is a number from 2 to 6");
	task->players = (int)n;
}

static void bot_flag_param(struct bot_task *task, const char *value)
{
	if (strchr(value, '=') == NULL)
		bot_refuse("--param is KEY=VALUE");
	if (task->param_count == PARAMETERS_MAX)
		bot_refuse("no game has so many parameters");
	task->params[task->param_count++] = value;
}

static void bot_flag_position(struct bot_task *task, const char *value)
{
	task->position = value;
}

static void bot_flag_name(struct bot_task *task, const char *value)
{
	task->name = value;
}

static int bot_version(void)
{
	puts("referee-bot " BOTS_VERSION);
	return EXIT_SUCCESS;
}

static int bot_list(void)
{
	puts("games");
	for (int i = 0; all_rules[i] != NULL; i++)
		printf("  %-18s%s\n", all_rules[i]->name, all_rules[i]->summary);
	puts("searches");
	for (int i = 0; all_searches[i] != NULL; i++)
		printf("  %-18s%s\n", all_searches[i]->name, all_searches[i]->help);
	puts("evaluations");
	for (int i = 0; all_rules[i] != NULL; i++) {
		printf("  %s\n", all_rules[i]->name);
		for (int k = 0; all_evaluations[k] != NULL; k++)
			if (evaluation_fits(all_evaluations[k], all_rules[i]))
				printf("    %-16s%s\n", all_evaluations[k]->name,
					all_evaluations[k]->help);
	}
	return EXIT_SUCCESS;
}

static int bot_help(void);

static const struct bot_flag {
	const char *flag, *value, *help;
	void (*take)(struct bot_task *task, const char *value); /* NULL: takes no value */
	int (*instead)(void);
} bot_flags[] = {
	{"game", "GAME", "the game, for referees that do not say it", bot_flag_game},
	{"players", "N", "seats of that game", bot_flag_players},
	{"param", "KEY=VALUE", "a parameter of that game (repeatable)", bot_flag_param},
	{"position", "P", "search this position (or startpos), print, exit", bot_flag_position},
	{"name", "NAME", "what it calls itself", bot_flag_name},
	{"list", "", "games, searches and evaluations", NULL, bot_list},
	{"version", "", "the version", NULL, bot_version},
	{"help", "", "this", NULL, bot_help},
};

enum { BOT_FLAGS = sizeof bot_flags / sizeof *bot_flags };

static int bot_help(void)
{
	puts("usage: referee-bot [FLAG VALUE]...                      speaks UGI on stdin and "
	     "stdout\n"
	     "       referee-bot --position P [FLAG VALUE]... GAME    searches one position\n"
	     "\nflags (those of the first group are options of UGI, too)");
	for (const struct setting *row = all_settings; row->flag != NULL; row++)
		printf("  --%-9s %-10s %s\n", row->flag, row->type == SETTING_SPIN ? "N" : "NAME",
			row->help);
	putchar('\n');
	for (int i = 0; i < BOT_FLAGS; i++)
		printf("  --%-9s %-10s %s\n", bot_flags[i].flag, bot_flags[i].value,
			bot_flags[i].help);
	puts("\nA depth, nodes or time of 0 is no limit. What the referee allows counts as well: "
	     "the\nsmaller wins. Exit status: 0 done, 2 wrong usage.");
	return EXIT_SUCCESS;
}

/*
 * Reading the command line.
 */

static const struct bot_flag *bot_find_flag(const char *flag)
{
	for (int i = 0; i < BOT_FLAGS; i++)
		if (strcmp(bot_flags[i].flag, flag) == 0)
			return bot_flags + i;
	return NULL;
}

static struct nearest bot_nearest_flag(const char *flag)
{
	struct nearest near = nearest_to(flag);

	for (int i = 0; i < BOT_FLAGS; i++)
		nearest_offer(&near, bot_flags[i].flag);
	for (const struct setting *row = all_settings; row->flag != NULL; row++)
		nearest_offer(&near, row->flag);
	return near;
}

/* Takes `--flag value` or `--flag=value`; returns the arguments used. */
static int bot_take(struct bot_task *task, char **argument)
{
	char flag[32], why[BOT_WHY];
	const char *value = strchr(argument[0], '=');
	size_t length = value == NULL ? strlen(argument[0]) : (size_t)(value - argument[0]);

	snprintf(flag, sizeof flag, "%.*s", (int)length - 2, argument[0] + 2);
	const struct setting *setting = setting_by_flag(flag);
	const struct bot_flag *row = bot_find_flag(flag);
	if (setting == NULL && row == NULL)
		bot_refuse_unknown("flag", argument[0], bot_nearest_flag(flag));
	if (setting == NULL && row->take == NULL) {
		task->instead = row->instead;
		return 1;
	}
	int used = value == NULL ? 2 : 1;
	value = value == NULL ? argument[1] : value + 1;
	if (value == NULL) {
		snprintf(why, sizeof why, "--%s needs a value", flag);
		bot_refuse(why);
	}
	if (setting == NULL)
		row->take(task, value);
	else if (!setting_set(setting, &task->mind->settings, value, why, sizeof why))
		bot_refuse(why);
	return used;
}

static void bot_read_arguments(struct bot_task *task, char **argument)
{
	char why[BOT_WHY];

	while (*argument != NULL) {
		if (strncmp(*argument, "--", 2) == 0) {
			argument += bot_take(task, argument);
		} else {
			bot_flag_game(task, *argument);
			argument++;
		}
	}
	if (task->instead == NULL && task->game != NULL &&
		settings_evaluation(&task->mind->settings, task->game, why, sizeof why) == NULL)
		bot_refuse(why);
	if (task->instead == NULL && task->game == NULL &&
		(task->position != NULL || task->param_count > 0 || task->players > 0))
		bot_refuse("which game? name it, as in: referee-bot --position startpos connect4");
}

/*
 * The outside world.
 */

static search_usec bot_now(void *context)
{
	struct timespec t;

	(void)context;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (search_usec)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static ptrdiff_t bot_read(void *context, char *room, size_t size, bool wait)
{
	struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};

	(void)context;
	if (!wait && poll(&in, 1, 0) <= 0)
		return WIRE_NOTHING;
	ssize_t n = read(STDIN_FILENO, room, size);
	if (n < 0)
		return errno == EINTR || errno == EAGAIN ? WIRE_NOTHING : WIRE_END;
	return n;
}

static bool bot_write(void *context, const char *bytes, size_t count)
{
	(void)context;
	while (count > 0) {
		ssize_t n = write(STDOUT_FILENO, bytes, count);
		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0) {
			bytes += n;
			count -= (size_t)n;
		}
	}
	return true;
}

static void bot_complain(void *context, const char *why)
{
	(void)context;
	fprintf(stderr, "referee-bot: %s\n", why);
}

/*
 * What it does.
 */

static int bot_talk(const struct bot_task *task)
{
	struct wire *w = malloc(sizeof *w);

	if (w == NULL) {
		fprintf(stderr, "referee-bot: no memory\n");
		return BOT_FAULT;
	}
	wire_init(w);
	w->port = (struct wire_port){bot_read, bot_write, bot_complain, bot_now, NULL};
	w->mind = task->mind;
	w->name = task->name;
	w->game = task->game;
	w->players = task->players;
	w->params = task->params;
	w->param_count = task->param_count;
	int status = wire_run(w);
	free(w);
	return status;
}

static int bot_search(const struct bot_task *task)
{
	char why[BOT_WHY], line[BOT_WHY];
	struct mind *mind = task->mind;
	const char *from = strcmp(task->position, "startpos") == 0 ? NULL : task->position;
	const struct message go = message_make(MESSAGE_GO);
	const struct search_hooks hooks = {.now = bot_now};
	const struct search_result *r = &mind->job.result;

	if (!mind_begin(mind, task->game, task->players, (uint64_t)mind->settings.seed,
		    task->params, task->param_count, why, sizeof why) ||
		!mind_place(mind, from, NULL, why, sizeof why))
		bot_refuse(why);
	struct search_limits limits = pace_limits(&mind->settings, &go.go, 1);
	limits.deepen = false;
	if (!mind_think(mind, &limits, &hooks, why, sizeof why))
		bot_refuse(why);
	int plies = search_plies(task->game, r->value);
	if (plies >= 0)
		printf("value %s-in-%d", r->value > 0 ? "win" : "loss", plies);
	else
		printf("value %lld", (long long)r->value);
	printf(" best %s", mind_line(mind, &r->best, 1, line, sizeof line));
	printf(" nodes %lld depth %d line %s\n", (long long)r->nodes, r->depth,
		mind_line(mind, r->line, r->length, line, sizeof line));
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	struct bot_task task = {.mind = mind_create(), .name = "referee-bot"};
	int status;

	if (task.mind == NULL) {
		fprintf(stderr, "referee-bot: no memory\n");
		return BOT_FAULT;
	}
	bot_read_arguments(&task, argc > 0 ? argv + 1 : argv);
	if (task.instead != NULL)
		status = task.instead();
	else
		status = task.position != NULL ? bot_search(&task) : bot_talk(&task);
	mind_free(task.mind);
	return status;
}
