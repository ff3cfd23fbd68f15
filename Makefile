# make          build/referee, build/referee-bot, build/referee-solve
# make demo     a real tournament, standings at the end (installs what is missing)
# make test     everything that must hold (installs what is missing)
# make bench    the figures, build/bench.json
# make install DESTDIR= PREFIX=
# Variants build into folders of their own: make VARIANT=san, make VARIANT=clang.

PREFIX ?= /usr/local
DESTDIR ?=
VARIANT ?=
BUILD := build$(if $(VARIANT),/$(VARIANT))

LIBRARIES := libevent_core sqlite3 libconfuse libmd
CFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
	-Wpointer-arith -Wwrite-strings -Wno-missing-field-initializers
OPTIONS := -std=c11 -D_GNU_SOURCE -I. -fno-strict-aliasing $(WARNINGS)
ifeq ($(VARIANT),san)
OPTIONS += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
endif
ifeq ($(VARIANT),clang)
CC := clang
endif
LIBS = $(shell pkg-config --libs $(LIBRARIES))
CHECK_LIBS = $(shell pkg-config --libs check)

# Every .c file of a folder belongs to its part; a main() is a file that PROGRAMS names.
PROGRAMS := referee referee-bot referee-solve
MAIN_referee := referee/commands/main.c
MAIN_referee-bot := bots/main.c
MAIN_referee-solve := bots/solve/main.c
MAINS := $(foreach p,$(PROGRAMS),$(MAIN_$(p)))

sources = $(filter-out $(MAINS),$(shell find $(1) -name '*.c' 2>/dev/null | sort))
objects = $(patsubst %.c,$(BUILD)/%.o,$(1))
RULES := $(call sources,rules)
PROTOCOL := $(call sources,protocol)
BOTS := $(call sources,bots)
DB := $(call sources,db)
REFEREE := $(call sources,referee)
TESTS := $(filter-out tests/end-to-end/% tests/rogues/% tests/bench/% tests/fuzz/%,$(call sources,tests))
TOOLS := $(call sources,tests/rogues tests/bench)

READY := $(foreach p,$(PROGRAMS),$(if $(wildcard $(MAIN_$(p))),$(BUILD)/$(p)))

all: $(READY)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(OPTIONS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/librules.a: $(call objects,$(RULES))
$(BUILD)/libprotocol.a: $(call objects,$(PROTOCOL))
$(BUILD)/libbots.a: $(call objects,$(BOTS))
$(BUILD)/libdb.a: $(call objects,$(DB))
$(BUILD)/libreferee.a: $(call objects,$(REFEREE))
$(BUILD)/lib%.a:
	@mkdir -p $(@D)
	@rm -f $@
	$(AR) rcs $@ $^

# Built into the program as it is.
$(BUILD)/bots/connect4/repertoire.o: bots/connect4/repertoire.bin

SMALL := $(BUILD)/libbots.a $(BUILD)/librules.a $(BUILD)/libprotocol.a
LARGE := $(BUILD)/libreferee.a $(BUILD)/libdb.a $(BUILD)/librules.a $(BUILD)/libprotocol.a

$(BUILD)/referee: $(call objects,$(MAIN_referee)) $(LARGE)
	$(CC) $(OPTIONS) $(CFLAGS) -o $@ $^ $(LIBS) -lm
$(BUILD)/referee-bot: $(call objects,$(MAIN_referee-bot)) $(SMALL)
	$(CC) $(OPTIONS) $(CFLAGS) -o $@ $^ -lm
$(BUILD)/referee-solve: $(call objects,$(MAIN_referee-solve)) $(SMALL)
	$(CC) $(OPTIONS) $(CFLAGS) -o $@ $^ -lm

# A test is a Check program: tests/FOLDER/NAME.c becomes build/tests/FOLDER/NAME.
TEST_PROGRAMS := $(patsubst %.c,$(BUILD)/%,$(TESTS))
$(TEST_PROGRAMS): $(BUILD)/%: $(BUILD)/%.o $(BUILD)/libreferee.a $(BUILD)/libdb.a $(SMALL)
	$(CC) $(OPTIONS) $(CFLAGS) -o $@ $^ $(LIBS) $(CHECK_LIBS) -lm

clean:
	rm -rf build

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

.PHONY: all clean
.DELETE_ON_ERROR:
.SECONDARY:
