/*
 * crowd-group.h - the bots of a crowd: groups of them, by a name and a number, with tokens that are
 * no secret. For tests alone.
 */
#ifndef TESTS_LIB_CROWD_GROUP_H
#define TESTS_LIB_CROWD_GROUP_H

#include <stdio.h>
#include <string.h>

#include "referee/net/tokens.h"
#include "referee/net/net-address.h"

struct crowd_group {
	const char *name;
	int count;
	bool tls;
	struct net_address door;
};

static void crowd_name(const struct crowd_group *g, int i, char name[TOKEN_NAME + 1])
{
	snprintf(name, TOKEN_NAME + 1, "%.40s-%d", g->name, i + 1);
}

/* SHA-256 of "crowd " and the name. */
static void crowd_token(const char *name, unsigned char token[CRYPTO_BYTES])
{
	char text[TOKEN_NAME + 16];
	snprintf(text, sizeof text, "crowd %s", name);
	crypto_hash(text, strlen(text), token);
}

/* Prints what `referee serve` keeps of their tokens. */
static void crowd_tokens(const struct crowd_group *g)
{
	for (int i = 0; i < g->count; i++) {
		unsigned char token[CRYPTO_BYTES];
		struct token_row row = {""};
		char line[TOKENS_LINE];
		crowd_name(g, i, row.name);
		crowd_token(row.name, token);
		token_keys_make(token, &row.keys);
		token_write(&row, line);
		fputs(line, stdout);
	}
}

/* Prints their sections of a tournament file. */
static void crowd_bots(const struct crowd_group *g)
{
	char name[TOKEN_NAME + 1];
	for (int i = 0; i < g->count; i++) {
		crowd_name(g, i, name);
		printf("bot %s { remote = yes }\n", name);
	}
}

#endif
