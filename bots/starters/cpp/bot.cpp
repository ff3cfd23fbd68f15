// bot.cpp - a first bot: plays any game, knows no rules, picks a random legal move.
//
//   c++ -O2 -std=c++17 -o bot bot.cpp
//
// The referee starts this program and talks to it in lines of text: it reads them from standard input
// and answers on standard output. Make it yours by changing choose(). To see what it does, start it
// yourself, type `ugi`, and go on as in protocol/PROTOCOL.md.
#include <algorithm>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Words = std::vector<std::string>;

static std::mt19937_64 generator;

// Prints a line and flushes: std::endl matters, without it the line waits in a buffer.
static void send(const std::string &line)
{
	std::cout << line << std::endl;
}

// The thinking: one of the legal moves.
static std::string choose(const Words &moves_so_far, const Words &legal_moves)
{
	(void)moves_so_far;
	return legal_moves[generator() % legal_moves.size()];
}

static Words split(const std::string &line)
{
	std::istringstream in(line);
	Words words;
	for (std::string word; in >> word;)
		words.push_back(word);
	return words;
}

// The words behind this one; none if it is not there.
static Words after(const Words &words, const std::string &word)
{
	auto at = std::find(words.begin(), words.end(), word);
	return at == words.end() ? Words() : Words(at + 1, words.end());
}

int main()
{
	Words moves_so_far, legal_moves;
	for (std::string line; std::getline(std::cin, line);) { // ends when our input is closed
		Words words = split(line);
		if (words.empty())
			continue;
		const std::string &command = words[0];
		if (command == "ugi") {
			send("id name C++ starter");
			send("id author you");
			send("feature legal newgame players"); // legal moves, which game, any seats
			send("ugiok");
		} else if (command == "isready") {
			send("readyok");
		} else if (command == "uginewgame") { // uginewgame game connect4 players 2 seat 1 seed 7 ...
			Words seed = after(words, "seed");
			if (!seed.empty()) // the same seed gives the same game again
				generator.seed(std::stoull(seed[0]));
		} else if (command == "position") { // position startpos moves d d e
			moves_so_far = after(words, "moves");
		} else if (command == "legal") { // legal a b c d e f g
			legal_moves = Words(words.begin() + 1, words.end());
		} else if (command == "go") { // your clock is running
			send("bestmove " + choose(moves_so_far, legal_moves));
		} else if (command == "quit") {
			break;
		}
		// Any other line is ignored, so that this bot still works when the referee learns more.
	}
}
