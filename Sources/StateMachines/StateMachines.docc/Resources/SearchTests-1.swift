import StateMachineGraphs
import StateMachineTesting
import Testing

@testable import Images

struct SearchTests {
    let graph: StateGraph<Search>

    init() throws { graph = try StateGraph(exploring: Search.self) }

    @Test func `the service never searches for a blank query`() throws {
        try graph.verify(
            .never("a search for a blank query") { state in
                if case .loading(let query) = state {
                    query.allSatisfy(\.isWhitespace)
                } else {
                    false
                }
            }
        )
    }
}
