extension MachineWriter {
    var result: String { machine.hasActions ? " -> [Action]" : "" }
    /// The type of the rejections, as the machine's own code names it.
    var rejection: String { refusals.isEmpty ? "TransitionError" : "Refusal" }
    /// The type of the rejections, as code outside the machine's type names it.
    var qualifiedRejection: String { refusals.isEmpty ? rejection : "\(name).\(rejection)" }
    var isSettling: Bool { machine.needsCompletions || machine.hasOwnSteps }

    /// Adds `handleEvent` and the properties that views and drivers read.
    func addRules(to file: inout SwiftSource) {
        file.block("public mutating func handleEvent(_ event: Event) throws(\(rejection))\(result)") { file in
            file.add(isSettling ? settlingStatements : eventCode)
        }
        file.add()
        addFinal(to: &file)
        if !machine.activities.isEmpty {
            let node = machine.outerRegions ?? .root
            let own = machine.outerRegions.map { machine.state($0).activities.map(machine.activityName) } ?? []
            if machine.isWrapped {
                file.add("public var activities: [Activity] { state.activities }")
                file.add()
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
        let settling = settling(.self, after: .event)
        if !machine.hasActions { return queue + [.evaluate(taking), .evaluate(settling)] }
        let actions = SwiftExpression.name("actions")
        return queue + [.constant("actions", taking), .return(.joined([actions, settling], by: .plus))]
    }

    /// Returns the call that takes the steps without an event.
    func settling(_ machine: SwiftExpression, after event: SwiftExpression) -> SwiftExpression {
        let guards = readsGuards ? [SwiftExpression.Argument(label: "after", value: event)] : []
        return .call(machine.property("settle"), queueArgument + guards)
    }

    private var queueArgument: [SwiftExpression.Argument] {
        machine.needsCompletions ? [.init(value: .address(.name("completions")))] : []
    }

    /// Adds the rules of an inner state.
    func addRules(_ rules: [SwiftStatement], of node: StateID, to file: inout SwiftSource) {
        let isLeft = tree.edges.contains { edge in
            tree.isInside(edge.source, node) && !edge.transition.events.isEmpty && !machine.isOwn(edge, of: node)
        }
        if isLeft {
            file.add(
                comment:
                    "Handles the events that do not leave these states. The enclosing `handleEvent` handles the others."
            )
        }
        file.block("public mutating func handleEvent(_ event: \(name).Event) throws(\(qualifiedRejection))\(result)") {
            $0.add(rules)
        }
        file.add()
    }

    private func addFinal(to file: inout SwiftSource) {
        let children = tree.nodes[.root].children
        guard children.contains(where: { tree.kind($0) == .final }) else { return }
        addFinal(of: .root, in: machine.isWrapped ? .name("state") : .self, to: &file)
    }

    /// Adds the property that tells whether a state has reached its end.
    func addFinal(of node: StateID, in value: SwiftExpression = .self, to file: inout SwiftSource) {
        if tree.kind(node) == .parallel {
            let regions = tree.nodes[node].children.map { SwiftExpression.name(machine.cases[$0]).property("isFinal") }
            file.add("public var isFinal: Bool { \(SwiftExpression.joined(regions, by: .and).text) }")
        } else {
            file.block("public var isFinal: Bool") { $0.add([finals(of: node, in: value)]) }
        }
        file.add()
    }

    /// Returns whether the rules around a state, or around its parallel state, read whether it has
    /// reached its end.
    func needsFinal(_ node: StateID) -> Bool {
        if machine.followed.contains(node) { return true }
        guard let parent = tree.nodes[node].parent, tree.kind(parent) == .parallel else { return false }
        return needsFinal(parent)
    }

    /// Returns a switch that tells whether the current child of a state is final.
    func finals(of node: StateID, in value: SwiftExpression) -> SwiftStatement {
        let arms = tree.nodes[node].children.map { child in
            SwiftStatement.Arm(.case(machine.cases[child]), [.evaluate(.bool(tree.kind(child) == .final))])
        }
        return .switch(value, arms.merged)
    }
}
