import Foundation
import StateMachineTestSupport
import StateMachineTesting
import Testing

@testable import StreamMachine

@MainActor
@Suite(.timeLimit(.minutes(5)), .computing) struct StreamPlayerTests {
    private let clock = ManualClock()

    private func frame(size: Int) -> CameraFrame { CameraFrame(data: Data(count: size)) }

    @Test func `the figures count skipped pictures, but not their bytes`() {
        let player = StreamPlayer(stopwatch: Stopwatch(clock))
        player.connect()
        player.receive(frame(size: 10), skipped: 0)
        #expect(player.framesPerSecond == 0)
        clock.advance(by: .seconds(1))
        player.receive(frame(size: 7), skipped: 3)
        #expect(player.latestFrame == frame(size: 7))
        #expect(player.frames == 5)
        #expect(player.skippedFrames == 3)
        #expect(player.bytes == 17)
        #expect(player.framesPerSecond == 4)
        clock.advance(by: .seconds(1))
        player.receive(frame(size: 1), skipped: 1)
        #expect(player.frames == 7 && player.skippedFrames == 4 && player.bytes == 18)
        #expect(player.framesPerSecond == 3)
        player.connect()
        #expect(player.connections == 2)
    }

    @Test func `a view of any one figure is notified of its changes`() async {
        let player = StreamPlayer(stopwatch: Stopwatch(clock))
        let figures: [PartialKeyPath<StreamPlayer>] = [
            \.latestFrame, \.frames, \.skippedFrames, \.bytes, \.framesPerSecond,
        ]
        func notified(by change: () -> Void) async -> [PartialKeyPath<StreamPlayer>] {
            await notifiedProperties(among: [\.connections] + figures, of: player, by: change)
        }
        #expect(await notified { player.connect() } == [\.connections])
        player.receive(frame(size: 10), skipped: 0)
        clock.advance(by: .seconds(1))
        #expect(await notified { player.receive(frame(size: 7), skipped: 3) } == figures)
    }
}
