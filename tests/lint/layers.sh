#!/bin/sh
# The table of DESIGN.md: who may include whom, and that includes point downward.
# checks: 36
set -u
bad=0

# FOLDER, the folders of ours it may include (a pattern), libraries it may not (a pattern), a folder in it that
# has a line of its own
layer() {
	found=$(grep -rnE '^#include "' "$1" --include='*.[ch]' --exclude-dir="${4:-none}" 2>/dev/null | grep -vE "#include \"($2)/" | head)
	outside=
	[ -n "$3" ] && outside=$(grep -rnE "^#include <($3)" "$1" --include='*.[ch]' --exclude-dir="${4:-none}" 2>/dev/null | head)
	if [ -z "$found$outside" ]; then
		echo "ok $1 includes only what its layer may"
	else
		printf '%s\n' "$found" "$outside"
		echo "not ok $1 includes only what its layer may"
		bad=1
	fi
}

foreign='sqlite3|event2|jansson|openssl'
quiet='unistd|time\.h|sys/|fcntl'
layer base base "$foreign"
layer rules 'base|rules' "$foreign|stdio_ext|unistd|time|sys/" process
layer protocol 'base|protocol' "$foreign|unistd|time|sys/"
layer rules/process 'base|rules|protocol' "$foreign"
layer bots 'base|bots|rules|protocol' "$foreign"
layer db 'base|db|protocol' 'event2|jansson'
layer referee/machines/nats 'base|protocol|referee/process|referee/net|referee/sandbox|referee/machines' 'sqlite3|jansson'
layer packaging 'base|bots|rules|protocol|db|referee|packaging' "$foreign"

# Inside referee/ includes point to folders above in this list: FOLDER, libraries that it may not.
# Every folder of referee/ stands here; a folder in it that has a line of its own.
below='base|rules|protocol|db'
known=
while read -r folder library own; do
	below="$below|referee/$folder"
	known="$known $folder"
	layer "referee/$folder" "$below" "$(eval "echo \"$library\"")" "$own"
done <<'END'
process sqlite3|jansson
sandbox sqlite3|event2|jansson
game $foreign|$quiet
board $foreign|$quiet
bot sqlite3|jansson
net sqlite3|jansson
rating $foreign|$quiet
tournament $foreign|$quiet
schedule $foreign|$quiet
config sqlite3|jansson
arbiter sqlite3|jansson
prepare sqlite3|jansson
machines sqlite3 nats
director sqlite3|jansson
check sqlite3|jansson
report sqlite3|jansson
results sqlite3|jansson
import-export sqlite3
submissions sqlite3|jansson
web sqlite3|jansson
terminal sqlite3|jansson
daemon sqlite3|jansson
commands sqlite3|jansson
END
for folder in $(ls referee); do
	case "$known " in
	*" $folder "*) ;;
	*)
		echo "not ok referee/$folder has its place in the order of folders"
		bad=1
		;;
	esac
done

# A function that a folder's header declares is defined in that folder.
if tests/lint/declared.py "${BUILD:-build}"; then
	echo "ok what a folder declares it defines"
else
	echo "not ok what a folder declares it defines"
	bad=1
fi

# No folder holds more than an eighth of the referee.
if wc -l referee/*/*.[ch] referee/*/*/*.[ch] 2>/dev/null | awk '
	$2 == "total" { next }
	{ split($2, part, "/"); lines[part[2]] += $1; all += $1 }
	END {
		for (folder in lines)
			if (lines[folder] * 8 > all) {
				print "referee/" folder ": " lines[folder] " lines of " all
				wrong = 1
			}
		exit wrong
	}'; then
	echo "ok no folder holds more than an eighth of referee/"
else
	echo "not ok no folder holds more than an eighth of referee/"
	bad=1
fi

# One file writes into memory, and looks whether that went well.
doors=$(grep -rlw 'open_memstream' base referee db protocol bots --include='*.[ch]')
if [ "$doors" = base/memory.c ]; then
	echo "ok one file writes into memory"
else
	printf '%s\n' "$doors"
	echo "not ok one file writes into memory"
	bad=1
fi

# Two files know the library for JSON.
doors=$(grep -rl '^#include <jansson' base referee --include='*.[ch]' | sort | tr '\n' ' ')
if [ "$doors" = "referee/import-export/import.c referee/machines/broker-info.c " ]; then
	echo "ok two files read JSON"
else
	printf '%s\n' "$doors"
	echo "not ok two files read JSON"
	bad=1
fi

# Cryptography and TLS have a door each; one file explains the faults of certificates.
doors=$(grep -rl '^#include <openssl' referee --include='*.[ch]' | sort | tr '\n' ' ')
if [ "$doors" = "referee/machines/nats/nats-login.c referee/net/tls.c referee/process/crypto.c " ]; then
	echo "ok three files know OpenSSL"
else
	printf '%s\n' "$doors"
	echo "not ok three files know OpenSSL"
	bad=1
fi

# The pure half has no printf to a stream, no allocation, no clock, no file.
calls='\b(printf|fprintf|fopen|malloc|calloc|realloc|free|clock_gettime|fork|fopen)\('
impure=$(grep -nE "$calls" base/error.c rules/*.c protocol/*.c | grep -vE '^\S+\s*(\*|/\*|//)' | head)
if [ -z "$impure" ]; then
	echo "ok error, rules and protocol allocate nothing and touch nothing outside"
else
	printf '%s\n' "$impure"
	echo "not ok error, rules and protocol allocate nothing and touch nothing outside"
	bad=1
fi
exit $bad
