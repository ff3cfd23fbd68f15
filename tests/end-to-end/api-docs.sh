#!/bin/sh
# make docs: no warning, the first page is the architecture, every header and document has its page and every folder its
# purpose, functions have their sentences, and a function without a comment is found.
# checks: 22
set -u
. "$(dirname "$0")/../lib/checks.sh"

command -v doxygen >/dev/null || {
	echo "skip 22: doxygen is missing"
	exit 0
}
made() { # FOLDER OUTPUT
	make -s -C "$1" docs BUILD="$2" MESSAGES="$build/manual --messages" >"$work/out" 2>&1
}
text() { # PAGE: its text, in one line
	python3 -c 'import html, re, sys
print(re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", open(sys.argv[1]).read()))))' "$html/$1"
}
html=$work/made/docs/html
say "make docs has no warning" made . "$work/made"
say "and says nothing" same "$(cat "$work/out")" ""
say "the first page is the architecture" grep -q '<div class="title">Architecture' "$html/index.html"
say "with its tables" has "$(text index.html)" "how one game flows through it"
say "the version is that of the programs" grep -q "projectnumber\">&#160;$(referee --version | sed -n '1s/.* //p')<" "$html/index.html"

headers=$(find base bots db protocol referee rules -name '*.h' | grep -v /starters/)
for header in $headers; do
	[ -f "$work/made/docs/source/$header" ] || echo "$header"
done >"$work/missing"
say "every header is there" same "$(cat "$work/missing")" ""
say "and has a page" same "$(find "$html" -name '*_8h.html' | wc -l)" "$(echo "$headers" | wc -l)"
for document in README.md CHANGELOG.md docs/*.md protocol/*.md db/*.md; do
	title=$(sed -n '1s/^# //p' "$document" | tr -d '`')
	grep -rlF --include='index.html' --include='page-*.html' "<div class=\"title\">$title" "$html" >"$work/found" || echo "$document"
done >"$work/missing"
say "every document has a page" same "$(cat "$work/missing")" ""

sentence() { # PAGE SENTENCE
	say "$1: $2" has "$(text "$1")" "$2"
}
sentence error_8h.html "The reason why a call failed, in one sentence for people."
sentence error_8h.html "Puts a text before the reason, or behind it."
sentence clock_8h.html "Is an answer with this cost too late? True from the first microsecond after the limit and the margin."
sentence clock_8h.html "how much too late an answer may come"
sentence clock_8h.html "wall time less the bot's wait for a processor that other programs used."
say "all messages between processes have a page" has "$(text page-docs-messages.html)" "The connection of a remote bot; it replaces an earlier one."
say "a folder has its purpose" grep -rqF --include='dir_*.html' "Pure judging: game, clock, adjudication" "$html"
say "a link leads to a heading of another document" grep -q 'href="page-docs-tournaments.html#page-docs-tournaments-bots-that-changed"' "$html"/page-*.html
for page in "$html"/index.html "$html"/page-*.html; do
	sed '/<div class="fragment">/,/<!-- fragment -->/d' "$page" | grep -E '\]\(|`|&lt;/?code'
done >"$work/left"
say "no link or code is left as it was written" same "$(cat "$work/left")" ""

# A small tree of the same kind in which a function has no comment and a link leads nowhere.
mkdir -p "$work/copy/docs" "$work/copy/base" "$work/copy/referee/board" "$work/copy/tests/bench"
cp -R Makefile packaging "$work/copy"
cp base/version.h "$work/copy/base"
cp docs/Doxyfile docs/doxygen-sources docs/doxygen-pages.css "$work/copy/docs"
printf '# Architecture\n\n## Processes\n\nSee [them](architecture.md#processes).\n' >"$work/copy/docs/architecture.md"
printf '/*\n * more.h - more.\n */\n\n/* It does. */\nint documented(int a);\n' >"$work/copy/base/more.h"
say "a small tree without a fault passes" made "$work/copy" "$work/other"
printf '\nint nobody_documents_me(int a);\n' >>"$work/copy/base/more.h"
printf '\nSee [nothing](architecture.md#no-such-heading).\n' >>"$work/copy/docs/architecture.md"
say "one with a function without a comment and a link that leads nowhere fails" must_fail make -s -C "$work/copy" docs BUILD="$work/other" MESSAGES="$build/manual --messages"
say "by these two alone" same "$(grep -c 'error: ' "$work/refusal")" 2
say "one names the function" grep -q 'base/more.h:9: .*nobody_documents_me.* is not documented' "$work/refusal"
say "the other one names the link" grep -q 'docs/architecture.md:7: .*architecture-no-such-heading' "$work/refusal"
exit $bad
