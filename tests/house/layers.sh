#!/bin/sh
# The table of DESIGN.md: who may include whom, and that includes point downward.
set -u
bad=0

# FOLDER, the folders of ours it may include (a pattern), libraries it may not (a pattern)
layer() {
	found=$(grep -rnE '^#include "' "$1" --include='*.[ch]' 2>/dev/null | grep -vE "#include \"($2)/" | head)
	outside=
	[ -n "$3" ] && outside=$(grep -rnE "^#include <($3)" "$1" --include='*.[ch]' 2>/dev/null | head)
	if [ -z "$found$outside" ]; then
		echo "ok $1 includes only what its layer may"
	else
		printf '%s\n' "$found" "$outside"
		echo "not ok $1 includes only what its layer may"
		bad=1
	fi
}

ground=referee/ground
judging="$ground|referee/judging|rules"
rating="$ground|referee/rating"
sandbox="$ground|referee/sandbox"
processes="$judging|referee/sandbox|referee/processes|protocol"
tournament="$processes|referee/rating|referee/tournament|db"
foreign='sqlite3|event2|confuse|sha|md5|jansson|openssl'
layer rules rules "$foreign|stdio_ext|unistd|time|sys/"
layer protocol protocol "$foreign|unistd|time|sys/"
layer bots 'bots|rules|protocol' "$foreign"
layer db db 'event2|confuse|sha|jansson'
layer $ground "$ground" "sqlite3|event2|confuse|sha|md5|jansson"
layer referee/judging "$judging" "$foreign|unistd|time\.h|sys/|fcntl"
layer referee/rating "$rating" "$foreign|unistd|time\.h|sys/|fcntl"
layer referee/sandbox "$sandbox" 'sqlite3|event2|confuse|sha|md5|jansson'
layer referee/processes "$processes" 'sqlite3|confuse|sha|jansson'
layer referee/tournament "$tournament" 'sqlite3|jansson'
pictures="$judging|referee/pictures"
layer referee/pictures "$pictures" "$foreign|unistd|time\.h|sys/|fcntl"
pages="$judging|referee/rating|referee/pictures|referee/pages|referee/processes|db"
layer referee/pages "$pages" 'sqlite3|confuse|jansson'
layer referee/commands "$tournament|referee/pictures|referee/pages|referee/commands" 'sqlite3|confuse'

# One file writes into memory, and looks whether that went well.
doors=$(grep -rlw 'open_memstream' referee db protocol bots --include='*.[ch]')
if [ "$doors" = referee/base/memory.c ]; then
	echo "ok one file writes into memory"
else
	printf '%s\n' "$doors"
	echo "not ok one file writes into memory"
	bad=1
fi

# One file knows the library for JSON.
doors=$(grep -rl '^#include <jansson' referee --include='*.[ch]')
if [ "$doors" = referee/commands/import-jsonl.c ]; then
	echo "ok one file reads JSON"
else
	printf '%s\n' "$doors"
	echo "not ok one file reads JSON"
	bad=1
fi

# Cryptography and TLS have a door each.
doors=$(grep -rl '^#include <openssl' referee --include='*.[ch]' | sort | tr '\n' ' ')
if [ "$doors" = "referee/base/crypto.c referee/net/tls.c " ]; then
	echo "ok two files know OpenSSL"
else
	printf '%s\n' "$doors"
	echo "not ok two files know OpenSSL"
	bad=1
fi

# The pure half has no printf to a stream, no allocation, no clock, no file.
calls='\b(printf|fprintf|fopen|malloc|calloc|realloc|free|clock_gettime|fork|fopen)\('
impure=$(grep -nE "$calls" rules/*.c protocol/*.c | grep -vE '^\S+\s*(\*|/\*|//)' | head)
if [ -z "$impure" ]; then
	echo "ok rules and protocol allocate nothing and touch nothing outside"
else
	printf '%s\n' "$impure"
	echo "not ok rules and protocol allocate nothing and touch nothing outside"
	bad=1
fi
exit $bad
