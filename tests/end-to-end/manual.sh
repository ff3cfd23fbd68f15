#!/bin/sh
# The manual pages: mandoc and man read them, and each says what the help of its program says.
# checks: 238
set -u
. "$(dirname "$0")/../lib/checks.sh"

# Pages in the folders in which man looks for them.
manuals=$work/man
for page in "$build"/man/*; do
	mkdir -p "$manuals/man${page##*.}" && cp "$page" "$manuals/man${page##*.}"
done

lint() { # which finds no mistake of any page; titles may end with a mark, and be like another title
	MANPATH=$manuals mandoc -T lint -W style "$@" >"$work/lint" 2>&1
	! grep -vE 'STYLE: (trailing delimiter: Ss|possible typo in section name)' "$work/lint"
}
PATH=$PATH:/usr/sbin # of makewhatis
makewhatis "$manuals"
for page in "$manuals"/man*/*; do
	say "mandoc has nothing to say about ${page##*/}" lint "$page"
done

finds() { # VIEWER: it finds each page by its name and section
	for page in "$manuals"/man*/*; do
		name=${page##*/}
		"$1" -M "$manuals" -w "${name##*.}" "${name%.*}" || return 1
	done
}
say "the viewer of mandoc finds every page" finds mman
if command -v man >/dev/null; then
	say "man finds every page" finds man
else
	echo "skip 1: no man here: whether it finds every page is not tested"
fi
say "apropos knows what a page is about" has "$(mapropos -M "$manuals" Nd~'resume one')" 'referee-run(1)'

mkdir "$work/empty"
python3 "$(dirname "$0")/manual.py" "$manuals" "$work/empty" || bad=1
exit $bad
