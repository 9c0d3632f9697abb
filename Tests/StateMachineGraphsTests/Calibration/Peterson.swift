import StateMachines

/// Mutual exclusion of two processes: Peterson, "Myths about the mutual exclusion problem", 1981;
/// or with a mistake.
struct Peterson: FiniteStateDefinition {
    enum Mistake: CaseIterable {
        /// The turn is given away before the own wish is said.
        case turnFirst
        /// Each takes the turn instead of giving it to the other.
        case takesTheTurn
        /// Only the other's wish counts, not whose turn it is; both may wait for ever.
        case noTurn
        /// Nobody looks at anything.
        case noWait
    }

    enum Place: Hashable { case away, first, second, waiting, critical }

    @TaskLocal static var mistake: Mistake?

    var places: [Place] = [.away, .away]
    var wishes = [false, false]
    var turn = 0

    /// The number of the process that does its next step.
    enum Event: Int, CaseIterable { case zero, one }

    static var initialStates: [Peterson] { [Peterson()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        let (me, other) = (event.rawValue, 1 - event.rawValue)
        switch places[me] {
        case .away:
            places[me] = .first
        case .first:
            if Self.mistake == .turnFirst { giveTurn(me) } else { wishes[me] = true }
            places[me] = .second
        case .second:
            if Self.mistake == .turnFirst { wishes[me] = true } else { giveTurn(me) }
            places[me] = .waiting
        case .waiting:
            let mayGo =
                switch Self.mistake {
                case nil, .turnFirst, .takesTheTurn: !wishes[other] || turn == me
                case .noTurn: !wishes[other]
                case .noWait: true
                }
            guard mayGo else { throw .invalid }
            places[me] = .critical
        case .critical:
            wishes[me] = false
            places[me] = .away
        }
    }

    private mutating func giveTurn(_ me: Int) { turn = Self.mistake == .takesTheTurn ? me : 1 - me }
}

/// Philosophers who take one fork after the other, and keep it until they have eaten (Dijkstra,
/// 1965).
struct Philosophers: FiniteStateDefinition {
    enum Hands: Hashable { case empty, first, both }

    @TaskLocal static var count = 4

    /// Whether the last one takes the other fork first.
    @TaskLocal static var isOneDifferent = false

    var hands = Array(repeating: Hands.empty, count: count)

    static var initialStates: [Philosophers] { [Philosophers()] }
    var sampleEvents: [Int] { Array(hands.indices) }

    mutating func handleEvent(_ philosopher: Int) throws(TransitionError) {
        let own = forks(of: philosopher)
        switch hands[philosopher] {
        case .empty where !taken.contains(own[0]): hands[philosopher] = .first
        case .first where !taken.contains(own[1]): hands[philosopher] = .both
        case .both: hands[philosopher] = .empty
        case .empty, .first: throw .invalid
        }
    }

    private var taken: Set<Int> {
        Set(
            hands.indices.flatMap { philosopher in
                switch hands[philosopher] {
                case .empty: forks(of: philosopher).prefix(0)
                case .first: forks(of: philosopher).prefix(1)
                case .both: forks(of: philosopher).prefix(2)
                }
            }
        )
    }

    /// The forks of a philosopher, in the order in which they are taken.
    private func forks(of philosopher: Int) -> [Int] {
        let forks = [philosopher, (philosopher + 1) % hands.count]
        return Self.isOneDifferent && philosopher == hands.count - 1 ? forks.reversed() : forks
    }
}
