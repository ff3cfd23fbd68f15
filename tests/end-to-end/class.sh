#!/bin/sh
# A lecturer's tournament: from the archive of Moodle, in five commands, to standings and a page for each student.
# checks: 64
set -u
. "$(dirname "$0")/../lib/checks.sh"
make_class=$PWD/tests/end-to-end/class.py
cd "$work" || exit 1

python3 "$make_class" Connect4-7.zip >wanted 2>missing || exit 1
cat missing
students=$(wc -l <wanted)

referee class init connect4 >out 2>err
say "class init" same "$? $(cat err)" "0 "
sed -i 's/^format .*/format = swiss/; s/^rounds .*/rounds = 2/' class.conf # instead of eight hundred games
echo "margin = 2s" >>class.conf # as some think for half of their time
referee class take Connect4-7.zip >taken 2>err
say "class take: each submission has a line" same "$(sed 1d taken | wc -l)" "$students"
say "and those without a program are counted" has "$(cat err)" "$students submissions: $students new, 0 with a new version, 0 as before; 3 with"
referee class check >table 2>err
say "class check: a line for each student" same "$(wc -l <table)" "$students"
while read -r name verdict part; do
	verdict=$(echo "$verdict" | tr _ ' ')
	say "$name: $verdict" has "$(grep "^$name  *$verdict\( \|\$\)" table)" "${part:-$name}"
done <wanted
say "and no path of the lecturer's is in what the students are told" same "$(grep -c "$work\|class/" table)" 0
fit=$(grep -c ' fit ' wanted)
referee run class.conf --quiet >out 2>err
say "run: it is played" same "$?" 0
standings=$(referee standings --csv)
say "by the fit and the house's bots" same "$(echo "$standings" | sed 1d | wc -l)" "$((fit + 3))"
say "without a fault" same "$(sql class.db "SELECT group_concat(DISTINCT verdict) FROM seats WHERE verdict NOT IN ('ok', 'resign')")" ""
say "and all of it is right" has "$(referee verify)" ": 0 mismatches"
referee export html -o standings.html
say "the page names who does not take part" same \
	"$(grep -c -e 'its check failed</td>' -e 'there is nothing to run</td>' standings.html)" "$((students - fit))"
say "and not what their checks said" same "$(grep -c SyntaxError standings.html)" 0
referee class feedback --to feedback >out 2>err
say "class feedback: it is written" same "$?" 0
say "a page and a text for each student" same "$(ls feedback/*.html | wc -l) $(ls feedback/*.md | wc -l)" "$students $students"
say "who failed is told why" has "$(cat feedback/Abel-Colon.md)" "SyntaxError"
say "and not about others" same "$(grep -l SyntaxError feedback/*.md)" "feedback/Abel-Colon.md"
exit $bad
