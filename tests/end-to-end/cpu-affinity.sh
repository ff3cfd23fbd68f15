#!/bin/sh
# Processors: more games at a time than there are of them is said; a list of them is kept to.
# checks: 16
set -u
. "$(dirname "$0")/../lib/checks.sh"

# It says on which processors it may run, when it is ready. Its command does not name the file, which a bot must not change.
cat >"$work/where.py" <<BOT
import os, sys
log = "$work/where"
BOT
cat >>"$work/where.py" <<'BOT'
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("feature legal\nugiok", flush=True)
    elif words[0] == "isready":
        with open(log, "a") as out:
            print(*sorted(os.sched_getaffinity(0)), sep=",", file=out)
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        print("bestmove", legal[0], flush=True)
BOT
first=$(python3 -c 'import os; print(min(os.sched_getaffinity(0)))')
last=$(python3 -c 'import os; print(max(os.sched_getaffinity(0)))')

match() { # FLAGS...
	: >"$work/where"
	referee run --game tictactoe --sandbox none --startup-timeout 60s --rounds 4 --fresh --db "$work/cup.db" "$@" \
		--bot "a=python3 $work/where.py" --bot "b=python3 $work/where.py" \
		>"$work/out" 2>"$work/err"
}

where() {
	sort -u "$work/where" | tr '\n' ' '
}

crowded() {
	grep -c "games at a time on" "$work/err"
}

match --affinity "$last" --concurrency 2
say "each game keeps to the processor of the list" same "$(where)" "$last "
say "two games on a list of one are said to be many" has "$(cat "$work/err")" \
	"referee run: 2 games at a time on 1 processor: bots wait for each other; the wait does not count as thinking time, but"
say "with what ends that" has "$(cat "$work/err")" "; use --concurrency 1"
match --affinity "$first,$last" --concurrency 2 --restart
# Bots are prepared on any of them.
say "games at a time share a list" same "$(where | tr ' ' '\n' | grep -v , | tr '\n' ' ')" \
	"$(printf '%s\n' "$first" "$last" | sort -u | tr '\n' ' ')"
match --affinity=0-1023
say "a list that is too long is refused" same "$? $(grep -c "such as 0-3,6" "$work/err")" "2 1"
match --affinity 1023
say "a processor that is not there is told, and which are" same "$? $(cat "$work/err")" \
	"2 referee run: --affinity: processor 1023 does not exist, or this process may not use it; usable processors: $(
		sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)"
printf 'game = tictactoe\nbot a { command = "referee-bot" }\nbot b { command = "referee-bot" }\naffinity = "%s,1023"\n' \
	"$first" >"$work/cup.conf"
say "in a file with its line" has "$(referee run "$work/cup.conf" --db "$work/none.db" 2>&1)" \
	"$work/cup.conf:4: processor 1023 does not exist"
say "and before anything is kept" test ! -e "$work/none.db"
say "check says it too" has "$(referee check "$work/cup.conf" 2>&1)" "$work/cup.conf:4: processor 1023 does not exist"
if [ "$first" != "$last" ]; then
	taskset -c "$first" referee run "$work/cup.conf" --affinity "$last" --db "$work/none.db" 2>"$work/err"
	say "one that is there and not allowed is told" has "$(cat "$work/err")" "processor $last does not exist, or this process may not use it"
else
	echo "skip: this process may use one processor alone"
fi

taskset -c "$first" referee run "$work/cup.conf" --affinity auto --depth 2 --concurrency 3 --db "$work/a.db" \
	>/dev/null 2>"$work/err"
say "more games than processors are said" same "$(crowded)" 1
say "with the number that is not too many" has "$(cat "$work/err")" "3 games at a time on 1 processor: "
taskset -c "$first" referee run "$work/cup.conf" --affinity auto --depth 2 --concurrency 3 --clock wall \
	--db "$work/b.db" >/dev/null 2>"$work/err"
say "clock = wall costs more" has "$(cat "$work/err")" "the wait counts as thinking time (clock = wall)"
taskset -c "$first" referee run "$work/cup.conf" --affinity auto --depth 2 --concurrency 1 --db "$work/c.db" \
	>/dev/null 2>"$work/err"
say "as many as there are are not" same "$(crowded)" 0

python3 - "$work" <<'ASK' || bad=1
import os, sys
sys.path.insert(0, "tests/lib")
from daemon import Daemon
from checks import say
daemon = Daemon(sys.argv[1])
processors = len(os.sched_getaffinity(0))
if processors < 256:
    daemon.start("--concurrency", "256")
    say("the daemon says it too", daemon.line(
        rf"256 games at a time on {processors} processors?: bots wait for each other; .*--concurrency {processors}"))
    daemon.end()
else:
    print("skip: this machine has 256 processors or more")
say.end()
ASK
exit $bad
