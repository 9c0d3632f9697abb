import RemoteContentMachine
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing
import VideoMachine

@testable import StateMachineDiagrams

@Suite(.timeLimit(.minutes(5)), .computing) struct AutomatonTests {
    @Test func `states that behave alike are one, and others with the same cases are not`() throws {
        let video = ExecutableChart.Automaton(of: MachineDescription(of: try StateGraph(exploring: VideoState.self)))
        #expect(video.states.map(\.title) == ["willDownload", "downloading", "playing", "paused", "failed"])

        // What is popped differs, so each of the 1 + 2 + 4 + 8 stacks is a state of its own.
        let graph = try StateGraph(exploring: Stack.self)
        let stack = ExecutableChart.Automaton(of: MachineDescription(of: graph))
        #expect(graph.states.count == 15)
        #expect(stack.states.count == 15)
        #expect(stack.states[1].title == "holding([1])")
    }

    @Test func `states in which something else goes on are told apart where that is asked for`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Muted.self))
        #expect(ExecutableChart.Automaton(of: machine).states.map(\.title) == ["playing"])
        let exact = ExecutableChart.Automaton(of: machine, isExact: true)
        #expect(exact.states.map(\.representative.activities.count) == [2, 1])
        #expect(exact.transitions.map(\.reaction.exited.count) == [1, 0])
    }

    @Test func `a chain of states that differ in how far its end is has one class for each, and soon`() throws {
        let automaton = ExecutableChart.Automaton(of: MachineDescription(of: try StateGraph(exploring: Countdown.self)))
        #expect(automaton.states.count == 1001)
    }

    @Test func `classes are those of the plain refinement of all states in every round`() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let machine = randomMachine(&generator)
            #expect(BisimulationClasses(of: machine, isExact: false).numbers == plainClasses(machine))
        }
    }

    private func randomMachine(_ generator: inout SeededGenerator) -> MachineDescription {
        let count = Int.random(in: 1...9, using: &generator)
        return MachineDescription(
            name: "random",
            states: (0..<count).map { _ in .init(name: ValueName(caseName: generator.chance(1, in: 4) ? "a" : "b")) },
            events: [ValueName(caseName: "x"), ValueName(caseName: "y")],
            steps: (0..<count).flatMap { source in
                (0..<2).map { event in
                    let target = Int.random(in: 0..<count, using: &generator)
                    let isHandled = generator.chance(3, in: 4)
                    return .init(source: source, event: event, reaction: isHandled ? .init(target: target) : nil)
                }
            }
        )
    }

    private func plainClasses(_ machine: MachineDescription) -> [Int] {
        func numbered(_ values: [[Int?]]) -> [Int] {
            var numbers: [[Int?]: Int] = [:]
            return values.map { value in
                let number = numbers[value] ?? numbers.count
                numbers[value] = number
                return number
            }
        }
        var classes = numbered(machine.states.map { [$0.name.caseName == "a" ? 0 : 1] })
        for _ in machine.states {
            classes = numbered(
                machine.states.indices.map { state in
                    [classes[state]]
                        + machine.steps.filter { $0.source == state }.map { $0.reaction.map { classes[$0.target] } }
                }
            )
        }
        return classes
    }

    @Test func `the automaton does what the machine does`() throws {
        try check(RemoteContentState.self)
        try check(VideoState.self)
        try check(Room.self)
        try check(Stack.self)
    }

    /// Follows both at the same time, to every pair of states that they reach together.
    private func check<Definition: FiniteStateDefinition>(_ type: Definition.Type) throws {
        let graph = try StateGraph(exploring: type)
        let machine = MachineDescription(of: graph)
        let automaton = ExecutableChart.Automaton(of: machine)
        let beginning = try #require(machine.states.firstIndex { $0.isInitial })
        let first = try #require(automaton.states.firstIndex { $0.representative.isInitial })
        var pairs = [(beginning, first)]
        var seen: Set<[Int]> = [[beginning, first]]
        while let (state, simulated) = pairs.popLast() {
            #expect(machine.states[state].name.path == automaton.states[simulated].representative.name.path)
            for step in machine.steps where step.source == state {
                let transition = automaton.transitions.first { $0.source == simulated && $0.event == step.event }
                #expect((step.reaction == nil) == (transition == nil))
                #expect(step.reaction?.output == transition?.reaction.output)
                guard let reaction = step.reaction, let transition else { continue }
                if seen.insert([reaction.target, transition.reaction.target]).inserted {
                    pairs.append((reaction.target, transition.reaction.target))
                }
            }
        }
        #expect(Set(seen.map { $0[0] }).count == graph.states.count)
    }

    @Test func `a machine of regions becomes a parallel state, unless payloads decide`() throws {
        let room = ExecutableChart(of: MachineDescription(of: try StateGraph(exploring: Room.self)))
        #expect(room.root.kind == .parallel)
        #expect(room.root.states.map(\.title) == ["door", "lamp", "alarm"])
        let counters = ExecutableChart(of: MachineDescription(of: try StateGraph(exploring: Counters.self)))
        #expect(counters.root.kind == .plain)
    }
}

private struct Counters: FiniteStateDefinition {
    var left = Counter.at(0)
    var right = Counter.at(0)

    enum Counter: StateDefinition, Hashable {
        case at(Int)

        mutating func handleEvent(_ event: Void) throws(TransitionError) {
            switch self {
            case .at(let number) where number < 3: self = .at(number + 1)
            case .at: throw .invalid
            }
        }
    }

    enum Event: CaseIterable { case left, right }

    static var initialStates: [Counters] { [Counters()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .left: try left.handleEvent(())
        case .right: try right.handleEvent(())
        }
    }
}

private enum Muted: FiniteStateDefinition {
    case playing(isMuted: Bool)

    enum Event: CaseIterable { case mute }
    enum Activity: Hashable { case video, sound }

    static var initialStates: [Muted] { [.playing(isMuted: false)] }

    var activities: [Activity] {
        switch self {
        case .playing(let isMuted): isMuted ? [.video] : [.video, .sound]
        }
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .playing(let isMuted): self = .playing(isMuted: !isMuted)
        }
    }
}

private enum Countdown: FiniteStateDefinition {
    case left(Int)

    enum Event: CaseIterable { case tick }

    static var initialStates: [Countdown] { [.left(1000)] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .left(0): throw .invalid
        case .left(let number): self = .left(number - 1)
        }
    }
}
