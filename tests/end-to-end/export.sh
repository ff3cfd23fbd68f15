#!/bin/sh
# Tournaments written out and taken back, and databases merged: nothing is lost, nothing is doubled,
# and what is wrong is refused as a whole.
# checks: 203
set -u
. "$(dirname "$0")/../lib/checks.sh"
here=$PWD/tests/end-to-end
versions=$PWD/tests/db
rogues=$build/tests/rogues
cd "$work" || exit 1

random1='r1=referee-bot --search random'
random2='r2=referee-bot --search random --seed 5'
printf 'moves d d e\nmoves c\nfen 7/7/7/7/3y3/3r3 r 2\n' >openings
sed -i 's/^fen //' openings

# plays NAME FLAGS...: a small tournament in NAME.db
plays() {
	name=$1
	shift
	referee run --quiet --db "$name.db" --bot "$random1" --bot "$random2" "$@" >log 2>&1 || {
		cat log
		echo "not ok $name is played"
		bad=1
	}
}

plays tictactoe --game tictactoe --rounds 2 --depth 2 --openings random:2 --name 'a "b" \ c'
plays connect4 --game connect4 --depth 2 --openings openings --max-plies 20 --draw "moves=2 score=1000" \
	--bot a="referee-bot --search minimax" --bot b="referee-bot --search minimax --seed 2" \
	--bot crash="$rogues/crashes 11 4" --bot garbage="$rogues/garbage"
plays nim --game nim --players 3 --depth 2 --bot r3="referee-bot --search first" \
	--bot crash="$rogues/crashes 11 2"
plays letters --game letters --rounds 2 --depth 2
plays tree --game tree --rounds 2 --depth 2
plays star --game chinese-checkers --players 3 --depth 1 --format swiss --rounds 4 \
	--bot first="referee-bot --search first" --bot gone="$rogues/exits 3" --max-plies 90
say "who sat out is in one of them" same "$(sql star.db 'SELECT count(*) > 0, min(points) FROM byes')" "1|3.0"
plays knock --game tictactoe --format knockout --depth 1 --openings random:2 \
	--bot r3="referee-bot --search first" --bot r4="referee-bot --search random" --bot r5="referee-bot --search random"
all='tictactoe connect4 nim letters tree star knock'

tables='tournaments bots bot_settings participants byes games seats moves failures ratings analysis
	analysed seat_totals pair_totals'
dump() { # FILE
	for table in $tables; do
		sqlite3 -readonly "$1" "SELECT '$table', * FROM $table ORDER BY 2, 3"
	done
}

equal() { # FILE FILE
	dump "$1" >first.dump && dump "$2" >second.dump && [ -s first.dump ] && cmp first.dump second.dump
}

exports_back() { # FORMAT NAME: the export of what was imported is the export
	referee export "$1" --db "$2.db" -o "$2.$1" && [ -s "$2.$1" ] &&
		referee import "$2.$1" --db "$2-$1.db" && referee export "$1" --db "$2-$1.db" | cmp - "$2.$1"
}

for name in $all; do
	say "$name: JSON lines come back byte for byte" exports_back jsonl "$name"
	say "$name: so does every row of every table" equal "$name.db" "$name-jsonl.db"
	say "$name: what came back can be verified" referee verify --db "$name-jsonl.db"
	say "$name: standings are the same" same "$(referee standings --csv --db "$name-jsonl.db")" \
		"$(referee standings --csv --db "$name.db")"
	say "$name: imported again it adds nothing" has "$(referee import "$name.jsonl" --db "$name-jsonl.db")" \
		" 0 games added, $(sql "$name.db" 'SELECT count(*) FROM games') were there already"
	say "$name: the rows stay the same" equal "$name.db" "$name-jsonl.db"
	say "$name: JSON lines say what the database holds" python3 "$here/export.py" jsonl "$name.db" "$name.jsonl"
	referee export csv --db "$name.db" >"$name.csv"
	say "$name: so does CSV" python3 "$here/export.py" csv "$name.db" "$name.csv"
	referee export text --db "$name.db" >"$name.text"
	say "$name: so does text" python3 "$here/export.py" text "$name.db" "$name.text"
	referee export record --db "$name.db" >"$name.record"
	say "$name: every game's record is judged as it was" same "$(referee verify "$name.record" | wc -l)" \
		"$(sql "$name.db" 'SELECT count(*) FROM games')"
	say "$name: and its places are those of the database" same \
		"$(grep '^seat ' "$name.record" | cut -d' ' -f2-4 | cksum)" \
		"$(sql "$name.db" "SELECT seat || ' ' || rank || ' ' || verdict FROM seats ORDER BY game, seat" | cksum)"
done
say "games end in all ways that are written and read" same "$(for name in $all; do
	sql "$name.db" 'SELECT DISTINCT reason FROM games'; done | sort -u | tr '\n' ' ')" \
	'crash draw-rule illegal max-plies normal '
say "a bot said bytes that are no text" \
	[ "$(sql connect4.db "SELECT count(*) FROM failures WHERE hex(said) LIKE '%FF00%'")" -gt 0 ]

sed -e 's/movetime = /per-move = /; s/clock = /charge = /' -e 's/moves=2 score=1000/2:1000/' connect4.jsonl >older.jsonl
referee import older.jsonl --db older.db >imported
say "old names of settings are read" same "$(sql older.db 'SELECT definition FROM tournaments')" \
	"$(sql connect4.db 'SELECT definition FROM tournaments')"

# --- what is asked for ------------------------------------------------------------------------

say "one bot's games are its games" same \
	"$(referee export csv --db connect4.db --bot crash | awk -F, 'NR > 1 { print $1 }' | sort -u | wc -l)" \
	"$(sql connect4.db "SELECT count(DISTINCT game) FROM seats s JOIN bots b ON b.id = s.bot WHERE name = 'crash'")"
say "places are the first columns of CSV" same "$(referee export places --db nim.db)" \
	"$(referee export csv --db nim.db | cut -d, -f1-4)"
say "games that are named are those" same \
	"$(referee export csv --db connect4.db --game 5,2 --game 2 | awk -F, 'NR > 1 { print $1 }' | tr '\n' ' ')" '2 2 5 5 '
say "a file's suffix names the format" cmp connect4.jsonl \
	"$(referee export --db connect4.db -o suffix.jsonl && echo suffix.jsonl)"
referee export jsonl --db tictactoe.db -o suffix.jsonl
say "what was there is replaced" cmp suffix.jsonl tictactoe.jsonl
say "nothing else is left in the folder" [ -z "$(ls | grep part)" ]
fails() { # STATUS PART COMMAND...: it ends with this status and a line that holds PART
	wanted=$1
	part=$2
	shift 2
	"$@" >failed 2>&1
	status=$?
	same "$status" "$wanted" && has "$(cat failed)" "$part"
}
sed '0,/^seat 1 1 ok/s//seat 1 2 ok/' tictactoe.record >wrong.record
say "a place that was changed in a record is found" fails 1 'rank of seat 1 is 2, should be 1' referee verify wrong.record
say "a database is not written over" fails 2 'is a database' referee export --db nim.db -o tree.db
say "nor is a file of chess written in another format" fails 2 'there is no format "pgn"; it is for chess alone' \
	referee export --db nim.db -o cup.pgn
say "unless the format is named" fails 0 '' referee export text --db nim.db -o cup.pgn
say "a file of any other suffix is text, and that is told" fails 0 'no format has the suffix .json, so it is written as text' \
	referee export --db nim.db -o cup.json
say "of a suffix of its own it is not" same "$(referee export --db nim.db -o ./cup.txt 2>&1; referee export --db nim.db -o ./cup 2>&1)" ""
say "a full disk is told" fails 70 'cannot be written' referee export --db nim.db -o /dev/full
say "a game of another tournament is told" fails 5 'there is no game 999' referee export --db nim.db --game 999
say "a format that is not there is told" fails 2 'did you mean "jsonl"' referee export jsnl --db nim.db
say "a bot that is not there is told" fails 2 'no bot "nobody"' referee export --db nim.db --bot nobody
say "its name cannot change the terminal" fails 2 'no bot "a\xe2\x80\xaeb"' \
	referee export --db nim.db --bot "$(printf 'a\342\200\256b')"

# --- mistakes ---------------------------------------------------------------------------------

refused() { # FILE: nothing of it was taken, and no database was left
	referee import "$1" --db never.db >refused 2>&1
	status=$?
	same "$status" 3 && [ ! -e never.db ]
}
mkdir wrong
python3 "$here/export.py" wrong nim.jsonl wrong
for file in wrong/*; do
	case $file in *.told) continue ;; esac
	say "refused: $(basename "$file")" refused "$file"
	say "refused, and told where: $(basename "$file")" has "$(cat refused)" "$(cat "$file.told")"
done
say "text cannot be imported" fails 3 \
	'nim.text:1: this is not JSON lines, and text is for people; import JSON lines: `referee export --format jsonl`' \
	referee import nim.text --db never.db
say "a folder is told" fails 3 'cannot be read: Is a directory' referee import wrong --db never.db
say "what is missing is told" fails 3 'No such file' referee import nowhere --db never.db
cp nim-jsonl.db half.db
cat nim.jsonl tree.jsonl wrong/move >wrong.jsonl
say "a file with a mistake at its end is refused" fails 3 'nothing of it was taken' \
	referee import wrong.jsonl --db half.db
say "and leaves the database as it was" equal half.db nim.db
cat nim.jsonl tree.jsonl >both.jsonl
say "several tournaments may stand in one file" has "$(referee import - --db both.db <both.jsonl)" games
say "each of them is then there" same "$(sql both.db 'SELECT group_concat(name) FROM tournaments')" nim,tree

# --- merging ----------------------------------------------------------------------------------

# One tournament that was gone on with: what it held before, and what came later, are its halves.
flags='--game connect4 --depth 2 --openings random:3 --name cup'
# shellcheck disable=SC2086
plays whole $flags --rounds 2 --bot crash="$rogues/crashes 11 4"
cp whole.db early.db
# shellcheck disable=SC2086
plays whole $flags --rounds 5 --bot crash="$rogues/crashes 11 4"
cp whole.db late.db
sqlite3 late.db 'PRAGMA foreign_keys = ON; DELETE FROM games WHERE round <= 2'
for file in whole.db late.db; do # as an analysis would leave it
	sqlite3 "$file" 'INSERT INTO analysed SELECT max(id), 100, 1 FROM games;
		INSERT INTO analysis SELECT game, ply, ply - 3, nullif(ply, 2) FROM moves
		WHERE game = (SELECT max(id) FROM games)'
done
referee import early.db late.db --db merged.db >merged
say "the halves of a tournament are the whole" equal merged.db whole.db
say "and can be verified" referee verify --db merged.db
say "merged again they add nothing" same "$(referee import early.db late.db --db merged.db | grep -v ' 0 games added')" ''
say "not a row" equal merged.db whole.db
referee import late.db early.db --db turned.db >merged
say "in the other order the games are the same" same \
	"$(sql turned.db 'SELECT pairing, opening, final, seed FROM games ORDER BY pairing' | cksum)" \
	"$(sql whole.db 'SELECT pairing, opening, final, seed FROM games ORDER BY pairing' | cksum)"
say "and ratings and totals are what follows from it" referee verify --db turned.db
# shellcheck disable=SC2086
plays merged $flags --rounds 5 --bot crash="$rogues/crashes 11 4"
say "a merged tournament goes on, and has nothing left to play" equal merged.db whole.db

# shellcheck disable=SC2086
plays elsewhere $flags --rounds 1 --bot crash="$rogues/crashes 11 4"
cp whole.db two.db
referee import elsewhere.db nim.db --db two.db >merged
say "tournaments that are others are added" same "$(sql two.db 'SELECT group_concat(name) FROM tournaments')" cup,cup,nim
say "their bots are those that are there" same \
	"$(sql two.db 'SELECT name, command, digest FROM bots GROUP BY 1, 2, 3 HAVING count(*) > 1')" ''
say "their games can be verified" referee verify --db two.db

cp early.db conflict.db
sqlite3 conflict.db "UPDATE games SET ended_ms = ended_ms + 1 WHERE id = 3"
say "a pairing that was played twice is told" fails 1 'conflict.db: game 3 is left out' \
	referee import conflict.db --db whole.db
say "and the first game stays" equal merged.db whole.db
cp nim.db broken.db
sqlite3 broken.db 'DELETE FROM seats WHERE game = 2 AND seat = 1'
say "a game that is not whole is told" fails 5 'broken.db: game 2 is not whole' referee import broken.db --db whole.db
say "and nothing of its database is taken" equal merged.db whole.db
say "a database is not taken into itself" fails 2 'a database cannot be imported into itself' \
	referee import nim.db whole.db --db whole.db
say "what is neither a database nor an export is told" fails 3 'nim.text:1: ' referee import nim.text --db whole.db
for version in 1 2; do
	sqlite3 old.db <"$versions/version-$version.sql"
	referee import old.db --db "new-$version.db" >merged 2>&1
	say "version $version can be taken in" same \
		"$(sql "new-$version.db" 'SELECT count(*) FROM games')" "$(sqlite3 old.db 'SELECT count(*) FROM games')"
	rm old.db
done

# The lock of a tournament that is being played.
say "who writes the target is told" python3 "$here/export.py" locked whole.db referee import nim.db --db whole.db

# The disk gives out after a given number of blocks: in the middle of the group, or of its commit.
cp early.db small.db
for blocks in 8 40 100 200 300; do
	{ (
		ulimit -f $blocks
		referee import nim.db connect4.db star.db late.db --db small.db
	); } >cut 2>&1
	status=$?
	say "cut off after $blocks blocks, it ends by itself" [ $status -lt 126 ] || cat cut
	say "cut off after $blocks blocks, a source is there whole or not at all" \
		python3 "$here/export.py" whole small.db early.db nim.db connect4.db star.db late.db
done
# Ended when it has written its file, which has no name yet.
referee run --quiet --db much.db --bot "$random1" --bot "$random2" --game connect4 --rounds 300 2>log
mkdir only
stopped() { # NUMBER of a signal
	LD_PRELOAD="$build/tests/crash/faulty-disk.so" FAULTY_PATH="$work/only/" FAULTY_KILL=after FAULTY_FROM=1 \
		FAULTY_SIGNAL="$1" referee export jsonl --db much.db -o only/much.jsonl
	same "$? $(ls -A only)" "$((128 + $1)) "
}
for signal in 15 1 9; do
	say "an export that is ended by SIG$(kill -l $signal) leaves nothing behind" stopped $signal
done
limited() { # a disk that gives out in the middle
	(
		ulimit -f 200
		referee export jsonl --db much.db -o only/much.jsonl
	) 2>cut
	same $? 70 && has "$(cat cut)" "only/much.jsonl cannot be written: File too large" && same "$(ls -A only)" ""
}
say "so does one that the disk has no room for" limited
echo before >only/much.jsonl
chmod 640 only/much.jsonl
referee export jsonl --db much.db -o only/much.jsonl
say "one that ends well replaces what was there, with its rights" \
	same "$(stat -c %a only/much.jsonl) $(wc -l <only/much.jsonl) $(ls -A only)" "640 605 much.jsonl"

exit $bad
