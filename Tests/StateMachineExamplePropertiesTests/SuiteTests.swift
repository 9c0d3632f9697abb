import GalleryMachines
import ImageSearchMachine
import OrderMachine
import RemoteContentMachine
import StateMachineExampleProperties
import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import StreamMachine
import Testing
import VideoMachine

/// What live machines do along generated suites: every machine that has a page in the
/// documentation.
@Suite(.timeLimit(.minutes(5)), .computing) struct SuiteTests {
    /// Runs all transitions, all pairs of transitions and all rejections, with the promises of the
    /// machine watched.
    ///
    /// Nothing that the graph offers may be left untried.
    private func expectEveryPath<Definition: FiniteStateDefinition>(_ properties: [MachineProperty<Definition>]) throws
    {
        let graph = try StateGraph(exploring: Definition.self)
        let coverage = TransitionCoverage(of: graph)
        for suite in [TraceSuite.transitions, .transitionPairs, .rejections] {
            for trace in try graph.traces(suite) {
                let machine = StateMachine(trace.initial)
                let watch = machine.watch(properties)
                try trace.run(on: machine, onStep: coverage.record)
                #expect(watch.failures.isEmpty, "\(suite): \(watch.failures)")
            }
        }
        for goal in TransitionCoverage<Definition>.Goal.allCases { try coverage.require(goal) }
    }

    @Test func `the machines take every path of their definitions`() throws {
        try expectEveryPath(StreamState.properties)
        try expectEveryPath(StreamSession.properties)
        try expectEveryPath(ImageSearchState.properties)
        try expectEveryPath(RemoteContentState.properties)
        try expectEveryPath(DataPresence.properties)
        try expectEveryPath(FlatRemoteContentState.properties)
        try expectEveryPath(VideoState.properties)
    }

    @Test func `the machines of the gallery take every path of their definitions`() throws {
        try expectEveryPath(TrafficLight.properties)
        try expectEveryPath(Onboarding.properties)
        try expectEveryPath(FormValidation.properties)
        try expectEveryPath(PushNotifications.properties)
        try expectEveryPath(Enemy.properties)
    }

    @Test func `an order takes every path of its definition`() throws {
        try expectEveryPath(Order.properties)
    }
}
