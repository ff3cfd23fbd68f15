#!/bin/sh
# `referee play` as people use it, typed from a pipe: whole games between people, games with bots,
# every word, what is wrong, and records that are saved and gone on with.
# checks: 74
set -u
. "$(dirname "$0")/../lib/checks.sh"
first='referee-bot --search first'
strong='referee-bot --search pvs --depth 6'

# play INPUT ARGUMENTS...: the output of a game whose lines are typed; its status goes to status.
play() {
	typed=$1
	shift
	printf "$typed" | referee play "$@" 2>&1
	echo "status $?"
}

# lacks TEXT PART: the text does not hold the part.
lacks() {
	case $1 in
	*"$2"*)
		printf 'got:    %s\nwith %s\n' "$1" "$2"
		return 1
		;;
	esac
}

# count TEXT LINE NUMBER: this number of lines of the text are this one.
count() {
	same "$(printf '%s\n' "$1" | grep -cFx -- "$2")" "$3"
}

out=$(play 'b2\na1\na2\nc2\nc1\na3\nb3\nb1\nc3\n' tictactoe)
say "two people play a game to its end" has "$out" 'The game is over: a draw'
say "the board at the end is drawn" has "$out" '   3  o x x'
say "a game that was left at its end is no failure" has "$out" 'status 0'
say "what is piped is shown where it was typed" has "$out" 'seat 2 (o)> a1'
# A game whose rules are a program in a folder: the bot's sandbox shows what only the word of its
# game names, with the starter that it imports. The bot for hints is told the game too.
mkdir "$work/rules"
cp rules/process/starters/python/rules.py rules/process/starters/python/othello.py "$work/rules"
game="process:python3 $work/rules/othello.py"
out=$(play 'f4\nhint\nquit\n' "$game" "2=referee-bot --game '$game' --search first")
say "a house bot plays a rules program" has "$out" 'seat 2 plays '
say "a hint for a rules program" has "$out" 'hint: '
say "and no bot failed" has "$out" 'status 0'
# A game in which both bots may stay for ever.
cp tests/lib/rules_game.py "$work/rules"
game="process:python3 $work/rules/rules_game.py walk"
seat=$build/tests/bench/instant # the first legal move: stay
out=$(referee play "$game" "1=$seat" "2=$seat" --record "$work/walk.rec" 2>&1)
say "bots that always stay end after as many plies as in a tournament" same \
	"$? $(printf '%s\n' "$out" | grep -c ' plays stay$') $(grep -c '^end max-plies' "$work/walk.rec")" "0 2000 1"
say "and that is said, with the result" same "$(printf '%s\n' "$out" | tail -3 | grep -v '^saved')" \
	"the rules are a program, and only bots play: the game ends after 2000 plies, as it stands; \`referee run\` has max-plies for another number
The game is over: a draw"
out=$(play 'left\nstay\nquit\n' "$game" "2=$seat")
say "a game with a person has no such end" lacks "$out" 'plies'

out=$(play 'a1\nb1\na2\nb2\na3' tictactoe)
say "a last line without its end counts" has "$out" 'The game is over: seat 1 (x) wins'

printf 'b2\nquit\n' >"$work/typed"
out=$(referee play tictactoe <"$work/typed")
say "what stands in a file is taken as well" has "$out" '   2  . x .'

out=$(play 'd\nundo\ne\nresign\n' connect4 "2=$first")
say "a bot answers a person" has "$out" 'seat 2 (y) plays a'
say "undo goes back over the bot's move to the person's own turn" \
	count "$out" '   1  . . . . . . .' 2
say "after undo another move can be played" has "$out" '   1  y . . . r . .'
say "who resigns loses" has "$out" 'The game is over: seat 2 (y) wins'
out=$(play 'd\nd\nundo\nundo\nundo\n' connect4 "2=$first")
say "undo goes back turn by turn" count "$out" '   1  . . . . . . .' 2
say "undo at the first turn says that there is nothing" has "$out" 'nothing to take back'
out=$(play 'd\nresign\nundo\na\nquit\n' connect4 "2=$first")
say "undo takes back a resignation, and the bot plays on" has "$out" '   2  r . . . . . .'
out=$(play 'D\nquit\n' connect4)
say "capital letters do for small ones where it is clear" has "$out" '   1  . . . r . . .'

out=$(play 'hint\nquit\n' tictactoe --position 'oo1/xx1/3 x 3' --hint "$strong")
say "hint shows the move that wins" has "$out" 'hint: c2, depth'
say "hint shows the score and the line" has "$out" 'wins in 1 ply; its line: c2'
out=$(play 'hint\nquit\n' connect4 --hint 'referee-bot --search alphabeta' |
	grep -c 'hint: ., depth [0-9]*, score [+-][0-9]*[.][0-9][0-9] for you; its line: ')
say "hint says whose score it is, in the unit of \`show\`" same "$out" 1
out=$(play 'hint\nmoves\nquit\n' tictactoe --hint 'false')
say "a bot that gives no hint is explained" has "$out" 'no hint: the bot that gives hints could not'
say "and the game goes on" has "$out" '  a1 b1 c1 a2 b2 c2 a3 b3 c3'

out=$(play 'h\nmvoes\nundo it\nsave\n\nhelp\n' connect4)
say "an illegal move is shown the legal ones" has "$out" 'legal: a b c d e f g'
say "a word with a slip is shown the right one" has "$out" '"mvoes" is neither a legal move nor a word; did you mean "moves"?'
say "a word with too much after it is told so" has "$out" 'nothing follows "undo"'
say "a word with too little after it is told so" has "$out" '"save" needs a FILE'
say "help lists the words" has "$out" 'show the move of a strong bot'
say "the end of input leaves the game" has "$out" 'status 0'
out=$(play 'resign\nd\nhint\n' connect4)
say "after the end only what makes sense is taken" has "$out" 'the game is over; "undo" goes on with it'
out=$(play '\033[31mboo\n' connect4)
say "what a terminal would obey is not repeated" has "$out" '"\x1b[31mboo" is neither'
out=$(play "$(printf '%5000s' '' | tr ' ' x)\nd\n" connect4)
say "a line that is too long is told" has "$out" 'the line is longer than 4096 bytes'
say "the rest of it is no line of its own" lacks "$out" 'neither'
say "the next one is taken" has "$out" '   1  . . . r . . .'

crash='python3 -c "import sys
for line in sys.stdin:
    if line.startswith(\"go\"): sys.stderr.write(\"out of ideas\\n\"); sys.exit(3)
    print({\"ugi\": \"feature players\\nugiok\", \"isready\": \"readyok\"}.get(line.strip(), \"\"), flush=True)"'
illegal='python3 -c "import sys
for line in sys.stdin:
    print({\"ugi\": \"feature players\\nugiok\", \"isready\": \"readyok\", \"go\": \"bestmove z9\"}.get(line.split()[0], \"\"), flush=True)"'
out=$(play 'd\n' connect4 "2=$crash")
say "a bot that crashes loses, and it is said how" has "$out" \
	'seat 2 (y) ended or closed its output in the middle of the game (crash): ended with exit status 3'
say "what it wrote to stderr is shown" has "$out" '  | out of ideas'
say "the person has won" has "$out" 'The game is over: seat 1 (r) wins'
out=$(play 'd\nundo\n' connect4 "2=$crash")
say "undo goes back to before a crash" count "$out" '   1  . . . . . . .' 2
once='python3 -c "import os, sys
for line in sys.stdin:
    word = line.split()[0]
    if word == \"gameover\" or word == \"go\" and not os.path.exists(sys.argv[1]):
        open(sys.argv[1], \"w\")
        sys.exit(3)
    print({\"ugi\": \"feature gameover\nugiok\", \"isready\": \"readyok\", \"go\": \"bestmove a\"}.get(word, \"\"), flush=True)"'
out=$(play 'd\nundo\ne\n' --sandbox none connect4 "2=$once $work/crashed")
say "after undo a bot that crashed is started again" has "$out" 'seat 2 (y) plays a'
out=$(play 'd\nresign\nundo\ne\n' --sandbox none connect4 "2=$once $work/crashed")
say "a bot that ends with the game is started again after undo" count "$out" 'seat 2 (y) plays a' 2
out=$(play 'a1\na1\n' nim --players 3 "2=$crash" --param heaps=9)
say "the others play on without a bot that crashed" has "$out" '  a 7  |||||||'
out=$(play 'd\n' connect4 "2=$illegal")
say "a bot's illegal move is shown with the legal ones" has "$out" '"z9" is not legal here; legal: a b c d e f g'
out=$(play 'd\n' connect4 "2=$work/nowhere")
say "a bot that is not there loses by startup" has "$out" '(startup)'
out=$(play 'd\n' connect4 '2=sleep 100' --startup-timeout 100ms)
say "a bot that says nothing loses by startup" has "$out" 'printed nothing within 0.1 s'
out=$(play '' nim --players 3 "1=$first" "2=$first" "3=$first" --param heaps=4)
say "bots alone play to the end" has "$out" 'The game is over: 1. '

seats="nim --players 3 --param heaps=5/9 --record $work/nim.rec"
play 'a1\nundo\na3\nb2\n' $seats "2=$first" "3=$first" >"$work/out"
say "a game that was left is saved with its moves" same \
	"$(sed -n 's/^\(move [0-9] [a-z0-9]*\).*/\1/p' "$work/nim.rec" | tr '\n' ';')" \
	'move 1 a3;move 2 a1;move 3 a1;move 1 b2;move 2 b1;move 3 b1;'
say "a record says what was played, and by whom" same \
	"$(grep -E '^(rules|param|player)' "$work/nim.rec" | tr '\n' ';')" \
	"rules nim 3;param heaps 5/9;param take 3;param misere 1;player 1 a person;player 2 $first;player 3 $first;"
out=$(play 'b1\nsave '"$work"'/more.rec\n' --resume "$work/nim.rec" "2=$first" "3=$first")
say "a saved game goes on where it was" has "$out" '  b 5  |||||'
say "going on adds to the record" same "$(grep -c '^move' "$work/more.rec")" 9
out=$(play 'undo\nundo\n' --resume "$work/nim.rec" "2=$first" "3=$first")
say "turns before the saving can be taken back" has "$out" '  a 5  |||||'
out=$(play 'b1\n' --resume "$work/nim.rec" "2=$first")
say "a bot of a record that is not seated again is asked for" has "$out" \
	"nim.rec: a bot played in seat 3; seat it again, as in 3='$first', or a person: 3=person"
say "and the game does not go on without it" has "$out" 'status 3'
out=$(play 'b1\nsave '"$work"'/person.rec\n' --resume "$work/nim.rec" 2=person "3=$first")
say "a person can go on for a bot" same "$(sed -n 's/^player //p' "$work/person.rec" | tr '\n' ';')" \
	"1 a person;2 a person;3 $first;"
play 'd\nresign\nsave '"$work"'/end.rec\n' connect4 "2=$first" >"$work/out"
say "a finished record says how it ended" same "$(sed -n 's/^end \([a-z]*\) [0-9]* /\1 /p' "$work/end.rec")" \
	'resign 7/7/7/7/7/y2r3 r 2 out1'
say "and who came where" same "$(grep '^seat' "$work/end.rec" | tr '\n' ';')" 'seat 1 2 resign ;seat 2 1 ok ;'
out=$(play 'quit\n' --resume "$work/end.rec")
say "a finished record is shown at its end" has "$out" 'The game is over: seat 2 (y) wins'
echo precious >"$work/letter"
out=$(play "save $work/letter\n" connect4)
say "a file that is no record is not overwritten" same "$(cat "$work/letter")" precious
out=$(play "save $work/no/where\n" connect4)
say "a file that cannot be written is told" has "$out" 'cannot be written: No such file'
echo 'rules nim 9' >"$work/bad.rec"
out=$(play '' --resume "$work/bad.rec")
say "a wrong record is told with its line" has "$out" 'bad.rec: line 1: the game does not allow this number of seats'
say "a wrong record is a wrong file" has "$out" 'status 3'

out=$(play '' conect4)
say "an unknown game is told which was meant" has "$out" 'did you mean connect4?'
say "a wrong command line is told by the status" has "$out" 'status 2'
out=$(play '' connect4 --recrod x)
say "an unknown flag is told which was meant" has "$out" 'did you mean --record?'
out=$(play '' connect4 "3=$first")
say "a seat that the game has not is told" has "$out" 'there is no seat 3'
out=$(play '' connect4 --position 'nonsense')
say "a wrong position is told" has "$out" '--position: '
say "a pipe sees no colours" lacks "$(play 'd\n' connect4)" "$(printf '\033')"

# A terminal of 'script' around a game.
terminal() { # INPUT COMMAND
	printf "$1" | script -qec "$2" /dev/null
}
if command -v script >/dev/null; then
	game='referee play connect4'
	out=$(TERM=xterm NO_COLOR= terminal 'd\nquit\n' "$game")
	say "a terminal sees colours" has "$out" "$(printf '\033[0;1;38;5;208m')seat 2 (y)"
	out=$(TERM=xterm NO_COLOR= terminal 'd\nquit\n' "$game '2=$first'")
	say "the bot's move is marked" has "$out" "$(printf '\033[0;1;38;5;208;7my')"
	out=$(TERM=xterm NO_COLOR=1 terminal 'd\nquit\n' "$game")
	say "NO_COLOR is honoured" lacks "$out" "$(printf '\033')"
	out=$(TERM=dumb NO_COLOR= terminal 'd\nquit\n' "$game")
	say "a dumb terminal sees no colours" lacks "$out" "$(printf '\033')"
else
	echo "skip: there is no program script (Debian: bsdutils); no terminal is tested"
fi

# Ctrl-C while a person is asked: the board has come out by then.
mkfifo "$work/in" "$work/shown"
referee play connect4 --record "$work/left.rec" <"$work/in" >"$work/shown" &
game=$!
exec 8>"$work/in" 9<"$work/shown"
grep -m1 'a b c d e f g' <&9 >/dev/null
kill -INT $game
wait $game
say "Ctrl-C leaves the game" same $? 130
say "a game that Ctrl-C left is saved" same "$(grep -c '^rules connect4 2' "$work/left.rec")" 1
exit $bad
