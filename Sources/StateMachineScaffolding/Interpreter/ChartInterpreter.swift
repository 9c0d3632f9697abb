/// An SCXML interpreter for structural charts.
///
/// It follows the algorithm in appendix D of the W3C recommendation "State Chart XML (SCXML)" of
/// 2015 and uses the names of its functions. `ChartInterpreter+Selection` chooses transitions, and
/// `ChartInterpreter+Entry` computes the states that they exit and enter.
///
/// The tables of the generated tests contain the interpreter's results. It shares only the chart,
/// which is data, with the code that writes Swift. It determines the relations between states,
/// matches events and evaluates conditions independently.
package struct ChartInterpreter: Sendable {
    struct Node: Sendable {
        var state: Chart.State
        var parent: Int?
        var last: Int
        var children: [Int]
        var histories: [Int]
    }

    struct Transition: Equatable, Sendable {
        var source: Int
        var order: Int
        var content: Chart.Transition
    }

    let nodes: [Node]
    let indices: [String: Int]
    package internal(set) var configuration: Set<Int> = []
    /// All states that have been entered so far.
    package internal(set) var entered: Set<Int> = []
    package internal(set) var historyValue: [Int: [Int]] = [:]
    var internalQueue: [String] = []
    var output: [String] = []
    package internal(set) var isRunning = true

    /// The actions at the beginning of the machine.
    package internal(set) var initialOutput: [String] = []

    /// Starts an interpreter of a chart.
    ///
    /// - Parameter beginning: One of the further beginnings of the chart.
    package init(_ chart: Chart, from beginning: Chart.Initial? = nil) {
        var nodes: [Node] = []
        func add(_ state: Chart.State, _ parent: Int?) {
            let index = nodes.count
            nodes.append(Node(state: state, parent: parent, last: index, children: [], histories: []))
            for child in state.children {
                if case .history = child.kind {
                    nodes[index].histories.append(nodes.count)
                } else {
                    nodes[index].children.append(nodes.count)
                }
                add(child, index)
            }
            nodes[index].last = nodes.count - 1
        }
        add(chart.root, nil)
        self.nodes = nodes
        indices = Dictionary(uniqueKeysWithValues: nodes.indices.map { (nodes[$0].state.id, $0) })
        let start = Transition(
            source: 0,
            order: 0,
            content: Chart.Transition(
                events: [],
                targets: beginning?.targets ?? initial(of: 0).map { nodes[$0].state.id },
                position: chart.root.position
            )
        )
        // The root is active, and nothing is exited:
        // `enterStates([doc.initial.transition])`.
        configuration = [0]
        enterStates([start])
        runToCompletion([:])
        initialOutput = output
        output = []
    }

    /// The ids of the active states without inner states, in document order.
    package var leaves: [String] {
        configuration.sorted().filter { isAtomic($0) && $0 != 0 }.map { nodes[$0].state.id }
    }

    /// Processes an external event.
    ///
    /// - Returns: The actions in order; `nil` if no transition was enabled for the event.
    package mutating func handle(_ event: String, guards: [String: Bool] = [:]) -> [String]? {
        guard isRunning else { return nil }
        let enabled = selectTransitions(event, guards)
        guard !enabled.isEmpty else { return nil }
        microstep(enabled)
        runToCompletion(guards)
        defer { output = [] }
        return output
    }

    mutating func runToCompletion(_ guards: [String: Bool]) {
        var steps = 0
        while isRunning {
            steps += 1
            guard steps < 10_000 else { return }
            var enabled = selectTransitions(nil, guards)
            if enabled.isEmpty {
                guard !internalQueue.isEmpty else { return }
                enabled = selectTransitions(internalQueue.removeFirst(), guards)
            }
            if !enabled.isEmpty { microstep(enabled) }
        }
    }

    mutating func microstep(_ enabled: [Transition]) {
        exitStates(enabled)
        for transition in enabled { output += transition.content.actions }
        enterStates(enabled)
    }

    func initial(of state: Int) -> [Int] {
        if let initial = nodes[state].state.initial { return initial.targets.compactMap { indices[$0] } }
        return nodes[state].state.kind == .compound ? Array(nodes[state].children.prefix(1)) : []
    }

    func targets(of transition: Transition) -> [Int] { transition.content.targets.compactMap { indices[$0] } }

    func isAtomic(_ state: Int) -> Bool { nodes[state].children.isEmpty }

    func isDescendant(_ state: Int, _ outer: Int) -> Bool { state > outer && state <= nodes[outer].last }

    func properAncestors(_ state: Int, upTo end: Int?) -> [Int] {
        var result: [Int] = []
        var next = nodes[state].parent
        while let ancestor = next, ancestor != end {
            result.append(ancestor)
            next = nodes[ancestor].parent
        }
        return result
    }
}
