#!/bin/sh
# With on-changed = replay a new version of a bot plays its games again without a question. The standings count the
# newest version; --versions lists all.
# checks: 20
set -u
. "$(dirname "$0")/../lib/checks.sh"

mkdir "$work/ada" "$work/ben"
cat >"$work/ada/bot.py" <<'END'
import sys
import choice
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name ada\nfeature legal players\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        print("bestmove", choice.choose(legal), flush=True)
    elif words[0] == "quit":
        break
END
cp "$work/ada/bot.py" "$work/ben/bot.py"
choose() { # BOT EXPRESSION: how the bot chooses from now on
	echo "choose = lambda legal: $2" >"$work/$1/choice.py"
}
conf() { # NAME LINES...: a tournament's file
	name=$1
	shift
	{
		echo "name = $name game = connect4 openings = random:4 movetime = 5s db = \"$work/$name.db\""
		printf '%s\n' "$@"
		echo "bot ada { command = \"python3 bot.py\" dir = \"$work/ada\" }"
		echo "bot ben { command = \"python3 bot.py\" dir = \"$work/ben\" }"
		echo 'bot cleo { command = "referee-bot --search alphabeta --depth 2" }'
	} >"$work/$name.conf"
}
referee_run() { # NAME FLAGS...: what it says stands in err
	file=$work/$1.conf
	shift
	referee run "$file" --quiet "$@" >"$work/out" 2>"$work/err"
}
versions() { # NAME: name, version, games, replaced of each
	referee standings --versions --csv --db "$work/$1.db" | sed 1d | cut -d, -f1,2,4,5
}

# --- a round-robin -------------------------------------------------------------------------------

conf cup "on-changed = replay"
choose ada '"z9"' # never legal
choose ben 'legal[0]'
referee_run cup
say "the first versions play" same "$? $(versions cup)" "0 ada,1,4,0
ben,1,4,0
cleo,1,4,0"
say "and one loses all" same "$(sql "$work/cup.db" "SELECT points, faults FROM standings WHERE bot = 'ada'")" "0.0|4"
choose ada 'legal[-1]'
referee_run cup
say "a new version goes on, and its games are played again, which is said" same "$? $(cat "$work/err")" \
	"0 referee run: 1 bot has changed (ada): 4 games of older versions are played again; \"referee games --replaced\" lists the old ones, which count no more"
say "the standings count the newest" same "$(sql "$work/cup.db" "SELECT games, faults FROM standings WHERE bot = 'ada'")" "4|0"
say "--versions has both, and what each played" same "$(versions cup)" "ada,1,4,4
ada,2,4,0
ben,1,6,2
cleo,1,6,2"
say "with points, results and faults of each" same \
	"$(referee standings --versions --csv --db "$work/cup.db" | sed -n 2p | cut -d, -f1-2,4-)" "ada,1,4,4,4,0.0,0.0,0,0,4,4"
digest=$(sql "$work/cup.db" "SELECT substr(digest, 1, 12) FROM bots WHERE name = 'ada' ORDER BY id DESC LIMIT 1")
say "and its digest, as JSON too" has "$(referee standings --versions --json --db "$work/cup.db")" \
	"\"bot\":\"ada\",\"version\":2,\"digest\":\"$digest\",\"games\":4,\"replaced\":0,"
say "verify agrees" has "$(referee verify --db "$work/cup.db")" ": 0 mismatches"
referee_run cup
say "then nothing has changed" same "$? $(cat "$work/err")" "0 "
choose ada 'legal[0]'
choose ben 'legal[-1]'
referee_run cup
say "two that change at once replay a common game once" same "$? $(cat "$work/err")" \
	"0 referee run: 2 bots have changed (ada, ben): 6 games of older versions are played again; \"referee games --replaced\" lists the old ones, which count no more"
choose ada '"z9"'
referee_run cup
say "what is put back is the old version, and plays again" same "$(versions cup | grep ada)" "ada,1,8,4
ada,2,4,4
ada,3,4,4"
referee_run cup --on-changed refuse
say "without a change the setting does nothing" same "$? $(cat "$work/err")" "0 "
choose ada 'legal[0]'
referee_run cup --on-changed refuse
say "a flag wins over the file" same "$?" 3
referee_run cup --on-changed mixed --rounds 2
say "mixed lets both count, and says so" has "$? $(cat "$work/err")" "0 referee run: bot ada has changed: 4 of the games that count were played by an older version, and both count"
referee_run cup --rounds 2
say "replay then plays what is old" same "$? $(sql "$work/cup.db" "SELECT games, faults FROM standings WHERE bot = 'ada'")" "0 8|0"
say "and is right" has "$(referee verify --db "$work/cup.db")" ": 0 mismatches"

# --- other formats -------------------------------------------------------------------------------

conf swiss "format = swiss rounds = 2 on-changed = replay"
referee_run swiss
choose ada 'legal[-1]'
referee_run swiss
say "a swiss plays them again with the same pairings" has "$? $(cat "$work/err")" "0 referee run: 1 bot has changed (ada): "
say "and is right" has "$(referee verify --db "$work/swiss.db")" ": 0 mismatches"
conf knock "format = knockout on-changed = replay"
referee_run knock
say "a knockout says before its first game that it cannot" same "$? $(cat "$work/err")" \
	"3 referee run: $work/knock.conf:2: on-changed = replay: a knockout plays no game again, since its later matches followed from the results; leave it out"
sed '/bot cleo/d; s/on-changed.*//' "$work/cup.conf" >"$work/test.conf"
referee_run test --format sprt --games 4 --on-changed mixed --db "$work/test.db"
say "an sprt takes no second version" same "$? $(cat "$work/err")" \
	"3 referee run: --on-changed: on-changed = mixed: an sprt is about the programs that began it; leave it out"
exit $bad
