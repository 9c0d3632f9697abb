import StateMachineTestSupport
import Testing

@testable import StateMachineGraphs

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct ObservedMachineTests {
    private let graph: StateGraph<Lamp>
    private let machine: StateGraph<Lamp>.ObservedMachine

    init() throws {
        graph = try StateGraph(exploring: Lamp.self)
        machine = try StateGraph.ObservedMachine(graph, StepBudget(suite: .faults(), limit: 1_000))
    }

    @Test func `each state is there once, nearest first, the initial ones before all others`() {
        #expect(machine.states == [.off, .on, .broken])
        #expect(machine.alphabet == [.toggle, .kick])
    }

    @Test func `the path to a state begins in an initial one and is a shortest`() throws {
        #expect(machine.states.indices.map { machine.path(to: $0).start } == [0, 0, 0])
        #expect(machine.states.indices.map { machine.path(to: $0).events } == [[], [0], [1]])
        #expect(try graph.traces(.faults(extraStates: 1)).allSatisfy { $0.initial == .off })
    }
}
