#!/bin/sh
# make-target.sh TARGET: what `make TARGET` does beyond the build. It installs what is missing, builds and runs. Variables of
# make's command line are in the environment; BUILD is the folder of the build.
set -eu
cd "$(dirname "$0")/.."

build() { make -s -j"$(nproc)" "$@"; }
needs() { packaging/needs install "$@"; }

case $1 in
demo)
	needs build demo
	build all
	tests/demo/run "$BUILD"
	;;
test) # everything; T=FOLDER: unit tests
	[ -z "${T:-}" ] || exec tests/run unit $T
	needs build test bench browser broker packages
	tests/run
	;;
starters-test)
	needs build test starters
	build all
	STARTERS=all tests/run tests/end-to-end/starters.sh
	;;
torture) # TORTURE: how many; SEED
	needs build demo
	build all tools
	python3 tests/end-to-end/rogues.py --torture "${TORTURE:-1000}" ${SEED:-}
	;;
bench) # BASE: a commit; PAIRS: how many pairs; STEPS: these of tests/bench/run alone
	needs build bench broker
	build all tools
	PAIRS=${PAIRS:-} STEPS=${STEPS:-} tests/bench/run ${BASE:+--base "$BASE"}
	;;
bench-clocks)
	needs build
	build all tools
	"$BUILD/tests/bench/clocks"
	;;
fuzz) # FUZZ_RUNS: of each; FUZZ: these targets alone
	needs build clang
	build VARIANT=san fuzz-programs
	FUZZ_RUNS=${FUZZ_RUNS:-100000} nice -n 10 sh tests/fuzz/targets.sh ${FUZZ:-}
	;;
crash-test) # KILLS and FAULTS: how many; MACHINES: how workers on other machines are disturbed
	needs build demo
	build all "$BUILD/tests/bench/instant" "$BUILD/tests/crash/faulty-disk.so"
	tests/crash/kills.py --kills "${KILLS:-1000}"
	tests/crash/faults.py --faults "${FAULTS:-400}"
	tests/crash/machines.py ${MACHINES:---times 3 --silence 30 --crowd 1000 --jobs 17}
	;;
sprt-test)
	needs build demo
	build all "$BUILD/tests/bench/coin"
	SPRT_TESTS=${SPRT_TESTS:-1000} SPRT_SHOW=yes sh tests/sprt/error-rate.sh
	;;
soak) # MINUTES of the sanitized build, half as many of the plain one
	needs build demo
	build all build/tests/bench/crowd build/tests/rogues/exits
	build VARIANT=san all build/san/tests/bench/crowd build/san/tests/rogues/exits
	BUILD=build/san tests/soak/soak.py --minutes "${MINUTES:-10}"
	BUILD=build tests/soak/soak.py --minutes "$(python3 -c "print(${MINUTES:-10} / 2)")"
	;;
gallery)
	needs build demo gallery
	build all
	sh tests/end-to-end/gallery.sh make
	;;
mutants) # MUTANTS: these of the table; DRAWN: that many drawn ones instead, by SEED, of lines changed SINCE a commit
	needs build test ${DRAWN:+mutants}
	build tests
	if [ -n "${DRAWN:-}" ]; then
		tests/mutants/draw.py "$DRAWN" --seed "${SEED:-1}" ${SINCE:+--since "$SINCE"}
	else
		build VARIANT=san tests
		tests/mutants/run.py ${MUTANTS:-}
	fi
	;;
deb)
	needs build deb
	packaging/deb build build/deb
	;;
deb-test) # RELEASES of Debian: built and tried in a clean system of each
	needs build packages
	python3 tests/end-to-end/packages.py ${RELEASES:-bookworm trixie}
	;;
container-test)
	needs container
	python3 tests/end-to-end/container.py
	;;
*)
	echo "make-target.sh: no target $1" >&2
	exit 1
	;;
esac
