#!/bin/sh
# The table of mutants follows the code: each text is in its file once, and each named test exists.
# checks: 29
set -u
. "$(dirname "$0")/../lib/checks.sh"

say "each mutant's text is in its file once, and its test exists" tests/mutants/run.py --check
cat >"$work/table" <<'END'
# FILE has its text twice, not at all, or is not there; the test is not there, or has no such case.
twice base/eta.c tests/base/eta
- {
+ }
gone base/eta.c tests/base/eta
- no such text
+ another
nowhere base/none.c tests/base/eta
- a
+ b
untested base/eta.c tests/base/none
- #include "base/eta.h"
+ #include "base/none.h"
nameless base/eta.c tests/base/eta no_such_case
- #include "base/eta.h"
+ #include "base/none.h"
END
said=$(tests/mutants/run.py --check --table "$work/table")
status=$?
say "a table that does not fit is refused" same "$status $(echo "$said" | wc -l)" '1 5'
say "and told by row" same "$(echo "$said" | sed 's/^[^ ]* //')" \
	"twice: its text is not exactly once in base/eta.c
gone: its text is not exactly once in base/eta.c
nowhere: there is no file base/none.c
untested: there is no test tests/base/none.c
nameless: tests/base/eta.c has no test no_such_case"
say "each mistake that is marked as unnoticeable is still in its function" tests/mutants/draw.py --check
tests/lint/draw-mutants.py || bad=1
exit $bad
