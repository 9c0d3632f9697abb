/// The parallel states of an XState machine, adapted to SCXML's algorithm.
///
/// If all targets and the source of a transition are inside a parallel state, XState exits the
/// regions of this state but not the state itself. SCXML exits the state as well. The two differ if
/// the state has actions, a history or a parallel parent. Then a compound state takes its place,
/// with the actions, the histories and the transitions, and with a parallel state of the regions as
/// its only child.
struct XStateRegions {
    /// The ids of parallel states whose regions are exited without the state itself.
    private let restarted: Set<String>
    private var taken: Set<String>
    /// The ids of the new states of the regions, by the ids of the original states.
    private var moved: [String: String] = [:]

    init(_ outline: XStateReader.Outline, restarted: Set<String>) {
        self.restarted = restarted
        taken = Set(outline.nodes.map(\.chartID))
    }

    /// Adapts a chart.
    ///
    /// - Throws: ``ChartError`` with all parts that SCXML's algorithm cannot express.
    consuming func adapt(_ chart: inout Chart) throws(ChartError) {
        var errors = ErrorList()
        let awaited = chart.root.allTransitions.flatMap(\.events)
        _ = yieldToRegions(in: &chart.root, &errors)
        rejectNestedCompletions(in: chart.root, awaited, &errors)
        addEnd(to: &chart, awaited, &errors)
        try errors.throwAll()
        for index in chart.root.children.indices { split(&chart.root.children[index], hasParallelParent: false) }
        if !moved.isEmpty { renameCompletions(in: &chart.root) }
    }

    // MARK: Splitting

    private mutating func split(_ state: inout Chart.State, hasParallelParent: Bool) {
        let isParallel = state.kind == .parallel
        for index in state.children.indices { split(&state.children[index], hasParallelParent: isParallel) }
        let histories = state.children.filter(\.isHistory)
        let hasActions = !state.entryActions.isEmpty || !state.exitActions.isEmpty
        guard isParallel, restarted.contains(state.id), hasParallelParent || hasActions || !histories.isEmpty else {
            return
        }
        var id = "\(state.id) regions"
        while !taken.insert(id).inserted { id += "_" }
        moved[state.id] = id
        var regions = Chart.State(id: id, kind: .parallel, position: state.position)
        regions.children = state.children.filter { !$0.isHistory }
        state.kind = .compound
        state.initial = Chart.Initial(targets: [id], position: state.position)
        state.children = histories + [regions]
        for index in state.transitions.indices where state.transitions[index].isInternal {
            if state.transitions[index].targets == [state.id] { state.transitions[index].targets = [id] }
        }
    }

    private func renameCompletions(in state: inout Chart.State) {
        for index in state.children.indices { renameCompletions(in: &state.children[index]) }
        for index in state.transitions.indices {
            for (original, id) in moved {
                let completion = EventDescriptor.completion(of: original)
                state.transitions[index].events = state.transitions[index].events.map { event in
                    event == completion ? .completion(of: id) : event
                }
            }
        }
    }

    // MARK: Differences

    /// A transition inside a region of a parallel state.
    private typealias Inner = (transition: Chart.Transition, source: String)

    /// Gives a transition of an enclosing state a condition if a region handles the same event.
    ///
    /// XState takes the transition only if no state inside has one for the event. SCXML takes it as
    /// well for each region without one, unless the transitions exit the same states. A transition
    /// without a target exits no states, and one that leaves the enclosing state may itself lose
    /// against a third transition.
    ///
    /// - Returns: The transitions in the regions of parallel states, and all transitions.
    private func yieldToRegions(in state: inout Chart.State, _ errors: inout ErrorList) -> (
        shared: [Inner], all: [Inner]
    ) {
        var (shared, all): ([Inner], [Inner]) = ([], [])
        for index in state.children.indices {
            let inner = yieldToRegions(in: &state.children[index], &errors)
            shared += state.kind == .parallel ? inner.all : inner.shared
            all += inner.all
        }
        let own = state.transitions.map { ($0, state.id) }
        let inside = shared.isEmpty ? [] : state.ids
        let special = shared.filter { $0.transition.targets.isEmpty || !inside.isSuperset(of: $0.transition.targets) }
        for index in state.transitions.indices where !state.transitions[index].events.isEmpty {
            let transition = state.transitions[index]
            let others = shared.filter { $0.transition.overlaps(transition) }
            guard !others.isEmpty,
                transition.targets.isEmpty || special.contains(where: { $0.transition.overlaps(transition) })
            else { continue }
            guard others.count <= 50, others.allSatisfy({ $0.transition.events == transition.events }),
                transition.events.count == 1, !transition.events[0].isPrefix
            else {
                errors.add(Self.doubled(transition, of: state.id, others[0]))
                continue
            }
            let inner = others.map {
                Condition.all(of: [.isIn($0.source)] + [$0.transition.condition].compactMap(\.self))
            }
            let isFree = Condition.not(.any(inner.compactMap(\.self)))
            state.transitions[index].condition = transition.condition.map { .all([$0, isFree]) } ?? isFree
        }
        return (shared, all + own)
    }

    private static func doubled(_ transition: Chart.Transition, of state: String, _ inner: Inner) -> ChartError {
        let line = inner.transition.position.line
        return ChartError(
            transition.position,
            "“\(state)” and “\(inner.source)”, a state in a region of “\(state)”, handle the same event, "
                + "and one of these transitions has a wildcard",
            expected: "event names instead of wildcards, here and in line \(line)"
        )
    }

    /// Rejects a completion that XState passes on from a parallel state to a parallel parent.
    private func rejectNestedCompletions(
        in state: Chart.State,
        _ awaited: [EventDescriptor],
        _ errors: inout ErrorList
    ) {
        for child in state.children { rejectNestedCompletions(in: child, awaited, &errors) }
        guard state.kind == .parallel, let region = state.children.first(where: { $0.kind == .parallel }),
            awaited.contains(where: { $0.matches(EventDescriptor.completion + state.id) }), state.canComplete
        else { return }
        errors.add(
            ChartError(
                region.position,
                "a transition waits for the completion of “\(state.id)”, "
                    + "but the region “\(region.id)” is itself parallel",
                expected: "a nonparallel region that contains “\(region.id)” and a final state"
            )
        )
    }

    /// Adds the end of a machine whose regions can all be complete.
    private mutating func addEnd(to chart: inout Chart, _ awaited: [EventDescriptor], _ errors: inout ErrorList) {
        guard chart.root.children.count == 1, chart.root.children[0].kind == .parallel,
            chart.root.children[0].canComplete
        else { return }
        let machine = chart.root.children[0]
        let waiting = machine.children.first { region in
            awaited.contains { $0.matches(EventDescriptor.completion + region.id) }
        }
        if let region = waiting ?? machine.children.first(where: { $0.kind == .parallel }) {
            errors.add(
                ChartError(
                    region.position,
                    "the machine ends when all regions are complete, so “onDone” of “\(region.id)” may never run",
                    expected: "a state around the regions, with “onDone”"
                )
            )
            return
        }
        var id = "done"
        while !taken.insert(id).inserted { id += "_" }
        chart.root.children[0].transitions.append(
            Chart.Transition(events: [.completion(of: machine.id)], targets: [id], position: machine.position)
        )
        var end = Chart.State(id: id, kind: .final, position: machine.position)
        // A state in a region can have this name as well.
        if id != "done", machine.id != "done" { (end.key, end.label) = ("done", "done") }
        chart.root.children.append(end)
        chart.root.initial = Chart.Initial(targets: [machine.id], position: machine.position)
    }
}

extension Chart.State {
    fileprivate var isHistory: Bool { if case .history = kind { true } else { false } }

    /// Whether the state can be complete.
    fileprivate var canComplete: Bool {
        switch kind {
        case .compound: children.contains { $0.kind == .final }
        case .parallel: children.allSatisfy { $0.isHistory || $0.canComplete }
        case .atomic, .final, .history: false
        }
    }
}

extension Chart.Transition {
    /// Returns whether an event can trigger both transitions.
    fileprivate func overlaps(_ other: Chart.Transition) -> Bool {
        events.contains { event in
            other.events.contains { $0.matches(event.name) || event.matches($0.name) }
        }
    }
}
