import GalleryMachines
import ImageSearchMachine
import OrderMachine
import RemoteContentMachine
import StateMachineTestSupport
import StateMachineTesting
import StreamMachine
import Testing
import VideoMachine

/// What holds for every machine, checked with random events.
@Suite(.timeLimit(.minutes(5)), .computing) struct LawTests {
    /// No machine fails for having to wait for its turn.
    private let stillClock = ManualClock()

    @Test func `every machine obeys the laws`() async throws {
        // `check` throws the first law that a machine breaks.
        let runs = ProcessEnvironment.runs(10)
        try await MachineLaws.check(StreamState.self, runs: runs, clock: stillClock)
        try await MachineLaws.check(StreamSession.self, runs: runs, clock: stillClock)
        try await MachineLaws.check(ImageSearchState.self, runs: runs, clock: stillClock)
        try await MachineLaws.check(RemoteContentState.self, runs: runs, clock: stillClock)
        try await MachineLaws.check(DataPresence.self, runs: runs, clock: stillClock)
        try await MachineLaws.check(FlatRemoteContentState.self, runs: runs, clock: stillClock)
        try await MachineLaws.check(VideoState.self, runs: runs, clock: stillClock)
        try await MachineLaws.check(TrafficLight.self, runs: runs, clock: stillClock)
        try await MachineLaws.check(Onboarding.self, runs: runs, clock: stillClock)
        try await MachineLaws.check(FormValidation.self, runs: runs, clock: stillClock)
        try await MachineLaws.check(PushNotifications.self, runs: runs, clock: stillClock)
        try await MachineLaws.check(Enemy.self, runs: runs, clock: stillClock)
        try await MachineLaws.check(Order.self, runs: runs, clock: stillClock)
    }
}
