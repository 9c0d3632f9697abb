import StateMachineGraphs
import StateMachineTrapHandling
import StateMachines

/// The exploration itself, which makes every move of every state.
///
/// A move may trap at any time, and the work then continues on another thread. So no access to a
/// property is open while code under test runs, and each step records its results at its end.
final class ExplorationWork<System: ExploredSystem>: CrashingWork {
    private(set) var systems: [System] = []
    private(set) var parents: [Int] = []
    /// For each state, the name of the step that reached it first.
    private var arrivals: [String] = []
    /// For each initial state, its index in the system's list, which may contain duplicates.
    private(set) var initialIndices: [Int] = []
    /// For each state, the moves that were made.
    private(set) var edges: [[SystemEdge]] = []
    private(set) var faults: [FoundFault] = []
    private(set) var edgeCount = 0
    private var takenCount = 0
    private var largestQueue = 0
    private(set) var error: SystemExplorationError?
    private(set) var isDone = false
    /// The trap that occurred while the initial states were made.
    private(set) var trapAtBegin: FoundFault?
    /// For each state, whether its moves were made, except for the postponed moves.
    private var areExpanded: [Bool] = []

    private let stateLimit: Int
    let reader = StateReader(of: System.self)
    private(set) var keys: [StateKey] = []
    /// The keys with the identifiers themselves; `nil` for states without identifiers.
    private var rawKeys: [StateKey?] = []
    private var numbers: [StateKey: Int] = [:]
    private var sharesObjects: [Bool] = []
    /// The shared objects of the state whose moves are being made.
    private var objects = SharedObjects()
    private var faultNumbers: [FoundFault.Identity: Int] = [:]
    private(set) var samples = MergedSamples<System>()
    /// The comparisons of equal states, which follow the exploration.
    var walks = StateWalks<System>()
    /// The moves whose results depend on something that is not part of the states.
    var variations: [StateVariation] = []
    /// Whether a state contains a set or a dictionary whose order may differ in an equal state.
    private(set) var hasHashOrder = false
    private var agenda = StateAgenda()
    private var postponed = PostponedMoves<System>()
    let choices: StepChoices
    /// The move that has just trapped, until its changes of shared objects have been checked.
    private(set) var trappedMove: String?
    /// Whether to stop before the next step.
    var isEnding = false
    /// The state with a move that leads to one state more than the limit allows.
    private var cutState: Int?

    /// The step in progress.
    private var step = Step.begin
    private enum Step {
        case begin
        case next
        case offer(state: Int)
        case move(state: Int, number: Int, [NamedMove<System>])
        case walk
    }

    /// The moves along which to explore; `nil` to explore everything.
    private var route: ExplorationRoute?

    init(stateLimit: Int, along route: ExplorationRoute? = nil) {
        (self.stateLimit, self.route) = (stateLimit, route)
        choices = StepChoices(reader)
    }

    /// Continues for some thousand moves.
    func work() {
        StepChoices.$present.withValue(StepChoices.Present(choices: choices)) { makeSteps() }
    }

    private func makeSteps() {
        let pause = edgeCount + 4096
        while !isDone, error == nil, edgeCount < pause {
            state_machine_trap_step()
            noteChangeBeforeTrap()
            if error != nil || isEnding { return }
            switch step {
            case .begin:
                let initial = System.initialStates
                if let first = route?.initial, !initial.indices.contains(first) {
                    error = .noInitialState(first)
                    break
                }
                for (index, system) in initial.enumerated() where index == route?.initial ?? index {
                    guard let number = number(of: system, from: nil) else { continue }
                    if number == initialIndices.count { initialIndices.append(index) }
                    if number == arrivals.count { arrivals.append("") }
                    agenda.add(number, after: nil, isAssumed: false)
                }
                if initialIndices.isEmpty { error = .noInitialStates }
                step = .next
            case .next where cutState != nil || systems.count > stateLimit: step = .walk
            case .next:
                if let state = agenda.takeFirst() {
                    takenCount += 1
                    step = .offer(state: state)
                } else if let (state, move) = postponed.takeFirst() {
                    // Reading the state may trap, and this must not count as a trap of the initial
                    // states. So the step changes before.
                    step = .move(state: state, number: 0, [move])
                    setObjects(of: state)
                } else {
                    step = .walk
                }
            case .offer(let state):
                setObjects(of: state)
                let moves = offered(in: state)
                let rest =
                    route != nil
                    ? moves : postponed.postpone(moves, of: state, parent: parents[state], after: arrivals[state])
                step = .move(state: state, number: 0, rest)
            case .move(let state, let number, let moves) where number == moves.count:
                areExpanded[state] = true
                step = .next
                followRoute(from: state)
            case .move(let state, let number, let moves):
                make(moves[number], in: state)
                if let duplicate = choices.duplicate {
                    let name = moves[number].name + duplicate
                    error = duplicateMove(name, in: systems[state])
                }
                // Copies share objects, so a move of one copy may have changed all copies.
                if let property = objects.firstChange(in: systems[state], reader) {
                    error = .sharedObject(property, changedBy: moves[number].name)
                }
                advance()
            case .walk: isDone = route != nil || !takeWalkStep()
            }
        }
    }

    /// Adds the next state of the route to the agenda; states that were expanded before need no
    /// further work.
    private func followRoute(from state: Int) {
        var state = state
        while let move = route?.takeNext() {
            guard let edge = edges[state].first(where: { $0.name == move }), case .state(let target) = edge.end else {
                // The move is no longer possible or leads to a fault.
                route?.end()
                return
            }
            route?.note(move, of: state)
            state = target
            guard areExpanded[target] else {
                agenda.add(target, after: nil, isAssumed: false)
                return
            }
        }
    }

    /// Reports an error if the move that has just trapped changed a shared object before the trap.
    private func noteChangeBeforeTrap() {
        guard let move = trappedMove, case .move(let state, _, _) = step else { return }
        if let property = objects.firstChange(in: systems[state], reader) {
            error = .sharedObject(property, changedBy: move)
        }
        trappedMove = nil
    }

    /// Repeats the current move with other choices in its middle, or proceeds to the next move.
    private func advance() {
        guard case .move(let state, let number, let moves) = step, !choices.advance() else { return }
        step = .move(state: state, number: number + 1, moves)
    }

    private func setObjects(of state: Int) {
        objects = sharesObjects[state] ? reader.objects(in: systems[state]) : SharedObjects()
    }

    /// Records that the current step has trapped and proceeds to the next step.
    func note(_ fault: FoundFault) {
        if let trappedMove {
            // The move has left an object that traps when it is read.
            error = .sharedObject("", changedBy: trappedMove)
            return
        }
        switch step {
        case .begin, .next: trapAtBegin = fault
        case .offer(let state):
            let end = end(for: fault)
            edges[state].append(SystemEdge(name: Self.offeringMoves, assumptions: [], isOptional: false, end: end))
            edgeCount += 1
            trappedMove = Self.offeringMoves
            step = .move(state: state, number: 0, [])
        case .move(let state, let number, let moves):
            add(edge(for: moves[number], end(for: fault)), to: state)
            trappedMove = moves[number].name
            advance()
        case .walk: noteTrapInWalk(fault)
        }
    }

    /// Returns whether all moves of a state were made.
    func isExpanded(_ state: Int) -> Bool {
        if case .move(state, let number, let moves) = step, number < moves.count { return false }
        return areExpanded[state] && state != cutState && !postponed.has(state)
    }

    /// Whether there are more states than the limit allows.
    var reachedLimit: Bool { cutState != nil }

    /// The moves of the route by their states; `nil` if the graph contains all moves.
    var routeMoves: [Int: Set<String>]? { route.flatMap(\.onlyMoves) }

    /// The stored properties that hide something from the exploration.
    var hiddenProperties: [HiddenProperty] { reader.hiddenProperties }

    /// Returns the extent of the exploration so far.
    func statistics(after duration: Duration) -> ExplorationStatistics {
        // A parent has a lower number than its children.
        var depths: [Int] = []
        for (state, parent) in parents.enumerated() { depths.append(parent == state ? 0 : depths[parent] + 1) }
        return ExplorationStatistics(
            states: systems.count,
            transitions: edgeCount,
            rejections: 0,
            depth: depths.max() ?? 0,
            largestQueue: largestQueue,
            duration: duration
        )
    }

    /// The names and types in ``SystemIdentifiers`` that no state contains.
    var unusedIdentifiers: UnusedIdentifiers { reader.unusedIdentifiers }

    /// The types in ``ExploredSystem/readings`` whose values no state contains.
    var unusedReadings: [String] { reader.unusedReadings }

    /// The number of moves that were not made because they trap in nearby states.
    var postponedCount: Int { postponed.count }

    /// The name of the step in progress, and its state.
    var presentStep: (name: String, state: Int?) {
        switch step {
        case .begin, .next: ("the initial states", nil)
        case .offer(let state): ("moves(_:)", state)
        case .move(let state, let number, let moves): (moves[number].name + choices.suffix, state)
        case .walk: ("a comparison of states with the same key", walks.current?.number)
        }
    }

    /// The name of the move in progress without its subject; empty outside a move.
    var presentTitle: String {
        if case .move(_, let number, let moves) = step, number < moves.count { moves[number].title } else { "" }
    }

    /// Returns the names of the moves on the path that first reached a state.
    func path(to state: Int) -> [String] {
        var (names, state): ([String], Int) = ([], state)
        while parents[state] != state {
            let parent = parents[state]
            let edge = edges[parent].first { if case .state(state) = $0.end { true } else { false } }
            names.append(edge?.name ?? "")
            state = parent
        }
        return names.reversed()
    }

    /// Returns the moves that a state offers, and records those that only a limit leaves out.
    private func offered(in state: Int) -> [NamedMove<System>] {
        let system = systems[state]
        var offered = SystemMoves<System>()
        system.moves(&offered)
        let moves = NamedMove.named(offered, of: system, reader)
        var names: Set<String> = []
        for move in moves where !names.insert(move.name).inserted { error = duplicateMove(move.name, in: system) }
        for limit in offered.limits {
            let assumptions = limit.assumption.map { [$0] } ?? []
            edges[state].append(SystemEdge(name: limit.name, assumptions: assumptions, isOptional: false, end: .limit))
        }
        return moves
    }

    private func duplicateMove(_ name: String, in system: System) -> SystemExplorationError {
        let remarks = unusedIdentifiers.remarks(in: systems)
        return .duplicateMove(name, in: StateDifference.text(system), remarks: remarks)
    }

    private func make(_ move: NamedMove<System>, in state: Int) {
        var system = systems[state]
        choices.begin()
        do {
            try move.body(&system)
            if let target = number(of: system, from: state) {
                add(edge(for: move, .state(target)), to: state)
            } else {
                cutState = state
            }
        } catch {
            add(edge(for: move, end(for: .thrown(SystemFault(thrown: error, in: move.title)))), to: state)
        }
    }

    private func edge(for move: NamedMove<System>, _ end: SystemEdge.End) -> SystemEdge {
        SystemEdge(
            name: move.name + choices.suffix,
            assumptions: (move.assumptions + choices.assumptions).uniqued(),
            isOptional: move.isOptional,
            isReentrant: !choices.suffix.isEmpty,
            end: end
        )
    }

    private func add(_ edge: SystemEdge, to state: Int) {
        edges[state].append(edge)
        edgeCount += 1
        let move = PostponedMoves<System>.Move(name: edge.name, assumptions: edge.assumptions)
        switch edge.end {
        case .state(let target):
            if target == arrivals.count { arrivals.append(edge.name) }
            if route?.isOpen != true { agenda.add(target, after: state, isAssumed: !edge.assumptions.isEmpty) }
            postponed.note(move, in: state, after: arrivals[state], fault: nil)
        case .fault(let fault):
            postponed.note(move, in: state, after: arrivals[state], fault: isTrap(edge.end) ? fault : nil)
        case .limit: break
        }
    }

    private func end(for fault: FoundFault) -> SystemEdge.End {
        if let number = faultNumbers[fault.identity] { return .fault(number) }
        faultNumbers[fault.identity] = faults.count
        faults.append(fault)
        return .fault(faults.count - 1)
    }

    /// Returns the number of a state and stores the state if it is new.
    ///
    /// The result is `nil` if the state is new and the limit allows no more states. Initial states
    /// are always stored.
    private func number(of system: System, from parent: Int?) -> Int? {
        let structure = reader.structure(of: system)
        hasHashOrder = hasHashOrder || structure.hasHashOrder
        if let number = numbers[structure.key] {
            samples.offer(system, for: number, isRenamed: structure.rawKey != rawKeys[number])
            return number
        }
        if parent != nil, systems.count >= stateLimit { return nil }
        numbers[structure.key] = systems.count
        keys.append(structure.key)
        rawKeys.append(structure.rawKey)
        sharesObjects.append(structure.hasReferences)
        parents.append(parent ?? systems.count)
        systems.append(system)
        edges.append([])
        areExpanded.append(false)
        largestQueue = max(largestQueue, systems.count - takenCount)
        return systems.count - 1
    }

    static var offeringMoves: String { "offer moves" }

    func isTrap(_ end: SystemEdge.End) -> Bool {
        if case .fault(let number) = end, case .trap = faults[number] { true } else { false }
    }

    /// Adds a fault that a repetition of a move has led to.
    func addFault(_ fault: FoundFault, of move: NamedMove<System>, to state: Int) {
        edges[state].append(
            SystemEdge(
                name: move.name,
                assumptions: move.assumptions,
                isOptional: move.isOptional,
                end: end(for: fault)
            )
        )
    }
}
