/*
 * complete.c - the completion that the programs of this folder share.
 */
#include "bots/complete.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "rules/rules.h"

enum { COMPLETE_TEXT = 80 };

static void complete_print(
	void *arg, const char *before, int length, const char *word, const char *help)
{
	(void)arg;
	if (word != NULL)
		printf("%.*s%s\t%s\n", length, before, word, help);
	else
		printf("\t%s\t%.*s\n", help, length, before);
}

bool complete_asked(int argc, char *const *argv,
	void (*complete)(const char *const *words, int count, const struct candidates *c))
{
	if (argc < 3 || strcmp(argv[1], "--complete") != 0)
		return false;
	const char *last = argv[argc - 1];
	const struct candidates c = {complete_print, NULL, last, last};
	/* No candidate has a line end. */
	if (strchr(last, '\n') == NULL)
		complete((const char *const *)argv + 2, argc - 2, &c);
	return true;
}

void complete_game(const struct candidates *c)
{
	for (int i = 0; all_rules[i] != NULL; i++)
		candidates_offer(c, all_rules[i]->name, all_rules[i]->summary);
}

static void complete_parameters(const char *game, const struct candidates *c)
{
	char text[COMPLETE_TEXT];
	const struct rules *rules = game != NULL ? rules_find(game) : NULL;
	if (rules == NULL)
		return;
	for (const struct parameter *p = rules->parameters; p->name != NULL; p++) {
		snprintf(text, sizeof text, "%s=", p->name);
		candidates_offer(c, text, p->help);
	}
}

/* The words of "a|b". */
static void complete_words(const char *shape, const struct candidates *c)
{
	char text[COMPLETE_TEXT];
	for (size_t length; *shape != '\0'; shape += length + (shape[length] == '|')) {
		length = strcspn(shape, "|");
		snprintf(text, sizeof text, "%.*s", (int)length, shape);
		candidates_offer(c, text, "");
	}
}

void complete_shape(const char *shape, const char *game, const struct candidates *c)
{
	if (strcmp(shape, "KEY=VALUE") == 0)
		complete_parameters(game, c);
	else if (strcmp(shape, "GAME") == 0)
		complete_game(c);
	else if (strncmp(shape, "FILE", strlen("FILE")) == 0)
		candidates_ask(c, COMPLETE_FILES);
	else if (strchr(shape, '|') != NULL && !isupper((unsigned char)*shape))
		complete_words(shape, c);
}

void complete_command(void *arg, const char *const *words, int count, const struct candidates *c)
{
	(void)arg, (void)words;
	if (count == 1 && *c->typed != '\0')
		candidates_ask(c, COMPLETE_PROGRAMS);
	candidates_ask(c, COMPLETE_FILES);
}
