/// Exits and entries of transitions.
extension ChartInterpreter {
    mutating func exitStates(_ enabled: [Transition]) {
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

    mutating func enterStates(_ enabled: [Transition]) {
        var statesToEnter: Set<Int> = []
        for transition in enabled {
            guard let domain = getTransitionDomain(transition) else { continue }
            // A history acts as if its stored states were the targets (3.10.2). In the appendix,
            // it enters every state between itself and them, even states that stay active.
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

    func computeExitSet(_ transitions: [Transition]) -> Set<Int> {
        var result: Set<Int> = []
        for transition in transitions {
            guard let domain = getTransitionDomain(transition) else { continue }
            result.formUnion(configuration.filter { isDescendant($0, domain) })
        }
        return result
    }

    func addDescendantStatesToEnter(_ state: Int, _ statesToEnter: inout Set<Int>) {
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

    func addAncestorStatesToEnter(_ state: Int, _ ancestor: Int, _ statesToEnter: inout Set<Int>) {
        for outer in properAncestors(state, upTo: ancestor) {
            statesToEnter.insert(outer)
            if nodes[outer].state.kind == .parallel { addMissingRegions(of: outer, &statesToEnter) }
        }
    }

    func addMissingRegions(of state: Int, _ statesToEnter: inout Set<Int>) {
        for child in nodes[state].children
        where !statesToEnter.contains(where: { isDescendant($0, child) }) {
            addDescendantStatesToEnter(child, &statesToEnter)
        }
    }

    func getTransitionDomain(_ transition: Transition) -> Int? {
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

    func getEffectiveTargetStates(_ targets: [Int]) -> [Int] {
        targets.flatMap { target -> [Int] in
            guard case .history = nodes[target].state.kind else { return [target] }
            return historyValue[target] ?? getEffectiveTargetStates(initial(of: target))
        }
    }

    func isInFinalState(_ state: Int) -> Bool {
        switch nodes[state].state.kind {
        case .compound: nodes[state].children.contains { nodes[$0].state.kind == .final && configuration.contains($0) }
        case .parallel: nodes[state].children.allSatisfy(isInFinalState)
        case .atomic, .final, .history: false
        }
    }
}
