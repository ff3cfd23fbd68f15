/*
 * programs.c - the rows of help of referee-bot, referee-solve and referee-adapt.
 */
#include <stddef.h>

#include "bots/help.h"

static const struct help_line help_common[] = {
	{"--version", "print the version"},
	{"--help", "print the help"},
	{NULL, NULL},
};

static const struct help_line help_bot_statuses[] = {
	{"0", "done"},
	{"2", "the command line or the position is wrong"},
	{"70", "a fault of the program: no memory, or the program of the rules failed"},
	{NULL, NULL},
};

const struct help help_of_bot = {
	.name = "referee-bot",
	.summary = "Play every game of the referee with a search and an evaluation of your choice",
	.usages = (const char *const[]){"[OPTIONS]", "--position POSITION [OPTIONS] GAME", NULL},
	.about =
		"Without --position the bot speaks UGI on stdin and stdout, as referee-protocol(7) "
		"describes it. With --position it searches that position, prints one line (value, "
		"best move, nodes, depth and expected moves), and exits. Without options it plays "
		"by the search and the evaluation that are best in the game by measurement.",
	.notes =
		"A depth, nodes or time of 0 is no limit. The limits of the referee apply as well: "
		"the smaller limit wins. A setting of mcts that is -1 has the value that is best "
		"known for the game.",
	.statuses = help_bot_statuses,
	.examples =
		(const char *const[]){
			"# Play in a tournament, as the command of a bot: look four plies ahead.",
			"referee-bot --search alphabeta --depth 4 --eval cells",
			"# Search the position after the moves d d of Connect Four.",
			"referee-bot --position '7/7/7/7/3y3/3r3 r 2' --depth 10 connect4",
			"# List the games, the searches and the evaluations.",
			"referee-bot --list",
			NULL,
		},
};

static const struct help_line help_solve_statuses[] = {
	{"0", "done"},
	{"2", "the command line is wrong"},
	{"3", "stdin or a file is wrong; line and column are named"},
	{"70", "a fault of the program: no memory, or a file that cannot be written"},
	{NULL, NULL},
};

const struct help help_of_solve = {
	.name = "referee-solve",
	.summary = "Compute exact answers about games, one line on stdout",
	.usages = (const char *const[]){"COMMAND [OPTIONS]", NULL},
	.about =
		"Values are those of perfect play by all seats. A position is a position string of "
		"referee-protocol(7), or startpos.",
	.common = help_common,
	.notes = NULL,
	.statuses = help_solve_statuses,
	.examples =
		(const char *const[]){
			"# Solve Connect Four after four moves in the centre, with a value for each move.",
			"referee-solve connect4 dddd --analyze",
			"# Find the winning moves of Nim with three heaps.",
			"referee-solve nim --heaps 3/4/5 --take 0",
			"# Draw the tree of a game with its values.",
			"printf '2 2\\n3 1 2 0\\n' | referee-solve tree --draw tree.dot",
			NULL,
		},
};

static const struct help_line help_adapt_statuses[] = {
	{"0", "the referee sent quit, or closed the input"},
	{"1", "the program of the other protocol cannot be used; the reason is on stderr"},
	{"2", "the command line is wrong"},
	{"N", "the program exited with this status in a game"},
	{NULL, NULL},
};

const struct help help_of_adapt = {
	.name = "referee-adapt",
	.summary = "Play with a program that speaks another protocol",
	.usages = (const char *const[]){"KIND [OPTIONS] -- COMMAND", NULL},
	.about =
		"The adapter speaks UGI with the referee, as referee-protocol(7) describes it. It "
		"starts the COMMAND and speaks the other protocol with it. In a tournament file the "
		"setting adapter of a bot does the same.",
	.common = help_common,
	.notes = NULL,
	.statuses = help_adapt_statuses,
	.examples =
		(const char *const[]){
			"# Play with a Kaggle ConnectX agent.",
			"referee-adapt kaggle -- submission.py",
			"# Play with a UCI engine that knows the game as a variant.",
			"referee-adapt uci --set UCI_Variant=breakthrough -- fairy-stockfish",
			NULL,
		},
};
