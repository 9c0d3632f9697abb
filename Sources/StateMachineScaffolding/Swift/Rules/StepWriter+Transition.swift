extension StepWriter {
    /// A transition that exits and enters states.
    struct Move {
        let edge: ChartTree.Edge
        /// The state that contains all exited and entered states.
        let domain: StateID
        let exits: ActionList
        let actions: ActionList
        let entry: SwiftMachine.Entry
        /// The statements that change the machine.
        let changes: [SwiftStatement]
    }

    /// Returns the statements of a transition: exits, actions and entries.
    func take(_ edge: ChartTree.Edge, in context: Context) -> [SwiftStatement] {
        guard let domain = tree.domain(of: edge) else { return stay(edge, in: context) }
        let move = move(along: edge, inside: domain, in: context)
        return context.isDirect ? take(move, in: context) : takeInWalk(move, in: context)
    }

    /// Returns the statements of a transition without targets.
    private func stay(_ edge: ChartTree.Edge, in context: Context) -> [SwiftStatement] {
        let actions = machine.list(edge.transition.actions)
        guard context.isDirect else { return perform(actions, of: edge, in: context) + [.set(RegionFlags.isHandled)] }
        if machine.hasActions { return [.return(actions.expression)] }
        return [context.isLast ? .return(nil) : .break]
    }

    func move(along edge: ChartTree.Edge, inside domain: StateID, in context: Context) -> Move {
        // The transition does not depend on the active states inside its source.
        var known = context
        if let position = known.path.firstIndex(of: edge.source) { known.path.removeSubrange((position + 1)...) }
        let entry = entry(inside: domain, for: edge.targets)
        return Move(
            edge: edge,
            domain: domain,
            exits: exits(inside: domain, in: known),
            actions: machine.list(edge.transition.actions),
            entry: entry,
            changes: keeping(inside: domain, in: context) + entry.preparation
                + assign(entry.value, to: domain, in: context) + entry.completions.map(append(completion:))
        )
    }

    private func entry(inside domain: StateID, for targets: [StateID]) -> SwiftMachine.Entry {
        guard domain == .root, let parallel = machine.outerRegions else {
            return machine.entry(inside: domain, for: targets)
        }
        // The machine itself is the struct of these regions.
        var entry = machine.entryOfRegions(parallel, for: targets.filter { tree.isInside($0, parallel) })
        entry.actions = machine.list(machine.state(parallel).entryActions) + entry.actions
        return entry
    }

    /// Returns the statements of a transition that no other transition accompanies.
    private func take(_ move: Move, in context: Context) -> [SwiftStatement] {
        let body = move.changes + completionOfRegions(around: move, in: context)
        guard machine.hasActions else { return body + (context.isLast ? [.return(nil)] : []) }
        let rest = move.actions + move.entry.actions
        if move.exits.isConstant { return body + [.return((move.exits + rest).expression)] }
        // The exited states are known only before the change.
        return [.constant("exits", move.exits.expression)] + body
            + [.return((ActionList(expression: .name("exits")) + rest).expression)]
    }

    // MARK: Exits

    /// Returns the exit actions of all active states inside a state, innermost first.
    func exits(inside node: StateID, in context: Context) -> ActionList {
        guard machine.hasActions(inside: node, \.exitActions) else { return ActionList() }
        guard tree.kind(node) == .compound, let position = context.path.firstIndex(of: node),
            position + 1 < context.path.count
        else { return ActionList(expression: context.value(node).property("exitActions")) }
        let child = context.path[position + 1]
        return exits(inside: child, in: context) + machine.list(machine.state(child).exitActions)
    }

    /// Returns statements that store the histories of all states that may be exited.
    private func keeping(inside domain: StateID, in context: Context) -> [SwiftStatement] {
        machine.storedHistories.compactMap { history, property in
            guard let parent = tree.nodes[history].parent, tree.isInside(parent, domain) else { return nil }
            let isActive = isActive(machine.state(parent).id, in: context)
            if isActive == false { return nil }
            guard isActive == true, let value = context.values[parent] else {
                return .evaluate(.call(.name(machine.keeper(of: history))))
            }
            return .assign(.name(property), machine.storedValue(of: history, value))
        }
    }

    // MARK: Ends

    /// Checks whether all regions have reached their ends after only one of them has moved.
    func completionOfRegions(around move: Move, in context: Context) -> [SwiftStatement] {
        guard move.entry.isComplete, let parent = tree.nodes[move.domain].parent,
            machine.completions.contains(parent), tree.kind(parent) == .parallel
        else { return [] }
        return [.if(.holds(isComplete(parent, in: context)), [append(completion: parent)])]
    }

    func append(completion node: StateID) -> SwiftStatement {
        .evaluate(.call(.member(.name("completions"), "append"), with: .case(machine.completionName(node))))
    }

    func isComplete(_ parallel: StateID, in context: Context) -> SwiftExpression {
        (parallel == machine.outerRegions ? .self : context.place(parallel)).property("isComplete")
    }
}
