/*
 * build-init.h - the program of ours that runs in the box of a build (builder.h starts it).
 *
 * It runs in the folder of the sources, which it cannot write to. It copies them into its scratch
 * folder, runs the build's command there, ends whatever that has left behind, and sends what is
 * there then to its standard output (file-tree-stream.h), with the command's status at the end;
 * after a failure the status alone. What the build writes goes to the standard error.
 */
#ifndef REFEREE_SANDBOX_BUILD_INIT_H
#define REFEREE_SANDBOX_BUILD_INIT_H

/* The first word with which the referee is started for that; the command of the build follows. */
#define BUILD_INIT_WORD "build-inside"

/* What it tells in place of a status of waitpid() when the sources could not be copied, or what
 * was built could not be read. */
enum { BUILD_INIT_NO_ROOM = -1, BUILD_INIT_BROKEN = -2 };

int build_init_main(int argc, char **argv);

#endif
