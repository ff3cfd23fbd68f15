#!/bin/sh
# One version for all programs and CHANGELOG.md; --version has the build, the database and the protocols.
# checks: 26
set -u
. "$(dirname "$0")/../lib/checks.sh"

version=$(sed -n 's/^#define VERSION "\(.*\)"/\1/p' base/version.h)
say "the newest version of CHANGELOG.md is this one" same "$(grep -m1 '^## [0-9]' CHANGELOG.md)" "## $version"
for program in referee referee-bot referee-solve referee-adapt referee-broker; do
	[ -x "$build/$program" ] || {
		echo "skip 2: no $program was built here: its version is not tested"
		continue
	}
	"$program" --version >"$work/$program"
	say "$program has it" same "$(head -1 "$work/$program")" "$program $version"
	say "$program has its build" grep -qE '^build        commit (unknown|[0-9a-f]{12}(-dirty)?), (gcc|clang) [0-9.]+(, with sanitizers)?$' "$work/$program"
done
say "referee version is the same" same "$(referee version)" "$(cat "$work/referee")"
say "a bot tells its version" has "$(printf 'ugi\nquit\n' | referee-bot)" " $version
"

line() { # WHAT
	sed -n "s/^$1  *//p" "$work/referee"
}
written=$(sed -n 's/^PRAGMA user_version = \(.*\);/\1/p' db/schema.sql)
say "the database has the version of its schema" same "$(line database)" "version $written; reads versions 1 to $written"
said=$(line protocols)
for word in $(printf 'ugi\nquit\n' | referee-bot | sed -n 's/^feature //p'); do
	say "feature $word is named" has "$said " " $word"
done
say "rules programs have the version of their document" has "$said" \
	"rules programs $(sed -n 's/.*This is version \([0-9]*\) of the protocol.*/\1/p' docs/rules-protocol.md);"
referee worker run --stdin --slots 1 </dev/null 2>/dev/null >"$work/worker"
say "workers greet with their version" same "workers $(sed -n '1s/^worker \([0-9]*\) .*/\1/p' "$work/worker")" \
	"$(printf '%s' "$said" | grep -o 'workers [0-9]*')"
say "their greeting has the program's" same "$(head -1 "$work/worker" | cut -d" " -f3)" "$version"
say "SQLite is that of this machine" has "$(line libraries)" "SQLite $(sqlite3 --version | cut -d' ' -f1),"

# A commit is known where the sources are a clone, and only there.
rm -rf "$work/copy" && mkdir "$work/copy" && cp -R base Makefile "$work/copy"
commit() { # FOLDER [COMMIT=TEXT]
	make -s -C "$@" BUILD="$work/made" "$work/made/text/commit.c" && sed 's/.*"\(.*\)".*/\1/' "$work/made/text/commit.c"
}
say "without git the commit is unknown" same "$(commit "$work/copy")" ""
say "unless it is given" same "$(commit "$work/copy" COMMIT=abc)" abc
git -C "$work/copy" init -q && git -C "$work/copy" add . &&
	git -C "$work/copy" -c user.name=a -c user.email=a@example.org commit -qm one
head=$(git -C "$work/copy" rev-parse --short=12 HEAD)
say "with git it is known" same "$(commit "$work/copy")" "$head"
stamp=$(stat -c %Y.%i "$work/made/text/commit.c")
commit "$work/copy" >/dev/null
say "the same commit makes nothing anew" same "$(stat -c %Y.%i "$work/made/text/commit.c")" "$stamp"
echo >>"$work/copy/base/version.h"
say "changes are marked" same "$(commit "$work/copy")" "$head-dirty"
exit $bad
