/// The moves that will probably trap in a known place, which are made after all other moves.
///
/// One defect can trap in many states, and each trap costs a thread. To keep enough threads for
/// other defects, a move is postponed in three cases: if it trapped in the parent state, if it was
/// postponed in the parent state, or if it usually traps directly after the same move. Among the
/// postponed moves, the moves with the rarest fault come first.
struct PostponedMoves<System: ExploredSystem> {
    /// A move, and the assumptions under which a state offers it.
    ///
    /// A trap under an assumption does not postpone the same move without it, because a fault is
    /// shown with as few assumptions as possible.
    struct Move: Hashable {
        let name: String
        let assumptions: [SystemAssumption]
    }

    /// For each state, the expected fault of each move, from this state or its parent.
    private var expected: [Int: [Move: Int]] = [:]
    /// The moves by their expected faults, in the order of their states.
    private var moves: [Int: [(state: Int, move: NamedMove<System>)]] = [:]
    /// For each fault, the index of its first move that was not taken.
    private var nexts: [Int: Int] = [:]
    /// For each fault, the number of moves taken, including moves of earlier lists.
    private var takenCounts: [Int: Int] = [:]
    /// For each state, the number of its postponed moves.
    private var counts: [Int: Int] = [:]

    var count: Int { counts.values.reduce(0, +) }

    func has(_ state: Int) -> Bool { counts[state] != nil }

    /// Two moves, one directly after the other.
    private struct Pair: Hashable {
        let first: String
        let second: Move
    }
    /// For each pair, how often it was made, how often it trapped, and the last fault.
    private var pairs: [Pair: (made: Int, trapped: Int, fault: Int)] = [:]

    /// Records the result of a move.
    ///
    /// - Parameters:
    ///   - former: The move that leads to the state.
    ///   - fault: The number of the fault if the move has trapped.
    mutating func note(_ move: Move, in state: Int, after former: String, fault: Int?) {
        let pair = Pair(first: former, second: move)
        var entry = pairs[pair] ?? (0, 0, 0)
        entry.made += 1
        if let fault {
            entry.trapped += 1
            entry.fault = fault
            expected[state, default: [:]][move] = fault
        }
        pairs[pair] = entry
    }

    /// Returns the fault that a move will probably lead to.
    private func expectedFault(_ move: Move, parent: Int, after former: String) -> Int? {
        if let fault = expected[parent]?[move] { return fault }
        guard let entry = pairs[Pair(first: former, second: move)] else { return nil }
        return entry.trapped >= 3 && entry.trapped * 2 >= entry.made ? entry.fault : nil
    }

    /// Stores the moves that will probably trap and returns the other moves.
    mutating func postpone(
        _ offered: [NamedMove<System>],
        of state: Int,
        parent: Int,
        after former: String
    ) -> [NamedMove<System>] {
        guard state != parent else { return offered }
        return offered.filter { move in
            let key = Move(name: move.name, assumptions: move.assumptions)
            guard let fault = expectedFault(key, parent: parent, after: former) else { return true }
            expected[state, default: [:]][key] = fault
            moves[fault, default: []].append((state, move))
            counts[state, default: 0] += 1
            return false
        }
    }

    /// Takes a move of the fault that was chosen least often.
    mutating func takeFirst() -> (state: Int, move: NamedMove<System>)? {
        func rank(_ fault: Int) -> (Int, Int) { (takenCounts[fault, default: 0], fault) }
        guard let fault = moves.keys.min(by: { rank($0) < rank($1) }) else { return nil }
        let number = nexts[fault, default: 0]
        guard let list = moves[fault], number < list.count else {
            // States that are found later may start a new list.
            (moves[fault], nexts[fault]) = (nil, nil)
            return takeFirst()
        }
        nexts[fault] = number + 1
        takenCounts[fault, default: 0] += 1
        let (state, move) = list[number]
        counts[state] = counts[state].flatMap { $0 > 1 ? $0 - 1 : nil }
        return (state, move)
    }
}
