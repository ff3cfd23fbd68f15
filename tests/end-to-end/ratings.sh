#!/bin/sh
# referee ratings: the answers of separate programs, what is said of files that are wrong, and which
# games of a database are rated.
# checks: 77
set -u
. "$(dirname "$0")/../lib/checks.sh"
second=tests/end-to-end/ratings.py
vectors=tests/vectors/ratings

rate() { # FLAGS: on stdout
	referee ratings "$@" 2>"$work/err"
}
rounded() { # the first two columns of a CSV, to this many digits
	awk -F, -v digits="$1" 'NR > 1 || $1 != "bot" {
		printf "%s,%." digits "f\n", $1, $2 + ($2 >= 0 ? 1e-9 : -1e-9) }'
}
fails() { # STATUS TEXT FLAGS: it ends so, and says so
	status=$1 text=$2
	shift 2
	referee ratings "$@" >"$work/out" 2>"$work/err"
	got=$?
	[ $got = "$status" ] && [ ! -s "$work/out" ] && has "$(cat "$work/err")" "$text"
}

# --- answers ---
for name in v1-draws v2-allwins; do
	sed 1d $vectors/$name.expected.tsv | cut -f1,2 | sort -u >"$work/kinds"
	while read -r prior advantage; do
		flag=$(echo "$advantage" | sed 's/fitted/fit/')
		rate --from $vectors/$name.csv --prior "$prior" --advantage "$flag" --csv |
			rounded 3 | sort >"$work/found"
		awk -v p="$prior" -v a="$advantage" -F'\t' '$1 == p && $2 == a {
			print $3 "," $4 }' $vectors/$name.expected.tsv | rounded 3 | sort >"$work/known"
		say "$name with prior $prior, advantage $advantage is as a separate program has it" \
			cmp "$work/found" "$work/known"
	done <"$work/kinds"
done
rate --from $vectors/pl1.csv --prior 0 --advantage 0 --csv | rounded 4 | sort >"$work/found"
sed 1d $vectors/pl1.expected.tsv | awk '{ print $1 "," $3 }' | rounded 4 | sort >"$work/known"
say "games of several seats are as well" cmp "$work/found" "$work/known"
rate --from $vectors/v1-draws.csv --csv | rounded 3 | sort >"$work/found"
awk -F'\t' '$1 == 1 && $2 == "fitted" { print $3 "," $4 }' $vectors/v1-draws.expected.tsv |
	rounded 3 | sort >"$work/known"
say "the prior is 1 and the advantage fitted when nothing is said" cmp "$work/found" "$work/known"

python3 - "$work" <<'PYTHON'
import random, sys
random.seed(7)
with open(sys.argv[1] + "/two.csv", "w") as f:
    f.write("first,second,score_first\n")
    for _ in range(150):
        a, b = random.sample(range(8), 2)
        f.write('b%d,"b%d",%s\r\n' % (a, b, random.choice(["1", "0.5", "0"] if a < b else ["0", "0.5"])))
with open(sys.argv[1] + "/four.csv", "w") as f:
    f.write("game,seat,player,place\n")
    lines = []
    for g in range(40):
        seats = random.choice([2, 3, 4, 4])
        for seat, bot in enumerate(random.sample(range(6), seats)):
            lines.append("g%d,%d,b%d,%d\n" % (g, seat + 1, bot, random.randint(1, 1 + min(seats, bot))))
    random.shuffle(lines)
    f.writelines(lines)
with open(sys.argv[1] + "/ten.csv", "w") as f:
    f.write("game,seat,player,place\n")
    for g in range(30):
        bots = random.sample(range(11), random.randint(7, 10))
        for seat, bot in enumerate(bots):
            f.write("%d,%d,b%d,%d\n" % (g, seat + 1, bot, 1 + sorted(bots).index(bot) // 2))
PYTHON
for flags in "0 fit" "1 fit" "2.5 0"; do
	set -- $flags
	rate --from "$work/two.csv" --prior "$1" --advantage "$2" --csv | rounded 2 >"$work/found"
	python3 $second two "$work/two.csv" "$1" "$2" | rounded 2 >"$work/known"
	say "with prior $1 and advantage $2 it is where slow ascent comes to" cmp "$work/found" "$work/known"
	rate --from "$work/four.csv" --prior "$1" --advantage "$2" --csv >"$work/found"
	say "and with more seats and ties nothing is likelier" same \
		"$(python3 $second slope "$work/four.csv" "$1" "$2" "$work/found")" flat
done

rate --from "$work/ten.csv" --prior 0.5 --csv >"$work/found"
say "nor with ten, which no game of ours has" same \
	"$(python3 $second slope "$work/ten.csv" 0.5 fit "$work/found")" flat

# --- the table ---
rate --from $vectors/v1-draws.csv >"$work/out"
say "the table says what was fitted" has "$(cat "$work/out")" "Bradley-Terry, advantage of the first seat fitted"
say "and how well" has "$(cat "$work/out")" "60 games of 5 bots; converged after"
say "neighbours that are not decided have a question mark and share ranks" has "$(cat "$work/out")" \
	" 1-2  A"
say "and their probability too" [ -n "$(grep -E '^ +1-2 +A .*\? [0-9.]+%$' "$work/out")" ]
say "JSON is JSON, with what was fitted" same "$(rate --from $vectors/v1-draws.csv --json | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(d["model"], d["converged"], d["games"], *(r["bot"] for r in d["ratings"]),
      *((v["seat"], round(v["elo"], 3)) for v in d["seat_values"]))')" \
	"Bradley-Terry True 60 A B C D E (1, 99.551)"
say "one who always won is rated at least so" has "$(rate --from $vectors/v2-allwins.csv --prior 0)" ">="
say "and in CSV" same "$(rate --from $vectors/v2-allwins.csv --csv | grep -c '>=')" 1
say "an anchor moves all" same \
	"$(rate --from $vectors/v1-draws.csv --anchor E=1000 --csv | rounded 3 | tr '\n' ' ')" \
	"A,1262.795 B,1208.605 C,1105.875 D,1080.201 E,1000.000 (first seat),99.551 "
say "and errors are relative to it: its own is 0" same \
	"$(rate --from $vectors/v1-draws.csv --anchor E=1000 --csv | grep ^E, | cut -d, -f3)" 0.000000
say "which the table says" has "$(rate --from $vectors/v1-draws.csv --anchor E=1000)" "relative to the anchor, whose own error is 0"
printf 'first,second,score_first\na,b,1\nb,a,1\nc,d,0.5\n' >"$work/groups.csv"
rate --from "$work/groups.csv" >"$work/out"
say "groups that no game joins are warned of" has "$(cat "$work/err")" "no game connects the 2 groups of bots"
say "and have a column" has "$(head -5 "$work/out")" group
printf 'first,second,score_first\na,b,1\nb,a,1\n' >"$work/first.csv"
rate --from "$work/first.csv" --prior 0 >"$work/out"
say "what has no likeliest value is not said to have converged" has "$(cat "$work/out")" "NOT CONVERGED"
say "and warned of" has "$(cat "$work/err")" "not converged"

# --- files that are wrong ---
wrong() { # SENTENCE TEXT, the file on stdin
	cat >"$work/wrong.csv"
	say "$1" fails 3 "$work/wrong.csv:$2" --from "$work/wrong.csv"
}
wrong "a header must be one of two" '1: the first line is "a,b,c"; it is first,second,score_first or' <<CSV
a,b,c
CSV
wrong "a score is 1, 0.5 or 0" '3: score_first is "0.7"; it is 1 when' <<CSV
first,second,score_first
a,b,1
a,b,0.7
CSV
wrong "each line has as many fields as the heading" '2: the line has 2 fields; first,second,score_first has 3' <<CSV
first,second,score_first
a,b
CSV
wrong "a quoted field ends" '2: a quoted field does not end' <<CSV
first,second,score_first
"a,b,1
CSV
wrong "nothing follows it" '2: text after a quoted field' <<CSV
first,second,score_first
"a"x,b,1
CSV
wrong "quotes do not stand alone" '2: a quote inside a"b' <<CSV
first,second,score_first
a"b,c,1
CSV
wrong "bots have names" '2: the bot has no name' <<CSV
first,second,score_first
,c,1
CSV
wrong "a player is no opponent of itself" '3: first and second are both "a"; a player is no opponent of itself' <<CSV
first,second,score_first
a,b,1
a,a,1
CSV
wrong "nor are all players of a game one" '4: all seats of game 2 are of one player' <<CSV
game,seat,player,place
1,1,a,1
1,2,b,2
2,1,c,1
2,2,c,2
2,3,c,2
CSV
wrong "a seat is a number" '2: seat is "x"; it is a number from 1 to 10' <<CSV
game,seat,player,place
1,x,a,1
CSV
wrong "a place too" '3: place is "0"; it is a number from 1 to 999999' <<CSV
game,seat,player,place
1,1,a,1
1,2,b,0
CSV
wrong "a seat is taken once" '4: seat 2 of game 1 was on line 3 already' <<CSV
game,seat,player,place
1,1,a,1
1,2,b,2
1,2,c,3
CSV
wrong "no seat is left out" '3: game 1 has a seat 3 and no seat 2' <<CSV
game,seat,player,place
1,1,a,1
1,3,c,3
CSV
wrong "a game of one seat is refused" '4: game 2 has one seat' <<CSV
game,seat,player,place
1,1,a,1
1,2,b,2
2,1,c,1
CSV
say "all mistakes are told" same "$(printf 'first,second,score_first\na,b,2\na,b,1\n,,\n' >"$work/wrong.csv"
	referee ratings --from "$work/wrong.csv" 2>&1 | wc -l)" 4
say "a file that is not there is said so" fails 3 "$work/none.csv: cannot be read" --from "$work/none.csv"
printf '' >"$work/empty.csv"
say "an empty one has no header" fails 3 'the first line is ""' --from "$work/empty.csv"
printf 'game,seat,player,place\n' >"$work/empty.csv"
say "one without games is an empty table" same "$(rate --from "$work/empty.csv" --csv | wc -l)" 1
say "of which no more is said" same "$(cat "$work/err")" "referee ratings: there are no games to rate"
printf 'first,second,score_first\n"say ""x"", y",b,1\nb,"say ""x"", y",0\n' >"$work/quoted.csv"
say "quoted names are read and written" has "$(rate --from "$work/quoted.csv" --csv)" '"say ""x"", y",'

printf '"First" ,\tsecond,"SCORE_first"\r\n a , "b" ,1\r\n  \r\nb,a, 0.5\r\n' >"$work/blanks.csv"
printf 'first,second,score_first\na,b,1\nb,a,0.5\n' >"$work/plain.csv"
say "a header may be quoted and have capitals, and blanks part no names" same \
	"$(rate --from "$work/blanks.csv" --csv)" "$(rate --from "$work/plain.csv" --csv)"
printf 'first,second,score_first\n" a",b,1\nb," a",0.5\n' >"$work/blanks.csv"
say "but quoted ones are a name's own, and are written so" has \
	"$(rate --from "$work/blanks.csv" --csv)" '" a",'
printf 'game,seat,player,place\n1,1,a,40\n1,2,b,007\n1,3,c,40\n' >"$work/places.csv"
printf 'game,seat,player,place\n1,1,a,2\n1,2,b,1\n1,3,c,2\n' >"$work/plain.csv"
say "places need not follow each other" same "$(rate --from "$work/places.csv" --csv)" \
	"$(rate --from "$work/plain.csv" --csv)"

# --- flags that are wrong ---
say "a prior is a number" fails 2 '--prior "-1": it must be a number of virtual draws' --from "$work/two.csv" --prior -1
say "and not one that is lost in results" fails 2 '--prior "1e-300": it must be a number of virtual draws' --from "$work/two.csv" \
	--prior 1e-300
say "an advantage is fit or 0" fails 2 '--advantage "7": it is fit or 0' --from "$work/two.csv" --advantage 7
say "a time is one" fails 2 '--since "2026-02-31": it must be a day or a time in UTC' --since 2026-02-31
say "a file is not filtered" fails 2 "--from and --since exclude" --from "$work/two.csv" --since 2026-01-01
say "an anchor is NAME=ELO" fails 2 'it must be NAME=ELO, such as ann=1500' --from "$work/two.csv" --anchor b1
say "an anchor has played" fails 2 'no bot "b9" has played; did you mean "b' --from "$work/two.csv" \
	--anchor b9=1500

# --- a database ---
db=$work/cup.db
played() { # NAME GAME FLAGS
	name=$1 game=$2
	shift 2
	referee run --quiet --db "$db" --name "$name" --game "$game" \
		--bot a="referee-bot --search first" \
		--bot b="referee-bot --search random --seed 3" \
		--bot c="referee-bot --search alphabeta --depth 2" "$@" >/dev/null 2>"$work/err"
}
say "a tournament is played" played old connect4 --rounds 3 --depth 2
say "and one of three seats" played three nim --players 3 --rounds 2 --depth 2
say "and another" played new connect4 --rounds 2 --depth 2 --seed 9 \
	--bot dead="tests/end-to-end/none"
sum() { # the games of all bots
	cut -d, -f10 | awk 'NR > 1 { sum += $1 } END { print sum + 0 }'
}
say "the newest tournament is rated" same "$(rate --db "$db" --csv | sum)" \
	"$(sql "$db" "SELECT count(*) FROM seats JOIN games ON id = game WHERE tournament = 3")"
say "or one by its name" same "$(rate --db "$db" --tournament three --csv | sum)" \
	"$(sql "$db" "SELECT count(*) FROM seats JOIN games ON id = game WHERE tournament = 2")"
say "games of a kind come from all tournaments" same "$(rate --db "$db" --game connect4 --csv | sum)" \
	"$(sql "$db" "SELECT count(*) FROM seats JOIN games ON id = game WHERE tournament <> 2")"
say "--players is a kind too" same "$(rate --db "$db" --players 3 --csv | sum)" \
	"$(sql "$db" "SELECT count(*) FROM seats JOIN games ON id = game WHERE tournament = 2")"
say "games of several kinds are not mixed" fails 2 \
	"cannot be rated together: connect4 for 2, nim for 3; choose with --game" --db "$db" --tournament all
say "a kind that was not played is said so" fails 2 "is of this kind" --db "$db" --game tree
say "games with a fault can be left out" same \
	"$(rate --db "$db" --game connect4 --exclude-forfeits --csv | sum)" \
	"$(sql "$db" "SELECT count(*) FROM seats s JOIN games ON id = s.game WHERE tournament <> 2
		AND NOT EXISTS (SELECT 1 FROM seats f WHERE f.game = s.game AND f.verdict <> 'ok')")"
sqlite3 "$db" "UPDATE games SET started_ms = strftime('%s', '2026-01-02 03:04:05') * 1000 + id WHERE tournament = 1;
	UPDATE games SET started_ms = strftime('%s', '2026-03-01') * 1000 WHERE tournament = 3"
say "games since a time are those" same \
	"$(rate --db "$db" --game connect4 --since '2026-01-02 03:04:06' --csv | sum)" \
	"$(sql "$db" "SELECT count(*) FROM seats JOIN games ON id = game WHERE tournament = 3")"
say "and since a day" same "$(rate --db "$db" --game connect4 --since 2026-01-02 --csv | sum)" \
	"$(sql "$db" "SELECT count(*) FROM seats JOIN games ON id = game WHERE tournament <> 2")"
sqlite3 -csv -header "$db" "SELECT b.name AS first, c.name AS second,
	CASE WHEN s.rank < t.rank THEN 1 WHEN s.rank > t.rank THEN 0 ELSE 0.5 END AS score_first
	FROM games g JOIN seats s ON s.game = g.id AND s.seat = 1 JOIN seats t ON t.game = g.id AND t.seat = 2
	JOIN bots b ON b.id = s.bot JOIN bots c ON c.id = t.bot WHERE tournament = 3
	ORDER BY b.id, c.id" >"$work/new.csv" # bots of equal rating stand in the order of their first games
say "what a database holds is rated as the same in a file" same "$(rate --db "$db" --csv)" \
	"$(rate --from "$work/new.csv" --csv)"
sqlite3 "$db" "DELETE FROM seats WHERE game = (SELECT max(game) FROM seats) AND seat = 2"
say "a game without a seat is damage" fails 5 "does not have the 2 seats" --db "$db"
exit $bad
