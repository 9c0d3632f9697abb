import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

@Suite(.timeLimit(.minutes(1)), .computing) struct SwiftStatementTests {
    /// The compiler sees that both have a value, and would warn of what follows if there were none.
    @Test func `no variable is unwrapped where it always has a value, even if that is known by another one`() {
        let (first, second) = (SwiftExpression.name("first"), SwiftExpression.name("second"))
        let count = SwiftExpression.member(.name("actions"), "count")
        let insertion = SwiftStatement.evaluate(.call(.name("insert"), [.init(label: "at", value: first)]))
        let code: [SwiftStatement] = [
            .declare(.index("first")), .declare(.index("second")), .setIfUnset("second", to: count),
            .if(.binds("second"), [.setIfUnset("first", to: second)]), .if(.binds("first"), [insertion]),
        ]
        var printer = SwiftPrinter()
        printer.add(code.simplified(flags: ["first", "second"]))
        let expected = """
            let first: Int
            let second: Int
            second = actions.count
            first = second
            insert(at: first)
            """
        #expect(printer.lines.joined(separator: "\n") == expected)
    }
}
