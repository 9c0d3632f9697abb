"""Finds where a mistake can be made in a file, and what is written there so that it can be switched on."""

from dataclasses import dataclass, field

from tokens import CLOSE, CONTROL, FUNCTIONS, OPEN, body_of, is_keyword, is_label, tokens

# What an operator is when it is mistaken. The library of the copy has a function for each, with the original and this.
INFIX = {
    "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="], "===": ["!=="], "!==": ["==="],
    "&&": ["left", "right"], "||": ["left", "right"], "??": ["right"],
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "+=": ["-="], "-=": ["+="], "*=": ["+="],
    "&": ["|"], "|": ["&"], "^": ["|"], "<<": [">>"], ">>": ["<<"], "..<": ["shorter"], "...": ["shorter"],
}
COMPARISONS = {"<", "<=", ">", ">=", "==", "!=", "===", "!=="}
MEMBERS = {
    "first": "last", "last": "first", "reversed": "not reversed", "min": "max", "max": "min", "sorted": "not sorted",
    "filter": "all", "prefix": "all", "suffix": "all", "dropFirst": "all", "dropLast": "all", "allSatisfy": "contains(where:)",
    "uniqued": "all",
}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "&+=", "&-=", "<<=", ">>="}
HEADERS = {"struct", "class", "enum", "protocol", "extension", "actor", "func", "init", "subscript", "typealias", "associatedtype", "import"}
NOT_CALLS = HEADERS | CONTROL | {
    "let", "var", "return", "throw", "case", "default", "break", "continue", "fallthrough", "precondition", "assert", "in",
    "preconditionFailure", "assertionFailure", "public", "private", "package", "static", "nonisolated", "lazy", "mutating", "indirect",
    "weak", "unowned", "deinit", "get", "set", "internal", "fileprivate", "final", "where", "async", "discard",
}
TRANSFORMATIONS = {
    "map", "flatMap", "compactMap", "mapValues", "filter", "first", "firstIndex", "last", "lastIndex", "contains", "allSatisfy", "sorted",
    "min", "max", "prefix", "drop", "removeAll", "partition", "sequence", "replacing", "merge", "merging", "uniquingKeysWith",
}
BOUNDARIES = {"return", "in", "else", "case", "where", "throw", "if", "guard", "while", "switch"}


@dataclass
class Mistake:
    """One mistake: what it is called, and what has to be written for it."""
    file: str
    code: str
    words: str
    start: int
    end: int
    # Texts that replace parts of the source, with `#` for the number: (start, end, text).
    replacements: list = field(default_factory=list)
    # Texts that go around a part of the source: (start, end, before, after).
    wrappings: list = field(default_factory=list)
    # The operator that it needs, and what that one does instead.
    operator: tuple = None
    # Which one it is in its file: of several around the same part of the source, the first one is outside.
    order: int = 0
    # Which one it is of all, for the environment.
    number: int = 0

    @property
    def key(self):
        return self.file, self.code, self.words

    def __str__(self):
        return f"{self.file}: `` {self.code} ``: `` {self.words} ``"


class Finder:
    """Goes through one file."""

    def __init__(self, file, text):
        self.file, self.text = file, text
        self.tokens = tokens(text)
        self.found = []
        self.skipped = self.declarations() | self.preconditions() | self.patterns()
        # What gets its value after it is declared: without that nothing compiles.
        self.set_later = {
            self.tokens[index + 1].text
            for index, token in enumerate(self.tokens)
            if token.text == "let" or token.text == "var" and self.block_of(index) not in ("", "type")
            if self.at(index + 2).text == ":" and not self.has_value(index + 2)
        }
        # Comparisons whose result is a whole condition, which is mistaken as a whole.
        self.decided = set()

    def mistakes(self):
        for index, token in enumerate(self.tokens):
            if index in self.skipped or is_label(self.tokens, index):
                continue
            if token.text in ("if", "guard", "while") and is_keyword(self.tokens, index, {token.text}):
                self.condition(index)
            elif token.text == "for" and is_keyword(self.tokens, index, {"for"}):
                self.loop(index)
            elif token.text == "where" and token.kind == "word":
                self.case_condition(index)
            elif token.text == "?" and self.is_infix(index):
                self.ternary(index)
        for index, token in enumerate(self.tokens):
            if index in self.skipped:
                continue
            if token.kind == "operator":
                self.operator(index)
            elif token.text in ("true", "false"):
                other = "false" if token.text == "true" else "true"
                name = "isIntact(#)" if token.text == "true" else "isMutated(#)"
                self.add(f"`{token.text}` is `{other}`", index, index, [(token.start, token.end, name)])
            elif token.text == "{" and token.block in ("function", "closure", "do", "defer") or self.is_branch(token):
                self.block(index)
        self.number_equal_ones()
        return self.found

    def is_branch(self, token):
        return token.text == "{" and token.block in CONTROL and token.block != "switch" or token.block == "switch"

    # MARK: What is left alone

    def declarations(self):
        """What stands in the heads of declarations."""
        skipped = set()
        for index, token in enumerate(self.tokens):
            if token.kind == "word" and token.text.startswith("@") and self.at(index + 1).text == "(":
                skipped |= set(range(index, self.at(index + 1).partner))
            if not is_keyword(self.tokens, index, HEADERS) or is_label(self.tokens, index):
                continue
            if token.text == "init" and self.at(index - 1).text in (".", "="):
                continue
            place = index
            while place < len(self.tokens):
                head = self.tokens[place]
                skipped.add(place)
                if head.text == "{":
                    skipped.discard(place)
                    break
                if head.text in ("(", "[") and head.kind == "bracket":
                    skipped |= set(range(place, head.partner))
                    place = head.partner
                elif place > index and head.begins_line and head.text not in ("where", "->", "throws", "async"):
                    if self.tokens[place - 1].text not in (",", "where", "->", "==", "&", ":"):
                        skipped.discard(place)
                        break
                elif head.text in ("}", ")", "]"):
                    break
                place += 1
        return skipped

    def preconditions(self):
        """What is asked of the programmer, whose tests would have to end the process."""
        return {
            place
            for index, token in enumerate(self.tokens)
            if token.text in ("precondition", "assert") and self.at(index + 1).text == "("
            for place in range(index, self.at(index + 1).partner)
        }

    def patterns(self):
        """What stands in patterns, from `case` to what follows."""
        skipped = set()
        for index, token in enumerate(self.tokens):
            if is_keyword(self.tokens, index, {"case"}):
                place = index
                while place < len(self.tokens) and self.tokens[place].text not in (":", "=", "where", "in"):
                    skipped.add(place)
                    if self.tokens[place].text in ("(", "["):
                        skipped |= set(range(place, self.tokens[place].partner))
                        place = self.tokens[place].partner
                    place += 1
        return skipped

    # MARK: Conditions

    def condition(self, index):
        keyword = self.tokens[index].text
        end = self.keyword_after(index, "else") if keyword == "guard" else body_of(self.tokens, index)
        if end is None:
            return
        elements = self.split(index + 1, end)
        first = elements[0][0]
        words = {"if": "`if` never holds", "guard": "`guard` always fails", "while": "`while` never holds"}[keyword]
        if self.at(first).text != "true":
            self.add(words, index, end - 1, wraps=[(first, end - 1, "isIntact(#), ", "")])
        else:
            self.skipped.add(first)
        if keyword == "while":
            return
        for low, high in elements:
            if not is_keyword(self.tokens, low, {"let", "var", "case", "#available"}):
                self.decide(low, high)
                self.add(
                    f"`{self.source(low, high)}` is true", low, high,
                    wraps=[(low, high, "(isMutated(#) ? true : (", "))")]
                )

    def decide(self, low, high):
        """Remembers what need not be negated, since the whole is made true and false."""
        operators = [place for place in self.level(low, high) if self.tokens[place].kind == "operator"]
        if not any(self.tokens[place].text in ("&&", "||", "?", "??") for place in operators):
            self.decided |= {place for place in operators if self.tokens[place].text in ("==", "!=", "===", "!==", "!")}

    def loop(self, index):
        body = body_of(self.tokens, index)
        if body is None:
            return
        wheres = [place for place in self.level(index, body - 1) if self.tokens[place].text == "where"]
        if wheres:
            self.whole(wheres[0] + 1, body - 1)
        else:
            brace = self.tokens[body]
            self.add("the loop is left out", index, body, [(brace.start, brace.start, "where isIntact(#) ")])

    def case_condition(self, index):
        place = index
        while place >= 0 and self.tokens[place].text not in ("{", "}", ";"):
            if is_keyword(self.tokens, place, {"case", "catch"}):
                colon = next((at for at in self.level(index, len(self.tokens) - 1) if self.tokens[at].text == ":"), None)
                ternaries = [at for at in self.level(index, colon or index) if self.tokens[at].text == "?"]
                if colon and not ternaries and self.block_of(index) == "switch":
                    self.whole(index + 1, colon - 1)
                return
            place -= 1

    def whole(self, low, high):
        """Makes a condition true, and false."""
        self.decide(low, high)
        for words, before, after in [
            ("is true", "(isMutated(#) ? true : (", "))"), ("is false", "(isMutated(#) ? false : (", "))"),
        ]:
            self.add(f"`{self.source(low, high)}` {words}", low, high, wraps=[(low, high, before, after)])

    def ternary(self, index):
        low = index
        while low - 1 > self.tokens[index].parent:
            before = self.tokens[low - 1]
            if before.kind == "bracket" and before.text in CLOSE:
                low = before.partner
                if before.text == "}" and self.tokens[low].block != "closure":
                    low = before.partner
                    return
                continue
            if before.text in ("=", ",", ":", "?", "+=", "-=", ";") or before.text in BOUNDARIES and before.kind == "word":
                break
            if self.tokens[low].begins_line and self.tokens[low].kind != "operator":
                break
            low -= 1
        while self.tokens[low].text in ("try", "await"):
            low += 1
        if low < index:
            self.whole(low, index - 1)

    # MARK: Operators

    def is_infix(self, index):
        token, before, after = self.tokens[index], self.at(index - 1), self.at(index + 1)
        spaces = before.end < token.start, token.end < after.start
        if token.text in ("..<", "..."):
            return not any(spaces) and before.text not in ("(", "[", ",") and after.text not in (")", "]", ",")
        return all(spaces)

    def operator(self, index):
        token = self.tokens[index]
        if token.text in INFIX and self.is_infix(index):
            before, after = self.at(index - 1).text, self.at(index + 1).text
            # Tuples can be compared, and types be combined, but by no function of ours.
            if index in self.decided or before == ")" and after == "(" or token.text == "&" and after[:1].isupper():
                return
            for other in INFIX[token.text]:
                words = {"left": "takes the left side alone", "right": "takes the right side alone", "shorter": "ends one earlier"}
                what = words.get(other, f"is `{other}`")
                self.add(f"`{token.text}` {what}", index, index, operator=(token.text, other))
        elif token.text == "!" and index not in self.decided and self.at(index + 1).start == token.end:
            if self.at(index - 1).end < token.start or self.at(index - 1).text in ("(", "[", "{"):
                self.add("`!` is left out", index, index, operator=("!", ""))
        elif token.text == "." and self.at(index + 1).text in MEMBERS and self.at(index - 1).text != "\\":
            if self.at(index - 1).end < token.start and not token.begins_line or self.at(index - 1).text == "children":
                return
            self.member(index + 1)

    def member(self, index):
        name, following = self.tokens[index], self.at(index + 1)
        called = following.text == "(" and following.start == name.end
        if name.text == "uniqued":
            return
        if name.text in ("reversed", "min", "max") and not called:
            return
        if called:
            comma = "" if self.at(index + 2).text == ")" else ", "
            replacement = (following.end, following.end, f"mutant: #{comma}")
        else:
            replacement = (name.end, name.end, "(mutant: #)")
        self.add(f"`{name.text}` is {MEMBERS[name.text]}", index, index, [replacement])

    # MARK: Statements

    def block(self, index):
        """Leaves out the statements of a block, one by one."""
        statements = self.statements(index)
        brace = self.tokens[index]
        if self.is_value(index, statements):
            return
        is_init = self.declaration_around(index) == "init"
        for low, high in statements:
            first = self.tokens[low]
            # Alone in a block, a statement is left out when the block is.
            is_alone = len(statements) == 1 and brace.block in ("if", "while", "for")
            if high == low and first.text in ("return", "continue", "break"):
                # The `else` of a `guard` has to leave, and a `break` alone says that a case does nothing.
                if brace.block in ("guard", "switch") or is_alone:
                    continue
                self.leave_out(low, high)
                continue
            if first.kind != "word" and first.text != "(" or first.kind == "word" and first.text in NOT_CALLS:
                continue
            if first.text.startswith(("@", "#")) or is_alone:
                continue
            places = list(self.level(low, high))
            assigns = any(self.tokens[place].text in ASSIGNMENTS and self.is_infix(place) for place in places)
            if assigns and first.text != "_":
                if not is_init and first.text not in self.set_later:
                    self.leave_out(low, high)
            elif self.tokens[high].text in (")", "}") and not self.is_initialization(low, high):
                self.leave_out(low, high)

    def leave_out(self, low, high):
        self.add("the statement is left out", low, high, wraps=[(low, high, "if isIntact(#) { ", " }")])

    def is_initialization(self, low, high):
        return any(self.tokens[at].text == "init" and self.tokens[at - 1].text == "." for at in self.level(low, high))

    def is_value(self, index, statements):
        """Whether the only statement of a block is its value."""
        brace = self.tokens[index]
        if brace.block == "closure":
            return len(statements) == 1 and self.is_transformation(index)
        if brace.block == "function":
            if len(statements) != 1:
                return False
            keyword = self.declaration_around(index)
            if keyword == "func":
                low = next(at for at in range(index, -1, -1) if is_keyword(self.tokens, at, {"func"}))
                return "->" in [self.tokens[at].text for at in self.level(low, index - 1)]
            return keyword in ("var", "get", "subscript", "unsafeAddress")
        if brace.block in ("if", "else", "switch"):
            place = self.owner(index)
            if self.at(place - 1).text in ("=", "return", "(", ",", "+", ":") and self.at(place - 1).kind != "":
                before = self.at(place - 1).text
                if before != ":":
                    return True
            outer = self.tokens[place].parent
            if outer >= 0 and self.tokens[outer].text == "{" and self.tokens[outer].block != "closure":
                inside = self.statements(outer)
                whole = [bounds for bounds in inside if bounds[0] <= place <= bounds[1]]
                if whole and (len(inside) == 1 or self.tokens[outer].block == "switch"):
                    return self.is_value(outer, inside if self.tokens[outer].block != "switch" else whole)
        return False

    def has_value(self, index):
        for place in self.level(index, len(self.tokens) - 1):
            if self.tokens[place].text == "=":
                return True
            if place > index and self.tokens[place].begins_line and not self.goes_on(place):
                return False
        return False

    def is_transformation(self, index):
        """Whether a closure is there for its result, by the name of the function that it is for."""
        before = self.at(index - 1)
        if before.text == ")":
            before = self.at(before.partner - 1)
        elif before.text in ("(", ":", ","):
            before = self.at(self.tokens[index].parent - 1)
        after = self.at(self.tokens[index].partner + 1)
        if before.text in TRANSFORMATIONS or after.text in ("?", ".") and not after.begins_line:
            return True
        place = index - 1
        while place > 0 and not self.at(place + 1).begins_line:
            token = self.tokens[place]
            if token.kind == "bracket" and token.text in CLOSE:
                place = token.partner
            elif token.kind not in ("word", "bracket") and token.text not in (".", "?"):
                return token.text not in (";", ":")
            elif token.text in ("return", "in"):
                return token.text == "return" or self.at(token.parent).block != "closure"
            elif token.text in OPEN:
                return token.text != "{"
            place -= 1
        return False

    def owner(self, index):
        """The first keyword of the statement that a block belongs to: of an `else if`, the first `if`."""
        place = index - 1
        while place >= 0:
            token = self.tokens[place]
            if token.text == "}" and self.at(place + 1).text == "else":
                place = token.partner
            elif token.kind == "bracket" and token.text in CLOSE:
                place = token.partner
            elif is_keyword(self.tokens, place, {"if", "guard", "switch"}) and self.at(place - 1).text != "else":
                return place
            place -= 1
        return 0

    def statements(self, opening):
        """The first and the last token of each statement of a block."""
        closing = self.tokens[opening].partner
        starts, place, in_case, fresh = [], opening + 1, False, True
        if self.tokens[opening].block == "closure":
            for at in self.level(opening + 1, closing - 1):
                if self.tokens[at].text == "in" and not any(is_keyword(self.tokens, p, {"for"}) for p in range(opening + 1, at)):
                    place = at + 1
                    break
                if at > opening + 1 and self.tokens[at].begins_line:
                    break
        while place < closing:
            token = self.tokens[place]
            if in_case:
                if token.text == ":":
                    in_case, fresh = False, True
            elif self.tokens[opening].block == "switch" and is_keyword(self.tokens, place, {"case", "default"}):
                starts.append((place, True))
                in_case, fresh = token.text == "case", token.text == "default"
                if token.text == "default":
                    place += 1
            elif token.text == ";":
                fresh = True
            elif fresh or token.begins_line and not self.goes_on(place):
                starts.append((place, False))
                fresh = False
            if token.kind == "bracket" and token.text in OPEN:
                place = token.partner
            place += 1
        bounds = []
        for number, (start, is_label) in enumerate(starts):
            end = starts[number + 1][0] - 1 if number + 1 < len(starts) else closing - 1
            while self.tokens[end].text == ";":
                end -= 1
            if not is_label:
                bounds.append((start, end))
        return bounds

    def goes_on(self, index):
        token, before = self.tokens[index], self.tokens[index - 1]
        if token.kind == "operator" and not (token.text in ("!", "&", "-") and self.at(index + 1).start == token.end):
            return True
        if token.text in ("else", "catch", "where", "{", ","):
            return True
        return before.text == "," or before.kind == "operator" and before.end < token.start and not (
            before.text in ("?", "!") and self.at(index - 2).end == before.start
        )

    # MARK: Helpers

    def at(self, index):
        return self.tokens[index] if 0 <= index < len(self.tokens) else type(self.tokens[0])("", "", -1, -1, True)

    def level(self, low, high):
        """The places of tokens that no bracket between these bounds contains."""
        place = low
        while place <= high:
            yield place
            token = self.tokens[place]
            if token.kind == "bracket" and token.text in OPEN:
                place = token.partner
                if place <= high:
                    yield place
            elif token.kind == "bracket":
                return
            place += 1

    def split(self, low, end):
        elements, start = [], low
        for place in self.level(low, end - 1):
            if self.tokens[place].text == ",":
                elements.append((start, place - 1))
                start = place + 1
        return elements + [(start, end - 1)]

    def keyword_after(self, index, word):
        return next((at for at in self.level(index + 1, len(self.tokens) - 1) if self.tokens[at].text == word), None)

    def declaration_around(self, index):
        """The keyword of the function that a block is in: `func`, `init`, `var`, …"""
        while index >= 0 and self.tokens[index].block != "function":
            index = self.tokens[index].parent
        while index >= 0 and not is_keyword(self.tokens, index, FUNCTIONS):
            index = self.tokens[index].partner if self.tokens[index].text in (")", "]") else index - 1
        return self.at(index).text

    def block_of(self, index):
        parent = self.tokens[index].parent
        return self.tokens[parent].block if parent >= 0 else ""

    def source(self, low, high):
        return " ".join(self.text[self.tokens[low].start : self.tokens[high].end].split())

    def add(self, words, low, high, replacements=(), wraps=(), operator=None):
        start, end = self.tokens[low].start, self.tokens[high].end
        line = self.text.rfind("\n", 0, start) + 1
        code = self.text[line : self.text.find("\n", start)].split(" //")[0].strip()
        mistake = Mistake(self.file, code, words, start, end, list(replacements), [], operator, len(self.found))
        mistake.wrappings = [
            (self.tokens[first].start, self.tokens[last].end, before, after) for first, last, before, after in wraps
        ]
        self.found.append(mistake)

    def number_equal_ones(self):
        seen = {}
        for mistake in sorted(self.found, key=lambda mistake: mistake.start):
            seen[mistake.key] = seen.get(mistake.key, 0) + 1
            if seen[mistake.key] > 1:
                mistake.words += f" (no. {seen[mistake.key]})"
