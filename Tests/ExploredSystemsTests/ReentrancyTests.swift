import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// Moves in the middle of a move.
@Suite(.serialized, .timeLimit(.minutes(1)), .longComputing) struct ReentrancyTests {
    /// A subscription as one writes it by hand.
    ///
    /// It tells its subscriber about the end, and then forgets about it.
    private struct Subscription {
        enum Action { case tellEnd, none }
        private enum State { case active, ending, ended }

        private var state = State.active

        mutating func end() -> Action {
            guard case .active = state else { return .none }
            state = .ending
            return .tellEnd
        }
        mutating func cancel() {
            switch state {
            case .active, .ended: state = .ended
            case .ending: preconditionFailure("cancelled while it ends")
            }
        }
        mutating func didTellEnd() { state = .ended }
    }

    private struct SubscriptionSystem: ExploredSystem {
        var subscription = Subscription()
        var isCareful = false
        var cancelCount = 0

        static var initialStates: [SubscriptionSystem] { [SubscriptionSystem()] }

        func moves(_ move: inout SystemMoves<SubscriptionSystem>) {
            subscriberMoves(&move)
            move("end") { try $0.perform($0.subscription.end()) }
            if !isCareful { move("become careful") { $0.isCareful = true } }
        }

        private func subscriberMoves(_ move: inout SystemMoves<SubscriptionSystem>) {
            guard !isCareful, cancelCount < 2 else { return }
            move("cancel") {
                $0.cancelCount += 1
                $0.subscription.cancel()
            }
            move("ignore") { _ in }
        }

        private mutating func perform(_ action: Subscription.Action) throws(SystemFault) {
            guard case .tellEnd = action else { return }
            try reenter("telling the end") { $0.subscriberMoves(&$1) }
            subscription.didTellEnd()
        }
    }

    @Test func `a trap that only a callback reaches is found, with the callback in the name of the step`() throws {
        let exploration = try SystemExploration(of: SubscriptionSystem.self)
        #expect(exploration.isComplete)
        let run = try #require(exploration.faults.first)
        #expect(exploration.faults.count == 1)
        #expect(run.moves == ["end [telling the end: cancel]"])
        #expect(run.assumptions == [.reentrancy])
        #expect(run.fault?.reason == "cancelled while it ends")
        #expect(run.reason.contains("cancelled while it ends"))
        #expect(run.description.contains(", if callbacks call back\n"))
    }

    @Test func `a replay makes the same moves in the middle, and no others`() throws {
        let fault = try SubscriptionSystem.fault(after: ["end [telling the end: cancel]"])
        #expect(fault?.reason == "cancelled while it ends")
        #expect(try SubscriptionSystem.fault(after: ["end", "cancel"]) == nil)
        #expect(try SubscriptionSystem.fault(after: ["end [telling the end: ignore]", "cancel"]) == nil)
        #expect(throws: SystemExplorationError.self) {
            _ = try SubscriptionSystem.fault(after: ["end [telling the end: sleep]"])
        }
    }

    /// Runs two callbacks in each step, with up to two moves in the first one.
    private struct Callbacks: ExploredSystem {
        var heard = ""

        static var initialStates: [Callbacks] { [Callbacks()] }

        func moves(_ move: inout SystemMoves<Callbacks>) {
            guard heard.isEmpty else { return }
            move("go") { system in
                try system.reenter("calling", limit: 2, assuming: nil) { $0.answers(&$1) }
                try system.reenter("calling", assuming: nil) { $0.answers(&$1) }
                system.heard += "."
            }
        }

        private func answers(_ move: inout SystemMoves<Callbacks>) {
            for letter in ["a", "b"] where !heard.contains(letter) {
                move(letter) {
                    $0.heard += letter
                    // Nothing happens in the middle of what happens in the middle.
                    try $0.reenter("calling") { $0.answers(&$1) }
                }
            }
        }
    }

    @Test func `every sequence of moves up to the limit happens, at each place where it may`() throws {
        let exploration = try SystemExploration(of: Callbacks.self)
        #expect(Set(exploration.graph.states.map(\.heard)) == ["", ".", "a.", "b.", "ab.", "ba."])
        #expect(exploration.statistics.rejections == 0)
        let names = exploration.graph.states.flatMap { $0.sampleEvents.map(\.name) }
        #expect(Set(names).count == names.count)
        #expect(names.contains("go [calling: a] [calling (2): b]") && names.contains("go [calling (2): b]"))
        #expect(exploration.faults.isEmpty)
        for name in names { #expect(try Callbacks.fault(after: [name]) == nil) }
    }

    /// Calls a visitor, who either fails under an assumption or replies.
    private struct Visit: ExploredSystem {
        var isAnswered = false

        static var initialStates: [Visit] { [Visit()] }

        func moves(_ move: inout SystemMoves<Visit>) {
            guard !isAnswered else { return }
            move("call") { system in
                try system.reenter("calling") { _, moves in
                    moves("fail", assuming: "visitors fail") { _ in throw SystemFault("a failure") }
                    moves("reply") { $0.isAnswered = true }
                }
            }
        }
    }

    @Test func `after a fault in the middle of a move, the other moves still happen there`() throws {
        let states = try SystemExploration(of: Visit.self).graph.states
        #expect(states.flatMap { $0.sampleEvents.map(\.name) } == ["call", "call [calling: reply]"])
    }

    @Test func `a step depends on the assumption of the move in its middle`() throws {
        let run = try #require(try SystemExploration(of: Visit.self).faults.first)
        #expect(run.moves == ["call [calling: fail]"])
        #expect(run.assumptions == ["visitors fail", .reentrancy])
    }

    @Test func `two moves of one name in the middle of a move are an error`() {
        struct Twins: ExploredSystem {
            var last = 0
            static var initialStates: [Twins] { [Twins()] }
            func moves(_ move: inout SystemMoves<Twins>) {
                guard last == 0 else { return }
                move("go") { system in
                    try system.reenter("calling") { _, moves in
                        for number in 1...2 { moves("answer") { $0.last = number } }
                    }
                }
            }
        }
        #expect(throws: SystemExplorationError.duplicateMove("go [calling: answer]", in: "Twins(0)")) {
            _ = try SystemExploration(of: Twins.self)
        }
    }

    @Test func `outside an exploration nothing happens in the middle`() throws {
        var system = Callbacks()
        try system.reenter("calling") { $1("a") { $0.heard = "a" } }
        #expect(system.heard.isEmpty)
    }
}
