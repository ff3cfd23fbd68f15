#!/bin/sh
# Rules that are a program, with several games at a time: each game of one's own in this tree is played one by one, then by
# 2 to 64 games at a time, here and on workers of 1, 2 and 16 slots. The bots play the first legal move, so all results are equal.
# checks: 55
set -u
. "$(dirname "$0")/../lib/checks.sh"
root=$PWD
mkdir "$work/rules" "$work/mine" "$work/java"
cp tests/lib/rules_game.py rules/process/starters/python/*.py "$work/rules"
cp "$build/tests/bench/instant" "$work/mine"
cd "$work" || exit 1
export XDG_CACHE_HOME="$work/cache"
# On this machine a bot is ready for a game when the pipe has a writer. In the sandbox of a worker there is no such file,
# and so the first games are the worker's.
mkfifo hold
cat >mine/held.sh <<END
while read -r line; do
	case \$line in uginewgame*) [ -e $work/hold ] && : <$work/hold ;; esac
	echo "\$line"
done | ./instant
END
# The speed of the machine is measured once, not during the games.
referee worker run --stdin --name first --sandbox none </dev/null >out 2>&1

conf() { # FILE COMMAND FOLDER BOTS LINES PROGRAM
	{
		printf 'name = many\ngame = "process:%s"\nnodes = 100\nsandbox = none\nnewgame-timeout = 15m\n' "$2"
		printf 'rules { dir = "%s"  memory = 2G }\n%b\n' "$3" "$5"
		for bot in $4; do echo "bot $bot { command = \"./$6\" dir = \"mine\" }"; done
	} >"$1"
}
games() { # DB: the games by pairing: the result, and the moves
	sql "$1" "SELECT pairing, reason, final, (SELECT group_concat(seat || ':' || rank || verdict, ' ') FROM
		(SELECT seat, rank, verdict FROM seats WHERE game = games.id ORDER BY seat)), (SELECT group_concat(move, ' ')
		FROM (SELECT move FROM moves WHERE game = games.id ORDER BY ply)) FROM games ORDER BY pairing"
}

many() { # NAME COMMAND FOLDER BOTS LINES GAMES: all ways to play it
	name=$1 wanted=$6
	conf "$name.conf" "$2" "$3" "$4" "$5" instant
	conf "$name-away.conf" "$2" "$3" "$4" "$5\nconcurrency = 1" "held.sh"
	sed -i 's#"./held.sh"#"sh held.sh"#' "$name-away.conf"
	referee run "$name.conf" --concurrency 1 --db "$name-1.db" --quiet >out 2>err
	say "$name is played one by one" same "$? $(sql "$name-1.db" 'SELECT count(*) FROM games')" "0 $wanted"
	games "$name-1.db" >"$name-alone"
	for count in 2 3 4 8 64; do
		referee run "$name.conf" --concurrency $count --db "$name-$count.db" --quiet >out 2>err
		games "$name-$count.db" >there
		say "$name: with $count games at a time they are the same" cmp "$name-alone" there
	done
	say "$name: each is right" has "$(referee verify --db "$name-64.db")" "$wanted games of 1 tournament verified: 0 mismatches"
	for slots in 1 2 16; do
		db=$name-away-$slots.db
		in_background events err referee run "$name-away.conf" --db "$db" --json \
			--worker "exec referee worker run --stdin --name w --slots $slots --crowded"
		until_line events '"event":"game"' >/dev/null
		exec 8<>hold
		wait $pid
		status=$?
		exec 8>&-
		games "$db" >there
		say "$name: on a worker of $slots slots they are the same" cmp "$name-alone" there
		away=$(sql "$db" 'SELECT count(*) > 0 FROM games WHERE worker IS NOT NULL')
		say "$name: it has played, none again, and nothing failed" same \
			"$status $away $(grep -e 'played again' -e 'Assertion' err)" "0 1 "
	done
}

many othello "python3 rules_game.py othello" rules "a b" "rounds = 40\nopenings = random:4" 80
many race "python3 rules_game.py race" rules "a b c" "players = 3\nrounds = 16\nmax-plies = 40" 96
many starter "python3 othello.py" rules "a b" "rounds = 36\nopenings = random:2\nparam = \"size=4\"" 72
if command -v javac >/dev/null; then
	cp "$root"/rules/process/starters/java/*.java java && (cd java && javac Rules.java Orchard.java)
	# Two programs with one number in their namespaces would warn of each other in the file of their figures.
	many orchard "java -XX:-UsePerfData -cp . Orchard" java "a b c" "players = 3\nrounds = 12" 72
else
	echo "skip 13: no javac here: the rules in Java are not tested; make starters-test installs it"
fi

# Its games are consistent by what its rules answered, which is not what ours answer.
conf liar.conf "python3 rules_game.py othello" rules "a b" "rounds = 1000000\nopenings = random:4\nconcurrency = 1" instant
begin_run referee run liar.conf --db liar.db \
	--worker "exec python3 $root/tests/end-to-end/worker-proxy.py rules referee worker run --stdin --name liar --slots 2 --crowded"
while [ "$(grep -c "its rules answer otherwise than ours" errors)" -lt 2 ]; do
	until_event '"event":"game"' || break
done
stop_run TERM
say "a worker with other rules is told so, with the question" has "$(cat errors)" \
	"a worker was killed: its rules answer otherwise than ours: to \""
say "... and no game of it is stored" same "$(sql liar.db 'SELECT count(*) FROM games WHERE worker IS NOT NULL')" 0
say "... those of this machine are right" has "$(referee verify --db liar.db)" ": 0 mismatches"
exit $bad
