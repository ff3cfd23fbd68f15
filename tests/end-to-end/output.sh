#!/bin/sh
# What commands print where it cannot be written, and what they say of words and files that they do not know: a sentence
# each, and a status.
# checks: 81
set -u
. "$(dirname "$0")/../lib/checks.sh"
cd "$work" || exit 1
random="referee-bot --search random"
referee run --quiet --game tictactoe --nodes 10 --rounds 20 --bot a=referee-bot --bot b="$random" --db x.db 2>notes
referee export --db x.db record --game 1 -o one.record

# --- a full disk ---

# lost COMMAND...: its output goes to a full disk.
lost() {
	said=$("$@" 2>&1 >/dev/full)
	say "lost output of $* is told" same "$? $(echo "$said" | grep -c "^referee: the output cannot be written")" "70 1"
}
for format in "" --csv --json; do
	for table in standings crosstable games seat-stats ratings workers "show 1" "compare a b"; do
		# shellcheck disable=SC2086
		lost referee $table --db x.db $format
	done
done
for format in text csv places jsonl record positions html; do
	lost referee export "$format" --db x.db
	say "export $format: the reason is told, of stdout and of a file" same \
		"$(referee export "$format" --db x.db 2>&1 >/dev/full; referee export "$format" --db x.db -o /dev/full 2>&1)" \
		"referee: the output cannot be written: No space left on device
referee export: /dev/full cannot be written: No space left on device"
done
lost referee run --json --game tictactoe --nodes 10 --bot a=referee-bot --bot b="$random" --db y.db
lost referee run --game tictactoe --nodes 10 --bot a=referee-bot --bot b="$random" --db y.db
lost referee run --dry-run --game tictactoe --nodes 10 --bot a=referee-bot --bot b=referee-bot
lost referee verify --db x.db
lost referee backup copy.db --db x.db
lost referee verify one.record
lost referee doctor
lost referee check --game tictactoe -- referee-bot
lost referee help --all
lost referee help run
lost referee run --help
lost referee version
say "the games of a run whose events were lost are stored" same "$(sql y.db 'SELECT count(*) FROM games')" 2
for program in referee-bot referee-solve referee-adapt referee-broker; do
	for word in --version --help; do
		[ "$program $word" = "referee-broker --help" ] && continue
		said=$("$program" "$word" 2>&1 >/dev/full)
		say "$program $word: lost output is told" same "$? $(echo "$said" | grep -c "cannot be written")" "70 1"
	done
done

# --- a pipe whose reader is gone ---

# closed COMMAND...: its statuses where SIGPIPE ends it and where it is ignored, and whether it says something.
closed() {
	python3 - "$@" <<'PY'
import os, signal, subprocess, sys
for how in (signal.SIG_DFL, signal.SIG_IGN):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(sys.argv[1:], stdout=write, stderr=subprocess.PIPE, restore_signals=False,
                          preexec_fn=lambda: signal.signal(signal.SIGPIPE, how))
    os.close(write)
    print(128 - done.returncode if done.returncode < 0 else done.returncode, "told" * (b"written" in done.stderr))
PY
}
for command in standings "standings --csv" "games --json" "export csv" "export html" "ratings" "crosstable"; do
	# shellcheck disable=SC2086
	say "$command: a reader that has left is a status" same "$(closed referee $command --db x.db | tr -d ' ' | xargs)" "141 141"
done
say "a run goes on without its reader" same \
	"$(closed referee run --json --game tictactoe --nodes 10 --bot a=referee-bot --bot b="$random" --db z.db | tr -d ' ' | xargs)" \
	"141 141"
say "and stores its games" same "$(sql z.db 'SELECT count(*) FROM games')" 2
say "output that nobody asked for is none that is lost" same "$(referee standings --db x.db 2>&1 >&-; echo $?)" 0

# --- words that are not known ---

strange() { # WORD COMMAND...
	word=$1
	shift
	said=$("$@" 2>&1)
	say "$*: a word that it does not take is refused" same "$? $(echo "$said" | grep -c -e "$word")" "2 1"
}
strange --bogus referee version --bogus
strange x referee --version x
strange x referee help run x
strange play referee help run play
strange --json referee standings --db x.db --csv --json
strange --version referee-adapt --version '"a"'
strange --version referee-solve --version '"a"'
strange 'no game' referee-bot --version '"a"'

# --- sentences of several lines ---
cp x.db damaged.db
head -c 300 /dev/zero | tr '\0' '\377' | dd of=damaged.db bs=1 seek=8197 conv=notrunc 2>dd.log
say "what is wrong with a damaged file stands on lines of its own" same \
	"$(referee verify --db damaged.db | grep -c -e '^the file is .* \*\*\*$' -e '^Page [0-9]*: ')" 2

# --- a long match ---
say "of few games nothing is added up" same "$(grep -c "adding up" notes)" 0
# match ROUNDS: games of one move between the fastest bots; what is said of adding up.
match() {
	referee run --game nim --param heaps=1 --sandbox none --rounds "$1" --bot a="$build/tests/bench/instant" \
		--bot b="$build/tests/bench/instant x" --name match --db match.db 2>&1 >match.out | tr '\r' '\n' | grep -o 'adding up [0-9]* games [.]*'
}
say "of 19998 neither" same "$(match 9999)" ""
say "but of 20000, once they are played" same "$(match 10000)" "adding up 20000 games ..."
say "and when they go on" same "$(match 10001 | sort | uniq -c | xargs)" "1 adding up 20000 games ... 1 adding up 20002 games ..."
exit $bad
