/// A description of the events that trigger a transition.
///
/// In SCXML the descriptor "error" matches the event `error` and all events that begin with
/// `error.`, and "*" matches every event. A label of a diagram matches one event.
package struct EventDescriptor: Sendable, Hashable {
    /// The event, or the prefix of the events; empty for all events.
    package var name: String
    /// Whether the descriptor also matches events with more parts.
    package var isPrefix: Bool

    package init(_ name: String, isPrefix: Bool = false) {
        self.name = name
        self.isPrefix = isPrefix
    }

    /// Returns the event for the completion of the states inside a state.
    package static func completion(of state: String) -> EventDescriptor {
        EventDescriptor(Self.completion + state)
    }

    /// The prefix of completion events.
    package static let completion = "done.state."

    package func matches(_ event: String) -> Bool {
        event == name || isPrefix && (name.isEmpty || event.hasPrefix(name + "."))
    }

    /// Whether the descriptor can match only completion events.
    var isForCompletionsOnly: Bool { name == "done.state" || name.hasPrefix(Self.completion) }
}
