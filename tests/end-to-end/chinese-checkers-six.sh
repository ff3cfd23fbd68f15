#!/bin/sh
# Chinese checkers with six at the board: every set of six of eight bots, each in each seat, eight
# games at once. One bot crashes, one is slow, one makes an illegal move, all in mid-game.
# checks: 20
set -u
. "$(dirname "$0")/../lib/checks.sh"
. tests/lib/result-queries.sh

tag=star-$$
db=$work/star.db
cat >"$work/star.conf" <<CUP
name        = "star"
game        = chinese-checkers
players     = 6
seat-orders      = rotation
max-plies   = 60
nodes       = 1000
startup-timeout     = 5m
newgame-timeout     = 5m
concurrency = 8
db          = "$db"
bot first   { command = "$build/referee-bot --search first --name $tag" }
bot wild-1  { command = "$build/referee-bot --search random --seed 1 --name $tag" }
bot wild-2  { command = "$build/referee-bot --search random --seed 2 --name $tag" }
bot wild-3  { command = "$build/referee-bot --search random --seed 3 --name $tag" }
bot instant { command = "$build/tests/bench/instant $tag" }
bot crashes { command = "$build/tests/rogues/crashes 11 3 $tag" }
bot slow    { command = "$build/tests/rogues/silent 4 $tag" movetime = 1s margin = 0 }
bot illegal { command = "$build/tests/rogues/says 'bestmove a1i9\\\\n' 5 $tag" }
CUP

# GAME RANKS, those who stayed ranked by the steps that the pegs of the final position are from the
# tips of their goals, equal steps tie; who left gets a -.
cat >"$work/steps.py" <<'STEPS'
import sys
rows = [[x for x in range(-8, 9) if all(-4 <= c for c in (x, y, -x - y)) or
         all(c <= 4 for c in (x, y, -x - y))] for y in range(8, -9, -1)]
tips = dict(A=(-4, 8), B=(4, 4), C=(8, -4), D=(4, -8), E=(-4, -4), F=(-8, 4))
for line in sys.stdin:
    game, final, verdicts = line.rstrip("\n").split("|")
    steps, pegs = dict.fromkeys(tips, 0), dict.fromkeys(tips, 0)
    for y, (cells, text) in enumerate(zip(rows, final.split(" ")[0].split("/"))):
        y, at, run = 8 - y, 0, ""
        for c in text + "$":
            if c.isdigit():
                run += c
                continue
            at, run = at + int(run or 0), ""
            if c in tips:
                x, (a, b) = cells[at], tips[c]
                steps[c] += max(abs(x - a), abs(y - b), abs(x + y - a - b))
                pegs[c] += 1
                at += 1
        assert at == len(cells), line
    assert set(pegs.values()) == {10}, line
    stay = [c for c, v in zip("ABCDEF", verdicts.split(" ")) if v == "ok"]
    print(game, *[1 + sum(steps[o] < steps[c] for o in stay) if c in stay else "-" for c in tips])
STEPS

referee run "$work/star.conf" --quiet >"$work/out" 2>"$work/err"
status=$?
say "a tournament of six at the board ends well" same "$status$(cat "$work/err")" 0
say "28 sets of six in six seats each were played" same "$(sql "$db" \
	"SELECT count(*), count(DISTINCT bots) FROM (SELECT (SELECT group_concat(bot) FROM
		(SELECT bot FROM seats WHERE game = g.id ORDER BY bot)) AS bots FROM games g)")" "168|28"
say "every bot sat in every seat 21 times" same "$(sql "$db" \
	'SELECT DISTINCT games FROM seat_results')" 21
judged "six seats" "$db"
say "ranks are of six" same "$(sql "$db" 'SELECT min(rank), max(rank), count(*) FROM seats')" "1|6|1008"
say "the last rank is shared by none who left" same "$(sql "$db" \
	"SELECT count(*) FROM seats a JOIN seats b ON a.game = b.game AND a.seat < b.seat
	WHERE a.verdict <> 'ok' AND b.verdict <> 'ok' AND a.rank = b.rank")" 0
say "every seat has the verdict of its bot, in every game" same "$(sql "$db" \
	"SELECT b.name, s.verdict, count(*) FROM seats s JOIN bots b ON b.id = s.bot
	GROUP BY b.name, s.verdict ORDER BY b.name")" \
	"crashes|crash|126
first|ok|126
illegal|illegal|126
instant|ok|126
slow|time|126
wild-1|ok|126
wild-2|ok|126
wild-3|ok|126"
say "who leaves has made the moves it makes before and no more" same "$(sql "$db" \
	"SELECT DISTINCT b.name, (SELECT count(*) FROM moves m WHERE m.game = s.game AND m.seat = s.seat)
	FROM seats s JOIN bots b ON b.id = s.bot WHERE s.verdict <> 'ok' ORDER BY b.name")" \
	"crashes|3
illegal|5
slow|4"
say "the others play on to the end" same "$(sql "$db" \
	'SELECT DISTINCT reason, plies FROM games')" "max-plies|60"
say "the rest rank by the steps their pegs are from home" same "$(sql "$db" \
	"SELECT id, final, (SELECT group_concat(verdict, ' ') FROM
		(SELECT verdict FROM seats WHERE game = g.id ORDER BY seat)) FROM games g ORDER BY id" |
		python3 "$work/steps.py" | cksum)" \
	"$(sql "$db" "SELECT id || ' ' || (SELECT group_concat(place, ' ') FROM
		(SELECT CASE verdict WHEN 'ok' THEN rank ELSE '-' END AS place FROM seats
		WHERE game = g.id ORDER BY seat)) FROM games g ORDER BY id" | cksum)"
sql "$db" "SELECT b.name, avg(rank) FROM seats s JOIN bots b ON b.id = s.bot GROUP BY b.name ORDER BY b.name" >"$work/means"
say "standings show the mean rank of each" same "$(referee standings --db "$db" --csv | tail -n +2 | sort -t, -k2 |
	paste -d, - "$work/means" | tr '|' , | awk -F, '{ n += $2 == $15 && ($14 - $16) ^ 2 < 0.0006 ^ 2 } END { print NR, n }')" "8 8"
say "the seats' effects sum to nothing, as far as they are printed" same "$(referee seat-stats --db "$db" --csv | tail -n +2 |
	awk -F, '{ sum += $10; n++ } END { print n, (sum > -0.35 && sum < 0.35) }')" "6 1"
exit $bad
