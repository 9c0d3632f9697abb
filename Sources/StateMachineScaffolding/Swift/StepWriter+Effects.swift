extension StepWriter {
    /// Takes a transition: exits, actions, entries.
    func take(_ edge: ChartTree.Edge, _ context: Context) -> [SwiftCode] {
        let actions = machine.list(edge.transition.actions)
        guard let domain = tree.domain(of: edge) else {
            if context.isDirect {
                return machine.hasActions
                    ? [.line("return \(actions.text)")] : [.line(context.isLast ? "return" : "break")]
            }
            return perform(actions, edge, context) + [.line("isHandled = true")]
        }
        return take(edge, domain, entry(inside: domain, for: edge.targets), context)
    }

    /// Exits and enters what is inside a state.
    private func take(_ edge: ChartTree.Edge, _ domain: Int, _ entry: SwiftMachine.Entry, _ context: Context)
        -> [SwiftCode]
    {
        let actions = machine.list(edge.transition.actions)
        // Below its source all is the same for it, whatever is active there.
        var known = context
        if let position = known.path.firstIndex(of: edge.source) { known.path.removeSubrange((position + 1)...) }
        let exits = exits(inside: domain, known)
        let changes =
            keeping(domain, context) + entry.preparation.map(SwiftCode.line)
            + assign(entry.value ?? "", to: domain, context)
            + entry.completions.map(append(completion:))
        if context.isDirect {
            let check = completionOfRegions(around: domain, entry, context)
            guard machine.hasActions else { return changes + check + (context.isLast ? [.line("return")] : []) }
            guard exits.isConstant else {
                return [.line("let exits = \(exits.text)")] + changes + check
                    + [.line("return \((ActionList(expression: "exits") + actions + entry.actions).text)")]
            }
            return changes + check + [.line("return \((exits + actions + entry.actions).text)")]
        }
        return takeInWalk(edge, domain, exits, entry, changes, context)
    }

    private func takeInWalk(
        _ edge: ChartTree.Edge,
        _ domain: Int,
        _ exits: ActionList,
        _ entry: SwiftMachine.Entry,
        _ changes: [SwiftCode],
        _ context: Context
    ) -> [SwiftCode] {
        let walks = context.walks
        let left = walks.filter { !tree.isInside(domain, $0.parallel) }
        if left.count == walks.count, let outermost = walks.first, !outermost.isMixed {
            // Nothing else can be taken with it.
            var direct = context
            direct.isLast = true
            let body = take(edge, direct)
            return walks.allSatisfy(\.isFirst) ? body : [.branch("!\(outermost.moved)", body, otherwise: [])]
        }
        var conditions: [String] = []
        if let outermost = left.first,
            !walks[(walks.firstIndex { $0.parallel == outermost.parallel } ?? 0)...].allSatisfy(\.isFirst)
        {
            conditions.append("!\(outermost.moved)")
        }
        for walk in walks where !left.contains(where: { $0.parallel == walk.parallel }) && mayLeave(walk, context) {
            conditions.append("!\(walk.left)")
        }
        var body: [SwiftCode] = []
        if !exits.isEmpty {
            let others = walks.allSatisfy(\.isFirst) ? ActionList() : ActionList(expression: "exits")
            body.append(.line("exits = \((exits + others).text)"))
        }
        body += changes
        body += perform(machine.list(edge.transition.actions), edge, context)
        if !entry.actions.isEmpty { body.append(.line("entries += \(entry.actions.text)")) }
        body.append(.line("isHandled = true"))
        for walk in walks {
            body.append(.line("\(walk.moved) = true"))
            if left.contains(where: { $0.parallel == walk.parallel }) { body.append(.line("\(walk.left) = true")) }
            if machine.completions.contains(walk.parallel) {
                let isEnd = tree.nodes[domain].parent == walk.parallel && entry.isComplete
                body.append(.line("\(walk.reached) = \(isEnd)"))
            }
        }
        if tree.nodes[domain].parent != walks.last?.parallel {
            body += completionOfRegions(around: domain, entry, context)
        }
        return conditions.isEmpty ? body : [.branch(conditions.joined(separator: " && "), body, otherwise: [])]
    }

    /// Whether a transition for the event may leave the regions of a walk from inside, and others
    /// may follow.
    private func mayLeave(_ walk: Context.Walk, _ context: Context) -> Bool {
        tree.edges.indices.contains { index in
            let edge = tree.edges[index]
            guard isTriggered(index, context.trigger), tree.isInside(edge.source, walk.parallel),
                let domain = tree.domain(of: edge), !tree.isInside(domain, walk.parallel),
                let outermost = context.walks.first
            else { return false }
            return outermost.isMixed || tree.isInside(domain, outermost.parallel)
        }
    }

    /// The actions of a transition, where others are taken together with it.
    ///
    /// One of a state around the regions is performed where the first region was that left the
    /// event to it.
    private func perform(_ actions: ActionList, _ edge: ChartTree.Edge, _ context: Context) -> [SwiftCode] {
        guard !actions.isEmpty else { return [] }
        if let index = context.walks.firstIndex(where: { !tree.isInside(edge.source, $0.parallel) }),
            context.walks[index].isMixed
        {
            return [.line("actions.insert(contentsOf: \(actions.text), at: \(context.walks[index].unanswered))")]
        }
        return [.line("actions += \(actions.text)")]
    }

    private func entry(inside domain: Int, for targets: [Int]) -> SwiftMachine.Entry {
        guard domain == 0, let parallel = machine.outerRegions else {
            return machine.entry(inside: domain, for: targets)
        }
        // The machine is the struct of these regions.
        var entry = machine.entryOfRegions(parallel, for: targets.filter { tree.isInside($0, parallel) })
        entry.actions = machine.list(machine.state(parallel).entryActions) + entry.actions
        return entry
    }

    // MARK: Exits

    /// What is done at the exit of all active states inside one, innermost first.
    private func exits(inside node: Int, _ context: Context) -> ActionList {
        guard machine.hasActions(inside: node, \.exitActions) else { return ActionList() }
        let value = context.values[node] ?? "self"
        let dynamic = ActionList(expression: value == "self" ? "exitActions" : "\(value).exitActions")
        guard tree.kind(node) == .compound else { return dynamic }
        guard let position = context.path.firstIndex(of: node), position + 1 < context.path.count else {
            return dynamic
        }
        let child = context.path[position + 1]
        return exits(inside: child, context) + machine.list(machine.state(child).exitActions)
    }

    /// Stores what histories are for, of all states that may be exited.
    private func keeping(_ domain: Int, _ context: Context) -> [SwiftCode] {
        machine.histories.sorted { $0.key < $1.key }.compactMap { history, property in
            guard let parent = tree.nodes[history].parent, tree.isInside(parent, domain) else { return nil }
            switch isActive(machine.state(parent).id, context) {
            case false?: return nil
            case true?:
                guard let value = context.values[parent] else { return .line("\(machine.keeper(of: history))()") }
                return .line("\(SwiftName.declared(property)) = \(machine.storedValue(of: history, value))")
            case nil: return .line("\(machine.keeper(of: history))()")
            }
        }
    }

    // MARK: Changes

    /// Changes the child of a compound state.
    func assign(_ value: String, to compound: Int, _ context: Context) -> [SwiftCode] {
        if compound == context.unit { return [.line("self = \(value)")] }
        if compound == 0 {
            guard let parallel = machine.outerRegions else {
                return [.line("\(machine.isWrapped ? "state" : "self") = \(value)")]
            }
            return machine.histories.isEmpty ? [.line("self = \(value)")] : assignRegions(of: parallel, value)
        }
        guard let parent = tree.nodes[compound].parent else { return [] }
        if tree.kind(parent) == .parallel {
            let owner = parent == machine.outerRegions ? "" : "\(context.variable(parent))."
            let name = owner.isEmpty ? SwiftName.declared(machine.cases[compound]) : machine.cases[compound]
            return [.line("\(owner)\(name) = \(value)")] + writeBack(parent, context)
        }
        return assign(".\(machine.cases[compound])(\(value))", to: parent, context)
    }

    /// The properties of the machine one by one, since its histories stay.
    private func assignRegions(of parallel: Int, _ value: String) -> [SwiftCode] {
        [.line("enter(\(value))")]
    }

    /// Puts a changed struct back where it came from, unless that is done once for several regions.
    func writeBack(_ parallel: Int, _ context: Context) -> [SwiftCode] {
        guard parallel != machine.outerRegions,
            context.isLast || !context.walks.contains(where: { $0.parallel == parallel }),
            let parent = tree.nodes[parallel].parent
        else { return [] }
        if tree.kind(parent) == .parallel { return writeBack(parent, context) }
        return assign(".\(machine.cases[parallel])(\(context.variable(parallel)))", to: parent, context)
    }

    /// Sees whether all regions have reached their ends, where only one of them has moved.
    private func completionOfRegions(around domain: Int, _ entry: SwiftMachine.Entry, _ context: Context) -> [SwiftCode]
    {
        guard entry.isComplete, let parent = tree.nodes[domain].parent, machine.completions.contains(parent),
            tree.kind(parent) == .parallel
        else { return [] }
        return [.branch(isComplete(parent, context), [append(completion: parent)], otherwise: [])]
    }

    func append(completion node: Int) -> SwiftCode {
        .line("completions.append(.\(machine.completionName(node)))")
    }

    func isComplete(_ parallel: Int, _ context: Context) -> String {
        parallel == machine.outerRegions ? "isComplete" : "\(context.variable(parallel)).isComplete"
    }
}
