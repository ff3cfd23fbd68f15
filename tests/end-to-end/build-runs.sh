#!/bin/sh
# Bots with a build in each kind of run: at every level of the sandbox, at the same time, in a daemon,
# joining a ladder, where none can be built, and in files that are exported.
# checks: 25
set -u
. "$(dirname "$0")/../lib/checks.sh"
starter=$PWD/bots/starters/c/bot.c
cd "$work" || exit 1
chmod 755 "$work" # at level reduced root's bots are users of their own
export HOME="$work" XDG_CACHE_HOME="$work/cache" XDG_STATE_HOME="$work"
pid=
trap '[ -z "$pid" ] || kill $pid 2>/dev/null; rm -rf "$work"' EXIT

source() { # NAME LINE: sources of their own
	mkdir "$1"
	cp "$starter" "$1/bot.c"
	echo "$2" >>"$1/bot.c"
}
source one "// one"
source two "// two"
source wrong "wrong"
{
	printf 'game = connect4\nmovetime = 5s\nmargin = 60s\n'
	for name in one two wrong; do
		echo "bot $name { dir = $name  build = \"cc -o bot bot.c\"  command = ./bot }"
	done
} >cup.conf
verdicts() { # DATABASE
	sql "$1" "SELECT b.name, group_concat(DISTINCT verdict) FROM seats s JOIN bots b ON b.id = s.bot GROUP BY 1" | tr '\n' ' '
}
wanted="one|ok two|ok wrong|build "

for level in full reduced none; do
	referee run cup.conf --quiet --sandbox $level --db $level.db >out 2>&1
	say "they play with sandbox = $level" same "$(verdicts $level.db)" "$wanted"
done
say "a bot is the same at each level" same "$(for level in full reduced none; do sql $level.db "SELECT digest FROM bots"; done | sort -u | wc -l)" 3

rm -rf cache
for i in 1 2 3; do
	referee run cup.conf --quiet --db side$i.db >side$i 2>&1 &
	others="${others-} $!"
done
wait $others
say "three that build the same at once all play" same "$(for i in 1 2 3; do verdicts side$i.db; done)" "$wanted$wanted$wanted"
say "and keep it once" same "$(ls cache/referee/builds | wc -l)" 2

referee export jsonl --db full.db --output full.jsonl
referee import full.jsonl --db import.db >out
say "an export has the verdict" same "$(verdicts import.db)" "$wanted"
say "and is verified" has "$(referee verify --db import.db)" ": 0 mismatches"
referee run cup.conf --quiet --rounds 2 --db import.db >out 2>&1
say "such a file goes on with the same bots" same "$(sql import.db "SELECT count(*), count(DISTINCT digest) FROM bots"):$(sql import.db "SELECT count(*) FROM games")" "3|3:12"
referee export html --db full.db --output full.html >out 2>&1
say "the page says of each game with that bot that it was lost by its build" same \
	"$(grep -c '<bdi>wrong</bdi></th><td>build</td>' full.html)" 4

# --- none can be built ---
sed 's/one {/one-wrong {/; s/"cc -o bot bot.c"/"false"/' cup.conf >none.conf
said=$(referee run none.conf 2>&1)
say "if none can be built, the tournament stops" same "$?" 4
say "and says so" has "$said" "no bot of the tournament can be started"
sed '/^bot two/d; s/^game.*/&\nformat = sprt\nopenings = random:4/' cup.conf >test.conf
said=$(referee run test.conf 2>&1)
say "so does a test of which one cannot be built" has "$said" "undecided: bot wrong cannot be started"

# --- what no build may see ---
sed 's/dir = one/dir = "."/' cup.conf >seen.conf
held() { # FILE: the refusal
	echo "3:referee run: seen.conf:4: bot one: its sources, dir = ., hold $1 of this tournament; give them a folder of their own"
}
said=$(referee run seen.conf 2>&1)
say "sources may not hold the tournament's database" same "$?:$said" "$(held seen.db)"
said=$(referee run seen.conf --db /tmp/none/seen.db 2>&1)
say "nor its file" same "$?:$said" "$(held seen.conf)"
sed 's/dir = one/dir = "cache"/' cup.conf >seen.conf
say "nor the folder of builds" has "$(referee check seen.conf one --quick)" "the folder of builds; give them a folder of their own"

# --- a daemon ---
in_background events log referee serve --socket "$work/socket" cup.conf --json
say "a daemon plays to the end" until_line events '"event":"done"'
say "it builds too" same "$(verdicts cup.db)" "$wanted"
say "and logs it" until_line log 'bot wrong: the build failed: bot.c:'
kill $pid
wait $pid 2>/dev/null

# --- a bot that joins ---
source three "// three"
source four "four"
sed '/^bot wrong/d; s/^game.*/&\nformat = ladder\ngames = 100000/' cup.conf >ladder.conf
in_background events log referee run ladder.conf --json
say "a ladder is played" until_line events '"event":"game"'
for name in three four; do
	echo "bot $name { dir = $name  build = \"cc -o bot bot.c\"  command = ./bot }" >>ladder.conf
done
kill -HUP $pid
say "two bots join it" until_line events '"bot":"four"'
say "one is built" until_line log "bot three: built in"
say "the other one is named" until_line log "bot four: the build failed: "
say "the first plays" until_line events '"bot":"three"'
kill $pid
wait $pid 2>/dev/null
pid=
say "both play, as they can" same "$(verdicts ladder.db)" "four|build one|ok three|ok two|ok "
exit $bad
