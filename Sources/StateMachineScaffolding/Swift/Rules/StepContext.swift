/// The position in the chart whose transitions for one event are being written.
struct StepContext {
    /// The trigger of the transitions.
    enum Trigger: Hashable {
        case event(EventID)
        case completion(StateID)
        /// No trigger, for transitions without an event.
        case none
    }

    /// A walk over the regions of a parallel state, several of which may move for one event.
    struct Walk {
        var parallel: StateID
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
    var unit: StateID?
    /// The states that are known to be active, from the outermost to the innermost.
    var path: [StateID] = [.root]
    /// The expressions that read the values of compound and parallel states.
    var values: [StateID: SwiftExpression]
    var walks: [Walk] = []
    /// Whether no transition has been taken yet and the next transition is the last one.
    var isLast = false

    var isDirect: Bool { walks.isEmpty || isLast }

    func value(_ node: StateID) -> SwiftExpression { values[node] ?? .self }

    /// Returns the place of a state's value in the current machine, not in the machine before.
    func place(_ node: StateID) -> SwiftExpression { value(node).current }
}
