import ExploredSystems

enum LambdaHTTPServer {
    struct LocalServerResponse { let requestId: String? }
}

/// The pool with two consumers and two items.
struct LambdaPoolSystem: ExploredSystem {
    var calls = SimulatedCalls(callers: 2) { LambdaHTTPServer.Pool<Int>() }
    var pushed = 0, delivered = 0

    static var initialStates: [LambdaPoolSystem] { [LambdaPoolSystem()] }
    static var properties: [Property] {
        [
            .never("a cancelled call waits") {
                $0.isAtRest && $0.calls.suspended.contains(where: $0.calls.isCancelled)
            },
            .never("an item is lost") {
                $0.isAtRest && $0.delivered + ($0.buffer?.count ?? 0) < $0.pushed
            },
        ]
    }

    private var buffer: [Int]? { calls.value(LambdaHTTPServer.Pool<Int>.State.self)?.buffer }

    func moves(_ move: inout SystemMoves<LambdaPoolSystem>) {
        calls.offer(&move, at: \.calls, "next") { pool, _ in
            try await pool.next()
        } returning: { system, _, result in
            if case .success = result { system.delivered += 1 }
        }
        if pushed < 2 {
            move.optional("push") {
                $0.pushed += 1
                try $0.calls.perform { $0.push(0) }
            }
        }
        move.optional("cancel all") { try $0.calls.perform { $0.cancelAll() } }
    }
}
