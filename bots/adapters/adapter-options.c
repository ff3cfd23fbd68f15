/*
 * adapter-options.c - the table of the options of all adapters.
 */
#include <stddef.h>
#include <string.h>

#include "bots/adapters/adapter-options.h"

static const char *const adapter_fallbacks[] = {"middle", "first", "random", NULL};
static const char *const adapter_sites[] = {"theaigames", "riddles", NULL};
static const char *const adapter_restarts[] = {"never", "game", "move", NULL};

const struct adapter_option all_adapter_options[] = {
#define FIELD(field) .offset = offsetof(struct adapter_options, field)
	{"function", "NAME", "call this function; default: agent, my_agent, else the file's last",
		FIELD(function)},
	{"base", "0|1", "count columns, rows and cells from 0 or from 1", VALUE_NUMBER, FIELD(base),
		.max = 1},
	{"move", "PATTERN",
		"write moves in this form: {c} {C} column letter, {d} its number, {r} {t} row from below or above, {R} {r} from 1, {i} cell, {m} as the referee does, {from} {to}",
		FIELD(move)},
	{"cells", "LETTERS",
		"draw a free cell, then the stones of seat 1, 2, ... with these letters",
		FIELD(cells), .min = 3, .max = SEATS_MAX + 1},
	{"mine", "LETTER", "draw the program's own stones with this letter in every seat",
		FIELD(mine), .min = 1, .max = 1},
	{"restart", "never|game|move",
		"start the program anew: never, for each game, for each move", VALUE_WORD,
		FIELD(restart), .words = adapter_restarts},
	{"gap", "TEXT", "put this between two cells of a row", FIELD(gap)},
	{"first", "LINES",
		"send these lines, separated by commas, to a program in seat 1 before its first move",
		FIELD(first)},
	{"second", "LINES", "send these lines to a program in another seat", FIELD(second)},
	{"turn", "LINE",
		"send this line before each of its moves; {seat} and {stone} are filled in",
		FIELD(turn)},
	{"site", "theaigames|riddles", "write as this site did", VALUE_WORD, FIELD(site),
		.words = adapter_sites},
	{"ask", "REGEX", "wait for this prompt before the other's move is typed", VALUE_REGEX,
		FIELD(ask)},
	{"answer", "REGEX",
		"find the program's move by this expression; its first group is the move",
		VALUE_REGEX, FIELD(answer)},
	{"row", "REGEX",
		"read lines of this form as rows of its board; the first group is the cells",
		VALUE_REGEX, FIELD(row)},
	{"set", "NAME=VALUE", "set an option of the engine; may be repeated", VALUE_PAIRS},
	{"until", "PART", "play the fallback after this part of the move's time, as in 0.8",
		VALUE_PART, FIELD(until)},
	{"fallback", "middle|first|random",
		"play this legal move when the time of --until has passed", VALUE_WORD,
		FIELD(fallback), .words = adapter_fallbacks},
	{"seat", "N", "play seat N alone; the referee seats it nowhere else", VALUE_NUMBER,
		FIELD(seat), .min = 1, .max = SEATS_MAX},
	{"name", "NAME", "introduce the program by this name", FIELD(name)},
	{NULL},
#undef FIELD
};

bool adapter_has(const struct adapter *kind, const char *option)
{
	size_t length = strlen(option);
	for (const char *at = kind->options; at != NULL; at = strchr(at, ' ')) {
		at += *at == ' ';
		if (strncmp(at, option, length) == 0 && (at[length] == ' ' || at[length] == '\0'))
			return true;
	}
	return false;
}
