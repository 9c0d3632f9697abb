extension StepWriter {
    private var start: Context {
        var context = Context(trigger: .none, values: [.root: machine.isWrapped ? .name("state") : .self])
        if let parallel = machine.outerRegions { context.values[parallel] = .self }
        return context
    }

    /// Returns the switch over states and events.
    func eventStatements() -> [SwiftStatement] {
        if let parallel = machine.outerRegions {
            return [.switch(.event, eventArms(in: start) { code(for: parallel, in: $0) })]
        }
        return statesAndEvents(of: .root, in: start)
    }

    /// Returns the switch of an inner state with its own rules.
    func statements(of node: StateID) -> [SwiftStatement] {
        var context = Context(trigger: .none, unit: node, path: [], values: [node: .self])
        guard tree.kind(node) == .compound else {
            return [.switch(.event, eventArms(in: context) { code(for: node, in: $0) })]
        }
        context.path = [node]
        return statesAndEvents(of: node, in: context)
    }

    private func statesAndEvents(of node: StateID, in start: Context) -> [SwiftStatement] {
        let children = tree.nodes[node].children
        let pairs = children.count * machine.events.count
        let isFlat = children.allSatisfy { tree.nodes[$0].children.isEmpty }
        // With more events, most rows of the table would be rejections.
        if isFlat, machine.events.count <= 4, pairs <= (machine.guards.isEmpty ? 80 : 40) {
            return [pairStatements(of: node, in: start)]
        }
        let arms = children.map { child in
            var arm = arm(for: child, in: start) { context in
                [.switch(.event, eventArms(in: context) { code(for: child, in: $0) })]
            }
            arm.isApart = true
            return arm
        }
        return [.switch(start.value(node), arms)]
    }

    /// Returns the switch over all pairs of states and events.
    private func pairStatements(of node: StateID, in start: Context) -> SwiftStatement {
        let arms = tree.nodes[node].children.flatMap { child in
            var rows = eventArms(in: start) { code(for: child, in: $0) }
            for index in rows.indices {
                rows[index].patterns = rows[index].patterns.map { .tuple([.case(machine.cases[child]), $0]) }
            }
            rows[0].isApart = true
            return rows
        }
        return .switch(.tuple([start.value(node), .event]), arms)
    }

    /// Returns an arm for each event, with equal arms merged.
    private func eventArms(in context: Context, _ body: (Context) -> [SwiftStatement]) -> [SwiftStatement.Arm] {
        let arms = machine.events.indices.map { index in
            var context = context
            context.trigger = .event(index)
            let body = body(context)
            return SwiftStatement.Arm(eventPattern(index, for: body), body)
        }
        return arms.merged
    }

    /// Returns the pattern of an event, with the guards that the body uses.
    private func eventPattern(_ index: EventID, for body: [SwiftStatement]) -> SwiftPattern {
        let bindings = machine.payload(of: index).map { part -> SwiftPattern.Binding in
            guard case .guard(let text) = part, case let name = machine.guards[text] ?? text, body.uses(name) else {
                return .ignored
            }
            return .constant(name)
        }
        return .case(machine.events[index].name, bindings.contains { $0 != .ignored } ? bindings : [])
    }

    /// Returns the statements that follow the end of the states inside a state.
    func completionStatements() -> [SwiftStatement] {
        let arms = machine.completions.map { node in
            var context = start
            context.trigger = .completion(node)
            return SwiftStatement.Arm(.case(machine.completionName(node)), statements(in: context))
        }
        return [.switch(.name("completion"), arms.merged)]
    }

    /// Returns the statements that need no event.
    func ownStatements() -> [SwiftStatement] { statements(in: start) }

    private func statements(in context: Context) -> [SwiftStatement] {
        if let parallel = machine.outerRegions { return code(for: parallel, in: context) }
        return choice(of: .root, in: context)
    }
}

extension SwiftExpression {
    /// The variable with the event.
    static let event = SwiftExpression.name("event")
}
