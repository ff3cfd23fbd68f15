#!/bin/sh
# Bots that cannot play from openings, or not in every seat: the referee knows before the first game.
# checks: 37
set -u
. "$(dirname "$0")/../lib/checks.sh"
unusual=$build/tests/bench/unusual
starter=$PWD/bots/starters/python/bot.py
cd "$work" || exit 1

# cup NAME SETTINGS: writes NAME.conf with its settings; bots follow.
cup() {
	printf 'name = %s\ngame = tictactoe\ndb = %s.db\nmovetime = 20m\nstartup-timeout = 5m\nnewgame-timeout = 5m\n%s\n' \
		"$1" "$1" "$2" >"$1.conf"
}
bot() { # FILE NAME COMMAND [SETTINGS]
	printf 'bot %s { command = "%s" %s }\n' "$2" "$3" "${4-}" >>"$1.conf"
}
run() { # FILE WORDS: its status in $status, its words in $out
	file=$1
	shift
	out=$(referee run "$file.conf" "$@" 2>&1)
	status=$?
}
games() { # FILE: who sat in seat 1, and who in seat 2, of all games
	sql "$1.db" "SELECT group_concat(DISTINCT b.name) FROM seats s JOIN bots b ON b.id = s.bot WHERE seat = $2"
}

# --- openings --------------------------------------------------------------------------------------

cup opened 'openings = random:2'
bot opened start "$unusual 'feature startpos-only'"
bot opened house "referee-bot --search random"
run opened
say "a bot that plays from the usual start alone is refused with openings" same "$status" 3
say "with its place in the file" has "$out" "opened.conf:8: bot start: it plays from the usual start alone"
say "with its openings and what would be right" has "$out" "openings = random:2 games begin elsewhere; set openings = none"
say "before there is a database" test ! -e opened.db
run opened --openings none --quiet
say "without openings it plays" same "$status $(sql opened.db "SELECT group_concat(DISTINCT verdict) FROM seats")" "0 ok"
say "what it said is kept with it" same "$(sql opened.db "SELECT settings FROM bot_settings")" "feature = startpos-only"

cup authors ''
sed 's/id author you/id author Ada Lovelace/' "$starter" >ada.py
sed "s/id author you/id author $(printf 'x%.0s' $(seq 65))/" "$starter" >longer.py
bot authors ada "python3 ada.py"
bot authors longer "python3 longer.py"
bot authors house "referee-bot --search random"
run authors --quiet
say "the author that a bot says is kept with it, if it is a name" \
	same "$status $(sql authors.db "SELECT group_concat(settings) FROM bot_settings")" "0 author = Ada Lovelace"

# --- seats -----------------------------------------------------------------------------------------

cup seats 'rounds = 2'
bot seats first "$unusual 'feature seats 1'"
bot seats second "$unusual 'feature seats 2'"
bot seats all "$unusual 'feature seats 1 2'"
bot seats house "referee-bot --search random"
run seats --json
say "a bot that plays one seat is seated there" same "$status $(games seats 1) | $(games seats 2)" \
	"0 first,all,house | second,all,house"
say "which is said of each such bot" has "$out" \
	"bot second: it plays seat 2 alone (feature seats); its games in other seats are left out"
say "with the number of games" has "$out" "10 of 24 games are left out, 14 are played"
say "the number of games at the start is without them" has "$out" '"games":14,"played":0'
say "as it is at the end" has "$out" '"event":"done","games":14,"played":14,"faults":0'
run seats --quiet
say "played again, nothing is missing" same "$status $(sql seats.db "SELECT count(*) FROM games")" "0 14"
run seats --json --rounds 3
say "a further round leaves out the same games" has "$out" '"games":21,"played":14'
say "and is played to its end" same "$status $(sql seats.db "SELECT count(*), sum(verdict = 'ok') FROM seats")" "0 42|42"
say "what was left out is not missing in the verification" same "$(referee verify --db seats.db | tail -1)" \
	"21 games of 1 tournament verified: 0 mismatches"

sed -i '/^rounds/d' seats.conf
for format in swiss knockout ladder; do
	run seats --format $format --fresh
	say "format = $format does not take a bot that plays one seat" same "$status" 3
	say "and says which formats do" has "$out" \
		"seats.conf:7: bot first: it plays seat 1 alone (feature seats), and format = $format puts each bot into each seat; set format = round-robin, gauntlet or mix"
done
cup pair ''
bot pair first "$unusual 'feature seats 1'"
bot pair third "$unusual 'feature seats 3'"
run pair
say "a seat that the game does not have" has "$status $out" "3 referee run: pair.conf:9: bot third: it plays seat 3 alone (feature seats), and a game has 2; leave the bot out"
cup pair ''
bot pair first "$unusual 'feature seats 1'"
bot pair second "$unusual 'feature seats 1'"
run pair
say "bots that can never meet" has "$status $out" "3 referee run: no game is left"
run pair --format sprt --games 2 --elo0 0 --elo1 5
say "a test of such a bot" has "$status $out" "3 referee run: pair.conf:8: bot first: it plays seat 1 alone (feature seats), and format = sprt"

cup all 'format = swiss'
bot all all "$unusual 'feature seats 1 2'"
bot all house "referee-bot --search random"
run all --quiet
say "a bot that names all seats plays in any format" same "$status $(sql all.db "SELECT count(*) FROM games")" "0 2"

# --- the check says the same -----------------------------------------------------------------------

check() { # FILE BOT: its status in $status, its words in $out
	out=$(referee check "$1.conf" "$2" 2>&1)
	status=$?
}
check opened start
say "check finds a bot unfit for openings" has "$status $out" "1 opened.conf: the file is right"
say "by the verdict that a game would have" has "$out" "it cannot play from an opening; openings = none"
check seats second
say "check asks a bot in its seat alone" has "$status $out" "0 seats.conf: the file is right"
say "which it says" has "$out" "it plays seat 2 alone: its games in other seats are left out"
say "with the game that it played" has "$out" "a whole game as seat 2, against random moves"
say "and the one that it did not" has "$out" "it plays no other seat"
out=$(referee check --game tictactoe --format swiss -- $unusual "feature seats 1" 2>&1)
say "check finds a bot of one seat unfit for other formats" has "$? $out" "format = swiss puts each bot into each seat"
out=$(referee check --game tictactoe -- $unusual "feature startpos-only" 2>&1)
say "a bot that plays from the usual start alone is fit without openings" has "$? $out" "a tournament with openings refuses it"

# --- bots that do not answer ------------------------------------------------------------------------

cup rogues 'strikes = 1'
bot rogues flood-stdout "$build/tests/rogues/flood-stdout"
bot rogues no-handshake "$build/tests/rogues/no-handshake" 'startup-timeout = 1s'
bot rogues ends /bin/false
bot rogues house "referee-bot --search random"
run rogues --quiet
say "bots that do not start, hang or flood are not refused: they lose by their verdicts" same \
	"$status $(sql rogues.db "SELECT group_concat(v) FROM (SELECT DISTINCT b.name || ' ' || verdict AS v FROM seats s JOIN bots b ON b.id = s.bot WHERE verdict NOT IN ('ok', 'benched') ORDER BY 1)")" \
	"0 ends startup,flood-stdout flood,no-handshake startup"

# A program that answers the first time, and hangs the second, because a file says so that does not belong to it.
mkdir hangs
printf '#!/bin/sh\ntest -e %s/hang && read -r line <%s/hang\nexec %s "feature seats 1"\n' "$work" "$work" "$unusual" >hangs/bot
chmod +x hangs/bot
cup known 'sandbox = none'
bot known hangs ./bot 'dir = hangs'
bot known house "referee-bot --search random"
run known
mkfifo hang
sed -i 's/dir = hangs/& startup-timeout = 1s/' known.conf
run known --rounds 2
say "a bot that does not answer any more plays the seats that it named before" same \
	"$status $(games known 1)" "0 hangs"
say "which is said" has "$out" "bot hangs did not send its features; games in seats that it left out before are left out again"
rm hang
exit $bad
