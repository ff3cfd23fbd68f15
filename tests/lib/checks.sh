# The shared part of the scripts of whole tournaments: a folder of their own, and sentences that hold or not.
cd "$(dirname "$0")/../.." || exit 1
build=$(realpath "${BUILD:-build}") # or build/san, for what is sanitized
export BUILD="$build"
PATH=$build:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

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
