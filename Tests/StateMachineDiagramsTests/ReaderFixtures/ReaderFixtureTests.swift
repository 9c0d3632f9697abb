import Foundation
import GalleryMachines
import ImageSearchMachine
import RemoteContentMachine
import StateMachineDiagrams
import StateMachineTestSupport
import StateMachines
import StreamMachine
import Testing
import VideoMachine

/// Writes machines into a folder, for `.ci/check-readers`.
///
/// ```sh
/// READER_FIXTURES=FOLDER READER_WORDS=FILE swift test --filter ReaderFixtureTests
/// ```
///
/// `machines` has each machine in each format, and a thousand random walks through it, to be
/// compared with what programs do that run the machine in their way. `random` has the same of
/// machines made at random, whose names are lines of the file. `hostile` has charts whose names and
/// payloads are made to break formats. `pictures` has the layouts, in which texts may not overlap.
@Suite(.serialized, .timeLimit(.minutes(5)), .outside) struct ReaderFixtureTests {
    private static let directory = ProcessInfo.processInfo.environment["READER_FIXTURES"]

    @Test(.enabled(if: directory != nil, "READER_FIXTURES names no folder"))
    func `machines are written for other programs to read`() throws {
        let folder = URL(filePath: try #require(Self.directory), directoryHint: .isDirectory)
        let machines = folder.appending(path: "machines")
        try writeMachine(StreamState.self, to: machines)
        try writeMachine(StreamSession.self, to: machines)
        try writeMachine(ImageSearchState.self, to: machines)
        try writeMachine(RemoteContentState.self, to: machines)
        try writeMachine(DataPresence.self, to: machines)
        try writeMachine(FlatRemoteContentState.self, to: machines)
        try writeMachine(VideoState.self, to: machines)
        try writeMachine(TrafficLight.self, to: machines)
        try writeMachine(Onboarding.self, to: machines)
        try writeMachine(FormValidation.self, to: machines)
        try writeMachine(PushNotifications.self, to: machines)
        try writeMachine(Enemy.self, to: machines)
        try writeMachine(Room.self, to: machines)
        try writeMachine(Stack.self, to: machines)
        let file = try #require(ProcessInfo.processInfo.environment["READER_WORDS"])
        let words = try String(contentsOf: URL(filePath: file), encoding: .utf8).split(separator: "\n").map(String.init)
        let pictures = folder.appending(path: "pictures/random")
        try writeRandomMachines(count: 100, words: words, to: folder.appending(path: "random"), pictures: pictures)
        try writeHostileCharts(count: 150, to: folder.appending(path: "hostile"))
    }
}
