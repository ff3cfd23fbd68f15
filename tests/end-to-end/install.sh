#!/bin/sh
# make install and make uninstall: what is written, with which modes; the second removes exactly that.
# checks: 17
. "$(dirname "$0")/../lib/checks.sh"
root=$work/root
mkdir -p "$root/usr/bin" "$root/usr/share/referee" # the first is empty, the second is not
echo foreign >"$root/usr/share/referee/foreign"
list() {
	find "$root" -printf '%m %y %p %l\n' | sort
}
list >"$work/before"
# The commit may be another one by now; the programs, which other tests run, are not linked again for it.
COMMIT=$(sed -n 's/.*\[\] = "\(.*\)";/\1/p' "$build/text/commit.c")
export COMMIT
make -s all man BUILD="$build" || exit 1 # other tests read what is built: only the installation has this umask
umask 077
say "make install" make -s install BUILD="$build" DESTDIR="$root" PREFIX=/usr
list >"$work/installed"
say "the program that is there is this one" cmp "$root/usr/bin/referee" "$build/referee"
say "programs, pages, units, completion, starters and documents are there" ls "$root/usr/bin/referee" "$root/usr/share/man/man1/referee.1" \
	"$root/usr/share/man/man5/referee.conf.5" "$root/usr/lib/systemd/system/referee.service" "$root/usr/lib/sysusers.d/referee.conf" \
	"$root/usr/share/bash-completion/completions/referee" "$root/usr/share/zsh/site-functions/_referee" \
	"$root/usr/share/fish/vendor_completions.d/referee.fish" "$root/usr/share/referee/bots/starters/python/bot.py" \
	"$root/usr/share/doc/referee/docs/server.md" "$root/usr/share/doc/referee/bots/starters/README.md"
say "everyone may read them, whatever the umask" same "$(awk '$1 != 755 && $1 != 644 && $2 != "l"' "$work/installed")" ""
say "the unit has the prefix" grep -q '^ExecStart=/usr/bin/referee serve ' "$root/usr/lib/systemd/system/referee.service"
say "what makes pages of the headers stays with the sources" same "$(find "$root/usr/share/doc" -iname '*doxy*')" ""
worker=packaging/referee-worker.service
say "the worker's unit does not begin without one of its files" same "$(sed -n 's/^ConditionPathExists=//p' $worker)" \
	"$(sed -n 's/^EnvironmentFile=//p; s/^LoadCredential=.*://p' $worker)"
say "its file, as the package has it, names what the unit asks for" same "$(sed -n 's/^#\([A-Z_]*\)=.*/\1/p' packaging/worker)" \
	"$(grep -o '[$]{*[BW][A-Z_]*' $worker | tr -d '${')"
strange() {
	sed -n '/^const struct command_line command_package_files/,/NULL, NULL/s/^\t{"\(\/[^"]*\)".*/\1/p' referee/commands/command.c |
		sed 's|/NAME.conf$||' | while read -r path; do grep -qF "$path" packaging/*.service || echo "$path"; done
}
say "referee(1) names the files of the units" same "$(strange)" ""
say "no link leads nowhere" same "$(find "$root" -xtype l)" ""
say "once more changes nothing" make -s install BUILD="$build" DESTDIR="$root" PREFIX=/usr
say "not even the list" same "$(list)" "$(cat "$work/installed")"
say "make uninstall" make -s uninstall DESTDIR="$root" PREFIX=/usr
say "removes that and nothing else" same "$(list)" "$(cat "$work/before")"
say "without an installation it fails" must_fail make -s uninstall DESTDIR="$root" PREFIX=/usr
say "and says so" grep -q "installed: not found" "$work/refusal"
say "without DESTDIR it says what comes next" grep -q 'systemctl enable --now referee' <<END
$(make -s install BUILD="$build" PREFIX="$work/local")
END
exit "$bad"
