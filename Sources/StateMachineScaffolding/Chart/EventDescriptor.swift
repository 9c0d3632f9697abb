/// The events that a transition is for.
///
/// In SCXML the descriptor "error" is for the event `error` and for all that begin with `error.`,
/// and "*" is for every event. A label of a diagram is for one event.
package struct EventDescriptor: Sendable, Hashable {
    /// The event, or what the events begin with; empty for all events.
    package var name: String
    /// Whether it is for the events with more parts, too.
    package var isPrefix: Bool

    package init(_ name: String, isPrefix: Bool = false) {
        self.name = name
        self.isPrefix = isPrefix
    }

    /// The event that says that the states inside a state have reached their end.
    package static func completion(of state: String) -> EventDescriptor {
        EventDescriptor(Self.completion + state)
    }

    /// What the names of such events begin with.
    package static let completion = "done.state."

    package func matches(_ event: String) -> Bool {
        event == name || isPrefix && (name.isEmpty || event.hasPrefix(name + "."))
    }

    /// Whether it can only be for completions.
    var isForCompletionsOnly: Bool { name == "done.state" || name.hasPrefix(Self.completion) }
}
