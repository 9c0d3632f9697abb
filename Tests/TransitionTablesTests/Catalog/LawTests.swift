import GalleryMachines
import ImageSearchMachine
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
        try await Laws.check(StreamState.self, runs: 10, clock: stillClock)
        try await Laws.check(StreamSession.self, runs: 10, clock: stillClock)
        try await Laws.check(ImageSearchState.self, runs: 10, clock: stillClock)
        try await Laws.check(RemoteContentState.self, runs: 10, clock: stillClock)
        try await Laws.check(FlatRemoteContentState.self, runs: 10, clock: stillClock)
        try await Laws.check(VideoState.self, runs: 10, clock: stillClock)
        try await Laws.check(TrafficLight.self, runs: 10, clock: stillClock)
        try await Laws.check(Onboarding.self, runs: 10, clock: stillClock)
        try await Laws.check(FormValidation.self, runs: 10, clock: stillClock)
        try await Laws.check(PushNotifications.self, runs: 10, clock: stillClock)
        try await Laws.check(Enemy.self, runs: 10, clock: stillClock)
    }
}
