/*
 * build-init.h - the process that runs a build inside its sandbox. builder.h starts it.
 *
 * It runs in the folder of the sources, which it cannot write to. It copies the sources into its
 * scratch folder and runs the build command there. Then it kills every process that the command
 * left.
 *
 * It sends the built files to its standard output (file-tree-stream.h), with the command's status
 * at the end. After a failure it sends the status alone. The output of the build goes to its
 * standard error.
 */
#ifndef REFEREE_SANDBOX_BUILD_INIT_H
#define REFEREE_SANDBOX_BUILD_INIT_H

/* The referee's first argument when it is started as build-init. The build command follows. */
#define BUILD_INIT_WORD "build-inside"

/* Sent instead of a waitpid() status: the sources could not be copied, or the built files could not
 * be read. */
enum { BUILD_INIT_NO_ROOM = -1, BUILD_INIT_BROKEN = -2 };

int build_init_main(int argc, char **argv);

#endif
