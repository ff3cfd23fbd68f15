#!/bin/sh
# The units as `make install` writes them, under systemd itself: a user's instance in namespaces of its
# own, which takes all with it when it ends. Skipped where none can be started.
# alone: its watchdog bites after three seconds
# checks: 20
cd "$(dirname "$0")/../.." || exit 1
BUILD=$(realpath "${BUILD:-build}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
COMMIT=$(sed -n 's/.*\[\] = "\(.*\)";/\1/p' "$BUILD/text/commit.c") # no program is linked again for another one
export COMMIT
make -s install BUILD="$BUILD" PREFIX="$work/prefix" || exit 1
if command -v systemd-analyze >/dev/null; then
	for unit in referee referee-worker; do
		if systemd-analyze verify --man=no "$work/prefix/lib/systemd/system/$unit.service"; then
			echo "ok $unit.service is a unit without mistakes"
		else
			echo "not ok $unit.service is a unit without mistakes"
			exit 1
		fi
	done
else
	echo "skip: there is no systemd-analyze; the units are not checked by it"
fi
if [ ! -x /lib/systemd/systemd ] || ! unshare --mount --pid --fork --mount-proc true; then
	echo "skip: no instance of systemd can be started here"
	exit 0
fi
unshare --mount --pid --fork --mount-proc --kill-child python3 tests/end-to-end/systemd-unit.py "$work"
