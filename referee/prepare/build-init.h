/*
 * build-init.h - the first process in the sandbox of a build (builder.h).
 *
 * The referee's main() must call build_init_main() when its first argument is BUILD_INIT_WORD. It
 * runs in the folder of the sources, which it cannot write to. It copies the sources into its
 * scratch folder and runs the build command there. Then it kills every process that the command
 * left, and sends the built files to its standard output (file-tree.h) with the command's status at
 * the end. After a failure it sends the status alone. The output of the build goes to its standard
 * error.
 *
 * The processes of a build belong to the same user as build-init. They cannot inspect it, as it is
 * not dumpable. They may kill it; then the build has failed. They may also send data in its place;
 * the reader trusts no byte of the stream.
 */
#ifndef REFEREE_PREPARE_BUILD_INIT_H
#define REFEREE_PREPARE_BUILD_INIT_H

#include <stdbool.h>

/* The referee's first argument when it is started as build-init. The build command follows, and any
 * further argument if it may use the network. */
#define BUILD_INIT_WORD "build-inside"

/* Sent instead of a waitpid() status: the sources could not be copied, or the built
 * files could not be read. */
enum { BUILD_INIT_NO_ROOM = -1, BUILD_INIT_BROKEN = -2 };

/* Main function of build-init. */
int build_init_main(int argc, char **argv);

/* Is this path, relative to the sources, no part of them? */
bool build_init_leaves_out(const char *path);

#endif
