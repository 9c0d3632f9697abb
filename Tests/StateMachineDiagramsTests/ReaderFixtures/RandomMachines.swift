import Foundation
import StateMachineDiagrams
import StateMachineGraphs

@testable import StateMachineCatalog

/// Writes machines made at random, and walks through them: with regions or without, with states
/// inside states, and with names that readers need for themselves.
///
/// - Parameters:
///   - count: The number of machines. There are as many others of which only pictures are written.
///   - words: The names.
///   - folder: The folder of the machines.
///   - pictures: The folder of the pictures.
func writeRandomMachines(count: Int, words: [String], to folder: URL, pictures: URL) throws {
    for folder in [folder, pictures] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    print("random machines: seed \(seed)")
    for number in 0..<count * 2 {
        var machine = RandomMachine(words, regionCount: [1, 1, 2, 3].randomElement(using: &generator) ?? 1, &generator)
        let description = machine.explored()
        try write(try Picture(of: description).svg(), to: pictures, "random\(number).svg")
        guard number < count else { continue }
        for format in DiagramFormat.allCases {
            try write(description.text(in: format), to: folder, "random\(number).\(format.fileExtension)")
        }
        let walks = (0..<20).map { _ in walk(through: description, &generator) }
        try write(
            String(decoding: JSONEncoder().encode(walks), as: UTF8.self),
            to: folder,
            "random\(number).walks.json"
        )
    }
}

private func walk(through machine: MachineDescription, _ generator: inout SeededGenerator) -> Walk {
    var state = 0
    var walk = Walk(start: places(of: machine.states[state].name))
    for _ in 0..<Int.random(in: 1...12, using: &generator) {
        guard let step = machine.steps.filter({ $0.source == state }).randomElement(using: &generator) else { break }
        state = step.reaction?.target ?? state
        walk.steps.append(
            .init(
                event: "\(machine.events[step.event])",
                isAccepted: step.reaction != nil,
                states: places(of: machine.states[state].name)
            )
        )
    }
    return walk
}

/// A machine with a table of moves for each region, in which a move may need another region to be
/// in some state.
private struct RandomMachine {
    private struct Move {
        var target: Int
        /// A region and the state in which it has to be.
        var condition: (region: Int, state: Int)?
    }

    private let labels: [String]
    /// For each region its states.
    private let states: [[ValueName]]
    private let events: [ValueName]
    /// For each event and region, what becomes of each state.
    private var moves: [[[Move?]]] = []
    /// A region and a state of it in which the machine is at its end.
    private var end: (region: Int, state: Int)?

    init(_ words: [String], regionCount: Int, _ generator: inout SeededGenerator) {
        labels = names(regionCount, of: words, &generator)
        states = labels.map { _ in Self.states(words, &generator) }
        events = names(Int.random(in: 2...4, using: &generator), of: words, &generator).map { ValueName(caseName: $0) }
        let states = states
        moves = events.map { _ in
            states.indices.map { region in
                states[region].map { _ -> Move? in
                    guard generator.chance(1, in: 2) else { return nil }
                    let target = Int.random(in: states[region].indices, using: &generator)
                    let other = Int.random(in: states.indices, using: &generator)
                    guard other != region, generator.chance(1, in: 3) else { return Move(target: target) }
                    return Move(
                        target: target,
                        condition: (other, Int.random(in: states[other].indices, using: &generator))
                    )
                }
            }
        }
        guard generator.chance(1, in: 2) else { return }
        let region = Int.random(in: states.indices, using: &generator)
        let state = Int.random(in: states[region].indices, using: &generator)
        end = (region, state)
        // An end that handles nothing itself, as most do.
        guard generator.chance(2, in: 3) else { return }
        for event in moves.indices { moves[event][region][state] = nil }
    }

    /// Two or three states side by side, with one or two inside some of them.
    private static func states(_ words: [String], _ generator: inout SeededGenerator) -> [ValueName] {
        names(Int.random(in: 2...3, using: &generator), of: words, &generator).flatMap { outer -> [ValueName] in
            guard generator.chance(1, in: 3) else { return [ValueName(caseName: outer)] }
            return names(Int.random(in: 1...2, using: &generator), of: words, &generator).map { inner in
                ValueName(caseName: outer, regions: [.init(label: nil, name: ValueName(caseName: inner))])
            }
        }
    }

    /// What the machine does in all states that it can reach.
    mutating func explored() -> MachineDescription {
        var found = [labels.map { _ in 0 }]
        var numbers = [found[0]: 0]
        var steps: [MachineDescription.Step] = []
        var next = 0
        while next < found.count {
            for event in events.indices {
                let reaction = successor(of: found[next], event).map { state in
                    let number = numbers[state] ?? found.count
                    if number == found.count { found.append(state) }
                    numbers[state] = number
                    return MachineDescription.Reaction(target: number)
                }
                steps.append(.init(source: next, event: event, reaction: reaction))
            }
            next += 1
        }
        return MachineDescription(
            name: "random",
            states: found.enumerated().map { number, state in
                .init(
                    name: name(of: state),
                    isInitial: number == 0,
                    isFinal: end.map { state[$0.region] == $0.state } ?? false
                )
            },
            events: events,
            steps: steps
        )
    }

    /// The state after an event; `nil` if no region moves.
    private func successor(of state: [Int], _ event: Int) -> [Int]? {
        var isHandled = false
        let result = state.indices.map { region -> Int in
            guard let move = moves[event][region][state[region]] else { return state[region] }
            if let (other, needed) = move.condition, state[other] != needed { return state[region] }
            isHandled = true
            return move.target
        }
        return isHandled ? result : nil
    }

    private func name(of state: [Int]) -> ValueName {
        guard labels.count > 1 else { return states[0][state[0]] }
        return ValueName(
            caseName: nil,
            regions: state.indices.map { .init(label: labels[$0], name: states[$0][state[$0]]) }
        )
    }
}

/// Different names, of which some begin as those of functions that a reader calls by itself.
private func names(_ count: Int, of words: [String], _ generator: inout SeededGenerator) -> [String] {
    var names: Set<String> = []
    while names.count < count {
        let word = words.randomElement(using: &generator) ?? ""
        let prefix = generator.chance(1, in: 6) ? ["on_", "before_", "after_", "done_", "error_", "on_enter_"] : [""]
        names.insert((prefix.randomElement(using: &generator) ?? "") + word)
    }
    return names.sorted()
}
