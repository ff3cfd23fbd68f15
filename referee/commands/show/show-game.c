/*
 * show-game.c - makes a game from the command line: a position, or the record in a file.
 */
#include "referee/commands/show/show.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text-file.h"
#include "referee/game/params.h"
#include "referee/game/rejudge.h"

enum { SHOW_RULES_MAX = 32 };

static bool show_find_rules(struct show *s, const struct rules **rules)
{
	const char *names[SHOW_RULES_MAX];
	int count = 0;
	*rules = rules_find(s->rules);
	if (*rules != NULL)
		return true;
	for (const struct rules *const *r = all_rules; *r != NULL && count < SHOW_RULES_MAX; r++)
		names[count++] = (*r)->name;
	char *hint = query_hint(s->rules, names, count, "`referee-bot --list` shows them");
	command_misused(&command_show, "there is no game \"%s\"%s", s->rules, hint);
	free(hint);
	return false;
}

static bool show_read_position(struct show *s)
{
	const struct rules *rules;
	const char *start = s->position != NULL ? s->position : "";
	int players = (int)s->players;
	uint64_t seed = s->seed != 0 ? (uint64_t)s->seed : 1;
	struct error err;
	struct position p;
	if (!show_find_rules(s, &rules))
		return false;
	if (!setup_init(&s->g.setup, rules, players, seed, s->params.all, s->params.count, &err))
		return command_report(&command_show, "%s", err.text);
	if (strlen(start) >= POSITION_TEXT ||
		(*start != '\0' && !rules->read(&s->g.setup, &p, start, &err)))
		return command_report(&command_show, "--position: %s",
			strlen(start) >= POSITION_TEXT ? "it is too long" : err.text);
	move_list_init(&s->g.moves, &s->g.setup, start);
	return true;
}

/* `referee verify` reports mismatches. */
static void show_on_mismatch(void *arg, const struct rejudge_mismatch *m)
{
	(void)arg, (void)m;
}

/* Sets the ranks of a finished record. */
static void show_rank_record(struct show *s, const struct move_list_result *recorded)
{
	struct error err;
	struct rejudge *judge =
		rejudge_create(&(struct rejudge_options){.endings = REJUDGE_ALLOWED}, &err);
	judge->mismatch = show_on_mismatch;
	rejudge_record(judge, &s->g.moves, recorded);
	s->g.ranked = judge->game.reason != NULL;
	if (s->g.ranked)
		game_ranks(&judge->game, s->g.ranks);
	rejudge_free(judge);
}

static bool show_read_record(struct show *s)
{
	struct error err;
	int line = 0;
	struct move_list_result recorded;
	char *text = text_file_read(s->record, TEXT_FILE_MAX, &line, &err);
	bool good = text != NULL &&
		    move_list_parse(&s->g.moves, &s->g.setup, &recorded, text, &err) &&
		    move_list_add_departures(&s->g.moves, &recorded.ends, &err);
	if (good)
		show_rank_record(s, &recorded);
	else
		fprintf(stderr, "referee show: %s: %s\n", s->record, err.text);
	free(text);
	return good;
}

bool show_make(struct show *s, int *status)
{
	*status = s->record != NULL ? EXIT_FILE : EXIT_USAGE;
	if (s->record != NULL && s->rules == NULL && s->position == NULL && s->players == 0 &&
		s->params.count == 0)
		return show_read_record(s);
	if (s->record == NULL && s->rules != NULL && s->ply < 0)
		return show_read_position(s);
	*status = command_misused(&command_show,
		s->record != NULL
			? "--record: the file names its game; leave out --game, --position, --players and --param"
		: s->ply >= 0 ? "--ply: a position has no plies; leave it out"
			      : "--position, --players, --param and --seed need --game GAME");
	return false;
}

char *show_title(const struct show *s)
{
	if (s->g.game > 0)
		return memory_print("Game %lld of \"%s\": %s", (long long)s->g.game,
			s->g.texts[STORED_GAME_NAME],
			params_game_name(s->g.texts[STORED_GAME_RULES], s->g.setup.rules));
	if (s->record != NULL)
		return memory_print("%s: %s", s->record, s->g.setup.rules->name);
	return memory_copy(s->g.setup.rules->name);
}
