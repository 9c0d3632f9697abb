public import StateMachineGraphs
public import StateMachines

extension MachineRecording {
    /// One event and its outcome.
    public struct Entry: Sendable {
        /// An event's outcome.
        public enum Outcome: Sendable {
            /// The state has handled the event.
            case handled

            /// The state has rejected the event and has not changed.
            ///
            /// The payload is the reason as text, such as `insufficient(missing: 50)`. It is `nil`
            /// if the definition has no reasons of its own, or in a line from before it had any.
            case rejected(because: String?)

            /// The machine dropped the event without offering it to the state.
            case dropped(StateMachine<Definition>.DropReason)
        }

        /// The machine that has sent an event, as far as it is known.
        public enum Sender: Hashable, Sendable {
            /// A hook of another machine has sent the event, in a turn of that machine.
            case turn(of: String)

            /// Work that the app has attributed to a machine has sent the event
            /// (``MachineSource``).
            case work(of: String)
        }

        /// How long after the recording's beginning the machine began to handle the event.
        ///
        /// The time is `nil` if no clock measured it, as in an entry from a trace.
        public package(set) var time: Duration?

        /// The machine's state when the event arrived or was dropped.
        public let state: Definition

        /// The event.
        public let event: Definition.Event

        /// The event's outcome.
        public let outcome: Outcome

        /// The state after the event, which equals ``state`` if the event was rejected or dropped.
        public let after: Definition

        /// Names of the exited activities, innermost first.
        public let exited: [String]

        /// Names of the entered activities, outermost first.
        public let entered: [String]

        /// The machine that has sent the event, if the recording knows it.
        public package(set) var sender: Sender?

        /// A note about the moment after the event.
        ///
        /// People write such notes on the playable page of a recording.
        public var note: String?

        /// A note about the moment before the event.
        ///
        /// Only the first entry of a recording can have such a note.
        public var noteBefore: String?
    }
}

extension MachineRecording.Entry {
    /// Creates an entry from a step.
    ///
    /// - Parameters:
    ///   - step: A step whose event was handled or rejected.
    ///   - time: How long after the recording's beginning the event happened.
    public init(_ step: TraceStep<Definition>, time: Duration? = nil) {
        self.init(step, time: time, naming: nil)
    }

    /// Creates an entry from a step, with the texts of a naming function for its activities.
    package init(_ step: TraceStep<Definition>, time: Duration?, naming text: EntryNaming?) {
        self.time = time
        state = step.before
        event = step.event
        outcome = step.rejection.map { .rejected(because: text.name(ofReason: $0)) } ?? .handled
        after = step.after
        exited = step.exited.map { text.name(of: $0) }
        entered = step.entered.map { text.name(of: $0) }
        sender = nil
    }

    /// Creates an entry for a dropped event.
    ///
    /// ```swift
    /// machine.onDrop { [unowned machine] event, reason in
    ///     print(MachineRecording.Entry(dropped: event, because: reason, in: machine.state).json)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - event: The dropped event.
    ///   - reason: Why the event was dropped.
    ///   - state: The machine's state when it dropped the event.
    ///   - time: How long after the recording's beginning the event happened.
    public init(
        dropped event: Definition.Event,
        because reason: StateMachine<Definition>.DropReason,
        in state: Definition,
        time: Duration? = nil
    ) {
        self.time = time
        self.state = state
        self.event = event
        outcome = .dropped(reason)
        after = state
        exited = []
        entered = []
        sender = nil
    }

    /// Whether the event was handled.
    public var isHandled: Bool {
        if case .handled = outcome { true } else { false }
    }

    /// The reason for a rejection as text, if it is known.
    package var rejection: String? {
        if case .rejected(let reason) = outcome { reason } else { nil }
    }

    /// Whether the machine dropped the event without offering it to the state.
    package var isDropped: Bool {
        if case .dropped = outcome { true } else { false }
    }

}

extension MachineRecording.Entry: Equatable where Definition: Equatable, Definition.Event: Equatable {}
extension MachineRecording.Entry: Hashable where Definition: Hashable, Definition.Event: Hashable {}

extension MachineRecording.Entry.Outcome: Equatable where Definition.Event: Equatable {}
extension MachineRecording.Entry.Outcome: Hashable where Definition.Event: Hashable {}
