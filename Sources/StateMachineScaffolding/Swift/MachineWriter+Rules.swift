extension MachineWriter {
    private var result: String { machine.hasActions ? " -> [Action]" : "" }
    private var queue: String { machine.needsCompletions ? "_ completions: inout [Completion]" : "" }
    private var isSettling: Bool { machine.needsCompletions || machine.hasOwnSteps }

    /// `handleEvent`, and what a view or a driver asks.
    func addRules(to file: inout SwiftSource) {
        file.add(
            comment: "Moves to the next state."
                + (machine.hasActions ? "\n\n- Returns: What is to be done, in order." : "")
        )
        file.add(
            comment: (machine.hasActions ? "" : "\n")
                + "- Throws: `TransitionError.invalid` when the event is not handled in this state."
        )
        file.block("public mutating func handleEvent(_ event: Event) throws(TransitionError)\(result)") { file in
            guard isSettling else { return file.add(eventCode) }
            if machine.needsCompletions { file.add("var completions: [Completion] = []") }
            let take = "try take(event\(machine.needsCompletions ? ", &completions" : ""))"
            let settle = "settle(\(machine.needsCompletions ? "&completions" : ""))"
            if machine.hasActions {
                file.add("let actions = \(take)")
                file.add("return actions + \(settle)")
            } else {
                file.add(take)
                file.add(settle)
            }
        }
        file.add()
        addFinal(to: &file)
        if !machine.activities.isEmpty {
            let node = machine.outerRegions ?? 0
            let own = machine.outerRegions.map { machine.state($0).activities.map(machine.activityName) } ?? []
            file.add(comment: "What goes on, outermost first.")
            if machine.isWrapped {
                file.add("public var activities: [Activity] { state.activities }")
            } else {
                addList(of: node, "activities", "Activity", own: own, modifier: "public ", to: &file) {
                    ActionList(machine.state($0).activities.map(machine.activityName))
                }
            }
        }
        if machine.outerRegions != nil || machine.isWrapped { addInitializers(to: &file) }
    }

    /// The rules of a region.
    func addRegionRules(of region: Int, to file: inout SwiftSource) {
        file.add(
            comment: "Moves to the next state of the region."
                + (machine.hasActions ? "\n\n- Returns: What is to be done, in order." : "")
        )
        file.add(
            comment: (machine.hasActions ? "" : "\n")
                + "- Throws: `TransitionError.invalid` when the event is not for the region in this state."
        )
        file.block("public mutating func handleEvent(_ event: \(name).Event) throws(TransitionError)\(result)") {
            file in
            file.add(StepWriter(machine: machine).regionStatements(region))
        }
        file.add()
    }

    private func addFinal(to file: inout SwiftSource) {
        let children = tree.nodes[0].children
        guard children.contains(where: { tree.kind($0) == .final }) else { return }
        file.add(comment: "Whether the machine has reached its end.")
        file.block("public var isFinal: Bool") { file in
            file.add(finals(of: 0, machine.isWrapped ? "state" : "self"))
        }
        file.add()
    }

    private func finals(of node: Int, _ subject: String) -> [SwiftCode] {
        let arms = tree.nodes[node].children.map { child in
            SwiftCode.Arm(patterns: [".\(machine.cases[child])"], body: [.line("\(tree.kind(child) == .final)")])
        }
        return [.choice(subject, StepWriter.merge(arms))]
    }

    private func addInitializers(to file: inout SwiftSource) {
        file.add(comment: "A machine at its beginning.")
        if beginsWithSteps {
            file.add("public init() { self = Self.beginning.machine }")
        } else {
            file.add("public init() {}")
        }
        file.add()
        // The initialiser with all properties, which Swift makes internal, is lost beside another one.
        var properties: [(name: String, type: String, value: String)] = []
        let begin = machine.beforeHistory
        if let parallel = machine.outerRegions {
            for region in tree.nodes[parallel].children {
                guard let type = machine.types[region], let value = begin.entry(of: region, for: []).value else {
                    continue
                }
                properties.append((machine.cases[region], type, value))
            }
        } else {
            properties.append(("state", "State", begin.entry(inside: 0, for: []).value ?? ""))
        }
        for (history, property) in machine.histories.sorted(by: { $0.key < $1.key }) {
            properties.append((property, (machine.types[tree.nodes[history].parent ?? 0] ?? "") + "?", "nil"))
        }
        guard !properties.isEmpty else { return }
        let parameters = properties.enumerated().map { index, property in
            // The first one has no default, so that this is another initialiser than the one without arguments.
            "\(property.name): \(property.type)" + (index == 0 ? "" : " = \(property.value)")
        }
        var header = SwiftSource()
        header.list("init(", parameters, ") {")
        for line in header.lines { file.add(line) }
        for property in properties { file.add("    self.\(property.name) = \(SwiftName.declared(property.name))") }
        file.add("}")
        file.add()
    }

    // MARK: Helpers

    /// What the rules need and nobody else.
    func addHelpers(to file: inout SwiftSource) {
        var helpers = SwiftSource()
        helpers.block("extension \(name)") { file in
            if isSettling { addSteps(to: &file) }
            if beginsWithSteps || !initialEntry.actions.isEmpty { addBeginning(to: &file) }
            addKeepers(in: codeText, to: &file)
            addEntering(to: &file)
            addChecks(in: file.text + codeText, to: &file)
            let node = machine.outerRegions ?? 0
            if !machine.isWrapped {
                addLists(inside: node, to: &file)
            }
        }
        guard helpers.lines.count > 2 else { return }
        file.add()
        for line in helpers.lines { file.add(line) }
    }

    private func addSteps(to file: inout SwiftSource) {
        let modifier = "private mutating func"
        let rest = queue.isEmpty ? "" : ", \(queue)"
        file.block("\(modifier) take(_ event: Event\(rest)) throws(TransitionError)\(result)") { $0.add(eventCode) }
        file.add()
        if machine.needsCompletions {
            file.add(comment: "The states that lead on when those inside them have reached their end.")
            file.block("private enum Completion") { file in
                file.list("case ", machine.completions.map { SwiftName.declared(machine.completionName($0)) }, "")
            }
            file.add()
            file.block("\(modifier) take(_ completion: Completion\(rest)) throws(TransitionError)\(result)") {
                $0.add(completionCode)
            }
            file.add()
        }
        if machine.hasOwnSteps {
            file.add(comment: "Takes what needs no event.")
            file.block("\(modifier) advance(\(queue)) throws(TransitionError)\(result)") { $0.add(ownCode) }
            file.add()
        }
        file.add(comment: "Runs to completion: takes the steps that need no event from outside, until there is none.")
        file.block("\(modifier) settle(\(queue))\(result)") { file in addSettling(to: &file) }
        file.add()
    }

    private func addSettling(to file: inout SwiftSource) {
        let hasActions = machine.hasActions
        let argument = machine.needsCompletions ? "&completions" : ""
        if hasActions { file.add("var actions: [Action] = []") }
        switch (machine.hasOwnSteps, machine.needsCompletions) {
        case (true, false):
            if hasActions {
                file.add("while let more = try? advance() { actions += more }")
            } else {
                file.add("while (try? advance()) != nil {}")
            }
        case (_, true):
            let next = "try? take(completions.removeFirst(), \(argument))"
            let step = hasActions ? "actions += (\(next)) ?? []" : "_ = \(next)"
            if machine.hasOwnSteps {
                file.block("while true") { file in
                    if hasActions {
                        file.block("if let more = try? advance(\(argument))") { $0.add("actions += more") }
                    } else {
                        file.add("if (try? advance(\(argument))) != nil { continue }")
                    }
                    if hasActions {
                        file.replaceLast("} else if completions.isEmpty {")
                    } else {
                        file.add("if completions.isEmpty {")
                    }
                    file.add("    return" + (hasActions ? " actions" : ""))
                    file.add("} else {")
                    file.add("    \(step)")
                    file.add("}")
                }
                return
            }
            file.add("while !completions.isEmpty { \(step) }")
        case (false, false): break
        }
        if hasActions { file.add("return actions") }
    }

    private func addBeginning(to file: inout SwiftSource) {
        let entry = initialEntry
        guard beginsWithSteps else {
            file.add(comment: "What is to be done when the machine begins.")
            file.block("public static var initialActions: [Action]") { $0.add(entry.actions.text) }
            return file.add()
        }
        let value: String
        if machine.outerRegions != nil {
            value = machine.beforeHistory.entryOfRegions(machine.outerRegions ?? 0, for: []).value ?? ""
        } else if machine.isWrapped {
            value = "\(name)(state: \(entry.value ?? ""))"
        } else {
            value = "\(name)\(entry.value ?? "")"
        }
        if machine.hasActions {
            file.add(comment: "What is to be done when the machine begins.")
            file.add("public static var initialActions: [Action] { beginning.actions }")
            file.add()
        }
        file.add(comment: "The machine after the steps that need no event.")
        file.block(
            "private static var beginning: (machine: \(name), actions: [\(machine.hasActions ? "Action" : "Never")])"
        ) { file in
            file.add("var machine = \(value)")
            let queued = entry.completions.map { ".\(machine.completionName($0))" }.joined(separator: ", ")
            if machine.needsCompletions { file.add("var completions: [Completion] = [\(queued)]") }
            let settle = "machine.settle(\(machine.needsCompletions ? "&completions" : ""))"
            if machine.hasActions {
                file.add("let actions = \(entry.actions.text) + \(settle)")
                file.add("return (machine, actions)")
            } else {
                file.add(settle)
                file.add("return (machine, [])")
            }
        }
        file.add()
    }

    /// All regions anew; what histories store stays.
    private func addEntering(to file: inout SwiftSource) {
        guard let parallel = machine.outerRegions, codeText.contains("enter(\(name)(") else { return }
        file.block("private mutating func enter(_ regions: \(name))") { file in
            for region in tree.nodes[parallel].children where machine.types[region] != nil {
                file.add("\(SwiftName.declared(machine.cases[region])) = regions.\(machine.cases[region])")
            }
        }
        file.add()
    }

    private func addKeepers(in text: String, to file: inout SwiftSource) {
        for (history, property) in machine.histories.sorted(by: { $0.key < $1.key }) {
            guard let parent = tree.nodes[history].parent, text.contains("\(machine.keeper(of: history))()") else {
                continue
            }
            let found = machine.conditions(for: parent, isBound: true)
            let isDeep = tree.kind(history) == .history(isDeep: true)
            file.add(
                comment:
                    "Remembers what is active in `\(machine.state(parent).id)`\(isDeep ? "" : ", but not what is inside that")."
            )
            file.block("private mutating func \(machine.keeper(of: history))()") { file in
                let value = machine.storedValue(of: history, found.value)
                let store = "\(SwiftName.declared(property)) = \(value)"
                if found.conditions.isEmpty { return file.add(store) }
                if !value.hasVariable(found.value) {
                    let conditions = machine.conditions(for: parent, isBound: false).conditions
                    return file.add("if \(conditions.joined(separator: ", ")) { \(store) }")
                }
                file.add("if \(found.conditions.joined(separator: ", ")) { \(store) }")
            }
            file.add()
        }
    }

    private func addChecks(in text: String, to file: inout SwiftSource) {
        for (index, node) in tree.nodes.enumerated().dropFirst() {
            let property = machine.activityCheck(of: node.state.id)
            guard text.hasVariable(property) || text.contains("before.\(property)") else { continue }
            let conditions = machine.conditions(for: index, isBound: false).conditions
            file.add(comment: "Whether `\(node.state.id)` is active.")
            if conditions.isEmpty {
                file.add("private var \(property): Bool { true }")
            } else {
                file.add(
                    "private var \(property): Bool { if \(conditions.joined(separator: ", ")) { true } else { false } }"
                )
            }
            file.add()
        }
    }
}

extension SwiftSource {
    mutating func replaceLast(_ line: String) {
        let last = removeLast()
        add(String(last.prefix { $0 == " " }.dropFirst(indentation)) + line)
    }
}
