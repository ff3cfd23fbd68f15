/*
 * build-programs.h - the program that a makefile or a project of CMake, Cargo or Java makes, as its
 * files say.
 *
 * Only the usual commands are understood: of CMake set(), project(), add_executable(), add_test(),
 * add_subdirectory() and the settings of folders and names of programs, of Cargo the packages of a
 * workspace and their [[bin]]. A program that tests another is not taken if there is one that does
 * not.
 */
#ifndef REFEREE_SUBMISSIONS_BUILD_PROGRAMS_H
#define REFEREE_SUBMISSIONS_BUILD_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

/* Words of these bytes need no quotes in a command. */
#define BUILD_PROGRAMS_PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+-@"

/* The build of Java sources in one folder. */
#define BUILD_PROGRAMS_JAVAC "javac -encoding UTF-8 -d . *.java"

/* Copies the word behind a lead, as in "package" or "-o": up to a byte that ends it. NULL: none. */
char *build_programs_word(const char *text, const char *lead, const char *ends);

/* Is it the name of a program that tests another? */
bool build_programs_is_test(const char *name, size_t length);

/* The program that a makefile makes: bot, or the name behind -o, or its first target. The caller
 * frees it. NULL: it is not known. */
char *build_programs_make(const char *text);

/* The command of the makefile's target "run", if an interpreter runs a file: "python3 player.py". */
char *build_programs_make_run(const char *text);

/* The build of all sources below the folder but those of JUnit, whose library is not there. */
char *build_programs_java(const char *folder);

/* The folder of the project whose source is in this folder (both relative, "": the top): above the
 * folders of its package, and above src/main/java or src. */
char *build_programs_java_project(const char *folder, const char *package);

/* The path of the program in the project's folder, if `-B build` builds it. The caller frees it.
 * NULL: it is not known. */
char *build_programs_cmake(const char *folder);

/* The same for `cargo build --release`. */
char *build_programs_cargo(const char *folder);

#endif
