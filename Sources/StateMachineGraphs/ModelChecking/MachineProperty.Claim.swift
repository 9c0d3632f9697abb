import StateMachines

extension MachineProperty {
    /// The conditions of a property, in one of three forms that differ in what decides them.
    ///
    /// Every check evaluates the same conditions: on a graph, in a bounded search, in a simulation
    /// and while a machine runs. A `PropertyMonitor` evaluates `Safety` along one run, and
    /// `PromiseProgress` evaluates a `Promise`.
    @usableFromInline
    enum Claim: Sendable {
        /// One finite run can refute the property, whatever other runs do.
        case safety(Safety)

        /// One finite run can prove the property, because the run reaches a goal state.
        case goal(Predicate)

        /// Only a graph can refute the property, because no single state or step can.
        case promise(Promise)
    }

    /// A property of each state, of each step, or of the steps so far.
    ///
    /// Exactly one of the three conditions is not `nil`.
    @usableFromInline
    struct Safety: Sendable {
        @usableFromInline typealias StepCondition = @Sendable (TraceStep<Definition>) -> Bool
        @usableFromInline typealias Memories = @Sendable (KeptMemories) -> MemoryTable<Definition>

        let kind: Kind

        /// Whether a rejected event can violate the property.
        @usableFromInline let isAboutRejections: Bool

        /// Whether a state violates the property.
        @usableFromInline var isBroken: Predicate?

        /// Whether the property holds for a step.
        @usableFromInline var holds: StepCondition?

        /// Returns a table of memories, which summarize the steps so far.
        @usableFromInline var memories: Memories?

        @usableFromInline
        init(_ kind: Kind, isBroken: Predicate? = nil, holds: StepCondition? = nil, memories: Memories? = nil) {
            self.kind = kind
            isAboutRejections = isBroken == nil && kind != .everyTransition
            self.isBroken = isBroken
            self.holds = holds
            self.memories = memories
        }

        /// Returns whether a step violates the property, if the property has no memory.
        @inlinable
        func isBroken(by step: TraceStep<Definition>) -> Bool {
            guard step.isHandled || isAboutRejections else { return false }
            return isBroken?(step.after) ?? (holds?(step) == false)
        }
    }

    /// A property of the states that a run can still reach or must still reach.
    @usableFromInline
    struct Promise: Sendable {
        @usableFromInline
        enum Form: Sendable {
            /// If `through` is not `nil`, a path to the goal contains only the events that it
            /// accepts.
            case alwaysPossible(through: EventFilter?)

            /// If `from` is `nil`, every run must reach the goal from its initial state.
            case leadsTo(from: Predicate?)

            case eventuallyAlways
        }

        @usableFromInline let form: Form

        /// Whether a state is a goal, or one in which a run must stay in the end.
        @usableFromInline let isKept: Predicate

        let fairness: [Fairness<Definition>]

        init(_ form: Form, assuming fairness: [Fairness<Definition>] = [], _ isKept: @escaping Predicate) {
            self.form = form
            self.isKept = isKept
            self.fairness = fairness
        }

        /// A condition with which a `leadsTo` begins.
        var beginning: Predicate? {
            if case .leadsTo(let beginning) = form { beginning } else { nil }
        }
    }
}

extension MachineProperty {
    /// Its conditions, if one finite run can refute the property.
    @usableFromInline var safety: Safety? {
        if case .safety(let safety) = claim { safety } else { nil }
    }

    /// Its conditions, if only a graph can refute the property.
    var promise: Promise? {
        if case .promise(let promise) = claim { promise } else { nil }
    }

    /// Whether one finite run is enough to refute the property, whatever other runs do.
    package var isSafety: Bool { safety != nil }

    /// Conditions of the property that concern a single state.
    package var predicates: [Predicate] {
        switch claim {
        case .safety(let safety): [safety.isBroken].compactMap(\.self)
        case .goal(let goal): [goal]
        case .promise(let promise): [promise.beginning, promise.isKept].compactMap(\.self)
        }
    }
}
