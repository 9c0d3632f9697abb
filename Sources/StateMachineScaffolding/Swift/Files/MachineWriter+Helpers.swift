extension MachineWriter {
    private var queue: String { machine.needsCompletions ? "_ completions: inout [Completion]" : "" }
    /// The parameters of steps without an event.
    private var parameters: String {
        [queue, readsGuards ? "after event: Event?" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    /// The arguments with which a step without an event calls another one.
    private var arguments: String {
        [machine.needsCompletions ? "&completions" : "", readsGuards ? "after: event" : ""].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    /// Adds the private helpers of the rules.
    func addHelpers(to file: inout SwiftSource) {
        var helpers = SwiftSource()
        helpers.block("extension \(name)") { file in
            if isSettling { addSteps(to: &file) }
            if beginsWithSteps || !initialEntry.actions.isEmpty { addBeginning(to: &file) }
            addKeepers(to: &file)
            addEntering(to: &file)
            addChecks(to: &file)
            let node = machine.outerRegions ?? .root
            if !machine.isWrapped {
                addLists(inside: node, to: &file)
            }
        }
        guard helpers.lines.count > 2 else { return }
        file.add()
        for line in helpers.lines { file.add(line) }
        addGuards(to: &file)
    }

    private func addSteps(to file: inout SwiftSource) {
        let modifier = "private mutating func"
        let rest = queue.isEmpty ? "" : ", \(queue)"
        let further = parameters.isEmpty ? "" : ", \(parameters)"
        file.block("\(modifier) take(_ event: Event\(rest)) throws(\(rejection))\(result)") { $0.add(eventCode) }
        file.add()
        if machine.needsCompletions {
            file.add(comment: "The states that are left when the states inside them have reached their end.")
            file.block("private enum Completion") { file in
                file.list(
                    opening: "case ",
                    machine.completions.map { SwiftName.declared(machine.completionName($0)) },
                    closing: ""
                )
            }
            file.add()
            file.add(comment: "Takes the transition that follows the end of a state, if there is one.")
            file.block("\(modifier) take(_ completion: Completion\(further))\(result)") { file in
                if !machine.hasActions { return file.add(completionCode.withoutRejections) }
                file.add(completionCode.replacingRejections(with: .return(.list([]))))
            }
            file.add()
        }
        if machine.hasOwnSteps {
            let absence = machine.hasActions ? "`nil`" : "`false`"
            file.add(comment: "Takes one transition that needs no event, or returns \(absence) if there is none.")
            file.block("\(modifier) advance(\(parameters)) -> \(machine.hasActions ? "[Action]?" : "Bool")") { file in
                if machine.hasActions { return file.add(ownCode.replacingRejections(with: .return(.nil))) }
                let code = ownCode.replacingRejections(with: .return(.bool(false)))
                file.add(code.returningTrue)
            }
            file.add()
        }
        file.add(comment: "Takes transitions that need no event until no such transition is possible.")
        file.block("\(modifier) settle(\(parameters))\(result)") { file in addSettling(to: &file) }
        file.add()
    }

    private func addSettling(to file: inout SwiftSource) {
        let hasActions = machine.hasActions
        if hasActions { file.add("var actions: [Action] = []") }
        switch (machine.hasOwnSteps, machine.needsCompletions) {
        case (true, false):
            if hasActions {
                file.add("while let more = advance(\(arguments)) { actions += more }")
            } else {
                file.add("while advance(\(arguments)) {}")
            }
        case (_, true):
            let step = (hasActions ? "actions += " : "") + "take(completions.removeFirst(), \(arguments))"
            if machine.hasOwnSteps { return addLoop(taking: step, to: &file) }
            file.add("while !completions.isEmpty { \(step) }")
        case (false, false): break
        }
        if hasActions { file.add("return actions") }
    }

    /// Adds a loop in which steps without an event come before steps that follow a completion.
    private func addLoop(taking step: String, to file: inout SwiftSource) {
        file.block("while true") { file in
            if machine.hasActions {
                file.add("if let more = advance(\(arguments)) {")
                file.add("    actions += more")
                file.add("} else if completions.isEmpty {")
                file.add("    return actions")
            } else {
                file.add("if advance(\(arguments)) { continue }")
                file.add("if completions.isEmpty { return }")
                return file.add(step)
            }
            file.add("} else {")
            file.add("    \(step)")
            file.add("}")
        }
    }

    /// Adds a statement on one line with its conditions.
    func addLine(of statement: SwiftStatement, if conditions: [SwiftCondition], to file: inout SwiftSource) {
        let text = statement.text ?? ""
        file.add(conditions.isEmpty ? text : "if \(conditions.text) { \(text) }")
    }

    private func addChecks(to file: inout SwiftSource) {
        for (index, node) in tree.nodes.numbered.dropFirst() {
            let property = machine.activityCheck(of: node.state.id)
            guard used.contains(.name(property)) || used.contains(.member(.before, property)) else { continue }
            let conditions = machine.conditions(for: index, isBound: false).conditions
            let isActive = conditions.isEmpty ? "true" : "if \(conditions.text) { true } else { false }"
            file.add(comment: "Whether `\(node.state.id)` is active.")
            file.add("private var \(property): Bool { \(isActive) }")
            file.add()
        }
    }
}

// The guards of transitions without an event. Each event that such a transition can follow contains
// their values.

extension MachineWriter {
    /// Whether steps without an event read guards.
    var readsGuards: Bool { !machine.stepGuards.isEmpty }

    /// Adds properties that read the guards of steps from the event before them.
    func addGuards(to file: inout SwiftSource) {
        guard readsGuards else { return }
        file.add()
        file.block("extension \(name).Event?") { file in
            for (index, text) in machine.stepGuards.enumerated() {
                let name = machine.guards[text] ?? text
                if index > 0 { file.add() }
                file.add(comment: "The guard “\(text)” of a transition without an event; `false` before any event.")
                file.block("fileprivate var \(SwiftName.declared(name)): Bool") { file in
                    file.add([reading(text, as: name)])
                }
            }
        }
    }

    /// Returns a switch that reads a guard from an event, or is `false` if there is none.
    private func reading(_ text: String, as name: String) -> SwiftStatement {
        var reading = SwiftStatement.Arm(patterns: [], body: [.evaluate(.name(name))])
        var otherwise = SwiftStatement.Arm(patterns: [], body: [.evaluate(.bool(false))])
        for (index, event) in machine.events.numbered {
            if machine.payloads[index].contains(text) {
                let bindings = machine.payload(of: index).map { part -> SwiftPattern.Binding in
                    if case .guard(text) = part { .constant(name) } else { .ignored }
                }
                reading.patterns.append(.case(event.name, bindings))
            } else {
                otherwise.patterns.append(.case(event.name))
            }
        }
        otherwise.patterns.append(.nil)
        return .switch(.self, [reading, otherwise].filter { !$0.patterns.isEmpty })
    }
}
