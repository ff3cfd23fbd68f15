/*
 * Forms: fields of both media types, and bodies that are refused.
 */
#include "referee/web/web-form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

static const char encoded[] = "application/x-www-form-urlencoded";
static const char parts[] = "multipart/form-data; boundary=xYz";

/* A body of bytes with their NULs; shown: "name=value,name@file=value" of a good one. */
static const struct row {
	const char *type, *body;
	size_t length;
	enum web_form_status status;
	const char *shown;
} rows[] = {
#define BODY(text) text, sizeof text - 1
	{encoded, BODY("game=connect4&bot=1"), WEB_FORM_GOOD, "game=connect4,bot=1"},
	{encoded, BODY("a=b+c%20d%26&&e"), WEB_FORM_GOOD, "a=b c d&,e="},
	{encoded, BODY(""), WEB_FORM_GOOD, ""},
	{"application/x-www-form-urlencoded; charset=utf-8", BODY("a=1"), WEB_FORM_GOOD, "a=1"},
	{"APPLICATION/X-www-form-urlencoded", BODY("a=1"), WEB_FORM_GOOD, "a=1"},
	{encoded, BODY("a=1&a=2"), WEB_FORM_WRONG, "twice"},
	{encoded, BODY("=1"), WEB_FORM_WRONG, "without a name"},
	{encoded, BODY("a=%0"), WEB_FORM_WRONG, "not well formed"},
	{encoded, BODY("a=%00"), WEB_FORM_WRONG, "not well formed"},
	{encoded, BODY("a=%zz"), WEB_FORM_WRONG, "not well formed"},
	{encoded, BODY("a=b\0c"), WEB_FORM_WRONG, "NUL"},
	{encoded, BODY("a&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&q"), WEB_FORM_WRONG, "more than 16"},
	{"application/json", BODY("{\"a\":1}"), WEB_FORM_TYPE, "media type"},
	{"application/x-www-form-urlencodedx", BODY("a=1"), WEB_FORM_TYPE, "media type"},
	{NULL, BODY("a=1"), WEB_FORM_TYPE, "media type"},
	{"", BODY("a=1"), WEB_FORM_TYPE, "media type"},
	{parts, BODY("--xYz\r\nContent-Disposition: form-data; name=\"bot\"\r\n\r\nann\r\n--xYz--\r\n"),
		WEB_FORM_GOOD, "bot=ann"},
	{parts,
		BODY("--xYz\r\nContent-Disposition: form-data; name=\"zip\"; filename=\"b.zip\"\r\n"
		     "Content-Type: application/zip\r\n\r\nPK\0\r\n--xY\r\n--xYz\r\n"
		     "Content-Disposition: form-data; name=\"name\"\r\n\r\n\r\n--xYz--"),
		WEB_FORM_GOOD, "zip@b.zip=PK0\r\n--xY,name="},
	{"multipart/form-data; boundary=\"xYz\"",
		BODY("--xYz\r\ncontent-disposition: form-data; name=\"a\"\r\n\r\n1\r\n--xYz--"),
		WEB_FORM_GOOD, "a=1"},
	{parts, BODY("--xYz--"), WEB_FORM_GOOD, ""},
	{parts, BODY("--xYz"), WEB_FORM_WRONG, "incomplete"},
	{parts, BODY(""), WEB_FORM_WRONG, "boundary"},
	{parts, BODY("--abc\r\n"), WEB_FORM_WRONG, "boundary"},
	{parts, BODY("--xYzx\r\n"), WEB_FORM_WRONG, "boundary"},
	{parts, BODY("--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n"), WEB_FORM_WRONG,
		"no end of its headers"},
	{parts, BODY("--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--xY"),
		WEB_FORM_WRONG, "no end"},
	{parts, BODY("--xYz\r\nContent-Disposition: form-data\r\n\r\n1\r\n--xYz--"), WEB_FORM_WRONG,
		"no name"},
	{parts, BODY("--xYz\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--xYz--"),
		WEB_FORM_WRONG, "no name"},
	{parts, BODY("--xYz\r\nContent-Type: text/plain\r\n\r\n1\r\n--xYz--"), WEB_FORM_WRONG,
		"no name"},
	{parts, BODY("--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\0\r\n--xYz--"),
		WEB_FORM_WRONG, "NUL"},
	{"multipart/form-data", BODY("--xYz--"), WEB_FORM_WRONG, "boundary"},
	{"multipart/form-data; boundary=", BODY("--"), WEB_FORM_WRONG, "boundary"},
};

static void show(const struct web_form *f, char *out)
{
	*out = '\0';
	for (int i = 0; i < f->count; i++) {
		const struct web_field *field = &f->fields[i];
		out += sprintf(out, "%s%s", i > 0 ? "," : "", field->name);
		out += field->file != NULL ? sprintf(out, "@%s=", field->file) : sprintf(out, "=");
		for (size_t at = 0; at < field->length; at++)
			*out++ = field->value[at] == '\0' ? '0' : field->value[at];
		ck_assert_int_eq(field->value[field->length], '\0');
	}
	*out = '\0';
}

START_TEST(a_form_is_read_or_refused)
	{
		const struct row *r = &rows[_i];
		struct web_form form;
		struct error err = {""};
		char shown[256], *body = malloc(r->length + 1);
		memcpy(body, r->body, r->length + 1);
		ck_assert_int_eq(web_form_read(&form, r->type, body, r->length, &err), r->status);
		if (r->status == WEB_FORM_GOOD) {
			show(&form, shown);
			ck_assert_str_eq(shown, r->shown);
		} else {
			ck_assert_msg(strstr(err.text, r->shown) != NULL, "%s", err.text);
		}
		free(body);
	}
END_TEST

START_TEST(a_file_is_no_text)
	{
		char body[] =
			"--xYz\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\n"
			"\r\n1\r\n--xYz--";
		struct web_form form;
		struct error err;
		ck_assert_int_eq(
			web_form_read(&form, parts, body, sizeof body - 1, &err), WEB_FORM_GOOD);
		ck_assert_str_eq(web_form_text(&form, "a"), "");
		ck_assert_str_eq(web_form_text(&form, "b"), "");
		ck_assert_ptr_null(web_form_field(&form, "b"));
		ck_assert_str_eq(web_form_field(&form, "a")->value, "1");
	}
END_TEST

SUITE("pages/web-form", LOOP(a_form_is_read_or_refused, sizeof rows / sizeof *rows),
	CASE(a_file_is_no_text))
