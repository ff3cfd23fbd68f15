#!/bin/sh
# The info of bots on their moves beside depth, score and nodes: kept where that is asked for, shown, and harmless.
# checks: 11
set -u
. "$(dirname "$0")/../lib/checks.sh"

cat >"$work/talks.py" <<'BOT'
import sys
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("feature legal\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        sys.stdout.buffer.write(b"info depth 1 seldepth 2 nps 77 pv x y z string early\n"
            b"info depth 3 seldepth 9 score cp 5 nodes 7 time 1 nps 123456 pv " + " ".join(legal[:2]).encode() + b"\n"
            b"info multipv 2 seldepth 99 nps 1 pv second best\n"
            b"info seldepth many nps 1e9 nps -4\n"
            b"info string nps 5 pv is <b>no\x1b[2J\xff number</b>\n")
        print("bestmove", legal[0], flush=True)
BOT

cup() { # NAME FLAG...
	name=$1
	shift
	referee run --game tictactoe --name "$name" --db "$work/$name.db" --openings random:2 --quiet --startup-timeout 60s --depth 2 \
		--bot "a=python3 $work/talks.py" --bot b=referee-bot "$@" 2>"$work/err"
}

cup kept --keep-info yes
db=$work/kept.db
say "what is said of each move is kept" same "$(sql "$db" "SELECT DISTINCT seldepth, nps, text FROM move_info i
	JOIN moves m USING (game, ply) JOIN seats s USING (game, seat) JOIN bots b ON b.id = s.bot WHERE b.name = 'a'")" \
	'9|123456|nps 5 pv is <b>no\x1b[2J\xff number</b>'
say "once for each of its moves" same "$(sql "$db" "SELECT count(*) FROM move_info i JOIN moves m USING (game, ply)
	JOIN seats s USING (game, seat) JOIN bots b ON b.id = s.bot WHERE b.name = 'a'")" \
	"$(sql "$db" "SELECT count(*) FROM moves m JOIN seats s USING (game, seat) JOIN bots b ON b.id = s.bot WHERE b.name = 'a'")"
say "the expected moves are the last of the first line" same "$(sql "$db" "SELECT count(*) FROM move_info i
	JOIN moves m USING (game, ply) JOIN seats s USING (game, seat) JOIN bots b ON b.id = s.bot
	WHERE b.name = 'a' AND substr(pv, 1, 2) <> move")" 0
say "show has it" has "$(referee show 1 --db "$db")" 'nps 5 pv is <b>no\x1b[2J\xff number</b>'
say "for programs too" same "$(referee show 1 --db "$db" --json | python3 -c '
import json, sys
said = [i for i in json.load(sys.stdin)["info"] if i["nps"] == 123456]
print(sorted({(i["seldepth"], i["text"]) for i in said}))')" \
	"[(9, 'nps 5 pv is <b>no\\\\x1b[2J\\\\xff number</b>')]"
say "all is judged the same once more" has "$(referee verify --db "$db")" "0 mismatches"
referee export jsonl --db "$db" --output "$work/kept.jsonl"
referee import "$work/kept.jsonl" --db "$work/copy.db" >/dev/null
say "an export leaves it out" same "$(sql "$work/copy.db" "SELECT (SELECT count(*) FROM games), count(*) FROM move_info")" "2|0"
sqlite3 "$db" "PRAGMA foreign_keys = ON; DELETE FROM games WHERE id = 1"
say "it goes with its game" same "$(sql "$db" "SELECT DISTINCT game FROM move_info")" 2

cup plain
say "who does not ask keeps nothing" same "$(sql "$work/plain.db" "SELECT count(*) FROM move_info")" 0
say "and is shown nothing" same "$(referee show 1 --db "$work/plain.db" | grep -c seldepth)" 0
cup plain --keep-info --rounds 2
say "it can be asked for later, since it defines nothing" same "$? $(sql "$work/plain.db" \
	"SELECT group_concat(DISTINCT game) FROM move_info")" "0 3,4"
exit $bad
