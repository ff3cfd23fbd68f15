#!/bin/sh
# A build installs nothing and asks no network: it names the packages that it lacks. make deps installs
# them. The apt-get, sudo and npm here are of our own.
# checks: 10
set -u
. "$(dirname "$0")/../lib/checks.sh"

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
stub npm 'exit 1'
: >"$work/lacking"

mkdir "$work/build"
cp -a "$build/o" "$build/text" "$build"/*.a "$work/build"
forget() {
	rm -f "$work"/build/libreferee.a "$work/build/referee" "$work/called"
}
forget
# making: make with our programs in front.
making() {
	PATH=$work/stubs:$PATH make BUILD="$work/build" "$@" 2>&1
}
# built: makes a referee; what make says.
built() {
	making "$work/build/referee"
}
printf 'libseccomp\njansson\n' >"$work/lacking"
said=$(built)
status=$?
say "a build that lacks packages names them and how to install them" \
	same "$(echo "$said" | head -2)" "These packages are missing: libseccomp-dev libjansson-dev
To install them: make deps   (or: sudo apt-get install libseccomp-dev libjansson-dev)"
say "it fails" same "$((status != 0))" 1
say "it compiles nothing before" same "$(echo "$said" | grep -c ' \(CC\|AR\|LD\)	')" 0
say "it calls nothing that installs or fetches" same "$(called)" ''

built_test() {
	making "$work/build/tests/base/escape"
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
	same "$((status != 0)) $(echo "$said" | sed -n 2p)" '1 They cannot be installed. As root: apt-get install check'
: >"$work/lacking"

forget
built >/dev/null
say "with all of them it is built, and calls nothing that installs or fetches" \
	same "$(test -x "$work/build/referee" && echo built) $(called)" 'built '
say "a build after it makes nothing anew" same "$(built | grep -c ' \(CC\|AR\|LD\)	') $(called)" '0 '
exit $bad
