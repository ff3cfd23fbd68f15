#!/bin/sh
# Submissions of odd shapes lose no file and no program, and a fault is told with its true cause: class-odd.tsv.
# checks: 29
set -u
. "$(dirname "$0")/../lib/checks.sh"
here=$PWD/tests/end-to-end starters=$PWD/bots/starters
cd "$work" || exit 1

matches() { # TEXT PATTERN
	echo "$1" | grep -E -e "$2" || same "$1" "$2"
}
lacks() { # TEXT PART
	case $1 in *"$2"*) same "$1" "no $2" ;; esac
}

mkdir subs
python3 "$here/class-odd.py" "$starters" subs || exit 1
referee class init connect4 >out 2>err
referee class take subs >taken 2>err
referee class check >table 2>err
tab=$(printf '\t')
sed 1d "$here/class-odd.tsv" >rows
while IFS=$tab read -r name needs must not; do
	if ! command -v "$needs" >/dev/null; then
		echo "skip 2: there is no $needs here: $name is not built"
		continue
	fi
	line=$(sed -n "s/^$name  *//p" table)
	say "$name: $must" matches "$line" "$must"
	[ "$not" = - ] || say "$name: not $not" lacks "$line" "$not"
done <rows
exit $bad
