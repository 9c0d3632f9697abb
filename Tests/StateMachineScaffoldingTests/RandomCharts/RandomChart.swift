import StateMachineGraphs
import StateMachineScaffolding

/// A chart made at random: nested and parallel states, conflicts, histories, completions and
/// actions.
struct RandomChart {
    private var generator: SeededGenerator
    private var count = 0
    private var ids: [String] = []
    private var histories: [String] = []
    private let position = Position(line: 1, column: 1)
    private let hasActions: Bool
    private let hasHistories: Bool
    private let hasSteps: Bool
    private let hasGuards: Bool
    private let hasConditions: Bool
    private let hasTargetless: Bool
    private let hasSecondTargets: Bool
    /// Whether the chart has few regions, and its steps without an event follow completions.
    private let isNested: Bool

    static let events = ["a", "b", "c", "d"]
    /// The last one is also the name of a variable in written code.
    static let guards = ["g", "h", "hasMoved"]

    /// A chart that can be written, and how many before it were refused.
    static func chart(seed: UInt64, isNested: Bool = false) -> (chart: Chart, refusals: [String]) {
        var refusals: [String] = []
        for attempt in 0..<UInt64(200) {
            var random = RandomChart(seed: seed &* 1000 &+ attempt, isNested: isNested)
            let chart = random.make()
            do throws(ChartError) {
                _ = try MachineWriter(chart, module: "Machine")
                return (chart, refusals)
            } catch {
                refusals.append("\(error)")
            }
        }
        fatalError("no chart can be written: \(refusals.suffix(3))")
    }

    private init(seed: UInt64, isNested: Bool) {
        self.isNested = isNested
        generator = SeededGenerator(seed: seed)
        hasActions = Bool.random(using: &generator)
        hasHistories = Int.random(in: 0..<3, using: &generator) == 0
        let hasSteps = Int.random(in: 0..<3, using: &generator) == 0
        self.hasSteps = hasSteps && !isNested
        hasGuards = Int.random(in: 0..<4, using: &generator) == 0
        hasConditions = Bool.random(using: &generator)
        hasTargetless = Bool.random(using: &generator)
        hasSecondTargets = Int.random(in: 0..<3, using: &generator) == 0
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func make() -> Chart {
        var root = state(.compound, depth: 0)
        root.id = ""
        ids.removeAll { $0 == "" }
        addTransitions(to: &root)
        return Chart(root: root)
    }

    private mutating func state(_ kind: Chart.State.Kind, depth: Int) -> Chart.State {
        let id = "s\(count)"
        count += 1
        if depth > 0 { ids.append(id) }
        var state = Chart.State(id: id, kind: kind, position: position)
        if hasActions {
            if chance(40) { state.entryActions = ["enter \(id)"] }
            if chance(40), kind != .final { state.exitActions = ["exit \(id)"] }
        }
        guard kind == .compound || kind == .parallel else { return state }
        let children =
            kind == .parallel ? Int.random(in: 2...3, using: &generator) : Int.random(in: 1...3, using: &generator)
        for _ in 0..<children {
            let roll = Int.random(in: 0..<100, using: &generator)
            let isRegion = kind == .parallel
            let limit = depth >= 3 ? 0 : depth == 0 ? 75 : isRegion ? 85 : 40
            if roll < limit {
                let isParallel = chance(isNested ? 5 : depth < 2 ? 55 : 25)
                state.children.append(self.state(isParallel ? .parallel : .compound, depth: depth + 1))
            } else if !isRegion, !state.children.isEmpty, chance(hasSteps || isNested ? 40 : 10) {
                state.children.append(self.state(.final, depth: depth + 1))
            } else {
                state.children.append(self.state(.atomic, depth: depth + 1))
            }
        }
        if hasHistories, depth > 0, chance(50) { state.children.insert(history(of: state), at: 0) }
        if kind == .compound, chance(40),
            let child = state.children.filter({ !isHistory($0) }).randomElement(using: &generator)
        {
            state.initial = Chart.Initial(targets: [inner(child)], position: position)
        }
        if kind == .compound, let history = state.children.first(where: isHistory), chance(40) {
            state.initial = Chart.Initial(targets: [history.id], position: position)
        }
        return state
    }

    private func isHistory(_ state: Chart.State) -> Bool { if case .history = state.kind { true } else { false } }

    private mutating func inner(_ state: Chart.State) -> String {
        let children = state.children.filter { !isHistory($0) }
        guard chance(30), let child = children.randomElement(using: &generator) else { return state.id }
        return inner(child)
    }

    private mutating func history(of parent: Chart.State) -> Chart.State {
        let isDeep = chance(60)
        var history = Chart.State(id: "h\(count)", kind: .history(isDeep: isDeep), position: position)
        count += 1
        let child = parent.children.randomElement(using: &generator) ?? parent
        // Now and then that of the child, which exists already.
        let nested = child.children.first(where: isHistory)?.id
        history.initial = Chart.Initial(
            targets: [chance(50) ? nested ?? child.id : isDeep ? inner(child) : child.id],
            position: position
        )
        histories.append(history.id)
        return history
    }

    private mutating func addTransitions(to state: inout Chart.State, among siblings: [String] = []) {
        let siblings = state.children.filter { !isHistory($0) }.map(\.id)
        for index in state.children.indices { addTransitions(to: &state.children[index], among: siblings) }
        guard !isHistory(state), state.kind != .final, state.id != "" else { return }
        if isNested, state.kind == .compound, chance(70), let target = siblings.randomElement(using: &generator) {
            state.transitions.append(
                Chart.Transition(
                    events: [.completion(of: state.id)],
                    targets: [target],
                    actions: hasActions ? ["finish \(state.id)"] : [],
                    position: position
                )
            )
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            var transition = Chart.Transition(
                events: [EventDescriptor(Self.events.randomElement(using: &generator) ?? "a")],
                targets: [],
                position: position
            )
            if hasSteps, chance(30) {
                let isCompletion = chance(65)
                let completed = chance(60) ? state.id : ids.randomElement(using: &generator) ?? state.id
                transition.events = isCompletion ? [.completion(of: completed)] : []
            } else if chance(4) {
                transition.events = [EventDescriptor("", isPrefix: true)]
            }
            if !hasTargetless || !chance(20) {
                transition.targets = [
                    (chance(25) ? histories : ids).randomElement(using: &generator) ?? ids[0]
                ]
                if isNested, chance(70), let target = siblings.randomElement(using: &generator) {
                    transition.targets = [target]
                }
                if chance(hasSecondTargets ? 6 : 0), let second = ids.randomElement(using: &generator) {
                    transition.targets.append(second)
                }
            }
            transition.isInternal = chance(20)
            if hasConditions, chance(30) { transition.condition = condition(depth: 0) }
            if hasGuards, chance(25) {
                transition.condition = guarded(depth: 0)
            }
            if hasActions, chance(50) { transition.actions = ["do \(state.id) \(state.transitions.count)"] }
            state.transitions.append(transition)
        }
    }

    /// Guards, one inside the other, and now and then a state.
    private mutating func guarded(depth: Int) -> Condition {
        let roll = Int.random(in: 0..<10, using: &generator)
        if roll < 4 || depth > 2 { return .guard(Self.guards.randomElement(using: &generator) ?? "g") }
        if roll < 5 {
            return chance(80) ? .isIn(ids.randomElement(using: &generator) ?? ids[0]) : .constant(chance(50))
        }
        if roll < 7 { return .not(guarded(depth: depth + 1)) }
        let conditions = (0..<Int.random(in: 2...3, using: &generator)).map { _ in guarded(depth: depth + 1) }
        return roll == 7 ? .all(conditions) : .any(conditions)
    }

    private mutating func condition(depth: Int) -> Condition {
        let roll = Int.random(in: 0..<10, using: &generator)
        if roll < 6 || depth > 1 { return .isIn(ids.randomElement(using: &generator) ?? ids[0]) }
        if roll < 8 { return .not(condition(depth: depth + 1)) }
        let conditions = [condition(depth: depth + 1), condition(depth: depth + 1)]
        return roll == 8 ? .all(conditions) : .any(conditions)
    }
}
