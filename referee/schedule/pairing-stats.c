/*
 * pairing-stats.c - counts of games, opponents and seats.
 */
#include "referee/schedule/pairing-stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void pairing_stats_init(struct pairing_stats *stats, const struct tournament *t)
{
	size_t bots = (size_t)t->bots_count, seats = (size_t)t->players;
	*stats = (struct pairing_stats){.bots = t->bots_count,
		.seats = t->players,
		.fills = schedule_find(t->format)->fills,
		.uneven = strcmp(t->format, "gauntlet") == 0 ? "seeds of a gauntlet play more games"
							     : "not within one"};
	stats->played = memory_get(bots, sizeof *stats->played);
	stats->met = memory_get(bots * bots, sizeof *stats->met);
	stats->sat = memory_get(bots * seats, sizeof *stats->sat);
	stats->shares = memory_get(bots * (seats + 1), sizeof *stats->shares);
}

void pairing_stats_clear(struct pairing_stats *stats)
{
	free(stats->played);
	free(stats->met);
	free(stats->sat);
	free(stats->shares);
	*stats = (struct pairing_stats){.bots = 0};
}

void pairing_stats_add(struct pairing_stats *stats, const struct pairing *p)
{
	stats->games++;
	for (int seat = 0; seat < p->seats; seat++) {
		int bot = p->bot[seat], share = 0;
		bool first = true;
		stats->sat[bot * stats->seats + seat]++;
		for (int other = 0; other < p->seats; other++) {
			share += p->bot[other] == bot;
			first = first && (other >= seat || p->bot[other] != bot);
		}
		if (!first)
			continue;
		stats->played[bot]++;
		stats->shares[bot * (stats->seats + 1) + share]++;
		for (int other = 0; other < seat; other++) {
			int opponent = p->bot[other];
			bool met = false;
			for (int before = 0; before < other; before++)
				met = met || p->bot[before] == opponent;
			if (met)
				continue;
			stats->met[bot * stats->bots + opponent]++;
			stats->met[opponent * stats->bots + bot]++;
		}
	}
}

static void pairing_stats_widen(struct pairing_stats_range *range, int64_t count)
{
	if (range->max < 0 || count < range->min)
		range->min = count;
	if (count > range->max)
		range->max = count;
}

struct pairing_stats_range pairing_stats_played(const struct pairing_stats *stats)
{
	struct pairing_stats_range range = {0, -1};
	for (int bot = 0; bot < stats->bots; bot++)
		pairing_stats_widen(&range, stats->played[bot]);
	return range;
}

struct pairing_stats_range pairing_stats_met(const struct pairing_stats *stats)
{
	struct pairing_stats_range range = {0, -1};
	for (int bot = 0; bot < stats->bots; bot++) {
		for (int other = 0; other < bot; other++)
			pairing_stats_widen(&range, stats->met[bot * stats->bots + other]);
	}
	return range;
}

struct pairing_stats_range pairing_stats_sat(const struct pairing_stats *stats)
{
	struct pairing_stats_range range = {0, -1};
	for (int i = 0; i < stats->bots * stats->seats; i++)
		pairing_stats_widen(&range, stats->sat[i]);
	return range;
}

struct pairing_stats_range pairing_stats_shares(const struct pairing_stats *stats)
{
	struct pairing_stats_range range = {0, -1};
	for (int bot = 0; bot < stats->bots; bot++) {
		for (int share = 1; share < stats->seats; share++)
			pairing_stats_widen(
				&range, stats->shares[bot * (stats->seats + 1) + share]);
	}
	return range;
}

static void pairing_stats_print_range(const struct pairing_stats *stats, const char *what,
	const char *key, struct pairing_stats_range range, bool json)
{
	if (json)
		printf(",\"%s\":[%" PRId64 ",%" PRId64 "]", key, range.min, range.max);
	else
		printf("# %-32s %" PRId64 "..%" PRId64 "%s%s%s\n", what, range.min, range.max,
			range.max - range.min <= 1 ? "" : "  (",
			range.max - range.min <= 1 ? "" : stats->uneven,
			range.max - range.min <= 1 ? "" : ")");
}

void pairing_stats_print(const struct pairing_stats *stats, bool json)
{
	if (json)
		printf("{\"event\":\"balance\",\"games\":%" PRId64 ",\"bots\":%d,\"seats\":%d",
			stats->games, stats->bots, stats->seats);
	else
		printf("# %" PRId64 " games of %d bots, %d seats each\n", stats->games, stats->bots,
			stats->seats);
	pairing_stats_print_range(
		stats, "games of a bot", "games_of_a_bot", pairing_stats_played(stats), json);
	pairing_stats_print_range(
		stats, "meetings of a pair", "meetings_of_a_pair", pairing_stats_met(stats), json);
	pairing_stats_print_range(stats, "games of a bot in a seat", "games_in_a_seat",
		pairing_stats_sat(stats), json);
	if (stats->fills)
		pairing_stats_print_range(stats, "games of a bot with 1, 2, ... seats",
			"games_with_seats", pairing_stats_shares(stats), json);
	if (json)
		puts("}");
}
