extension StepWriter {
    private var start: Context {
        var context = Context(trigger: .none, values: [0: machine.isWrapped ? "state" : "self"])
        if let parallel = machine.outerRegions { context.values[parallel] = "self" }
        return context
    }

    /// The switch over states and events.
    func eventStatements() -> [SwiftCode] {
        if let parallel = machine.outerRegions {
            return [.choice("event", eventArms(start) { self.code(for: parallel, $0) })]
        }
        return statesAndEvents(of: 0, start)
    }

    /// The switch of a region that has rules of its own.
    func regionStatements(_ region: Int) -> [SwiftCode] {
        statesAndEvents(of: region, Context(trigger: .none, unit: region, path: [region], values: [region: "self"]))
    }

    private func statesAndEvents(of node: Int, _ start: Context) -> [SwiftCode] {
        let children = tree.nodes[node].children
        let pairs = children.count * machine.events.count
        let isFlat = children.allSatisfy { tree.nodes[$0].children.isEmpty }
        let subject = start.values[node] ?? "self"
        // The compiler gives up on larger ones.
        if isFlat, pairs <= (machine.guards.isEmpty ? 80 : 40) { return [pairStatements(children, subject, start)] }
        let arms = children.map { child in
            arm(for: child, start) { context in
                [.choice("event", eventArms(context) { self.code(for: child, $0) })]
            }
        }
        return [.choice(subject, apart(arms))]
    }

    /// The switch over all pairs of states and events.
    private func pairStatements(_ children: [Int], _ subject: String, _ start: Context) -> SwiftCode {
        var arms: [SwiftCode.Arm] = []
        for child in children {
            var rows = eventArms(start) { self.code(for: child, $0) }
            for index in rows.indices {
                rows[index].patterns = rows[index].patterns.map { "(.\(machine.cases[child]), \($0))" }
            }
            rows[0].isApart = true
            arms += rows
        }
        return .choice("(\(subject), event)", arms)
    }

    private func apart(_ arms: [SwiftCode.Arm]) -> [SwiftCode.Arm] {
        arms.map { SwiftCode.Arm(patterns: $0.patterns, body: $0.body, isApart: true) }
    }

    /// An arm for each event; equal ones are one.
    private func eventArms(_ context: Context, _ body: (Context) -> [SwiftCode]) -> [SwiftCode.Arm] {
        let arms = machine.events.indices.map { index in
            var context = context
            context.trigger = .event(index)
            let body = body(context)
            let names = machine.payloads[index].map { SwiftName.declared(machine.guards[$0] ?? $0) }
            let bound = names.map { body.uses($0) ? "let \($0)" : "_" }
            let payload = bound.allSatisfy { $0 == "_" } ? "" : "(\(bound.joined(separator: ", ")))"
            return SwiftCode.Arm(patterns: [".\(machine.events[index].name)\(payload)"], body: body)
        }
        return Self.merge(arms)
    }

    /// What follows the end of the states inside a state.
    func completionStatements() -> [SwiftCode] {
        let arms = machine.completions.map { node in
            var context = start
            context.trigger = .completion(node)
            return SwiftCode.Arm(patterns: [".\(machine.completionName(node))"], body: statements(context))
        }
        return [.choice("completion", Self.merge(arms))]
    }

    /// What is done without an event.
    func ownStatements() -> [SwiftCode] { statements(start) }

    private func statements(_ context: Context) -> [SwiftCode] {
        if let parallel = machine.outerRegions { return code(for: parallel, context) }
        return choice(in: 0, context)
    }
}
