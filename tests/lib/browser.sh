# The shared part of the scripts that need a browser; after tournament.inc. They work in its folder.
here=$PWD
cd "$work" || exit 1
modules=$here/build/browser

# browser: is there one, and what drives it? Fetches the latter once.
browser() {
	command -v chromium >/dev/null && command -v node >/dev/null && command -v npm >/dev/null ||
		return 1
	cmp -s "$here/tests/browser/package-lock.json" "$modules/package-lock.json" &&
		[ -d "$modules/node_modules/playwright-core" ] && return 0
	rm -rf "$modules"
	mkdir -p "$modules"
	cp "$here"/tests/browser/package*.json "$modules"
	(cd "$modules" && npm ci --no-audit --no-fund --ignore-scripts) >"$work/npm.log" 2>&1 ||
		{ rm -rf "$modules"; return 1; }
}

# in_browser SCRIPT ARGUMENTS...: one of tests/browser, where there is a browser; the last thing of a test.
# BROWSER=no: without it, as what is sanitized is tested. SHOTS=/FOLDER: pictures to look at go there.
in_browser() {
	if [ "${BROWSER-}" = no ]; then
		echo "skip: the pages are looked at in a browser where the programs are not sanitized"
		exit $bad
	elif browser; then
		script=$1
		shift
		MODULES=$modules node "$here/tests/browser/$script" "$@" || bad=1
	else
		echo "skip: no chromium, node or playwright-core here: the pages are not tested in a browser"
	fi
	exit $bad
}

# A bot that makes two moves of a game, then ends with words that no page may obey.
printf 'mm' >orders
crashes="python3 $here/tests/lib/scripted-bot.py $work/orders"

# hostile DATABASE BAD GOOD: names that a run does not let in, but a file may hold.
hostile() {
	sqlite3 "$1" "
		UPDATE tournaments SET name = '</title><script>hacked = 1</script>';
		UPDATE bots SET name = '\"><img src=x onerror=hacked=1>' || char(8238) || '/..?#&amp;''</script>x'
			WHERE name = '$2';
		UPDATE bots SET name = printf('%.63c', 'W') WHERE name = '$3'"
}
