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
        var flags: WalkFlags
        /// Whether regions are read as they were before.
        var readsBefore = false
    }

    var trigger: Trigger
    /// The region whose own rules are written, if they are not those of the machine.
    var unit: Int?
    /// The active states that are known, outermost first.
    var path: [Int] = [0]
    /// How the values of compound and parallel states are read.
    var values: [Int: SwiftExpression]
    var walks: [Walk] = []
    /// Whether nothing has been taken yet and what is written now is the last thing.
    var isLast = false

    var isDirect: Bool { walks.isEmpty || isLast }

    func value(_ node: Int) -> SwiftExpression { values[node] ?? .self }

    /// What is changed where the value of a state is: not what it was before.
    func place(_ node: Int) -> SwiftExpression { value(node).current }
}
