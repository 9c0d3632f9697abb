/// Words with a special meaning in a program that reads diagrams, which cannot be identifiers.
///
/// To find them, every word in the source of each program and of its language was used as the name
/// of a state, a nested state, a region and an event. `.ci/check-readers` repeats the check with
/// random machines.
enum ReservedWords {
    /// Whether an identifier is a reserved word, in uppercase or lowercase letters.
    static func contains(_ identifier: String) -> Bool { all.contains(identifier.lowercased()) }

    /// Whether python-statemachine gives the beginning of an identifier a special meaning.
    ///
    /// It calls functions or sends events with such names. For example, it would call an event
    /// `before_go` before each event `go`.
    static func isConvention(_ identifier: String) -> Bool {
        ["on_", "before_", "after_", "done_", "error_"].contains { identifier.lowercased().hasPrefix($0) }
    }

    /// Every reserved word, in lowercase letters.
    static let all = Set(
        (mermaid + javaScript + graphviz + plantUML + pythonStateMachine + scxml).map { $0.lowercased() }
    )

    private static let mermaid = [
        "as", "class", "classDef", "click", "default", "direction", "end", "note", "state", "style", "href", "call",
        "root", "scale", "hide", "choice", "fork", "join", "history", "stateDiagram", "accTitle", "accDescr",
    ]

    /// Members of every JavaScript object, which Mermaid mistakes for states.
    private static let javaScript = [
        "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString",
        "valueOf",
    ]

    private static let graphviz = ["digraph", "edge", "graph", "node", "strict", "subgraph"]

    private static let plantUML = [
        "legend", "title", "caption", "header", "footer", "mainframe", "center", "top", "show", "left", "right",
        "skinparam", "on", "is", "of", "if", "else", "endif", "remove", "restore",
    ]

    /// Members of the machine and state classes in python-statemachine.
    ///
    /// States and events become members of these classes as well.
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

    /// Literals of the guard language.
    private static let scxml = ["true", "false", "null"]
}
