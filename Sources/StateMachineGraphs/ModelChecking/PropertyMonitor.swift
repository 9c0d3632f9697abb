public import StateMachines

/// A check of one property along one run.
///
/// Methods that are called for each step are inlinable, so a simulation can specialize them for its
/// definition.
@usableFromInline
struct PropertyMonitor<Definition: StateDefinition> {
    let property: MachineProperty<Definition>
    @usableFromInline let safety: MachineProperty<Definition>.Safety
    private let kept: KeptMemories

    /// Memories of an `atAllTimes` property; `nil` for other properties.
    ///
    /// Copies of a monitor that has begun share the table. If several of them continue the run, the
    /// table must keep all memories.
    @usableFromInline private(set) var table: MemoryTable<Definition>?

    /// The number of the current memory; `nil` without a memory and after a violation.
    @usableFromInline var memory: Int?

    /// A violation of the property, with its reason and its place in the run.
    struct Breach {
        let reason: String
        let proof: Counterexample<Definition>.Proof
    }

    /// Creates a monitor for a property.
    ///
    /// - Returns: `nil` if no single state or step can violate the property.
    init?(_ property: MachineProperty<Definition>, keeping kept: KeptMemories = .last) {
        guard let safety = property.safety else { return nil }
        self.property = property
        self.safety = safety
        self.kept = kept
    }

    /// Begins a run and returns the violation if its first state violates the property.
    mutating func begin(in state: Definition) -> Breach? {
        table = safety.memories?(kept)
        memory = table?.start(state)
        return isBroken(in: state) ? breach(in: state) : nil
    }

    /// Continues the run by a step and returns the violation if the step violates the property.
    mutating func look(at step: TraceStep<Definition>) -> Breach? {
        isBroken(by: step) ? breach(in: step.after, by: step) : nil
    }

    /// Whether the property is only about states, so rejected events cannot violate it.
    @inlinable var isAboutStates: Bool { safety.isBroken != nil }

    /// Returns whether a state violates the property.
    @inlinable
    func isBroken(in state: Definition) -> Bool { safety.isBroken?(state) == true }

    /// Continues the run by a step and returns whether the step violates the property.
    @inlinable
    mutating func isBroken(by step: TraceStep<Definition>) -> Bool {
        guard let table else { return safety.isBroken(by: step) }
        if let before = memory { memory = table.next(before, step) }
        return memory == nil
    }

    /// Returns the violation in a state that violates the property, or by the step to it.
    func breach(in state: Definition, by step: TraceStep<Definition>? = nil) -> Breach {
        isAboutStates
            ? Breach(reason: safety.reason(ValueName(of: state)), proof: .lastState)
            : Breach(reason: step?.reason ?? "", proof: .lastStep)
    }

    /// Returns the trace up to its first violation as a counterexample.
    ///
    /// - Returns: `nil` if the trace does not violate the property.
    func counterexample(in trace: Trace<Definition>) -> Counterexample<Definition>? {
        var monitor = self
        var breach = monitor.begin(in: trace.initial)
        var length = 0
        while breach == nil, length < trace.steps.count {
            breach = monitor.look(at: trace.steps[length])
            length += 1
        }
        guard let breach else { return nil }
        let short = Trace(from: trace.initial, steps: Array(trace.steps.prefix(length)))
        return property.counterexample(breach.reason, short, at: breach.proof)
    }

    /// Returns the undecided property for a violation that did not occur again.
    func unrepeated(after stepCount: Int) -> UndecidedProperty<Definition> {
        let run = "the run that violated it after \(count(stepCount, "step"))"
        return UndecidedProperty(property: property.name, reason: "\(run) does not violate it when the run is repeated")
    }
}
