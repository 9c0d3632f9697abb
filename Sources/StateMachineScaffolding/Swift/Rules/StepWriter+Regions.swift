extension StepWriter {
    /// Returns the statements for one event in a parallel state.
    func code(forRegionsOf parallel: StateID, in context: Context) -> [SwiftStatement] {
        let regions = tree.nodes[parallel].children
        let concerned = regions.filter { !edges(inside: $0, for: context.trigger).isEmpty }
        let outer = candidates(in: context)
        guard let first = concerned.first else { return decide(outer, in: context) }
        if machine.offeredRegions.contains(parallel) { return offer(to: concerned, of: parallel, in: context) }
        let isMixed = (concerned.flatMap { edges(inside: $0, for: context.trigger) } + outer).contains {
            tree.edges[$0].targets.isEmpty
        }
        let isInMixedWalk = context.walks.contains(where: \.isMixed)
        if concerned.count == 1, !isInMixedWalk || regions.count == 1, !isMixed || outer.isEmpty {
            return code(for: first, in: context.reading(first, of: parallel, in: machine))
        }
        let walk = walk(over: parallel, isMixed: isMixed || isInMixedWalk, in: context)
        return self.walk(walk, concerned: concerned, around: outer, in: context)
    }

    private func edges(inside region: StateID, for trigger: Context.Trigger) -> [EdgeID] {
        let tree = tree
        return edges(for: trigger).filter { index in
            let source = tree.edges[index].source
            return source == region || tree.isInside(source, region)
        }
    }

    private func walk(over parallel: StateID, isMixed: Bool, in context: Context) -> Context.Walk {
        Context.Walk(
            parallel: parallel,
            isMixed: isMixed,
            flags: context.walks.isEmpty ? .outermost : RegionFlags(inside: machine.types[parallel] ?? ""),
            readsBefore: isMixed && context.walks.isEmpty && isPartOfMachine(parallel)
        )
    }

    /// Returns whether the regions of a state are properties of the machine, or of such regions.
    ///
    /// A transition that leaves them replaces their values, although later regions are still to be
    /// read.
    func isPartOfMachine(_ parallel: StateID) -> Bool {
        if parallel == machine.outerRegions { return true }
        guard let parent = tree.nodes[parallel].parent, tree.kind(parent) == .parallel else { return false }
        return isPartOfMachine(parent)
    }

    /// Returns the statements for the regions in order, followed by the enclosing states.
    private func walk(
        _ walk: Context.Walk,
        concerned: [StateID],
        around outer: [EdgeID],
        in context: Context
    ) -> [SwiftStatement] {
        let regions = moves(ofRegionsIn: walk, concerned: concerned, in: context)
        var done = walk
        done.isFirst = false
        let body = regions + answers(of: done, from: outer, in: context)
        let results = results(of: done, after: body, moving: regions, in: context)
        return context.walks.isEmpty
            ? complete(walk.declarations + [.variable(RegionFlags.isHandled, value: .bool(false))] + body + results)
            : walk.declarations + body + results
    }

    private func moves(ofRegionsIn walk: Context.Walk, concerned: [StateID], in context: Context) -> [SwiftStatement] {
        var context = context
        context.walks.append(walk)
        return tree.nodes[walk.parallel].children.flatMap { region in
            guard concerned.contains(region) else { return walk.isMixed ? [leaveUnanswered(walk)] : [] }
            let moves = code(for: region, in: context.reading(region, of: walk.parallel, in: machine))
            for index in context.walks.indices { context.walks[index].isFirst = false }
            return moves
        }
    }
}

extension StepContext {
    /// Returns the context inside a region.
    func reading(_ region: StateID, of parallel: StateID, in machine: SwiftMachine) -> StepContext {
        var context = self
        if context.path.last != parallel { context.path.append(parallel) }
        let isBefore = walks.last.map { $0.parallel == parallel && $0.readsBefore } ?? false
        let owner = isBefore ? value(parallel).before : value(parallel)
        context.values[region] = owner.property(machine.cases[region])
        return context
    }
}

extension StepContext.Walk {
    /// The variables of the walk.
    fileprivate var declarations: [SwiftStatement] {
        [
            .variable(flags.moved, value: .bool(false)), .variable(flags.left, value: .bool(false)),
            .declare(.index(flags.unanswered)), .variable(flags.reached, value: .bool(false)),
        ]
    }
}

extension StepWriter {
    /// Returns the statements of an outermost walk with its variables and its result.
    func complete(_ walk: [SwiftStatement]) -> [SwiftStatement] {
        let indexed = withFlags(walk)
        var code = indexed.simplified(flags: indexed.all.compactMap(\.declaredVariable))
        let lists = machine.hasActions ? Self.lists.filter(code.changedVariables.contains) : []
        if machine.hasActions, !code.isEnd { code.append(.return(Self.result(lists))) }
        let declarations = lists.map { SwiftStatement.variable($0, type: .list("Action"), value: .list([])) }
        code = declarations + code
        return code.uses("before") ? [.constant("before", .self)] + code : code
    }

    /// The lists of actions, in the order of their execution.
    private static let lists = ["exits", "actions", "entries"]

    private static func result(_ lists: [String]) -> SwiftExpression {
        lists.isEmpty ? .list([]) : .joined(lists.map(SwiftExpression.name), by: .plus)
    }

    /// Returns the statements with flags instead of indices, unless an action has to be inserted.
    private func withFlags(_ code: [SwiftStatement]) -> [SwiftStatement] {
        let inserts = code.containsAnywhere { statement in
            if case .evaluate(.call(.insertAction, _)) = statement { true } else { false }
        }
        if inserts { return code }
        let walks = [.outermost] + machine.innerWalks
        return code.replacingIndices(
            with: Dictionary(walks.map { ($0.unanswered, $0.isUnanswered) }) { first, _ in first }
        )
    }
}
