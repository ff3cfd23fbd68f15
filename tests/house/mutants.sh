#!/bin/sh
# The table of mutants follows the code: each text is in its file once, and each named test exists.
set -u
. "$(dirname "$0")/../end-to-end/tournament.inc"

say "each mutant's text is in its file once, and its test exists" tests/mutants/run.py --check
cat >"$work/table" <<'END'
# FILE has its text twice, not at all, or is not there; the test is not there, or has no such case.
twice referee/ground/hex.c tests/referee/ground/hex
- {
+ }
gone referee/ground/hex.c tests/referee/ground/hex
- no such text
+ another
nowhere referee/ground/none.c tests/referee/ground/hex
- a
+ b
untested referee/ground/hex.c tests/referee/ground/none
- #include "referee/ground/hex.h"
+ #include "referee/ground/none.h"
nameless referee/ground/hex.c tests/referee/ground/hex no_such_case
- #include "referee/ground/hex.h"
+ #include "referee/ground/none.h"
END
said=$(tests/mutants/run.py --check --table "$work/table")
status=$?
say "a table that does not fit is refused" same "$status $(echo "$said" | wc -l)" '1 5'
say "and told by row" same "$(echo "$said" | sed 's/^[^ ]* //')" \
	"twice: its text is not exactly once in referee/ground/hex.c
gone: its text is not exactly once in referee/ground/hex.c
nowhere: there is no file referee/ground/none.c
untested: there is no test tests/referee/ground/none.c
nameless: tests/referee/ground/hex.c has no test no_such_case"
exit $bad
