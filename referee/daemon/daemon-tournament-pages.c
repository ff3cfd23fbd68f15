/*
 * daemon-tournament-pages.c - what the web process gets of a tournament of the daemon: the address
 * of its pages, its state, strengths, workers, owners and benched bots.
 */
#include "referee/daemon/daemon-tournament.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "referee/process/crypto.h"
#include "base/memory.h"
#include "referee/config/config-file.h"
#include "referee/director/worker-status.h"
#include "referee/sandbox/find-program.h"

enum { DAEMON_TOURNAMENT_DIGITS = 10 /* of an address */ };

/* --- page address ----------------------------------------------------------------------------- */

/* Writes "spring-cup-" and digits of the key by which merge identifies a tournament. So the
 * address is the same in every database, place of the queue, and run. */
static void daemon_tournament_print_page(
	const char *name, const char *identity, char page[DAEMON_TOURNAMENT_PAGE])
{
	char digits[CRYPTO_TEXT + 1];
	int length = 0;
	for (const char *c = name;
		*c != '\0' && length < DAEMON_TOURNAMENT_PAGE - DAEMON_TOURNAMENT_DIGITS - 2; c++) {
		if (isalnum((unsigned char)*c) && (unsigned char)*c < 128)
			page[length++] = (char)tolower((unsigned char)*c);
		else if (length > 0 && page[length - 1] != '-')
			page[length++] = '-';
	}
	length -= length > 0 && page[length - 1] == '-';
	crypto_hash_text(identity, strlen(identity), digits);
	snprintf(page + length, (size_t)(DAEMON_TOURNAMENT_PAGE - length), "-%.*s",
		DAEMON_TOURNAMENT_DIGITS, digits);
}

void daemon_tournament_identify(struct daemon_tournament *entry, struct db *db)
{
	struct db_tournament t;
	if (db_tournament_find(db, entry->t.name, &t) != DB_OK)
		return;
	char *identity =
		memory_print("%s\n%lld\n%lld", t.name, (long long)t.seed, (long long)t.created_ms);
	entry->row = t.id;
	daemon_tournament_print_page(t.name, identity, entry->page);
	free(identity);
}

/* --- owners ---------------------------------------------------------------------------------- */

/* Was the bot sent by the owner of a token (intake.h)? */
static bool daemon_tournament_was_sent(const struct bot *bot)
{
	size_t length = bot->at.file != NULL ? strlen(bot->at.file) : 0;
	return length > strlen(SUBMISSIONS_LIST) &&
	       strcmp(bot->at.file + length - strlen(SUBMISSIONS_LIST), SUBMISSIONS_LIST) == 0;
}

/* The owner of a bot: of the file, or of a bot that is remote or was sent that of its token. Other
 * bots never have the owner of a token with their name, which may be of another tournament. NULL:
 * none. */
static const char *daemon_tournament_owner(
	const struct daemon_tournament *entry, const struct bot *bot)
{
	if (bot->owner != NULL || (!bot->remote && !daemon_tournament_was_sent(bot)))
		return bot->owner;
	return entry->options->owner(entry->options->arg, bot->name);
}

void daemon_tournament_publish_owners(struct daemon_tournament *entry)
{
	char *text = NULL;
	size_t length = 0;
	if (entry->options->web == NULL || (entry->owners_sent == *entry->options->tokens &&
						   entry->owners_bots == entry->t.bots_count))
		return;
	entry->owners_sent = *entry->options->tokens;
	entry->owners_bots = entry->t.bots_count;
	FILE *out = memory_open(&text, &length);
	for (int i = 0; i < entry->t.bots_count; i++) {
		const struct bot *bot = &entry->t.bots[i];
		const char *owner = daemon_tournament_owner(entry, bot);
		/* Those that do not fit have no owner: the pages show them less. */
		if (owner != NULL && ftell(out) + (long)(strlen(bot->name) + strlen(owner) + 2) <
					     LIVE_EVENT_OWNERS_TEXT)
			fprintf(out, "%s %s\n", bot->name, owner);
	}
	memory_close(out);
	web_supervisor_send(entry->options->web,
		&(struct live_event){.kind = LIVE_EVENT_OWNERS, .owners = {entry->number, text}});
	free(text);
}

/* --- its state ----------------------------------------------------------------------------------
 */

/* Publishes the strengths of its two bots. When a third bot joins, publishes zero games instead. */
static void daemon_tournament_publish_strength(struct daemon_tournament *entry)
{
	struct result_counts games = entry->estimate.games, pairs = entry->estimate.pairs;
	const struct sprt *sprt = entry->estimate.test ? &entry->estimate.sprt : NULL;
	char test[SPRT_TEXT] = "";
	bool two = entry->match.queue != NULL
			   ? match_strength_counts(&entry->match, &games, &pairs, &sprt)
			   : entry->compared;
	if (!two && !entry->strength_sent)
		return;
	if (!two)
		games = pairs = (struct result_counts){.kinds = 0};
	entry->strength_sent = two;
	if (sprt != NULL)
		sprt_write_test(sprt, test);
	struct live_event event = {.kind = LIVE_EVENT_STRENGTH,
		.strength = {.tournament = entry->number,
			.won = games.count[GAME_PAIRS_WON],
			.drawn = games.count[GAME_PAIRS_DRAWN],
			.lost = games.count[GAME_PAIRS_LOST],
			.by_opening = pairs.by_opening,
			.games = entry->t.games > 0 ? entry->t.games : UNKNOWN,
			.bot = entry->t.bots[0].name,
			.opponent = entry->t.bots[1].name,
			.test = test}};
	memcpy(event.strength.pairs, pairs.count, sizeof event.strength.pairs);
	web_supervisor_send(entry->options->web, &event);
}

static void daemon_tournament_publish_workers(const struct daemon_tournament *entry)
{
	struct worker_status s;
	int count = 0, number = 0;
	if (entry->t.workers_count == 0 && entry->t.broker == NULL)
		return;
	for (int i = 0; worker_status_next(entry->director, &i, &s);)
		count++;
	for (int i = 0; worker_status_next(entry->director, &i, &s);)
		web_supervisor_send(
			entry->options->web, &(struct live_event){.kind = LIVE_EVENT_WORKER,
						     .worker = {.tournament = entry->number,
							     .number = number++,
							     .of = count,
							     .slots = s.slots,
							     .running = s.running,
							     .played = s.played,
							     .speed = s.speed,
							     .delay = s.delay,
							     .heard = s.heard,
							     .name = s.name,
							     .state = s.state}});
	if (count == 0)
		web_supervisor_send(entry->options->web,
			&(struct live_event){.kind = LIVE_EVENT_WORKER,
				.worker = {.tournament = entry->number, .name = "", .state = ""}});
}

void daemon_tournament_publish_details(const struct daemon_tournament *entry)
{
	char *names = NULL;
	size_t size;
	if (entry->director == NULL)
		return; /* those of its last run stay */
	FILE *out = memory_open(&names, &size);
	for (int i = 0, count = 0; i < entry->t.bots_count; i++)
		if (entry->store.benching.benched[i])
			fprintf(out, "%s%s", count++ > 0 ? " " : "", entry->t.bots[i].name);
	memory_close(out);
	web_supervisor_send(
		entry->options->web, &(struct live_event){.kind = LIVE_EVENT_DETAILS,
					     .details = {entry->number, entry->t.format, names}});
	free(names);
}

void daemon_tournament_publish(struct daemon_tournament *entry)
{
	char path[FIND_PROGRAM_PATH] = "", why[2 * ERROR_TEXT], waiting[DAEMON_TOURNAMENT_PAGE];
	daemon_tournament_explain(entry, why, sizeof why);
	find_program_absolute(entry->t.db, NULL, path);
	char *identity = memory_print("waiting\n%s\n%s", entry->t.name, path);
	daemon_tournament_print_page(entry->t.name, identity, waiting);
	free(identity);
	const struct live_event event = {.kind = LIVE_EVENT_TOURNAMENT,
		.tournament = {.id = entry->number,
			.row = entry->row > 0 ? entry->row : UNKNOWN,
			.done = entry->done,
			.all = entry->total >= 0 ? entry->total : UNKNOWN,
			.state = daemon_tournament_state_name(entry),
			.name = entry->t.name,
			.path = path,
			.why = why,
			.page = *entry->page != '\0' ? entry->page : waiting,
			.waited = waiting}};
	web_supervisor_send(entry->options->web, &event);
	daemon_tournament_publish_owners(entry);
	daemon_tournament_publish_strength(entry);
	daemon_tournament_publish_workers(entry);
	daemon_tournament_publish_details(entry);
}
