/*
 * tournament.h - a tournament's definition: everything its schedule and its games follow from.
 *
 * It comes from a file, from flags, or both; settings.c holds one row for each thing that can be
 * set and reads both alike.
 */
#ifndef REFEREE_TOURNAMENT_TOURNAMENT_H
#define REFEREE_TOURNAMENT_TOURNAMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/ground/time.h"
#include "referee/judging/clock.h"
#include "rules/rules.h"

enum { BOT_NAME = 64, BOTS_MAX = 1000, WHY = 512 };

/* A bot as the file or a flag names it. Everything is owned by the tournament. */
struct bot {
	char *name;	/* 1..63 bytes, unique, no blanks or control bytes, valid UTF-8 */
	char *command;	/* split like a shell does, without a shell */
	char *dir;	/* where it runs; NULL: where the referee does */
	char **options; /* "NAME=VALUE" */
	int options_count;
	bool isready_position; /* isready = position: asked after every position too */
	const char *file;      /* where it was defined, for messages: a file or "--bot" */
	int line;	       /* 0 for flags */
};

struct tournament {
	char *name;
	char *game;
	char *format;
	int players;   /* seats of a game; 0 until checked: then the fewest the game allows */
	char **params; /* "KEY=VALUE" */
	int params_count;
	int rounds;
	uint64_t seed;
	char *openings; /* none, random:PLIES, or a file */
	struct limits limits;
	int max_plies; /* 0: the game's own end */
	int concurrency;
	usec startup, newgame, quit;
	bool restart; /* every game with fresh processes */
	bool strict;
	char *db;
	struct bot *bots;
	int bots_count;
	const struct rules *rules; /* of game; set by checking */
};

void tournament_init(struct tournament *t);
void tournament_clear(struct tournament *t);

#endif
