/// Lines that show someone at a terminal that an exploration is still in progress.
struct ProgressLines {
    private let name: String
    /// The time of the next line; `nil` if nobody watches.
    private var due: Duration?

    init(of name: String, isWatched: Bool) {
        self.name = name
        due = isWatched ? .seconds(10) : nil
    }

    /// Returns a line if ten seconds have passed since the beginning or the last line.
    mutating func next(at time: Duration, states: Int, moves: Int) -> String? {
        guard let due, time >= due else { return nil }
        self.due = time + .seconds(10)
        return "\(name): \(states) states and \(moves) moves so far\n"
    }
}
