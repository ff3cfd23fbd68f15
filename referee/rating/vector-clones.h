/*
 * vector-clones.h - compiles a function twice: for every processor, and for those with AVX2.
 *
 * The program takes the right one when it starts. Write VECTOR_CLONES before a function with simple
 * inner loops over doubles.
 */
#ifndef REFEREE_RATING_VECTOR_CLONES_H
#define REFEREE_RATING_VECTOR_CLONES_H

#include <features.h>

#if defined(__x86_64__) && defined(__GLIBC__) && (defined(__clang__) || __GNUC__ >= 12)
#define VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define VECTOR_CLONES
#endif

#endif
