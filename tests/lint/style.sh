#!/bin/sh
# The words and file names that the style rules forbid become no more; and style.py finds what it should.
# checks: 4
set -u
. "$(dirname "$0")/../lib/checks.sh"

say "no folder has more forbidden words and names than tests/lint/style.txt allows" tests/lint/style.py
cat "$work/said"

mkdir -p "$work/tree/tests/lint" "$work/tree/db"
cp tests/lint/style.py "$work/tree/tests/lint"
cd "$work/tree" || exit 1
git init -q
printf 'word whoever: "a bot"\nword so many: a number\nliteral whoever|all\nfile parts\ncount words db 2\ncount words tests 7\n' >tests/lint/style.txt
cat >db/list-parts.h <<'E2'
#include "db/whoever.h"
/* Whoever asks.
 * Two lines. What is kept is kept.  What is this? */
int whoever_counts(int whoever, char c); // So many of them.
const char *text = "who\"ever" "so many /* whoever */";
const char *value = "whoever|all";
E2
printf 'Text: `whoever` here.\n\n```\nwhoever\n```\nWho asks gets it.\n' >db/README.md
printf -- '-- so many\nSELECT whoever; -- a row\n' >db/table.sql
git add .
found=$(tests/lint/style.py)
status=$?
say "words in comments and literals are found, names in code are not" same "$status $found" \
	'1 db/list-parts.h: "parts" is no part of a file name
file names: 1 places, and style.txt has 0
db/README.md:6: "Who" as a noun; name the actor or the thing
db/list-parts.h:2: "whoever"; write "a bot"
db/list-parts.h:3: "What" as a noun; name the actor or the thing
db/list-parts.h:4: "so many"; write a number
db/list-parts.h:5: "so many"; write a number
db/list-parts.h:5: "whoever"; write "a bot"
db/table.sql:1: "so many"; write a number
words db: 7 places, and style.txt has 2
words tests: 0 places, and style.txt has 7; tests/lint/style.py --lower'
tests/lint/style.py --lower
say "counts are lowered and never raised" same "$(grep ^count tests/lint/style.txt)" "count words db 2"
yes | head -151 >README.md
git add .
say "README.md has at most 150 lines" has "$(tests/lint/style.py)" "README.md lines above 150: 1 places"
exit $bad
