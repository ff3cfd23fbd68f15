/*
 * build-programs.h - the program that a project of CMake or Cargo makes, as its files say.
 *
 * Only the usual commands are understood: of CMake set(), project(), add_executable(), add_test(),
 * add_subdirectory() and the settings of folders and names of programs, of Cargo the packages of a
 * workspace and their [[bin]]. A program that tests another is not taken if there is one that does
 * not.
 */
#ifndef REFEREE_SUBMISSIONS_BUILD_PROGRAMS_H
#define REFEREE_SUBMISSIONS_BUILD_PROGRAMS_H

/* The path of the program in the project's folder, if `-B build` builds it. The caller frees it.
 * NULL: it is not known. */
char *build_programs_cmake(const char *folder);

/* The same for `cargo build --release`. */
char *build_programs_cargo(const char *folder);

#endif
