#!/bin/sh
# A list of bots in a file of its own: where it is looked for, what it may hold, how its mistakes are told,
# which of its bots play; and what the daemon does when it changes.
# checks: 21
set -u
. "$(dirname "$0")/../lib/checks.sh"

mkdir "$work/lists"
cup=$work/cup.conf
cat >"$work/lists/engines.list" <<'LIST'
# Bots that several tournaments share.
bot mini  { command = "referee-bot --search minimax" }
bot luck  { command = "referee-bot --search random" }
bot first { command = "referee-bot --search first" }
LIST

write() { # LINE...: a tournament's file that has these lines too
	printf '%s\n' "game = tictactoe" "depth = 2" "db = \"$work/cup.db\"" "$@" >"$cup"
}

bots() { # FLAG...: the first of its bots, which a gauntlet begins with, and the others by their names
	referee run "$cup" --format gauntlet --dry-run "$@" 2>&1 | grep -v '^#' | cut -f 3 | sed 's/ - /\n/' |
		awk '!seen[$0]++' | sed -n '1p; 2,$w '"$work/others" | tr '\n' ' '
	sort "$work/others" | tr '\n' ' '
}

told() { # FLAG...: what is said of a file that is wrong
	referee run "$cup" --dry-run "$@" 2>&1 >/dev/null | sed "s|$work/||g; s/^referee run: //"
}

write 'bot own { command = "referee-bot" }' 'include = "lists/engines.list"'
say "it is looked for in the folder of the file that names it" same "$(cd / && bots)" "own first luck mini "
write 'include = "lists/engines.list"' 'bot own { command = "referee-bot" }'
say "its bots are where it is named" same "$(bots)" "mini first luck own "
write "include = \"$work/lists/engines.list\""
say "a whole path is one" same "$(bots)" "mini first luck "
say "only names the bots that play, in their order" same "$(bots --only-bots first,mini)" "first mini "
write 'include = "lists/engines.list"' 'only = "luck, first"'
say "also in the file" same "$(bots)" "luck first "
say "the flag wins" same "$(bots --only-bots 'mini luck')" "mini luck "
say "bots of flags are there besides" same "$(bots --bot own=referee-bot)" "own first luck "

say "a name that is none is told" same "$(told --only-bots mini,lucky)" \
	'--only-bots: only-bots = "mini,lucky": the file has no bot lucky; did you mean luck?'
say "a name twice too" same "$(told --only-bots mini,mini)" '--only-bots: only-bots = "mini,mini": it names twice mini'
say "without a file there is nothing to choose" same "$(referee run --game nim --only-bots a --bot a=x --bot b=x 2>&1)" \
	"referee run: --only-bots: only-bots: it selects bots of a file, and there is no file; remove it"
write 'include = "lists/none.list"'
say "one that is not there is told with its path" same "$(told)" "lists/none.list: cannot be read: No such file or directory"
write 'include = "lists/engines.list"' 'bot luck { command = "referee-bot" }'
say "a bot that is there twice is told with both places" same "$(told)" \
	'cup.conf:5: bot "luck" is there already, in line 3 of lists/engines.list'
write 'include = { "lists/engines.list", "lists/engines.list" }'
say "one that is included twice is told" same "$(told)" 'cup.conf:4: include = "lists/engines.list": it is included already'
write 'include = "cup.conf"'
say "so is one that includes itself" same "$(told)" 'cup.conf:4: include = "cup.conf": it is this file'
printf 'bot a { comand = "x" }\nrounds = 3\ninclude = "engines.list"\nbot b { memory = much }\n' >"$work/lists/wrong.list"
write 'include = "lists/wrong.list"'
say "what is wrong in it is told with its own line" same "$(told)" 'lists/wrong.list:1: unknown key comand; did you mean command?
lists/wrong.list:2: rounds has no place in an included file, which holds bots alone: bot NAME { }
lists/wrong.list:3: include has no place in an included file, which holds bots alone: bot NAME { }
lists/wrong.list:4: memory = "much": a size is a number and K, M or G, such as 256M, or none'
printf 'bot a { command = "x"\n' >"$work/lists/wrong.list"
say "also where its form is broken" same "$(told)" \
	'lists/wrong.list:1: the file ends in the middle: the section of bot a is not closed with }'
: >"$work/lists/wrong.list"
say "and where it has nothing" same "$(told)" 'lists/wrong.list: it has no bots: bot NAME { command = "..." }'
write 'bot a { command = "x" include = "lists/engines.list" }'
say "it stands outside of sections" has "$(told)" "cup.conf:4: include is not a key of a bot; it stands outside the sections"
write "include = { $(for i in $(seq 33); do printf '"%s.list", ' "$i" && echo "bot b$i { command = x }" >"$work/$i.list"; done)}"
say "there is a most" has "$(told)" 'include = "33.list": at most 32 files are included'

python3 - "$work" <<'ASK' || bad=1
import os, signal, sys
sys.path.insert(0, "tests/lib")
from daemon import Daemon
from checks import say
work = sys.argv[1]
daemon = Daemon(work)
with open(f"{work}/list", "w") as out:
    out.write('bot mini { command = "referee-bot" }\nbot luck { command = "referee-bot --search random" }\n')
with open(f"{work}/rung.conf", "w") as out:
    out.write(f'name = "rung"\ngame = tictactoe\nformat = ladder\ndepth = 2\npace = 10/s\ndb = "{work}/rung.db"\n'
              'include = "list"\n')
daemon.start(f"{work}/rung.conf")
daemon.until("it plays", lambda: daemon.of("rung")["state"] == "running")
with open(f"{work}/list", "a") as out:
    out.write('bot new { command = "referee-bot --search first" }\n')
daemon.signal(signal.SIGHUP)
say("a bot that is new in an included file joins", daemon.line(r"rung: bot new takes part from block"))
mark = len(daemon.now())
with open(f"{work}/list", "a") as out:
    out.write('bot wrong { comand = "x" }\n')
daemon.signal(signal.SIGHUP)
say("a mistake in it is told with its line", daemon.line(r"list:4: unknown key comand", mark))
daemon.end(signal.SIGTERM)
ASK
exit $bad
