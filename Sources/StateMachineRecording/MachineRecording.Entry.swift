public import StateMachineGraphs
public import StateMachines

extension MachineRecording {
    /// One event and its outcome.
    public struct Entry: Sendable {
        /// The outcome of an event.
        public enum Outcome: Sendable {
            /// The state has handled the event.
            case handled

            /// The state has rejected the event and has not changed.
            case rejected

            /// The machine dropped the event without offering it to the state.
            case dropped(StateMachine<Definition>.DropReason)
        }

        /// The time since the recording began; `nil` if no clock measured it, as in an entry from a
        /// trace.
        public let time: Duration?

        /// The state of the machine when the event arrived or was dropped.
        public let state: Definition

        /// The event.
        public let event: Definition.Event

        /// The outcome of the event.
        public let outcome: Outcome

        /// The state after the event, which equals ``state`` if the event was rejected or dropped.
        public let after: Definition

        /// The names of the exited activities, innermost first.
        public let exited: [String]

        /// The names of the entered activities, outermost first.
        public let entered: [String]

        /// A note about the moment after the event.
        ///
        /// Such notes are written by people, on the playable page of a recording.
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
    ///   - step: The step of a handled or rejected event.
    ///   - time: The time since the recording began.
    public init(_ step: TraceStep<Definition>, time: Duration? = nil) {
        self.init(step, time: time, naming: nil)
    }

    /// Creates an entry from a step, with the texts of a naming function for its activities.
    package init(_ step: TraceStep<Definition>, time: Duration?, naming text: EntryNaming?) {
        self.time = time
        state = step.before
        event = step.event
        outcome = step.isHandled ? .handled : .rejected
        after = step.after
        exited = step.exited.map { text.name(of: $0) }
        entered = step.entered.map { text.name(of: $0) }
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
    ///   - reason: The reason why the event was dropped.
    ///   - state: The state of the machine when it dropped the event.
    ///   - time: The time since the recording began.
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
    }

    /// Whether the event was handled.
    public var isHandled: Bool {
        if case .handled = outcome { true } else { false }
    }

    /// Whether the machine dropped the event without offering it to the state.
    public var isDropped: Bool {
        if case .dropped = outcome { true } else { false }
    }

    /// The case path of the ``state``, such as `["loaded", "data"]`.
    ///
    /// A case path contains the case names without payloads, from the outermost to the innermost.
    /// Values that differ only in their payloads have the same path. So you can look up a recorded
    /// state in a graph by its path, even if the graph contains only other payloads.
    public var statePath: [String] { ValueName(of: state).path }

    /// The case path of the ``event``.
    public var eventPath: [String] { ValueName(of: event).path }

    /// The case path of the state ``after`` the event.
    public var afterPath: [String] { ValueName(of: after).path }
}
