public import StateMachineGraphs
public import StateMachines

extension MachineRecording {
    /// One event and its outcome.
    public struct Entry: Sendable {
        /// What became of an event.
        public enum Outcome: Sendable {
            /// The state has handled the event.
            case handled

            /// The state does not handle the event, and is unchanged.
            case rejected

            /// The event never reached the state.
            case dropped(StateMachine<Definition>.DropReason)
        }

        /// The time since the recording began; `nil` if it was not measured, as in a trace.
        public let time: Duration?

        /// The state in which the event arrived or was dropped.
        public let state: Definition

        /// The event.
        public let event: Definition.Event

        /// What became of the event.
        public let outcome: Outcome

        /// The state after the event: the same as before, if the event was rejected or dropped.
        public let after: Definition

        /// The names of the activities that were exited, innermost first.
        public let exited: [String]

        /// The names of the activities that were entered, outermost first.
        public let entered: [String]
    }
}

extension MachineRecording.Entry {
    /// Makes an entry of a step.
    ///
    /// - Parameters:
    ///   - step: An event that was handled or rejected.
    ///   - time: The time since the recording began.
    public init(_ step: TraceStep<Definition>, time: Duration? = nil) {
        self.init(step, time: time, naming: nil)
    }

    /// Makes an entry of a step, with texts of its own for the activities.
    package init(_ step: TraceStep<Definition>, time: Duration?, naming text: EntryNaming?) {
        self.time = time
        state = step.before
        event = step.event
        outcome = step.isHandled ? .handled : .rejected
        after = step.after
        exited = step.exited.map { text.name(of: $0) }
        entered = step.entered.map { text.name(of: $0) }
    }

    /// Makes an entry of a dropped event.
    ///
    /// ```swift
    /// machine.onDrop { [unowned machine] event, reason in
    ///     print(MachineRecording.Entry(dropped: event, because: reason, in: machine.state).json)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - event: The event that never reached the state.
    ///   - reason: Why it was dropped.
    ///   - state: The state of the machine.
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

    /// Whether the event was dropped, and did not reach the state.
    public var isDropped: Bool {
        if case .dropped = outcome { true } else { false }
    }

    /// The cases of the ``state`` without payloads, from the outermost to the innermost:
    /// `["loaded", "data"]`.
    ///
    /// Values that differ in their payload alone have the same path, so it also matches a value
    /// that no sample has.
    public var statePath: [String] { ValueName(of: state).path }

    /// The cases of the ``event`` without payloads, from the outermost to the innermost.
    public var eventPath: [String] { ValueName(of: event).path }

    /// The cases of the state ``after`` the event without payloads, from the outermost to the
    /// innermost.
    public var afterPath: [String] { ValueName(of: after).path }

    var expectation: Expectation<Definition> { Expectation(event: event, isHandled: isHandled, after: after) }
}
