#!/bin/sh
# Games whose rules are a program, after they were played: the program is gone, and they are shown,
# exported, imported, replayed and merged all the same.
# checks: 35
set -u
. "$(dirname "$0")/../lib/checks.sh"
mkdir "$work/rules"
cp tests/lib/rules_game.py "$work/rules"
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
rules { dir = "rules" }
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
mv rules gone

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
	referee import --db $game-merged.db $game.db >out 2>&1
	say "$game: merged too" same "$(rows $game-merged.db)" "$(rows $game.db)"
	referee export record --db $game.db -o $game.record
	say "$game: records are judged by themselves" referee verify $game.record
	said=$(referee verify $game.record $game.record 2>&1 >out)
	say "$game: which is said once" same "$(echo "$said" | grep -c -- "--rules-dir DIR asks the program")" 1
	referee verify --rules-dir gone $game.record >out 2>err
	say "$game: the program agrees" same "$? $(grep -c ' plies$' out) $(cat err)" "0 $(grep -c '^game ' $game.record) "
	sed '/^end/q' $game.record >one.record
	shown=$(referee show --record one.record 2>&1)
	say "$game: a record is shown with its game" has "$shown" "one.record: $game"
	say "$game: with its moves" same "$(echo "$shown" | awk '$1 ~ /^[0-9]+$/ && $2 == "seat" && $4 != "crash" { print $3, $4 }')" \
		"$(awk '$1 == "move" { print $2, $3 }' one.record)"
	say "$game: and with the position at its end" has "$shown" "$(sed -n 's/^end [^ ]* [0-9]* //p' one.record)"
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
# A record may lie, and the program may be another one now.
lied=$(grep -n '^question' one.record | tail -1 | cut -d: -f1)
sed "$((lied + 1))s/rank .*[0-9]/rank 1 1 1/" one.record >lies.record
say "the record lies" same "$(cmp -s one.record lies.record; echo $?)" 1
referee verify lies.record >out 2>err
say "by itself it judges so" same "$(grep -c "an answer of the rules" out)" 0
referee verify --rules-dir gone lies.record >out 2>err
say "the program finds the answer" same "$? $(grep -c "^lies.record:$lied: an answer of the rules is to" out)" "1 1"
echo "# another version" >>gone/rules_game.py
referee verify --rules-dir gone one.record >out 2>err
say "a changed program is said, and judges" same "$? $(grep -c "one.record:1: the program of its rules has changed since" err)" "0 1"
sed -i 's/"rank " + " ".join(map(str, rank))/"rank 1 1 1"/' gone/rules_game.py
referee verify --rules-dir gone one.record >out 2>err
say "what it says now is compared" same "$? $(grep -c "^one.record:[0-9]*: an answer of the rules is to" out)" "1 1"
echo 'sys.exit(3)' >gone/rules_game.py
referee verify --rules-dir gone one.record >out 2>err
say "a program that fails judges nothing" same "$? $(grep -c '^one.record:2: ' out)" "1 1"
say "nor does one that is not there" same "$(referee verify --rules-dir . one.record 2>err | grep -c '^one.record:2: ')" 1
sed 's/\("question":"start","answer":"[^"]*turn \)1/\12/' race.jsonl >bad.jsonl
said=$(referee import bad.jsonl --db bad.db 2>&1)
say "an import that contradicts itself is refused" has "$said" "seat at ply"
exit $bad
