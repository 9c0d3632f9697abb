import RemoteContentMachine
import StateMachineGraphs
import StateMachines
import Testing
import VideoMachine

@testable import StateMachineDiagrams
@testable import reader_fixtures

struct AutomatonTests {
    @Test("states that behave alike are one, and others with the same cases are not")
    func classes() throws {
        let video = Automaton(of: MachineDescription(of: try StateGraph(exploring: VideoState.self)))
        #expect(video.states.map(\.title) == ["willDownload", "downloading", "playing", "failed", "paused"])

        // What is popped differs, so each of the 1 + 2 + 4 + 8 stacks is a state of its own.
        let graph = try StateGraph(exploring: Stack.self)
        let stack = Automaton(of: MachineDescription(of: graph))
        #expect(graph.states.count == 15)
        #expect(stack.states.count == 15)
        #expect(stack.states[1].title == "holding([1])")
    }

    @Test("the automaton does what the machine does")
    func equivalence() throws {
        try check(RemoteContentState.self)
        try check(VideoState.self)
        try check(Room.self)
        try check(Stack.self)
    }

    /// Follows both at the same time, to every pair of states that they reach together.
    private func check<Definition: FiniteStateDefinition>(_ type: Definition.Type) throws {
        let graph = try StateGraph(exploring: type)
        let machine = MachineDescription(of: graph)
        let automaton = Automaton(of: machine)
        var pairs: [(Int, Int)] = [(0, 0)]
        var seen: Set<[Int]> = [[0, 0]]
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

    @Test("a machine of regions becomes a parallel state, unless payloads decide")
    func parallel() throws {
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
