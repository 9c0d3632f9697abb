/// The position in the chart whose transitions for one event are being written.
struct StepContext {
    /// The trigger of the transitions.
    enum Trigger: Hashable {
        case event(Int)
        case completion(Int)
        /// No trigger, for transitions without an event.
        case none
    }

    /// A walk over the regions of a parallel state, several of which may move for one event.
    struct Walk {
        var parallel: Int
        /// Whether no previously written region may have moved.
        var isFirst = true
        /// Whether some of the transitions have no targets.
        var isMixed: Bool
        var flags: RegionFlags
        /// Whether the code reads the regions as they were before the event.
        var readsBefore = false
    }

    var trigger: Trigger
    /// The region whose own rules are being written; `nil` for the rules of the machine.
    var unit: Int?
    /// The states that are known to be active, from the outermost to the innermost.
    var path: [Int] = [0]
    /// The expressions that read the values of compound and parallel states.
    var values: [Int: SwiftExpression]
    var walks: [Walk] = []
    /// Whether no transition has been taken yet and the next transition is the last one.
    var isLast = false

    var isDirect: Bool { walks.isEmpty || isLast }

    func value(_ node: Int) -> SwiftExpression { values[node] ?? .self }

    /// Returns the place of a state's value in the current machine, not in the machine before.
    func place(_ node: Int) -> SwiftExpression { value(node).current }
}
