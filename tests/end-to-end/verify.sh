#!/bin/sh
# referee verify: nothing to tell of what the referee wrote, whatever the bots did; and each thing
# that is changed afterwards is named as what it is.
# checks: 90
set -u
. "$(dirname "$0")/../lib/checks.sh"

tag=verify-$$
good=$work/good.db
db=$work/cup.db
instant=$build/tests/bench/instant
rogues=$build/tests/rogues

# --- what the referee wrote ---
cat >"$work/cup.conf" <<CUP
name        = "cup"
game        = tictactoe
movetime    = 60s
margin      = 1s
startup-timeout     = 5m
concurrency = 4
db          = "$good"
bot alpha   { command = "$instant $tag" }
bot beta    { command = "$build/referee-bot --search first --name $tag" }
bot silent  { command = "$rogues/silent 1 $tag" movetime = 1s margin = 0 }
bot nobody  { command = "$rogues/nobody $tag" }
bot resigns { command = "$rogues/resigns $tag" }
bot illegal { command = "$rogues/says 'bestmove z9\\\\n' 1 $tag" }
CUP
referee run "$work/cup.conf" --quiet 2>"$work/err"
referee run "$work/cup.conf" --quiet --name trio --game nim --param heaps=30 --players 3 \
	--seat-orders rotation --strikes 8 2>"$work/err"
more() { # NAME GAME FLAG...
	name=$1 game=$2
	shift 2
	referee run --game "$game" --name "$name" --db "$good" --quiet --rounds 5 \
		--bot wild="$build/referee-bot --search random" \
		--bot steady="$build/referee-bot --search first" "$@" 2>"$work/err"
}
more clocks connect4 --tc 8/60+0.5 --openings random:4
more bank connect4 --tc "0+0.5 bank 60"
more plies connect4 --max-plies 9 --depth 3
more letters letters --nodes 1000 --openings random:2
more tree tree --clock cpu
more star chinese-checkers --param max-plies=40 --repetition 3
referee run --game tictactoe --format swiss --name swiss --db "$good" --quiet --depth 1 \
	$(printf -- '--bot s%d=referee-bot ' 1 2 3 4 5 6 7) 2>"$work/err"
games=$(sql "$good" 'SELECT count(*) FROM games')
say "of what the referee wrote there is nothing to tell" same "$(referee verify --db "$good")" \
	"$games games of 9 tournaments verified: 0 mismatches"
say "faults of all kinds are among it" same "$(sql "$good" \
	"SELECT group_concat(verdict, ' ') FROM (SELECT DISTINCT verdict FROM seats ORDER BY 1)")" \
	"benched illegal ok resign startup time"
say "one tournament can be asked for" same "$(referee verify --db "$good" --tournament plies)" \
	"10 games of 1 tournament verified: 0 mismatches"
say "for programs there is no line then" same "$(referee verify --db "$good" --csv)" \
	"tournament,name,game,ply,seat,what,stored,right"

# --- what was changed ---
# A game that alpha won as seat 1, one that a silent bot lost, one that ended by its plies.
won=$(sql "$good" "SELECT game FROM game_list WHERE players = 'alpha - beta' AND tournament = 1")
lost=$(sql "$good" "SELECT game FROM game_list WHERE players = 'alpha - silent' AND tournament = 1")
cut=$(sql "$good" "SELECT min(id) FROM games WHERE reason = 'max-plies'")
of() { # COLUMN of the game that alpha won
	sql "$good" "SELECT $1 FROM games WHERE id = $won"
}

# changed SENTENCE SQL LINE...: after the SQL these are the lines, in any order.
changed() {
	sentence=$1 change=$2
	shift 2
	cp "$good" "$db"
	sqlite3 "$db" "$change" >"$work/err" 2>&1 || cat "$work/err"
	referee verify --db "$db" >"$work/out" 2>&1
	status=$?
	count=$#
	s=es
	[ $count = 1 ] && s=
	say "$sentence" same "$status $(sort "$work/out")" "1 $({
		printf '%s\n' "$@"
		echo "$games games of 9 tournaments verified: $count mismatch$s"
	} | sort)"
}

changed "a move that is not legal" "UPDATE moves SET move = 'z9' WHERE game = $won AND ply = 3" \
	"cup: game $won, ply 3, seat 1: move is z9, should be one of c1 a2 b2 c2 a3 b3 c3"
# It went a1 b1 c1 a2 b2 c2 a3.
changed "a move that is legal and was not played" \
	"UPDATE moves SET move = 'b3' WHERE game = $won AND ply = 7;
	UPDATE games SET moves_hash = NULL WHERE id = $won" \
	"cup: game $won: reason is normal, should be none yet, since seat 2 is to move" \
	"cup: game $won: final is $(of final), should be 1x1/oxo/xox o 4"
changed "a move after the end" \
	"INSERT INTO moves (game, ply, seat, move, wall_us, cpu_us) VALUES ($won, 8, 2, 'b3', 1, 1);
	UPDATE games SET plies = 8 WHERE id = $won" \
	"cup: game $won, ply 8, seat 2: move is b3, should be none, since the game was over after ply 7 (normal)"
changed "a move by another seat" "UPDATE moves SET seat = 1 WHERE game = $won AND ply = 2" \
	"cup: game $won, ply 2: seat is 1, should be 2"
changed "a move that is not there" "DELETE FROM moves WHERE game = $won AND ply = 2" \
	"cup: game $won: plies is $(of plies), should be $(($(of plies) - 1))" \
	"cup: game $won, ply 2: move is not there, should be there"
changed "the last move that is not there" \
	"DELETE FROM moves WHERE game = $won AND ply = 7;
	UPDATE games SET plies = 6, moves_hash = NULL, final = '3/oxo/xox x 4' WHERE id = $won" \
	"cup: game $won: reason is normal, should be none yet, since seat 1 is to move"
changed "how many plies it had" "UPDATE games SET plies = 40 WHERE id = $won" \
	"cup: game $won: plies is 40, should be $(of plies)"
changed "the position at its end" "UPDATE games SET final = '3/3/3 x 1' WHERE id = $won" \
	"cup: game $won: final is 3/3/3 x 1, should be $(of final)"
changed "how it ended" "UPDATE games SET reason = 'max-plies' WHERE id = $won" \
	"cup: game $won: reason is max-plies, should be normal"
changed "an end by plies that is called another" \
	"UPDATE games SET reason = 'draw-rule' WHERE id = $cut" \
	"plies: game $cut: reason is draw-rule, should be max-plies"
changed "its line" "UPDATE games SET moves_hash = 5 WHERE id = $won" \
	"cup: game $won: moves_hash is 5, should be $(of moves_hash)"
changed "its opening" "UPDATE games SET opening = 'b2 b2' WHERE id = $won" \
	"cup: game $won: opening is b2 b2, should be the opening's move \"b2\" is not legal"
changed "a rank" "UPDATE seats SET rank = 1 WHERE game = $won AND seat = 2" \
	"cup: game $won, seat 2: rank is 1, should be 2"
changed "points" "UPDATE seats SET points = 0.25 WHERE game = $won AND seat = 2" \
	"cup: game $won, seat 2: points is 0.250000, should be 0.000000"
changed "a seat that is not there" "DELETE FROM seats WHERE game = $won AND seat = 2" \
	"cup: game $won, seat 2: seat is not there, should be there"
changed "a seat too many" "INSERT INTO seats (game, seat, bot, rank, points, verdict)
	VALUES ($won, 3, 1, 1, 1, 'ok')" \
	"cup: game $won, seat 3: seat is there, should be not there"
changed "a time over the limit" "UPDATE moves SET wall_us = 61000001, wait_us = NULL WHERE game = $won AND ply = 3" \
	"cup: game $won, ply 3, seat 1: time is 61000.001 ms, should be 61000.000 ms at most, or the verdict time"
changed "a time below nothing" "UPDATE moves SET wall_us = -1 WHERE game = $won AND ply = 3" \
	"cup: game $won, ply 3, seat 1: time is -0.001 ms, should be 0 ms or more"
changed "a loss on time that had time left" \
	"UPDATE failures SET wall_us = 7000, cpu_us = 0, wait_us = 0 WHERE game = $lost" \
	"cup: game $lost, seat 2: verdict is time, should be ok, since it took 7.000 ms of 1000.000 ms"
changed "a loss on time without evidence" "DELETE FROM failures WHERE game = $lost" \
	"cup: game $lost, seat 2: verdict is time, should be a loss with a failure report"
changed "a verdict after the end" \
	"UPDATE seats SET verdict = 'crash' WHERE game = $won AND seat = 2;
	UPDATE seat_totals SET faults = faults + 1 WHERE tournament = 1 AND seat = 2 AND bot =
		(SELECT bot FROM seats WHERE game = $won AND seat = 2)" \
	"cup: game $won, seat 2: verdict is crash, should be ok, since the game was over before"
after=$(sql "$good" "SELECT printf('%.6f', after) FROM ratings WHERE game = $won AND seat = 1")
changed "a rating after a game" "UPDATE ratings SET after = 1777 WHERE game = $won AND seat = 1" \
	"cup: game $won, seat 1: rating after is 1777.000000, should be $after"
first=$(sql "$good" "SELECT printf('%.6f', before) FROM ratings WHERE game = $won AND seat = 1")
before=$(sql "$good" "SELECT printf('%.6f', before) FROM ratings WHERE game = $lost AND seat = 2")
changed "a rating before a game" "UPDATE ratings SET before = 1777 WHERE game = $lost AND seat = 2" \
	"cup: game $lost, seat 2: rating before is 1777.000000, should be $before"
changed "a rating that is not there" "DELETE FROM ratings WHERE game = $won AND seat = 1" \
	"cup: game $won, seat 1: rating before is not there, should be $first" \
	"cup: game $won, seat 1: rating after is not there, should be $after"
bot=$(sql "$good" "SELECT bot FROM seats WHERE game = $won AND seat = 1")
other=$(sql "$good" "SELECT bot FROM seats WHERE game = $won AND seat = 2")
total() { # COLUMN of alpha's as seat 1
	sql "$good" "SELECT $1 FROM seat_totals WHERE tournament = 1 AND bot = $bot AND seat = 1"
}
changed "a total" "UPDATE seat_totals SET wins = 77 WHERE tournament = 1 AND bot = $bot AND seat = 1" \
	"cup: seat 1: seat_totals.wins of alpha is 77, should be $(total wins)"
changed "a sum of points" \
	"UPDATE seat_totals SET points = 77.5 WHERE tournament = 1 AND bot = $bot AND seat = 1" \
	"cup: seat 1: seat_totals.points of alpha is 77.5, should be $(total 'CAST(points AS INTEGER)')"
changed "a total that is not there" \
	"DELETE FROM seat_totals WHERE tournament = 1 AND bot = $bot AND seat = 1" \
	"cup: seat_totals of bot $bot and seat 1 is not there, should be there, with $(total games) games"
changed "a pair's total" \
	"UPDATE pair_totals SET games = 9 WHERE tournament = 1 AND bot = $bot AND opponent = $other" \
	"cup: pair_totals.games of alpha - beta is 9, should be 2"
changed "a row of what is not there" "INSERT INTO byes VALUES (1, 1, 9999, 0.5)" \
	"a row of byes is of a row of bots that is not there, should be of one that is" \
	"cup: byes.points of bot 9999 in round 1 is 0.5, should be not there"
swiss=$(sql "$good" "SELECT id FROM tournaments WHERE name = 'swiss'")
out=$(sql "$good" "SELECT b.name FROM byes y JOIN bots b ON b.id = bot WHERE tournament = $swiss AND round = 2")
changed "what a bye gave" "UPDATE byes SET points = 99 WHERE tournament = $swiss AND round = 2" \
	"swiss: byes.points of $out in round 2 is 99, should be 2"
changed "a bye of a bot that played" \
	"INSERT INTO byes SELECT $swiss, 1, y.bot, 2 FROM byes y WHERE tournament = $swiss AND round = 2" \
	"swiss: byes.points of $out in round 1 is 2, should be not there"
changed "what the tables do not allow" \
	"PRAGMA ignore_check_constraints = ON; UPDATE seats SET rank = 9 WHERE game = $won AND seat = 2" \
	"cup: game $won, seat 2: rank is 9, should be 2"
cp "$good" "$db"
sqlite3 "$db" "PRAGMA foreign_keys = ON; DELETE FROM games WHERE id = $won"
referee verify --db "$db" >"$work/out"
say "a game that is not there is missed in the totals" has "$(cat "$work/out")" \
	"cup: seat 1: seat_totals.games of alpha is $(total games), should be $(($(total games) - 1))"
say "and once in the ratings of each who played it" same \
	"$(grep -c 'rating before' "$work/out") $(grep -c 'rating after' "$work/out")" "2 0"

# --- what was changed of the schedule ---
plans=$work/plans.db
for format in round-robin gauntlet swiss knockout ladder sprt mix; do
	limit="--rounds 3"
	[ $format = ladder ] && limit="--games 60"
	[ $format = sprt ] && limit="--games 40"
	[ $format = swiss ] && limit="--rounds 4"
	third="--bot cleo=referee-bot --bot dan=referee-bot --bot eve=referee-bot"
	[ $format = sprt ] && third=
	# shellcheck disable=SC2086
	referee run --game connect4 --format $format --name $format --db "$plans" --quiet --depth 1 --openings random:4 \
		$limit --bot ann="referee-bot --search random" --bot bob="referee-bot --search alphabeta" $third 2>"$work/err"
done
all=$(sql "$plans" 'SELECT count(*) FROM games')
say "of no format there is anything to tell" same "$(referee verify --db "$plans")" \
	"$all games of 7 tournaments verified: 0 mismatches"
number() { # FORMAT
	sql "$plans" "SELECT id FROM tournaments WHERE name = '$1'"
}
# replanned SENTENCE SQL PATTERN: after the SQL a line says this, and no other tournament is told of.
replanned() {
	cp "$plans" "$db"
	sqlite3 "$db" "$2" >"$work/err" 2>&1 || cat "$work/err"
	referee verify --db "$db" >"$work/out" 2>&1
	status=$?
	say "$1" same "$status $(grep -c "$3" "$work/out") $(grep -cv "^${3%%:*}: \|mismatch" "$work/out")" "1 1 0" || cat "$work/out"
}
for format in round-robin gauntlet swiss knockout ladder sprt mix; do
	id=$(number $format)
	game=$(sql "$plans" "SELECT max(id) FROM games WHERE tournament = $id AND round = 1")
	replanned "a wrong round of a $format" "UPDATE games SET round = 2 WHERE id = $game" \
		"$format: game $game: pairing is .*, round 2, .* should be .* for this round and these seats"
	replanned "a wrong pairing of a $format" "UPDATE games SET pairing = 5 WHERE id = $game" \
		"$format: game $game: pairing is 5, round 1, "
	replanned "a wrong seed of a $format" "UPDATE games SET seed = seed + 1 WHERE id = $game" \
		"$format: game $game: seed is "
	# A game that another opening would have made: by its rules there is nothing to tell of it.
	replanned "a wrong opening of a $format" "UPDATE games SET opening = opening || ' ' || (SELECT group_concat(move, ' ')
			FROM (SELECT move FROM moves WHERE game = $game AND ply <= 2 ORDER BY ply)), plies = plies - 2, moves_hash = NULL WHERE id = $game;
		DELETE FROM moves WHERE game = $game AND ply <= 2; UPDATE moves SET ply = -ply WHERE game = $game;
		UPDATE moves SET ply = -ply - 2 WHERE game = $game" "$format: game $game: opening is "
done
swapped() { # FORMAT: other bots sit in one of its games, with a pairing that is theirs in another round
	id=$(number "$1")
	cp "$plans" "$db"
	game=$(sql "$plans" "SELECT max(id) FROM games WHERE tournament = $id")
	sqlite3 "$db" "UPDATE seats SET bot = (SELECT o.bot FROM seats o WHERE o.game = $game AND o.seat <> seats.seat) WHERE game = $game"
	referee verify --db "$db" >"$work/out"
	grep -q "^$1: game $game: pairing is .* for this round and these seats" "$work/out"
}
for format in round-robin gauntlet swiss knockout ladder sprt mix; do
	say "other seats of a $format" swapped $format
done
# The order of the file decides who meets in the first round.
for format in swiss knockout; do
	id=$(number $format)
	cp "$plans" "$db"
	sqlite3 "$db" "UPDATE tournaments SET definition = replace(definition, 'of ann bob cleo', 'of cleo ann bob') WHERE id = $id"
	referee verify --db "$db" >"$work/out"
	say "pairings of a $format that do not follow" grep -q "^$format: game [0-9]*: pairing is .* should be one that follows from the results before it" "$work/out"
	for round in 1 2 3 4; do
		bye=$(sql "$plans" "SELECT b.name || ' in round $round is not there, should be ' || printf('%g', points) FROM byes
			JOIN bots b ON b.id = bot WHERE tournament = $id AND round = $round ORDER BY points DESC, b.id LIMIT 1")
		[ -n "$bye" ] && replanned "a bye that is missing in round $round of a $format" "DELETE FROM byes
			WHERE tournament = $id AND round = $round AND bot = (SELECT y.bot FROM byes y JOIN bots b ON b.id = y.bot
				WHERE y.tournament = $id AND y.round = $round ORDER BY points DESC, b.id LIMIT 1)" "$format: byes.points of $bye"
	done
done
id=$(number ladder)
cp "$plans" "$db"
sqlite3 "$db" "UPDATE participants SET round = 9 WHERE tournament = $id AND bot = (SELECT id FROM bots WHERE name = 'eve' LIMIT 1)"
referee verify --db "$db" >"$work/out"
say "pairings of a ladder that do not follow from its entries" grep -q "^ladder: game [0-9]*: pairing is .* should be one that follows" "$work/out"

for format in swiss knockout ladder; do
	game=$(sql "$plans" "SELECT min(game) FROM seats JOIN games ON id = game WHERE tournament = $(number $format) AND rank = 2")
	replanned "a rank of a $format that no game has" "PRAGMA ignore_check_constraints = ON;
		UPDATE seats SET rank = 9 WHERE game = $game AND rank = 2" "$format: game $game, seat [12]: rank is 9, should be 2"
done

# --- for programs ---
cp "$good" "$db"
sqlite3 "$db" "UPDATE seats SET rank = 1 WHERE game = $won AND seat = 2"
say "a mismatch is a row for programs" same "$(referee verify --db "$db" --csv | tail -n +2)" \
	"1,cup,$won,,2,rank,1,2"
say "or an object" same "$(referee verify --db "$db" --json | tail -n +2 | head -1)" \
	"{\"tournament\":1,\"name\":\"cup\",\"game\":$won,\"ply\":null,\"seat\":2,\"what\":\"rank\",\"stored\":\"1\",\"right\":\"2\"}"
say "of another tournament it is not told" same "$(referee verify --db "$db" --tournament trio | tail -1 |
	cut -d: -f2)" " 0 mismatches"
referee verify --db "$work/cup.conf" >"$work/out" 2>"$work/err"
status=$?
say "what is no database is told with status 5" same "$status $(wc -l <"$work/err")" "5 1"
exit $bad
