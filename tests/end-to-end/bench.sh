#!/bin/sh
# `make bench`: every step gives all its figures when it does the least for them; a step that does not is a failure; and
# the comparison with another commit. No figure is compared with a time.
# checks: 36
set -u
. "$(dirname "$0")/../lib/checks.sh"

for step in $(tests/bench/run --steps); do
	say "step $step gives its figures" env BENCH_SMALL=1 STEPS="$step" tests/bench/run
	grep '^skip' "$work/said"
done

# Four bots meet each other twice: six games each, twelve points together.
referee run --quiet tests/bench/exhibit.conf --rounds 1 --only "zero-2, zero-4, cells-2, cells-4" --db "$work/exhibit.db" >/dev/null
say "the tournament of heuristic x depth has its table" same \
	"$("$build"/tests/bench/exhibit "$work/exhibit.db" "$work/exhibit.svg" | awk 'NR > 1 { print $1, $5; sum += $4 } END { print sum }' | sort)" \
	"12
cells-2 6
cells-4 6
zero-2 6
zero-4 6"
say "and its picture, with a line for each heuristic" sh -c "grep -q '>cells<' '$work/exhibit.svg' && grep -q '>zero<' '$work/exhibit.svg'"

# A step whose program prints what it should not.
mkdir -p "$work/wrong/tests/bench"
wrong() { # SENTENCE OUTPUT STATUS MESSAGE
	printf '#!/bin/sh\necho "%s"\nexit %s\n' "$2" "$3" >"$work/wrong/tests/bench/figures"
	chmod +x "$work/wrong/tests/bench/figures"
	said=$(BUILD=$work/wrong BENCH_SMALL=1 STEPS=calls tests/bench/run 2>&1)
	say "$1" same "$? $(echo "$said" | tail -1)" "1 bench: calls: $4"
}
wrong "a line that is no figure is a failure" "seven" 0 '"seven" is no figure'
wrong "so is one that is 0" "syscalls_per_move 0 words" 0 "syscalls_per_move = 0 is not above 0"
wrong "or no number" "syscalls_per_move nan words" 0 "syscalls_per_move is nan"
wrong "or that no row has" "syscalls_per_move 3
another 4" 0 "another is not in the table of tests/bench/run"
wrong "so is a status" "syscalls_per_move 3" 5 "$work/wrong/tests/bench/figures calls ends with status 5"
printf '#!/bin/sh\n' >"$work/wrong/tests/bench/figures"
say "and a figure that is missing" \
	has "$(BUILD=$work/wrong STEPS=calls BENCH_SMALL=1 tests/bench/run 2>&1)" "bench: calls: syscalls_per_move is missing"
say "a step that is not there is named" has "$(STEPS='calls call' tests/bench/run 2>&1)" "there is no step call;"

# By hand: medians 20 and 19; ratios 1.1, 0.95 and 1.25.
printf 'one_us 10 11\nother 0 1\none_us 20 19\none_us 40 50\n' >"$work/pairs"
say "pairs are compared by the median of their ratios, with the least and the most" \
	same "$(tests/bench/run --compare "$work/pairs" | sed 1d | tr -s ' ')" "one_us 20 19 1.100 0.950 1.250 3
other 0 1 - - - 1"

# A small repository whose bench program is a script that says what the file `costs` does, and which "compiles" where
# the file `interface` has its second word.
repository=$work/repository
mkdir -p "$repository/tests/bench" "$repository/tests/lib"
cp tests/bench/run "$repository/tests/bench"
cat >"$repository/Makefile" <<'END'
all:
	mkdir -p build && touch build/referee
build/tests/bench/%: tests/bench/%.c
	mkdir -p $(@D) && grep -q "$$(cat interface)" $< && cp $< $@ && chmod +x $@
END
echo build >"$repository/.gitignore"
program() { # INTERFACES: and it says 1 more than it costs where that is new
	printf '#!/bin/sh\n# %s\necho "syscalls_per_move $(cat costs)" %s\n' "$1" "$1"
}
commit() {
	git -C "$repository" add -A
	git -C "$repository" -c user.name=a -c user.email=a@example.org commit -qm "$1"
}
compare() { # the row, and what was said of programs
	rm -rf "$repository/build/base"
	make -s -C "$repository" all build/tests/bench/figures >/dev/null
	env -u BUILD STEPS=calls PAIRS=3 "$repository/tests/bench/run" --base HEAD 2>/dev/null | tr -s ' ' |
		grep -e ^syscalls -e ^build
}
git init -q "$repository"
echo old >"$repository/interface"
echo 10 >"$repository/costs"
touch "$repository/tests/lib/none"
program old >"$repository/tests/bench/figures.c"
commit one
echo 12 >"$repository/costs"
program "old new" >"$repository/tests/bench/figures.c"
say "a commit is built, and measured in turns with this tree, by the bench of this one" \
	same "$(compare)" "syscalls_per_move 10 12 1.200 1.200 1.200 3"
say "which is the program that both ran" cmp "$repository"/build/base/*/tests/bench/figures.c "$repository/tests/bench/figures.c"
echo new >"$repository/interface"
program new >"$repository/tests/bench/figures.c"
say "where ours does not compile there, by its own" same "$(compare)" "build/tests/bench/figures: the own of HEAD
syscalls_per_move 10 12 1.200 1.200 1.200 3"
said=$("$repository/tests/bench/run" --base nowhere 2>&1)
say "a commit that is not there is told" same "$? $said" "1 bench: there is no commit nowhere"
exit $bad
