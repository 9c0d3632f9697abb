import ExploredSystems
import StateMachineGraphs

nonisolated func hunt() throws {
    let exploration = try SystemExploration(of: HTTP1System.self, stateLimit: 20_000)
    print(exploration)
    for verdict in exploration.check([
        .never("leased forever: no request, the connection is active, and nothing is written") {
            $0.channel == .active && $0.isLeased && !$0.hasRequest && $0.endWrite == nil
        },
        .never("the pool may use a connection on which a response is on its way") {
            $0.channel == .active && !$0.isLeased && $0.response != .none
        },
        .never("a request is stuck on a closed channel") {
            $0.channel == .closed && $0.hasRequest && !$0.isWritingHead
        },
    ]) { print("\n\(verdict)") }
}
try hunt()
