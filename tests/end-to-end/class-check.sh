#!/bin/sh
# referee class check: what it checks, what it keeps, and which bots enter the tournament.
# checks: 54
set -u
. "$(dirname "$0")/../lib/checks.sh"
cd "$work" || exit 1

referee class init connect4 >out 2>err
sed -i 's/^movetime .*/movetime = 20s/' class.conf
mkdir elsewhere subs subs/ada subs/ben subs/cy subs/dan subs/eve subs/random
agent='def agent(observation, configuration):
	return [c for c in range(configuration.columns) if observation.board[c] == 0][0]'
echo "$agent" | tee subs/ada/bot.py subs/random/bot.py >subs/cy/bot.py
echo "no = 1 +" >subs/ben/bot.py
printf '#include <stdio.h>\nint main(void)\n{\n\treturn missing;\n}\n' >subs/dan/main.c
echo notes >subs/eve/notes.txt
referee class take subs >out 2>err

enters() {
	sed -n 's/^bot "\(.*\)" {/\1/p' class.bots | tr '\n' ' '
}
field() { # NAME KEY
	sed -n "s/^$2 = '\(.*\)'\$/\1/p" "class/$1/taken"
}

# --- all of them ----------------------------------------------------------------------------------

say "a student named like a house bot gets another name" has "$(enters)" "random-2 "
table=$(referee class check 2>err)
say "it ends with 1: not all are fit" same "$?" 1
say "each student has a line" same "$(echo "$table" | wc -l)" 6
say "the fit come first" same "$(echo "$table" | head -3 | tr -s ' ' | tr '\n' ' ')" "ada fit cy fit random-2 fit "
say "who wrote no program has the reason" has "$table" "STARTUP  SyntaxError: invalid syntax (bot.py, line 1): the program cannot run"
say "a compiler's message is first" has "$(echo "$table" | tr -s ' ')" "dan BUILD main.c:4:"
say "who has nothing to run is named too" has "$table" "NO BOT   there is nothing to run"
say "the counts" has "$(cat err)" "6 students: 3 fit, 2 failed, 1 with nothing to run"
say "only fit bots enter" same "$(enters)" "ada cy random-2 "
say "the tournament has them and the house's" has "$(referee run class.conf --dry-run)" "6 bots"
say "and how long it takes at most" has "$(referee run class.conf --dry-run | tail -1)" "# they take at most about "
say "what the check said is kept" has "$(cat "class/dan/$(field dan version).check")" "return missing;"
say "a new check has nothing to do" same "$(referee class check --new 2>err)" ""
say "and says so" has "$(cat err)" "0 checked now. Of all 6 students: 3 fit, 2 failed, 1 with nothing to run"
say "as JSON" has "$(referee class check --json ben 2>/dev/null)" \
	'{"bot":"ben","version":"'"$(field ben version)"'","verdict":"STARTUP","text":"SyntaxError'

# --- some of them ---------------------------------------------------------------------------------

said=$(referee class check aba 2>&1)
say "an unknown name" same "$? $said" '2 referee class check: the class has no bot "aba"; did you mean "ada"?'
rm class/*/*.check
table=$(referee class check cy 2>err)
say "only the line of that name is printed" same "$(echo $table)" "cy fit"
say "the others are counted" has "$(cat err)" "1 checked now. Of all 6 students: 3 fit"
say "one name is one check" same "$(ls class/*/*.check)" "class/cy/$(field cy version).check"
say "the others' results stay" same "$(enters)" "ada cy random-2 "
rm class/*/*.check
echo "$agent" >subs/ben/bot.py
referee class take subs >out 2>err
say "the next command is named" has "$(cat err)" "Next: referee class check --new"
say "a new version enters until it is checked" same "$(enters)" "ada ben cy random-2 "
table=$(referee class check --new 2>err)
say "--new prints what is new" same "$(echo $table)" "ben fit"
say "--new checks what is new" same "$(ls class/*/*.check)" "class/ben/$(field ben version).check"
say "and the student is fit" same "$(enters)" "ada ben cy random-2 "
referee class check --all --new >out 2>err
say "--all lets everyone in who has a program" same "$(enters)" "ada ben cy dan random-2 "
referee class take subs >out 2>err
say "and take keeps that" same "$(enters)" "ada ben cy dan random-2 "
say "and that is a tournament" has "$(referee run class.conf --dry-run)" "8 bots"

# --- handed in again after the first run ----------------------------------------------------------

referee class check --new >out 2>err
referee run class.conf --movetime 10s --db elsewhere/other.db --quiet >out 2>err
say "another time limit than in the checks is said" has "$(cat err)" "checked with 20 s a move, and this tournament has 10 s a move. To check"
referee run class.conf --quiet >out 2>err
status=$?
say "the same one is not" same "$(grep -c 'a move' err)" 0
say "the fit play" same "$status $(referee standings --csv | sed 1d | wc -l)" "0 7"
echo '# better' >>subs/ada/bot.py
rm -r subs/dan
mkdir subs/dan
echo "$agent" >subs/dan/bot.py
referee class take subs >out 2>err
say "two new versions" has "$(cat err)" "0 new, 2 with a new version"
referee class check --new >out 2>err
referee run class.conf --quiet >out 2>err
say "the run goes on, with one more bot" same "$? $(referee standings --csv | sed 1d | wc -l)" "0 8"
say "all of them have played as often" same \
	"$(referee standings --csv | sed 1d | cut -d, -f3 | sort -u)" 14
say "both versions have a place on demand" same "$(referee standings --versions --csv | grep -c ^ada,)" 2
say "all of it is right" has "$(referee verify)" ": 0 mismatches"

# --- a fit version is replaced by a broken one ----------------------------------------------------

fit=$(field ada version)
echo "no = 1 +" >subs/ada/bot.py
referee class take subs >out 2>err
referee run class.conf --quiet >out 2>err
say "run names what was not checked" has "$(cat err)" \
	"1 bot was not checked: ada; a bot with a mistake loses its games. To check first: Ctrl-C, then referee class check --new"
table=$(referee class check --new 2>err)
left="LEFT OUT: ada: version $fit was fit, but the newest, $(field ada version), is not: neither plays"
say "the line says that it was fit" has "$(echo $table)" "ada STARTUP (was fit) SyntaxError: "
say "check says that it is left out" has "$(cat err)" "$left"
say "neither version plays" same "$(enters)" "ben cy dan random-2 "
referee run class.conf --quiet >out 2>err
say "run says it" has "$(cat err)" "$left"
referee class feedback --to pages --games 0 >out 2>err
say "so does its page" has "$(cat pages/ada.md)" "Version $fit was fit, but a newer one was handed in: it does not play either"
referee class take subs >out 2>err
say "with nothing new the tournament is next" has "$(cat err)" "Next: referee run class.conf"
echo "$agent" >subs/ada/bot.py
echo '# better' >>subs/ada/bot.py
referee class take subs >out 2>err
say "the fit version again needs no words" same "$(grep -c 'LEFT OUT' err)" 0
referee class check --new >out 2>err
mv subs/ada before-ada
echo broken >subs/ada.zip
referee class take subs >out 2>err
say "a damaged one leaves the version before, loudly" has "$(cat err)" \
	"OLDER VERSION: ada: the newest submission cannot be used: it cannot be read as an archive"
referee class feedback --to pages --games 0 >out 2>err
say "so does its page" has "$(cat pages/ada.md)" "the newest submission cannot be used"
rm subs/ada.zip
mv before-ada subs/ada
referee class take subs >out 2>err
say "until one can be used" same "$(grep -c 'OLDER VERSION' err)" 0

# --- what goes wrong ------------------------------------------------------------------------------

cp class.bots before
echo 'movetimes = 1s' >>class.conf
said=$(referee class check 2>&1)
say "a mistake of class.conf is named" has "$? $said" '3 referee class check: class.conf:'
say "and nothing is checked" has "$said" 'movetime'
sed -i '$d' class.conf
say "no class.conf" has "$(referee class check --conf gone.conf 2>&1)" "referee class init GAME"
mkdir subs/zoe
printf 'import time\ntime.sleep(600)\n' >subs/zoe/bot.py
referee class take subs >out 2>err
referee class check zoe >out 2>err &
pid=$!
until_started -P $pid referee-check
kill -TERM $pid
wait $pid
say "an interrupted check says so" has "$? $(cat err)" "stopped; 0 of 1 bots were checked"
say "and keeps what was known" same "$(field ada check) $(field zoe check)" "ok "
say "no result is lost" same "$(enters)" "ada ben cy dan random-2 zoe "
exec 9<class
flock 9
say "two at once are refused" has "$(referee class check 2>&1)" "another \`referee class\` works on it"
exit $bad
