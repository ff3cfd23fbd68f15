#!/bin/sh
# The stderr of bots: kept of a game that a bot did not win, in the log of the conversation in its
# order, and bounded in both; and a log of the games alone in which a bot failed.
# checks: 20
set -u
. "$(dirname "$0")/../lib/checks.sh"

# talker.py WORDS: plays the first legal move; says on stderr which game it is, and WORDS before each move.
# WORDS "flood" are a line of 1000 bytes, 200 times; "crash" ends in the second game; "bytes" are no text.
cat >"$work/talker.py" <<'BOT'
import os, sys
legal, game, words_of = [], 0, sys.argv[1]
def say(text):
    os.write(2, text)
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        say(b"up\n")
        print("feature legal\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "uginewgame":
        game += 1
        say(b"game %d\n" % game)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        if words_of == "flood":
            for i in range(200):
                say(b"%04d " % i + b"x" * 994 + b"\n")
        elif words_of == "bytes":
            say(b"\xff\x1b[2J\x00\n")
        elif words_of == "crash" and game == 2:
            say(b"no comma")
            sys.exit(7)
        else:
            say(b"%s: %d moves\nhalf " % (words_of.encode(), len(legal)))
        print("bestmove", legal[0], flush=True)
BOT

cup() { # NAME WORDS OTHER [FLAG...]
	name=$1 words=$2 other=$3
	shift 3
	referee run --game tictactoe --name "$name" --db "$work/$name.db" --startup-timeout 60s --depth 9 --sandbox none --quiet \
		--openings random:2 --bot "a=python3 $work/talker.py $words" --bot "b=$other" "$@" 2>"$work/err"
}

cup talk thinks referee-bot --rounds 3 --log-wire "$work/wire"
db=$work/talk.db
say "the talker lost and did not fail" same "$(sql "$db" "SELECT DISTINCT verdict, rank FROM seats s
	JOIN bots b ON b.id = s.bot WHERE name = 'a'")" "ok|2"
say "its stderr of each game is kept, and of that game alone" same \
	"$(sql "$db" "SELECT count(DISTINCT stderr), sum(instr(stderr, 'game ' || game) > 0),
	sum(length(stderr) - length(replace(stderr, 'game ', '')) = 5), sum(instr(stderr, 'up') > 0)
	FROM seats WHERE rank = 2")" "6|6|6|1"
say "show has it" has "$(referee show 2 --db "$db")" "  Its last output to stderr:
    | game 2
    | thinks: "
say "the log has it in order" same "$(sed -n '/^! game 2/,/^<.*bestmove/p' "$work"/wire/game-2-seat-*.txt |
	sed 's/moves [a-z0-9 ]*/moves/; s/^> legal.*/> legal/; s/thinks: .*/thinks/; s/bestmove.*/bestmove/')" \
	"! game 2
< readyok
> position startpos moves
> legal
> go depth 9
! thinks
< bestmove"
say "all is judged the same once more" has "$(referee verify --db "$db")" "0 mismatches"
referee export jsonl --db "$db" --output "$work/talk.jsonl"
referee import "$work/talk.jsonl" --db "$work/copy.db" >/dev/null
say "an export brings it to another database" same \
	"$(sql "$work/copy.db" "SELECT game, seat, stderr FROM seats ORDER BY 1, 2" | cksum)" \
	"$(sql "$db" "SELECT game, seat, stderr FROM seats ORDER BY 1, 2" | cksum)"

cup both thinks "python3 $work/talker.py other" --rounds 5
say "the winner's is not, where there is one" same "$(sql "$work/both.db" "SELECT count(*) > 0, count(stderr) FROM seats s
	WHERE rank = 1 AND EXISTS (SELECT 1 FROM seats o WHERE o.game = s.game AND o.rank = 2)")" "1|0"
cup drawn thinks "python3 $work/talker.py other" --max-plies 4
say "of a drawn game both are kept" same "$(sql "$work/drawn.db" "SELECT rank, count(stderr) FROM seats")" "1|4"
cup bytes bytes referee-bot --log-wire "$work/bytes"
say "what is no text is escaped" has "$(sql "$work/bytes.db" "SELECT stderr FROM seats WHERE rank = 2 LIMIT 1")" \
	'\xff\x1b[2J\x00'
say "in the log of the conversation too" same "$(cat "$work/bytes"/* | sed -n 's/^! .*2J.*/&/p' | sort -u)" '! \xff\x1b[2J'
say "which is its owner's alone" same "$(stat -c %a "$work/bytes"/* | sort -u)" 600

cup flood flood referee-bot --log-wire "$work/flood"
say "a game keeps 16 KiB of it at most, the last" same "$(sql "$work/flood.db" "SELECT DISTINCT length(stderr),
	substr(rtrim(stderr, char(10)), -999, 5) FROM seats WHERE rank = 2")" "16384|0199 "
cup little flood referee-bot --stderr 2K
say "and no more than the setting" same "$(sql "$work/little.db" "SELECT DISTINCT length(stderr) FROM seats
	WHERE rank = 2")" 2048
say "the log leaves out what is more than the setting between two lines to the bot" same \
	"$(for file in "$work"/flood/*; do sed -n '/^! 0000/,/^</p' "$file" | awk '/^! / { count++ }
	/^</ { print count, $1; count = 0 }' | sort -u; done | sort -u)" "67 <"
say "and says so" has "$(cat "$work"/flood/*)" "! (stderr is left out from here until the bot is sent more)"

cup crash crash referee-bot --rounds 1 --log-wire "$work/failed" --log-wire-only failed
say "only games in which a bot failed are logged" same "$(cd "$work/failed" && echo *)" \
	"game-2-seat-1.txt game-2-seat-2.txt"
say "with the last words, though no line end comes after them" same "$(sed -n 's/^! no/no/p' "$work"/failed/*)" "no comma"
say "they are in its evidence too" has "$(referee show 2 --why --db "$work/crash.db")" "| no comma"
cup wrong thinks referee-bot --log-wire-only failed
say "that goes with a folder" same "$? $(cat "$work/err")" "2 referee run: --log-wire-only goes with --log-wire"
cup wrong thinks referee-bot --log-wire "$work/none" --log-wire-only lost
say "and there is one such word" same "$? $(cat "$work/err")" \
	"2 referee run: --log-wire-only \"lost\": it is all or failed"
exit $bad
