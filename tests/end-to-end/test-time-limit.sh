#!/bin/sh
# A test that hangs is named and fails: a test of a program, and a whole script. One test of a program
# can be run alone.
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

said=$(TEST_SECONDS=1 timeout 60 "$work/hangs" 2>&1)
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
said=$(LOGS=$work/logs SCRIPT_SECONDS=1 tests/run "$work/hangs.sh")
status=$?
say "a script that hangs is ended and named, and is a failure" \
	same "$status $(echo "$said" | head -1)" "1 not ok $work/hangs.sh: takes longer than 1 s"
say "beside the sentences that held before" same "$(echo "$said" | tail -1)" "1 passed, 1 failed"
say "and nothing of it is left" same "$(pgrep -f "^cat $work/never")" ""
exit $bad
