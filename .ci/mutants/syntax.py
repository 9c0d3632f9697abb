"""The structure of a Swift source file: declarations, blocks, statements, and values."""

from tokens import CLOSE, CONTROL, FUNCTIONS, OPEN, is_keyword, is_label, tokens


HEADERS = {"struct", "class", "enum", "protocol", "extension", "actor", "func", "init", "subscript", "typealias", "associatedtype", "import"}
TRANSFORMATIONS = {
    "map", "flatMap", "compactMap", "mapValues", "filter", "first", "firstIndex", "last", "lastIndex", "contains", "allSatisfy", "sorted",
    "min", "max", "prefix", "drop", "removeAll", "partition", "sequence", "replacing", "merge", "merging", "uniquingKeysWith",
}


class Syntax:
    """A file, and questions about its parts."""

    def __init__(self, file, text):
        self.file, self.text = file, text
        self.tokens = tokens(text)
        self.skipped = self.declarations() | self.preconditions() | self.patterns()
        # Variables that get their value after the declaration: without the assignment nothing compiles.
        self.set_later = {
            self.tokens[index + 1].text
            for index, token in enumerate(self.tokens)
            if token.text == "let" or token.text == "var" and self.block_of(index) not in ("", "type")
            if self.at(index + 2).text == ":" and not self.has_value(index + 2)
        }

    # MARK: What is left alone

    def declarations(self):
        """Finds the heads of declarations."""
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
        """Finds preconditions, whose tests would have to end the process."""
        return {
            place
            for index, token in enumerate(self.tokens)
            if token.text in ("precondition", "assert") and self.at(index + 1).text == "("
            for place in range(index, self.at(index + 1).partner)
        }

    def patterns(self):
        """Finds patterns, from `case` to their end."""
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

    def is_infix(self, index):
        token, before, after = self.tokens[index], self.at(index - 1), self.at(index + 1)
        spaces = before.end < token.start, token.end < after.start
        if token.text in ("..<", "..."):
            return not any(spaces) and before.text not in ("(", "[", ",") and after.text not in (")", "]", ",")
        return all(spaces)

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
        """The indices of tokens that are in no brackets between these bounds."""
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
