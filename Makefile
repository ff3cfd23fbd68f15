# make          build/referee, build/referee-bot, build/referee-solve
# make demo     a real tournament, standings at the end (installs what is missing)
# make test     everything that must hold (installs what is missing)
# make torture  tournaments of rogues at random: TORTURE=1000 of them, SEED= as it was said
# make bench    the figures, build/bench.json
# make bench-clocks  the clocks on a busy machine (minutes, all processors)
# make fuzz     targets for libFuzzer in build/fuzz/tests/fuzz; FUZZ_RUNS=10000000 runs each
# make crash-test  KILLS=1000 kills -9 of any process, FAULTS=400 of the disk, in running tournaments
# make soak MINUTES=10  a sanitized daemon with all that it does at once, then a plain one half as long:
#               no report, nothing that grows
# make install DESTDIR= PREFIX=
# make V=1 shows the commands; STRICT=1, as the tests have it, makes warnings errors.
# Variants build into folders of their own: make VARIANT=san, make VARIANT=clang.

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

LIBRARIES := libevent_core libevent_extra libevent_openssl openssl sqlite3 libconfuse libmd libseccomp jansson
CFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
	-Wpointer-arith -Wwrite-strings -Wno-missing-field-initializers
OPTIONS := -std=c11 -D_GNU_SOURCE -I. -fno-strict-aliasing $(WARNINGS)
ifdef STRICT
OPTIONS += -Werror
endif
ifeq ($(VARIANT),san)
OPTIONS += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
endif
ifeq ($(VARIANT),clang)
CC := clang
endif
ifeq ($(VARIANT),fuzz)
CC := clang
OPTIONS += -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer
endif
# libevent_openssl names the whole of libevent beside the core that we have.
LIBS = $(filter-out -levent,$(shell pkg-config --libs $(LIBRARIES)))
CHECK_LIBS = $(shell pkg-config --libs check)

# Every .c file of a folder belongs to its part; a main() is a file that PROGRAMS names.
PROGRAMS := referee referee-bot referee-solve
MAIN_referee := referee/commands/main.c
MAIN_referee-bot := bots/main.c
MAIN_referee-solve := bots/solve/main.c
MAINS := $(foreach p,$(PROGRAMS),$(MAIN_$(p)))

sources = $(filter-out $(MAINS),$(shell find $(1) -name '*.c' 2>/dev/null | sort))
objects = $(patsubst %.c,$(BUILD)/o/%.o,$(1))
RULES := $(call sources,rules)
PROTOCOL := $(call sources,protocol)
BOTS := $(filter-out bots/starters/%,$(call sources,bots))
DB := $(call sources,db)
REFEREE := $(call sources,referee)
TESTS := $(filter-out tests/end-to-end/% tests/rogues/% tests/bench/% tests/browser/% tests/fuzz/% tests/crash/%,$(call sources,tests))
TOOLS := $(call sources,tests/rogues tests/bench tests/browser)

all: $(addprefix $(BUILD)/,$(PROGRAMS))

# What a job needs, as WHAT=PACKAGE: a command, or NAME.pc for a library. What is missing is named
# and installed once; the stamp remembers that nothing is. What can be done without (0) asks for no
# password, and where it cannot be had that is tried again the next time.
BUILD_NEEDS := cc=gcc pkg-config=pkg-config libevent_core.pc=libevent-dev openssl.pc=libssl-dev sqlite3.pc=libsqlite3-dev \
	libconfuse.pc=libconfuse-dev libmd.pc=libmd-dev libseccomp.pc=libseccomp-dev \
	jansson.pc=libjansson-dev python3=python3
TEST_NEEDS := check.pc=check clang=clang clang-format=clang-format sqlite3=sqlite3
BENCH_NEEDS := strace=strace
# npm brings what draws the ratings; without it there are tables.
PLOT_NEEDS := npm=npm
# A browser is wanted and not needed: where there is none the tests of the pages say so.
BROWSER_NEEDS := chromium=chromium node=nodejs npm=npm
define install
	@missing=""; for need in $(1); do \
		case $$need in \
		*.pc=*) pkg-config --exists "$${need%.pc=*}" ;; \
		*) command -v "$${need%%=*}" ;; \
		esac >/dev/null 2>&1 || missing="$$missing $${need##*=}"; \
	done; \
	if [ -n "$$missing" ]; then \
		echo "Installing what is missing:$$missing"; \
		root=; [ "$$(id -u)" = 0 ] || root="sudo$(if $(filter 0,$(2)), -n)"; \
		$$root apt-get -qq update && DEBIAN_FRONTEND=noninteractive $$root apt-get -qq -y \
			install $$missing >/dev/null || \
			{ echo "Please install these packages:$$missing"; exit $(2); }; \
	fi; \
	mkdir -p $(@D) && touch $@
endef
build/.ready-build: Makefile
	$(call install,$(BUILD_NEEDS),1)
build/.ready-test: Makefile build/.ready-build
	$(call install,$(TEST_NEEDS),1)
build/.ready-plot: build/.ready-build
	$(call install,$(PLOT_NEEDS),0)
build/.ready-browser: build/.ready-build
	$(call install,$(BROWSER_NEEDS),0)
build/.ready-bench: Makefile build/.ready-build
	$(call install,$(BENCH_NEEDS),1)

$(BUILD)/o/%.o: %.c | build/.ready-build
	@mkdir -p $(@D)
	$(call SAY,CC)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -MMD -MP -c -o $@ $<

# uPlot as npm brings it, with its licence on top; fetched once for all variants. Where that cannot be
# done the program is built without, and the next make tries again: by itself it would not, since a
# file on the way that is missing (.SECONDARY) is not missed while what is made of it is there.
UPLOT := build/uplot
$(UPLOT)/uplot.js: referee/pages/package-lock.json $(if $(wildcard $(UPLOT)/uplot.js),,again) | build/.ready-plot
	$(call SAY,NPM)
	$(Q)rm -rf $(@D) && mkdir -p $(@D) && cp referee/pages/package*.json $(@D) && cd $(@D) && \
		if npm ci --no-audit --no-fund --ignore-scripts --prefer-offline --fetch-retries=0 \
			--fetch-timeout=20000 >npm.log 2>&1; then \
			for kind in min.css iife.min.js; do \
				{ echo '/*!'; cat node_modules/uplot/LICENSE; printf '\n*/\n'; \
					cat node_modules/uplot/dist/uPlot.$$kind; echo; } \
					>new && mv new uplot.$${kind##*.} || exit 1; \
			done; \
		else \
			echo "The plot of ratings is left out, since npm brings no uPlot ($(@D)/npm.log says why); the next make tries again."; \
		fi

# The schema is compiled in as a string.
$(BUILD)/db/schema.c: db/schema.sql
	@mkdir -p $(@D)
	$(Q){ echo '#include "db/schema.h"'; echo 'const char db_schema[] ='; \
		sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $<; echo ';'; } >$@
$(BUILD)/db/schema.o: $(BUILD)/db/schema.c
	$(call SAY,CC)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -MMD -MP -c -o $@ $<

# So are the pages' scripts and styles: board.js is page_board_js. A file that is not there is "", and
# when it was not there before nothing is made anew.
UPLOT_ASSETS := $(BUILD)/pages/uplot.js.o $(BUILD)/pages/uplot.css.o
PAGE_ASSETS := $(patsubst referee/pages/%,$(BUILD)/pages/%.o,$(wildcard referee/pages/*.js referee/pages/*.css)) $(UPLOT_ASSETS)
define asset
	@mkdir -p $(@D)
	$(Q){ echo '#include "referee/pages/assets.h"'; echo 'const char page_$(subst .,_,$(1))[] = ""'; \
		! [ -e $(2) ] || sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $(2); echo ';'; } >$@.new
	$(Q)if ! [ -e $(2) ] && cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
endef
$(BUILD)/pages/%.c: referee/pages/%
	$(call asset,$*,$<)
$(UPLOT_ASSETS:.o=.c): $(BUILD)/pages/uplot.%.c: $(UPLOT)/uplot.js
	$(call asset,uplot.$*,$(UPLOT)/uplot.$*)
$(BUILD)/pages/%.o: $(BUILD)/pages/%.c
	$(call SAY,CC)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/librules.a: $(call objects,$(RULES))
$(BUILD)/libprotocol.a: $(call objects,$(PROTOCOL))
$(BUILD)/libbots.a: $(call objects,$(BOTS))
$(BUILD)/libdb.a: $(call objects,$(DB)) $(BUILD)/db/schema.o
$(BUILD)/libreferee.a: $(call objects,$(REFEREE)) $(PAGE_ASSETS)
$(BUILD)/lib%.a:
	@mkdir -p $(@D)
	@rm -f $@
	$(call SAY,AR)
	$(Q)$(AR) rcs $@ $^

# Built into the program as it is.
$(BUILD)/bots/connect4/repertoire.o: bots/connect4/repertoire.bin

SMALL := $(BUILD)/libbots.a $(BUILD)/librules.a $(BUILD)/libprotocol.a
LARGE := $(BUILD)/libreferee.a $(BUILD)/libdb.a $(BUILD)/librules.a $(BUILD)/libprotocol.a

$(BUILD)/referee: $(call objects,$(MAIN_referee)) $(LARGE)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -o $@ $^ $(LIBS) -lm
$(BUILD)/referee-bot: $(call objects,$(MAIN_referee-bot)) $(SMALL)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -o $@ $^ -lm
$(BUILD)/referee-solve: $(call objects,$(MAIN_referee-solve)) $(SMALL)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -o $@ $^ -lm

# A test is a Check program: tests/FOLDER/NAME.c becomes build/tests/FOLDER/NAME.
TEST_PROGRAMS := $(patsubst %.c,$(BUILD)/%,$(TESTS))
$(TEST_PROGRAMS): $(BUILD)/%: $(BUILD)/o/%.o $(BUILD)/libreferee.a $(BUILD)/libdb.a $(SMALL)
	@mkdir -p $(@D)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -o $@ $^ $(LIBS) $(CHECK_LIBS) -lm

# A disk that fails, to be preloaded by the crash tests.
FAULTY_DISK := $(BUILD)/tests/crash/faulty-disk.so
$(FAULTY_DISK): tests/crash/faulty-disk.c | build/.ready-build
	@mkdir -p $(@D)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -fPIC -shared -o $@ $<

# What the tests start beside the referee: rogues, bench programs and the feeder of the pages, one
# file each.
TOOL_PROGRAMS := $(patsubst %.c,$(BUILD)/%,$(TOOLS))
$(TOOL_PROGRAMS): $(BUILD)/%: $(BUILD)/o/%.o $(LARGE) $(BUILD)/libbots.a
	@mkdir -p $(@D)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -o $@ $^ $(LIBS) -lm

# A target of libFuzzer: tests/fuzz/NAME.c becomes build/fuzz/tests/fuzz/NAME; in every other
# variant it is a program that feeds it files.
FUZZ_TARGETS := $(patsubst tests/fuzz/%.c,%,$(filter-out %/replay.c,$(wildcard tests/fuzz/*.c)))
FUZZ_PROGRAMS := $(addprefix $(BUILD)/tests/fuzz/,$(FUZZ_TARGETS))
FUZZ_MAIN := $(if $(filter fuzz,$(VARIANT)),,$(BUILD)/o/tests/fuzz/replay.o)
$(FUZZ_PROGRAMS): $(BUILD)/%: $(BUILD)/o/%.o $(FUZZ_MAIN) $(LARGE)
	@mkdir -p $(@D)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(if $(FUZZ_MAIN),,-fsanitize=fuzzer) $(CFLAGS) -o $@ $^ $(LIBS) -lm
fuzz-programs: $(FUZZ_PROGRAMS)

tests: $(TEST_PROGRAMS) $(TOOL_PROGRAMS) $(FUZZ_PROGRAMS) $(FAULTY_DISK) all

demo:
	@$(MAKE) -s $(PARALLEL) all
	@tests/demo/run $(BUILD)

test: | build/.ready-test build/.ready-browser
	@tests/run

TORTURE ?= 1000
torture: | build/.ready-test
	@$(MAKE) -s $(PARALLEL) all $(TOOL_PROGRAMS)
	@python3 tests/end-to-end/rogues.py --torture $(TORTURE) $(SEED)

bench: | build/.ready-bench
	@$(MAKE) -s $(PARALLEL) all $(TOOL_PROGRAMS)
	@tests/bench/run

bench-clocks: | build/.ready-build
	@$(MAKE) -s $(PARALLEL) all $(TOOL_PROGRAMS)
	@$(BUILD)/tests/bench/clocks

# FUZZ_RUNS: so many executions of each target, one after the other; FUZZ: of these targets only.
FUZZ ?= $(FUZZ_TARGETS)
fuzz: | build/.ready-test
	@$(MAKE) -s $(PARALLEL) VARIANT=fuzz fuzz-programs
	$(if $(FUZZ_RUNS),@tests/fuzz/run $(FUZZ_RUNS) $(FUZZ))

# KILLS and FAULTS: how many.
KILLS ?= 1000
FAULTS ?= 400
crash-test: | build/.ready-build
	@$(MAKE) -s $(PARALLEL) all $(BUILD)/tests/bench/instant $(FAULTY_DISK)
	@BUILD=$(BUILD) tests/crash/kills.py --kills $(KILLS)
	@BUILD=$(BUILD) tests/crash/faults.py --faults $(FAULTS)

MINUTES ?= 10
soak: | build/.ready-test
	@$(MAKE) -s $(PARALLEL) all build/tests/bench/crowd build/tests/rogues/exits
	@$(MAKE) -s $(PARALLEL) VARIANT=san all build/san/tests/bench/crowd build/san/tests/rogues/exits
	@BUILD=build/san tests/soak/soak.py --minutes $(MINUTES)
	@BUILD=build tests/soak/soak.py --minutes $$(python3 -c 'print($(MINUTES) / 2)')

# README.md and all that it and its pages lead to, in the same folders.
DOCUMENTS := README.md LICENSE protocol/PROTOCOL.md db/README.md db/schema.sql bots/starters \
	referee/pictures/example.svg tests/bench/exhibit.svg tests/bench/exhibit.conf \
	tests/bench/exhibit.c tests/rogues/README.md
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/referee
	install $(addprefix $(BUILD)/,$(PROGRAMS)) $(DESTDIR)$(PREFIX)/bin
	install -d $(DESTDIR)$(PREFIX)/lib/systemd/system
	sed 's|@PREFIX@|$(PREFIX)|' referee/commands/referee.service \
		>$(DESTDIR)$(PREFIX)/lib/systemd/system/referee.service
	cp -R --parents $(DOCUMENTS) $(DESTDIR)$(PREFIX)/share/referee

clean:
	rm -rf build

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

.PHONY: again all tests fuzz-programs demo test torture bench bench-clocks fuzz crash-test soak install clean
.DELETE_ON_ERROR:
.SECONDARY:
