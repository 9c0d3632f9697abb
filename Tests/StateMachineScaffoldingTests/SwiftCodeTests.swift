import TestSupport
import Testing

@testable import StateMachineScaffolding

@Suite(.timeLimit(.minutes(1)), .computing) struct SwiftCodeTests {
    /// The compiler sees that both have a value, and would warn of what follows if there were none.
    @Test func `no variable is unwrapped where it always has a value, even if that is known by another one`() {
        let code: [SwiftCode] = [
            .line("var first: Int?"), .line("var second: Int?"), .line("second = second ?? actions.count"),
            .branch("let second", [.line("first = first ?? second")], otherwise: []),
            .branch("let first", [.line("insert(at: first)")], otherwise: []),
        ]
        #expect(
            code.simplified(flags: ["first", "second"]) == [
                .line("let first: Int"), .line("let second: Int"), .line("second = actions.count"),
                .line("first = second"), .line("insert(at: first)"),
            ]
        )
    }
}
