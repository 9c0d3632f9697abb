extension MachineWriter {
    var result: String { machine.hasActions ? " -> [Action]" : "" }
    var isSettling: Bool { machine.needsCompletions || machine.hasOwnSteps }

    /// Adds `handleEvent` and the properties that views and drivers read.
    func addRules(to file: inout SwiftSource) {
        addRulesComment("Moves to the next state.", rejection: "when this state does not handle the event", to: &file)
        file.block("public mutating func handleEvent(_ event: Event) throws(TransitionError)\(result)") { file in
            file.add(isSettling ? settlingStatements : eventCode)
        }
        file.add()
        addFinal(to: &file)
        if !machine.activities.isEmpty {
            let node = machine.outerRegions ?? 0
            let own = machine.outerRegions.map { machine.state($0).activities.map(machine.activityName) } ?? []
            file.add(comment: "The current activities, outermost first.")
            if machine.isWrapped {
                file.add("public var activities: [Activity] { state.activities }")
            } else {
                addList(.activities, of: node, own: own, modifier: "public ", to: &file) {
                    ActionList(machine.state($0).activities.map(machine.activityName))
                }
            }
        }
        if machine.outerRegions != nil || machine.isWrapped { addInitializers(to: &file) }
    }

    /// The statements that handle an event and then take the steps that need no event.
    private var settlingStatements: [SwiftStatement] {
        let queue =
            machine.needsCompletions
            ? [SwiftStatement.variable("completions", type: .list("Completion"), value: .list([]))] : []
        let taking = SwiftExpression.try(.call(.name("take"), [.init(value: .event)] + queueArgument))
        let settling = settling(.self)
        if !machine.hasActions { return queue + [.evaluate(taking), .evaluate(settling)] }
        let actions = SwiftExpression.name("actions")
        return queue + [.constant("actions", taking), .return(.joined([actions, settling], by: .plus))]
    }

    /// Returns the call that takes the steps without an event.
    func settling(_ machine: SwiftExpression) -> SwiftExpression {
        .call(machine.property("settle"), queueArgument)
    }

    private var queueArgument: [SwiftExpression.Argument] {
        machine.needsCompletions ? [.init(value: .address(.name("completions")))] : []
    }

    /// Adds the rules of a region.
    func addRegionRules(of region: Int, to file: inout SwiftSource) {
        addRulesComment(
            "Moves to the next state of the region.",
            rejection: "when the region does not handle the event in this state",
            to: &file
        )
        file.block("public mutating func handleEvent(_ event: \(name).Event) throws(TransitionError)\(result)") {
            file in
            file.add(StepWriter(machine: machine).regionStatements(region))
        }
        file.add()
    }

    private func addRulesComment(_ title: String, rejection: String, to file: inout SwiftSource) {
        file.add(comment: title + "\n")
        if machine.hasActions { file.add(comment: "- Returns: The actions to perform, in order.") }
        file.add(comment: "- Throws: `TransitionError.invalid` \(rejection).")
    }

    private func addFinal(to file: inout SwiftSource) {
        let children = tree.nodes[0].children
        guard children.contains(where: { tree.kind($0) == .final }) else { return }
        file.add(comment: "Whether the machine has reached its end.")
        file.block("public var isFinal: Bool") { file in
            file.add([finals(of: 0, in: machine.isWrapped ? .name("state") : .self)])
        }
        file.add()
    }

    /// Returns a switch that tells whether the current child of a state is final.
    func finals(of node: Int, in value: SwiftExpression) -> SwiftStatement {
        let arms = tree.nodes[node].children.map { child in
            SwiftStatement.Arm(.case(machine.cases[child]), [.evaluate(.bool(tree.kind(child) == .final))])
        }
        return .switch(value, arms.merged)
    }
}
