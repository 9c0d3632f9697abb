"""Writes mistakes into a file, each of them switched off, and knows which one a message of the compiler is about."""

PRECEDENCES = {
    "Comparison": ["<", "<=", ">", ">=", "==", "!=", "===", "!=="], "LogicalConjunction": ["&&"], "LogicalDisjunction": ["||"],
    "NilCoalescing": ["??"], "Addition": ["+", "-", "|", "^"], "Multiplication": ["*", "/", "%", "&"],
    "BitwiseShift": ["<<", ">>"], "RangeFormation": ["..<", "..."], "Assignment": ["+=", "-=", "*="],
}
# How an operator is declared: generic parameters, the types of both sides, and the result.
COMPARABLE = ("<T: Comparable>", "T", "T", "Bool")
EQUATABLE = ("<T: Equatable>", "T", "T", "Bool")
OBJECTS = ("", "AnyObject?", "AnyObject?", "Bool")
INTEGERS = ("<T: BinaryInteger>", "T", "T", "T")
CONDITIONS = ("", "Bool", "@autoclosure () throws -> Bool", "Bool")
ELEMENTS = "<T: RangeReplaceableCollection, S: Sequence>"
DECLARATIONS = {
    "<": [COMPARABLE], "<=": [COMPARABLE], ">": [COMPARABLE], ">=": [COMPARABLE],
    "==": [EQUATABLE, ("<T: ~Copyable>", "borrowing T?", "_OptionalNilComparisonType", "Bool")],
    "===": [OBJECTS], "!==": [OBJECTS],
    "&&": [CONDITIONS], "||": [CONDITIONS],
    "??": [("<T>", "T?", "@autoclosure () throws -> T", "T"), ("<T>", "T?", "@autoclosure () throws -> T?", "T?")],
    "+": [("<T: AdditiveArithmetic>", "T", "T", "T"), (ELEMENTS, "T", "S", "T")],
    "-": [("<T: AdditiveArithmetic>", "T", "T", "T")], "*": [("<T: Numeric>", "T", "T", "T")],
    "/": [INTEGERS, ("<T: FloatingPoint>", "T", "T", "T")], "%": [INTEGERS],
    "&": [INTEGERS], "|": [INTEGERS], "^": [INTEGERS],
    "<<": [("<T: BinaryInteger, S: BinaryInteger>", "T", "S", "T")],
    "..<": [("<T: Strideable>", "T", "T", "Range<T>")], "...": [("<T: Strideable>", "T", "T", "ClosedRange<T>")],
    "+=": [("<T: AdditiveArithmetic>", "inout T", "T", "Void"), (ELEMENTS, "inout T", "S", "Void")],
    "-=": [("<T: AdditiveArithmetic>", "inout T", "T", "Void")], "*=": [("<T: Numeric>", "inout T", "T", "Void")],
}
DECLARATIONS["!="], DECLARATIONS[">>"] = DECLARATIONS["=="], DECLARATIONS["<<"]


def operator_name(original, number):
    """An operator of its own for a mistake: its number, of two characters that operators may consist of."""
    return original + bin(number)[2:].replace("0", "~").replace("1", "^")


def operator_source(mistakes):
    """Declares the operator at one position, with all its mistakes."""
    original, number = mistakes[0].operator[0], mistakes[0].number
    name = operator_name(original, number)
    if original == "!":
        return (
            f"prefix operator {name}\n"
            f"@_transparent public prefix func {name} (a: Bool) -> Bool {{ isMutated({number}) ? a : !a }}\n"
        )
    precedence = next(name for name, members in PRECEDENCES.items() if original in members)
    source = f"infix operator {name}: {precedence}Precedence\n"
    for generics, left, right, result in DECLARATIONS[original]:
        lazy = "throws" in right
        b = "try b()" if lazy else "b"
        body = ""
        for mistake in mistakes:
            body += f"if isMutated({mistake.number}) {{ return {mistaken(mistake.operator, b, generics)} }}; "
        body += f"return {'try ' if lazy else ''}a {original} {b.removeprefix('try ')}"
        condition = " where S.Element == T.Element" if generics == ELEMENTS else ""
        if "Strideable" in generics:
            condition = " where T.Stride: SignedInteger"
        # Inlined as the original is, where it decides whether something is evaluated at all.
        source += f"{'@_transparent ' if lazy else '@inlinable '}public func {name} {generics}(a: {left}, b: {right}) {'rethrows ' if lazy else ''}"
        source += f"-> {result}{condition} {{ {body} }}\n"
    return source


def mistaken(operator, b, generics):
    original, other = operator
    if other == "left":
        return "a"
    if other == "right":
        return b
    if other == "shorter":
        return f"a{original}Swift.max(a, b.advanced(by: -1))"
    if generics == ELEMENTS:
        return "a" if original == "+" else "()"
    return f"a {other} b"


class Rewriting:
    """A file with the mistakes that can be made in it."""

    IMPORT = b"public import Mistakes\n"

    def __init__(self, text, mistakes):
        edits, operators = [], {}
        for mistake in mistakes:
            if mistake.edit:
                start, end, before = mistake.edit["start"], mistake.edit["end"], mistake.edit["before"].replace("#", str(mistake.number))
                if "after" in mistake.edit:
                    # At the same position, close what has ended first, and open first what ends last.
                    edits.append(((start, 2, -end, mistake.order), start, before, mistake))
                    edits.append(((end, 0, -start, -mistake.order), end, mistake.edit["after"], mistake))
                else:
                    edits.append(((start, 3, 0), end, before, mistake))
            if mistake.operator:
                operators.setdefault((mistake.start, mistake.end), []).append(mistake)
        for (start, end), group in operators.items():
            edits.append(((start, 3, 0), end, operator_name(group[0].operator[0], group[0].number), group[0]))
            edits += [((start, 3, 1), start, "", mistake) for mistake in group[1:]]
        self.operators = list(operators.values())
        self.pieces, self.mistakes, position = [], mistakes, 0
        result = [self.IMPORT]
        length = len(self.IMPORT)
        for (start, *_), end, new, mistake in sorted(edits, key=lambda edit: edit[0]):
            kept = text[position:start] if start >= position else b""
            result += [kept, new.encode()]
            self.pieces.append((length + len(kept), length + len(kept) + len(new), mistake))
            length += len(kept) + len(new)
            position = max(position, end)
        self.text = b"".join(result) + text[position:]

    def blamed(self, line, column):
        """The mistake nearest to an error of the compiler, or the smallest one around it."""
        lines = self.text.split(b"\n")
        if line > len(lines):
            return None
        begin = sum(len(text) + 1 for text in lines[: line - 1])
        place = begin + column - 1
        near = [
            (max(start - place, place - end, 0), mistake.number, mistake)
            for start, end, mistake in self.pieces
            if begin <= start <= begin + len(lines[line - 1])
        ]
        if near:
            return min(near)[2]
        spans = {}
        for start, end, mistake in self.pieces:
            low, high = spans.get(mistake.number, (start, end))
            spans[mistake.number] = (min(low, start), max(high, end))
        around = [
            (high - low, number) for number, (low, high) in spans.items() if low <= place <= high
        ]
        if around:
            return next(mistake for mistake in self.mistakes if mistake.number == min(around)[1])
        return min(self.pieces, key=lambda piece: abs(piece[0] - place))[2] if self.pieces else None
