import GalleryMachines
import ImageSearchMachine
import RemoteContentMachine
import StateMachineTesting
import StreamMachine
import Testing
import VideoMachine

/// What holds for every machine, checked with random events.
@Suite struct LawTests {
    @Test func `every machine obeys the laws`() async throws {
        try await Laws.check(StreamState.self, runs: 10)
        try await Laws.check(StreamSession.self, runs: 10)
        try await Laws.check(ImageSearchState.self, runs: 10)
        try await Laws.check(RemoteContentState.self, runs: 10)
        try await Laws.check(FlatRemoteContentState.self, runs: 10)
        try await Laws.check(VideoState.self, runs: 10)
        try await Laws.check(TrafficLight.self, runs: 10)
        try await Laws.check(Onboarding.self, runs: 10)
        try await Laws.check(FormValidation.self, runs: 10)
        try await Laws.check(PushNotifications.self, runs: 10)
        try await Laws.check(Enemy.self, runs: 10)
    }
}
