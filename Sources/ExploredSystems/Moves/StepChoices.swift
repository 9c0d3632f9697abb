/// The choices of moves in the middle of a step, where the system calls `reenter`.
///
/// The exploration makes a step once for each choice: first without a move in the middle, then with
/// each move that is offered there. A script contains the choices as numbers. After the end of the
/// script, every choice is 0, which stands for no move.
final class StepChoices {
    private let reader: StateReader
    /// In a replay, the name of the step, which determines the choices.
    private var wanted: String?
    private var script: [Int] = []
    private var made: [(number: Int, count: Int)] = []
    private var labels: [String: Int] = [:]
    /// Whether a move in the middle of another move is in progress, so no further move may begin.
    private var isInside = false
    private(set) var suffix = ""
    private(set) var assumptions: [SystemAssumption] = []
    /// The name that two moves in the middle of the step share; `nil` if all names differ.
    private(set) var duplicate: String?

    init(_ reader: StateReader) {
        self.reader = reader
    }

    /// Begins a step; in a replay, its name determines the choices.
    func begin(wanted: String? = nil) {
        self.wanted = wanted
        (made, labels, isInside, suffix, assumptions) = ([], [:], false, "", [])
    }

    /// Sets the next choices for the step and returns whether there are any.
    func advance() -> Bool {
        while let (number, count) = made.popLast() {
            if number + 1 < count {
                script = made.map(\.number) + [number + 1]
                return true
            }
        }
        script = []
        return false
    }

    /// Returns the move that happens now; `nil` if no move happens.
    ///
    /// Call `leave` when the move has ended.
    func enter<System: ExploredSystem>(
        _ label: String,
        in system: System,
        from moves: SystemMoves<System>
    ) -> NamedMove<System>? {
        if isInside { return nil }
        labels[label, default: 0] += 1
        let label = labels[label].flatMap { $0 > 1 ? "\(label) (\($0))" : nil } ?? label
        let named = NamedMove.named(moves, of: system, reader)
        let number: Int
        if let wanted {
            number = (named.firstIndex { wanted.contains(" [\(label): \($0.name)]") } ?? -1) + 1
        } else {
            number = made.count < script.count ? script[made.count] : 0
        }
        // The moves are sorted by name.
        if let (move, _) = zip(named, named.dropFirst()).first(where: { $0.name == $1.name }) {
            duplicate = "\(suffix) [\(label): \(move.name)]"
        }
        made.append((number, named.count + 1))
        guard number > 0, number <= named.count else { return nil }
        let move = named[number - 1]
        suffix += " [\(label): \(move.name)]"
        assumptions += move.assumptions
        isInside = true
        return move
    }

    /// Records that the move in the middle has ended.
    func leave() { isInside = false }

    func assume(_ assumption: SystemAssumption) {
        if !assumptions.contains(assumption) { assumptions.append(assumption) }
    }

    /// The choices of the thread that makes the steps.
    @TaskLocal static var present: Present?

    /// A container for the choices, which only one thread uses at a time.
    struct Present: Sendable {
        nonisolated(unsafe) let choices: StepChoices
    }
}
