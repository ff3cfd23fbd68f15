# The shared part of the scripts of whole tournaments: a folder of their own, and sentences that hold or not.
cd "$(dirname "$0")/../.." || exit 1
build=$(realpath "${BUILD:-build}") # or build/san, for what is sanitized
export BUILD="$build"
PATH=$build:$PATH
work=$(mktemp -d)
trap '[ -n "${KEEP_FOLDERS-}" ] || rm -rf "$work"' EXIT # tests/run keeps that of a failure
bad=0
ordinary_user=$((20000 + $$ % 40000)) # an ordinary user whose limits no other test can use up

# say SENTENCE COMMAND...: the sentence holds when the command succeeds.
say() {
	sentence=$1
	shift
	if "$@" >"$work/said" 2>&1; then
		echo "ok $sentence"
	else
		cat "$work/said"
		echo "not ok $sentence"
		bad=1
	fi
}

# same A B: the two texts are equal; shows them when not.
same() {
	[ "$1" = "$2" ] || {
		printf 'got:    %s\nwanted: %s\n' "$1" "$2"
		return 1
	}
}

# has TEXT PART: the text holds the part.
has() {
	case $1 in
	*"$2"*) ;;
	*)
		printf 'got:    %s\nwithout %s\n' "$1" "$2"
		return 1
		;;
	esac
}

sql() { # FILE QUERY
	sqlite3 -readonly "$1" "$2"
}

# must_fail COMMAND...: it refuses, by a status from 1 to 125. A crash and a sanitizer's report are no refusal.
must_fail() {
	"$@" >"$work/refusal" 2>&1
	set -- $?
	if [ "$1" = 0 ] || [ "$1" -gt 125 ] || grep -e 'Sanitizer: ' -e 'runtime error: ' "$work/refusal"; then
		echo "exit status $1, and no refusal:"
		tail -5 "$work/refusal"
		return 1
	fi
}

# gone PATTERN: waits for the end of each process with the pattern in its command line, since the kernel takes time to
# remove a killed one; fails for a process that does not end.
gone() {
	for one in $(pgrep -f -- "$1"); do
		timeout 120 tail -f --sleep-interval=0.02 --pid="$one" /dev/null || {
			ps -ww -p "$one" -o pid,stat,args
			return 1
		}
	done
}

# in_background OUT ERRORS COMMAND...: $pid runs it. Both files are empty before it begins: a process that is not there yet
# has emptied neither, and what the one before it wrote would be waited for.
in_background() {
	: >"$1"
	: >"$2"
	out=$1 errors=$2
	shift 2
	"$@" >"$out" 2>"$errors" &
	pid=$!
}

# until_line FILE PATTERN [COUNT]: waits until COUNT lines (1) of a file that $pid writes have the pattern; fails when
# $pid ended without. $pid is a child of this shell, and this is called in no subshell: else it would stay a zombie.
until_line() {
	tail -n +1 -F --sleep-interval=0.1 --pid="$pid" "$1" 2>/dev/null | grep -c -m "${3:-1}" -e "$2" >"$work/lines"
	same "$(cat "$work/lines")" "${3:-1}"
}

# until_started WORD...: waits until pgrep finds a process by these words; fails when $pid ended without.
until_started() {
	until pgrep "$@" >/dev/null; do
		kill -0 "$pid" 2>/dev/null || return 1
		sleep 0.05
	done
}

# --- a run that is stopped at a named event: begin_run, until_event, stop_run ---

# begin_run COMMAND...: $pid is a run with --json. It does not wait for the reader of its events, so its games must take
# longer than these take to be read. $work/events are the events so far, $work/errors is its stderr.
begin_run() {
	[ -p "$work/pipe" ] || mkfifo "$work/pipe"
	: >"$work/events"
	: >"$work/errors" # it opens this one after the pipe, for which alone is waited here
	"$@" --json >"$work/pipe" 2>"$work/errors" &
	pid=$!
	exec 9<"$work/pipe"
}

# until_event TEXT [COUNT]: waits for COUNT events (1) with the text, $event is the last; fails when the run ended without.
until_event() {
	many=${2:-1}
	while [ "$many" -gt 0 ]; do
		read -r event <&9 || return 1
		printf '%s\n' "$event" >>"$work/events"
		case $event in
		*"$1"*) many=$((many - 1)) ;;
		esac
	done
}

# stop_run SIGNAL: its exit status, above 128 when it was not over before. $work/events has all that it said.
stop_run() {
	kill -"$1" "$pid"
	cat <&9 >>"$work/events"
	exec 9<&-
	wait "$pid"
}
