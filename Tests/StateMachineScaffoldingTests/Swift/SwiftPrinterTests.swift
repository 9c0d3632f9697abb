import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

@Suite(.timeLimit(.minutes(1)), .computing) struct SwiftPrinterTests {
    private func text(_ statements: SwiftStatement...) -> [String] {
        var printer = SwiftPrinter()
        printer.add(statements)
        return printer.lines
    }

    private static let (a, b, c) = (SwiftExpression.name("a"), SwiftExpression.name("b"), SwiftExpression.name("c"))

    @Test(
        arguments: [
            (.joined([.joined([a, b], by: .or), c], by: .and), "(a || b) && c"),
            (.joined([.joined([a, b], by: .and), c], by: .or), "a && b || c"),
            (.joined([a, .joined([b, c], by: .and)], by: .and), "a && b && c"),
            (.not(.joined([a, b], by: .or)), "!(a || b)"),
            (.not(.member(a, "b")), "!a.b"),
            (.joined([.coalescing(a, b), c], by: .plus), "(a ?? b) + c"),
            (.coalescing(a, .joined([b, c], by: .plus)), "a ?? b + c"),
            (.name("default"), "`default`"),
            (.member(.name("default"), "in"), "`default`.in"),
            (.case("on", .call(.name("On"), [.init(label: "left", value: .case("a"))])), ".on(On(left: .a))"),
        ] as [(SwiftExpression, String)]
    )
    func `an expression has the parentheses and the backticks that it needs`(
        expression: SwiftExpression,
        expected: String
    ) {
        #expect(expression.text == expected)
    }

    @Test func `a condition that must not be met alone is a guard, and one without statements is negated`() {
        #expect(text(.if(.isNotSet("a"), [.rejection])) == ["guard a else { throw .invalid }"])
        #expect(text(.if([.holds(Self.a)], [], otherwise: [.break])) == ["if !a {", "    break", "}"])
        #expect(text(.if([.isSet("a")], [], otherwise: [.break])) == ["if !(a != nil) {", "    break", "}"])
        let both = SwiftStatement.if([.holds(Self.a), .holds(Self.b)], [.return(nil)], otherwise: [])
        #expect(text(both) == ["if a && b {", "    return", "}"])
    }

    @Test func `a condition in the other way of a condition is in its line`() {
        let inner = SwiftStatement.if([.holds(Self.b)], [.break], otherwise: [.rejection])
        let expected = ["if a {", "    return", "} else if b {", "    break", "} else {", "    throw .invalid", "}"]
        #expect(text(.if([.holds(Self.a)], [.return(nil)], otherwise: [inner])) == expected)
    }

    @Test func `a name is used where it is read or changed, and not where it is a member or a label`() {
        let code = [
            SwiftStatement.set("a"), .evaluate(.call(.member(nil, "b"), [.init(label: "c", value: .name("d"))])),
        ]
        #expect(code.uses("a") && code.uses("d"))
        #expect(!code.uses("b") && !code.uses("c"))
    }

    @Test func `a value is changed where something inside it is`() {
        let place = SwiftExpression.member(.member(Self.a, "b"), "c")
        for statement in [
            SwiftStatement.assign(place, .nil), .return(.try(.call(.member(place, "handleEvent")))),
            .evaluate(.call(.name("offer"), with: .address(place))),
        ] {
            #expect([statement].changes(Self.a) && [statement].changes(.member(Self.a, "b")))
            #expect(![statement].changes(Self.b))
        }
        #expect(![SwiftStatement.assign(Self.a, place)].changes(Self.a))
    }

    @Test(
        arguments: [
            ("", "\"\""), ("é 👩‍👧 '", "\"é 👩‍👧 '\""), ("a\"b", "\"a\\\"b\""), ("a\\b", "\"a\\\\b\""),
            ("\\(a)", "\"\\\\(a)\""), ("a\nb", "\"a\\nb\""), ("a\tb\r", "\"a\\u{9}b\\u{d}\""),
            ("\u{1F}", "\"\\u{1f}\""),
        ]
    )
    func `a text is a literal of Swift, in which nothing is interpolated`(text: String, literal: String) {
        #expect(text.literal == literal)
    }

    @Test func `what is negated twice is as it was`() {
        let either = SwiftExpression.joined([Self.a, Self.b], by: .or)
        for (expression, negated) in [
            (Self.a, "!a"), (.not(Self.a), "a"), (.not(.member(Self.a, "b")), "a.b"), (either, "!(a || b)"),
            (.not(either), "!(!(a || b))"),
        ] {
            #expect(expression.negated.text == negated)
        }
        let code = text(.if([.holds(.not(Self.a))], [], otherwise: [.break]))
        #expect(code == ["if a {", "    break", "}"])
    }

    @Test func `cases that do the same are one, unless they bind, and those that reject are last`() {
        let names = [SwiftStatement.evaluate(.name("x"))]
        let arms: [SwiftStatement.Arm] = [
            .init(.case("a", [.constant("x")]), names), .init(.case("b"), [.rejection]), .init(.case("c"), [.break]),
            .init(.case("d", [.constant("x")]), names), .init(.case("e"), [.break]), .init(.case("f"), [.rejection]),
            .init(.case("g", [.constant("x")]), [.break]),
        ]
        let patterns = arms.merged.map { $0.patterns.map(\.text).joined(separator: ", ") }
        #expect(patterns == [".a(let x)", ".c, .e", ".d(let x)", ".g(let x)", ".b, .f"])
    }

    @Test func `a line of cases is as wide as lines may be, and no wider`() {
        for count in 80...130 {
            let patterns = ["a", String(repeating: "b", count: count - 30), String(repeating: "c", count: 20), "d"]
            let arm = SwiftStatement.Arm(patterns: patterns.map { .case($0) }, body: [.return(nil)])
            let lines = text(.switch(Self.a, [arm])).dropFirst().dropLast()
            #expect(lines.allSatisfy { $0.count <= SwiftPrinter.width && $0.last != " " }, "\(count)")
            #expect(lines.joined().filter { !$0.isWhitespace }.hasSuffix(",.d:return"), "\(count)")
            #expect(lines.contains { $0.count > SwiftPrinter.width - 30 } || count < 90, "\(count)")
        }
    }
}
