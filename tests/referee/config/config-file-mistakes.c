/*
 * Tournament files that are wrong: each mistake is told with its line and what would be right.
 */
#include "tests/lib/tournament-text.h"
#include "tests/lib/suite.h"

static const struct {
	const char *text, *told;
} broken[] = {
	/* the form */
	{"", "cup.conf: nothing is set in it; it needs at least game = ... and two bots\n"},
	{"# all\n// of\n/* it */\n",
		"cup.conf: nothing is set in it; it needs at least game = ... and two bots\n"},
	{"game = nim\nbot a {\n command = \"x\"\n",
		"cup.conf:3: the file ends in the middle: the section of bot a is not closed with }\n"},
	{"game = nim\nbot a {",
		"cup.conf:2: the file ends in the middle: the section of bot a is not closed with }\n"},
	{"game = nim\nbot a {\n command = x\nbot b {\n command = y\n}\n",
		"cup.conf:4: the section of bot a is not closed with } before this one\n"},
	{"game = nim\nname = \"cup\n" BOTS, "cup.conf:2: the quote that begins here has no end\n"},
	{"game = nim\nbot a { command = 'x }\n",
		"cup.conf:2: the quote that begins here has no end\n"},
	{"game = nim\n\n/* cup\n" BOTS, "cup.conf:3: the comment that begins here has no end\n"},
	/* as it comes out of a letter */
	{"game = nim # \u201cnim\u201d\nname = \"a \u201cb\u201d\"\ndb = \u201ccup.db\u201d\n" BOTS,
		"cup.conf:3: these are quotes as they are printed; here they are \"...\"\n"},
	{"game\u00a0= nim\nround =\u00a02\n" BOTS,
		"cup.conf:2: unknown key round; did you mean rounds?\n"},
	{"game = nim\nname =", "cup.conf:2: the file ends in the middle: name has no value\n"},
	{"game = nim\n}\n", "cup.conf:2: this } closes nothing: no section is open\n"},
	{"game = nim\nbot { command = x }\n",
		"cup.conf:2: a bot needs a name: bot NAME { command = \"...\" }\n"},
	{"game = nim\nbot a = x\n",
		"cup.conf:2: a { is expected after a bot's name: bot NAME { command = \"...\" }\n"},
	{"game = nim\nbots { command = x }\n",
		"cup.conf:2: \"bots\" is no section; the sections are bot NAME { } and rules { }\n"},
	/* one mistake does not hide the others */
	{"game = nim\nbot a { command = x }\nbott b { command = x }\nbot c { comand = x }\nbot d command = x\nround = 2\n",
		"cup.conf:3: \"bott\" is no section; did you mean bot b { }?\n"
		"cup.conf:4: unknown key comand; did you mean command?\n"
		"cup.conf:5: a { is expected after a bot's name: bot NAME { command = \"...\" }\n"
		"cup.conf:6: unknown key round; did you mean rounds?\n"},
	{"game = nim\noption = { \"A=1\" \"B=2\" }\nround = 2\n",
		"cup.conf:2: option: a comma is missing before B=2\n"
		"cup.conf:3: unknown key round; did you mean rounds?\n"},
	{"game = nim\nname = a cup\n" BOTS,
		"cup.conf:2: after name = a comes \"cup\": a value with blanks stands in quotes\n"},
	{"game = nim\nparam = { heaps=3 }\n" BOTS,
		"cup.conf:2: param = \"heaps\": it is \"NAME=VALUE\", such as \"rows=6\"\n"
		"cup.conf:2: this is not expected here: = (a value with blanks or one of = , { } ( ) # stands in quotes)\n"},
	{"game = nim\n\"\" = 3\n",
		"cup.conf:2: a key is expected here: KEY = VALUE, or bot NAME { }\n"},
	{"game = nim\na|b = 3\n",
		"cup.conf:2: unknown key a|b; `referee run --help` names them all\n"},
	/* comments and empty lines do not shift the lines */
	{"# one\n\n/* three\nfour */ // four\ngame = nim # five\nround = 2\n" BOTS,
		"cup.conf:6: unknown key round; did you mean rounds?\n"},
	/* keys: all of them at once */
	{"gmae = nim\nround = 2\nper-move = 100ms\nxyzzy = 1\ncommand = x\nbot a {\n comand = x\n rounds = 2\n}\n",
		"cup.conf:1: unknown key gmae; did you mean game?\n"
		"cup.conf:2: unknown key round; did you mean rounds?\n"
		"cup.conf:3: per-move is now called movetime; write movetime = ...\n"
		"cup.conf:4: unknown key xyzzy; `referee run --help` names them all\n"
		"cup.conf:5: command is not a key of a tournament; it stands in a section bot NAME { }\n"
		"cup.conf:7: unknown key comand; did you mean command?\n"
		"cup.conf:8: rounds is not a key of a bot; it stands outside the sections\n"},
	/* names of older versions */
	{"game = nim\norders = one\ncharge = wall\nisready = position\n"
	 "bot a {\n command = x\n startup = 1s\n isready = auto\n}\n",
		"cup.conf:2: orders is now called seat-orders; write seat-orders = ...\n"
		"cup.conf:3: charge is now called clock; write clock = ...\n"
		"cup.conf:4: isready is now called isready-every-move; write isready-every-move = yes (position), no (newgame) or auto\n"
		"cup.conf:7: startup is now called startup-timeout; write startup-timeout = ...\n"
		"cup.conf:8: isready is now called isready-every-move; write isready-every-move = yes (position), no (newgame) or auto\n"},
	{"game = nim\nseed = 1\n\nseed = 2\n" BOTS,
		"cup.conf:4: seed is set a second time; line 2 set it already\n"},
	{"game = nim\nrounds = { 1, 2 }\n" BOTS, "cup.conf:2: rounds takes one value only\n"},
	{"game = nim\nonly = \"a\"\n", "cup.conf:2: only-bots = \"a\": the file has no bot a\n"},
	/* bots */
	{"game = nim\nbot a { command = x }\nbot b {\n}\n# a again\nbot a {\n\n command = y\n}\n",
		"cup.conf:6: bot \"a\" is there already, in line 2 of cup.conf\n"},
	/* one name in two forms */
	{"game = nim\nbot Jos\xc3\xa9 { command = x }\nbot Jose\xcc\x81 { command = y }\n",
		"cup.conf:3: bot \"Jos\xc3\xa9\" is there already, in line 2 of cup.conf\n"},
	/* a section that does not begin its line */
	{"game = nim\nbot a { command = x }\nrounds = 1 bot a {\n command = y }\n",
		"cup.conf:3: bot \"a\" is there already, in line 2 of cup.conf\n"},
	{"game = nim\nbot b { }\nbot a {\n\n}\nbot b {\n}\n",
		"cup.conf:6: bot \"b\" is there already, in line 2 of cup.conf\n"},
	{"game = nim\n" BOTS "bot c { }\nbot d {\n dir = x }\n",
		"cup.conf:4: bot c has no command; set command = \"...\", or remote = yes if it connects over the network\n"
		"cup.conf:5: bot d has no command; set command = \"...\", or remote = yes if it connects over the network\n"},
	/* adapters and builds */
	{"game = nim\n" BOTS "bot c {\n command = x\n adapter = \"kagle --until 1\"\n}\n",
		"cup.conf:6: adapter = \"kagle --until 1\": there is no adapter \"kagle\"; did you mean kaggle?\n"},
	{"game = nim\n" BOTS "bot c {\n command = x\n adapter = xyzzy\n}\n",
		"cup.conf:6: adapter = \"xyzzy\": there is no adapter \"xyzzy\"; `referee-adapt --help` lists them\n"},
	{"game = nim\n" BOTS "bot c {\n adapter = \"line -- ./bot\"\n command = x }\n",
		"cup.conf:5: adapter = \"line -- ./bot\": the program's command is the key command, not a part of the adapter\n"},
	{"game = nim\n" BOTS "bot c {\n adapter = line\n}\n",
		"cup.conf:5: adapter = \"line\": bot c has no command; set command = \"...\", the program behind the adapter\n"},
	{"game = nim\n" BOTS "bot c {\n remote = yes\n adapter = line\n build = make\n}\n",
		"cup.conf:6: adapter: bot c is remote and does not use it; remove it\n"
		"cup.conf:7: build: bot c is remote and does not use it; remove it\n"},
	{"game = nim\n" BOTS "bot c {\n command = x\n build = make\n}\n",
		"cup.conf:6: build: bot c has no dir; set dir = \"...\", the folder of its sources\n"},
	{"game = nim\n" BOTS "bot c {\n command = x\n dir = .\n build-memory = 1G\n}\n",
		"cup.conf:7: build-memory: bot c has no build; set build = \"make\", or remove it\n"},
	/* bots that come in over the network */
	{"game = nim\nbot a {\n remote = yes\n memory = 64M\n startup-timeout = 3s\n newgame-timeout = 2s\n"
	 " isready-every-move = yes\n output = 64K\n line = 4K\n movetime = 1s\n depth = 3\n nodes = 5\n margin = 10ms\n"
	 " command = x\n}\n"
	 "bot b! { remote = yes }\n",
		"cup.conf:14: command: bot a is remote and does not use it; remove it\n"
		"cup.conf:4: memory: bot a is remote and does not use it; remove it\n"
		"cup.conf:16: bot b! is remote: its name must be that of its token; use only letters, digits and . _ + -\n"},
	{"game = nim\nplayers = 3\nformat = mix\nbot a { command = x }\nbot b { remote = yes }\n",
		"cup.conf:5: bot b is remote and plays in one seat of a game only; format = mix with 3 players gives a bot several seats\n"},
	{"game = nim\nconnect-timeout = 25h\non-absent = wait\nremote-concurrency = 1025\nreconnect = maybe\n"
	 "bot a { remote = yes }\nbot b { remote = yes }\n",
		"cup.conf:2: connect-timeout = \"25h\": a time from 0 to 24h is needed\n"
		"cup.conf:3: on-absent = \"wait\": it is forfeit or skip\n"
		"cup.conf:4: remote-concurrency = \"1025\": a whole number from 1 to 1024 is needed\n"
		"cup.conf:5: reconnect = \"maybe\": it is no or yes\n"},
	{"game = nim\nbot a { command = \"\" }\nbot b { command = \"'x y\" }\n",
		"cup.conf:2: command = \"\": it must not be empty\n"
		"cup.conf:3: command = \"'x y\": a quote is opened and not closed\n"},
	{"game = nim\nbot a { command = x\n isready-every-move = always\n option = { \"=4\" } }\n",
		"cup.conf:3: isready-every-move = \"always\": it is auto, no or yes\n"
		"cup.conf:4: option = \"=4\": it is \"NAME=VALUE\", such as \"Depth=4\", or of a button its name alone\n"},
	{"game = nim\nbot \"a b\" { command = x }\nbot \"c=d\" { command = x }\n",
		"cup.conf:2: bot \"a b\": a bot's name has no blanks and no =\n"
		"cup.conf:3: bot \"c=d\": a bot's name has no blanks and no =\n"},
	{"game = nim\nbot . { command = x }\nbot .. { command = x }\n",
		"cup.conf:2: bot \".\": a bot's name is not . or .., which its page's address could not say\n"
		"cup.conf:3: bot \"..\": a bot's name is not . or .., which its page's address could not say\n"},
	{"game = nim\nbot a { command = x }\n",
		"cup.conf: the tournament needs at least 2 bots, and has 1; add bot NAME { command = \"...\" }, or --bot NAME=COMMAND\n"},
	/* values */
	{"game = conect4\n" BOTS,
		"cup.conf:1: game = \"conect4\": there is no such game; did you mean connect4?\n"},
	{"rounds = 1\n" BOTS,
		"cup.conf: no game is set; set game = connect4 in the file, or --game connect4\n"},
	{"name = cup\n" BOTS,
		"cup.conf: no game is set; set game = connect4 in the file, or --game connect4\n"},
	{"game = nim\nformat = roundrobin\n" BOTS,
		"cup.conf:2: format = \"roundrobin\": there is no such format; did you mean round-robin?\n"},
	{"game = nim\nrounds = 0\nconcurrency = 257\nseed = -1\nplayers = two\ndepth = 1.5\n"
	 "nodes = 99999999999999999999\nmax-plies = \"\"\n" BOTS,
		"cup.conf:2: rounds = \"0\": a whole number from 1 to 1000000 is needed\n"
		"cup.conf:3: concurrency = \"257\": a whole number from 1 to 256 is needed\n"
		"cup.conf:4: seed = \"-1\": a whole number from 0 to 9223372036854775807 is needed\n"
		"cup.conf:5: players = \"two\": a whole number from 2 to 6 is needed\n"
		"cup.conf:6: depth = \"1.5\": a whole number from 1 to 1000 is needed, or none\n"
		"cup.conf:7: nodes = \"99999999999999999999\": a whole number from 1 to 1000000000000000 is needed, such as 500, 64K or 1M, or none\n"
		"cup.conf:8: max-plies = \"\": a whole number from 1 to 100000 is needed\n"},
	{"game = nim\nnodes = 1m\n" BOTS,
		"cup.conf:2: nodes = \"1m\": a whole number from 1 to 1000000000000000 is needed, such as 500, 64K or 1M, or none\n"},
	{"game = nim\nnodes = K\ngames = 1MK\nseed = 1K\ndepth = 2K\n" BOTS,
		"cup.conf:2: nodes = \"K\": a whole number from 1 to 1000000000000000 is needed, such as 500, 64K or 1M, or none\n"
		"cup.conf:3: games = \"1MK\": a whole number from 1 to 1000000000 is needed\n"
		"cup.conf:4: seed = \"1K\": a whole number from 0 to 9223372036854775807 is needed\n"
		"cup.conf:5: depth = \"2K\": a whole number from 1 to 1000 is needed, or none\n"},
	{"game = nim\nnodes = 9223372036854775807M\n" BOTS,
		"cup.conf:2: nodes = \"9223372036854775807M\": a whole number from 1 to 1000000000000000 is needed, such as 500, 64K or 1M, or none\n"},
	{"game = nim\ntc = inf\nmovetime = 1s\n" BOTS,
		"cup.conf:3: movetime and tc exclude each other; set only one\n"},
	{"game = nim\nmovetime = 100\nmargin = 2m\nstartup-timeout = soon\nquit-timeout = 1.2.3s\n" BOTS,
		"cup.conf:2: movetime = \"100\": a time needs a unit, such as 100ms or 100s\n"
		"cup.conf:3: margin = \"2m\": a time from 0 to 1m is needed\n"
		"cup.conf:4: startup-timeout = \"soon\": a time is a number and h, m, s, ms or us, such as 100ms or 2s\n"
		"cup.conf:5: quit-timeout = \"1.2.3s\": a time is a number and h, m, s, ms or us, such as 100ms or 2s\n"},
	{"game = nim\ntc = fast\nrestart = often\nstrict = maybe\n" BOTS,
		"cup.conf:2: tc = \"fast\": a clock is TIME, TIME+INCREMENT, MOVES/TIME+INCREMENT, 0+TIME bank TIME or inf, such as 60+0.6, 40/1:30 or 0+0.1 bank 5; a TIME is in seconds, m:ss or h:mm:ss\n"
		"cup.conf:3: restart = \"often\": it is auto or yes\n"
		"cup.conf:4: strict = \"maybe\": it is no or yes\n"},
	{"game = nim\nname = \"cup\nrounds = \"1\n" BOTS,
		"cup.conf:2: name = \"cup\\x0arounds = \": the value contains a line end; write it on one line and close its quote\n"
		"cup.conf:3: after name = cup\\x0arounds =  comes \"1\": a value with blanks stands in quotes\n"},
	{"game = nim\nname = \"a\xff\"\ndb = \"\xc0\xaf\"\n" BOTS,
		"cup.conf:2: name = \"a\\xff\": only UTF-8 without control characters is taken\n"
		"cup.conf:3: db = \"\\xc0\\xaf\": only UTF-8 without control characters is taken\n"},
	/* what is not there so far is not taken in silence */
	{"game = nim\nclock = cup\nponder = maybe\nsandbox = some\nmemory = 256\nprocesses = 0\nstrikes = -1\naffinity = twice\non-benched = lose\n" BOTS,
		"cup.conf:2: clock = \"cup\": it is wall, fair or cpu\n"
		"cup.conf:3: ponder = \"maybe\": it is no or yes\n"
		"cup.conf:4: sandbox = \"some\": it is none, reduced or full\n"
		"cup.conf:5: memory = \"256\": a size from 4M to 1024G is needed, or none\n"
		"cup.conf:6: processes = \"0\": a whole number from 1 to 1000000 is needed, or none\n"
		"cup.conf:7: strikes = \"-1\": a whole number from 0 to 1000000 is needed\n"
		"cup.conf:8: affinity = \"twice\": it is auto, yes, no or a list of processors such as 0-3,6\n"
		"cup.conf:9: on-benched = \"lose\": it is forfeit or skip\n"},
	{"game = nim\ntc = \"60+1 bank 5\"\n" BOTS,
		"cup.conf:2: tc = \"60+1 bank 5\": a bank needs a time for each move and no time for the game: 0+TIME bank TIME, such as 0+0.1 bank 5\n"},
	/* what does not go together */
	{"game = nim\ntc = \"0+0.1 bank 5\"\nmovetime = 1s\n" BOTS,
		"cup.conf:3: movetime and tc exclude each other; set only one\n"},
	{"game = nim\ntc = 60\nmovetime = 1s\n" BOTS,
		"cup.conf:3: movetime and tc exclude each other; set only one\n"},
	{"game = nim\ngames = 6\nrounds = 2\n" BOTS,
		"cup.conf:3: games and rounds exclude each other: games is the number of games, and rounds is how often all of them are played\n"},
	{"game = nim\nseat-orders = all\n\ngames = 6\n" BOTS,
		"cup.conf:4: games and seat-orders exclude each other: with games = N every bot sits in every seat equally often\n"},
	{"game = nim\ngames = 0\n" BOTS,
		"cup.conf:2: games = \"0\": a whole number from 1 to 1000000000 is needed\n"},
	{"game = nim\nplayers = 3\nresign = \"moves=4 score=600\"\ndraw = \"moves=8 score=10 from-ply=40\"\n" BOTS,
		"cup.conf:3: resign: it needs two players, and players = 3; remove it\n"},
	{"game = nim\nseat-orders = some\n" BOTS,
		"cup.conf:2: seat-orders = \"some\": it is all, rotation or one\n"},
	{"game = nim\nopenings-order = sorted\nopenings-start = 0\nopenings-plies = x\n"
	 "decided-openings = some\n" BOTS,
		"cup.conf:2: openings-order = \"sorted\": it is random or sequential\n"
		"cup.conf:3: openings-start = \"0\": a whole number from 1 to 1000000000 is needed\n"
		"cup.conf:4: openings-plies = \"x\": a whole number from 1 to 100000 is needed\n"
		"cup.conf:5: decided-openings = \"some\": it is no or yes\n"},
	{"game = nim\nopenings = random:2\nopenings-order = random\nopenings-start = 1\n" BOTS,
		"cup.conf:3: openings-order: it needs a file of openings, and openings = random:2; remove it\n"
		"cup.conf:4: openings-start: it needs a file of openings, and openings = random:2; remove it\n"},
	{"game = nim\nopenings-plies = 4\ndecided-openings = yes\n" BOTS,
		"cup.conf:2: openings-plies: it needs a file of openings, and openings = none; remove it\n"
		"cup.conf:3: decided-openings: it needs random openings, and openings = none; remove it\n"},
	{"game = nim\nformat = swiss\nseeds = 2\n" BOTS,
		"cup.conf:3: seeds: format = swiss does not use it; remove it\n"},
	{"game = nim\nformat = swiss\ninitial-elo = \"a:100\"\n" BOTS,
		"cup.conf:3: initial-elo: format = swiss does not use it; remove it\n"},
	{"game = nim\nformat = swiss\nprior = \"a:100\"\n" BOTS,
		"cup.conf:3: initial-elo: format = swiss does not use it; remove it\n"},
	{"game = nim\nformat = ladder\ngames = 7\n" BOTS,
		"cup.conf:3: games = 7: games come in pairs, 6 or 8\n"},
	{"game = nim\nformat = sprt\n" BOTS,
		"cup.conf:2: format = sprt: without openings two bots may play the same pair of games without end; set openings = random:4 or a file, or games = N, the most games\n"},
	{"game = nim\nformat = gauntlet\nseeds = 2\n" BOTS,
		"cup.conf:3: seeds = 2: of 2 bots at most 1 can be seeds, so that 1 is left to play with\n"},
	{"game = nim\nplayers = 3\nformat = knockout\n" BOTS "bot three { command = \"x\" }\n",
		"cup.conf:3: format = knockout: its games have 2 seats, and these have 3; swiss or round-robin can have them\n"},
	{"game = nim\nformat = mix\nseat-orders = rotation\n" BOTS,
		"cup.conf:3: seat-orders: format = mix does not use it; remove it\n"},
	{"game = nim\nformat = mix\nplayers = 3\nbot one { command = \"x\" }\n",
		"cup.conf: the tournament needs at least 2 bots, and has 1; add bot NAME { command = \"...\" }, or --bot NAME=COMMAND\n"},
	{"game = nim\ngames = 9\nplayers = 3\n" BOTS,
		"cup.conf: the tournament needs at least 3 bots, and has 2; add bot NAME { command = \"...\" }, or --bot NAME=COMMAND\n"},
	{"game = connect4\nplayers = 3\n" BOTS,
		"cup.conf:2: players = 3: connect4 is played by 2\n"},
	{"game = nim\nplayers = 5\n" BOTS, "cup.conf:2: players = 5: nim is played by 2, 3, 4\n"},
	{"game = nim\nplayers = 3\n" BOTS,
		"cup.conf: the tournament needs at least 3 bots, and has 2; add bot NAME { command = \"...\" }, or --bot NAME=COMMAND\n"},
	{"game = nim\nparam = { \"take=1\",\n \"take=2\" }\n" BOTS,
		"cup.conf:3: param = \"take=2\": line 2 has \"take=1\" already\n"},
	{"game = nim\nopenings = nowhere.txt\n" BOTS,
		"cup.conf:2: openings = \"nowhere.txt\": the file cannot be read: No such file or directory (openings are none, random:PLIES or a file)\n"},
	{"game = nim\nmax-plies = 4\nopenings = random:4\n" BOTS,
		"cup.conf:3: openings = \"random:4\": a game ends after 4 plies (max-plies)\n"},
	{"game = tictactoe\nopenings = random:9\n" BOTS,
		"cup.conf:2: openings = \"random:9\": few games of tictactoe continue after 9 random plies; set fewer plies\n"},
	{"game = nim\nopenings = random:many\n" BOTS,
		"cup.conf:2: openings = \"random:many\": the form is random:PLIES with PLIES up to 200, such as random:4\n"},
};

START_TEST(each_mistake_is_told_with_its_line_and_what_would_be_right)
	{
		struct tournament t;
		struct reported told;
		ck_assert(
			!tournament_text_read(&t, &told, broken[_i].text, strlen(broken[_i].text)));
		ck_assert_str_eq(told.text, broken[_i].told);
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		reported_leave_folder();
	}
END_TEST

SUITE("tournament/file-mistakes",
	LOOP(each_mistake_is_told_with_its_line_and_what_would_be_right,
		sizeof broken / sizeof *broken),
	CASE(the_test_leaves_nothing_behind))
