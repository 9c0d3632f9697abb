#if !hasFeature(Embedded)
extension StateMachine {
    /// The result of sending an event.
    public enum Outcome: Sendable {
        /// The state has handled the event and returned an output.
        case handled(Output)

        /// The state has rejected the event and has not changed.
        case rejected(InvalidTransition<Definition>)

        /// The machine has enqueued the event and will handle it later.
        ///
        /// Usually, a hook has sent the event, or code that `handleEvent` calls, so it waits until
        /// the current turn is over. Other code gets this outcome during a turn only if a hook runs
        /// a nested event loop, such as `RunLoop.main.run(until:)` on the main actor. If the
        /// machine isn't isolated to an actor, a sender also gets it between two runs, and the
        /// event waits for the next `run`.
        ///
        /// The later result goes to the `onTransition`, `onRejection`, or `onDrop` hooks.
        case enqueued

        /// The machine has discarded the event without offering it to the state.
        case dropped(DropReason)

        /// Whether the state has handled the event.
        @inlinable
        public var isHandled: Bool {
            if case .handled = self { true } else { false }
        }

        /// Returns the output of a handled event.
        ///
        /// - Throws: A ``Failure`` that explains why there is no output.
        @discardableResult
        public func get() throws(Failure) -> Output {
            switch self {
            case .handled(let output): return output
            case .rejected(let error): throw .rejected(error)
            case .enqueued: throw .enqueued
            case .dropped(let reason): throw .dropped(reason)
            }
        }

        /// A reason why an event has no output.
        public enum Failure: Error {
            /// The state has rejected the event.
            case rejected(InvalidTransition<Definition>)

            /// The event is enqueued, so it has no output yet.
            case enqueued

            /// The machine has dropped the event.
            case dropped(DropReason)
        }
    }

    // `StateMachine.drop` drops events and calls the `onDrop` hooks. Its callers are
    // `sendWhenNotRunning` (stopped), `enqueue` (chain too long), `processEnqueued` (stale,
    // stopped), and `receive` of the machine and of an instance (stale). `Mailbox.send` and
    // `ActorDelivery` drop events that do not reach the machine, without calling hooks.

    /// A reason why a machine drops an event.
    public enum DropReason: Error {
        /// The event came from an activity instance that the machine had already exited.
        ///
        /// When a run ends, so do all its instances, and their later events are stale, too.
        case stale

        /// The machine is stopped.
        case stopped

        /// The machine, or its actor, was released.
        case released

        /// The event exceeds the ``StateMachine/chainLimit``, because hooks have enqueued too many
        /// events in response to one outside event.
        ///
        /// - Parameter lastEvents: Up to eight of the chain's last events, in the order in which
        ///   they were sent. The dropped event comes last.
        case chainTooLong(lastEvents: [Event])
    }
}

extension StateMachine.Outcome: Equatable
where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}

// `Void` cannot conform to `Equatable`, so outcomes without an output have their own operators.
extension StateMachine.Outcome where Definition: Equatable, Definition.Event: Equatable, Definition.Output == Void {
    /// Returns whether two outcomes are equal, for a machine without outputs.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.handled, .handled), (.enqueued, .enqueued): true
        case (.rejected(let lhs), .rejected(let rhs)): lhs == rhs
        case (.dropped(let lhs), .dropped(let rhs)): lhs == rhs
        case (.handled, _), (.rejected, _), (.enqueued, _), (.dropped, _): false
        }
    }

    /// Returns whether two outcomes differ, for a machine without outputs.
    public static func != (lhs: Self, rhs: Self) -> Bool { !(lhs == rhs) }
}

extension StateMachine.Outcome: Hashable
where Definition: Hashable, Definition.Event: Hashable, Definition.Output: Hashable {}

extension StateMachine.Outcome.Failure: Equatable where Definition: Equatable, Definition.Event: Equatable {}
extension StateMachine.Outcome.Failure: Hashable where Definition: Hashable, Definition.Event: Hashable {}

extension StateMachine.DropReason: Equatable where Definition.Event: Equatable {}
extension StateMachine.DropReason: Hashable where Definition.Event: Hashable {}

extension StateMachine.Outcome: CustomStringConvertible {
    /// The case's name with its payload, such as `handled` or `rejected(Invalid transition: open
    /// does not handle lock)`.
    public var description: String {
        switch self {
        case .handled(let output): output is Void ? "handled" : "handled(\(output))"
        case .rejected(let error): "rejected(\(error))"
        case .enqueued: "enqueued"
        case .dropped(let reason): "dropped(\(reason))"
        }
    }
}

extension StateMachine.Outcome.Failure: CustomStringConvertible {
    /// One sentence that explains why there is no output.
    public var description: String {
        switch self {
        case .rejected(let error): "\(error)"
        case .enqueued: "The event is enqueued; onTransition hooks receive its output"
        case .dropped(let reason): "\(reason)"
        }
    }
}

extension StateMachine.DropReason: CustomStringConvertible {
    /// One sentence that explains why the event was dropped.
    public var description: String {
        switch self {
        case .stale: "The activity that sent the event has been exited"
        case .stopped: "The machine is stopped"
        case .released: "The machine was released"
        case .chainTooLong(let events):
            "The hooks keep sending events to their own machine; the last ones are "
                + events.map { caseName(of: $0) }.joined(separator: ", ")
        }
    }
}
#endif
