import TrapHandling

extension ExploredSystem {
    /// Makes moves by their names, one after the other, and returns the fault that they end in.
    ///
    /// The tests that ``SystemRun/swiftTest`` writes call it. A trap is a fault here, too.
    ///
    /// - Parameters:
    ///   - moves: The names of the moves.
    ///   - initial: The number of the initial state.
    ///   - blockedAfter: How long a move may take without processor time.
    /// - Returns: The fault of the first move that has one; `nil` if there is none.
    /// - Throws: A ``MissingMove`` if a state does not offer the next move, and
    ///   ``SystemExplorationError/stuck(_:after:isWaiting:)`` if a move does not end.
    public static func fault(
        after moves: [String],
        from initial: Int = 0,
        blockedAfter: Duration = .seconds(1)
    ) throws -> Fault? {
        let replay = Replay<Self>(moves, from: initial)
        let (report, message) = ErrorOutput.captured { errors in
            let report = replay.run(blockedAfter: blockedAfter, endlessAfter: .seconds(10))
            return (report, report.map { errors.takeMessage(of: $0) })
        }
        if let missing = replay.missing { throw missing }
        guard let report else { return replay.fault }
        let present = moves.dropFirst(replay.next).first ?? "the initial state"
        switch report.end {
        case .trapped:
            return FoundFault.resolved([.trap(report, message ?? TrapMessage(""), in: present)]).first
        case .noThread: throw SystemExplorationError.noThread
        case .blocked, .endless:
            let done = Array(moves.prefix(replay.next))
            throw SystemExplorationError.stuck(present, after: done, isWaiting: report.end == .blocked)
        }
    }
}

/// A move that is to be made is not offered: the system has changed since the run was written.
public struct MissingMove: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the move; `nil` if there is no such initial state.
    public let name: String?

    /// The names of the moves before it.
    public let before: [String]

    /// The names of the moves that are offered instead.
    public let offered: [String]

    /// The move, the moves before it, and what is possible instead.
    public var description: String {
        guard let name else { return "There is no initial state of this number." }
        let path = before.isEmpty ? "at the beginning" : "after \(before.joined(separator: ", "))"
        return "'\(name)' is not possible \(path). Possible is: \(offered.joined(separator: ", "))."
    }
}

private final class Replay<System: ExploredSystem>: TrappingWork {
    private let names: [String]
    private let initial: Int
    private let reader = StructureReader(identifiers: System.identifiers)
    private(set) var next = 0
    private(set) var fault: Fault?
    private(set) var missing: MissingMove?

    init(_ names: [String], from initial: Int) {
        (self.names, self.initial) = (names, initial)
    }

    func work() {
        let states = System.initialStates
        guard states.indices.contains(initial) else {
            missing = MissingMove(name: nil, before: [], offered: [])
            return
        }
        var system = states[initial]
        for name in names {
            trap_step()
            let moves = NamedMove.offered(by: system, reader)
            guard let move = moves.first(where: { $0.name == name }) else {
                missing = MissingMove(name: name, before: Array(names.prefix(next)), offered: moves.map(\.name))
                return
            }
            do {
                try move.body(&system)
            } catch {
                fault = Fault(thrown: error)
                return
            }
            next += 1
        }
    }
}
