/*
 * schema.h - the text of schema.sql and queries.sql, and how older files become what the first says.
 */
#ifndef DB_SCHEMA_H
#define DB_SCHEMA_H

/* The files as they are; the Makefile makes strings of them. */
extern const char db_schema[], db_queries_sql[];

/* "Rfer", the application_id that schema.sql sets. */
#define DB_APPLICATION 0x52666572

/* Row i makes a file of user_version i + 1 one of i + 2. Ends with NULL. In braces stand the names of
 * parts of queries.sql. */
extern const char *const db_migrations[];

#endif
