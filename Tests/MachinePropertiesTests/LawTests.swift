import GalleryMachines
import ImageSearchMachine
import OrderMachine
import RemoteContentMachine
import StateMachineTesting
import StreamMachine
import TestSupport
import Testing
import VideoMachine

/// What holds for every machine, checked with random events.
@Suite(.timeLimit(.minutes(5)), .computing) struct LawTests {
    /// No machine fails for having to wait for its turn.
    private let stillClock = ManualClock()

    @Test func `every machine obeys the laws`() async throws {
        try await MachineLaws.check(StreamState.self, runs: 10, clock: stillClock)
        try await MachineLaws.check(StreamSession.self, runs: 10, clock: stillClock)
        try await MachineLaws.check(ImageSearchState.self, runs: 10, clock: stillClock)
        try await MachineLaws.check(RemoteContentState.self, runs: 10, clock: stillClock)
        try await MachineLaws.check(FlatRemoteContentState.self, runs: 10, clock: stillClock)
        try await MachineLaws.check(VideoState.self, runs: 10, clock: stillClock)
        try await MachineLaws.check(TrafficLight.self, runs: 10, clock: stillClock)
        try await MachineLaws.check(Onboarding.self, runs: 10, clock: stillClock)
        try await MachineLaws.check(FormValidation.self, runs: 10, clock: stillClock)
        try await MachineLaws.check(PushNotifications.self, runs: 10, clock: stillClock)
        try await MachineLaws.check(Enemy.self, runs: 10, clock: stillClock)
        try await MachineLaws.check(Order.self, runs: 10, clock: stillClock)
    }
}
