#!/bin/sh
# tests/run and tests/lib/suite.h: a test that hangs is named and fails, one test of a program runs alone, and scripts
# run side by side unless they ask to be alone.
# checks: 15
set -u
. "$(dirname "$0")/../lib/checks.sh"

cat >"$work/hangs.c" <<END
#include "tests/lib/suite.h"

#include <stdio.h>

START_TEST(it_ends)
	{
		puts("it_ends ran");
	}
END_TEST

START_TEST(it_waits_for_ever)
	{
		for (;;)
			pause();
	}
END_TEST

SUITE("hangs", CASE(it_ends), CASE(it_waits_for_ever))
END
cc -std=c11 -D_GNU_SOURCE -I. -o "$work/hangs" "$work/hangs.c" $(pkg-config --cflags --libs check) || exit 1

said=$(TEST_SECONDS=5 timeout 60 "$work/hangs" 2>&1)
status=$?
say "a test that hangs ends its program, which fails" same $status 1
say "and is named" has "$said" "it_waits_for_ever: takes longer than a test may"
say "those before it have run" has "$said" "it_ends ran"
say "one test is run alone by its name" \
	same "$(CK_RUN_CASE=it_ends timeout 60 "$work/hangs" 2>&1 | tail -1)" \
	"100%: Checks: 1, Failures: 0, Errors: 0"

cat >"$work/hangs.sh" <<END
echo "ok it begins"
mkfifo $work/never
cat $work/never
END
mkdir "$work/logs"
said=$(LOGS=$work/logs SCRIPT_SECONDS=20 tests/run "$work/hangs.sh")
status=$?
say "a script that hangs is ended and named, and is a failure" \
	same "$status $(echo "$said" | head -1)" "1 not ok $work/hangs.sh: takes longer than 20 s"
say "beside the sentences that held before" same "$(echo "$said" | tail -1)" "1 passed, 1 failed"
say "and nothing of it is left" gone "^cat $work/never"

# Each of two scripts waits until the other one runs. The third looks whether both have ended.
mkfifo "$work/meet"
for number in 1 2; do
	way=$([ $number = 1 ] && echo "<" || echo ">")
	cat >"$work/side-$number.sh" <<END
: $way$work/meet
echo "ok it runs beside the other"
echo "skip: nothing"
: >$work/ended-$number
END
done
cat >"$work/alone.sh" <<END
# alone: it counts the others
echo "ok \$(ls $work/ended-1 $work/ended-2 | wc -l) have ended"
echo "not ok it fails"
END
said=$(LOGS=$work/logs JOBS=2 tests/run "$work/alone.sh" "$work/side-1.sh" "$work/side-2.sh")
status=$?
say "scripts run side by side, one that asks for it runs alone, and each line has its times" \
	same "$status $(echo "$said" | grep -v '^kept: ' | sed 's/  */ /g; s/[0-9]*\.[0-9] s/N s/g')" \
	"1 $work/side-1.sh 1 passed 0 failed N s N s cpu
$work/side-2.sh 1 passed 0 failed N s N s cpu
not ok it fails
$work/alone.sh 1 passed 1 failed N s N s cpu
2 checks skipped:
$work/side-1.sh: skip: nothing
$work/side-2.sh: skip: nothing
Failed:
$work/alone.sh: not ok it fails
3 passed, 1 failed"
say "the log of a script has all that it printed" \
	same "$(cat "$work"/logs/*alone.sh.log)" "ok 2 have ended
not ok it fails"

# A script that falls silent, one that leaves something out, and one that does neither.
printf '# checks: 3\necho "ok one"; echo "ok two"\n' >"$work/short.sh"
printf '# checks: 3\necho "ok one"; echo "skip: no compass here"\n' >"$work/less.sh"
printf '# checks: 2\necho "ok one"; echo "ok two"\n' >"$work/whole.sh"
: >"$work/empty.sh"
said=$(LOGS=$work/logs JOBS=1 tests/run "$work/short.sh" "$work/less.sh" "$work/whole.sh" "$work/empty.sh")
status=$?
say "fewer checks than a script promises are a failure, those it leaves out are counted with their reason" \
	same "$status $(echo "$said" | grep -v '^kept: ' | sed 's/  */ /g; s/[0-9]*\.[0-9] s/N s/g')" \
	"1 not ok $work/short.sh: 2 checks, 3 are wanted at least
$work/short.sh 2 passed 1 failed N s N s cpu
$work/less.sh 1 passed 0 failed N s N s cpu
$work/whole.sh 2 passed 0 failed N s N s cpu
not ok $work/empty.sh: 0 checks, 1 are wanted at least
$work/empty.sh 0 passed 1 failed N s N s cpu
2 checks skipped:
$work/less.sh: skip: no compass here
Failed:
$work/short.sh: not ok $work/short.sh: 2 checks, 3 are wanted at least
$work/empty.sh: not ok $work/empty.sh: 0 checks, 1 are wanted at least
5 passed, 2 failed"

# It fails at every second run.
cat >"$work/unsteady.sh" <<END
rmdir $work/tried 2>/dev/null && { echo "ok it was tried before"; exit; }
mkdir $work/tried
echo \$TMPDIR >\$TMPDIR/mark
echo "not ok it was tried before"
END
said=$(LOGS=$work/logs tests/run "$work/unsteady.sh")
first=$?
LOGS=$work/logs tests/run "$work/unsteady.sh" >"$work/second"
say "a test that fails has failed; the next run may pass" \
	same "$first $? $(echo "$said" | tail -1) $(tail -1 "$work/second")" "1 0 0 passed, 1 failed 1 passed, 0 failed"
log=$(echo "$said" | sed -n 's/^kept: \(.*\) and .*/\1/p') folder=$(echo "$said" | sed -n 's/^kept: .* and //p')
say "the next run leaves its log" same "$(cat "$log")" "not ok it was tried before"
say "and its folder" same "$(cat "$folder/mark")" "$folder"
rm -r "$folder"
said=$(tests/run unit no-such-test 2>&1)
status=$?
say "a name that no test has is an error" \
	same "$said $status" "tests/run: no unit test has the name no-such-test 1"
cat >"$work/pkg-config" <<END
#!/bin/sh
[ "\$*" != "--exists check" ] || exit 1
exec $(command -v pkg-config) "\$@"
END
chmod +x "$work/pkg-config"
said=$(PATH=$work:$PATH LOGS=$work/logs tests/run unit game/clock 2>&1)
status=$?
say "a package that is missing is named, and nothing is tested" same "$said $status" "These packages are missing: check
To install them: make deps   (or: sudo apt-get install check) 1"
exit $bad
