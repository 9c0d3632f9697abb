/// A chart with the names of its parts in Swift.
///
/// A compound state is an enum with a case for each child, and a parallel state a struct with a
/// property for each region. All are inside the type of the machine, which is the enum or the
/// struct of the outermost states; with histories it is a struct that stores them, too.
package struct SwiftMachine: Sendable {
    /// The name of the module.
    package let module: String
    let tree: ChartTree
    /// The name of the type, which is not that of its module: then neither could be qualified.
    package var name: String { module + "State" }
    /// The parallel state around all others, if there is one: then the machine is its struct.
    let outerRegions: Int?
    /// For each state its case in the enum around it, or its property.
    var cases: [String] = []
    /// For each compound or parallel state its type, and a variable with such a value.
    var types: [Int: String] = [:]
    var variables: [Int: String] = [:]
    /// The events of the diagram, and their cases.
    var events: [(diagram: String, name: String)] = []
    /// For each event the guards that it carries, as they are written in the diagram, and their
    /// labels.
    var payloads: [[String]] = []
    var guards: [String: String] = [:]
    var actions: [(diagram: String, name: String)] = []
    var activities: [(diagram: String, name: String)] = []
    /// The states whose completion leads on, and their cases.
    let completions: [Int]
    /// The parallel states whose regions have rules of their own.
    private(set) var offeredRegions: Set<Int> = []
    /// For each history the property that stores it.
    var histories: [Int: String] = [:]

    /// - Throws: ``ChartError`` if two names would be one in Swift, or if the chart has something
    ///   that cannot be written.
    package init(_ tree: ChartTree, module: String) throws(ChartError) {
        let root = tree.nodes[0]
        guard SwiftName.isTypeName(module) else {
            throw ChartError(
                root.state.position,
                "“\(module)” cannot be the name of a module",
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
            kind: "action"
        )
        activities = try names(
            of: tree.nodes.flatMap { node in node.state.activities.map { ($0, node.state.position) } },
            kind: "activity"
        )
        offeredRegions = Set(tree.nodes.indices.filter(areIndependent))
    }

    /// The machine as long as nothing is stored: what begins with a history begins with what that
    /// leads to at first.
    var beforeHistory: SwiftMachine {
        var machine = self
        machine.histories = [:]
        return machine
    }

    /// Whether an event may lead to steps that need no event.
    var needsCompletions: Bool { !completions.isEmpty }
    var hasOwnSteps: Bool { tree.edges.contains { $0.transition.events.isEmpty } }
    var hasActions: Bool { !actions.isEmpty }
    /// Whether the machine is a struct around the enum of its states.
    var isWrapped: Bool { !histories.isEmpty && outerRegions == nil }

    func state(_ node: Int) -> Chart.State { tree.nodes[node].state }

    func actionName(_ diagram: String) -> String { actions.first { $0.diagram == diagram }?.name ?? diagram }

    func activityName(_ diagram: String) -> String { activities.first { $0.diagram == diagram }?.name ?? diagram }

    private mutating func nameStates() throws(ChartError) {
        cases = tree.nodes.map { SwiftName.lower($0.state.id, kind: "state") }
        var owners: [String: Int] = [:]
        for (index, node) in tree.nodes.enumerated() {
            if node.state.kind == .parallel {
                for child in node.children { cases[child] = SwiftName.variable(state(child).id, kind: "state") }
            }
            var siblings: [String: Int] = [:]
            for child in node.children {
                if let other = siblings.updateValue(child, forKey: cases[child]) {
                    throw collision(
                        of: state(other).id,
                        with: state(child).id,
                        as: cases[child],
                        at: state(child).position
                    )
                }
            }
            guard index > 0, node.state.kind == .compound || node.state.kind == .parallel else { continue }
            let type = SwiftName.upper(node.state.id, kind: "State")
            if index != outerRegions, let other = owners.updateValue(index, forKey: type) {
                throw collision(of: state(other).id, with: node.state.id, as: type, at: node.state.position)
            }
            if type == name { throw collision(of: module, with: node.state.id, as: type, at: node.state.position) }
            types[index] = index == outerRegions ? name : type
            variables[index] = SwiftName.variable(node.state.id, kind: "state")
        }
        types[0] = name
        for (index, node) in tree.nodes.enumerated() where !node.histories.isEmpty && index > 0 {
            for history in node.histories {
                let suffix =
                    node.histories.count == 1
                    ? "History" : tree.kind(history) == .history(isDeep: true) ? "DeepHistory" : "ShallowHistory"
                histories[history] = SwiftName.lower(node.state.id, kind: "state") + suffix
            }
        }
        var properties = Dictionary(
            uniqueKeysWithValues: (outerRegions.map { tree.nodes[$0].children } ?? []).map { (cases[$0], $0) }
        )
        for (history, property) in histories.sorted(by: { $0.key < $1.key }) {
            if let other = properties.updateValue(history, forKey: property) {
                throw collision(of: state(other).id, with: state(history).id, as: property, at: state(history).position)
            }
        }
        if isWrapped { types[0] = "State" }
    }

    private mutating func nameEvents() throws(ChartError) {
        let positions = tree.events.map { event in
            tree.edges.first { $0.transition.events.contains { $0.name == (event == "*" ? "" : event) } }?.transition
                .position ?? state(0).position
        }
        let names = try names(
            of: zip(tree.events, positions).map { ($0 == "*" ? "other" : $0, $1) },
            kind: "event"
        )
        if tree.events.last == "*", names.count < tree.events.count || tree.events.dropLast().contains("other") {
            throw collision(of: "other", with: "*", as: "other", at: positions.last ?? state(0).position)
        }
        events = zip(tree.events, names).map { ($0, $1.name) }
        let all = tree.edges.flatMap { edge in
            (edge.transition.condition?.guards ?? []).map { ($0, edge.transition.position) }
        }
        try nameGuards(all)
        payloads = tree.events.map { event in
            var guards: [String] = []
            for edge in tree.edges where edge.transition.events.contains(where: { $0.matches(event) }) {
                for name in edge.transition.condition?.guards ?? [] where !guards.contains(name) { guards.append(name) }
            }
            return guards
        }
        if let index = payloads.firstIndex(where: { $0.count > 6 }) {
            throw ChartError(
                positions[index],
                "the event “\(events[index].diagram)” has \(payloads[index].count) guards",
                expected: "at most 6, since all combinations are sampled"
            )
        }
    }

    /// Names guards: they are variables in the written code, which must not hide others that it
    /// reads there.
    private mutating func nameGuards(_ uses: [(text: String, position: Position)]) throws(ChartError) {
        let taken = namesInRules
        var owners: [String: String] = [:]
        for guarded in try names(of: uses, kind: "guard") {
            var name = SwiftName.variable(guarded.diagram, kind: "guard")
            while taken.contains(name) { name += "_" }
            if let other = owners.updateValue(guarded.diagram, forKey: name) {
                let position = uses.first { $0.text == guarded.diagram }?.position
                throw collision(of: other, with: guarded.diagram, as: name, at: position ?? state(0).position)
            }
            guards[guarded.diagram] = name
        }
    }

    /// - Parameter uses: What is named, and where.
    private func names(
        of uses: [(text: String, position: Position)],
        kind: String
    ) throws(ChartError) -> [(diagram: String, name: String)] {
        var result: [(diagram: String, name: String)] = []
        var owners: [String: String] = [:]
        for (text, position) in uses where owners[SwiftName.lower(text, kind: kind)] != text {
            let name = SwiftName.lower(text, kind: kind)
            if let other = owners.updateValue(text, forKey: name) {
                throw collision(of: other, with: text, as: name, at: position)
            }
            result.append((text, name))
        }
        return result
    }

    private func collision(
        of first: String,
        with second: String,
        as name: String,
        at position: Position
    ) -> ChartError {
        ChartError(
            position,
            "“\(first)” and “\(second)” would both be `\(name)` in Swift",
            expected: "names that differ in letters or digits"
        )
    }
}
