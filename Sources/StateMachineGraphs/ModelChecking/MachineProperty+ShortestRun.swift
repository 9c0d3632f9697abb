import StateMachines

extension MachineProperty {
    /// Returns the shortest run that violates this property and consists of steps that have been
    /// taken, or `nil` if there is none.
    ///
    /// This is a breadth-first search through pairs of a state and a memory of the property. States
    /// and events are compared if they are `Hashable`; otherwise the run contains all steps. A
    /// memory that counts can have very many values, so the search evaluates the property about
    /// four times for each step at most. It also returns `nil` if that is not enough, or if the
    /// task is cancelled.
    ///
    /// - Parameters:
    ///   - initial: The state before the first step.
    ///   - steps: The steps. Each one begins in the state after the previous one.
    /// - Complexity: O(*n*), with *n* steps.
    package func shortestViolation(
        from initial: Definition,
        through steps: [TraceStep<Definition>]
    ) -> Counterexample<Definition>? {
        guard let monitor = PropertyMonitor(self, keeping: .all) else { return nil }
        var first = monitor
        if first.begin(in: initial) != nil { return monitor.counterexample(in: Trace(from: initial)) }
        let run = TakenSteps(from: initial, steps)
        var search = MonitorSearch<Int>()
        search.begin(in: 0, remembering: first.memory ?? 0)
        var rest = 4 * steps.count + 1000
        while let index = search.takeNext() {
            let (state, memory) = search[index]
            if Task.isCancelled { return nil }
            for step in run.departures[state] ?? [] {
                rest -= 1
                if rest < 0 { return nil }
                var next = first
                if first.table != nil { next.memory = memory }
                guard next.isBroken(by: steps[step]) else {
                    search.follow(step, from: index, to: run.targets[step], remembering: next.memory ?? 0)
                    continue
                }
                let shortest = search.run(to: index, then: step).edges.map { steps[$0] }
                return monitor.counterexample(in: Trace(from: initial, steps: shortest))
            }
        }
        return nil
    }
}

extension MachineProperty {
    /// Returns the violation of this property by a run, with the steps up to it, or `nil`.
    package func violation(in trace: Trace<Definition>) -> Counterexample<Definition>? {
        PropertyMonitor(self)?.counterexample(in: trace)
    }
}

/// Different steps of a run, with numbers for its states.
private struct TakenSteps<Definition: StateDefinition> {
    /// Indices of the steps that begin in each state.
    private(set) var departures: [Int: [Int]] = [:]

    /// The state's number after each step.
    let targets: [Int]

    /// Everything that makes a step different from another one.
    private struct Identity: Hashable {
        let source: Int
        let target: Int
        let event: Int
        let isHandled: Bool
    }

    init(from initial: Definition, _ steps: [TraceStep<Definition>]) {
        let states = numbers(of: [initial] + steps.map(\.after))
        let events = numbers(of: steps.map(\.event))
        targets = Array(states.dropFirst())
        var known: Set<Identity> = []
        for (index, step) in steps.enumerated() {
            let (source, target) = (states[index], states[index + 1])
            let identity = Identity(source: source, target: target, event: events[index], isHandled: step.isHandled)
            if known.insert(identity).inserted { departures[source, default: []].append(index) }
        }
    }
}

/// Numbers values from 0 so that equal ones have the same number, if they can be compared.
private func numbers<Value>(of values: [Value]) -> [Int] {
    func numbers<Key: Hashable>(_: Key.Type) -> [Int] {
        var numbering = Numbering<Key?>()
        return values.map { numbering.number(of: $0 as? Key) }
    }
    return (Value.self as? any Hashable.Type).map { numbers($0) } ?? Array(values.indices)
}
