#!/bin/sh
# referee class feedback: what each student is told, and that it is told no other.
# checks: 55
set -u
. "$(dirname "$0")/../lib/checks.sh"
of() { # WHAT FILE: see class-feedback.py
	python3 "$tests/class-feedback.py" "$@"
}
tests=$PWD/tests/end-to-end
cd "$work" || exit 1

# --- a class and its tournament -------------------------------------------------------------------

mkdir subs
of make subs || exit 1
referee class init connect4 >out 2>err
sed -i 's/^movetime .*/movetime = 5s/; s/^strikes .*/strikes = 2/; /^bot alphabeta-4/d' class.conf
referee class take subs >out 2>err
say "without a tournament it says so" has "$(referee class feedback --to pages 2>&1)" 'class.db: there is no such file; `referee run class.conf` plays'
referee class check >out 2>err
say "the unfit did not pass" has "$(cat err)" "8 students: 3 fit, 4 failed, 1 with nothing to run"
referee class check --all --new >out 2>err # all who have a program play
referee run class.conf --quiet >out 2>err
said=$(referee class feedback --to pages --gradescope 2>err)
say "it ends well" same "$? $(grep -v " students, about " err)" "0 "
say "it says what it wrote" has "$said" "8 students in pages: a page (.html) and a text (.md), results for Gradescope (.json) for each, and gradebook.csv"
say "four files are the student's" same "$(ls pages | wc -l)" 25

# --- pages ----------------------------------------------------------------------------------------

for file in pages/*.html; do
	say "${file##*/} is valid, and stands alone" of page "$file"
done
text() { # NAME: of a page, as one line
	tr '\n' ' ' <"pages/$1.md"
}
say "the time of a move" has "$(text Tim)" '### time: '
say "its explanation is that of show --why" has "$(text Tim)" 'Time for its move: 5000.0 ms, and a margin of 20ms; it took '
game=$(sed -n 's/.*The newest is game \([0-9]*\) .*/\1/p' pages/Cleo.md | head -1)
referee show "$game" --why --db class.db >why
say "the sentence is the same" has "$(text Cleo | tr -d '\\')" \
	"$(sed -n "s/.*crash, \(ended with exit status 1; .*\) (.*/\1/p" why)"
say "the crash" has "$(text Cleo)" "| SECRET-Cleo-stderr <script>"
say "in the page it is text" has "$(cat pages/Cleo.html)" "SECRET-Cleo-stderr &lt;script&gt;"
say "the illegal move" has "$(text Ivo)" '### illegal: '
say "the build" has "$(text Uma)" "SECRET_Uma_source"
say "each kind of fault once" same "$(grep -c '^### crash' pages/Cleo.md) $(grep -c '^### benched' pages/Cleo.md)" "1 1"
say "without a fault there is none" has "$(text Ada-Lovelace)" "## Games lost by a fault  No game. "
say "no program" has "$(text Nora)" "No program was found: there is nothing to run: "
say "who did not play" has "$(text Nora)" "It has not played in the tournament."
say "what the check said" has "$(text Ivo)" "$(sed -n 's/^ *| //p' class/Ivo/*.check | head -1)"
say "a student's name is only text" has "$(cat pages/Ben*.html)" "<h1><bdi>Ben &lt;b&gt;Bold</bdi></h1>"
say "results against each opponent" same "$(grep -c '^| [^O-]' pages/Ada-Lovelace.md)" 8

# --- privacy --------------------------------------------------------------------------------------

say "each is told of its own program, and of no other's" same "$(of private pages)" "Cleo Ivo Uma"

mkdir -p both/subs/una both/subs/uma && cd both || exit 1
referee class init connect4 >out
for name in una uma; do
	echo "int main(void) { return SECRET_$name; }" >subs/$name/bot.c
done
sed -i '/^bot /d' class.conf
referee class take subs >out 2>err
referee run class.conf --quiet >out 2>err
referee class feedback --to pages --gradescope >out 2>err
say "of two that fail in one game each has its own compiler's message" same \
	"$(grep -l SECRET_una pages/*) $(grep -l SECRET_uma pages/*)" \
	"$(ls pages/una.*) $(ls pages/uma.*)"
cd ..

# --- the command at home --------------------------------------------------------------------------

mkdir home && cp class/Ivo/*/bot.py home
sed -n '/To ask it the same question again/,$ s/^referee check/&/p' pages/Ivo.md | head -1 >home/again.sh
say "the command asks the program again" has "$(cd home && sh again.sh 2>&1)" "bestmove SECRET-Ivo-"
say "it has no path" same "$(grep -c -e --dir -e class/ home/again.sh)" 0
sed -n 's/^referee check/&/p' pages/Ada-Lovelace.md | head -1 >home/check.sh
cp class/Ada-Lovelace/*/bot.py home
say "the check's command checks" has "$(cd home && sh check.sh 2>&1)" "it can play"

# --- gradebook and Gradescope ---------------------------------------------------------------------

say "the gradebook has each student" same "$(of csv pages/gradebook.csv | wc -l)" 8
say "no cell is a formula" has "$(of csv pages/gradebook.csv)" "'=1+cmd|' "
say "the reason of the unfit" has "$(of csv pages/gradebook.csv)" "Tim;Tim;990015;"
for file in pages/*.json; do
	say "${file##*/} is Gradescope's" of gradescope "$file"
done
say "its tests" has "$(of gradescope pages/Cleo.json)" "The check|Lost by a fault, "

# --- the worst moves ------------------------------------------------------------------------------

say "a loss in one move is found by the house search" has "$(text Ada-Lovelace)$(text Ben-b-Bold)" \
	"its opponent could win with the next move; before it the house search saw no forced loss"
mkdir late && cd late || exit 1
referee class init connect4 >out
of late subs || exit 1
sed -i 's/^openings .*/openings = "openings.txt"/; /^bot alphabeta/d' class.conf
referee class take subs >out 2>err
referee run class.conf --quiet >out 2>err
referee class feedback --to pages >out 2>err
say "the worst moves are those that another solver finds" same "$(of values pages class.db)" 6
cp pages/low.md before
referee analyse --db class.db >out 2>err
referee class feedback --to pages >out 2>err
say "stored values say the same" same "$(of values pages class.db)" 6
say "and are counted" has "$(cat pages/low.md)" "Exact values of "
cd ..

# --- interrupted ----------------------------------------------------------------------------------

referee class feedback --to half --nodes 1000000000000 >out 2>err &
pid=$!
until_started -P $pid referee-solve
kill -TERM $pid
wait $pid
say "an interrupted one says so" has "$? $(cat err)" \
	"143 referee class feedback: stopped; the files of 0 of 8 students are written. To write all:"
say "and leaves no half of a file" same "$(ls half)" ""

# --- what goes wrong ------------------------------------------------------------------------------

say "no folder" has "$(referee class feedback 2>&1)" "referee class feedback: --to is missing"
echo file >taken
say "no folder can be made" has "$(referee class feedback --to taken 2>&1)" "taken: the folder cannot be made"
say "no class" has "$(referee class feedback --to pages --conf gone.conf 2>&1)" "referee class init GAME"
say "no such tournament" has "$(referee class feedback --to pages --tournament cup 2>&1)" 'there is no tournament "cup"'
cp pages/Tim.html before
rm -rf subs
referee class feedback --to pages >out 2>err
say "it is the same again" cmp before pages/Tim.html
exit $bad
