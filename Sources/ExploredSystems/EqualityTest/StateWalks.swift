import StateMachineGraphs

/// Walks through the graph with other values of its states, to test that equal states behave
/// equally.
///
/// A walk begins with a state that counted as equal to an earlier one, or with a new initial state.
/// It makes all moves, compares the results with those of the exploration, and continues with one
/// of them. A walk from an initial state first follows the path to some state.
struct StateWalks<System: ExploredSystem> {
    /// The values and states of a walk that is in progress.
    struct Walk {
        var system: System
        var number: Int
        /// The states that the walk visits before it compares results, in reverse order.
        var route: [Int] = []
        /// The number of states whose moves remain to be compared.
        var rest = 8

        /// The moves of the state; `nil` before the state has offered them.
        var moves: [NamedMove<System>]?
        /// The number of moves that were begun.
        var begun = 0
        /// The values and the states that the moves have led to.
        var successors: [(system: System, number: Int)] = []
    }

    /// A result that differs from that of the exploration.
    struct Difference {
        let number: Int
        let other: System
        /// The move; `nil` if the states offer different moves.
        let move: NamedMove<System>?
        let text: String
        let fault: FoundFault?
        /// The number of times that the move was repeated.
        var repetitions = 0
    }

    var current: Walk?
    var difference: Difference?
    /// The number of moves that all walks together have made.
    var made = 0
    private var begun = 0
    private var generator = SeededGenerator(seed: 1)
    /// The values that walks have visited, so that no new value has their addresses.
    private var kept: [System] = []

    /// The beginning of a walk.
    enum Start {
        case sample(Int)
        case state(Int)
        /// A new initial state, from which the walk goes to another state.
        case initial(to: Int)
    }

    /// Returns the beginning of the next walk.
    mutating func nextStart(samples: Int, states: Int, isRepeating: Bool) -> Start {
        defer { begun += 1 }
        let state = Int.random(in: 0..<states, using: &generator)
        switch begun % 4 {
        case 0: return .state(state)
        case 1 where isRepeating, 2 where isRepeating: return .initial(to: state)
        default: return samples == 0 ? .state(state) : .sample(Int.random(in: 0..<samples, using: &generator))
        }
    }

    /// Continues the current walk with one of the results, or ends it.
    mutating func advance() {
        guard let walk = current else { return }
        let next = walk.successors.randomElement(using: &generator)
        keep(walk.system)
        guard let next, walk.rest > 1 || !walk.route.isEmpty else {
            current = nil
            return
        }
        let rest = walk.route.isEmpty ? walk.rest - 1 : walk.rest
        current = Walk(system: next.system, number: next.number, route: Array(walk.route.dropLast()), rest: rest)
    }

    mutating func keep(_ system: System) {
        if kept.count < 1_000 { kept.append(system) } else { kept[made % 1_000] = system }
    }
}
