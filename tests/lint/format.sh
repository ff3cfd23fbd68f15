#!/bin/sh
# clang-format decides all blanks; no source file grows past 1000 lines.
# checks: 3
set -u
bad=0
sources=$(git ls-files '*.c' '*.h' 2>/dev/null || find . -name '*.[ch]' ! -path './build/*')
version=$(clang-format --version | sed 's/.*version \([0-9]*\).*/\1/')
if [ "$version" != 14 ]; then
	echo "skip 1: clang-format $version lays out some lines differently from clang-format 14, which decides"
elif clang-format --dry-run -Werror $sources 2>build/format.log; then
	echo "ok every file is formatted"
else
	grep -E 'error' build/format.log | cut -d: -f1 | sort | uniq -c | head
	echo "not ok every file is formatted"
	bad=1
fi
long=$(wc -l $sources | awk '$2 != "total" && $1 > 1000')
if [ -z "$long" ]; then
	echo "ok no file is longer than 1000 lines"
else
	echo "$long"
	echo "not ok no file is longer than 1000 lines"
	bad=1
fi
# Where clang-format breaks a comment's line it may join it with the next one, and tables with their text.
joined=$(grep -nE '^ \*[^[:space:]/*]' $sources)
if [ -z "$joined" ]; then
	echo "ok no line of a comment was broken without a blank"
else
	echo "$joined"
	echo "not ok no line of a comment was broken without a blank"
	bad=1
fi
exit $bad
