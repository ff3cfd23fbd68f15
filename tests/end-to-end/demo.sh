#!/bin/sh
# make demo: a short form of its tournament, and each command that it names at its end, as it stands there.
# checks: 7
. "$(dirname "$0")/../lib/checks.sh"
mkdir -p "$work/tests" "$work/bots"
cp -r tests/demo "$work/tests" && cp -r bots/starters "$work/bots"
cd "$work" || exit 1
plain=$(echo "$PATH" | sed "s|^$build:||")
PATH=$plain say "the demo plays" sh tests/demo/run "$build" --rounds 1
mv said demo
sed -n '/^Worth/,$s/^  //p' demo | sed 's/--rounds 12/--rounds 2/' >named
say "it names four commands" same "$(grep -c . named)" 4
say "its standings have six bots" same "$(grep -c '^ *[1-6]  [a-z0-9-]*  *10  *10 ' demo)" 6
sed '$d' named | while read -r line; do
	echo "$line" >one
	say "it works as it stands: $(echo "$line" | sed 's|.*/||')" env PATH="$plain" sh one
	[ "$bad" = 0 ] || touch failed
done
say "the last one puts the programs on PATH" same \
	"$(PATH=$plain sh -c "$(tail -1 demo); command -v referee")" "$build/referee"
[ ! -e failed ] || bad=1
exit "$bad"
