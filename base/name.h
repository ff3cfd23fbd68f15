/*
 * name.h - names of people and files as Unicode has them (UAX #15, and case folding of the
 * standard, section 3.13), by libutf8proc.
 *
 * macOS writes "é" as two characters, other systems as one: both are one name.
 */
#ifndef BASE_NAME_H
#define BASE_NAME_H

#include <stdbool.h>

/* The name in its composed form (NFC); malformed text as it is. The caller frees it. */
char *name_compose(const char *text);

/* Is it one name, in whatever form each is? */
bool name_is_same(const char *a, const char *b);

/* The name without the difference of small and capital letters, in its composed form: equal names
 * give equal texts. The dots of the Turkish letters do not count. The caller frees it. */
char *name_fold(const char *text);

#endif
