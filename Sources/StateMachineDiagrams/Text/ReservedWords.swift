/// Words that mean something to one of the programs that read diagrams, so that no state and no
/// event can have them as identifiers.
///
/// Found by having every word in the source of each program, and of its language, name a state, a
/// state inside a state, a region and an event. `.ci/check-readers` tries them again, in machines
/// made at random.
enum ReservedWords {
    /// Whether an identifier is one of them, in upper or lower case.
    static func contains(_ identifier: String) -> Bool { all.contains(identifier.lowercased()) }

    /// Whether an identifier begins as the names of functions that python-statemachine calls by
    /// itself, or of events that it sends to itself: an event `before_go` would be called before
    /// each event `go`.
    static func isConvention(_ identifier: String) -> Bool {
        ["on_", "before_", "after_", "done_", "error_"].contains { identifier.lowercased().hasPrefix($0) }
    }

    /// All of them, in lower case.
    static let all = Set(
        (mermaid + javaScript + graphviz + plantUML + pythonStateMachine + scxml).map { $0.lowercased() }
    )

    private static let mermaid = [
        "as", "class", "classDef", "click", "default", "direction", "end", "note", "state", "style", "href", "call",
        "root", "scale", "hide", "choice", "fork", "join", "history", "stateDiagram",
    ]

    /// What every object of JavaScript has, which Mermaid takes for states.
    private static let javaScript = [
        "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString",
        "valueOf",
    ]

    private static let graphviz = ["digraph", "edge", "graph", "node", "strict", "subgraph"]

    private static let plantUML = [
        "legend", "title", "left", "right", "skinparam", "on", "is", "of", "if", "else", "endif", "remove", "restore",
    ]

    /// Members of the classes of machines and states, which states and events become members of
    /// too.
    private static let pythonStateMachine = [
        "Compound", "Parallel", "TransitionNotAllowed", "activate_initial_state", "active_listeners", "add_event",
        "add_from_attributes", "add_inherited", "add_listener", "add_state", "allow_event_without_transition",
        "allowed_events", "ancestors", "atomic_configuration_update", "bind_events_to", "cancel_event",
        "catch_errors_as_events", "configuration", "configuration_values", "current_state", "current_state_value",
        "document_order", "enable_self_transition_entries", "enabled_events", "enter", "events", "exit", "final",
        "final_states", "from_", "history_values", "id", "initial", "initial_state", "invoke", "is_active",
        "is_atomic", "is_compound", "is_descendant", "is_history", "is_terminated", "listeners", "machine", "model",
        "name", "parallel", "parent", "prepare", "prepare_event", "raise_", "send", "start_configuration_values",
        "state_field", "states", "states_map", "to", "transitions", "validate_trap_states", "value",
    ]

    /// Literals of the language of guards.
    private static let scxml = ["true", "false", "null"]
}
