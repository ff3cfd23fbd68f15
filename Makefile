# make          build/referee, build/referee-bot, build/referee-solve ...; installs and fetches nothing
# make deps     installs what is missing for all below, and fetches what draws the ratings
# make demo     a real tournament, standings at the end
# make man      the manual pages, build/man/NAME.SECTION
# make docs     what the headers declare and the documents, as pages: build/docs/html
# make install DESTDIR= PREFIX=; make uninstall removes what it wrote
# make deb      Debian packages in build/deb
#
# make quick    a plain build, the lint and the unit tests: one to two minutes on two free processors
# make test     everything that must hold
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
# make soak MINUTES=10  a sanitized daemon with all that it does at once, then a plain one half as long
# make gallery  docs/gallery and docs/gallery.md: a picture of each page and view of the terminal
# make mutants  mistakes put into the code on purpose, of which the tests must notice 95 in a hundred
#               (many minutes); MUTANTS="ID ID" these alone
# make mutants RANDOM=N [SINCE=COMMIT] [SEED=1]  N mistakes, drawn from all lines or from those that
#               changed since the commit; those that no test notices are printed with a diff each
# make deb-test RELEASES="bookworm trixie"  builds and tries the packages in a clean system of each
# make container-test  the image of packaging/Containerfile, and the sandbox in it (minutes; needs root)
#
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

# --- how it is compiled ------------------------------------------------------------------------

LIBRARIES := libevent_core libevent_extra libevent_openssl openssl sqlite3 libseccomp jansson libarchive libutf8proc
CFLAGS ?= $(if $(filter san,$(VARIANT)),-O1 -g1,-O2 -g)
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
	-Wpointer-arith -Wwrite-strings -Wno-missing-field-initializers
OPTIONS := -std=c11 -D_GNU_SOURCE -I. -fno-strict-aliasing $(WARNINGS) $(CPPFLAGS)
ifdef STRICT
OPTIONS += -Werror
endif
# The sanitized build is clang's, so that both compilers see everything with their warnings. The counters
# of edges guide libFuzzer and cost a twentieth; what it would like beside them, the operands of each
# comparison, makes the tests three times as slow.
ifeq ($(VARIANT),san)
CC := clang
OPTIONS += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer \
	-fsanitize-coverage=inline-8bit-counters,pc-table \
	-D__SANITIZE_ADDRESS__=1 # gcc defines it, older clangs do not
endif
# libevent_openssl names the whole of libevent beside the core that we have.
LIBS = $(filter-out -levent,$(shell pkg-config --libs $(LIBRARIES) 2>/dev/null)) -lm
NATS_LIBS = $(shell pkg-config --libs libnats 2>/dev/null) -lpthread
# A faster linker for the hundreds of programs of the tests, where it is there.
TEST_LINKER := $(if $(shell command -v ld.lld),-fuse-ld=lld)
TEST_LIBS = $(shell pkg-config --libs check 2>/dev/null) $(LIBS)

# --- what it is made of ------------------------------------------------------------------------

# Every .c file of a folder belongs to its part; a main() is a file that is named here. Without the NATS
# library referee-broker is left out, and `broker` says so.
PROGRAMS := referee referee-bot referee-solve referee-adapt $(shell pkg-config --exists libnats 2>/dev/null && echo referee-broker)
MAIN_referee := referee/commands/main.c
MAIN_referee-bot := bots/main.c
MAIN_referee-solve := bots/solve/main.c
MAIN_referee-adapt := bots/adapters/main.c
MAIN_referee-broker := referee/machines/nats/main.c
MAIN_manual := packaging/man/main.c
MAINS := $(foreach p,$(PROGRAMS) referee-broker manual,$(MAIN_$(p)))

sources = $(filter-out $(MAINS) $(addsuffix /%,$(2)),$(shell find $(1) -name '*.c' | sort))
objects = $(patsubst %.c,$(BUILD)/o/%.o,$(1))
TESTS := $(call sources,tests,$(addprefix tests/,adapters end-to-end rogues bench browser fuzz crash mistakes lib))
TOOLS := $(call sources,tests/rogues tests/bench tests/browser)

all: $(addprefix $(BUILD)/,$(PROGRAMS))
	$(if $(filter referee-broker,$(PROGRAMS)),,@echo "referee-broker is left out, since libnats-dev is missing. Only workers that come through a NATS server need it.")

# A build installs nothing. It names the packages that it lacks before it compiles anything.
needed-to-build:
	@packaging/needs check build $(if $(filter clang,$(CC)),clang)
needed-to-test: needed-to-build
	@packaging/needs check check

# make deps FOR="build test": installs for these alone.
FOR ?= build test bench browser broker alerts packages
deps:
	@packaging/needs install $(FOR)

COMPILE = $(Q)$(CC) $(OPTIONS) $(CFLAGS) -MMD -MP -c -o $@ $<
# What html_print() is given, checked as by printf(): base/html-print.h.
define check-html
	$(Q)! grep -q html_print $< || { echo '#line 1 "$<"'; sed 's/%[haj]/%s/g; s/%r/%f/g' $<; } | \
		$(CC) $(OPTIONS) -DHTML_PRINT_CHECKED -fsyntax-only -xc -
endef
$(BUILD)/o/%.o: %.c | needed-to-build
	@mkdir -p $(@D)
	$(call SAY,CC)
	$(if $(STRICT),$(call check-html))
	$(COMPILE)
$(BUILD)/text/%.o: $(BUILD)/text/%.c | needed-to-build
	$(call SAY,CC)
	$(COMPILE)

# Texts are compiled in as strings: board.js is page_board_js. What comes out as it was is left as it is, so that
# nothing else is made anew.
PAGE_ASSETS := $(patsubst %,$(BUILD)/text/%.o,$(wildcard referee/report/assets/*.js referee/report/assets/*.css))
define text # HEADER, NAME
	@mkdir -p $(@D)
	$(Q){ echo '#include "$(1)"'; echo 'const char $(2)[] = ""'; sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $<; echo ';'; } >$@.new
	$(Q)if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
endef
$(BUILD)/text/db/schema.sql.c: db/schema.sql
	$(call text,db/schema.h,db_schema)
$(BUILD)/text/db/queries.sql.c: db/queries.sql
	$(call text,db/schema.h,db_queries_sql)
$(BUILD)/text/bots/adapters/kaggle.py.c: bots/adapters/kaggle.py
	$(call text,bots/adapters/kaggle.h,adapter_kaggle_py)
$(BUILD)/text/referee/report/assets/%.c: referee/report/assets/%
	$(call text,referee/report/assets.h,page_$(subst .,_,$*))
# Built into the program as it is.
$(BUILD)/o/bots/connect4/repertoire.o: bots/connect4/repertoire.bin

# What `--version` says of the build: make COMMIT=TEXT, else the commit of this folder, else nothing.
# Linked into the programs alone.
COMMIT ?= $(shell [ "$$(git rev-parse --show-toplevel 2>/dev/null)" = "$$(pwd -P)" ] && \
	git --no-optional-locks describe --always --dirty --abbrev=12 --exclude='*')
$(BUILD)/text/commit.c: always
	@mkdir -p $(@D)
	$(Q)echo 'extern const char version_commit_text[]; const char version_commit_text[] = "$(COMMIT)";' >$@.new
	$(Q)if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/libbase.a: $(call objects,$(call sources,base))
$(BUILD)/librules.a: $(call objects,$(call sources,rules,rules/process))
$(BUILD)/librules-process.a: $(call objects,$(call sources,rules/process))
$(BUILD)/libprotocol.a: $(call objects,$(call sources,protocol))
$(BUILD)/libbots.a: $(call objects,$(call sources,bots,bots/starters)) $(BUILD)/text/bots/adapters/kaggle.py.o
$(BUILD)/libdb.a: $(call objects,$(call sources,db)) $(BUILD)/text/db/schema.sql.o $(BUILD)/text/db/queries.sql.o
$(BUILD)/libreferee.a: $(call objects,$(call sources,referee,referee/machines/nats)) $(PAGE_ASSETS)
$(BUILD)/libmanual.a: $(call objects,$(call sources,packaging/man))
$(BUILD)/lib%.a:
	@mkdir -p $(@D)
	@rm -f $@
	$(call SAY,AR)
	$(Q)$(AR) rcs $@ $^

# --- programs ----------------------------------------------------------------------------------

archives = $(patsubst %,$(BUILD)/lib%.a,$(1))
SMALL := $(call archives,bots rules-process rules protocol base)
LARGE := $(call archives,referee db rules-process rules protocol base)
LINK = $(Q)$(CC) $(OPTIONS) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^)

.SECONDEXPANSION:
$(addprefix $(BUILD)/,$(PROGRAMS) manual): $$(call objects,$$(MAIN_$$(@F)))
$(addprefix $(BUILD)/,$(PROGRAMS)): $(BUILD)/text/commit.o
$(BUILD)/referee: $(LARGE)
	$(call SAY,LD)
	$(LINK) $(LIBS)
$(addprefix $(BUILD)/referee-,bot solve adapt): $(SMALL)
	$(call SAY,LD)
	$(LINK) -lm
$(BUILD)/referee-broker: $(call objects,$(call sources,referee/machines/nats)) $(LARGE)
	$(call SAY,LD)
	$(LINK) $(NATS_LIBS) $(LIBS)

# The manual pages, written by a program that reads the tables of all others.
$(BUILD)/manual: $(BUILD)/libmanual.a $(BUILD)/libbots.a $(LARGE)
	$(call SAY,LD)
	$(LINK) $(LIBS)
MAN := $(BUILD)/man
$(MAN)/referee.1: $(BUILD)/manual protocol/PROTOCOL.md db/README.md
	@rm -rf $(MAN) && mkdir -p $(MAN)
	$(call SAY,MAN)
	$(Q)$(BUILD)/manual $(MAN)
man: $(MAN)/referee.1

# --- tests -------------------------------------------------------------------------------------

# A test is a Check program: tests/FOLDER/NAME.c becomes build/tests/FOLDER/NAME.
TEST_PROGRAMS := $(patsubst %.c,$(BUILD)/%,$(TESTS))
$(TEST_PROGRAMS): $(call archives,manual referee db) $(SMALL) | needed-to-test
# What the tests start beside the referee: rogues, bench programs and the feeder of the pages, one file each.
TOOL_PROGRAMS := $(patsubst %.c,$(BUILD)/%,$(TOOLS))
$(TOOL_PROGRAMS): $(BUILD)/libbots.a $(LARGE)
# A target of libFuzzer: tests/fuzz/NAME.c becomes build/san/tests/fuzz/NAME. It is in clang's build alone.
FUZZ_TARGETS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
FUZZ_PROGRAMS := $(addprefix $(BUILD)/tests/fuzz/,$(FUZZ_TARGETS))
$(FUZZ_PROGRAMS): $(LARGE)
$(FUZZ_PROGRAMS): OPTIONS += -fsanitize=fuzzer
$(BUILD)/tests/%: $(BUILD)/o/tests/%.o
	@mkdir -p $(@D)
	$(call SAY,LD)
	$(LINK) $(TEST_LINKER) $(TEST_LIBS)
# A disk that fails, to be preloaded by the crash tests.
FAULTY_DISK := $(BUILD)/tests/crash/faulty-disk.so
$(FAULTY_DISK): tests/crash/faulty-disk.c | needed-to-build
	@mkdir -p $(@D)
	$(call SAY,LD)
	$(Q)$(CC) $(OPTIONS) $(CFLAGS) -fPIC -shared -o $@ $<

list-tests:
	@printf '%s\n' $(TESTS:.c=)
# How things are compiled and linked here, for tests/mutants.
settings:
	@printf '%s\n' '$(CC) $(OPTIONS) $(CFLAGS)' '$(TEST_LINKER)' '$(TEST_LIBS)' '$(NATS_LIBS)'
fuzz-programs: $(FUZZ_PROGRAMS)
tools: $(TOOL_PROGRAMS) $(FAULTY_DISK)
tests: $(TEST_PROGRAMS) $(if $(filter san,$(VARIANT)),$(FUZZ_PROGRAMS)) tools all man

# --- what is run -------------------------------------------------------------------------------

quick:
	@tests/run quick
e2e:
	@tests/run e2e $(T)

# These install what they need, build and run.
RUN := demo test starters-test torture bench bench-clocks fuzz crash-test sprt-test soak gallery mutants deb deb-test \
	container-test
deb deb-test: export COMMIT := $(COMMIT)
$(RUN):
	@BUILD='$(BUILD)' DRAWN='$(RANDOM)' tests/make-target.sh $@

# --- pages, installation -----------------------------------------------------------------------

# Prints the page of all messages between processes.
MESSAGES = $(BUILD)/manual --messages
docs: $(firstword $(MESSAGES))
	@packaging/needs check docs
	@rm -rf $(BUILD)/docs
	$(Q)$(MESSAGES) | docs/doxygen-sources $(BUILD)/docs/source
	$(Q)OUTPUT=$(BUILD)/docs VERSION=$$(sed -n 's/^.define VERSION "\(.*\)"/\1/p' base/version.h) doxygen docs/Doxyfile

install: all man
	@packaging/install.sh install '$(BUILD)' '$(DESTDIR)' '$(PREFIX)'
uninstall:
	@packaging/install.sh uninstall '$(DESTDIR)' '$(PREFIX)'

# All but what only the network brings back.
clean:
	rm -rf build

-include $(shell find $(BUILD) \( -path $(BUILD)/deb -o -path $(BUILD)/machines \) -prune -o -name '*.d' -type f -print 2>/dev/null)

.PHONY: all always clean deps docs e2e fuzz-programs install list-tests man needed-to-build needed-to-test quick \
	settings tests tools uninstall $(RUN)
.DELETE_ON_ERROR:
.SECONDARY:
