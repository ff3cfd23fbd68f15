#!/bin/sh
# A build installs nothing and asks no network: it names the packages that it lacks, and takes uPlot as
# make deps fetched it. The apt-get, sudo and npm here are of our own.
set -u
. "$(dirname "$0")/../lib/checks.sh"

lock=referee/report/assets/package-lock.json
say "what npm brings is known by its sum, wherever it comes from" \
	same "$(grep -c '"integrity": "sha512-' $lock) $(grep -c 'resolved\|://' $lock)" '1 0'
say "it stands nowhere in here" same "$(git ls-files 2>/dev/null | grep -ci uplot)" 0

# Each call of one of these is a line in called; what they then do is in their own way.
stub() { # NAME LINE...
	name=$1
	shift
	{
		printf '#!/bin/sh\necho %s "$*" >>%s/called\n' "$name" "$work"
		printf '%s\n' "$@"
	} >"$work/stubs/$name"
	chmod +x "$work/stubs/$name"
}
called() {
	sort "$work/called" 2>/dev/null | sed 's/ .*//' | uniq | tr '\n' ' '
}
mkdir "$work/stubs"
for name in curl wget; do
	stub $name 'exit 1'
done
stub sudo 'case $1 in -n) shift ;; esac' 'exec "$@"'
stub apt-get "[ \$2 = update ] || : >$work/lacking"
# Of pkg-config only what the file lacking names is not there.
cat >"$work/stubs/pkg-config" <<END
#!/bin/sh
for name; do ! grep -qx -- "\$name" $work/lacking || exit 1; done
exec $(command -v pkg-config) "\$@"
END
chmod +x "$work/stubs/pkg-config"
script='let its = { script: "a\n" ??= b };'
printf '%s\n' "$script" >"$work/script"
stub npm "[ -e $work/reachable ] || exit 1" \
	'mkdir -p node_modules/uplot/dist' \
	"echo 'its licence' >node_modules/uplot/LICENSE" \
	"cp $work/script node_modules/uplot/dist/uPlot.iife.min.js" \
	"echo '.its { style: 1 }' >node_modules/uplot/dist/uPlot.min.css"
: >"$work/lacking"

mkdir "$work/build"
cp -a build/o build/db build/assets build/*.a "$work/build"
forget() {
	rm -f "$work"/build/libreferee.a "$work"/build/assets/uplot.* "$work/build/referee" "$work/called"
}
forget
# making: make with our programs in front.
making() {
	PATH=$work/stubs:$PATH make BUILD="$work/build" UPLOT="$work/uplot" "$@" 2>&1
}
# built: makes a referee; what make says.
built() {
	making "$work/build/referee"
}
# reported: makes a report with it.
reported() {
	"$work/build/referee" export html --db "$work/cup.db" -o "$work/cup.html"
}
# there PART: how many lines of the report have it.
there() {
	grep -cF "$1" "$work/cup.html"
}

printf 'libmd\njansson\n' >"$work/lacking"
said=$(built)
status=$?
say "a build that lacks packages names them and how to install them" \
	same "$(echo "$said" | head -2)" "These packages are missing: libmd-dev libjansson-dev
To install them: make deps   (or: sudo apt-get install libmd-dev libjansson-dev)"
say "it fails" same "$((status != 0))" 1
say "it compiles nothing before" same "$(echo "$said" | grep -c ' \(CC\|AR\|LD\)	')" 0
say "it calls nothing that installs or fetches" same "$(called)" ''

built_test() {
	making "$work/build/tests/referee/base/hex"
}
echo check >"$work/lacking"
has_check=$(built_test)
say "a test that lacks a library is told so too" \
	has "$has_check" 'To install them: make deps   (or: sudo apt-get install check)'

said=$(making deps FOR=check)
say "make deps installs what is missing" \
	same "$said $(grep -c '^apt-get .*install check$' "$work/called")" \
	'Installing what is missing: check 1'
rm "$work/called"
say "and calls nothing once it is there" same "$(making deps FOR='build check') $(called)" ' '
printf 'check\n' >"$work/lacking"
stub apt-get 'exit 1'
said=$(making deps FOR=check)
status=$?
say "where nothing can be installed make deps names the packages and fails" \
	same "$((status != 0)) $(echo "$said" | sed -n 2p)" '1 Please install these packages: check'
: >"$work/lacking"

build/referee run --game tictactoe --db "$work/cup.db" --quiet --bot pvs=referee-bot \
	--bot 'first=referee-bot --search first' 2>/dev/null
left='The plot of ratings is left out, since .* is empty; make deps fetches uPlot\.'
forget
said=$(built)
say "without uPlot it is built, and one line says what is left out" \
	same "$(echo "$said" | grep -c "^$left$") $(test -x "$work/build/referee" && echo built)" '1 built'
say "no network is asked for it" same "$(called)" ''
reported
say "its pages say why there is no plot, and show the table" \
	same "$(there 'There is no plot here, since this referee') $(there '<details open><summary>The same as a table')" '1 1'
say "and have nothing else of it" same "$(there 'id="plot') $(there 'const Ratings')" '0 0'
say "a build after it makes nothing anew" \
	same "$(built | grep -c "^$left") $(built | grep -c ' \(CC\|AR\|LD\)	') $(called)" '1 0 '
cp "$work/build/referee" "$work/first"
touch "$work/reachable"
forget
built >/dev/null
say "with a network or without, the program is the same" \
	same "$(cmp "$work/first" "$work/build/referee") $(called)" ' '

rm "$work/reachable"
said=$(making deps FOR=plot)
say "where npm brings nothing make deps says so, and fails not" \
	same "$? $(echo "$said" | grep -c 'npm brings no uPlot .* the next make deps tries again')" '0 1'
touch "$work/reachable"
say "the next one fetches it" same "$(making deps FOR=plot | grep -c 'npm brings') $(cat "$work/uplot/uplot.js" | grep -cF "$script")" '0 1'
rm "$work/called"
say "and the one after that fetches nothing" same "$(making deps FOR=plot) $(called)" ' '
said=$(built)
say "a build takes it" same "$(echo "$said" | grep -c "^$left") $(called)" '0 '
reported
say "the report has its licence with its script and its style" same "$(there 'its licence')" 2
say "both as they came, and a place for the plot" \
	same "$(there "$script") $(there '.its { style: 1 }') $(there 'id="plot" class="plot"')" '1 1 1'
say "a build after it makes nothing anew" same "$(built) $(called)" ' '
cp "$work/build/referee" "$work/first"
touch -d '1 hour ago' "$work/uplot/uplot.js"
rm "$work/reachable"
say "what was fetched is old and the network gone: the build is the same" \
	same "$(built) $(cmp "$work/first" "$work/build/referee") $(called)" '  '
making deps FOR=plot >/dev/null
say "and make deps keeps what it cannot fetch anew" same "$(grep -cF "$script" "$work/uplot/uplot.js")" 1
say "make clean keeps what only the network brings back" \
	has "$(make -n clean)" "! -name uplot"
exit $bad
