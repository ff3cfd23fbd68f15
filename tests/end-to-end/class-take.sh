#!/bin/sh
# referee class init and class take: submissions of every shape become bots, and one student's
# mistake is that student's alone.
# checks: 75
set -u
. "$(dirname "$0")/../lib/checks.sh"
make_submissions=$PWD/tests/end-to-end/class-take.py
cd "$work" || exit 1

# --- init -----------------------------------------------------------------------------------------

referee class init conect4 >out 2>err
say "init names the games" has "$? $(cat err)" '2 referee class init: there is no game "conect4"; did you mean connect4?'
referee class init connect4 >out 2>err
say "init writes a file and says what comes next" has "$? $(cat out)" "referee class take SUBMISSIONS"
cp class.conf kept
referee class init nim >out 2>err
say "init keeps a file that is there" same "$? $(cmp class.conf kept)" "3 "
for game in tictactoe nim letters tree chinese-checkers; do
	referee class init $game --conf $game.conf >out 2>&1
	echo 'bot "x" { command = "referee-bot" }' >$game.bots
	say "the file of init is right for $game" referee run $game.conf --dry-run
done

# --- take -----------------------------------------------------------------------------------------

row() { # NAME: what class.bots has for a bot, in one line
	awk -v name="bot \"$1\" {" -v none="# $1:" '
		$0 == name { on = 1; next }
		index($0, none) == 1 { print; exit }
		on && $0 == "}" { exit }
		on { sub(/^\t/, ""); printf "%s; ", $0 }' class.bots
}
field() { # NAME KEY
	sed -n "s/^$2 = '\(.*\)'\$/\1/p" "class/$1/taken"
}

python3 "$make_submissions" subs >made || exit 1
referee class take subs >out 2>err
say "take ends with 1, as some have nothing to run" same "$?" 1
say "every submission has a line" same "$(sed 1d out | wc -l)" "$(wc -l <made)"
while read -r name wanted; do
	say "$name" has "$(row "$name")" "$wanted"
done <made
say "what is no submission is named" has "$(cat err)" "No submissions: marks.csv"
say "nothing leaves the class's folder" same "$(find "$work" -name 'evil*' | head -3)" ""
say "no link is taken" same "$(find class -type l)" ""
say "a script has its permission again" test -x "class/Fay/$(field Fay version)/bot.sh"
say "several files of one student are one submission" test -f "class/Eve/$(field Eve version)/util.py"
say "nothing is left half taken" same "$(find class -maxdepth 1 -name '.*' ! -name .)" ""
say "the file is right" referee run class.conf --dry-run

cp class.bots before
mkdir -p class/.taken-1/0 class/.new-2-inner
referee class take subs >out 2>err
say "what a killed one left is removed" same "$(find class -maxdepth 1 -name '.*' ! -name .)" ""
say "taken again, nothing changes" has "$(cat err)" "0 new, 0 with a new version"
say "nor does the file" cmp class.bots before
old=$(field Eve version)
echo '# better' >>"subs/Eve_6_assignsubmission_file_bot.py"
referee class take subs --json >out 2>err
say "a changed one is a new version" has "$(cat err)" "0 new, 1 with a new version"
say "in JSON too" has "$(grep '"Eve"' out)" '"taken":"new version"'
say "the old version stays" test -f "class/Eve/$old/bot.py"
say "the new one plays" has "$(row Eve)" "class/Eve/$(field Eve version)"
echo damaged >"subs/Ada Lovelace_1234567_assignsubmission_file_bot.zip"
referee class take subs >out 2>err
say "a damaged new version leaves the one before" has "$(grep '^Ada-Lovelace ' out)" "the version before stays"
say "which plays on" has "$(row Ada-Lovelace)" "python3 bot.py"

# --- other shapes ---------------------------------------------------------------------------------

mkdir two && cd two || exit 1
referee class init connect4 >out
(cd ../subs && python3 -m zipfile -c ../two/all.zip ./*_assignsubmission_*)
referee class take all.zip >out 2>err
say "a zip of the whole class" same "$(sed 1d out | wc -l)" "$(wc -l <../made)"
mkdir -p clones/hw-ada/.git clones/hw-ben/.git
echo 'print("ugiok")' | tee clones/hw-ada/bot.py >clones/hw-ben/bot.py
echo secret | tee clones/hw-ada/.git/config >clones/hw-ben/.git/config
referee class take clones >out 2>err
say "clones lose the assignment's name" same "$(awk '/new/ {printf "%s ", $1}' out)" "ada ben "
say "and .git" same "$(find class/ada -name .git)" ""
git init -q clones/hw-cy
(
	cd clones/hw-cy && git remote add origin https://git.example/hw-cy && echo 'print("ugiok")' >bot.py
	git add bot.py && git -c user.name=cy -c user.email=cy@uni.example commit -qm bot && echo 1 >result.json
)
referee class take clones >out 2>err
say "a clone has the files of its commit" has "$(grep '^cy ' out)" "left out: 1 file that is in no commit (result.json)"
echo 2 >clones/hw-cy/result.json
referee class take clones >out 2>err
say "so a new mark is no new version" has "$(grep '^cy ' out)" "as before"
git init -q clones/hw-dee
(
	cd clones/hw-dee && echo 'print("ugiok")' >bot.py && echo 1 >result.json
)
referee class take clones >out 2>err
say "of a repository without a commit all is taken" same \
	"$(ls "class/dee/$(ls class/dee | grep -v check | head -n 1)" | xargs)" "bot.py result.json"
(
	cd clones/hw-dee && git add bot.py && git -c user.name=dee -c user.email=dee@uni.example commit -qm bot
)
referee class take clones >out 2>err
say "one that its author began has the files of its commit too" has "$(grep '^dee ' out)" \
	"left out: 1 file that is in no commit (result.json)"
echo 2 >clones/hw-dee/result.json
echo '# better' >>clones/hw-dee/bot.py
referee class take clones >out 2>err
say "as they are now" has "$(cat class/dee/*/bot.py)" "# better"
echo 3 >clones/hw-dee/result.json
referee class take clones >out 2>err
say "and a new mark is no new version" has "$(grep '^dee ' out)" "as before"
rm -rf clones/hw-cy
referee class take clones/hw-ada >out 2>err
say "one folder is one submission" has "$(cat err)" "1 submission:"
rm -r class # a student keeps the name from before
cat >names.csv <<'END'
id,name,bot
1234567,Ada Byron,countess
END
printf 'class-roster = "names.csv"\n' >>class.conf
referee class take "../subs/Eve_6_assignsubmission_file_bot.py" all.zip >out 2>err
say "a name of the roster" has "$(grep '^countess ' out)" "it cannot be read as an archive"
say "a student who is not in it keeps the usual one" has "$(grep '^Carl ' out)" "it is not in the roster"
sed -i 's/^class-roster/#later &/' class.conf
mkdir later
echo 'print("readyok")' >"later/Zed Late_777_assignsubmission_file_bot.py"
referee class take later >out 2>err
printf '777,Zed Late,zed\n' >>names.csv
sed -i 's/^#later //' class.conf
referee class take later >out 2>err
say "a roster that comes later renames nobody" has "$(cat out)" "it keeps the name that it had"
say "and says how to rename" has "$(cat err)" "1 bot keeps the name from before the roster"
say "and which students handed in nothing" has "$(cat err)" "Roster: 2 rows; its columns id, name, bot were read; 0 without"
say "and makes no second student" same "$(ls class | grep -ci 'zed')" 1
mkdir loose
echo 'print("readyok")' | tee loose/dbraun.py >loose/eve.py
referee class take loose >out 2>err
say "a source file gives its name without the extension" has "$(cat out)" "dbraun "
cat >names.csv <<'END'
First name,Last name,ID number,Email address
Dora,Braun,4711,dbraun@uni.example
Flo,Flint,4712,flo@uni.example
END
mv class/eve class/eve.py # as it was named once
referee class take loose >out 2>err
say "a source file is found in Moodle's list of participants" has "$(grep '^dbraun ' out)" "it keeps the name that it had"
say "one that was named with its extension keeps that name" has "$(grep '^eve.py ' out)" "as before"
say "no second student comes of it" same "$(ls class | grep -ci braun)" 1
say "the columns are named" has "$(cat err)" "its columns ID number, Email address, First name, Last name were read"
say "and the students without a submission" has "$(cat err)" "1 without a submission: Flo Flint"
referee class take loose >both 2>&1
say "the table comes before what sums it up" has "$(sed -n 4p both)" "2 submissions:"
echo 'Flo,Flint,4713,flo2@uni.example' >>names.csv
echo 'print("readyok")' >"loose/Flo Flint_81_assignsubmission_file_bot.py"
referee class take loose >out 2>err
say "of two rows none is guessed" has "$(grep '^Flo-Flint ' out)" "2 rows of the roster fit it; the right one needs the id 81"
sed -i 's/^class-roster.*/class-names = "(["/' class.conf
referee class take clones >out 2>err
say "a rule that is wrong" has "$? $(cat err)" '3 referee class take: class.conf: class-names = "([":'
say "a path that is not there" has "$(referee class take --conf ../class.conf gone 2>&1)" "gone: it cannot be read: No such file"
say "no class.conf" has "$(referee class take --conf gone.conf clones 2>&1)" "referee class init GAME"

# --- archives of random bytes ---------------------------------------------------------------------

cd .. && mkdir three && cd three || exit 1
referee class init connect4 >out
python3 "$make_submissions" --mutated mutated || exit 1
referee class take mutated >out 2>err
say "mutated archives are their students' mistakes" same "$? $(sed 1d out | wc -l)" "1 $(ls mutated | wc -l)"
say "and nothing leaves the folder" same "$(find "$work" -name 'evil*' | head -3)" ""
exit $bad
