#!/bin/sh
# Games whose rules are a program, after they were played: the program is gone, and they are shown,
# exported, imported, replayed and merged all the same.
set -u
. "$(dirname "$0")/../lib/checks.sh"
cp tests/lib/rules_game.py "$work"
cd "$work" || exit 1
cat >bot.py <<'END'
import sys
legal, asked = [], 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("feature legal players\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "ugnewgame" or words[0] == "uginewgame":
        asked = 0
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        asked += 1
        if asked > int(sys.argv[1]):
            sys.exit(3)
        print("bestmove", legal[asked % len(legal)], flush=True)
    elif words[0] == "quit":
        break
END
for game in othello race; do
	cat >$game.conf <<END
name = $game
game = "process:python3 rules_game.py $game"
rules { dir = "." }
players = $([ $game = race ] && echo 3 || echo 2)
openings = $([ $game = race ] && echo none || echo random:2)
movetime = 60s
db = "$game.db"
bot ann { command = "python3 bot.py 1000" dir = "." }
bot ben { command = "python3 bot.py 1000" dir = "." }
bot cat { command = "python3 bot.py 2" dir = "." }
END
	referee run $game.conf >out 2>&1 || cat out
done
mv rules_game.py gone.py

# rows FILE: all that a database has of its games.
rows() {
	for table in games seats moves positions failures; do
		sqlite3 -readonly "$1" "SELECT * FROM $table"
	done
}
for game in othello race; do
	say "$game: every game has its positions" same "$(sqlite3 $game.db \
		"SELECT count(*) > 0, count(DISTINCT game) = (SELECT count(*) FROM games) FROM positions")" "1|1"
	referee export jsonl --db $game.db -o $game.jsonl
	referee import $game.jsonl --db $game-again.db >out 2>&1
	say "$game: an export is the same games again" same "$(rows $game-again.db)" "$(rows $game.db)"
	referee merge --db $game-merged.db $game.db >out 2>&1
	say "$game: merged too" same "$(rows $game-merged.db)" "$(rows $game.db)"
	referee export record --db $game.db -o $game.record
	say "$game: records are judged by themselves" referee replay $game.record
	sed '/^end/q' $game.record >one.record
	say "$game: a record is shown" has "$(referee show --record one.record 2>&1)" "seat 1"
	referee export positions --db $game.db -o $game.csv
	say "$game: positions are exported" test "$(wc -l <$game.csv)" -gt 10
	referee export html --db $game.db -o $game.html
	say "$game: the report has its boards" has "$(cat $game.html)" '"boards":['
	say "$game: and knows all positions" test "$(grep -c "nothing is stored" $game.html)" = 0
done
say "a position" has "$(referee show 1 --db othello.db --ply 0)" "After ply 0 of"
say "a picture" referee show 1 --db othello.db --svg board.svg
say "seats that left the others" test "$(sqlite3 race.db \
	"SELECT count(*) FROM positions WHERE question LIKE 'forfeit %'")" -gt 0
sed 's/"question":"start","answer":"position /&9/' othello.jsonl >bad.jsonl
said=$(referee import bad.jsonl --db bad.db 2>&1)
say "an import that contradicts itself is refused" has "$? $said" "1 "
exit $bad
