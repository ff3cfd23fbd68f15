#!/bin/sh
# The keys adapter and build: programs of each language are built in the sandbox and play; one that
# cannot be built loses its games. A language without a compiler here is skipped, and said.
# checks: 43
set -u
. "$(dirname "$0")/../lib/checks.sh"
starters=$PWD/bots/starters adapters=$PWD/tests/adapters
cd "$work" || exit 1
export XDG_CACHE_HOME="$work/cache"

# --- adapters ---------------------------------------------------------------------------------------

kinds=$(referee-adapt --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
for kind in $kinds; do
	cat >kind.conf <<CONF
game = connect4
bot a { adapter = "$kind --fallback first"  command = "x" }
bot b { command = "referee-bot" }
CONF
	say "the key takes the kind $kind" has "$(referee run kind.conf --dry-run 2>&1)" "a - b"
done
say "no kind is missing" same "$(echo "$kinds" | wc -l)" 8

mkdir ann
cp "$adapters/kaggle_agent.py" ann/submission.py
cat >adapter.conf <<'CONF'
game = connect4
movetime = 2s
margin = 60s
bot ann { command = "submission.py"  adapter = kaggle  dir = "ann" }
bot house { command = "referee-bot --search random" }
CONF
referee run adapter.conf --quiet >out 2>&1
say "a program of another protocol plays" same \
	"$(sql adapter.db "SELECT count(*), group_concat(DISTINCT verdict) FROM seats")" "4|ok"
say "its command has the adapter, once" same "$(sql adapter.db "SELECT command FROM bots WHERE name = 'ann'")" \
	"referee-adapt kaggle -- submission.py"
referee run adapter.conf --rounds 2 --quiet >out 2>&1
say "it goes on as the same bot" same "$(sql adapter.db "SELECT count(*) FROM bots"):$(sql adapter.db "SELECT count(*) FROM games")" 2:4
say "a command line has the key too" has \
	"$(referee check --quick --game connect4 --adapter kaggle --dir ann -- submission.py)" "it can play"

# An interpreter that only PATH has is shown behind an adapter too.
mkdir -p tools/bin tools/lib line
cp "$adapters/line.py" line
printf '#!/bin/sh\ncat "$(dirname "$0")/../lib/note" >&2\nexec python3 "$@"\n' >tools/bin/mypython
echo "the interpreter's own file" >tools/lib/note
chmod +x tools/bin/mypython
cat >tool.conf <<'CONF'
game = connect4
movetime = 2s
margin = 60s
bot line { command = "mypython line.py"  adapter = "line --first go! --base 0"  dir = "line" }
bot house { command = "referee-bot --search random" }
CONF
PATH=$PATH:$work/tools/bin referee run tool.conf --quiet >out 2>&1
say "an interpreter in PATH is shown behind an adapter" same \
	"$(sql tool.db "SELECT count(*), group_concat(DISTINCT verdict) FROM seats")" "4|ok"

# --- builds -----------------------------------------------------------------------------------------

sources() { # NAME FILE...
	mkdir -p "$1"
	name=$1
	shift
	cp "$@" "$name"
}
sources c "$starters/c/bot.c"
printf 'bot: bot.c\n\tcc -O2 -o bot bot.c\n' >c/Makefile
sources broken c/bot.c c/Makefile
echo 'int broken(void) { return missing; }' >>broken/bot.c
cat >cup.conf <<'CONF'
game = connect4
movetime = 2s
margin = 60s
bot c { command = "./bot"  build = make  dir = "c" }
bot broken { dir = "broken"  build = "make"  command = "./bot" }
bot house { command = "referee-bot --search random" }
CONF
verdicts() { # DATABASE: of each bot
	sql "$1" "SELECT b.name, group_concat(DISTINCT verdict) FROM seats s JOIN bots b ON b.id = s.bot GROUP BY 1"
}

checked=$(referee check cup.conf --quick)
say "check builds a bot" has "$checked" "it was built"
say "and shows what the compiler says" has "$checked" "| bot.c:"
say "in the table too" has "$checked" "no   build: bot.c:"
said=$(referee run cup.conf --quiet 2>&1)
say "run names the build that fails" has "$said" "bot broken: the build failed: bot.c:"
say "and builds nothing twice" same "$(echo "$said" | grep -c 'built in')" 0
say "the built bot plays, the other one loses by build" same "$(verdicts cup.db | tr '\n' ' ')" "broken|build c|ok house|ok "
why=$(referee show "$(sql cup.db "SELECT game FROM seats WHERE verdict = 'build' LIMIT 1")" --why --db cup.db)
say "the reason is the first error" has "$(echo "$why" | grep 'Seat .*: build,')" "undeclared"
say "show has the output" has "$why" "The output of its build"
say "it did not take part" same "$(referee standings --db cup.db --csv | grep broken | cut -d, -f4)" 0
say "all games are verified" has "$(referee verify --db cup.db)" ": 0 mismatches"
say "the sources are as they were" same "$(ls c)" "Makefile
bot.c"
say "and nothing of the cache is in the database" same "$(sqlite3 cup.db .dump | grep -c "$work/cache")" 0

say "a tournament goes on with its builds" has "$(referee run cup.conf --rounds 2 --quiet 2>&1; sql cup.db "SELECT count(*) FROM games")" 12
mv cache elsewhere
export XDG_CACHE_HOME="$work/elsewhere"
said=$(referee run cup.conf --rounds 3 --quiet 2>&1)
say "wherever the cache is" same "$(sql cup.db "SELECT count(*) FROM bots"):$(sql cup.db "SELECT count(*) FROM games")" 3:18
sed -i 's/missing/0/' broken/bot.c
said=$(referee run cup.conf --rounds 3 2>&1)
say "a changed source is a changed bot" has "$said" "bot broken has changed"
say "which is built" has "$said" "bot broken: built in"
said=$(referee run cup.conf --rounds 3 --replay broken --quiet 2>&1)
say "whose games are played again" same "$(verdicts cup.db | tr '\n' ' ')" "broken|ok c|ok house|ok "

# --- languages --------------------------------------------------------------------------------------

cat >languages.conf <<'CONF'
game = connect4
movetime = 5s
margin = 60s
memory = 512M
bot house { command = "referee-bot --search random" }
CONF
language() { # TOOL NAME BUILD COMMAND: the folder NAME has its sources
	if ! command -v "$1" >/dev/null || ! "$1" "${version:---version}" >/dev/null 2>&1; then
		echo "skip 1: no $1 here: bots that are built by \`$3\` are not tried"
		return
	fi
	echo "bot $2 { dir = $2  build = \"$3\"  command = \"$4\" }" >>languages.conf
	languages="$languages$2|ok "
}
languages=
mkdir -p cmake rust/src rust/.cargo rust/vendor/one/src go/vendor/example.org/one
sources cpp "$starters/cpp/bot.cpp"
cat >cpp/Makefile <<'MAKE'
bot: bot.cpp
	g++ -std=c++17 -O1 -o $@ $<
MAKE
cp "$starters/c/bot.c" cmake
cat >cmake/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.10)
project(bot C)
add_executable(bot bot.c)
CMAKE
sources java "$starters/java/Bot.java"
sources node "$starters/node/bot.js"
echo '{"name": "bot", "version": "1.0.0"}' >node/package.json
cp "$starters/rust/bot.rs" rust/src/main.rs
echo '#[allow(dead_code)] fn vendored() -> u32 { one::one() }' >>rust/src/main.rs
printf '[package]\nname = "bot"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\none = "0.1"\n' >rust/Cargo.toml
printf '[source.crates-io]\nreplace-with = "vendored"\n[source.vendored]\ndirectory = "vendor"\n' >rust/.cargo/config.toml
printf '[package]\nname = "one"\nversion = "0.1.0"\nedition = "2021"\n' >rust/vendor/one/Cargo.toml
echo 'pub fn one() -> u32 { 1 }' >rust/vendor/one/src/lib.rs
echo '{"files": {}, "package": null}' >rust/vendor/one/.cargo-checksum.json
cp "$starters/go/bot.go" go
printf 'package main\n\nimport "example.org/one"\n\nvar vendored = one.One\n' >go/vendored.go
printf 'module bot\n\ngo 1.18\n\nrequire example.org/one v1.0.0\n' >go/go.mod
printf '# example.org/one v1.0.0\n## explicit; go 1.18\nexample.org/one\n' >go/vendor/modules.txt
printf 'package one\n\nconst One = 1\n' >go/vendor/example.org/one/one.go

language cmake cmake "cmake -S . -B out && cmake --build out" ./out/bot
language g++ cpp make ./bot
version=version language go go "go build -o bot" ./bot
language javac java "javac *.java" "java Bot"
language node node "node --check bot.js" "node bot.js"
language cargo rust "cargo build --release --offline" ./target/release/bot
said=$(referee run languages.conf --format gauntlet --quiet 2>&1)
say "programs of each language are built and play" same \
	"$(verdicts languages.db | grep -v house | tr '\n' ' ')" "$languages"
say "each is built before the first game" same "$(echo "$said" | grep -c ': built in')" "$(echo "$languages" | wc -w)"

# The first error of each compiler is the reason.
wrong() { # NAME FILE LINE PART: with this line the build fails, and the reason has the part
	case $languages in
	*"$1|"*) ;;
	*) return ;;
	esac
	echo "$3" >>"$1/$2"
	say "the reason of $1 is its first error" has \
		"$(referee check languages.conf "$1" --quick | grep 'build  *FAILED')" "$4"
}
wrong cpp bot.cpp 'int f() { return missing; }' "  bot.cpp:"
wrong cmake CMakeLists.txt 'missing()' "CMake Error at CMakeLists.txt:4"
wrong go bot.go 'var x = missing' "  ./bot.go:"
wrong java Bot.java 'class X { int x = missing; }' "  Bot.java:"
wrong node bot.js 'let let = 1;' "SyntaxError: "
wrong rust src/main.rs 'fn f() -> u32 { missing }' "cannot find value \`missing\` in this scope, at src/main.rs:"
say "a program that is not made is named" has \
	"$(referee check --quick --game nim --build make --dir c -- ./engine)" 'there is no program "./engine" after `make`; it made ./bot: write command = "./bot"'
mkdir two
printf 'all:\n\tcp /bin/true a\n\tcp /bin/true b\n' >two/Makefile
say "of several programs one must be named" has \
	"$(referee check --quick --game nim --build make --dir two -- ./engine)" 'it made ./a, ./b: name one of them in command = ...'
say "behind an adapter too" has \
	"$(referee check --quick --game connect4 --build make --adapter line --dir c -- ./engine)" 'there is no program "./engine" after'
say "a compiler that is not there is named" has \
	"$(referee check --quick --game nim --build nocompiler --dir c -- ./bot)" "sh: 1: nocompiler: not found"
exit $bad
