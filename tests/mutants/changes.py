"""The one-line mistakes that a C text allows, by kind.

A text is cut into tokens; comments and lines of the preprocessor are none, and a string is one that stays as it is.
changes_of() returns every change of a text; each is within one line. KINDS says what they are.
"""
import bisect
import dataclasses
import hashlib
import re

KINDS = {
    "comparison": "< for <=, == for !=, > for >=, and back",
    "bound": "a bound is one more or less",
    "sign": "plus for minus, and back",
    "and-or": "&& for ||, and back",
    "condition": "a condition, or one side of && or ||, is left out or turned round",
    "call": "a call is left out",
    "assignment": "an assignment is left out",
    "arguments": "two arguments of a call are exchanged",
    "constant": "another number, truth or member of the enum",
    "field": "another field of the same type of the struct",
    "return": "the function returns early",
    "error": "an error is asked for and ignored",
}

TOKENS = re.compile(
    r"""(?P<none>\s+|\\\n|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)
    |(?P<string>L?"(?:\\.|[^"\\\n])*")
    |(?P<char>L?'(?:\\.|[^'\\\n])*')
    |(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<sign>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.X | re.S | re.M)

EXCHANGED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
BOUNDS = {"<": "- 1", "<=": "+ 1", ">": "+ 1", ">=": "- 1"}  # the other way is what EXCHANGED does
SIGNS = {"+": "-", "-": "+", "+=": "-=", "-=": "+=", "++": "--", "--": "++"}
ASSIGNING = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
ENDS_OPERAND = {"&&", "||", "?", ":", ",", ";", ")", "]", "}", *ASSIGNING}
KEYWORDS = {"if", "else", "for", "while", "do", "switch", "case", "default", "return", "break", "continue", "goto",
            "sizeof", "_Alignof", "typeof"}
TYPE_WORDS = {"int", "char", "long", "short", "unsigned", "signed", "float", "double", "void", "bool", "struct", "enum",
              "union", "const", "static", "extern", "volatile"}
HEADS = {"if", "for", "while", "switch"}
# Mistakes in these change another line of a log, or are checks of the program by itself; calls of LEAKS only leak.
LEFT_ALONE = re.compile(r"(assert|static_assert|_Static_assert|log_line\w*|\w+_log|va_start|va_end)$")
EITHER_WAY = {"strcmp", "strncmp", "memcmp", "strcasecmp", "fmax", "fmin", "hypot"}  # of their first two arguments
LEAKS = re.compile(r"(\w+_)?(free|clear)(_\w+)?$")


@dataclasses.dataclass(frozen=True)
class Change:
    kind: str
    function: str  # or the name of the table
    line: int
    start: int  # in the text: start to end becomes new
    end: int
    new: str
    old_line: str
    new_line: str

    def text(self, text):
        return text[:self.start] + self.new + text[self.end:]


def identity(file, function, old_line, new_line):
    """Stays the same when lines move."""
    words = "\n".join((file, function, " ".join(old_line.split()), " ".join(new_line.split())))
    return hashlib.sha256(words.encode()).hexdigest()[:8]


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int
    pair: int = -1  # the index of the bracket that belongs to it
    inside: int = -1  # the index of the bracket around it
    brace: str = ""  # of {: function, block, values, members
    function: str = ""
    code: bool = False  # within the body of a function
    values: bool = False  # within the values of a table outside functions
    alone: bool = False  # left as it is


def tokens_of(text):
    found = [Token(match.lastgroup, match.group(), match.start(), match.end())
             for match in TOKENS.finditer(text) if match.lastgroup != "none"]
    pair_brackets(found)
    place(found)
    return found


def pair_brackets(tokens):
    opened = []
    for i, token in enumerate(tokens):
        if token.kind == "sign" and token.text in ")]}" and opened:
            begin = opened.pop()
            tokens[begin].pair, token.pair = i, begin
        token.inside = opened[-1] if opened else -1
        if token.kind == "sign" and token.text in "([{":
            opened.append(i)


def place(tokens):
    """Says of each brace what it is for, and of each token in which function or table it stands."""
    name, end, code, values = "", -1, False, False
    quiet = -1
    for i, token in enumerate(tokens):
        if i > end:
            name, code, values = "", False, False
        before = tokens[i - 1] if i else None
        if token.text == "{":
            around = tokens[token.inside].brace if token.inside >= 0 else ""
            token.brace = brace_of(tokens, before, around)
            if token.inside < 0 and token.pair >= 0 and token.brace in ("function", "values"):
                name, end = named_before(tokens, i), token.pair
                code, values = token.brace == "function", token.brace == "values"
        if token.kind == "name" and LEFT_ALONE.match(token.text) and i + 1 < len(tokens) and \
                tokens[i + 1].text == "(":
            quiet = max(quiet, tokens[i + 1].pair)
        token.function, token.code, token.values, token.alone = name, code, values, i <= quiet


def brace_of(tokens, before, around):
    if around in ("values", "members"):
        return around
    if before is None or before.text in ("=", ",", "(", "["):
        return "values"
    if before.text == ")":
        head = tokens[before.pair - 1] if before.pair > 0 else None
        if around == "":
            return "function"
        return "block" if head is not None and (head.text in HEADS or head.text.endswith("FOREACH") or
                                                "FOREACH" in head.text) else "values"
    if before.text in ("else", "do", ";", "{", "}", ":"):
        return "block"
    return "members"  # struct NAME {


def named_before(tokens, at):
    """The name of the function or table whose brace this is."""
    i = at - 1
    while i >= 0 and tokens[i].text not in (";", "}"):
        if tokens[i].text in (")", "]") and tokens[i].pair >= 0:
            i = tokens[i].pair - 1
            continue
        if tokens[i].kind == "name" and (tokens[i + 1].text in "([=") and not tokens[i].text.startswith("__"):
            return tokens[i].text
        i -= 1
    return ""


class Text:
    """A C text and what is asked of it again and again."""

    def __init__(self, text):
        self.text, self.tokens = text, tokens_of(text)
        self.begins = [0] + [match.end() for match in re.finditer("\n", text)]

    def line(self, position):
        return bisect.bisect_right(self.begins, position)

    def line_text(self, line):
        end = self.begins[line] - 1 if line < len(self.begins) else len(self.text)
        return self.text[self.begins[line - 1]:end]

    def is_one_line(self, start, end):
        return self.line(start) == self.line(max(start, end - 1))

    def change(self, kind, token, start, end, new):
        """None where it would be more than one line, or none."""
        if not self.is_one_line(start, end) or self.text[start:end] == new:
            return None
        line = self.line(start)
        begin = self.begins[line - 1]
        old_line = self.line_text(line)
        new_line = old_line[:start - begin] + new + old_line[end - begin:]
        return Change(kind, token.function, line, start, end, new, old_line, new_line)

    def before(self, i):
        return self.tokens[i - 1].text if i > 0 else ""

    def after(self, i):
        return self.tokens[i + 1].text if i + 1 < len(self.tokens) else ""

    def operand_end(self, i):
        """The index after the operand that begins at i."""
        while i < len(self.tokens) and self.tokens[i].text not in ENDS_OPERAND:
            i = self.tokens[i].pair + 1 if self.tokens[i].pair > i else i + 1
        return i

    def operand_begin(self, i, joints=("&&", "||")):
        """The index of the first token of the operand that ends before i; joints end it too."""
        i -= 1
        while i >= 0:
            token = self.tokens[i]
            if token.text in (")", "]", "}") and token.pair >= 0:
                if token.text == "}" and self.tokens[token.pair].brace != "values":
                    break
                i = token.pair - 1
                continue
            if token.text in ("(", "[", "{", ",", ";", "?", ":", "return", "case", "else", *joints) or \
                    token.text in ASSIGNING:
                break
            i -= 1
        return i + 1

    def span(self, first, after):
        return self.tokens[first].start, self.tokens[after - 1].end

    def is_operand_end(self, i):
        """May a token end an operand, so that a sign after it is between two?"""
        if i < 0:
            return False
        token = self.tokens[i]
        if token.kind in ("number", "char"):
            return True
        if token.kind == "name":
            return token.text not in KEYWORDS
        if token.text == ")":
            return not self.is_cast(token.pair)
        return token.text == "]"

    def is_cast(self, i):
        inner = self.tokens[i + 1:self.tokens[i].pair]
        names = [t.text for t in inner if t.text != "*"]
        return bool(names) and all(t.kind == "name" or t.text == "*" for t in inner) and \
            (self.tokens[i - 1].kind != "name" or self.tokens[i - 1].text in KEYWORDS) and \
            (names[0] in TYPE_WORDS or len(names) > 1 or inner[-1].text == "*" or names[0].endswith("_t") or
             names[0] == "usec")

    def is_block(self, i):
        """Does token i stand directly in a block of a function?"""
        around = self.tokens[i].inside
        return around >= 0 and self.tokens[around].brace in ("function", "block")

    def begins_statement(self, i):
        if not self.tokens[i].code or not self.is_block(i) or self.tokens[i].text in ("{", "}", ";", ")"):
            return False
        before = self.tokens[i - 1]
        if before.text in ("{", ";"):
            return True
        if before.text == "}":
            return self.tokens[before.pair].brace == "block"
        if before.text in ("else", "do"):
            return True
        if before.text == ")":
            return self.tokens[before.pair - 1].text in HEADS or "FOREACH" in self.tokens[before.pair - 1].text
        if before.text == ":":
            begin = i - 1
            while begin > 0 and self.tokens[begin - 1].text not in (";", "{", "}", ":"):
                begin -= 1
            return self.tokens[begin].text in ("case", "default")
        return False

    def statement_end(self, i):
        """The index of its ;, or None."""
        around = self.tokens[i].inside
        while i < len(self.tokens):
            if self.tokens[i].text == ";" and self.tokens[i].inside == around:
                return i
            if self.tokens[i].text == "}" and i == self.tokens[around].pair:
                return None
            i = self.tokens[i].pair + 1 if self.tokens[i].pair > i else i + 1
        return None


# --- one function for each kind: token i of a function may begin a mistake ------------------------


def comparisons(t, i):
    token = t.tokens[i]
    if token.text in EXCHANGED:
        yield token.start, token.end, EXCHANGED[token.text]


def bounds(t, i):
    token = t.tokens[i]
    if token.text in BOUNDS:
        after = t.operand_end(i + 1)
        if after > i + 1 and t.tokens[after - 1].kind not in ("string", "char") and \
                not (after == i + 2 and t.tokens[i + 1].kind == "number"):
            start, end = t.span(i + 1, after)
            yield end, end, f" {BOUNDS[token.text]}"


def signs(t, i):
    token = t.tokens[i]
    if token.text in ("+", "-"):
        if t.is_operand_end(i - 1):
            if t.tokens[i + 1].kind != "string":
                yield token.start, token.end, SIGNS[token.text]
        elif token.text == "-":
            yield token.start, token.end, ""
    elif token.text in SIGNS:
        yield token.start, token.end, SIGNS[token.text]


def and_ors(t, i):
    token = t.tokens[i]
    if token.text in ("&&", "||"):
        yield token.start, token.end, "||" if token.text == "&&" else "&&"


def conditions(t, i):
    token = t.tokens[i]
    if token.text in ("if", "while") and t.after(i) == "(":
        opening, closing = t.tokens[i + 1], t.tokens[t.tokens[i + 1].pair]
        inner = t.text[opening.end:closing.start]
        if t.is_one_line(opening.end, closing.start):
            yield opening.end, closing.start, "false"
            if token.text == "if":
                yield opening.end, closing.start, "true"
            yield opening.end, closing.start, inner[1:] if re.fullmatch(r"!\w+", inner) else f"!({inner})"
        else:
            yield opening.end, opening.end, "true ? false : "
            yield opening.end, opening.end, "true ? true : "
            yield closing.start, closing.start, " ? false : true"
    elif token.text in ("&&", "||"):
        neutral = "true" if token.text == "&&" else "false"
        begin, after = t.operand_begin(i), t.operand_end(i + 1)
        if begin < i:
            yield *t.span(begin, i), neutral
        if after > i + 1:
            yield *t.span(i + 1, after), neutral
    elif token.text == "?":
        begin = t.operand_begin(i, ())
        if begin < i:
            yield *t.span(begin, i), "true"
            yield *t.span(begin, i), "false"


def left_out(t, i, end):
    start, stop = t.tokens[i].start, t.tokens[end].end
    if t.is_one_line(start, stop):
        return start, stop, ";"
    return start, start, "while (false) "


def calls(t, i):
    if not t.begins_statement(i):
        return
    first = i + 3 if t.tokens[i].text == "(" and t.after(i) == "void" and t.tokens[i].pair == i + 2 else i
    end = t.statement_end(i)
    if end is None or t.tokens[first].kind != "name" or t.tokens[first].text in KEYWORDS:
        return
    at = first
    while t.tokens[at + 1].text in ("->", ".") and t.tokens[at + 2].kind == "name":
        at += 2
    if t.tokens[at + 1].text == "(" and t.tokens[at + 1].pair == end - 1 and not LEAKS.match(t.tokens[at].text):
        yield left_out(t, i, end)


def assigned_at(t, i):
    """The index of the sign that assigns, or of the end where there is none; None in a declaration."""
    end = t.statement_end(i)
    if end is None or t.tokens[i].text in TYPE_WORDS:
        return None
    while i < end and t.tokens[i].text not in ASSIGNING and t.tokens[i].text not in ("++", "--"):
        if t.tokens[i].kind == "name" and (t.tokens[i + 1].kind == "name" or t.tokens[i + 1].text == "*"):
            return None
        i = t.tokens[i].pair + 1 if t.tokens[i].pair > i else i + 1
    return i


def assignments(t, i):
    if not t.begins_statement(i) or t.tokens[i].text in KEYWORDS:
        return
    at, end = assigned_at(t, i), t.statement_end(i)
    if at is not None and at < end:
        yield left_out(t, i, end)


def arguments(t, i):
    if t.tokens[i].kind != "name" or t.tokens[i].text in KEYWORDS or t.after(i) != "(" or \
            (i > 0 and t.tokens[i - 1].kind == "name" and t.tokens[i - 1].text not in KEYWORDS) or \
            t.before(i) == "*" and t.tokens[i - 2].kind == "name" and t.tokens[i - 2].text in TYPE_WORDS:
        return
    closing, parts, begin = t.tokens[i + 1].pair, [], i + 2
    at = begin
    while at <= closing:
        if at == closing or t.tokens[at].text == ",":
            if at > begin:
                parts.append(t.span(begin, at))
            begin = at + 1
        at = t.tokens[at].pair + 1 if t.tokens[at].pair > at else at + 1
    if t.tokens[i].text in EITHER_WAY:
        parts = parts[1:]
    for (a, b), (c, d) in zip(parts, parts[1:]):
        yield a, d, t.text[c:d] + t.text[b:c] + t.text[a:b]


def other_numbers(text):
    match = re.fullmatch(r"(\d+)([uUlL]*)", text)
    if match and re.fullmatch(r"0[0-7]{3}", text):
        return [{"0600": "0644", "0700": "0755"}.get(text, "0600")]  # the rights of a file
    if match and not re.fullmatch(r"0\d+", match[1]):
        number, tail = int(match[1]), match[2]
        if number <= 16:
            return [f"{n}{tail}" for n in (number + 1, number - 1) if n >= 0]
        return [f"{n}{tail}" for n in (number * 2, number // 2)]
    if re.fullmatch(r"\d*\.\d*", text):
        return [f"{float(text) * 2 or 1.0:g}", f"{float(text) / 2 or 0.5:g}"]
    if re.fullmatch(r"0[xX][0-9a-fA-F]+", text):
        return [f"0x{int(text, 16) + 1:x}"]
    return []


def constants(t, i, enums):
    token = t.tokens[i]
    around = token.inside
    if around >= 0 and t.tokens[around].text == "[" and around > 1 and t.tokens[around - 1].kind == "name" and \
            (t.tokens[around - 2].kind == "name" and t.tokens[around - 2].text not in KEYWORDS or
             t.tokens[around - 2].text == "*"):
        return  # the room of an array
    if token.kind == "number":
        if token.text == "1" and t.before(i) == "-" and not t.is_operand_end(i - 2):
            return  # -1 is a failure, and signs() has it
        for new in other_numbers(token.text):
            yield token.start, token.end, new
    elif token.text in ("true", "false"):
        yield token.start, token.end, "false" if token.text == "true" else "true"
    elif token.kind == "name" and token.text in enums and t.after(i) != "(":
        for new in enums[token.text]:
            yield token.start, token.end, new


def fields(t, i, structs):
    token = t.tokens[i]
    if token.kind == "name" and t.after(i) != "(" and t.before(i) in ("->", ".") and \
            t.is_operand_end(i - 2):
        for new in structs.get(token.text, ()):
            yield token.start, token.end, new


def returns(t, i, types):
    token = t.tokens[i]
    if not t.begins_statement(i):
        return
    if t.before(i) not in ("{", ";", "}") or token.text in ("case", "default", "else") or \
            t.text[t.begins[t.line(token.start) - 1]:token.start].strip():
        return
    if token.text not in KEYWORDS and assigned_at(t, i) is None or LEAKS.match(token.text):
        return  # a declaration, or the end
    for value in types.get(token.function, ()):
        yield token.start, token.start, f"return{' ' * bool(value)}{value}; "


def errors(t, i):
    if t.tokens[i].text != "if" or t.after(i) != "(":
        return
    closing = t.tokens[i + 1].pair
    inner = t.tokens[i + 2:closing]
    called = any(a.kind == "name" and a.text not in KEYWORDS and b.text == "(" for a, b in zip(inner, inner[1:]))
    condition = t.text[t.tokens[i + 1].end:t.tokens[closing].start]
    if called and re.search(r"== -1\b|< 0\b|!= 0\b|== NULL\b|(^|[&|(] ?)!\w", condition):
        yield t.tokens[closing].start, t.tokens[closing].start, ", false"


def return_types(t):
    """{function: the values that an early return may have}."""
    found = {}
    for i, token in enumerate(t.tokens):
        if token.text != "{" or token.brace != "function":
            continue
        name, words, at = named_before(t.tokens, i), [], i - 1
        while at >= 0 and t.tokens[at].text not in (";", "}"):
            words.insert(0, t.tokens[at].text)
            at -= 1
        words = words[:words.index(name)] if name in words else []
        words = [word for word in words if word not in ("static", "inline", "const", "extern")]
        if words == ["void"]:
            found[name] = [""]
        elif words and words[-1] == "*":
            found[name] = ["NULL"]
        elif words == ["bool"]:
            found[name] = ["false", "true"]
        elif words and "struct" not in words and "union" not in words:
            found[name] = ["0", "-1"] if words == ["int"] else ["0"]
    return found


def members_of(text):
    """({field: the other fields of its type in its struct}, {member of an enum: the other members})."""
    t = Text(text)
    structs, enums = {}, {}
    for i, token in enumerate(t.tokens):
        if token.text != "{" or token.pair < 0:
            continue
        words = [t.tokens[k].text for k in range(max(0, i - 2), i)]
        if "enum" in words:
            names = [t.tokens[k].text for k in range(i + 1, token.pair)
                     if t.tokens[k].kind == "name" and t.tokens[k].inside == i and t.before(k) in ("{", ",")]
            for name in names:
                enums.setdefault(name, set()).update(set(names) - {name})
        elif "struct" in words:
            for names in fields_by_type(t, i).values():
                for name in names:
                    structs.setdefault(name, set()).update(set(names) - {name})
    return structs, enums


def fields_by_type(t, opening):
    """{type: the fields of it}; a struct within is another one."""
    found, i = {}, opening + 1
    while i < t.tokens[opening].pair:
        end = i
        while t.tokens[end].text != ";" and end < t.tokens[opening].pair:
            end = t.tokens[end].pair + 1 if t.tokens[end].pair > end else end + 1
        member = t.tokens[i:end]
        if not any(token.text in ("{", "(", ":") for token in member):
            for name, kind in declared(member):
                found.setdefault(kind, []).append(name)
        i = end + 1
    return found


def declared(tokens):
    """(name, type) of each that a line such as `const char *a, b[2]` declares."""
    base, at = [], 0
    while at + 1 < len(tokens) and tokens[at].kind == "name" and tokens[at + 1].kind == "name" or \
            at + 1 < len(tokens) and tokens[at].kind == "name" and tokens[at + 1].text == "*":
        base.append(tokens[at].text)
        at += 1
    parts, part, depth = [], [], 0
    for token in tokens[at:]:
        depth += (token.text == "[") - (token.text == "]")
        if token.text == "," and depth == 0:
            parts.append(part)
            part = []
        else:
            part.append(token)
    for part in parts + [part]:
        names = [token for token in part if token.kind == "name"]
        if base and names:
            rest = "".join(token.text for token in part if token is not names[0])
            yield names[0].text, " ".join(base) + rest


def changes_of(text, structs=None, enums=None):
    """All, in the order of the text. Structs and enums are those of members_of(), of all that the text may use."""
    t = Text(text)
    own_structs, own_enums = members_of(text)
    structs, enums = structs if structs is not None else own_structs, enums if enums is not None else own_enums
    types = return_types(t)
    structs, enums = ({name: sorted(others) for name, others in known.items()} for known in (structs, enums))
    of_kind = {
        "comparison": comparisons, "bound": bounds, "sign": signs, "and-or": and_ors, "condition": conditions,
        "call": calls, "assignment": assignments, "arguments": arguments,
        "constant": lambda t, i: constants(t, i, enums), "field": lambda t, i: fields(t, i, structs),
        "return": lambda t, i: returns(t, i, types), "error": errors,
    }
    found = []
    for i, token in enumerate(t.tokens):
        if token.alone or not (token.code or token.values):
            continue
        for kind, changes in of_kind.items():
            if token.values and kind != "constant":
                continue
            for start, end, new in changes(t, i):
                change = t.change(kind, token, start, end, new)
                if change is not None:
                    found.append(change)
    return found
