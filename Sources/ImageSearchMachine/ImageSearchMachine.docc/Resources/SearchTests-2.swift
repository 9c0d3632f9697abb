import StateMachineGraphs
import StateMachineTesting
import Testing

@testable import Images

struct SearchTests {
    let graph: StateGraph<Search>

    init() throws { graph = try StateGraph(exploring: Search.self) }

    @Test func `nobody searches for nothing`() throws {
        try graph.verify(
            .never("a search for nothing") { state in
                if case .loading(let query) = state {
                    query.allSatisfy(\.isWhitespace)
                } else {
                    false
                }
            }
        )
    }

    @Test func `a request is under way exactly while loading`() throws {
        try graph.verify(
            .always("a request is under way exactly while loading") { state in
                if case .loading(let query) = state {
                    state.activities == [.fetching(query: query)]
                } else {
                    state.activities.allSatisfy { $0 == .editing }
                }
            }
        )
    }

    @Test func `a search obeys the laws`() async throws {
        try await MachineLaws.check(Search.self)
    }
}
