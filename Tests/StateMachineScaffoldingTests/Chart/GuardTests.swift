import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Guards: `!` binds most tightly, then `&&`, then `||`, as in Swift and in the conditions of
/// SCXML's data models.
@Suite(.timeLimit(.minutes(1)), .computing) struct GuardTests {
    indirect enum Formula: Sendable {
        case atom(Int)
        case not(Formula)
        case both(Formula, Formula)
        case either(Formula, Formula)

        func holds(_ valuation: Int) -> Bool {
            switch self {
            case .atom(let index): valuation >> index & 1 == 1
            case .not(let inner): !inner.holds(valuation)
            case .both(let first, let second): first.holds(valuation) && second.holds(valuation)
            case .either(let first, let second): first.holds(valuation) || second.holds(valuation)
            }
        }

        var size: Int {
            switch self {
            case .atom: 1
            case .not(let inner): inner.size
            case .both(let first, let second), .either(let first, let second): first.size + second.size
            }
        }

        /// The formula with other atoms from left to right.
        func numbered(from first: Int) -> Formula {
            switch self {
            case .atom: .atom(first)
            case .not(let inner): .not(inner.numbered(from: first))
            case .both(let left, let right):
                .both(left.numbered(from: first), right.numbered(from: first + left.size))
            case .either(let left, let right):
                .either(left.numbered(from: first), right.numbered(from: first + left.size))
            }
        }

        /// With parentheses around everything, as symbols or as words.
        func text(_ not: String, _ and: String, _ or: String) -> String {
            switch self {
            case .atom(let index): Self.names[index]
            case .not(let inner): "(\(not)\(inner.text(not, and, or)))"
            case .both(let first, let second): "(\(first.text(not, and, or))\(and)\(second.text(not, and, or)))"
            case .either(let first, let second): "(\(first.text(not, and, or))\(or)\(second.text(not, and, or)))"
            }
        }

        /// With the parentheses that it needs, and without two negations in a row.
        var shortest: String {
            switch self {
            case .atom(let index): Self.names[index]
            case .not(.not(let inner)): inner.shortest
            case .not(let inner): if case .atom = inner { "!\(inner.shortest)" } else { "!(\(inner.shortest))" }
            case .both(let first, let second):
                [first, second].map { if case .either = $0.reduced { "(\($0.shortest))" } else { $0.shortest } }
                    .joined(separator: " && ")
            case .either(let first, let second): "\(first.shortest) || \(second.shortest)"
            }
        }

        private var reduced: Formula { if case .not(.not(let inner)) = self { inner.reduced } else { self } }

        static let names = ["a", "b", "c", "d", "e", "f"]

        /// All formulas with so many operators around each other.
        static func all(depth: Int) -> [Formula] {
            guard depth > 0 else { return [.atom(0)] }
            let inner = all(depth: depth - 1)
            let pairs = inner.flatMap { first in inner.map { (first, $0) } }
            return [.atom(0)] + inner.map { .not($0) } + pairs.map { .both($0, $1) } + pairs.map { .either($0, $1) }
        }

        /// Two operators around each other in every way, and each of these inside every operator.
        static let table: [Formula] = {
            let small = all(depth: 2)
            let large = small.flatMap { formula -> [Formula] in
                [
                    .not(formula), .both(formula, .atom(0)), .both(.atom(0), formula), .either(formula, .atom(0)),
                    .either(.atom(0), formula),
                ]
            }
            return (small + large).map { $0.numbered(from: 0) }
        }()
    }

    /// A chart with a transition under the condition, and one for everything else.
    private func chart(_ condition: String) throws -> Chart {
        let text = condition.replacing("&", with: "&amp;")
        return try SCXMLReader.read(
            """
            <scxml><state id='s'><transition event='go' cond='\(text)' target='t'/><transition event='go' target='u'/></state>
            <state id='t'/><state id='u'/></scxml>
            """
        )
    }

    @Test func `the table has every formula of two operators, and each of them inside every operator`() {
        #expect(Formula.all(depth: 2).count == 37)
        #expect(Formula.table.count == 37 * 6)
    }

    @Test func `each formula is read and written with its meaning, and with the parentheses that it needs`() throws {
        let spellings = [("!", " && ", " || "), ("!", "&&", "||"), ("not ", " and ", " or ")]
        for (number, formula) in Array(Formula.table.enumerated()).usually(oneOf: 4) {
            let writer = try MachineWriter(try chart(formula.shortest), module: "Written")
            let files = writer.sources()
            let lines = try #require(files["WrittenState.swift"]).split(separator: "\n")
            let condition = lines.first { $0.contains(" if ") }?.split(separator: "if ").last?.dropLast(2)
            #expect(condition.map(String.init) == formula.shortest)
            let tried = ProcessEnvironment.isThorough ? spellings : [spellings[number % 3]]
            for (not, and, or) in tried {
                let text = formula.text(not, and, or)
                #expect(try MachineWriter(try chart(text), module: "Written").sources() == files, "\(text)")
            }
            let machine = try WrittenMachine(files: files.values, name: writer.name)
            for valuation in 0..<1 << formula.size {
                let holding = Set((0..<formula.size).filter { valuation >> $0 & 1 == 1 }.map { Formula.names[$0] })
                let expected = formula.holds(valuation) ? "t" : "u"
                let written = try machine.restarted()
                _ = try written.handle("go", guards: holding)
                #expect(written.leaves(of: writer.chart) == [expected], "\(formula.shortest): \(holding)")
                var interpreter = ChartInterpreter(writer.chart)
                _ = interpreter.handle("go", guards: Dictionary(uniqueKeysWithValues: holding.map { ($0, true) }))
                #expect(interpreter.leaves == [expected], "\(formula.shortest): \(holding)")
            }
        }
    }

    @Test func `without parentheses, and binds more tightly than or, and not more tightly than both`() throws {
        let (a, b, c, d) = (Condition.guard("a"), Condition.guard("b"), Condition.guard("c"), Condition.guard("d"))
        let table: [(text: String, condition: Condition)] = [
            ("a", a), (" a ", a), ("((a))", a), ("!a", .not(a)), ("!!a", .not(.not(a))), ("NOT a", .not(a)),
            ("a && b", .all([a, b])), ("a&&b&&c", .all([a, b, c])), ("a || b || c", .any([a, b, c])),
            ("a || b && c", .any([a, .all([b, c])])), ("a && b || c", .any([.all([a, b]), c])),
            ("a && b || c && d", .any([.all([a, b]), .all([c, d])])), ("(a || b) && c", .all([.any([a, b]), c])),
            ("a and b or not c", .any([.all([a, b]), .not(c)])), ("!a && b", .all([.not(a), b])),
            ("!(a && b)", .not(.all([a, b]))), ("!a || b", .any([.not(a), b])), ("!(a || b)", .not(.any([a, b]))),
            ("a && (b && c)", .all([a, .all([b, c])])), ("true", .constant(true)), ("false", .constant(false)),
            ("In('x y')", .isIn("x y")), ("In(\"x\")", .isIn("x")), ("In( x )", .isIn("x")),
            ("!In('x') && a", .all([.not(.isIn("x")), a])), ("In", .guard("In")), ("a.b-c_d1", .guard("a.b-c_d1")),
            ("_a", .guard("_a")), ("orb", .guard("orb")), ("android", .guard("android")), ("nota", .guard("nota")),
            ("In(True)", .isIn("True")), ("True", .guard("True")),
        ]
        for (text, condition) in table {
            #expect(try ConditionParser.read(text, at: Position(line: 1, column: 1)) == condition, "\(text)")
        }
    }

    @Test(arguments: [
        "", " ", "!", "&&", "a &&", "&& a", "a || ", "|| a", "a b", "a ! b", "a !", "(a", "a)", "()", "!()", "(a))",
        "a & b",
        "a | b", "a &&& b", "a == b", "a, b", "x > 3", "1a", "-a", ".a", "'a'", "In()", "In('a'", "In 'a'", "In('a)",
        "In(a b)",
        "In(!a)", "In(and)", "f(a)", "a and", "or", "not", "a and and b", "In('a') b",
    ])
    func `a text that is not a condition is refused where it is`(text: String) {
        let place = Position(line: 7, column: 3)
        let error = #expect(throws: ChartError.self) { _ = try ConditionParser.read(text, at: place) }
        #expect(error?.position == place)
        #expect(error?.problem == "the condition “\(text)” is not valid")
    }

    @Test func `a condition has at most 1000 words and signs, and 49 of them around each other`() throws {
        let place = Position(line: 1, column: 1)
        func isRead(_ text: String) -> Bool { (try? ConditionParser.read(text, at: place)) != nil }
        #expect(isRead(Array(repeating: "a", count: 500).joined(separator: "&&")))
        #expect(isRead("!" + Array(repeating: "a", count: 500).joined(separator: "&&")))
        #expect(!isRead("!!" + Array(repeating: "a", count: 500).joined(separator: "&&")))
        for (opening, closing) in [("!", ""), ("(", ")")] {
            for (depth, isAllowed) in [(48, true), (49, false)] {
                let text =
                    String(repeating: opening, count: depth) + "a" + String(repeating: closing, count: depth)
                #expect(isRead(text) == isAllowed, "\(depth) \(opening)")
            }
        }
    }
}
