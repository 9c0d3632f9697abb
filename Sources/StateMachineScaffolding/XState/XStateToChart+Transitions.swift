import StateMachineCommandLine

/// Transitions, with the same domains as in XState.
extension XStateToChart {
    mutating func transitions(of index: Int, _ members: XStateMembers, _ errors: inout ErrorList) -> [Chart
        .Transition]
    {
        var found: [(order: Int, transitions: [Chart.Transition])] = []
        func add(_ tree: JSONTree?, _ events: [EventDescriptor], order: Int = 0) {
            guard let tree else { return }
            found.append((order, transitions(in: tree, of: index, for: events, &errors)))
        }
        if let on = members["on"] {
            if case .object(let events) = on.value {
                for event in events.inScriptOrder {
                    do throws(ChartError) {
                        let descriptors = try work.descriptors(event.name, at: event.position)
                        // Exact names come first, and longer wildcards before shorter ones.
                        let isWildcard = event.name == "*" || event.name.hasSuffix(".*")
                        let order = isWildcard ? Int.max - event.name.utf16.count : 0
                        add(event.value, descriptors, order: order)
                    } catch { errors.add(error) }
                }
            } else {
                errors.add(
                    ChartError(on.position, "an object of events is required here", expected: "{ \"EVENT\": … }")
                )
            }
        }
        if let done = members["onDone"], index == 0 {
            errors.add(
                ChartError(
                    done.position,
                    "“onDone” of the machine never runs, because the machine has already ended",
                    expected: "“onDone” of a state"
                )
            )
        } else {
            add(members["onDone"], [.completion(of: outline.nodes[index].chartID)])
        }
        for (tree, event) in work.events[index] ?? [] { add(tree, [EventDescriptor(event)]) }
        add(members["always"], [])
        return found.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
            .flatMap(\.element.transitions)
    }

    private mutating func transitions(
        in tree: JSONTree,
        of source: Int,
        for events: [EventDescriptor],
        _ errors: inout ErrorList
    ) -> [Chart.Transition] {
        let all: [JSONTree] = if case .array(let elements) = tree.value { elements } else { [tree] }
        return all.compactMap { element in
            do throws(ChartError) {
                return try transition(element, of: source, for: events, &errors)
            } catch {
                errors.add(error)
                return nil
            }
        }
    }

    private mutating func transition(
        _ tree: JSONTree,
        of source: Int,
        for events: [EventDescriptor],
        _ errors: inout ErrorList
    ) throws(ChartError) -> Chart.Transition {
        count += 1
        var transition = Chart.Transition(events: events, targets: [], position: tree.position)
        var targets: JSONTree? = tree
        var reenters = false
        switch tree.value {
        case .string: break
        case .object:
            let members = try XStateMembers(tree, .transition, &errors)
            targets = members["target"]
            if case .null? = targets?.value { targets = nil }
            reenters = try members["reenter"]?.bool ?? false
            transition.condition = try members["guard"].map { tree throws(ChartError) in
                try condition(tree, &errors)
            }
            transition.actions = XStateNames.actions(members["actions"], &errors)
            transition.label = exported("name", in: members)
            transition.eventCase = exported("case", in: members)
        case .null, .bool, .number, .array:
            throw ChartError(
                tree.position,
                "a transition is required here",
                expected: "\"target\" or { \"target\": … }"
            )
        }
        let resolved = try Self.texts(targets).map { text throws(ChartError) in
            try resolveTarget(text.text, from: source, at: text.position)
        }
        return try lead(transition, from: source, to: resolved, reenters: reenters)
    }

    /// Returns a transition of the chart with the same domain as in XState.
    private mutating func lead(
        _ transition: Chart.Transition,
        from source: Int,
        to targets: [Int],
        reenters: Bool
    ) throws(ChartError) -> Chart.Transition {
        var transition = transition
        transition.targets = targets.map { outline.nodes[$0].chartID }
        guard !targets.isEmpty else { return transition }
        try rejectHistory(targets, from: source, at: transition.position)
        let kind = outline.nodes[source].kind
        if !reenters, targets == [source] {
            switch kind {
            case .compound:
                transition.targets = try initialTargets(of: source)
                transition.isInternal = true
            case .parallel:
                restarted.insert(source)
                transition.isInternal = true
            case .atomic, .final, .history: transition.targets = []
            }
            return transition
        }
        if targets.contains(0) {
            guard targets == [0], outline.nodes[0].kind == .compound else {
                throw ChartError(
                    transition.position,
                    "the target is the machine itself",
                    expected: "a state in the machine"
                )
            }
            transition.targets = try initialTargets(of: 0)
            return transition
        }
        if !reenters, targets.allSatisfy({ outline.isInside($0, source) }) {
            transition.isInternal = true
            if kind == .parallel { restarted.insert(source) }
            return transition
        }
        let domain = outline.ancestors(of: source).first { ancestor in
            targets.allSatisfy { outline.isInside($0, ancestor) }
        }
        guard let domain else {
            throw ChartError(
                transition.position,
                "the transition exits the machine itself and enters it again",
                expected: "no “reenter”"
            )
        }
        if outline.nodes[domain].kind == .parallel { restarted.insert(domain) }
        return transition
    }

    /// Rejects a transition to a history around its source.
    ///
    /// In XState, the stored states decide whether such a transition exits its source.
    private func rejectHistory(_ targets: [Int], from source: Int, at position: Position) throws(ChartError) {
        for target in targets {
            guard case .history = outline.nodes[target].kind, let parent = outline.nodes[target].parent,
                outline.isInside(source, parent) || source == parent && outline.nodes[parent].kind == .parallel
            else { continue }
            throw ChartError(
                position,
                "a transition from inside \(name(parent)) leads to the history of that state",
                expected: "a transition from outside that state, or a state as the target"
            )
        }
    }

    private func condition(_ tree: JSONTree, _ errors: inout ErrorList) throws(ChartError) -> Condition {
        let name = try XStateNames.name(of: tree, as: "guard", &errors)
        guard case .string = tree.value,
            name.contains("In(") || name.hasPrefix("!") || name.contains("&&") || name.contains("||")
        else { return .guard(name) }
        let condition = try ConditionParser.read(name, at: tree.position, names: .phrases)
        for id in condition.states where !outline.nodes.contains(where: { $0.chartID == id }) {
            guard id.hasPrefix("#") else {
                throw ChartError(
                    tree.position,
                    "In() refers to “\(id.abbreviated(after: 60))”, which is not a state",
                    expected: "In('#id')"
                )
            }
        }
        return try condition.mapStates { id throws(ChartError) in
            guard id.hasPrefix("#") else { return id }
            return outline.nodes[try resolve(id, in: 0, at: tree.position)].chartID
        }
    }
}
