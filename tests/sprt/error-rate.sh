#!/bin/sh
# How often is a test wrong, of bots whose strength is known? With alpha = beta = 0.05 at most 10 of 100
# tests are wrong with a probability of 0.989; the seeds are fixed, so that it is always the same 100.
# `make sprt-test` plays more and shows the figures.
set -u
. "$(dirname "$0")/../lib/checks.sh"
: "${SPRT_TESTS:=100}"
most=$((SPRT_TESTS / 10))
[ "$SPRT_TESTS" -le 200 ] || most=$((SPRT_TESTS * 7 / 100))

# play TESTS PLIES BLUNDERS-OF-NEW BLUNDERS-OF-OLD PAIRS: its figures are in $figures
play() {
	figures=$(python3 tests/sprt/error-rate.py "$build" "$work" "$1" "$2" "$3" "$4" 50 "$5")
	[ -z "${SPRT_SHOW-}" ] || printf '%s openings, %s pairs: %s\n' $((1 << $2)) "$5" "$figures"
}
figure() { # NAME
	echo "$figures" | python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"
}

play "$SPRT_TESTS" 8 300000 300000 new
say "of equal bots the true difference is 0" same "$(figure "true elo")" 0.0
say "and alpha says how often one is called stronger" [ "$(figure H1)" -le $most ]
say "nearly all are decided, in spite of repeated pairs" [ "$(figure undecided)" -le $((SPRT_TESTS / 20)) ]
say "each game ends as the bots' coins say" same "$(figure "wrong games")" 0
play "$SPRT_TESTS" 8 300000 442926 new
say "of bots that are 50 Elo apart the difference is elo1" same "$(figure "true elo")" 50.0
say "and beta says how often the better one is not found" [ "$(figure H0)" -le $most ]
say "nearly all of them are decided" [ "$(figure undecided)" -le $((SPRT_TESTS / 20)) ]
say "each game of theirs ends as the coins say" same "$(figure "wrong games")" 0
play $((SPRT_TESTS / 4)) 4 300000 300000 new
say "sixteen openings decide nothing between equal bots" same "$(figure H1) $(figure undecided)" "0 $((SPRT_TESTS / 4))"
play $((SPRT_TESTS / 4)) 4 300000 300000 all
say "where repeated pairs count, as they did, far more tests are wrong" [ "$(figure H1)" -ge $((SPRT_TESTS / 40)) ]
exit $bad
