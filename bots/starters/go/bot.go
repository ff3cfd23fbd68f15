// bot.go - a first bot: plays any game, knows no rules, picks a random legal move.
//
//	go build -o bot bot.go
//
// The referee starts this program and talks to it in lines of text: it reads them from standard input
// and answers on standard output. Make it yours by changing choose(). To see what it does, start it
// yourself, type `ugi`, and go on as in protocol/PROTOCOL.md.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
)

var random = rand.New(rand.NewSource(1))

// The thinking: one of the legal moves.
func choose(movesSoFar, legalMoves []string) string {
	return legalMoves[random.Intn(len(legalMoves))]
}

// The words behind this one; none if it is not there.
func after(words []string, word string) []string {
	for i := range words {
		if words[i] == word {
			return words[i+1:]
		}
	}
	return nil
}

// Prints a line. os.Stdout has no buffer, so nothing needs to be flushed.
func send(line string) {
	fmt.Println(line)
}

func main() {
	var movesSoFar, legalMoves []string
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 0, 65536), 65536+1) // the referee's lines are no longer
	for in.Scan() {                            // ends when our input is closed
		words := strings.Fields(in.Text())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "ugi":
			send("id name Go starter")
			send("id author you")
			send("feature legal newgame players") // legal moves, which game, any seats
			send("ugiok")
		case "isready":
			send("readyok")
		case "uginewgame": // uginewgame game connect4 players 2 seat 1 seed 7 ...
			if seed := after(words, "seed"); len(seed) > 0 { // the same seed, the same game again
				number, _ := strconv.ParseUint(seed[0], 10, 64)
				random = rand.New(rand.NewSource(int64(number)))
			}
		case "position": // position startpos moves d d e
			movesSoFar = after(words, "moves")
		case "legal": // legal a b c d e f g
			legalMoves = words[1:]
		case "go": // your clock is running
			send("bestmove " + choose(movesSoFar, legalMoves))
		case "quit":
			return
		}
		// Any other line is ignored, so that this bot still works when the referee learns more.
	}
}
