#!/usr/bin/env node
// A first bot: plays any game, knows no rules, picks a random legal move.
//
// The referee starts this program and talks to it in lines of text: it reads them from standard input
// and answers on standard output. Make it yours by changing choose(). To see what it does, start it
// yourself, type `ugi`, and go on as in protocol/PROTOCOL.md.
"use strict";

const readline = require("readline");

// Numbers by chance that are the same again for the same seed (mulberry32).
let chance = Date.now() >>> 0;

function random() {
	chance = (chance + 0x6d2b79f5) >>> 0;
	let t = Math.imul(chance ^ (chance >>> 15), chance | 1);
	t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
	return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

function send(line) {
	process.stdout.write(line + "\n");
}

// The thinking. Both are lists of words; returns one of legalMoves.
function choose(movesSoFar, legalMoves) {
	return legalMoves[Math.floor(random() * legalMoves.length)];
}

let movesSoFar = [];
let legalMoves = [];

const commands = {
	ugi() { // who are you?
		send("id name Node starter");
		send("id author you");
		send("feature legal newgame players"); // we want the legal moves, the game, any seats
		send("ugiok");
	},
	isready() {
		send("readyok");
	},
	uginewgame(words) { // uginewgame game connect4 players 2 seat 1 seed 7 ...
		const seed = words.indexOf("seed");
		if (seed > 0) // the same seed gives the same game again
			chance = Number(BigInt(words[seed + 1]) & 0xffffffffn);
	},
	position(words) { // position startpos moves d d e
		const moves = words.indexOf("moves");
		movesSoFar = moves > 0 ? words.slice(moves + 1) : [];
	},
	legal(words) { // legal a b c d e f g
		legalMoves = words.slice(1);
	},
	go() { // your clock is running
		send("bestmove " + choose(movesSoFar, legalMoves));
	},
	quit() {
		process.exit(0);
	},
};

// Any other line is ignored, so that this bot still works when the referee learns more.
readline.createInterface({ input: process.stdin }).on("line", (line) => {
	const words = line.trim().split(/\s+/);
	if (Object.hasOwn(commands, words[0]))
		commands[words[0]](words);
});
