#!/bin/sh
# Programs of other protocols play through referee-adapt, each kind with programs of its own style.
# checks: 50
set -u
. "$(dirname "$0")/../lib/checks.sh"
programs=$PWD/tests/adapters
cp "$programs"/* "$work"
cd "$work" || exit 1
cc -o line-c line.c && cc -o human-c human.c || exit 1

# plays NAME BOT OPTIONS COMMAND: two games of a bot against a house bot; $name.db.
plays() {
	name=$1
	shift
	referee run house.conf --quiet --name "$name" --db "$name.db" $time_limit $more \
		--bot "$name=referee-adapt $*" >"$name.out" 2>"$name.err"
}
printf 'game = connect4\nstartup-timeout = 5m\nnewgame-timeout = 5m\nbot house { command = "referee-bot --search random" nodes = 1000 tc = inf }\n' \
	>house.conf

more=
time_limit="--movetime 2s --margin 60s"

# verdicts NAME: what its games ended with.
verdicts() {
	sql "$1.db" "SELECT group_concat(DISTINCT verdict) FROM seats s JOIN bots b ON b.id = s.bot WHERE b.name = '$1'"
}

fit() { # NAME WORDS: it plays both games to their end
	plays "$@"
	say "$1: plays two games to their end" same "$(verdicts "$1") $(sql "$1.db" "SELECT count(*) FROM games")" "ok 2"
}

fit kaggle kaggle -- kaggle_agent.py
fit kaggle-last kaggle -- kaggle_last.py
fit kaggle-named kaggle --function negamax_agent -- kaggle_named.py
fit columns columns -- python3 columns.py
fit columns-slow columns --until 0.2 --fallback middle -- python3 columns.py slow
fit line line --first "go!" --base 0 -- python3 line.py
fit line-c line --first 0 -- ./line-c
fit board board -- python3 board.py
fit board-move board --restart move -- python3 board.py once
fit aigames aigames -- python3 aigames.py
fit uci uci --set UCI_Variant=cfour --move "'P@{c}{r}'" -- python3 uci.py
fit human human --first y,Ada --second n,Ada --ask "'Your column:'" --row "'^[|]'" --cells .XO --mine X -- python3 human.py

# --- what goes wrong is the program's, and is said in its words -------------------------------------

fails() { # NAME VERDICT WORDS: it loses by this verdict
	name=$1 verdict=$2
	shift 2
	plays "$name" "$@"
	say "$name: loses by $verdict" has "$(verdicts "$name")" "$verdict"
}

fails raises crash kaggle -- kaggle_raises.py
game=$(sql raises.db "SELECT game FROM seats WHERE verdict = 'crash' LIMIT 1")
why=$(referee show "$game" --why --db raises.db)
say "the log has the error of the agent" has "$why" "KeyError: 'y'"
say "in its own file" has "$why" 'kaggle_raises.py", line'
say "and nothing of the adapter's" same "$(echo "$why" | grep -c '<string>')" 0
fails illegal illegal kaggle -- kaggle_illegal.py
say "a column that is not there is an illegal move" has "$(referee show 1 --why --db illegal.db)" '"h" is not'
fails large illegal columns -- python3 solver.py large
say "a number that is too large is no column" has "$(referee show 1 --why --db large.db)" '"4294967300" is not'
fails imports startup kaggle -- kaggle_imports.py
why=$(referee show 1 --why --db imports.db)
say "a library that is missing is named, with the line" has "$why" 'import library_that_is_not_there as np'
say "and the Python that lacks it" has "$why" 'the agent runs in /'
say "and nothing of the adapter's" same "$(echo "$why" | grep -c '<string>')" 0
fails variant illegal uci --set UCI_Variant=cfive -- python3 uci.py
say "a variant that the engine does not have is named" has "$(referee show 1 --why --db variant.db)" 'does not name the value "cfive" of its option UCI_Variant'
say "referee check prints it too" has \
	"$(referee check --game connect4 $time_limit --sandbox none -- referee-adapt uci --set UCI_Variant=cfive -- python3 uci.py 2>&1)" \
	'does not name the value "cfive" of its option UCI_Variant'
fails without illegal uci --set uci_variant=cfour --set UCI_Variants=2 -- python3 uci.py
say "an option that the engine does not have is named" has "$(referee show 1 --why --db without.db)" 'the engine has no option UCI_Variants'
say "so are the legal moves in the engine's form" has "$(referee show 1 --why --db variant.db)" \
	"in the form --move '{d}' the legal moves are 1 2 3 4 5 6 7;"
time_limit="--movetime 3s --margin 0"
fails unread time columns --answer "'score ([0-9])'" -- python3 solver.py best
say "what the adapter does not understand is quoted" has "$(referee show 1 --why --db unread.db)" 'printed "Best column: 4", in which the adapter finds no move'
fails asks time human --seat 2 --ask "'Player 1, enter'" --answer "'AI: ([1-7])'" -- python3 human_matrix.py
say "so is a prompt that comes too early" has "$(referee show 1 --why --db asks.db)" 'before the adapter has read its own; see --answer and --row'
time_limit="--movetime 2s --margin 60s"
more="--openings random:2"
plays opened line --first "go!" --base 0 -- python3 line.py
say "a program with a board of its own plays no openings" has "$(cat opened.err)" "it plays from the usual start alone"
more=
plays second human --seat 2 --ask "'Enter column'" --answer "'drops in column ([0-9])'" --base 0 -- ./human-c
say "a program of one seat plays there alone" same "$(verdicts second) $(sql second.db "SELECT count(*) FROM games")" "ok 1"

# --- what a kind says of itself ---------------------------------------------------------------------

features() { # KIND OPTIONS: its features
	printf 'ugi\nquit\n' | referee-adapt "$@" -- cat | sed -n 's/^feature //p' | tr '\n' ' '
}

for kind in line human; do
	say "$kind keeps a board of its own and says so" same "$(features $kind)" "newgame players clock startpos-only "
done
for kind in columns board aigames codingame; do
	say "$kind plays from any position that it can write" same "$(features $kind)" "newgame players clock "
done
for kind in line human board aigames codingame; do
	say "$kind says which seat it plays alone" has "$(features $kind --seat 2)" "seats 2 "
done

say "a mistake on the command line is named" has "$(referee-adapt linne -- x 2>&1)" 'did you mean line'
say "with what is right" has "$(referee-adapt line --base 3 -- x 2>&1)" 'a number from 0 to 1'
say "and an option of another kind" has "$(referee-adapt line --set A=1 -- x 2>&1)" 'line has no such option'
exit $bad
