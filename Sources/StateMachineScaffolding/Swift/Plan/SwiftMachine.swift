/// A chart with the names of its parts in Swift.
///
/// A compound state becomes an enum with a case for each child. A parallel state becomes a struct
/// with a property for each region. All of these types are nested in the type of the machine, which
/// is the enum or the struct of the outermost states. If the chart has histories, the machine is a
/// struct that also stores them.
package struct SwiftMachine: Sendable {
    /// The name of the module.
    package let module: String
    let tree: ChartTree
    /// The name of the machine's type.
    ///
    /// It differs from the name of the module, because Swift could not qualify names otherwise.
    package var name: String { module + "State" }
    /// The outermost parallel state, if it contains all other states; the machine is its struct.
    let outerRegions: StateID?
    /// For each state, its case in the enclosing enum, or its property.
    var cases = NumberedList<StateID, String>()
    /// For each compound or parallel state, the name of its type.
    var types: [StateID: String] = [:]
    /// For each compound or parallel state, the name of a variable with its value.
    var variables: [StateID: String] = [:]
    /// The events of the diagram, with their cases.
    var events = NumberedList<EventID, (diagram: String, name: String)>()
    /// For each event, its guards as written in the diagram.
    var payloads = NumberedList<EventID, [String]>()
    /// The guards of the steps without an external event, as written in the diagram.
    var stepGuards: [String] = []
    /// For each event, the parameters that the diagram declares.
    var parameters = NumberedList<EventID, [Chart.Parameter]>()
    /// The labels of the guards in Swift.
    var guards: [String: String] = [:]
    var actions: [(diagram: String, name: String)] = []
    var activities: [(diagram: String, name: String)] = []
    /// The states whose completion triggers a transition, in a step after the event's own step.
    private(set) var completions: [StateID]
    /// The states whose completion triggers a transition that the enclosing rules take at once.
    private(set) var followed: Set<StateID> = []
    /// The states inside cases whose rules are in their own types.
    private(set) var ownRules: Set<StateID> = []
    /// The parallel states whose regions have their own rules.
    private(set) var offeredRegions: Set<StateID> = []
    /// For each history, the property that stores it.
    var histories: [StateID: String] = [:]

    /// Creates a machine from a chart.
    ///
    /// - Throws: ``ChartError`` if two names would be equal in Swift, or if the chart contains
    ///   something that cannot be written.
    package init(_ tree: ChartTree, module: String) throws(ChartError) {
        let root = tree.nodes[.root]
        guard SwiftName.isTypeName(module) else {
            throw ChartError(
                root.state.position,
                "“\(module)” is not a valid module name",
                expected: "a name such as Checkout"
            )
        }
        self.module = module
        self.tree = tree
        outerRegions = root.children.first.flatMap { child in
            let isOutermost = root.children.count == 1 && root.histories.isEmpty && tree.kind(child) == .parallel
            return isOutermost && tree.nodes[child].histories.isEmpty && root.initial == [child] ? child : nil
        }
        completions = tree.awaitedCompletions
        try rejectUnsupported()
        try nameStates()
        try nameEvents()
        actions = try names(
            of: tree.nodes.flatMap { node in
                (node.state.entryActions + node.state.exitActions).map { ($0, node.state.position) }
            } + tree.edges.flatMap { edge in edge.transition.actions.map { ($0, edge.transition.position) } },
            .action
        )
        activities = try names(
            of: tree.nodes.flatMap { node in node.state.activities.map { ($0, node.state.position) } },
            .activity
        )
        distributeRules()
    }

    /// Chooses the states that have their own rules.
    private mutating func distributeRules() {
        for attempt in completions.isEmpty ? [[]] : [Set(completions), []] {
            followed = attempt
            offeredRegions = Set(tree.nodes.indices.filter(areIndependent))
            ownRules = Set(tree.nodes.indices.filter(mayOwnRules))
            if areFollowed { break }
        }
        if !followed.isEmpty { completions = [] }
    }

    /// A part of an event's payload.
    enum PayloadPart {
        case parameter(Chart.Parameter)
        /// The value of a guard, which is identified by its words in the diagram.
        case `guard`(String)
    }

    /// Returns the parts of an event's payload in their order.
    ///
    /// A parameter of type `Bool` is the guard that has its name.
    func payload(of event: EventID) -> [PayloadPart] {
        var left = payloads[event]
        let first = parameters[event].map { parameter -> PayloadPart in
            guard parameter.type == .bool, let index = left.firstIndex(where: { guards[$0] == parameter.name }) else {
                return .parameter(parameter)
            }
            return .guard(left.remove(at: index))
        }
        return first + left.map(PayloadPart.guard)
    }

    /// Whether the samples of the events are all of their values.
    var isEveryEventKnown: Bool { payloads.allSatisfy(\.isEmpty) && parameters.allSatisfy(\.isEmpty) }
    /// Whether completions can trigger steps that need no event.
    var needsCompletions: Bool { !completions.isEmpty }
    var hasOwnSteps: Bool { tree.edges.contains { $0.transition.events.isEmpty } }
    var hasActions: Bool { !actions.isEmpty }
    /// Whether the machine is a struct around the enum of its states.
    var isWrapped: Bool { !histories.isEmpty && outerRegions == nil }

    func state(_ node: StateID) -> Chart.State { tree.nodes[node].state }

    func actionName(_ diagram: String) -> String { actions.first { $0.diagram == diagram }?.name ?? diagram }

    func activityName(_ diagram: String) -> String { activities.first { $0.diagram == diagram }?.name ?? diagram }
}
