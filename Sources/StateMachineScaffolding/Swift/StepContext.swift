/// Where in the chart the transitions for one event are written.
struct StepContext {
    /// For what transitions are written.
    enum Trigger: Hashable {
        case event(Int)
        case completion(Int)
        /// Nothing: for transitions without an event.
        case none
    }

    /// A parallel state several of whose regions may move at once.
    struct Walk {
        var parallel: Int
        /// Whether regions that were written before may have moved.
        var isFirst = true
        /// Whether transitions without targets take part.
        var isMixed: Bool
        /// What the names of its variables end with.
        var suffix: String
        /// Whether regions are read as they were before.
        var readsBefore = false

        var moved: String { "hasMoved\(suffix)" }
        var left: String { "hasLeft\(suffix)" }
        var unanswered: String { "unanswered\(suffix)" }
        var reached: String { "hasReachedEnd\(suffix)" }
        /// A flag in place of `unanswered`, where the index does not matter.
        var isUnanswered: String { "isUnanswered\(suffix)" }
        var names: [String] { [moved, left, unanswered, reached, isUnanswered] }
    }

    var trigger: Trigger
    /// The region whose own rules are written, if they are not those of the machine.
    var unit: Int?
    /// The active states that are known, outermost first.
    var path: [Int] = [0]
    /// How the values of compound and parallel states are read.
    var values: [Int: String]
    var walks: [Walk] = []
    /// Whether nothing has been taken yet and what is written now is the last thing.
    var isLast = false

    var isDirect: Bool { walks.isEmpty || isLast }

    /// What is changed where the value of a state is: not what it was before.
    func variable(_ node: Int) -> String {
        let value = values[node] ?? ""
        return value.hasPrefix("before.") ? String(value.dropFirst(7)) : value
    }
}
