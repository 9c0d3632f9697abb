/// The algorithm of the W3C recommendation "State Chart XML (SCXML)" of 2015, appendix D, for
/// structural charts.
///
/// Its functions are called as there. It shares the chart, which is data, with the code that writes
/// Swift, but no decision: it finds the relations between states, matches events and evaluates
/// conditions by itself. The tables of the written tests contain its results.
package struct ChartInterpreter: Sendable {
    private struct Node: Sendable {
        var state: Chart.State
        var parent: Int?
        var last: Int
        var children: [Int]
        var histories: [Int]
    }

    private struct Transition: Equatable, Sendable {
        var source: Int
        var order: Int
        var content: Chart.Transition
    }

    private let nodes: [Node]
    private let indices: [String: Int]
    package private(set) var configuration: Set<Int> = []
    /// All states that have been entered so far.
    package private(set) var entered: Set<Int> = []
    package private(set) var historyValue: [Int: [Int]] = [:]
    private var internalQueue: [String] = []
    private var output: [String] = []
    package private(set) var isRunning = true

    /// What was done when the machine began.
    package private(set) var initialOutput: [String] = []

    /// - Parameter beginning: One of the other beginnings of the chart.
    package init(_ chart: Chart, from beginning: Chart.Initial? = nil) {
        var nodes: [Node] = []
        func add(_ state: Chart.State, _ parent: Int?) {
            let index = nodes.count
            nodes.append(Node(state: state, parent: parent, last: index, children: [], histories: []))
            for child in state.children {
                if case .history = child.kind {
                    nodes[index].histories.append(nodes.count)
                } else {
                    nodes[index].children.append(nodes.count)
                }
                add(child, index)
            }
            nodes[index].last = nodes.count - 1
        }
        add(chart.root, nil)
        self.nodes = nodes
        indices = Dictionary(uniqueKeysWithValues: nodes.indices.map { (nodes[$0].state.id, $0) })
        let start = Transition(
            source: 0,
            order: 0,
            content: Chart.Transition(
                events: [],
                targets: beginning?.targets ?? initial(of: 0).map { nodes[$0].state.id },
                position: chart.root.position
            )
        )
        // The chart as a whole is active, and nothing is exited:
        // `enterStates([doc.initial.transition])`.
        configuration = [0]
        enterStates([start])
        runToCompletion([:])
        initialOutput = output
        output = []
    }

    /// The active states without active states inside, in document order.
    package var leaves: [String] {
        configuration.sorted().filter { isAtomic($0) && $0 != 0 }.map { nodes[$0].state.id }
    }

    /// Processes an external event.
    ///
    /// - Returns: What was done, in order; `nil` if no transition was enabled for the event.
    package mutating func handle(_ event: String, guards: [String: Bool] = [:]) -> [String]? {
        guard isRunning else { return nil }
        let enabled = selectTransitions(event, guards)
        guard !enabled.isEmpty else { return nil }
        microstep(enabled)
        runToCompletion(guards)
        defer { output = [] }
        return output
    }

    // MARK: The algorithm

    private mutating func runToCompletion(_ guards: [String: Bool]) {
        var steps = 0
        while isRunning {
            steps += 1
            guard steps < 10_000 else { return }
            var enabled = selectTransitions(nil, guards)
            if enabled.isEmpty {
                guard !internalQueue.isEmpty else { return }
                enabled = selectTransitions(internalQueue.removeFirst(), guards)
            }
            if !enabled.isEmpty { microstep(enabled) }
        }
    }

    private func selectTransitions(_ event: String?, _ guards: [String: Bool]) -> [Transition] {
        var enabled: [Transition] = []
        for state in configuration.sorted() where isAtomic(state) {
            search: for source in [state] + properAncestors(state, upTo: nil) {
                for (order, content) in nodes[source].state.transitions.enumerated() {
                    let isForEvent =
                        event.map { name in content.events.contains { nameMatch($0, name) } } ?? content.events.isEmpty
                    guard isForEvent, conditionMatch(content.condition, guards) else { continue }
                    let transition = Transition(source: source, order: order, content: content)
                    if !enabled.contains(transition) { enabled.append(transition) }
                    break search
                }
            }
        }
        return removeConflictingTransitions(enabled)
    }

    private func removeConflictingTransitions(_ enabled: [Transition]) -> [Transition] {
        var filtered: [Transition] = []
        for t1 in enabled {
            var isPreempted = false
            var transitionsToRemove: [Transition] = []
            for t2 in filtered where !computeExitSet([t1]).isDisjoint(with: computeExitSet([t2])) {
                if isDescendant(t1.source, t2.source) {
                    transitionsToRemove.append(t2)
                } else {
                    isPreempted = true
                    break
                }
            }
            guard !isPreempted else { continue }
            filtered.removeAll { transitionsToRemove.contains($0) }
            filtered.append(t1)
        }
        return filtered
    }

    private mutating func microstep(_ enabled: [Transition]) {
        exitStates(enabled)
        for transition in enabled { output += transition.content.actions }
        enterStates(enabled)
    }

    private mutating func exitStates(_ enabled: [Transition]) {
        let statesToExit = computeExitSet(enabled).sorted(by: >)
        for state in statesToExit {
            for history in nodes[state].histories {
                historyValue[history] = configuration.sorted().filter { active in
                    nodes[history].state.kind == .history(isDeep: true)
                        ? isAtomic(active) && isDescendant(active, state) : nodes[active].parent == state
                }
            }
        }
        for state in statesToExit {
            output += nodes[state].state.exitActions
            configuration.remove(state)
        }
    }

    private mutating func enterStates(_ enabled: [Transition]) {
        var statesToEnter: Set<Int> = []
        for transition in enabled {
            guard let domain = getTransitionDomain(transition) else { continue }
            // A history does as if what it stores were the targets (3.10.2). In the appendix it
            // enters all between itself and that, even what is active and stays so.
            let targets = getEffectiveTargetStates(targets(of: transition))
            for target in targets { addDescendantStatesToEnter(target, &statesToEnter) }
            for target in targets { addAncestorStatesToEnter(target, domain, &statesToEnter) }
        }
        for state in statesToEnter.sorted() {
            configuration.insert(state)
            entered.insert(state)
            output += nodes[state].state.entryActions
            guard nodes[state].state.kind == .final, let parent = nodes[state].parent else { continue }
            if parent == 0 {
                isRunning = false
                continue
            }
            internalQueue.append("done.state." + nodes[parent].state.id)
            guard let grandparent = nodes[parent].parent, nodes[grandparent].state.kind == .parallel else { continue }
            if nodes[grandparent].children.allSatisfy(isInFinalState) {
                internalQueue.append("done.state." + nodes[grandparent].state.id)
            }
        }
    }

    private func computeExitSet(_ transitions: [Transition]) -> Set<Int> {
        var result: Set<Int> = []
        for transition in transitions {
            guard let domain = getTransitionDomain(transition) else { continue }
            result.formUnion(configuration.filter { isDescendant($0, domain) })
        }
        return result
    }

    private func addDescendantStatesToEnter(_ state: Int, _ statesToEnter: inout Set<Int>) {
        switch nodes[state].state.kind {
        case .history:
            let parent = nodes[state].parent ?? 0
            let stored = historyValue[state] ?? initial(of: state)
            for target in stored { addDescendantStatesToEnter(target, &statesToEnter) }
            for target in stored { addAncestorStatesToEnter(target, parent, &statesToEnter) }
        case .compound:
            statesToEnter.insert(state)
            for target in initial(of: state) { addDescendantStatesToEnter(target, &statesToEnter) }
            for target in initial(of: state) { addAncestorStatesToEnter(target, state, &statesToEnter) }
        case .parallel:
            statesToEnter.insert(state)
            addMissingRegions(of: state, &statesToEnter)
        case .atomic, .final: statesToEnter.insert(state)
        }
    }

    private func addAncestorStatesToEnter(_ state: Int, _ ancestor: Int, _ statesToEnter: inout Set<Int>) {
        for outer in properAncestors(state, upTo: ancestor) {
            statesToEnter.insert(outer)
            if nodes[outer].state.kind == .parallel { addMissingRegions(of: outer, &statesToEnter) }
        }
    }

    private func addMissingRegions(of state: Int, _ statesToEnter: inout Set<Int>) {
        for child in nodes[state].children
        where !statesToEnter.contains(where: { isDescendant($0, child) }) {
            addDescendantStatesToEnter(child, &statesToEnter)
        }
    }

    // MARK: Its procedures and predicates

    private func getTransitionDomain(_ transition: Transition) -> Int? {
        let targets = getEffectiveTargetStates(targets(of: transition))
        guard !targets.isEmpty else { return nil }
        let source = transition.source
        if transition.content.isInternal, nodes[source].state.kind == .compound,
            targets.allSatisfy({ isDescendant($0, source) })
        {
            return source
        }
        return properAncestors(source, upTo: nil).first { ancestor in
            nodes[ancestor].state.kind == .compound && targets.allSatisfy { isDescendant($0, ancestor) }
        } ?? 0
    }

    private func getEffectiveTargetStates(_ targets: [Int]) -> [Int] {
        targets.flatMap { target -> [Int] in
            guard case .history = nodes[target].state.kind else { return [target] }
            return historyValue[target] ?? getEffectiveTargetStates(initial(of: target))
        }
    }

    /// Whether a descriptor matches an event by its tokens (3.12.1); one that is not from SCXML
    /// matches only its own event.
    private func nameMatch(_ descriptor: EventDescriptor, _ event: String) -> Bool {
        let tokens = descriptor.name.split(separator: ".", omittingEmptySubsequences: true)
        return descriptor.isPrefix
            ? event.split(separator: ".", omittingEmptySubsequences: false).starts(with: tokens)
            : event == descriptor.name
    }

    private func conditionMatch(_ condition: Condition?, _ guards: [String: Bool]) -> Bool {
        switch condition {
        case nil: true
        case .constant(let value): value
        case .isIn(let id): indices[id].map { configuration.contains($0) } ?? false
        case .guard(let name): guards[name] ?? false
        case .not(let condition): !conditionMatch(condition, guards)
        case .all(let conditions): conditions.allSatisfy { conditionMatch($0, guards) }
        case .any(let conditions): conditions.contains { conditionMatch($0, guards) }
        }
    }

    private func isInFinalState(_ state: Int) -> Bool {
        switch nodes[state].state.kind {
        case .compound: nodes[state].children.contains { nodes[$0].state.kind == .final && configuration.contains($0) }
        case .parallel: nodes[state].children.allSatisfy(isInFinalState)
        case .atomic, .final, .history: false
        }
    }

    private func initial(of state: Int) -> [Int] {
        if let initial = nodes[state].state.initial { return initial.targets.compactMap { indices[$0] } }
        return nodes[state].state.kind == .compound ? Array(nodes[state].children.prefix(1)) : []
    }

    private func targets(of transition: Transition) -> [Int] { transition.content.targets.compactMap { indices[$0] } }

    private func isAtomic(_ state: Int) -> Bool { nodes[state].children.isEmpty }

    private func isDescendant(_ state: Int, _ outer: Int) -> Bool { state > outer && state <= nodes[outer].last }

    private func properAncestors(_ state: Int, upTo end: Int?) -> [Int] {
        var result: [Int] = []
        var next = nodes[state].parent
        while let ancestor = next, ancestor != end {
            result.append(ancestor)
            next = nodes[ancestor].parent
        }
        return result
    }
}
