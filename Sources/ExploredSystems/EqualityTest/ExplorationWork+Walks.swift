import StateMachineGraphs

extension ExplorationWork {
    /// Takes one step of a walk; returns false if there were enough walks.
    func takeWalkStep() -> Bool {
        if let difference = walks.difference {
            resolve(difference)
        } else if walks.current == nil {
            guard walks.made < walkLimit, variations.count < 10, !areIdentifiersWrong else { return false }
            beginWalk()
        } else if walks.current?.moves == nil {
            offerMovesInWalk()
        } else if let walk = walks.current, let moves = walk.moves, walk.begun < moves.count {
            makeMoveInWalk(moves[walk.begun])
        } else {
            walks.advance()
        }
        return true
    }

    /// The number of moves that walks make.
    ///
    /// Walks find wrong identifiers, and sets whose order matters, so more of them help if a system
    /// has identifiers or sets. If the order of a set matters, other orders may lead to faults.
    private var walkLimit: Int {
        let isOrderImportant = variations.contains { if case .order = $0.cause { true } else { false } }
        if isOrderImportant { return max(1_000, edgeCount / 8) }
        return hasHashOrder || !System.identifiers.isEmpty ? max(250, edgeCount / 24) : max(64, edgeCount / 32)
    }

    /// Whether the first wrong identifier was found, to which many other differences may be due.
    private var areIdentifiersWrong: Bool {
        variations.contains { if case .identifiers = $0.cause { true } else { false } }
    }

    private func beginWalk() {
        // A walk that makes no move counts, too.
        walks.made += 1
        let samples = samples.list
        switch walks.nextStart(samples: samples.count, states: systems.count, isRepeating: hasHashOrder) {
        case .sample(let sample):
            walks.current = StateWalks.Walk(system: samples[sample].system, number: samples[sample].number)
        case .state(let state): walks.current = StateWalks.Walk(system: systems[state], number: state)
        case .initial(let state):
            guard let walk = walk(to: state) else { return }
            walks.current = walk
        }
    }

    /// Returns a walk from a new initial state to another state.
    private func walk(to state: Int) -> StateWalks<System>.Walk? {
        var (route, number) = ([Int](), state)
        while parents[number] != number {
            route.append(number)
            number = parents[number]
        }
        let initial = System.initialStates
        guard initialIndices.indices.contains(number), initial.indices.contains(initialIndices[number]) else {
            return nil
        }
        return StateWalks.Walk(system: initial[initialIndices[number]], number: number, route: route)
    }

    /// The results of the moves of a state; `nil` if some results are unknown.
    private func results(of state: Int) -> [String: SystemEdge.End]? {
        guard isExpanded(state) else { return nil }
        let edges = edges[state].lazy.filter { !$0.isReentrant }
        let made = edges.filter { if case .limit = $0.end { false } else { true } }
        let results = Dictionary(made.map { ($0.name, $0.end) }) { first, _ in first }
        // If this state trapped while it offered its moves, it is not tried again.
        return results[Self.offeringMoves] == nil ? results : nil
    }

    private func offerMovesInWalk() {
        guard let walk = walks.current else { return }
        guard let expected = results(of: walk.number) else {
            walks.current = nil
            return
        }
        walks.current?.moves = []
        let moves = NamedMove.offered(by: walk.system, reader)
        let names = OfferedNames(Set(expected.keys), Set(moves.map(\.name)))
        if !names.areEqual { return note(nil, names.difference, nil) }
        walks.current?.moves = moves.filter { move in
            guard let end = expected[move.name], !isTrap(end) else { return false }
            guard let next = walk.route.last else { return true }
            if case .state(next) = end { return true } else { return false }
        }
    }

    private func makeMoveInWalk(_ move: NamedMove<System>) {
        guard let walk = walks.current, let end = results(of: walk.number)?[move.name] else { return }
        walks.current?.begun += 1
        walks.made += 1
        var system = walk.system
        choices.begin()
        let fault = fault(of: move, in: &system)
        switch end {
        case .state(let target):
            guard fault == nil, reader.structure(of: system).key == keys[target] else {
                return note(move, "'\(move.name)' leads to different states", fault)
            }
            walks.current?.successors.append((system, target))
        case .limit: break
        case .fault:
            if fault == nil { note(move, "'\(move.name)' leads to different states", nil) }
        }
    }

    private func fault(of move: NamedMove<System>, in system: inout System) -> FoundFault? {
        do {
            try move.body(&system)
            return nil
        } catch {
            return .thrown(SystemFault(thrown: error, in: move.title))
        }
    }

    private func note(_ move: NamedMove<System>?, _ text: String, _ fault: FoundFault?) {
        guard let walk = walks.current else { return }
        walks.difference = StateWalks.Difference(
            number: walk.number,
            other: walk.system,
            move: move,
            text: text,
            fault: fault
        )
    }

    /// Records that a step of a walk has trapped.
    func noteTrapInWalk(_ fault: FoundFault) {
        if let difference = walks.difference {
            // The move did not trap before.
            return end(difference, .chance("it traps in some attempts but not in others"), fault)
        }
        guard let walk = walks.current else { return }
        let moves = walk.moves ?? []
        let move = walk.begun > 0 && walk.begun <= moves.count ? moves[walk.begun - 1] : nil
        note(move, "one of the two traps", fault)
    }

    /// Finds the cause of a difference: chance, the order of a set, or wrong identifiers.
    private func resolve(_ difference: StateWalks<System>.Difference) {
        let (state, move) = (systems[difference.number], difference.move)
        // A result that differs in the state itself depends on chance.
        walks.difference?.repetitions += 1
        if difference.repetitions < 3 {
            if let chance = differentResult(of: move, in: state, difference.number) {
                end(difference, .chance(chance), difference.fault)
            }
            return
        }
        let orders = orders(in: state, and: difference.other)
        let raw = StateReader(identifiers: [], readings: System.readings)
        let isAlike = raw.structure(of: state).key == raw.structure(of: difference.other).key
        if isAlike { return end(difference, orders.isEmpty ? .hidden : .order(orders), difference.fault) }
        // The identifiers of new values are those of the state, but the order may be another.
        if difference.repetitions < 8, !orders.isEmpty {
            guard let system = repeatedMoves(to: difference.number) else { return }
            walks.keep(system)
            if differentResult(of: move, in: system, difference.number) != nil {
                end(difference, .order(orders), difference.fault)
            }
            return
        }
        end(difference, .identifiers(text(of: difference)), nil)
    }

    /// Returns what a wrong identifier has led to, and a remedy.
    private func text(of difference: StateWalks<System>.Difference) -> String {
        let state = systems[difference.number]
        if difference.move == nil, let results = results(of: difference.number) {
            let moves = NamedMove.offered(by: difference.other, reader)
            let names = OfferedNames(Set(results.keys), Set(moves.map(\.name)))
            if let remedy = names.plainIdentifier(reader.ranks(in: state), reader.ranks(in: difference.other), reader) {
                return "\(names.difference). \(remedy)"
            }
        }
        let fields = StateDifference(from: state, to: difference.other)
        let field = fields.changes.isEmpty ? "a value that reflection does not show" : "\(fields)"
        let differing =
            difference.fault?.isTrap == true ? "" : ", although the states differ only in IDs (\(field))"
        return """
            \(difference.text)\(differing). The code may only compare IDs with each other; where there is no ID, store nil instead of a \
            constant such as 0
            """
    }

    private func end(_ difference: StateWalks<System>.Difference, _ cause: StateVariation.Cause, _ fault: FoundFault?) {
        (walks.difference, walks.current) = (nil, nil)
        addVariation(StateVariation(move: difference.move?.title ?? Self.offeringMoves, cause: cause))
        guard let fault, let move = difference.move else { return }
        addFault(fault, of: move, to: difference.number)
    }

    /// Adds a variation unless one with the same move and a cause of the same kind is known.
    private func addVariation(_ variation: StateVariation) {
        let isKnown = variations.contains { known in
            guard known.move == variation.move else { return false }
            return switch (known.cause, variation.cause) {
            case (.chance, .chance), (.order, .order), (.hidden, .hidden), (.identifiers, .identifiers): true
            case (.chance, _), (.order, _), (.hidden, _), (.identifiers, _): false
            }
        }
        if !isKnown { variations.append(variation) }
    }

    /// Makes a move, and returns how its result differs from that of the exploration.
    private func differentResult(of move: NamedMove<System>?, in system: System, _ number: Int) -> String? {
        guard let expected = results(of: number) else { return nil }
        let moves = NamedMove.offered(by: system, reader)
        guard let move else {
            let isSame = Set(moves.map(\.name)) == Set(expected.keys)
            return isSame ? nil : "\(moves.map(\.name).sorted()) instead of \(expected.keys.sorted())"
        }
        guard let move = moves.first(where: { $0.name == move.name }), let end = expected[move.name] else { return nil }
        var changed = system
        choices.begin()
        let fault = fault(of: move, in: &changed)
        switch end {
        case .state(let target):
            if fault != nil { return "it throws an error in some attempts but not in others" }
            if reader.structure(of: changed).key == keys[target] { return nil }
            let fields = StateDifference(from: systems[target], to: changed)
            return fields.changes.isEmpty ? "a value that reflection does not show" : "\(fields)"
        case .fault: return fault == nil ? "it throws an error in some attempts but not in others" : nil
        case .limit: return nil
        }
    }

    /// Makes the moves to a state again, from a new initial state.
    private func repeatedMoves(to state: Int) -> System? {
        guard let walk = walk(to: state) else { return nil }
        var (system, number) = (walk.system, walk.number)
        for next in walk.route.reversed() {
            let edge = edges[number].first { if case .state(next) = $0.end { !$0.isReentrant } else { false } }
            let move = NamedMove.offered(by: system, reader).first { $0.name == edge?.name }
            choices.begin()
            guard let move, fault(of: move, in: &system) == nil else { return nil }
            number = next
        }
        return system
    }

    /// Returns the properties of the sets and dictionaries whose orders differ.
    private func orders(in one: System, and other: System) -> [String] {
        let (one, other) = (reader.orders(in: one), reader.orders(in: other))
        return one.keys.filter { one[$0] != other[$0] }.sorted()
    }
}
