import StateMachines
import TrapHandling

/// The exploration itself: every move of every state, breadth first.
///
/// A move may trap at any time, and then this goes on on another thread. So no access to a
/// property is open while code under test runs, and what a step has found is noted at its end.
final class ExplorationWork<System: ExploredSystem>: TrappingWork {
    private(set) var systems: [System] = []
    private(set) var parents: [Int] = []
    /// For each initial state where it is in the system's list, which may have one twice.
    private(set) var initialIndices: [Int] = []
    /// For each state that was expanded its moves.
    private(set) var edges: [[SystemEdge]] = []
    private(set) var faults: [FoundFault] = []
    private(set) var edgeCount = 0
    private(set) var error: SystemExplorationError?
    private(set) var isDone = false

    private let stateLimit: Int
    private let reader = StructureReader(identifiers: System.identifiers)
    private var keys: [StructuralKey] = []
    private var numbers: [StructuralKey: Int] = [:]
    private var sharesObjects: [Bool] = []
    /// Of the state whose moves are being made, if it shares objects with others.
    private var fields: FieldKeys?
    private var faultNumbers: [FoundFault.Identity: Int] = [:]
    private var samples = MergedSamples<System>()

    /// What is being done.
    private var step = Step.begin
    private enum Step {
        case begin
        case offer(state: Int)
        case move(state: Int, number: Int, [NamedMove<System>])
        case compare(sample: Int)
    }

    init(stateLimit: Int) {
        self.stateLimit = stateLimit
    }

    /// Goes on for some thousand moves.
    func work() {
        let pause = edgeCount + 4096
        while !isDone, error == nil, edgeCount < pause {
            trap_step()
            switch step {
            case .begin:
                let initial = System.initialStates
                for (index, system) in initial.enumerated() {
                    let isNew = number(of: system, from: nil) == initialIndices.count
                    if isNew { initialIndices.append(index) }
                }
                if initialIndices.isEmpty { error = .noInitialStates }
                step = .offer(state: 0)
            case .offer(let state) where state == systems.count || systems.count > stateLimit:
                step = .compare(sample: 0)
            case .offer(let state):
                fields = sharesObjects[state] ? FieldKeys(of: systems[state], reader) : nil
                let moves = offered(by: systems[state])
                edges.append([])
                step = .move(state: state, number: 0, moves)
            case .move(let state, let number, let moves) where number == moves.count:
                step = .offer(state: state + 1)
            case .move(let state, let number, let moves):
                make(moves[number], in: state)
                // Copies share objects: a move of one copy may have changed all.
                if let property = fields?.firstChange(in: systems[state], reader) {
                    error = .sharedObject(property, changedBy: moves[number].name)
                }
                step = .move(state: state, number: number + 1, moves)
            case .compare(let sample) where sample == samples.list.count:
                isDone = true
            case .compare(let sample):
                compare(samples.list[sample])
                step = .compare(sample: sample + 1)
            }
        }
    }

    /// Notes that the present step has trapped, and goes on behind it.
    func note(_ fault: FoundFault) {
        switch step {
        case .begin:
            error = .noInitialStates
        case .offer(let state):
            edges.append([])
            add(
                SystemEdge(name: Self.offeringMoves, assumption: nil, isOptional: false, end: end(for: fault)),
                to: state
            )
            step = .offer(state: state + 1)
        case .move(let state, let number, let moves):
            add(edge(for: moves[number], end(for: fault)), to: state)
            step = .move(state: state, number: number + 1, moves)
        case .compare(let sample):
            error = .differentMoves("one of them traps")
            step = .compare(sample: sample + 1)
        }
    }

    /// How many states have had all of their moves made.
    var expandedCount: Int {
        if case .move(let state, let number, let moves) = step, number < moves.count { return state }
        return edges.count
    }

    /// The step that does not end, and the state it is in.
    var presentStep: (name: String, state: Int?) {
        switch step {
        case .begin: ("the initial states", nil)
        case .offer(let state): ("moves(_:)", state)
        case .move(let state, let number, let moves): (moves[number].name, state)
        case .compare: ("a comparison of states with the same key", nil)
        }
    }

    /// The names of the moves on a shortest path to a state.
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

    private func offered(by system: System) -> [NamedMove<System>] {
        let moves = NamedMove.offered(by: system, reader)
        var names: Set<String> = []
        for move in moves where !names.insert(move.name).inserted {
            error = .duplicateMove(move.name, in: StructureDifference.text(system))
        }
        return moves
    }

    private func make(_ move: NamedMove<System>, in state: Int) {
        var system = systems[state]
        do {
            try move.body(&system)
            let target = number(of: system, from: state)
            add(edge(for: move, .state(target)), to: state)
        } catch {
            add(edge(for: move, end(for: .thrown(Fault(thrown: error)))), to: state)
        }
    }

    private func edge(for move: NamedMove<System>, _ end: SystemEdge.End) -> SystemEdge {
        SystemEdge(name: move.name, assumption: move.assumption, isOptional: move.isOptional, end: end)
    }

    private func add(_ edge: SystemEdge, to state: Int) {
        edges[state].append(edge)
        edgeCount += 1
    }

    private func end(for fault: FoundFault) -> SystemEdge.End {
        if let number = faultNumbers[fault.identity] { return .fault(number) }
        faultNumbers[fault.identity] = faults.count
        faults.append(fault)
        return .fault(faults.count - 1)
    }

    /// The number of a state, which is stored if it is new.
    private func number(of system: System, from parent: Int?) -> Int {
        let structure = reader.structure(of: system)
        if let number = numbers[structure.key] {
            samples.offer(system, for: number)
            return number
        }
        numbers[structure.key] = systems.count
        keys.append(structure.key)
        sharesObjects.append(structure.hasReferences)
        parents.append(parent ?? systems.count)
        systems.append(system)
        return systems.count - 1
    }

    private static var offeringMoves: String { "offer moves" }

    private func isTrap(_ end: SystemEdge.End) -> Bool {
        if case .fault(let number) = end, case .trap = faults[number] { true } else { false }
    }

    /// Makes the moves of a state that was taken for another one, and compares what they lead to.
    private func compare(_ sample: MergedSamples<System>.Sample) {
        guard sample.number < edges.count else { return }
        let expected = Dictionary(edges[sample.number].map { ($0.name, $0.end) }) { first, _ in first }
        // What traps is not made again.
        guard expected[Self.offeringMoves] == nil else { return }
        let moves = offered(by: sample.system)
        var difference: String?
        if Set(moves.map(\.name)) != Set(expected.keys) {
            difference = "\(expected.keys.sorted()) and \(moves.map(\.name).sorted()) are offered"
        }
        for move in moves where difference == nil {
            guard let end = expected[move.name], !isTrap(end) else { continue }
            trap_step()
            var system = sample.system
            let isThrown = (try? move.body(&system)) == nil
            let isSame =
                switch end {
                case .state(let target): !isThrown && reader.structure(of: system).key == keys[target]
                case .fault: isThrown
                }
            if !isSame { difference = "'\(move.name)' leads elsewhere" }
        }
        guard let difference else { return }
        let fields = StructureDifference(from: systems[sample.number], to: sample.system)
        let field =
            fields.changes.isEmpty ? "something that reflection does not show" : "\(fields)"
        error = .differentMoves("\(difference), although only identifiers differ: \(field)")
    }
}

/// Some states that were taken for others.
private struct MergedSamples<System> {
    struct Sample {
        let system: System
        let number: Int
    }

    private(set) var list: [Sample] = []
    private var count = 0

    /// Keeps the first ones, and then ever fewer.
    mutating func offer(_ system: System, for number: Int) {
        count += 1
        if count & (count - 1) == 0 || count % 512 == 0, list.count < 200 {
            list.append(Sample(system: system, number: number))
        }
    }
}

/// The keys of the stored properties of a state.
private struct FieldKeys {
    private let keys: [(label: String, key: StructuralKey)]

    init(of system: Any, _ reader: StructureReader) {
        keys = Mirror(reflecting: system).children.map { ($0.label ?? "", reader.structure(of: $0.value).key) }
    }

    /// The first property that is not as it was.
    func firstChange(in system: Any, _ reader: StructureReader) -> String? {
        let now = FieldKeys(of: system, reader)
        return zip(keys, now.keys).first { $0.key != $1.key }?.0.label
    }
}

/// One move of one state, and what it leads to.
struct SystemEdge: Sendable {
    enum End: Sendable {
        case state(Int)
        case fault(Int)
    }

    let name: String
    let assumption: Assumption?
    let isOptional: Bool
    let end: End

    /// The same with another number of the fault.
    func numberingFaults(_ number: (Int) -> Int) -> SystemEdge {
        guard case .fault(let old) = end else { return self }
        return SystemEdge(name: name, assumption: assumption, isOptional: isOptional, end: .fault(number(old)))
    }
}
