#!/bin/sh
# A name of a bot is one name in its composed form and in the decomposed one that macOS writes: in files, flags and
# queries.
# checks: 14
set -u
. "$(dirname "$0")/../lib/checks.sh"
cd "$work" || exit 1
composed=$(printf 'Jos\303\251') decomposed=$(printf 'Jose\314\201')
cat >cup.conf <<END
name = "$composed cup"
game = tictactoe
rounds = 2
nodes = 10
db = cup.db
bot $decomposed { command = "referee-bot" }
bot ben { command = "referee-bot --search random" }
bot cleo { command = "referee-bot --search random" }
END
run() { # FLAGS...: what it says
	referee run cup.conf --quiet "$@" 2>&1
}
stored() { # the names that have games
	sql cup.db "SELECT DISTINCT b.name FROM bots b JOIN seats s ON s.bot = b.id ORDER BY b.name" | xargs
}
games() { # TOURNAMENT
	sql cup.db "SELECT count(*) FROM games WHERE tournament = $1"
}

run >first
say "a name is stored composed" same "$(stored)" "$composed ben cleo"
run --only "$decomposed ben" --name pair >pair
say "one bot is chosen by the other form" same "$(games 2)" 4
for name in "$composed" "$decomposed"; do
	cup="$name cup" # a tournament has both forms, too
	say "its games are found" same "$(referee games --tournament "$cup" --bot "$name" --csv | tail -n +2 | wc -l)" 8
	say "they are exported" same "$(referee export text --tournament "$cup" --bot "$name" | grep -c '^\[Result')" 8
	say "its seats are counted" same "$(referee seat-stats --tournament "$cup" --bot "$name" --csv | tail -n +2 | wc -l)" 2
	say "it is compared, and shown as it is stored" has "$(referee compare "$name" ben --tournament "$cup")" "count them: $composed "
	say "it is checked" has "$(referee check cup.conf "$name" --quick)" "
$composed  yes "
done
say "a bot of fixed rating is known in either form" \
	same "$(referee ratings --tournament "$composed cup" --anchor "$decomposed=1500" --csv | grep -c "$composed.*1500")" 1
run --replay "$decomposed" >again
say "its games are played again" same "$(stored) $(games 1) $(sql cup.db "SELECT count(*) FROM replaced_games")" \
	"$composed ben cleo 12 8"
exit $bad
