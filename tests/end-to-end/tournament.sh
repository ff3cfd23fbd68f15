#!/bin/sh
# Whole tournaments: what they play, what they keep, and that a stop at any moment loses nothing.
# checks: 45
set -u
. "$(dirname "$0")/../lib/checks.sh"

tag=end-to-end-$$
cat >"$work/cup.conf" <<END
name     = "cup"
game     = connect4
rounds   = 8
openings = random:4
depth    = 5
db       = "$work/cup.db"
bot alpha { command = "referee-bot --search alphabeta --eval cells" }
bot mini  { command = "referee-bot --search minimax --eval cells" }
bot luck  { command = "referee-bot --search random --name $tag" }
bot first { command = "referee-bot --search first" }
END
games=96

# --- the same games at any concurrency ---
moves="SELECT g.pairing, m.ply, m.move FROM games g JOIN moves m ON m.game = g.id ORDER BY 1, 2"
referee run "$work/cup.conf" --quiet --db "$work/one.db"
referee run "$work/cup.conf" --quiet --db "$work/four.db" --concurrency 4
say "every game of the schedule is played" same "$(sql "$work/one.db" 'SELECT count(*) FROM games')" $games
say "one and four at a time play the same games move for move" \
	same "$(sql "$work/one.db" "$moves" | cksum)" "$(sql "$work/four.db" "$moves" | cksum)"
say "another seed plays other games" [ "$(referee run "$work/cup.conf" --quiet --seed 2 \
	--db "$work/two.db"; sql "$work/two.db" "$moves" | cksum)" != "$(sql "$work/one.db" "$moves" | cksum)" ]
say "all seat orders share their opening" same "$(sql "$work/one.db" \
	"SELECT count(DISTINCT opening) > 24, count(DISTINCT opening) <= 48 FROM games")" "1|1"

# --- stopped in every way, then gone on with ---
for signal in KILL INT KILL TERM KILL KILL; do
	begin_run referee run "$work/cup.conf" --pace 600/m
	until_event '"event":"game"' 3
	stop_run $signal
	status=$?
	announced=$(sed -n 's/.*"event":"game","game":\([0-9]*\),.*/\1/p' "$work/events" | tr '\n' ,)
	kept=$(sql "$work/cup.db" "SELECT count(*) FROM games WHERE id IN (${announced}0)")
	say "what was announced before SIG$signal is kept" \
		same "$kept" "$(grep -c '"event":"game"' "$work/events")"
	say "... in the middle of the tournament" same \
		"$(kill -l $status) $(sql "$work/cup.db" "SELECT count(*) < $games FROM games")" "$signal 1"
done
# A file that takes long to be read, while which nothing has begun. The pipe before it is opened and not read: a
# process that opens its other end waits for that.
mkfifo "$work/before"
truncate -s 20G "$work/long"
referee run --game tictactoe --bot "a=referee-bot $work/before $work/long" --bot b=referee-bot \
	--db "$work/early.db" 2>"$work/errors" &
pid=$!
timeout 120 sh -c ': >"$0"' "$work/before"
kill -TERM $pid
wait $pid
say "a run that is stopped before its first game says how to go on" \
	same "$? $(grep -c '	referee run --game tictactoe' "$work/errors")" '143 1'
say "and had begun none" same "$(sql "$work/early.db" 'SELECT count(*) FROM games' 2>&1)" 0
rm "$work/long"

# Their processes end with them.
say "no referee is left of those that were killed" gone "$work/cup.conf"
say "no bot is left of those that were killed" gone "$tag"
referee run "$work/cup.conf" >"$work/tables" 2>"$work/errors"
say "a run that goes on says so" has "$(cat "$work/errors")" "of $games games are stored"
say "no game is played twice and none is missing" \
	same "$(sql "$work/cup.db" 'SELECT count(*), count(DISTINCT pairing) FROM games')" "$games|$games"
say "a tournament that was stopped plays the games of one that was not" \
	same "$(sql "$work/cup.db" "$moves" | cksum)" "$(sql "$work/one.db" "$moves" | cksum)"
recount="SELECT b.name, count(*), sum((SELECT count(*) FROM seats o WHERE o.game = s.game AND o.rank > s.rank)
	+ (SELECT count(*) FROM seats o WHERE o.game = s.game AND o.rank = s.rank AND o.seat <> s.seat) / 2.0)
	FROM seats s JOIN bots b ON b.id = s.bot GROUP BY b.name ORDER BY 1"
say "the standings equal a recount of the seats" \
	same "$(sql "$work/cup.db" 'SELECT bot, games, points FROM standings ORDER BY 1')" "$(sql "$work/cup.db" "$recount")"
say "the database is whole" same "$(sql "$work/cup.db" 'PRAGMA integrity_check; PRAGMA foreign_key_check')" ok
before=$(sql "$work/cup.db" 'SELECT max(id) FROM games')
referee run "$work/cup.conf" --quiet
say "a finished tournament plays nothing more" same "$(sql "$work/cup.db" 'SELECT max(id) FROM games')" "$before"

# --- going on with more, and not with something else ---
referee run "$work/cup.conf" --quiet --rounds 9
say "more rounds are added to what is there" \
	same "$(sql "$work/cup.db" 'SELECT count(*), count(DISTINCT pairing) FROM games')" "108|108"
referee run "$work/cup.conf" --quiet --bot more="referee-bot --search first"
say "a bot that comes late plays only its own games" same "$(sql "$work/cup.db" 'SELECT count(*) FROM games')" 172
wrong=$(referee run "$work/cup.conf" --depth 4 2>&1)
say "another depth is another tournament" same "$?" 2
say "and the message says which setting differs" has "$wrong" "depth was 5"
referee run "$work/cup.conf" --quiet --depth 4 --fresh --rounds 1
say "--fresh begins it" same "$(sql "$work/cup.db" 'SELECT count(*) FROM tournaments')" 2

# --- the time that counts ---
charge="SELECT definition LIKE '%clock = %' FROM tournaments"
pair="--game tictactoe --bot a=referee-bot --bot b=referee-bot --quiet --db $work/charge.db"
referee run $pair --clock wall # its definition is as one from before fair was the default
say "a tournament that began with the wall's time goes on with it, unless something else is asked for" \
	same "$(referee run $pair --rounds 2; echo $?) $(sql "$work/charge.db" "$charge")" "0 0"
say "what is asked for is not what it began with" has "$(referee run $pair --clock fair 2>&1)" \
	"clock was wall when the tournament began, now it is fair"
rm "$work/charge.db"
referee run $pair
say "a new one charges fair" same "$(sql "$work/charge.db" \
	"SELECT count(*) FROM tournaments WHERE definition LIKE '%clock = fair%'")" 1
wrong=$(referee run $pair --clock wall 2>&1)
say "and is not gone on with by the wall" same "$?" 2

# --- results ---
say "standings --csv begins with rank,bot,games,played,points" \
	has "$(referee standings --csv --db "$work/one.db" | head -1)" "rank,bot,games,played,points,"
say "a game between perfect players of tic-tac-toe is drawn" same "$(referee run --game tictactoe --name ttt \
	--db "$work/ttt.db" --rounds 2 --depth 9 --quiet --bot a='referee-bot --search minimax' \
	--bot b='referee-bot --search alphabeta'; sql "$work/ttt.db" 'SELECT DISTINCT result FROM game_list')" "1/2-1/2"
say "three play nim in all six orders" same "$(referee run --game nim --players 3 --depth 3 --quiet \
	--db "$work/nim.db" --bot a='referee-bot' --bot b='referee-bot --search random' --bot c='referee-bot --search first'
	sql "$work/nim.db" 'SELECT count(*), (SELECT sum(points) FROM standings) FROM games')" "6|9.0"
say "every move has its times, and what the bot said of it" same "$(sql "$work/one.db" \
	"SELECT count(*) FROM moves m JOIN seats s USING (game, seat) JOIN bots b ON b.id = s.bot
	 WHERE b.name = 'alpha' AND (wall_us < 1 OR cpu_us < 0 OR depth IS NULL OR nodes < 1)")" 0
say "all clocks of a tc hold" same "$(referee run --game connect4 --tc 4/60+0.5 --quiet --db "$work/tc.db" \
	--bot a='referee-bot --search alphabeta --depth 3' --bot b='referee-bot --search alphabeta --depth 4'
	sql "$work/tc.db" 'SELECT count(*), (SELECT count(*) FROM faults) FROM games')" "2|0"
begin_run referee run --game nim --rounds 2 --pace 1/h --name slow --db "$work/slow.db" --bot a=referee-bot --bot b=referee-bot \
	--bot c=referee-bot
until_event '"event":"game"'
stop_run TERM
say "a stopped run says how far it is" has "$(cat "$work/errors")" \
	"stopped after 1 of 12 games; every finished game is kept"
say "its standings say that they are not the last" has "$(referee standings --db "$work/slow.db" 2>&1)" \
	"1 game, 0 to 1 of each bot: the tournament has not ended, or bots joined or left it"
say "those of an ended one do not" same "$(referee standings --db "$work/nim.db" 2>&1 | grep -c 'has not ended')" 0
lost=$(referee games --db "$work/one.db" 2>&1 >/dev/full)
say "results that do not fit on the disk are missed in the exit status" same "$?" 70
say "and in one line" same "$lost" "referee: the output cannot be written: No space left on device"
exit $bad
