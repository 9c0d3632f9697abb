"""Finds the mistakes that can be made in a file, and the text with which each can be switched on."""

from dataclasses import dataclass, field

from syntax import HEADERS, Syntax
from tokens import CLOSE, CONTROL, body_of, is_keyword, is_label

# The replacements of an operator. The library of the copy has a function for each, with the original and this.
INFIX = {
    "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="], "===": ["!=="], "!==": ["==="],
    "&&": ["left", "right"], "||": ["left", "right"], "??": ["right"],
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "+=": ["-="], "-=": ["+="], "*=": ["+="],
    "&": ["|"], "|": ["&"], "^": ["|"], "<<": [">>"], ">>": ["<<"], "..<": ["shorter"], "...": ["shorter"],
}
MEMBERS = {
    "first": "last", "last": "first", "reversed": "not reversed", "min": "max", "max": "min", "sorted": "not sorted",
    "filter": "all", "prefix": "all", "suffix": "all", "dropFirst": "all", "dropLast": "all", "allSatisfy": "contains(where:)",
}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "&+=", "&-=", "<<=", ">>="}
NOT_CALLS = HEADERS | CONTROL | {
    "let", "var", "return", "throw", "case", "default", "break", "continue", "fallthrough", "precondition", "assert", "in",
    "preconditionFailure", "assertionFailure", "public", "private", "package", "static", "nonisolated", "lazy", "mutating", "indirect",
    "weak", "unowned", "deinit", "get", "set", "internal", "fileprivate", "final", "where", "async", "discard",
}
BOUNDARIES = {"return", "in", "else", "case", "where", "throw", "if", "guard", "while", "switch"}


@dataclass
class Mistake:
    """One mistake: its name, and its edits of the source."""
    file: str
    code: str
    words: str
    start: int
    end: int
    # Texts that replace parts of the source, with `#` for the number: (start, end, text).
    replacements: list = field(default_factory=list)
    # Texts that go around a part of the source: (start, end, before, after).
    wrappings: list = field(default_factory=list)
    # The operator that it replaces, and the replacement.
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


class Finder(Syntax):
    """Goes through one file."""

    def __init__(self, file, text):
        super().__init__(file, text)
        self.found = []
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
            # Alone in a block, a statement is left out when the block is, unless there is another block instead.
            is_alone = len(statements) == 1 and brace.block in ("if", "while", "for") and self.at(brace.partner + 1).text != "else"
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
