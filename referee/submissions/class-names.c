/*
 * class-names.c - names of submissions and of students.
 */
#include "referee/submissions/class-names.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/name.h"
#include "base/text-file.h"
#include "base/utf8.h"
#include "referee/submissions/submission.h"

#define CLASS_NAME_MOODLE "_assignsubmission_"

enum { CLASS_NAME_BYTES = 48, CLASS_ROSTER_FILE = 4 << 20, CLASS_ROSTER_COLUMNS = 64 };

/* --- names ------------------------------------------------------------------------------------ */

/* Does the text fit the expression? found gets its parts. */
static bool class_name_matches(
	const char *expression, const char *text, regmatch_t *found, size_t parts)
{
	regex_t compiled;
	if (regcomp(&compiled, expression, REG_EXTENDED) != 0)
		return false;
	bool fits = regexec(&compiled, text, parts, found, 0) == 0;
	regfree(&compiled);
	return fits;
}

/* Copies a part of a text, as far as there is room. */
static void class_name_take(char *to, size_t room, const char *text, const regmatch_t *part)
{
	snprintf(to, room, "%.*s", (int)(part->rm_eo - part->rm_so), text + part->rm_so);
}

/* Splits a name of Canvas: the student's name without blanks, perhaps LATE, the numbers of the
 * student and of the file, and the file. */
static bool class_name_split_canvas(const char *name, struct class_name *parts)
{
	regmatch_t found[5];
	if (!class_name_matches(
		    "^([^_ ]+)(_LATE)?_([0-9]{3,20})_[0-9]{3,20}_(.+)$", name, found, 5))
		return false;
	class_name_take(parts->student, sizeof parts->student, name, &found[1]);
	class_name_take(parts->id, sizeof parts->id, name, &found[3]);
	parts->file = name + found[4].rm_so;
	return true;
}

/* Splits a name of Blackboard: the assignment's, the user name, and the moment of the attempt. The
 * file is missing in the name of the letter that comes with it. */
static bool class_name_split_attempt(const char *name, struct class_name *parts)
{
	regmatch_t found[5];
	if (!class_name_matches(
		    "_?([^_]{1,30})_attempt_([0-9-]{10,23})(_(.+)|[.]txt)$", name, found, 5))
		return false;
	class_name_take(parts->student, sizeof parts->student, name, &found[1]);
	class_name_take(parts->id, sizeof parts->id, name, &found[1]);
	class_name_take(parts->attempt, sizeof parts->attempt, name, &found[2]);
	parts->file = found[4].rm_so >= 0 ? name + found[4].rm_so : NULL;
	return true;
}

bool class_name_is_source(const char *name, size_t *stem)
{
	static const char *const ends[] = {
		".py", ".java", ".c", ".cpp", ".cc", ".cxx", ".go", ".rs", ".js", ".mjs", ".sh"};
	const char *end = strrchr(name, '.');
	for (size_t i = 0; end > name && i < sizeof ends / sizeof *ends; i++)
		if (strcmp(end, ends[i]) == 0) {
			*stem = (size_t)(end - name);
			return true;
		}
	return false;
}

void class_name_split(const char *name, struct class_name *parts)
{
	size_t stem = strlen(name);
	*parts = (struct class_name){.file = NULL};
	if (class_name_split_canvas(name, parts) || class_name_split_attempt(name, parts))
		return;
	const char *marker = strstr(name, CLASS_NAME_MOODLE), *digits = marker;
	while (digits != NULL && digits > name && isdigit((unsigned char)digits[-1]))
		digits--;
	if (marker != NULL && digits > name + 1 && digits < marker && digits[-1] == '_') {
		snprintf(parts->id, sizeof parts->id, "%.*s", (int)(marker - digits), digits);
		stem = (size_t)(digits - 1 - name);
		const char *kind = marker + strlen(CLASS_NAME_MOODLE), *end = strchr(kind, '_');
		parts->file = end != NULL && end[1] != '\0' ? end + 1 : NULL;
	} else {
		if (!submission_is_archive(name, &stem))
			class_name_is_source(name, &stem);
	}
	snprintf(parts->student, sizeof parts->student, "%.*s", (int)stem, name);
}

static bool class_name_keeps(const char *text, int bytes)
{
	return bytes > 1 ||
	       (bytes == 1 && (isalnum((unsigned char)*text) ||
				      (*text != '\0' && strchr("._+", *text) != NULL)));
}

void class_name_make(const char *from, char name[64])
{
	size_t used = 0;
	char *composed = name_compose(from);
	const char *text = composed;
	while (*text != '\0' && used < CLASS_NAME_BYTES) {
		int bytes = utf8_length(text);
		uint32_t code = bytes > 0 ? utf8_decode(text, bytes) : 0;
		/* marks, spaces, and characters without a width */
		bool mark = utf8_is_control(code) || (code >= 0xa0 && code <= 0xbf) ||
			    (code >= 0x2000 && code <= 0x206f) || code == 0x3000 || code == 0xfeff;
		if (class_name_keeps(text, bytes) && !mark) {
			memcpy(name + used, text, (size_t)bytes);
			used += (size_t)bytes;
		} else if (used > 0 && name[used - 1] != '-') {
			name[used++] = '-';
		}
		text += bytes > 0 ? bytes : 1;
	}
	while (used > 0 && name[used - 1] == '-')
		used--;
	name[used] = '\0';
	/* a folder of this name stands beside others, and must not be hidden */
	if (*name == '.')
		*name = '_';
	if (used == 0)
		strcpy(name, "student");
	free(composed);
}

bool class_name_check_rule(const char *rule, struct error *err)
{
	regex_t compiled;
	char why[128];
	int error = regcomp(&compiled, rule, REG_EXTENDED);
	if (error != 0) {
		regerror(error, &compiled, why, sizeof why);
		return error_set(err, "class-names = \"%s\": %s", rule, why);
	}
	bool good = compiled.re_nsub > 0;
	regfree(&compiled);
	return good ||
	       error_set(err,
		       "class-names = \"%s\": it has no (...) around the part that is the name",
		       rule);
}

bool class_name_apply_rule(const char *rule, const char *text, char part[CLASS_NAME_TEXT])
{
	regmatch_t found[2];
	bool fits = class_name_matches(rule, text, found, 2) && found[1].rm_so >= 0 &&
		    found[1].rm_eo > found[1].rm_so;
	if (fits)
		class_name_take(part, CLASS_NAME_TEXT, text, &found[1]);
	return fits;
}

/* --- roster ----------------------------------------------------------------------------------- */

enum class_roster_column {
	ROSTER_ID,
	ROSTER_USERNAME,
	ROSTER_EMAIL,
	ROSTER_STUDENT,
	ROSTER_FIRST,
	ROSTER_LAST,
	ROSTER_BOT,
	ROSTER_COLUMNS
};

enum { ROSTER_NAMES = 5 };

static const char *const class_roster_names[ROSTER_COLUMNS][ROSTER_NAMES] = {
	[ROSTER_ID] = {"id", "identifier", "ID number", "Student ID", "SID"},
	[ROSTER_USERNAME] = {"username", "user name", "github_username", "login"},
	[ROSTER_EMAIL] = {"email", "Email address"},
	[ROSTER_STUDENT] = {"name", "student", "Full name"},
	[ROSTER_FIRST] = {"First name"},
	[ROSTER_LAST] = {"Last name", "Surname"},
	[ROSTER_BOT] = {"bot"},
};

/* Cuts the next cell off and unquotes it in place. *at moves behind it; *last: it ended its row. */
static char *class_roster_cell(char **at, char separator, bool *last)
{
	char *from = *at, *to = *at, *cell = *at;
	if (*from == '"') {
		for (from++; *from != '\0' && (*from != '"' || from[1] == '"'); from++) {
			from += *from == '"';
			*to++ = *from;
		}
		from += *from == '"';
	}
	while (*from != '\0' && *from != separator && *from != '\n')
		*to++ = *from++;
	*last = *from != separator;
	*at = from + (*from != '\0');
	*to = '\0';
	return cell;
}

/* Reads the cells of a row. Cells beyond the room are read and lost. */
static int class_roster_row(char **at, char separator, char *cells[CLASS_ROSTER_COLUMNS])
{
	int count = 0;
	for (bool last = false; !last;) {
		char *cell = class_roster_cell(at, separator, &last);
		if (count < CLASS_ROSTER_COLUMNS)
			cells[count++] = cell;
	}
	return count;
}

/* Is it the name of a column? Case does not count, and _ is a blank. */
static bool class_roster_is_column(const char *cell, const char *name)
{
	for (; *cell != '\0' || *name != '\0'; cell++, name++) {
		int one = *cell == '_' ? ' ' : tolower((unsigned char)*cell);
		int other = *name == '_' ? ' ' : tolower((unsigned char)*name);
		if (one != other)
			return false;
	}
	return true;
}

/* The columns that are read, in the words of the header. */
static char *class_roster_describe(char *const *cells, const int columns[ROSTER_COLUMNS])
{
	char *text = memory_copy("");
	for (int c = 0; c < ROSTER_COLUMNS; c++) {
		if (columns[c] < 0)
			continue;
		char *more =
			memory_print("%s%s%s", text, *text != '\0' ? ", " : "", cells[columns[c]]);
		free(text);
		text = more;
	}
	return text;
}

static void class_roster_add(
	struct class_roster *r, char *const *cells, int count, const int columns[ROSTER_COLUMNS])
{
	const char *text[ROSTER_COLUMNS];
	for (int c = 0; c < ROSTER_COLUMNS; c++)
		text[c] = columns[c] >= 0 && columns[c] < count ? cells[columns[c]] : "";
	const char *first = text[ROSTER_FIRST], *last = text[ROSTER_LAST];
	bool both = *first != '\0' && *last != '\0';
	r->rows = memory_resize(r->rows, (size_t)r->count + 1, sizeof *r->rows);
	r->rows[r->count++] = (struct class_roster_row){.id = memory_copy(text[ROSTER_ID]),
		.username = memory_copy(text[ROSTER_USERNAME]),
		.email = memory_copy(text[ROSTER_EMAIL]),
		.student = *text[ROSTER_STUDENT] != '\0'
				   ? memory_copy(text[ROSTER_STUDENT])
				   : memory_print("%s%s%s", first, both ? " " : "", last),
		.bot = memory_copy(text[ROSTER_BOT])};
}

bool class_roster_read(struct class_roster *r, const char *path, struct error *err)
{
	char *cells[CLASS_ROSTER_COLUMNS];
	int line, columns[ROSTER_COLUMNS];
	*r = (struct class_roster){.count = 0};
	char *text = text_file_read(path, CLASS_ROSTER_FILE, &line, err), *at = text;
	if (text == NULL)
		return error_prefix(err, "class-roster = \"%s\": ", path);
	size_t head = strcspn(text, "\n");
	char separator = memchr(text, '\t', head) != NULL  ? '\t'
			 : memchr(text, ',', head) != NULL ? ','
							   : ';';
	int count = class_roster_row(&at, separator, cells);
	for (int c = 0; c < ROSTER_COLUMNS; c++) {
		columns[c] = -1;
		for (int i = count - 1; i >= 0; i--)
			for (int n = 0; n < ROSTER_NAMES && class_roster_names[c][n] != NULL; n++)
				if (class_roster_is_column(cells[i], class_roster_names[c][n]))
					columns[c] = i;
	}
	bool finds = columns[ROSTER_ID] >= 0 || columns[ROSTER_USERNAME] >= 0 ||
		     columns[ROSTER_EMAIL] >= 0 || columns[ROSTER_STUDENT] >= 0 ||
		     columns[ROSTER_FIRST] >= 0;
	r->columns = class_roster_describe(cells, columns);
	while (finds && *at != '\0') {
		count = class_roster_row(&at, separator, cells);
		if (count > 1 || *cells[0] != '\0')
			class_roster_add(r, cells, count, columns);
	}
	free(text);
	return finds ||
	       error_set(err,
		       "%s:1: the header has none of the columns id, username, email, name; the first line names the columns",
		       path);
}

void class_roster_clear(struct class_roster *r)
{
	for (int i = 0; i < r->count; i++) {
		free(r->rows[i].id);
		free(r->rows[i].username);
		free(r->rows[i].email);
		free(r->rows[i].student);
		free(r->rows[i].bot);
	}
	free(r->rows);
	free(r->columns);
	*r = (struct class_roster){.count = 0};
}

/* Moodle writes "Participant 1234567". */
static bool class_roster_is_id(const char *cell, const char *id)
{
	const char *blank = strrchr(cell, ' ');
	return *id != '\0' &&
	       (strcmp(cell, id) == 0 || (blank != NULL && strcmp(blank + 1, id) == 0));
}

/* Is the text the same name? Case, blanks and marks do not count. */
static bool class_roster_is_name(const char *cell, const char *text)
{
	char one[64], other[64];
	if (*cell == '\0')
		return false;
	class_name_make(cell, one);
	class_name_make(text, other);
	char *folded = name_fold(one), *other_folded = name_fold(other);
	bool same = strcmp(folded, other_folded) == 0;
	free(other_folded);
	free(folded);
	return same;
}

/* Is the part of the address before the @ the same name? */
static bool class_roster_is_address(const char *email, const char *text)
{
	char part[CLASS_NAME_TEXT];
	const char *at = strchr(email, '@');
	if (at == NULL || at - email >= CLASS_NAME_TEXT)
		return false;
	snprintf(part, sizeof part, "%.*s", (int)(at - email), email);
	return class_roster_is_name(part, text);
}

/* Is the name of an assignment before the user name, as in "task-ada"? */
static bool class_roster_is_behind(const char *username, const char *text)
{
	bool is = false;
	while (!is && (text = strpbrk(text, "-_")) != NULL)
		is = class_roster_is_name(username, ++text);
	return is;
}

/* Does the row fit the name? One way to fit goes before the next. Platforms that give numbers write
 * full names, which are no parts of addresses. */
static bool class_roster_fits(
	const struct class_roster_row *row, const struct class_name *name, int way)
{
	switch (way) {
	case 0:
		return class_roster_is_id(row->id, name->id);
	case 1:
		return class_roster_is_name(row->username, name->student) ||
		       class_roster_is_name(row->email, name->student);
	case 2:
		return class_roster_is_name(row->student, name->student) ||
		       class_roster_is_name(row->bot, name->student) ||
		       ((*name->id == '\0' || strcmp(name->id, name->student) == 0) &&
			       class_roster_is_address(row->email, name->student));
	default:
		return *name->id == '\0' && class_roster_is_behind(row->username, name->student);
	}
}

int class_roster_find(
	struct class_roster *r, const struct class_name *name, const struct class_roster_row **row)
{
	int count = 0;
	*row = NULL;
	for (int way = 0; way < 4 && count == 0; way++)
		for (int i = 0; i < r->count; i++) {
			if (!class_roster_fits(&r->rows[i], name, way))
				continue;
			r->rows[i].found = true;
			*row = count++ == 0 ? &r->rows[i] : NULL;
		}
	return count;
}

const char *class_roster_student(const struct class_roster_row *row)
{
	const char *const texts[] = {row->student, row->username, row->email, row->id};
	int i = 0;
	while (i < 3 && *texts[i] == '\0')
		i++;
	return texts[i];
}
