extension MachineWriter {
    private var queue: String { machine.needsCompletions ? "_ completions: inout [Completion]" : "" }

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
