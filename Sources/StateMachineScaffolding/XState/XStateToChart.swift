import StateMachineCommandLine

/// A translation of a configuration to a chart.
///
/// A chart follows SCXML's algorithm, and XState 5 differs from it in these points:
/// - A transition stays inside its source if it can, even if the source is the target. A chart has
///   an internal transition instead, or one without a target.
/// - The machine itself can have transitions. A chart repeats them in the outermost states.
/// - A parallel state can stay active while all of its regions are exited; see ``XStateRegions``.
/// - An event with an exact name is tried before wildcards, and longer wildcards before shorter
///   ones.
struct XStateToChart {
    let outline: XStateReader.Outline
    var errors = ErrorList()
    var work: XStateWork
    /// The parallel states whose regions a transition exits without exiting the state itself.
    var restarted: Set<Int> = []
    /// The number of transitions.
    var count = 0
    /// Whether the file contains names that an export of this package has stored.
    private var isExported = false

    /// The largest number of transitions.
    static let transitionLimit = 5_000

    init(_ outline: XStateReader.Outline) {
        self.outline = outline
        work = XStateWork(outline)
    }

    /// Returns the chart.
    ///
    /// - Throws: ``ChartError`` with all errors of the file.
    consuming func chart() throws(ChartError) -> Chart {
        errors = work.errors
        let machine = outline.nodes[0]
        var root = Chart.State(id: "", kind: .compound, position: machine.position)
        let state = state(0)
        try errors.throwAll()
        guard count <= Self.transitionLimit else {
            throw ChartError(
                machine.position,
                "the machine has more than \(Self.transitionLimit) transitions",
                expected: "fewer transitions"
            )
        }
        switch machine.kind {
        case .parallel: root.children = [state]
        case .compound:
            root.children = state.children
            root.initial = state.initial
            try distribute(state, over: &root)
        case .atomic, .final, .history:
            throw ChartError(
                machine.position,
                "the machine contains no states",
                expected: "a member “states” with states"
            )
        }
        var chart = Chart(name: outline.machineID == "(machine)" ? nil : outline.machineID, root: root)
        chart.isExported = isExported
        if machine.kind == .compound { chart.machineActivities = Set(state.activities) }
        try XStateRegions(outline, restarted: Set(restarted.map { outline.nodes[$0].chartID })).adapt(&chart)
        return chart
    }

    // MARK: States

    private mutating func state(_ index: Int) -> Chart.State {
        let node = outline.nodes[index]
        var state = Chart.State(id: node.chartID, kind: node.kind, position: node.position)
        if index > 0, node.chartID != node.key { (state.key, state.label) = (node.key, node.key) }
        attempt { reader, errors throws(ChartError) in
            var ignored = ErrorList()
            let members = try XStateMembers(node.config, index == 0 ? .machine : .state, &ignored)
            state.notes = try members["description"].map { tree throws(ChartError) in [try tree.string] } ?? []
            state.label = reader.exported("name", in: members) ?? state.label
            if case .history = node.kind {
                state.initial = try reader.historyDefault(of: index, members)
                return
            }
            state.initial = try reader.initial(of: index, members)
            state.entryActions = XStateNames.actions(members["entry"], &errors)
            state.exitActions = XStateNames.actions(members["exit"], &errors)
            state.activities = reader.work.activities[index] ?? []
            state.waits = reader.work.waits[index] ?? [:]
            state.transitions = reader.transitions(of: index, members, &errors)
            for error in state.hiddenTransitions { errors.add(error) }
        }
        state.children = outline.nodes[index].children.map { self.state($0) }
        return state
    }

    /// Runs a step and collects its errors.
    private mutating func attempt(_ step: (inout Self, inout ErrorList) throws(ChartError) -> Void) {
        var found = ErrorList()
        do throws(ChartError) { try step(&self, &found) } catch { found.add(error) }
        do throws(ChartError) { try found.throwAll() } catch { errors.add(error) }
    }

    private func initial(of index: Int, _ members: XStateMembers) throws(ChartError) -> Chart.Initial? {
        let node = outline.nodes[index]
        guard let tree = members["initial"] else {
            guard node.kind == .compound else { return nil }
            let first = outline.states(in: index).first.map { outline.nodes[$0].key } ?? "…"
            throw ChartError(
                node.position,
                "\(name(index)) has no initial state",
                expected: "\"initial\": \"\(first)\""
            )
        }
        guard node.kind == .compound else {
            throw ChartError(
                tree.position,
                "\(name(index)) has an initial state but is not a compound state",
                expected: "no initial state"
            )
        }
        var target = tree
        if case .object = tree.value {
            if let actions = tree.optional("actions"), !actions.isEmpty {
                throw ChartError(
                    actions.position,
                    "actions of an initial transition are not supported",
                    fix: "move them to “entry” of its target"
                )
            }
            target = try tree.member("target")
        }
        let key = try target.string
        guard let child = node.children.first(where: { outline.nodes[$0].key == key }) else {
            throw ChartError(
                target.position,
                "\(name(index)) does not contain the initial state “\(key.abbreviated(after: 60))”",
                expected: keys(in: index)
            )
        }
        return Chart.Initial(targets: [outline.nodes[child].chartID], position: target.position)
    }

    /// Returns the states that a history stands for while nothing is stored.
    private func historyDefault(of index: Int, _ members: XStateMembers) throws(ChartError) -> Chart.Initial? {
        let node = outline.nodes[index]
        guard let parent = node.parent else { return nil }
        if let tree = members["target"] {
            let targets = try Self.texts(tree).map { text throws(ChartError) in
                outline.nodes[try resolve(text.text, in: parent, at: text.position)].chartID
            }
            return Chart.Initial(targets: targets, position: tree.position)
        }
        if outline.nodes[parent].kind == .parallel {
            let regions = outline.states(in: parent).map { outline.nodes[$0].chartID }
            return Chart.Initial(targets: regions, position: node.position)
        }
        let targets = try initialTargets(of: parent)
        return targets.isEmpty ? nil : Chart.Initial(targets: targets, position: node.position)
    }

    func initialTargets(of index: Int) throws(ChartError) -> [String] {
        var ignored = ErrorList()
        let part: XStateMembers.Part = index == 0 ? .machine : .state
        let members = try XStateMembers(outline.nodes[index].config, part, &ignored)
        return try initial(of: index, members)?.targets ?? []
    }

    /// Returns a name that an export of this package has stored.
    mutating func exported(_ name: String, in members: XStateMembers) -> String? {
        guard case .string(let text)? = members["meta"]?.optional("machine:\(name)")?.value else { return nil }
        isExported = true
        return text
    }

    func name(_ index: Int) -> String { index == 0 ? "the machine" : "“\(outline.nodes[index].chartID)”" }

    private func keys(in index: Int) -> String {
        let keys = outline.nodes[index].children.map { outline.nodes[$0].key }
        return keys.isEmpty
            ? "the key of a state"
            : "one of the keys " + keys.prefix(8).map { "“\($0.abbreviated(after: 40))”" }.joined(separator: ", ")
    }
}

extension JSONTree {
    /// Whether the value is `null` or an empty list.
    fileprivate var isEmpty: Bool {
        switch value {
        case .null: true
        case .array(let elements): elements.isEmpty
        case .object, .string, .number, .bool: false
        }
    }
}
