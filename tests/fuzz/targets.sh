#!/bin/sh
# Every target of libFuzzer, under the sanitizers, takes the files of its corpus and then inputs that are made of
# them: 8000 in `make test`, always the same, which is about a second.
#
# Usage: targets.sh [TARGET...]. In the environment: FUZZ_RUNS, the inputs that are made, for `make fuzz`. They are
# new each time then, no longer than FUZZ_LENGTH, and take no longer than FUZZ_SECONDS. What libFuzzer finds of new
# ways is kept in build/fuzz/found/TARGET for the next time. What breaks a target is left in build/fuzz/broken, and
# belongs into its corpus once it is mended.
# checks: 19
set -u
cd "$(dirname "$0")/../.." || exit 1
bad=0
runs=${FUZZ_RUNS:-8000}
if [ -n "${FUZZ_RUNS:-}" ]; then
	more="-max_len=${FUZZ_LENGTH:-512} -max_total_time=${FUZZ_SECONDS:-0}"
	found=build/fuzz/found
else
	more=-seed=1
	found=$(mktemp -d)
	trap 'rm -rf "$found"' EXIT
fi
mkdir -p build/fuzz/broken
[ $# -gt 0 ] || set -- $(basename -s .c tests/fuzz/*.c)
for target; do
	corpus=tests/fuzz/corpus/$target
	log=build/fuzz/$target.log
	files=$(find "$corpus" -type f | wc -l)
	mkdir -p "$found/$target"
	# An environment of its own, since a tournament's file may ask for it; little that was freed is kept from
	# being used again, which makes some of them three times as fast.
	# shellcheck disable=SC2086 # several words
	env -i PATH=/usr/bin HOME=/home/somebody ASAN_OPTIONS=quarantine_size_mb=4 \
		build/san/tests/fuzz/"$target" -runs=$((files + runs)) $more \
		-timeout=20 -rss_limit_mb=4096 -print_final_stats=1 -reload=0 -detect_leaks=1 \
		-dict=tests/fuzz/"$target".dict -artifact_prefix=build/fuzz/broken/"$target"- \
		"$found/$target" "$corpus" >"$log" 2>&1
	status=$?
	stat() { sed -n "s/^stat::$1: *//p" "$log"; }
	count=$(stat number_of_executed_units)
	if [ $status -eq 0 ] && [ "$files" -gt 0 ] && [ "${count:-0}" -gt "$files" ]; then
		echo "ok $target takes its corpus of $files and what is made of it ($count executions," \
			"$(stat average_exec_per_sec) a second," \
			"$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1) edges)"
	else
		grep -v '^#' "$log" | tail -30
		echo "not ok $target takes its corpus of $files and what is made of it ($count executions, $log)"
		bad=1
	fi
done
exit $bad
