#!/bin/sh
# uPlot comes from npm when the referee is built. Where npm brings nothing the referee is built all the
# same, its pages say so, and the next make tries again; what was brought is not asked for again. The
# npm here is one of our own.
set -u
. "$(dirname "$0")/../end-to-end/tournament.inc"

lock=referee/pages/package-lock.json
say "what npm brings is known by its sum, wherever it comes from" \
	same "$(grep -c '"integrity": "sha512-' $lock) $(grep -c 'resolved\|://' $lock)" '1 0'
say "it stands nowhere in here" same "$(git ls-files 2>/dev/null | grep -ci uplot)" 0

script='let its = { script: "a\n" ??= b };'
printf '%s\n' "$script" >"$work/script"
cat >"$work/npm" <<END
#!/bin/sh
echo asked >>$work/asked
[ -e $work/reachable ] || exit 1
mkdir -p node_modules/uplot/dist
echo 'its licence' >node_modules/uplot/LICENSE
cp $work/script node_modules/uplot/dist/uPlot.iife.min.js
echo '.its { style: 1 }' >node_modules/uplot/dist/uPlot.min.css
END
chmod +x "$work/npm"
mkdir "$work/build"
cp -a build/o build/db build/pages build/*.a "$work/build"
rm "$work"/build/libreferee.a "$work"/build/pages/uplot.*

# built: makes a referee with our npm; what make says.
built() {
	PATH=$work:$PATH make -o build/.ready-plot BUILD="$work/build" UPLOT="$work/uplot" \
		"$work/build/referee" 2>&1
}
asked() {
	wc -l <"$work/asked"
}
# reported: makes a report with it.
reported() {
	"$work/build/referee" export html --db "$work/cup.db" -o "$work/cup.html"
}
# there PART: how many lines of the report have it.
there() {
	grep -cF "$1" "$work/cup.html"
}

build/referee run --game tictactoe --db "$work/cup.db" --quiet --bot pvs=referee-bot \
	--bot 'first=referee-bot --search first' 2>/dev/null
left='The plot of ratings is left out'
said=$(built)
say "without npm it is built, and a line says what is left out" \
	same "$(echo "$said" | grep -c "^$left.*tries again\.$") $(test -x "$work/build/referee" && echo built)" '1 built'
reported
say "its pages say why there is no plot, and show the table" \
	same "$(there 'There is no plot here, since this referee') $(there '<details open><summary>The same as a table')" '1 1'
say "and have nothing else of it" same "$(there 'id="plot') $(there 'const Ratings')" '0 0'
say "it is tried each time, and nothing else is made anew" \
	same "$(built | grep -c "^$left") $(built | grep -c ' \(CC\|LD\)	') $(asked)" '1 0 3'
touch "$work/reachable"
said=$(built)
say "once npm can be reached it is there" same "$(echo "$said" | grep -c "^$left") $(asked)" '0 4'
reported
say "the report has its licence with its script and its style" same "$(there 'its licence')" 2
say "both as they came, and a place for the plot" \
	same "$(there "$script") $(there '.its { style: 1 }') $(there 'id="plot" class="plot"')" '1 1 1'
say "and is not asked for again, for no variant" \
	same "$(built | grep -c 'NPM\|CC') $(BUILD=$work/other built >/dev/null && asked)" '0 4'
exit $bad
