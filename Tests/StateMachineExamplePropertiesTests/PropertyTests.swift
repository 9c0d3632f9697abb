import GalleryMachines
import ImageSearchMachine
import OrderMachine
import RemoteContentMachine
import StateMachineExampleProperties
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import StreamMachine
import Testing
import VideoMachine

/// The properties of each machine hold.
@Suite(.timeLimit(.minutes(5)), .computing) struct PropertyTests {
    private func expectProofs<Definition: FiniteStateDefinition>(_ properties: [MachineProperty<Definition>]) throws {
        let graph = try StateGraph(exploring: Definition.self)
        for property in properties { try graph.verify(property) }
        // A property that any machine has says nothing: the names tell them apart.
        #expect(Set(properties.map(\.name)).count == properties.count)
    }

    @Test func `the properties of each machine hold`() throws {
        try expectProofs(StreamState.properties)
        try expectProofs(StreamSession.properties)
        try expectProofs(ImageSearchState.properties)
        try expectProofs(RemoteContentState.properties)
        try expectProofs(DataPresence.properties)
        try expectProofs(FlatRemoteContentState.properties)
        try expectProofs(VideoState.properties)
    }

    @Test func `the properties of the gallery's machines hold`() throws {
        try expectProofs(TrafficLight.properties)
        try expectProofs(Onboarding.properties)
        try expectProofs(FormValidation.properties)
        try expectProofs(PushNotifications.properties)
        try expectProofs(Enemy.properties)
    }

    @Test func `the properties of an order hold`() throws {
        try expectProofs(Order.properties)
    }
}
