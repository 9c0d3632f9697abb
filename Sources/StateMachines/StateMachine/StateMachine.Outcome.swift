#if !hasFeature(Embedded)
extension StateMachine {
    /// What became of an event.
    public enum Outcome: Sendable {
        /// The state has handled the event, and this is its output.
        case handled(Output)

        /// The state does not handle the event, and is unchanged.
        case rejected(InvalidTransition<Definition>)

        /// The event waits, because another event is being processed or because the machine lives
        /// outside every actor and is not run.
        ///
        /// Usually a hook has sent it. Others can if a hook runs a loop that serves the machine's
        /// actor.
        ///
        /// What becomes of it is reported to the hooks: `onTransition`, `onRejection`, `onDrop`.
        case enqueued

        /// The event will never reach the state.
        case dropped(DropReason)

        /// Whether the state has handled the event.
        @inlinable
        public var isHandled: Bool {
            if case .handled = self { true } else { false }
        }

        /// Returns the output of a handled event.
        ///
        /// - Throws: The ``InvalidTransition`` of a rejected event, the ``DropReason`` of a dropped
        ///   one, and ``EventEnqueued`` for one that waits.
        @discardableResult
        public func get() throws -> Output {
            switch self {
            case .handled(let output): return output
            case .rejected(let error): throw error
            case .enqueued: throw EventEnqueued()
            case .dropped(let reason): throw reason
            }
        }
    }

    // `StateMachine.drop` drops events and calls the `onDrop` hooks. It is called by
    // `sendWhenNotRunning` (stopped), `enqueue` (chain too long), `processEnqueued` (stale,
    // stopped), and `receive` of the machine and of an instance (stale). `Mailbox.send` and
    // `IsolatedMachineReference` drop, without hooks, what does not reach the machine.

    /// Why an event was dropped without reaching the state.
    public enum DropReason: Error {
        /// It came from an instance of an activity that the machine had exited.
        case stale

        /// The machine is stopped.
        case stopped

        /// The machine was released, or the actor that it belongs to was.
        case released

        /// It would have made a chain of events from hooks longer than ``StateMachine/chainLimit``.
        ///
        /// - Parameter lastEvents: The latest events of the chain, in the order in which they were
        ///   sent; the dropped one is the last of them.
        case chainTooLong(lastEvents: [Event])
    }
}

extension StateMachine.Outcome: Equatable
where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}

// `Void` cannot conform to `Equatable`, so outcomes without an output are compared by operators of
// their own.
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

extension StateMachine.DropReason: Equatable where Definition.Event: Equatable {}

extension StateMachine.Outcome: CustomStringConvertible {
    /// The name of the case with what it carries: `handled`,
    /// `rejected(Invalid transition: open does not handle lock)`.
    public var description: String {
        switch self {
        case .handled(let output): output is Void ? "handled" : "handled(\(output))"
        case .rejected(let error): "rejected(\(error))"
        case .enqueued: "enqueued"
        case .dropped(let reason): "dropped(\(reason))"
        }
    }
}

extension StateMachine.DropReason: CustomStringConvertible {
    /// One sentence that says why the event was dropped.
    public var description: String {
        switch self {
        case .stale: "The event comes from an activity that has been exited"
        case .stopped: "The machine is stopped"
        case .released: "The machine was released"
        case .chainTooLong(let events):
            "The hooks keep sending events to their own machine; the last ones are "
                + events.map { caseName(of: $0) }.joined(separator: ", ")
        }
    }
}
#endif
