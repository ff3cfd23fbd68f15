# make          build/referee, build/referee-bot, build/referee-solve; installs and fetches nothing
# make man      the manual pages, build/man/NAME.SECTION
# make deps     installs what is missing for all below, and fetches what draws the ratings
# make demo     a real tournament, standings at the end (calls make deps)
# make quick    a plain build, the lint and the unit tests: one to two minutes on two free processors
# make test     everything that must hold (calls make deps)
# make test T=game/clock [CK_RUN_CASE=CASE]  the unit tests of a folder or program; one case alone
# make e2e T=swiss  the scripts whose name or text has the word
#               Both take VARIANT=san.
# make starters-test  installs the compilers and plays the starter of every language
# make torture  tournaments of rogues at random: TORTURE=1000 of them, SEED= as it was said
# make bench    the figures, build/bench.json; BASE=COMMIT compares with it in PAIRS=5 pairs: ratios and
#               their spread; STEPS="moves calls" these alone; BENCH_SMALL=1 the least of each
# make bench-clocks  the clocks on a busy machine (minutes, all processors)
# make fuzz     FUZZ_RUNS=10000000 executions of each target of tests/fuzz; FUZZ="game line" of these
# make crash-test  KILLS=1000 kills -9 of any process, FAULTS=400 of the disk, in running tournaments;
#               faults of workers on other machines: MACHINES="--times 3 --silence 30", about three minutes
# make sprt-test  SPRT_TESTS=1000 tests of bots of known strength, and how many are wrong
# make soak MINUTES=10  a sanitized daemon with all that it does at once, then a plain one half as long:
#               no report, nothing that grows
# make gallery  docs/gallery and docs/gallery.md: a picture of each page and view of the terminal
# make mutants  mistakes put into the code on purpose, of which the tests must notice 95 in a hundred
#               (many minutes); MUTANTS="ID ID" these alone
# make mutants RANDOM=N [SINCE=COMMIT] [SEED=1]  N mistakes, drawn from all lines or from those
#               that changed since the commit; those that no test notices are printed with a diff each
# make docs     what the headers declare and the documents, as pages: build/docs/html
# make install DESTDIR= PREFIX=; make uninstall removes what it wrote
# make deb      Debian packages in build/deb
# make deb-test RELEASES="bookworm trixie"  builds and tries them in a clean system of each
# make container-test  the image of packaging/Containerfile, and the sandbox in it (minutes; needs root)
# make V=1 shows the commands; STRICT=1, as the tests have it, makes warnings errors.
# Variants build into folders of their own: make VARIANT=san (clang's, with its sanitizers).

PREFIX ?= /usr/local
DESTDIR ?=
VARIANT ?=
BUILD := build$(if $(VARIANT),/$(VARIANT))

ifndef V
Q := @
SAY = @echo "  $(1)	$@"
endif
MAKEFLAGS += --no-print-directory
PARALLEL := -j$(shell nproc)

LIBRARIES := libevent_core libevent_extra libevent_openssl openssl sqlite3 libmd libseccomp jansson libarchive libutf8proc
CFLAGS ?= $(if $(filter san,$(VARIANT)),-O1 -g1,-O2 -g)
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
	-Wpointer-arith -Wwrite-strings -Wno-missing-field-initializers
OPTIONS := -std=c11 -D_GNU_SOURCE -I. -fno-strict-aliasing $(WARNINGS) $(CPPFLAGS)
ifdef STRICT
OPTIONS += -Werror
endif
# The counters of edges guide libFuzzer and cost a twentieth; what it would like beside them, the
# operands of each comparison, makes the tests three times as slow.
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer \
	-fsanitize-coverage=inline-8bit-counters,pc-table \
	-D__SANITIZE_ADDRESS__=1 # gcc defines it, older clangs do not
# The sanitized build is clang's, so that both compilers see everything with their warnings.
ifeq ($(VARIANT),san)
CC := clang
OPTIONS += $(SANITIZE)
endif
# libevent_openssl names the whole of libevent beside the core that we have.
LIBS = $(filter-out -levent,$(shell pkg-config --libs $(LIBRARIES) 2>/dev/null))
CHECK_LIBS = $(shell pkg-config --libs check 2>/dev/null)

# Every .c file of a folder belongs to its part; a main() is a file that PROGRAMS names.
PROGRAMS := referee referee-bot referee-solve referee-adapt
MAIN_referee := referee/commands/main.c
MAIN_referee-bot := bots/main.c
MAIN_referee-solve := bots/solve/main.c
MAIN_referee-adapt := bots/adapters/main.c
# Without the NATS library it is left out, and `broker` says so.
ifeq ($(shell pkg-config --exists libnats 2>/dev/null && echo yes),yes)
PROGRAMS += referee-broker
endif
MAIN_referee-broker := referee/machines/nats/main.c
MAIN_manual := packaging/man/main.c
MAINS := $(foreach p,$(PROGRAMS) manual,$(MAIN_$(p)))

sources = $(filter-out $(MAINS),$(shell find $(1) -name '*.c' 2>/dev/null | sort))
objects = $(patsubst %.c,$(BUILD)/o/%.o,$(1))
BASE := $(call sources,base)
RULES := $(filter-out rules/process/%,$(call sources,rules))
RULES_PROCESS := $(call sources,rules/process)
PROTOCOL := $(call sources,protocol)
BOTS := $(filter-out bots/starters/%,$(call sources,bots))
DB := $(call sources,db)
REFEREE := $(filter-out referee/machines/nats/%,$(call sources,referee))
MANUAL := $(call sources,packaging/man)
TESTS := $(filter-out tests/adapters/% tests/end-to-end/% tests/rogues/% tests/bench/% tests/browser/% tests/fuzz/% tests/crash/% tests/mistakes/% tests/lib/%,$(call sources,tests))
TOOLS := $(call sources,tests/rogues tests/bench tests/browser)

all: $(addprefix $(BUILD)/,$(PROGRAMS))
	$(if $(filter referee-broker,$(PROGRAMS)),,@echo "referee-broker is left out, since libnats-dev is missing. Only workers that come through a NATS server need it.")

# A need is WHAT=PACKAGE: a command, or NAME.pc for a library.
NEEDS_build := cc=gcc pkg-config=pkg-config libevent_core.pc=libevent-dev openssl.pc=libssl-dev \
	sqlite3.pc=libsqlite3-dev libmd.pc=libmd-dev \
	libseccomp.pc=libseccomp-dev jansson.pc=libjansson-dev libarchive.pc=libarchive-dev \
	libutf8proc.pc=libutf8proc-dev
NEEDS_clang := clang=clang
NEEDS_check := check.pc=check
NEEDS_demo := python3=python3
NEEDS_test := $(NEEDS_demo) $(NEEDS_clang) $(NEEDS_check) clang-format=clang-format sqlite3=sqlite3 \
	git=git mandoc=mandoc bash=bash zsh=zsh fish=fish doxygen=doxygen tmux=tmux
NEEDS_mutants := $(NEEDS_demo) git=git unshare=util-linux nm=binutils
NEEDS_starters := $(NEEDS_demo) g++=g++ javac=default-jdk-headless rustc=rustc go=golang-go node=nodejs
NEEDS_deb := dpkg-buildpackage=dpkg-dev dh=debhelper lintian=lintian libnats.pc=libnats-dev
NEEDS_machine := python3=python3 mmdebstrap=mmdebstrap
NEEDS_container := $(NEEDS_machine) podman=podman buildah=buildah crun=crun
NEEDS_bench := $(NEEDS_demo) strace=strace
# Wanted, not needed: a browser tests the pages, a NATS server connects workers, mmdebstrap makes clean
# systems in which packages are tried, promtool the alert rules.
WANTED := browser broker alerts packages
NEEDS_packages := $(NEEDS_deb) $(NEEDS_machine)
NEEDS_broker := libnats.pc=libnats-dev nats-server=nats-server
NEEDS_alerts := promtool=prometheus
NEEDS_browser := chromium=chromium node=nodejs npm=npm
NEEDS_gallery := $(NEEDS_browser) tmux=tmux pngquant=pngquant

# missing NEEDS: shell code that lists the packages that are not there as $$missing.
missing = missing=""; for need in $(1); do \
		case $$need in \
		*.pc=*) pkg-config --exists "$${need%.pc=*}" ;; \
		*) command -v "$${need%%=*}" ;; \
		esac >/dev/null 2>&1 || missing="$$missing $${need\#\#*=}"; \
	done

# A build installs nothing. It names the packages that it lacks before it compiles anything.
define need
	@$(call missing,$(1)); [ -z "$$missing" ] || { \
		echo "These packages are missing:$$missing"; \
		echo "To install them: make deps   (or: sudo apt-get install$$missing)"; \
		exit 1; \
	} >&2
endef
needed-to-build:
	$(call need,$(NEEDS_build) $(if $(filter clang,$(CC)),$(NEEDS_clang)))
needed-to-test: needed-to-build
	$(call need,$(NEEDS_check))

# make deps FOR="build test": installs for these alone. What is only wanted is asked for without a
# password, and its absence is no failure.
FOR ?= build test bench browser broker alerts packages
needs = $(foreach part,$(1),$(NEEDS_$(part)))
define install
	@$(call missing,$(1)); [ -z "$$missing" ] || { \
		echo "Installing what is missing:$$missing"; \
		root=; [ "$$(id -u)" = 0 ] || root="sudo$(if $(filter 0,$(2)), -n)"; \
		[ -z "$$root" ] || command -v sudo >/dev/null || { \
			echo "There is no sudo here. As root: apt-get install$$missing" >&2; exit $(2); }; \
		$$root apt-get -qq update && DEBIAN_FRONTEND=noninteractive $$root apt-get -qq -y \
			install $$missing >/dev/null || \
			{ echo "They cannot be installed. As root: apt-get install$$missing" >&2; exit $(2); }; \
	}
endef
deps:
	$(call install,$(call needs,$(filter-out $(WANTED),$(FOR))),1)
	$(call install,$(call needs,$(filter $(WANTED),$(FOR))),0)

$(BUILD)/o/%.o: %.c | needed-to-build
	@mkdir -p $(@D)
	$(call SAY,CC)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -MMD -MP -c -o $@ $<

# The schema is compiled in as a string.
$(BUILD)/db/schema.c: db/schema.sql
	@mkdir -p $(@D)
	$(Q){ echo '#include "db/schema.h"'; echo 'const char db_schema[] ='; \
		sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $<; echo ';'; } >$@
$(BUILD)/db/schema.o: $(BUILD)/db/schema.c | needed-to-build
	$(call SAY,CC)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -MMD -MP -c -o $@ $<

# So are the pages' scripts and styles: board.js is page_board_js. What comes
# out as it was is left as it is, so that nothing else is made anew.
PAGE_ASSETS := $(patsubst referee/report/assets/%,$(BUILD)/assets/%.o,$(wildcard referee/report/assets/*.js referee/report/assets/*.css))
define asset
	@mkdir -p $(@D)
	$(Q){ echo '#include "referee/report/assets.h"'; echo 'const char page_$(subst .,_,$(1))[] = ""'; \
		sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $(2); echo ';'; } >$@.new
	$(Q)if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
endef
$(BUILD)/assets/%.c: referee/report/assets/%
	$(call asset,$*,$<)
$(BUILD)/assets/%.o: $(BUILD)/assets/%.c | needed-to-build
	$(call SAY,CC)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/libbase.a: $(call objects,$(BASE))
$(BUILD)/librules.a: $(call objects,$(RULES))
$(BUILD)/librules-process.a: $(call objects,$(RULES_PROCESS))
$(BUILD)/libprotocol.a: $(call objects,$(PROTOCOL))
$(BUILD)/libbots.a: $(call objects,$(BOTS)) $(BUILD)/bots/adapters/kaggle.o
$(BUILD)/libdb.a: $(call objects,$(DB)) $(BUILD)/db/schema.o
$(BUILD)/libreferee.a: $(call objects,$(REFEREE)) $(PAGE_ASSETS)
$(BUILD)/libmanual.a: $(call objects,$(MANUAL))
$(BUILD)/lib%.a:
	@mkdir -p $(@D)
	@rm -f $@
	$(call SAY,AR)
	$(Q)$(AR) rcs $@ $^

# The text that runs a Kaggle agent is compiled in as a string.
$(BUILD)/bots/adapters/kaggle.c: bots/adapters/kaggle.py
	@mkdir -p $(@D)
	$(Q){ echo '#include "bots/adapters/kaggle.h"'; echo 'const char adapter_kaggle_py[] ='; \
		sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $<; echo ';'; } >$@
$(BUILD)/bots/adapters/kaggle.o: $(BUILD)/bots/adapters/kaggle.c | needed-to-build
	$(call SAY,CC)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -MMD -MP -c -o $@ $<

# Built into the program as it is.
$(BUILD)/bots/connect4/repertoire.o: bots/connect4/repertoire.bin

SMALL := $(BUILD)/libbots.a $(BUILD)/librules-process.a $(BUILD)/librules.a $(BUILD)/libprotocol.a $(BUILD)/libbase.a
LARGE := $(BUILD)/libreferee.a $(BUILD)/libdb.a $(BUILD)/librules-process.a $(BUILD)/librules.a $(BUILD)/libprotocol.a $(BUILD)/libbase.a

# A faster linker for the hundreds of programs of the tests, where it is there.
TEST_LINKER := $(if $(shell command -v ld.lld),-fuse-ld=lld)

# What `--version` says of the build: make COMMIT=TEXT, else the commit of this folder, else nothing.
# Linked into the programs alone. A commit that is the same makes nothing anew.
COMMIT ?= $(shell [ "$$(git rev-parse --show-toplevel 2>/dev/null)" = "$$(pwd -P)" ] && \
	git --no-optional-locks describe --always --dirty --abbrev=12 --exclude='*')
$(BUILD)/base/commit.c: always
	@mkdir -p $(@D)
	$(Q)echo 'extern const char version_commit_text[]; const char version_commit_text[] = "$(COMMIT)";' >$@.new
	$(Q)if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(BUILD)/base/commit.o: $(BUILD)/base/commit.c | needed-to-build
	$(call SAY,CC)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -c -o $@ $<
$(addprefix $(BUILD)/,$(PROGRAMS)): $(BUILD)/base/commit.o

$(BUILD)/referee: $(call objects,$(MAIN_referee)) $(LARGE)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) -lm
$(BUILD)/referee-bot: $(call objects,$(MAIN_referee-bot)) $(SMALL)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm
$(BUILD)/referee-solve: $(call objects,$(MAIN_referee-solve)) $(SMALL)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm
$(BUILD)/referee-broker: $(call objects,$(MAIN_referee-broker) $(call sources,referee/machines/nats)) $(LARGE)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs libnats 2>/dev/null) $(LIBS) -lpthread -lm
$(BUILD)/referee-adapt: $(call objects,$(MAIN_referee-adapt)) $(SMALL)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) $(LDFLAGS) -o $@ $^

# The manual pages, written by a program that reads the tables of all others.
$(BUILD)/manual: $(call objects,$(MAIN_manual)) $(BUILD)/libmanual.a $(BUILD)/libbots.a $(LARGE)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) -lm
MAN := $(BUILD)/man
$(MAN)/referee.1: $(BUILD)/manual protocol/PROTOCOL.md db/README.md
	@rm -rf $(MAN) && mkdir -p $(MAN)
	$(call SAY,MAN)
	$(Q)$(BUILD)/manual $(MAN)
man: $(MAN)/referee.1

# A test is a Check program: tests/FOLDER/NAME.c becomes build/tests/FOLDER/NAME.
TEST_PROGRAMS := $(patsubst %.c,$(BUILD)/%,$(TESTS))
list-tests:
	@printf '%s\n' $(TESTS:.c=)
$(TEST_PROGRAMS): $(BUILD)/%: $(BUILD)/o/%.o $(BUILD)/libmanual.a $(BUILD)/libreferee.a $(BUILD)/libdb.a $(SMALL) | needed-to-test
	@mkdir -p $(@D)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) $(TEST_LINKER) $(LDFLAGS) -o $@ $^ $(LIBS) $(CHECK_LIBS) -lm

# A disk that fails, to be preloaded by the crash tests.
FAULTY_DISK := $(BUILD)/tests/crash/faulty-disk.so
$(FAULTY_DISK): tests/crash/faulty-disk.c | needed-to-build
	@mkdir -p $(@D)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -fPIC -shared -o $@ $<

# What the tests start beside the referee: rogues, bench programs and the feeder of the pages, one
# file each.
TOOL_PROGRAMS := $(patsubst %.c,$(BUILD)/%,$(TOOLS))
$(TOOL_PROGRAMS): $(BUILD)/%: $(BUILD)/o/%.o $(BUILD)/libbots.a $(LARGE)
	@mkdir -p $(@D)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) $(TEST_LINKER) $(LDFLAGS) -o $@ $^ $(LIBS) -lm

# A target of libFuzzer: tests/fuzz/NAME.c becomes build/san/tests/fuzz/NAME. It is in clang's
# build alone.
FUZZ_TARGETS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
FUZZ_PROGRAMS := $(addprefix $(BUILD)/tests/fuzz/,$(FUZZ_TARGETS))
$(FUZZ_PROGRAMS): $(BUILD)/%: $(BUILD)/o/%.o $(LARGE)
	@mkdir -p $(@D)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) -fsanitize=fuzzer $(CFLAGS) $(TEST_LINKER) $(LDFLAGS) -o $@ $^ $(LIBS) -lm
fuzz-programs: $(FUZZ_PROGRAMS)

tools: $(TOOL_PROGRAMS) $(FAULTY_DISK)
tests: $(TEST_PROGRAMS) $(if $(filter san,$(VARIANT)),$(FUZZ_PROGRAMS)) tools all man

demo:
	@$(MAKE) deps FOR='build demo'
	@$(MAKE) -s $(PARALLEL) all
	@tests/demo/run $(BUILD)

quick:
	@tests/run quick

test:
ifdef T
	@tests/run unit $(T)
else
	@$(MAKE) deps FOR='build test bench browser broker packages'
	@tests/run
endif

e2e:
	@tests/run e2e $(T)

starters-test:
	@$(MAKE) deps FOR='build test starters'
	@$(MAKE) -s $(PARALLEL) all
	@STARTERS=all tests/run tests/end-to-end/starters.sh

TORTURE ?= 1000
torture:
	@$(MAKE) deps FOR='build demo'
	@$(MAKE) -s $(PARALLEL) all $(TOOL_PROGRAMS)
	@python3 tests/end-to-end/rogues.py --torture $(TORTURE) $(SEED)

# BASE: a commit; PAIRS: how many pairs; STEPS: these of tests/bench/run alone.
bench:
	@$(MAKE) deps FOR='build bench broker'
	@$(MAKE) -s $(PARALLEL) all $(TOOL_PROGRAMS)
	@PAIRS=$(PAIRS) STEPS='$(STEPS)' tests/bench/run $(if $(BASE),--base $(BASE))

bench-clocks:
	@$(MAKE) deps FOR=build
	@$(MAKE) -s $(PARALLEL) all $(TOOL_PROGRAMS)
	@$(BUILD)/tests/bench/clocks

# FUZZ: these targets alone.
FUZZ_RUNS ?= 100000
FUZZ ?= $(FUZZ_TARGETS)
fuzz:
	@$(MAKE) deps FOR='build clang'
	@$(MAKE) -s $(PARALLEL) VARIANT=san fuzz-programs
	@FUZZ_RUNS=$(FUZZ_RUNS) nice -n 10 sh tests/fuzz/targets.sh $(FUZZ)

# KILLS and FAULTS: how many. MACHINES: how workers on other machines are disturbed.
KILLS ?= 1000
FAULTS ?= 400
MACHINES ?= --times 3 --silence 30 --crowd 1000 --jobs 17
crash-test:
	@$(MAKE) deps FOR='build demo'
	@$(MAKE) -s $(PARALLEL) all $(BUILD)/tests/bench/instant $(FAULTY_DISK)
	@BUILD=$(BUILD) tests/crash/kills.py --kills $(KILLS)
	@BUILD=$(BUILD) tests/crash/faults.py --faults $(FAULTS)
	@BUILD=$(BUILD) tests/crash/machines.py $(MACHINES)

SPRT_TESTS ?= 1000
sprt-test:
	@$(MAKE) deps FOR='build demo'
	@$(MAKE) -s $(PARALLEL) all $(BUILD)/tests/bench/coin
	@BUILD=$(BUILD) SPRT_TESTS=$(SPRT_TESTS) SPRT_SHOW=yes sh tests/sprt/error-rate.sh

MINUTES ?= 10
soak:
	@$(MAKE) deps FOR='build demo'
	@$(MAKE) -s $(PARALLEL) all build/tests/bench/crowd build/tests/rogues/exits
	@$(MAKE) -s $(PARALLEL) VARIANT=san all build/san/tests/bench/crowd build/san/tests/rogues/exits
	@BUILD=build/san tests/soak/soak.py --minutes $(MINUTES)
	@BUILD=build tests/soak/soak.py --minutes $$(python3 -c 'print($(MINUTES) / 2)')

gallery:
	@$(MAKE) deps FOR='build demo gallery'
	@$(MAKE) -s $(PARALLEL) all
	@sh tests/end-to-end/gallery.sh make

# What compiles a file of this variant.
compiler:
	@echo '$(CC) $(OPTIONS) $(CFLAGS)'

# MUTANTS: these mistakes of the table alone. RANDOM: that many drawn ones instead.
MUTANTS_SAY = COMPILER='$(CC) $(OPTIONS) $(CFLAGS)' COMPILER_SAN="$$($(MAKE) -s VARIANT=san compiler)" \
	TEST_LINKER='$(TEST_LINKER)' LIBS='$(LIBS) $(CHECK_LIBS) -lm' BROKER_LIBS="$$(pkg-config --libs libnats 2>/dev/null) -lpthread"
mutants:
	@$(MAKE) deps FOR='build test $(if $(RANDOM),mutants)'
	@$(MAKE) -s $(PARALLEL) tests
ifdef RANDOM
	@$(MUTANTS_SAY) tests/mutants/draw.py $(RANDOM) --seed $(or $(SEED),1) $(if $(SINCE),--since $(SINCE))
else
	@$(MAKE) -s $(PARALLEL) VARIANT=san tests
	@$(MUTANTS_SAY) tests/mutants/run.py $(MUTANTS)
endif

NEEDS_docs := doxygen=doxygen $(NEEDS_demo)
# The version of all programs.
docs: version = $(shell sed -n 's/^\#define VERSION "\(.*\)"/\1/p' base/version.h)
docs:
	$(call need,$(NEEDS_docs))
	@rm -rf $(BUILD)/docs
	$(Q)docs/doxygen-sources $(BUILD)/docs/source
	$(Q)OUTPUT=$(BUILD)/docs VERSION=$(version) doxygen docs/Doxyfile

# README.md and all that it and its pages lead to, in the same folders.
DOCUMENTS := README.md CHANGELOG.md LICENSE $(filter-out docs/Doxyfile docs/doxygen%,$(wildcard docs/*)) \
	protocol/PROTOCOL.md db/README.md db/schema.sql referee/board/example.svg tests/bench/exhibit.svg \
	tests/bench/exhibit.conf tests/bench/exhibit.c tests/rogues/README.md
STARTERS := bots/starters rules/process/starters

# What is installed: lines of MODE, source and place below PREFIX, for packaging/install.sh. In the
# documents the starters are links, since people copy them from share/referee.
tree = $(shell find $(1) -name '*.pyc' -o -type f -perm -100 -printf '755 %p $(2)/%p|' \
	-o -type f -printf '644 %p $(2)/%p|')
UNITS := referee.service referee-worker.service
INSTALLED = $(foreach p,$(PROGRAMS),755 $(BUILD)/$(p) bin/$(p)|) \
	$(foreach unit,$(UNITS),644 $(BUILD)/packaging/$(unit) lib/systemd/system/$(unit)|) \
	644 packaging/referee.sysusers lib/sysusers.d/referee.conf| \
	$(shell ls $(MAN) | sed 's|.*\.\(.\)$$|644 $(MAN)/& share/man/man\1/&\||') \
	$(foreach p,$(filter-out referee-broker,$(PROGRAMS)),644 packaging/completion/referee.bash share/bash-completion/completions/$(p)| \
		644 packaging/completion/referee.fish share/fish/vendor_completions.d/$(p).fish|) \
	644 packaging/completion/referee.zsh share/zsh/site-functions/_referee| \
	$(call tree,$(DOCUMENTS),share/doc/referee) $(call tree,$(STARTERS),share/referee) \
	$(foreach folder,$(STARTERS),link ../../../referee/$(folder) share/doc/referee/$(folder)|)
PACKAGING := packaging/install.sh
$(BUILD)/packaging/%.service: packaging/%.service always
	@mkdir -p $(@D)
	$(Q)sed 's|@PREFIX@|$(PREFIX)|' $< >$@
install: all man $(addprefix $(BUILD)/packaging/,$(UNITS))
	@echo '$(INSTALLED)' | tr '|' '\n' | sed '/^ *$$/d' | $(PACKAGING) install '$(DESTDIR)' '$(PREFIX)'
	@$(if $(DESTDIR),,echo 'Installed below $(PREFIX). Next: `referee --help`, or for a server $(PREFIX)/share/doc/referee/docs/server.md:' && \
		echo '`systemd-sysusers && systemctl daemon-reload && systemctl enable --now referee`, as root.')
uninstall:
	@$(PACKAGING) uninstall '$(DESTDIR)' '$(PREFIX)'

# Debian packages in build/deb, from a copy of this folder with a changelog of one entry.
DEB_VERSION = $(shell sed -n 's/^.define VERSION "\(.*\)"/\1/p' base/version.h)
DEB := build/deb
DEB_SOURCE = $(DEB)/referee-$(DEB_VERSION)
deb-source:
	@rm -rf $(DEB_SOURCE) && mkdir -p $(DEB_SOURCE)
	@tar -c --exclude-vcs --exclude-vcs-ignores --exclude=./build . | tar -xC $(DEB_SOURCE)
	@mv $(DEB_SOURCE)/packaging/debian $(DEB_SOURCE)/debian
	@cd $(DEB_SOURCE) && packaging/debian-changelog $(DEB_VERSION) >debian/changelog
deb:
	@$(MAKE) deps FOR='build deb'
	@rm -rf $(DEB)/*.deb
	@$(MAKE) deb-source
	@cd $(DEB_SOURCE) && env -u MAKEFLAGS -u MAKEOVERRIDES -u MAKELEVEL COMMIT="$(COMMIT)" dpkg-buildpackage -b -us -uc
	@ls $(DEB)/*.deb

# RELEASES: the packages built and tried in a clean system of each of these.
RELEASES ?= bookworm trixie
deb-test:
	@$(MAKE) deps FOR='build deb machine'
	@python3 tests/end-to-end/packages.py $(RELEASES)

container-test:
	@$(MAKE) deps FOR=container
	@python3 tests/end-to-end/container.py

# All but what only the network brings back.
clean:
	rm -rf build

-include $(shell find $(BUILD) \( -name deb -o -name machines \) -prune -o -name '*.d' -type f -print 2>/dev/null)

.PHONY: always list-tests needed-to-build needed-to-test deps all tools tests fuzz-programs demo quick test e2e starters-test torture bench bench-clocks compiler fuzz crash-test sprt-test soak mutants docs install clean man uninstall deb deb-source deb-test container-test gallery
.DELETE_ON_ERROR:
.SECONDARY:
