/*
 * foreign-names.c - the table of flags and keys of other match managers.
 */
#include "referee/config/foreign-names.h"

#include <stddef.h>
#include <string.h>

#define FOREIGN_NAMES_IN_COMMAND "it is part of the bot's command"
#define FOREIGN_NAMES_ALL_KEPT                                                                     \
	"every game is kept in the database, and `referee export` writes them"
#define FOREIGN_NAMES_EXACT	"games end where their exact value is known"
#define FOREIGN_NAMES_LEAVE_OUT ": leave it out"

static const struct foreign_names foreign_names_table[] = {
	{"arg", NULL, FOREIGN_NAMES_IN_COMMAND},
	{"args", NULL, FOREIGN_NAMES_IN_COMMAND},
	{"autosaveinterval", NULL, "every game is kept at once" FOREIGN_NAMES_LEAVE_OUT},
	{"book", "openings", NULL},
	{"bookdepth", "openings-plies", NULL},
	{"cmd", "command", NULL},
	{"conf", NULL, "a tournament's file names its bots in sections bot NAME { }"},
	{"config", "db", "a run goes on by itself from its database"},
	{"debug", NULL, "--log-wire DIR writes the conversations"},
	{"each", NULL,
		"what stands outside the sections of bots, or is a flag, holds for all of them"},
	{"engine", "bot", "its value is NAME=COMMAND"},
	{"epdout", NULL, FOREIGN_NAMES_ALL_KEPT},
	{"event", "name", NULL},
	{"force-concurrency", NULL,
		"more games than processors are played, and said" FOREIGN_NAMES_LEAVE_OUT},
	{"gauntlet", "format", "its value is gauntlet"},
	{"initstr", NULL, "an option is set with option = \"NAME=VALUE\" in the bot's section"},
	{"log", NULL, "--log-wire DIR writes the conversations"},
	{"maxmoves", "max-plies", "it counts the moves of all seats"},
	{"noswap", "seat-orders", "its value is one"},
	{"order", "openings-order", NULL},
	{"outcome", NULL, FOREIGN_NAMES_ALL_KEPT},
	{"pgn", NULL, FOREIGN_NAMES_ALL_KEPT},
	{"pgnout", NULL, FOREIGN_NAMES_ALL_KEPT},
	{"ping-ms", "newgame-timeout", NULL},
	{"plies", "openings-plies", NULL},
	{"proto", NULL, "all bots speak UGI" FOREIGN_NAMES_LEAVE_OUT},
	{"quick", "bot", "each is --bot COMMAND"},
	{"ratinginterval", "rating-interval", NULL},
	{"recover", NULL,
		"a bot that failed is started again" FOREIGN_NAMES_LEAVE_OUT
		"; strikes = N benches it"},
	{"repeat", NULL, "each opening is played in all orders of seats" FOREIGN_NAMES_LEAVE_OUT},
	{"reverse", "seat-orders", NULL},
	{"sample", NULL, FOREIGN_NAMES_ALL_KEPT},
	{"scoreinterval", "rating-interval", NULL},
	{"show-latency", NULL, "`referee show` tells what each move took" FOREIGN_NAMES_LEAVE_OUT},
	{"site", "name", NULL},
	{"sprt", "format", "its value is sprt, beside --elo0, --elo1, --alpha and --beta"},
	{"srand", "seed", NULL},
	{"st", "movetime", "it has a unit, such as 100ms"},
	{"start", "openings-start", NULL},
	{"startup-ms", "startup-timeout", NULL},
	{"tb", "adjudicate-exact", FOREIGN_NAMES_EXACT},
	{"tbpieces", "adjudicate-exact", FOREIGN_NAMES_EXACT},
	{"testEnv", NULL, "--quiet and --json are for scripts"},
	{"timemargin", "margin", "it has a unit, such as 20ms"},
	{"tournament", "format", NULL},
	{"trust", NULL, "the referee owns the rules" FOREIGN_NAMES_LEAVE_OUT},
	{"ucinewgame-ms", "newgame-timeout", NULL},
	{"use-affinity", "affinity", NULL},
	{"variant", "game", NULL},
	{"wait", "pace", NULL},
	{NULL, NULL, NULL},
};

const struct foreign_names *foreign_names_find(const char *word)
{
	word += strspn(word, "-");
	size_t length = strcspn(word, "=");
	for (const struct foreign_names *f = foreign_names_table; f->theirs != NULL; f++)
		if (strlen(f->theirs) == length && strncmp(f->theirs, word, length) == 0)
			return f;
	return NULL;
}
