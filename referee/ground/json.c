/*
 * json.c - strings as JSON has them.
 */
#include "referee/ground/json.h"

#include "referee/ground/utf8.h"

void json_string(FILE *out, const char *text)
{
	if (text == NULL) {
		fputs("null", out);
		return;
	}
	fputc('"', out);
	while (*text != '\0') {
		int length = utf8_length(text);
		unsigned char byte = (unsigned char)*text;
		if (length == 0)
			fputs("\\ufffd", out);
		else if (byte == '"' || byte == '\\')
			fprintf(out, "\\%c", byte);
		else if (byte == '\n')
			fputs("\\n", out);
		else if (byte < ' ' || byte == 0x7f)
			fprintf(out, "\\u%04x", byte);
		else
			fwrite(text, 1, (size_t)length, out);
		text += length > 0 ? length : 1;
	}
	fputc('"', out);
}
