extension StepWriter {
    /// What is written for one event in a parallel state.
    func code(forRegionsOf parallel: Int, _ context: Context) -> [SwiftCode] {
        let regions = tree.nodes[parallel].children
        let concerned = regions.filter { !edges(inside: $0, context).isEmpty }
        let outer = candidates(context)
        guard let first = concerned.first else { return decide(outer, context) }
        if machine.offeredRegions.contains(parallel) { return offer(to: concerned, of: parallel, context) }
        let isMixed = (concerned.flatMap { edges(inside: $0, context) } + outer).contains {
            tree.edges[$0].targets.isEmpty
        }
        let isInMixedWalk = context.walks.contains(where: \.isMixed)
        if concerned.count == 1, !isInMixedWalk || regions.count == 1, !isMixed || outer.isEmpty {
            return code(for: first, context.reading(first, of: parallel, machine))
        }
        return walk(parallel, concerned, outer, isMixed: isMixed || isInMixedWalk, context)
    }

    private func edges(inside region: Int, _ context: Context) -> [Int] {
        tree.edges.indices.filter { index in
            let source = tree.edges[index].source
            return (source == region || tree.isInside(source, region)) && isTriggered(index, context.trigger)
        }
    }

    /// One region after the other, and then the states around them.
    private func walk(_ parallel: Int, _ concerned: [Int], _ outer: [Int], isMixed: Bool, _ context: Context)
        -> [SwiftCode]
    {
        let isOutermost = context.walks.isEmpty
        var walk = Context.Walk(
            parallel: parallel,
            isMixed: isMixed,
            suffix: isOutermost ? "" : "In\(machine.types[parallel] ?? "")"
        )
        walk.readsBefore = parallel == machine.outerRegions && isMixed
        var inner = context
        var body: [SwiftCode] = []
        for region in tree.nodes[parallel].children {
            guard concerned.contains(region) else {
                if isMixed { body.append(.line("\(walk.unanswered) = \(walk.unanswered) ?? actions.count")) }
                continue
            }
            var context = inner
            context.walks.append(walk)
            body += code(for: region, context.reading(region, of: parallel, machine, before: walk.readsBefore))
            walk.isFirst = false
            for index in inner.walks.indices { inner.walks[index].isFirst = false }
        }
        let finished = finish(walk, outer, isOutermost: isOutermost, context, body)
        return isOutermost ? complete(walk, finished) : declare(walk, finished)
    }

    /// What comes after the regions: states around them, the changes, and the end of all regions.
    private func finish(
        _ walk: Context.Walk,
        _ outer: [Int],
        isOutermost: Bool,
        _ context: Context,
        _ regions: [SwiftCode]
    ) -> [SwiftCode] {
        var body = regions
        var around = context
        around.walks.append(walk)
        if walk.isMixed {
            around.walks[around.walks.count - 1].isFirst = false
            let answer = decideAround(walk, outer, context, around)
            if !answer.isEmpty {
                let isRead = answer.uses(walk.unanswered)
                body.append(
                    .branch(isRead ? "let \(walk.unanswered)" : "\(walk.unanswered) != nil", answer, otherwise: [])
                )
            }
            if isOutermost { body.append(.branch("!isHandled", [Self.rejection], otherwise: [])) }
        } else if isOutermost {
            around.isLast = true
            body.append(.branch("!isHandled", decide(outer, around), otherwise: []))
        } else if !outer.isEmpty {
            // Nothing inside has moved: the event goes to the states around.
            body.append(.branch("!\(walk.moved)", decide(outer, context), otherwise: []))
        }
        if regions.changes(context.variable(walk.parallel)) {
            let back = writeBack(walk.parallel, context)
            let mayBeLeft = body.allLines.contains("\(walk.left) = true")
            if !back.isEmpty { body += mayBeLeft ? [.branch("!\(walk.left)", back, otherwise: [])] : back }
        }
        if machine.completions.contains(walk.parallel) {
            let condition = "\(walk.reached) && \(isComplete(walk.parallel, context))"
            body.append(.branch(condition, [append(completion: walk.parallel)], otherwise: []))
        }
        return body
    }

    /// The transitions of states around the regions, for an event that some region did not answer.
    private func decideAround(_ walk: Context.Walk, _ outer: [Int], _ context: Context, _ rest: Context) -> [SwiftCode]
    {
        guard let first = outer.first else {
            guard let next = context.walks.last else { return [] }
            return [.line("\(next.unanswered) = \(next.unanswered) ?? \(walk.unanswered)")]
        }
        let edge = tree.edges[first]
        let condition = edge.transition.condition?.simplified { isActive($0, rest) } ?? .constant(true)
        let taken = take(edge, rest)
        switch condition {
        case .constant(true): return taken
        case .constant(false): return decideAround(walk, Array(outer.dropFirst()), context, rest)
        case .isIn, .guard, .not, .all, .any:
            return [
                .branch(
                    text(condition, rest),
                    taken,
                    otherwise: decideAround(walk, Array(outer.dropFirst()), context, rest)
                )
            ]
        }
    }

    /// The variables of a walk, and its answer.
    private func complete(_ walk: Context.Walk, _ body: [SwiftCode]) -> [SwiftCode] {
        var code = withFlags(declare(walk, [.line("var isHandled = false")] + body))
        let flags = code.allLines.filter { $0.hasPrefix("var ") }.map { line in
            String(line.dropFirst(4).prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
        code = code.simplified(flags: flags)
        let lists =
            machine.hasActions
            ? ["exits", "actions", "entries"].filter { name in
                code.allLines.contains { $0.hasPrefix("\(name) ") || $0.hasPrefix("\(name).") }
            } : []
        code = lists.map { .line("var \($0): [Action] = []") } + code
        if machine.hasActions, !code.isEnd {
            code.append(.line("return " + (lists.isEmpty ? "[]" : lists.joined(separator: " + "))))
        }
        if code.allLines.contains(where: { $0.contains("before.") }) { code.insert(.line("let before = self"), at: 0) }
        return code
    }

    /// The statements with flags in place of indices, if no action has to be inserted before
    /// others.
    private func withFlags(_ code: [SwiftCode]) -> [SwiftCode] {
        guard !code.allLines.contains(where: { $0.contains("actions.insert(") }) else { return code }
        let indices = code.allLines.filter { $0.hasPrefix("var unanswered") && $0.hasSuffix(": Int?") }
            .map { $0.dropFirst("var ".count).dropLast(": Int?".count) }
        let flags = code.map { statement in
            statement.replacingLines { line in
                let parts = line.split { $0 == " " || $0 == ":" }
                guard let name = parts.first(where: indices.contains) else { return line }
                let flag = "isU" + name.dropFirst()
                if line.hasPrefix("var ") { return "var \(flag) = false" }
                return line.contains(" ?? ") ? "\(flag) = true" : flag
            }
        }
        return flags
    }

    private func declare(_ walk: Context.Walk, _ body: [SwiftCode]) -> [SwiftCode] {
        [
            .line("var \(walk.moved) = false"), .line("var \(walk.left) = false"),
            .line("var \(walk.unanswered): Int?"),
            .line("var \(walk.reached) = false"),
        ] + body
    }
}

extension StepContext {
    /// The context inside a region.
    func reading(_ region: Int, of parallel: Int, _ machine: SwiftMachine, before: Bool = false) -> StepContext {
        var context = self
        if context.path.last != parallel { context.path.append(parallel) }
        let name = machine.cases[region]
        let owner = context.values[parallel] ?? ""
        if parallel == machine.outerRegions {
            context.values[region] = before ? "before.\(name)" : SwiftName.declared(name)
        } else {
            context.values[region] = "\(owner).\(name)"
        }
        return context
    }
}

extension StepWriter {
    /// Gives the event to regions that have rules of their own.
    fileprivate func offer(to regions: [Int], of parallel: Int, _ context: Context) -> [SwiftCode] {
        let owner = parallel == machine.outerRegions ? "" : "\(context.variable(parallel))."
        let values = regions.map { region in
            owner.isEmpty ? SwiftName.declared(machine.cases[region]) : owner + machine.cases[region]
        }
        let back = writeBack(parallel, context)
        if values.count == 1 {
            let call = "try \(values[0]).handleEvent(event)"
            guard machine.hasActions else { return [.line(call)] + back }
            return back.isEmpty
                ? [.line("return \(call)")] : [.line("let actions = \(call)")] + back + [.line("return actions")]
        }
        let offers = values.map { SwiftCode.line("offer(event, to: &\($0))") }
        return [.closure("try Regions.offer { offer in", offers)] + back
            + (machine.hasActions ? [.line("return []")] : [])
    }
}
