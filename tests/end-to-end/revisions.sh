#!/bin/sh
# `referee test`: two revisions of a repository are built and play a sequential test; stopped, gone on
# with, and refused where there is nothing to test. The limits of builds are in build-sandbox.sh.
# checks: 125
set -u
. "$(dirname "$0")/../lib/checks.sh"
. tests/lib/engine-repository.sh

sed -i 's/Does the highest stone/Does the topmost stone/' "$repo/engine.c"
commit comment "A word in a comment"
sed -i 's/DEPTH 1/DEPTH 4/' "$repo/engine.c"
commit v2 "Look four plies ahead \"for real\""
sed -i 's/return alpha;/return alhpa;/' "$repo/engine.c"
commit broken "Does not compile"
cd "$work" || exit 1

# --- one stage ---
new=v2-$(short v2) old=v1-$(short v1)
said=$(referee test repo v2 v1 --nodes 100 --sprt 0,20 2>&1 >out)
say "a stronger revision has status 0" same $? 0
say "it says which commit is built" has "$said" "$new: $(git -C repo rev-parse v2 | cut -c1-12), \"Look four plies ahead \"for real\"\": built in"
say "the verdict stands at the end" has "$(grep -A2 "^$new is stronger" out)" \
	"$new is stronger than $old: H1 (20) accepted, H0 (0) rejected after"
say "with the page and the results" same "$(tail -2 out)" "Page: $new-vs-$old.html
Results: $new-vs-$old.db"
db=$new-vs-$old.db
say "which are one file" same "$(ls "$db"*)" "$db"
say "the tournament is named by both" same "$(sql "$db" 'SELECT name, format FROM tournaments')" "$new-vs-$old|sprt"
say "the whole commit and its subject stand with the bot" same \
	"$(sql "$db" "SELECT settings FROM bot_settings JOIN bots ON id = bot WHERE name = '$new'" | grep note)" \
	"note = $(git -C repo rev-parse v2) Look four plies ahead \"for real\""
say "the page has both, and what they are" grep -q "ahead &quot;for real&quot;&quot; against $(git -C repo rev-parse v1 | cut -c1-12)" "$new-vs-$old.html"
say "no game was lost by a fault" same "$(sql "$db" "SELECT count(*) FROM seats WHERE verdict <> 'ok'")" 0
say "concurrency, openings and game are there without being said" same \
	"$(grep -E '^(game|openings|concurrency)' "$new-vs-$old.conf")" "game = \"connect4\"
openings = \"random:6\"
concurrency = \"$(nproc)\""
games=$(sql "$db" 'SELECT count(*) FROM games')
again=$(referee test repo v2 v1 --nodes 100 --sprt 0,20 2>&1 >again-out)
say "the same command builds nothing again" same "$(echo "$again" | grep -c 'was built before')" 2
say "and plays nothing again" same "$(sql "$db" 'SELECT count(*) FROM games')" "$games"
say "and says the same" same "$(tail -3 again-out)" "$(tail -3 out)"
referee run "$new-vs-$old.conf" --quiet 2>err
say "the file beside it is the same tournament" same "$? $(sql "$db" 'SELECT count(*) FROM games')" "0 $games"

# --- stages ---
said=$(referee test repo v2 v1 --stages 'nodes=100; nodes=50 seed=7' --sprt 0,20 --db two.db --html two.html 2>&1)
say "two stages that are accepted have status 0" same $? 0
say "each has its verdict" same "$(echo "$said" | grep -c '^Stage [12], .* is stronger than .* H1 (20) accepted')" 2
say "and its heading" same "$(echo "$said" | grep -A1 '^Stage [12] of 2' | grep -c '^Stage [12] of 2, .*:$\|^rank  bot ')" 4
say "games that the test does not count are told" has "$said" "games do not count: they come after the pairs that the test counts"
say "its settings" same "$(sql two.db "SELECT name, seed FROM tournaments ORDER BY id" | tr '\n' ' ')" \
	"$new-vs-$old-1|1 $new-vs-$old-2|7 "
referee test repo v2 v1 --stages 'nodes=100; nodes=50' --sprt 0,20 --db seeds.db --html none --quiet >seeds 2>&1
say "a stage has openings of its own" same "$(sql seeds.db "SELECT name, seed FROM tournaments ORDER BY id" | tr '\n' ' ')" \
	"$new-vs-$old-1|1 $new-vs-$old-2|2 "
say "and its page" same "$(ls two-*.html | tr '\n' ' ')" "two-1.html two-2.html "
said=$(referee test repo v1 v2 --stages 'nodes=100; nodes=50' --sprt 0,20 --db weak.db --html none 2>&1)
say "a weaker revision has a status of its own" same $? 8
say "it is said" has "$said" "Stage 1, nodes=100: $old is not 20 Elo stronger than $new: H0 (0) accepted"
say "and the second stage is not played" same "$(echo "$said" | tail -2 | head -1) $(sql weak.db 'SELECT count(*) FROM tournaments')" \
	"Stage 2, nodes=50: not played. 1"
referee test repo v2 v1 --nodes 100 --games 2 --db few.db --html few.html --quiet >few 2>&1
say "a test that is not decided has a status of its own" same $? 7
referee test repo v2 v1 --stages 'nodes=100 games=2; nodes=50' --db few2.db --html none --quiet >few2 2>&1
say "and no stage comes after it" same "$? $(sql few2.db 'SELECT count(*) FROM tournaments') $(tail -2 few2 | head -1)" \
	"7 1 Stage 2, nodes=50: not played."
say "... and says so" has "$(cat few)" "undecided: games = 2 are played, more would go on; after 1 pair"
events=$(referee test repo v2 v1 --nodes 100 --sprt 0,20 --html none --json 2>/dev/null | tail -1 | python3 -c '
import json, sys
o = json.load(sys.stdin)
print(o["event"], o["verdict"], o["tournament"], o["page"])')
say "programs are told" same "$events" "stage H1 $new-vs-$old None"

# --- nothing to test ---
refused() { # SENTENCE PART STATUS ARGUMENTS...
	sentence=$1 part=$2 expected=$3
	shift 3
	said=$(referee test "$@" 2>&1)
	status=$?
	say "$sentence" has "$said" "$part"
	say "... with status $expected" same $status "$expected"
}
refused "the same program is refused" "comment-$(short comment) and $old are the same program, byte by byte" 3 repo comment v1 --nodes 9
refused "... unless one insists" "undecided: games = 2 are played" 7 repo comment v1 --nodes 9 --same --games 2 --html none
refused "the same commit is refused" "v1 and v1~0 are the same commit" 3 repo v1 v1~0 --nodes 9
git -C repo commit -q --allow-empty -m empty
refused "so are commits of the same files" "HEAD and broken are commits of the same files" 3 repo HEAD broken --nodes 9
refused "a build that fails is named" "broken-$(short broken): \"Does not compile\" cannot be built: \`make\` failed with status 2" 3 repo broken v1 --nodes 9
say "after the compiler's lines" has "$said" "engine.c:$(git -C repo show broken:engine.c | grep -n alhpa | cut -d: -f1):16: error:"
refused "a revision that is not there is named" "repo: v7: there is no such revision, or more than one" 3 repo v7 v1
refused "a repository that is none is named" "is in no git repository of this machine" 3 "$work/cache" v2 v1
refused "one that is elsewhere too" "is in no git repository of this machine" 3 https://localhost/repo v2 v1
refused "bots are not asked for" "the bots of a test are its two revisions" 2 repo v2 v1 --bot a=b
refused "nor is the format" '--format "swiss": a test is an sprt; --sprt ELO0,ELO1' 2 repo v2 v1 --format swiss
refused "nor a name, and what names the file is said" '--name "x": a test gets its name from the two revisions; --db FILE' 2 repo v2 v1 --name x
refused "nor one Elo alone, and the flag for both is said" '--elo1 "9": a test has both Elo in one flag: --sprt ELO0,ELO1' 2 repo v2 v1 --elo1 9
refused "a wrong setting is refused by its flag" 'referee test: --openings: openings = "none.txt": the file cannot be read' 2 \
	repo broken v1 --openings none.txt
refused "and a processor that is not there" "referee test: --affinity: processor 1000 does not exist" 2 \
	repo broken v1 --affinity 1000
refused "so are two that exclude each other" "movetime and tc exclude each other" 2 repo broken v1 --movetime 9ms --tc 1+1
refused "a stage is KEY=VALUE" '"fast": a stage is KEY=VALUE, such as movetime=20ms' 2 repo v2 v1 --stages 'fast'
refused "whose key is one" "unknown flag --nods; did you mean --nodes?" 2 repo v2 v1 --stages 'nods=7'
refused "one of our flags is found near" "unknown flag --stage; did you mean --stages?" 2 repo v2 v1 --stage nodes=7
refused "two Elo are needed" "two Elo in one word are needed, ELO0,ELO1 with a comma, such as --sprt 0,10" 2 repo v2 v1 --sprt 10
refused "as two words too" '--sprt "0": two Elo in one word are needed' 2 --sprt 0 10 repo v2 v1
refused "three words are needed" "BASE is missing" 2 repo v2
refused "what is the same plays when it is asked for" "undecided: games = 2 are played" 7 repo comment v1 --nodes 9 --same --quiet --balanced-openings no \
	--games 2 --html none --db words.db
refused "and does not otherwise" "are the same program" 3 repo comment v1 --nodes 9
refused "a switch takes no value" '--same "no": it takes no value' 2 repo comment v1 --same=no
refused "a flag needs its value" "--command needs a value: --command COMMAND" 2 repo v2 v1 --command

mkdir few-tools
ln -s "$(command -v env)" few-tools/env
say "where git is missing that is said" same "$(PATH=$build:$work/few-tools referee test repo v2 v1 2>&1)" \
	"referee test: repo: git is not installed here; \`apt-get install git\` brings it"

# --- other repositories ---
git clone -q --bare repo bare.git
say "a bare repository has the same commits" has "$(referee test bare.git v2 v1 --nodes 100 --sprt 0,20 --html none)" "$new is stronger than $old"
git -C repo branch feature/new+x.1 v2
say "a branch of any name is one" has "$(referee test repo feature/new+x.1 v1 --nodes 100 --sprt 0,20 --html none 2>&1)" \
	"feature-new+x.1-$(short v2) is stronger than $old"
git -C repo worktree add -q "$work/tree" v2
mkdir tree/deep
say "so has a working tree of its own, and a folder in it" has \
	"$(referee test tree/deep HEAD v1 --nodes 100 --sprt 0,20 --html none)" "$(short v2) is stronger than $old"
git -C repo checkout -q v2
mkdir -p repo/src/deep
cp repo/engine.c repo/src/deep/engine.c
printf 'all: a.out b.out lib.so\na.out b.out lib.so: src/deep/engine.c\n\t$(CC) -O2 -o "$@" $<\n' >repo/Makefile
printf '#!/bin/sh\n' >repo/configure
chmod +x repo/configure
ln -s deep/engine.c repo/src/link
commit several "Several programs"
several=several-$(short several)
refused "of several programs one is asked for" \
	"$several: the program that plays is not known: after \`make\` it made ./a.out, ./b.out; --command './NAME' names it" 3 repo several v1 --nodes 9
refused "one that is not there is said" "$several: there is no program \"./engine\" after \`make\`; it made ./a.out, ./b.out" 3 \
	repo several v1 --nodes 9 --command ./engine
refused "another command builds in another way" "$several is stronger than $old" 0 \
	repo several v1 --nodes 9 --sprt 0,20 --html none --command ./engine --build 'cc -O2 -o engine src/link || cc -o engine engine.c'

# --- scripts, and files beside a program ---
git -C repo checkout -q v2
git -C repo rm -q Makefile engine.c && git -C repo clean -qfd
cat >repo/play <<'END'
#!/bin/sh
exec referee-bot --depth "$(cat depth)"
END
chmod +x repo/play
makefile_of() { # TAG DEPTH LINE: a revision whose build does this line
	printf 'all:\n\t%s\n' "$3" >repo/Makefile
	echo "$2" >repo/depth
	git -C repo add -A
	git -C repo commit -qm "$1"
	git -C repo tag "$1"
}
makefile_of script1 1 'cp play engine'
makefile_of script2 2 'cp play engine'
makefile_of machine1 1 'cp /bin/true engine; rm -f play'
makefile_of machine2 2 'cp /bin/true engine; rm -f play'
makefile_of lines 2 'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do echo line $$i; done; exit 3'
# none of these programs plays: they are started, and so they are not the same
refused "a script may read any file of its folder, so that it differs with it" "cannot be started, and these games do not count" 4 \
	repo script2 script1 --nodes 9 --games 2 --html none --build 'cp play engine && rm play' --db script.db
refused "a program does not" "machine2-$(short machine2) and machine1-$(short machine1) are the same program" 3 repo machine2 machine1 --nodes 9
refused "unless its command names the file" "cannot be started, and these games do not count" 4 \
	repo machine2 machine1 --nodes 9 --games 2 --html none --command './engine depth' --db machine.db
referee test repo lines script1 --nodes 9 2>lines
say "of what a build said the last 20 lines are shown, with that of make" same "$(grep -c '^line ' lines) $(grep '^line ' lines | head -1)" "19 line 7"
say "sources that do not fit are told" has "$(referee test repo script2 script1 --nodes 9 --build-disk 1M --build 'head -c 3000000 /dev/zero >big; cp play engine' 2>&1)" \
	"script2-$(short script2): \"script2\" cannot be built: "

# --- flags of the run ---
two="repo v2 v1 --nodes 100 --games 2 --html none --db flags.db"
# shellcheck disable=SC2086
referee test $two --quiet >/dev/null 2>&1
# shellcheck disable=SC2086
referee test $two --quiet --fresh --log-wire wire >quiet 2>quiet-errors
say "--fresh plays all games again, in a tournament of its own" same "$(sql flags.db 'SELECT count(*) FROM games') $(sql flags.db 'SELECT count(*) FROM tournaments')" "4 2"
say "--log-wire writes what the bots and the referee say" grep -rqs bestmove wire
say "--quiet says nothing of builds" same "$(grep -c built quiet-errors)" 0
# shellcheck disable=SC2086
referee test $two --note "why \"this\" one" --quiet >/dev/null 2>&1
say "a note that is given stands" same "$(sql flags.db 'SELECT note FROM notes ORDER BY rowid DESC LIMIT 1')" 'why "this" one'
mkdir dot.d
referee test repo v2 v1 --stages 'nodes=100; nodes=50' --sprt 0,20 --db pages.db --html dot.d/page --quiet >/dev/null 2>&1
say "pages have their number at the end where the name has no suffix" same "$(ls dot.d)" "page-1
page-2"
referee test repo v2 v1 --stages 'nodes=100 seed=9223372036854775806; nodes=50' --sprt 0,20 --db last.db --html none --quiet >/dev/null 2>&1
say "the seed after the last is one" same "$(sql last.db 'SELECT seed FROM tournaments ORDER BY id' | tr '\n' ' ')" "9223372036854775806 2 "
refused "the cache is a folder" "--cache out: the folder cannot be used: " 2 repo v2 v1 --cache out
refused "nine stages are too many" "8 stages at most" 2 repo v2 v1 --stages 'nodes=1;nodes=2;nodes=3;nodes=4;nodes=5;nodes=6;nodes=7;nodes=8;nodes=9'

git clone -q --bare repo odd.git
git -C odd.git config core.repositoryFormatVersion 9
refused "what git says is said" "odd.git: v2: git says: fatal: Expected git repo version <= 1, found 9" 3 odd.git v2 v1
echo '[core' >odd.git/config
refused "of a broken file too" "odd.git: v2: git says: fatal: bad config line 1 in file" 3 odd.git v2 v1

# --- stopped and gone on with ---
longer="repo v2 v1 --nodes 100 --sprt 0,1 --html none"
rows="SELECT g.round, s.seat, b.name, m.ply, m.move FROM games g JOIN seats s ON s.game = g.id
	JOIN bots b ON b.id = s.bot LEFT JOIN moves m ON m.game = g.id AND m.seat = s.seat
	WHERE g.round <= 500 ORDER BY 1, g.pairing, 2, 4"
begin() { # SIGNAL ARGUMENTS...: a test that gets the signal when it has played a game
	signal=$1
	shift
	begin_run referee test "$@"
	until_event '"event":"game"'
	stop_run "$signal"
}
begin INT repo comment v1 --same --nodes 100 --sprt -0.1,0.1 --fresh
say "a test that is stopped has the status of its signal" same $? 130
say "the command that goes on is this one, without what is meant once" has "$(cat errors)" \
	"	referee test repo comment v1 --same --nodes 100 --sprt -0.1,0.1 --json"
# shellcheck disable=SC2086
whole=$(referee test $longer --db whole.db --quiet | head -1)
for signal in KILL KILL KILL; do
	begin $signal $longer --db cut.db
	say "a test is ended in its middle by SIG$signal" same "$(kill -l $?)" $signal
done
# shellcheck disable=SC2086
cut=$(referee test $longer --db cut.db --quiet | head -1)
say "a test that was killed decides as one that was not" same "$cut" "$whole"
say "each game is played once" same "$(sql cut.db 'SELECT count(*) - count(DISTINCT pairing) FROM games')" 0
say "and the same ones" same "$(sql cut.db "$rows" | cksum)" "$(sql whole.db "$rows" | cksum)"

# --- a repository that means harm ---
cat >"$work/harm" <<END
#!/bin/sh
echo harm >>"$work/harmed"
END
chmod +x "$work/harm"
git -C repo checkout -q main
printf '*.c filter=harm diff=harm ident export-subst\n' >repo/.gitattributes
printf '[submodule "x"]\n\tpath = x\n\turl = ext::%s\n' "$work/harm" >repo/.gitmodules
git -C repo checkout -q v2
printf '*.c filter=harm diff=harm ident export-subst\n' >repo/.gitattributes
mkdir repo/x
git -C repo update-index --add --cacheinfo "160000,$(git -C repo rev-parse v1),x"
printf 'int made_of_Id = 0; /* $Id$ $Format:%%H$ */\n' >>repo/engine.c
commit harm "Means harm"
for key in core.fsmonitor core.pager core.sshCommand filter.harm.smudge filter.harm.process diff.harm.textconv \
	gpg.program core.askPass credential.helper core.gitProxy; do
	git -C repo config $key "$work/harm"
done
git -C repo config core.hooksPath "$work"
git -C repo config log.showSignature true
git -C repo config remote.origin.url ssh://localhost/nowhere
git -C repo config remote.origin.promisor true
git -C repo config core.repositoryFormatVersion 1
git -C repo config extensions.partialClone origin
rm -f harmed
object=$(git -C repo rev-parse comment:engine.c)
rm -f harmed "repo/.git/objects/$(echo "$object" | cut -c1-2)/$(echo "$object" | cut -c3-)"
refused "a repository's settings and attributes do nothing" "harm-$(short harm) is stronger than $old" 0 repo harm v1 --nodes 9 --sprt 0,20 --html none
say "submodules are left out, which is said" has "$said" "harm-$(short harm): 1 submodule is left out"
refused "what is missing is not fetched" "comment-" 3 repo comment v1 --nodes 9
say "and none of it was started" same "$(cat harmed 2>/dev/null)" ""
exit $bad
