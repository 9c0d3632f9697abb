/// The moves along which a system is explored, to see whether they violate a property again.
///
/// All moves of each state on the way are made, because a state at rest depends on them. The states
/// that other moves lead to are not expanded.
struct ExplorationRoute {
    /// The index of the initial state.
    let initial: Int

    private let moves: [String]
    private var next = 0
    private var made: [Int: Set<String>] = [:]

    /// Whether everything after the last state is explored, too, because the property concerns it.
    private let goesOn: Bool

    /// Whether only the states on the route are expanded.
    private(set) var isOpen: Bool

    init(_ moves: [String], from initial: Int, goesOn: Bool) {
        (self.moves, self.initial, self.goesOn) = (moves, initial, goesOn)
        isOpen = !(goesOn && moves.isEmpty)
    }

    /// Returns the name of the next move, or `nil` at the end of the route.
    mutating func takeNext() -> String? {
        guard isOpen, next < moves.count else { return nil }
        next += 1
        // The last state is expanded like all that follow it.
        if next == moves.count, goesOn { isOpen = false }
        return moves[next - 1]
    }

    /// Notes that a move on the route is possible.
    mutating func note(_ move: String, of state: Int) { made[state, default: []].insert(move) }

    /// The moves of the route by their states; `nil` if the property concerns other moves, too.
    var onlyMoves: [Int: Set<String>]? { goesOn ? nil : made }

    /// Ends the route, and nothing further is explored.
    mutating func end() { next = moves.count }
}
