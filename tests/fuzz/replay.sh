#!/bin/sh
# Every file of every target's corpus goes through its target, under the sanitizers.
set -u
cd "$(dirname "$0")/../.." || exit 1
bad=0
for folder in tests/fuzz/corpus/*/; do
	target=$(basename "$folder")
	files=$(find "$folder" -type f | wc -l)
	sentence="$target takes every file of its corpus ($files)"
	if build/san/tests/fuzz/"$target" "$folder" >build/fuzz.log 2>&1 &&
		[ "$(grep -c "^$folder" build/fuzz.log)" = "$files" ] && [ "$files" -gt 0 ]; then
		echo "ok $sentence"
	else
		tail -30 build/fuzz.log
		echo "not ok $sentence"
		bad=1
	fi
done
exit $bad
