extension MachineWriter {
    var result: String { machine.hasActions ? " -> [Action]" : "" }
    /// The call that takes the steps without an event.
    var settle: String { "settle(\(machine.needsCompletions ? "&completions" : ""))" }
    var isSettling: Bool { machine.needsCompletions || machine.hasOwnSteps }

    /// `handleEvent`, and what a view or a driver asks.
    func addRules(to file: inout SwiftSource) {
        addRulesComment("Moves to the next state.", "when the event is not handled in this state", to: &file)
        file.block("public mutating func handleEvent(_ event: Event) throws(TransitionError)\(result)") { file in
            guard isSettling else { return file.add(eventCode) }
            if machine.needsCompletions { file.add("var completions: [Completion] = []") }
            let take = "try take(event\(machine.needsCompletions ? ", &completions" : ""))"
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
        addRulesComment(
            "Moves to the next state of the region.",
            "when the event is not for the region in this state",
            to: &file
        )
        file.block("public mutating func handleEvent(_ event: \(name).Event) throws(TransitionError)\(result)") {
            file in
            file.add(StepWriter(machine: machine).regionStatements(region))
        }
        file.add()
    }

    private func addRulesComment(_ title: String, _ rejection: String, to file: inout SwiftSource) {
        file.add(comment: title + "\n")
        if machine.hasActions { file.add(comment: "- Returns: What is to be done, in order.") }
        file.add(comment: "- Throws: `TransitionError.invalid` \(rejection).")
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
}
