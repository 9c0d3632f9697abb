public import StateMachines

/// An object that checks properties while a machine runs.
///
/// Call the machine's `watch(_:onFailure:)` method to create a watch, and use it only on the
/// machine's actor, for example on the main actor.
public final class PropertyWatch<Definition: StateDefinition> {
    /// Counterexamples so far, in the order in which the violations occurred.
    ///
    /// Each property has at most one, which contains the last events up to the violation.
    public private(set) var failures: [Counterexample<Definition>] = []

    /// Names of the liveness properties that the run has not satisfied yet.
    ///
    /// For example, a `leadsTo` property from a search to its result is pending while a search is
    /// in progress.
    public var pending: [String] { watched.filter(\.isPending).map(\.property.name) }

    /// Names of the properties that this watch cannot check.
    ///
    /// These are the `reachable` and `alwaysPossible` properties. If the watch began in a state
    /// that is not an initial state, they also include every property that depends on earlier
    /// events, such as `atAllTimes` and `eventually`.
    public var unwatched: [String] { watched.filter(\.isUnwatched).map(\.property.name) }

    var token: StateMachine<Definition>.HookToken?

    private let initial: Definition

    /// Steps that were taken last, at most twice as many as a counterexample contains.
    private var recent: [TraceStep<Definition>] = []
    private var watched: [Watched]
    private let onFailure: (Counterexample<Definition>) -> Void

    /// How many events a counterexample has at most.
    private let memory = 20

    /// A property and its progress in this run.
    private struct Watched {
        let property: MachineProperty<Definition>
        var monitor: PropertyMonitor<Definition>?
        var progress: PromiseProgress<Definition>?
        var isBroken = false

        var isPending: Bool { progress?.isOpen == true }
        var isUnwatched: Bool { monitor == nil && progress == nil }

        init(_ property: MachineProperty<Definition>, isBeginning: Bool) {
            self.property = property
            let (monitor, progress) = (PropertyMonitor(property), PromiseProgress(property))
            let needsBeginning = monitor?.safety.memories != nil || progress?.isOpen == true
            if needsBeginning, !isBeginning { return }
            self.monitor = monitor
            if property.kind != .alwaysPossible { self.progress = progress }
        }
    }

    /// Begins to check properties along steps.
    ///
    /// - Parameters:
    ///   - properties: The properties.
    ///   - state: The state before the first step.
    ///   - mayBegin: Whether the machine's life may begin with this state; it does if the state is
    ///     also an initial state.
    ///   - onFailure: A closure that receives each violation.
    package init(
        _ properties: [MachineProperty<Definition>],
        from state: Definition,
        mayBegin: Bool = true,
        onFailure: @escaping (Counterexample<Definition>) -> Void
    ) {
        initial = state
        let isBeginning = mayBegin && state.isBeginning
        watched = properties.map { Watched($0, isBeginning: isBeginning) }
        self.onFailure = onFailure
        for index in watched.indices {
            judge(index) { $0.begin(in: state) }
            visit(index, state)
        }
    }

    /// Stops checking the properties.
    public func cancel() {
        token?.cancel()
    }

    /// Continues with the next step.
    package func look(at step: TraceStep<Definition>) {
        recent.append(step)
        if recent.count == 2 * memory { recent.removeFirst(memory) }
        for index in watched.indices {
            judge(index) { $0.look(at: step) }
            if step.isHandled { visit(index, step.after) }
        }
    }

    /// Runs a property's monitor as a copy.
    ///
    /// User code in the property may access the watch meanwhile.
    private func judge(_ index: Int, _ look: (inout PropertyMonitor<Definition>) -> PropertyMonitor<Definition>.Breach?)
    {
        guard var monitor = watched[index].monitor else { return }
        let breach = look(&monitor)
        watched[index].monitor = monitor
        if let breach { fail(index, breach.reason, at: breach.proof) }
    }

    /// Continues a property's progress, as a copy, because user code may access the watch
    /// meanwhile.
    private func visit(_ index: Int, _ state: Definition) {
        guard var progress = watched[index].progress else { return }
        progress.visit(state)
        watched[index].progress = progress
    }

    private func fail(_ index: Int, _ reason: String, at proof: Counterexample<Definition>.Proof) {
        guard !watched[index].isBroken else { return }
        watched[index].isBroken = true
        let last = recent.suffix(memory)
        let failure = Counterexample(
            property: watched[index].property.name,
            reason: reason,
            trace: Trace(from: last.first?.before ?? initial, steps: Array(last)),
            loop: nil,
            proof: proof
        )
        failures.append(failure)
        onFailure(failure)
    }
}

extension StateDefinition {
    /// Whether this is an initial state, or the initial states are unknown.
    package var isBeginning: Bool {
        func isInitial<Finite: FiniteStateDefinition>(_ state: Finite) -> Bool { Finite.initialStates.contains(state) }
        return (self as? any FiniteStateDefinition).map { isInitial($0) } ?? true
    }
}
