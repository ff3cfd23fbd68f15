/*
 * page-documents.c - referee-protocol(7) and referee-db(5), from the documents and the tables.
 *
 * The documents are protocol/PROTOCOL.md and db/README.md; tests compare both with the tables.
 */
#include "packaging/man/pages.h"

#include <stdlib.h>
#include <string.h>

#include "db/schema.h"
#include "packaging/man/markdown.h"
#include "protocol/line.h"
#include "protocol/message.h"
#include "base/memory.h"
#include "base/text-file.h"
#include "rules/rules.h"

enum { PAGE_DOCUMENT = 1024 * 1024 };

/* The program ends with a message if the document cannot be read. */
static void page_document(struct mdoc *m, const char *path, markdown_add *add)
{
	struct error err;
	int line;
	char *text = text_file_read(path, PAGE_DOCUMENT, &line, &err);
	if (text == NULL) {
		fprintf(stderr, "manual: %s: %s\n", path, err.text);
		exit(EXIT_FAILURE);
	}
	markdown_write(m, text, add);
	free(text);
}

/* --- referee-protocol(7) -------------------------------------------------------------------- */

static void page_messages_from(struct mdoc *m, enum message_sender sender, const char *title)
{
	mdoc_part(m, title);
	mdoc_list(m, true);
	for (int kind = MESSAGE_UNKNOWN + 1; kind < MESSAGE_KINDS; kind++) {
		const struct message_row *row = &message_table[kind];
		if (row->sender != sender)
			continue;
		char *tag = memory_print("`%s`", row->syntax);
		mdoc_item(m, tag);
		free(tag);
		mdoc_text(m, row->help);
		if (row->feature != 0) {
			char *only = memory_print("Sent only to a bot with `feature %s`.",
				feature_name((enum feature)row->feature));
			mdoc_text(m, only);
			free(only);
		}
	}
	mdoc_list_end(m);
}

static void page_messages(struct mdoc *m)
{
	char *lengths = memory_print(
		"A line of the referee has at most %d bytes, one of a bot %d, its end included. "
		"[...] is optional, ... may be repeated, a|b is one of the two. The sections above "
		"describe each message in full.",
		LINE_FROM_REFEREE, LINE_FROM_BOT);
	mdoc_section(m, "All messages");
	mdoc_paragraphs(m, lengths);
	page_messages_from(m, FROM_REFEREE, "The referee sends");
	page_messages_from(m, FROM_BOT, "The bot sends");
	free(lengths);
}

/* "2", "2 to 4" as "2, 3, 4". The caller frees it. */
static char *page_game_seats(const struct rules *rules)
{
	char *seats = memory_copy("");
	for (int n = 1; n <= SEATS_MAX; n++) {
		if ((rules->seat_counts & 1u << n) == 0)
			continue;
		char *longer = memory_print("%s%s%d", seats, *seats != '\0' ? ", " : "", n);
		free(seats);
		seats = longer;
	}
	return seats;
}

/* A game: what it is, its seats, its start if that is the same in every game, its parameters. */
static void page_game(struct mdoc *m, const struct rules *rules)
{
	static struct setup setup;
	static struct position position;
	struct error err;
	char start[POSITION_TEXT] = "drawn from the game's seed", *seats = page_game_seats(rules);
	if (!rules_vary(rules) && setup_init(&setup, rules, 0, 0, NULL, 0, &err)) {
		rules->start(&setup, &position);
		rules->write(&setup, &position, start);
	}
	char *facts = memory_print("%s. Seats: %s. Start: `%s`.", rules->summary, seats, start);
	mdoc_entry(m, rules->name, facts);
	for (const struct parameter *p = rules->parameters; p != NULL && p->name != NULL; p++) {
		char *text = memory_print("`%s`: %s (default: %s).", p->name, p->help,
			p->preset != NULL ? p->preset : "drawn from the game's seed");
		mdoc_break(m);
		mdoc_text(m, text);
		free(text);
	}
	free(facts);
	free(seats);
}

static void page_games(struct mdoc *m)
{
	mdoc_part(m, "Parameters of the games");
	mdoc_list(m, true);
	for (int i = 0; all_rules[i] != NULL; i++)
		page_game(m, all_rules[i]);
	mdoc_list_end(m);
}

/* The games are the last section of the document. */
void page_of_protocol(struct mdoc *m)
{
	mdoc_section(m, "Description");
	page_document(m, "protocol/PROTOCOL.md", NULL);
	page_games(m);
	page_messages(m);
}

/* --- referee-db(5) -------------------------------------------------------------------------- */

/* The type of a table's column in the schema. The caller frees it; NULL: there is none. */
static char *page_column_type(const char *table, const char *column)
{
	char *create = memory_print("\nCREATE TABLE %s (\n", table);
	char *line = memory_print("\n\t%s ", column), *type = NULL;
	const char *begin = strstr(db_schema, create);
	if (begin != NULL) {
		const char *end = strstr(begin, "\n)"), *at = strstr(begin, line);
		if (at != NULL && end != NULL && at < end) {
			at += strlen(line);
			at += strspn(at, " ");
			type = memory_print("%.*s", (int)strcspn(at, " ,\n"), at);
		}
	}
	free(line);
	free(create);
	return type;
}

void page_of_database(struct mdoc *m)
{
	mdoc_section(m, "Description");
	page_document(m, "db/README.md", page_column_type);
}
