/*
 * schema.h - the text of schema.sql, and how older files become what it says.
 */
#ifndef DB_SCHEMA_H
#define DB_SCHEMA_H

/* schema.sql as it is; the Makefile makes a string of it. */
extern const char db_schema[];

/* "Rfer", the application_id that schema.sql sets. */
#define DB_APPLICATION 0x52666572

/* Row i makes a file of user_version i + 1 one of i + 2. Ends with NULL. */
extern const char *const db_migrations[];

#endif
