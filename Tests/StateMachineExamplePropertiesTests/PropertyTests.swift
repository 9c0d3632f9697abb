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
    private func verify<Definition: FiniteStateDefinition>(_ properties: [MachineProperty<Definition>]) throws {
        let graph = try StateGraph(exploring: Definition.self)
        for property in properties { try graph.verify(property) }
        // A property that any machine has says nothing: the names tell them apart.
        #expect(Set(properties.map(\.name)).count == properties.count)
    }

    @Test func `the properties of each machine hold`() throws {
        try verify(StreamState.properties)
        try verify(StreamSession.properties)
        try verify(ImageSearchState.properties)
        try verify(RemoteContentState.properties)
        try verify(DataPresence.properties)
        try verify(FlatRemoteContentState.properties)
        try verify(VideoState.properties)
    }

    @Test func `the properties of the gallery's machines hold`() throws {
        try verify(TrafficLight.properties)
        try verify(Onboarding.properties)
        try verify(FormValidation.properties)
        try verify(PushNotifications.properties)
        try verify(Enemy.properties)
    }

    @Test func `the properties of an order hold`() throws {
        try verify(Order.properties)
    }
}
