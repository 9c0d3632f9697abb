public import StateMachines

/// Properties that are being watched while a machine runs.
///
/// Made by `watch(_:onFailure:)` of a machine, and used where the machine is used.
public final class PropertyWatch<Definition: StateDefinition> {
    /// The properties that were broken, in the order in which that happened, each with the last
    /// events before it.
    public private(set) var failures: [Counterexample<Definition>] = []

    /// The names of the properties whose promise is still open, such as a search that has not ended
    /// yet.
    public var pending: [String] { watched.filter(\.isPending).map(\.property.name) }

    /// The names of the properties that cannot be watched: what is possible, and what has happened
    /// since a beginning that was missed.
    public var unwatched: [String] { watched.filter(\.isUnwatched).map(\.property.name) }

    var token: StateMachine<Definition>.HookToken?

    private var recent: Trace<Definition>
    private var watched: [Watched]
    private let onFailure: (Counterexample<Definition>) -> Void

    /// How many events a failure shows.
    private let memory = 20

    /// A property with what has to be remembered of it.
    private struct Watched {
        let property: MachineProperty<Definition>
        var monitor: PropertyMonitor<Definition>?
        var isPending = false
        var isUnwatched = false
        var isBroken = false
    }

    init(
        _ properties: [MachineProperty<Definition>],
        from state: Definition,
        onFailure: @escaping (Counterexample<Definition>) -> Void
    ) {
        recent = Trace(from: state)
        watched = properties.map { Watched(property: $0, monitor: PropertyMonitor($0)) }
        self.onFailure = onFailure
        for index in watched.indices { begin(index, in: state) }
    }

    /// Ends the watch.
    public func cancel() {
        token?.cancel()
    }

    private func begin(_ index: Int, in state: Definition) {
        switch watched[index].property.claim {
        case .always, .never, .steps: break
        case .history:
            watched[index].isUnwatched = !state.isBeginning
            if !state.isBeginning { watched[index].monitor = nil }
        case .reachable, .alwaysPossible: watched[index].isUnwatched = true
        case .leadsTo(from: nil, _, _):
            watched[index].isUnwatched = !state.isBeginning
            watched[index].isPending = state.isBeginning
        case .leadsTo(from: .some, _, _): break
        }
        judge(index) { $0.begin(in: state) }
        updatePending(index, in: state)
    }

    func look(at step: TraceStep<Definition>) {
        let steps = recent.steps.suffix(memory - 1)
        recent = Trace(from: steps.first?.before ?? step.before, steps: steps + [step])
        for index in watched.indices {
            judge(index) { $0.look(at: step) }
            if step.isHandled { updatePending(index, in: step.after) }
        }
    }

    /// Lets the monitor of a property judge, in a copy: the property is user code, and may look at
    /// this watch.
    private func judge(_ index: Int, _ look: (inout PropertyMonitor<Definition>) -> PropertyMonitor<Definition>.Breach?)
    {
        guard var monitor = watched[index].monitor else { return }
        let breach = look(&monitor)
        watched[index].monitor = monitor
        if let breach { fail(index, breach.reason, at: breach.proof) }
    }

    private func updatePending(_ index: Int, in state: Definition) {
        switch watched[index].property.claim {
        case .leadsTo(from: nil, to: let goal, _):
            if goal(state) { watched[index].isPending = false }
        case .leadsTo(from: .some(let beginning), to: let goal, _):
            if goal(state) {
                watched[index].isPending = false
            } else if beginning(state) {
                watched[index].isPending = true
            }
        case .always, .never, .steps, .history, .reachable, .alwaysPossible:
            break
        }
    }

    private func fail(_ index: Int, _ reason: String, at proof: Counterexample<Definition>.Proof) {
        guard !watched[index].isBroken else { return }
        watched[index].isBroken = true
        let failure = Counterexample(
            property: watched[index].property.name,
            reason: reason,
            trace: recent,
            loop: nil,
            proof: proof
        )
        failures.append(failure)
        onFailure(failure)
    }
}

extension StateDefinition {
    /// Whether a machine may begin here, as far as is known.
    fileprivate var isBeginning: Bool {
        func isInitial<Finite: FiniteStateDefinition>(_ state: Finite) -> Bool { Finite.initialStates.contains(state) }
        return (self as? any FiniteStateDefinition).map { isInitial($0) } ?? true
    }
}
