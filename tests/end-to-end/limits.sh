#!/bin/sh
# Limits of all kinds: what each bot is told of them, and what holds for it.
# checks: 46
set -u
. "$(dirname "$0")/../lib/checks.sh"
cd "$work" || exit 1

# bot.py [FEATURE...]: plays nim, one token a move. It says to have looked at as many nodes as it was
# told, or else at 1 with a depth and 9 with a time; where it was told to sleep, it is late.
cat >bot.py <<'END'
import sys, time
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        for feature in sys.argv[1:]:
            if feature != "late":
                print("feature", feature)
        print("option name Level type spin default 1 min 1 max 9")
        print("ugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "go":
        if "late" in sys.argv:
            time.sleep(60)
        told = dict(zip(words[1::2], words[2::2]))
        print("info nodes", told.get("nodes", 1 if "depth" in told else 9))
        print("info string", line.strip())
        print("bestmove a1", flush=True)
    elif words[0] == "quit":
        break
END

# plays NAME FLAGS...: a plain bot and one with `feature clock`, two games, conversations in NAME.
plays() {
	name=$1
	shift
	referee run --quiet --name "$name" --db "$name.db" --game nim --param heaps=9 --log-wire "$name" \
		--margin 60s --bot plain="python3 bot.py" --bot clock="python3 bot.py clock" "$@" >"$name.out" 2>"$name.err"
	say "$name: it is played" same "$?" 0
}

# told NAME BOT: each kind of `go` that the bot got, the numbers of clocks left out.
told() {
	seat=$(sql "$1.db" "SELECT s.game || '-seat-' || s.seat FROM seats s JOIN bots b ON b.id = s.bot
		WHERE b.name = '$2' ORDER BY s.game LIMIT 1")
	sed -n 's/^> go /go /p' "$1/game-$seat.txt" | sed -E 's/(p[0-9]time|p[0-9]inc|movestogo) [0-9]+/\1/g' | sort -u
}

# nodes NAME BOT: what it said that its moves looked at.
nodes() {
	sql "$1.db" "SELECT DISTINCT nodes FROM moves m JOIN seats s USING (game, seat) JOIN bots b ON b.id = s.bot
		WHERE b.name = '$2'"
}

# --- nodes and depth go before time, for every bot alike -----------------------------------------

plays both --nodes 500 --movetime 30ms
say "nodes with a time: a plain bot is told the nodes" same "$(told both plain)" "go nodes 500"
say "and a bot with the feature both" same "$(told both clock)" "go movetime 30 nodes 500"
say "so both look at as many" same "$(nodes both plain) $(nodes both clock)" "500 500"
plays clocks --nodes 1K --tc 1:00+1
say "nodes with a clock are the same" same "$(nodes clocks plain) $(nodes clocks clock)" "1000 1000"
plays deep --depth 3 --tc 40/60
say "depth with a clock: a plain bot is told the depth" same "$(told deep plain)" "go depth 3"
say "and a bot with the feature all" same "$(told deep clock)" "go depth 3 movestogo p1time p2time p1inc p2inc"
plays three --depth 3 --nodes 7 --movetime 1s
say "nodes go before depth" same "$(told three plain) $(told three clock)" "go nodes 7 go movetime 1000 depth 3 nodes 7"
plays endless --tc inf
say "without any limit a bot is told how long it is waited for" same "$(told endless plain | sed "s,[1-5][0-9]\{4\}\$,60000," | sort -u)" "go movetime 60000"
plays free --tc inf --nodes 9
say "without a time it is told the nodes" same "$(told free plain) $(told free clock)" "go nodes 9 go nodes 9"

referee run --quiet --name late --db late.db --game nim --nodes 500 --movetime 50ms --margin 0 \
	--bot late="python3 bot.py late" --bot clock="python3 bot.py clock" >late.out 2>late.err
say "the time is a deadline for a bot that is not told of it" same \
	"$(sql late.db "SELECT DISTINCT s.verdict, e.limit_us FROM failures e JOIN seats s USING (game, seat)
		JOIN bots b ON b.id = s.bot WHERE b.name = 'late'")" "time|50000"

note='without `feature clock`'
say "run says that there are limits that a bot is not told" has \
	"$(referee run --db told.db --game nim --nodes 5 --movetime 1s --bot a="python3 bot.py" --bot b="python3 bot.py" 2>&1)" \
	"$note gets one kind of limit: it gets its nodes only; the time is the referee's own deadline"
say "but not where there are none" same "$(referee run --db untold.db --game nim --nodes 5 \
	--bot a="python3 bot.py" --bot b="python3 bot.py" 2>&1 | grep -c "$note")" 0
say "check says it of a plain bot" has "$(referee check --quick --game nim --nodes 5 --movetime 1s -- python3 bot.py)" "$note"
say "and not of one that is told all" same \
	"$(referee check --quick --game nim --nodes 5 --movetime 1s -- python3 bot.py clock | grep -c "$note")" 0

# --- limits of one bot ----------------------------------------------------------------------------

cat >own.conf <<'END'
name     = own
game     = nim
param    = { "heaps=12" }
players  = 2
rounds   = 30
margin   = 60s
movetime = 1s
bot plain { command = "python3 bot.py" }
bot timed { command = "python3 bot.py clock"  tc = "2:00+1" }
bot more  { command = "python3 bot.py"  nodes = 64K }
bot deep  { command = "python3 bot.py clock"  depth = 4  movetime = 3s }
bot free  { command = "python3 bot.py clock"  nodes = 9  tc = inf  margin = 5s }
END
begin_run referee run own.conf --log-wire own --concurrency 2 --pace 1200/m
until_event '"event":"game"' 40
stop_run INT
say "a tournament is stopped in the middle" same "$? $(sql own.db 'SELECT count(*) < 600 FROM games')" "130 1"
referee run own.conf --quiet --log-wire own >own.out 2>own.err
say "and goes on" same "$(sql own.db 'SELECT count(*) FROM games')" 600
say "what the tournament says holds for a bot without limits of its own" same "$(told own plain)" "go movetime 1000"
say "a clock of its own takes the place of the time for each move; the others' clocks stand beside it" same \
	"$(told own timed)" "go p1time p2time p1inc p2inc"
say "where each seat has its own" same "$(cat own/* | sed -n 's/^> go \(p1time.*\)/\1/p' | sed 's/p[12]inc/inc/g; s/p[12]time //g' |
	awk '{ a = $1 >= 120000 ? "timed" : $1; b = $2 >= 120000 ? "timed" : $2
		print (a < b ? a " " b : b " " a), ($4 < $6 ? $4 " " $6 : $6 " " $4) }' | sort -u | tr '\n' ',')" \
	"1000 timed 0 1000,3000 timed 0 1000,60000 timed 0 1000,"
say "nodes of its own within the time of all" same "$(told own more)" "go nodes 64000"
say "both of its own" same "$(told own deep)" "go movetime 3000 depth 4"
say "no time but nodes" same "$(told own free)" "go nodes 9"
say "what a bot has of its own stands beside its row" same \
	"$(sql own.db "SELECT group_concat(settings, ';') FROM (SELECT replace(settings, char(10), ',') AS settings
		FROM bots b JOIN bot_settings s ON s.bot = b.id ORDER BY b.id)")" \
	"tc = 120+1,;nodes = 64000,;movetime = 3s,depth = 4,;tc = inf,nodes = 9,margin = 5s,"
say "all of it verifies" has "$(referee verify --db own.db)" "600 games of 1 tournament verified: 0 mismatches"

own='deep|movetime 3s, depth 4
free|tc inf, nodes 9, margin 5s
more|nodes 64000
timed|tc 120+1'
say "standings end with what bots have of their own" same \
	"$(referee standings --db own.db | sed '1,/^bot /d; s/  */|/')" "$own"
say "and so does a tournament" same "$(referee run own.conf --rounds 30 2>/dev/null | sed '1,/^bot .*limits$/d; /^$/,$d; s/  */|/')" "$own"
say "a page has it beside the bots" same "$(referee export html --db own.db | grep -o 'class="soft">[^<]*</span></th>' |
	sed 's/class="soft">//; s/<.*//' | sort)" "$(echo "$own" | sed 's/.*|//' | sort)"
game=$(sql own.db "SELECT max(s.game) FROM seats s JOIN bots b ON b.id = s.bot WHERE b.name = 'deep'")
say "a game that is shown has those of its seats" has "$(referee show "$game" --db own.db)" "Limits of deep: movetime 3s, depth 4"
say "its JSON too" has "$(referee show "$game" --db own.db --json)" 'movetime = 3s\ndepth = 4'
referee export jsonl --db own.db -o own.jsonl
referee import own.jsonl --db back.db >imported 2>&1
say "limits of their own come back" same "$(referee standings --db back.db | sed '1,/^bot /d; s/  */|/')" "$own"
say "and what came back verifies by them" has "$(referee verify --db back.db)" " 0 mismatches"

# Two moves of one game are made slower than their limits, each in the database alone.
slower() { # BOT MICROSECONDS: the number of mismatches
	cp own.db slow.db
	sqlite3 slow.db "UPDATE moves SET wall_us = $2, wait_us = 0 WHERE (game, ply) = (SELECT m.game, m.ply FROM moves m
		JOIN seats s USING (game, seat) JOIN bots b ON b.id = s.bot WHERE b.name = '$1' LIMIT 1)"
	referee verify --db slow.db | grep -c ' time '
}
say "verify judges each seat by its own limits" same \
	"$(slower plain 61000001) $(slower plain 60900000) $(slower deep 62900000) $(slower timed 179000000)" "1 0 0 0"
say "and its own margin" same "$(slower free 64900000) $(slower free 65000001)" "0 1"

say "run names the bots of several whose limits they may not be told" same \
	"$(referee run own.conf --db named.db --rounds 1 2>&1 | sed -n "s/.*$note gets one kind of limit: //p")" \
	"it gets its nodes only; the time is the referee's own deadline (more)
it gets its depth only; the time is the referee's own deadline (deep)"

sed 's/nodes = 64K/nodes = 1K/' own.conf >changed.conf
referee run changed.conf --db own.db --quiet >changed.out 2>&1
say "other limits make another bot, and that is said" has "$(cat changed.out)" "bot more has changed"

printf 'game = nim\ntc = 0:10\nmargin = 0\nname = odds\nbot late { command = "python3 bot.py late"  movetime = 120ms }\n%s\n' \
	'bot quick { command = "python3 bot.py" }' >odds.conf
referee run odds.conf --quiet >/dev/null 2>&1
say "a bot's own time is its deadline" same \
	"$(sql odds.db "SELECT DISTINCT e.limit_us FROM failures e JOIN seats s USING (game, seat) WHERE s.verdict = 'time'")" 120000
out=$(referee show 1 --why --db odds.db)
say "and what it lost by is told with it" has "$out" "movetime 120ms,"
say "and asked with it once more" has "$out" "--movetime 120ms"
say "but not with the clock of all" same "$(printf '%s' "$out" | grep -c -e '--tc' -e 'tc 10+0,')" 0
say "check examines a bot under its own limits" has "$(referee check own.conf deep)" "at most, of 3 s;"

exit $bad
