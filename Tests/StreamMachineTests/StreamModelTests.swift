import Foundation
import Observation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import StreamMachine
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct StreamModelTests {
    /// What goes in and out of a model while it runs.
    @MainActor
    private final class Watch {
        let model: StreamModel
        var moves: [String] = []
        var frames = 0

        init(_ model: StreamModel) {
            self.model = model
            model.machine.onActivityEntry { [unowned self] in moves.append("+\($0)") }
            model.machine.onActivityExit { [unowned self] in moves.append("-\($0)") }
            model.onFrame = { [unowned self] _, _ in frames += 1 }
        }
    }

    /// A model that is not in a hurry, where others keep the machine busy.
    private func patientModel(_ address: URL) -> StreamModel {
        StreamModel(camera: CameraClient(address: address), timeout: .seconds(600))
    }

    private func run<Result>(_ model: StreamModel, _ body: (Watch) async throws -> Result) async throws -> Result {
        let watch = Watch(model)
        let run = Task { await model.run() }
        let result: Result
        do {
            result = try await body(watch)
        } catch {
            run.cancel()
            throw error
        }
        run.cancel()
        _ = await run.result
        return result
    }

    @Test func `the stream is live with the first whole picture`() async throws {
        try await withCamera { _, address in
            try await run(patientModel(address)) { watch in
                let model = watch.model
                #expect(model.player == nil)
                model.start()
                let player = try #require(model.player)
                #expect(model.state == .connecting && player.latestFrame == nil && player.frames == 0)
                #expect(await eventually { model.state == .live })
                #expect(player.latestFrame?.data.starts(with: [0xFF, 0xD8]) == true)
                #expect(await eventually { player.frames >= 5 })
                #expect(await eventually { player.framesPerSecond > 0 })
                #expect(player.bytes > 1000)
                #expect(model.player === player)
                model.stop()
                #expect(model.state == .idle && model.player == nil)
                #expect(watch.moves == ["+player", "+connection", "-connection", "-player"])
            }
        }
    }

    @Test(arguments: CameraFault.allCases.filter { $0 != .hang && $0 != .stall && $0 != .restart })
    func `the player is the same through each fault and the retry`(fault: CameraFault) async throws {
        try await withCamera(fault: fault) { camera, address in
            try await run(patientModel(address)) { watch in
                let model = watch.model
                model.start()
                let player = try #require(model.player)
                for attempt in 1...3 {
                    #expect(await eventually { model.errorMessage != nil })
                    #expect(model.player === player)
                    #expect(player.connections == attempt)
                    #expect(player.frames == attempt * fault.framesBefore)
                    #expect((player.latestFrame == nil) == (fault.framesBefore == 0))
                    if let error = fault.expectedError { #expect(model.errorMessage == "\(error)") }
                    if attempt == 3 { try camera.setFault(nil) }
                    model.retry()
                    #expect(model.player === player)
                }
                #expect(await eventually { model.state == .live })
                #expect(model.player === player && player.connections == 4)
                model.stop()
                #expect(model.player == nil)
                model.start()
                #expect(model.player != nil && model.player !== player)
                #expect(await eventually { model.state == .live })
                #expect(
                    watch.moves == ["+player", "+connection"]
                        + Array(repeating: ["-connection", "+connection"], count: 3).joined()
                        + ["-connection", "-player", "+player", "+connection"]
                )
            }
        }
    }

    @Test func `a camera that restarts is found again by trying`() async throws {
        try await withCamera(fault: .restart) { camera, address in
            try await run(patientModel(address)) { watch in
                let model = watch.model
                model.start()
                let player = try #require(model.player)
                #expect(await eventually { model.errorMessage != nil })
                #expect(player.frames == 5)
                // It is away for a second, and refuses meanwhile.
                let isBack = await eventually {
                    if model.errorMessage != nil { model.retry() }
                    return model.state == .live
                }
                #expect(isBack && camera.fault == nil)
                #expect(model.player === player && player.connections >= 2)
            }
        }
    }

    @Test(arguments: [CameraFault.hang, .stall])
    func `a picture that does not come in time is an error`(fault: CameraFault) async throws {
        try await withCamera(fault: fault) { camera, address in
            let clock = ManualClock()
            let model = StreamModel(camera: CameraClient(address: address), timeout: .seconds(5), clock: clock)
            try await run(model) { watch in
                model.start()
                let player = try #require(model.player)
                for attempt in 1...2 {
                    #expect(
                        await eventually {
                            camera.requestsInProgress == 1 && watch.frames == attempt * fault.framesBefore
                        }
                    )
                    // The player's and the connection's.
                    #expect(await eventually { clock.sleeperCount == 2 })
                    clock.advance(by: .milliseconds(4_999))
                    for _ in 0..<50 { await Task.yield() }
                    #expect(model.errorMessage == nil)
                    clock.advance(by: .milliseconds(1))
                    #expect(
                        await eventually { model.errorMessage == "The camera timed out: no picture within 5 seconds" }
                    )
                    #expect(await eventually { camera.requestsInProgress == 0 })
                    #expect(model.player === player)
                    if attempt == 1 { model.retry() }
                }
                try camera.setFault(nil)
                model.retry()
                #expect(await eventually { model.state == .live })
                #expect(model.player === player)
            }
        }
    }

    @Test func `a refill after a pause is reported once more`() async throws {
        let clock = ManualClock()
        let camera = try LoopbackCamera(framesPerSecond: 1, clock: clock)
        defer { camera.stop() }
        let address = try #require(URL(string: camera.address))
        let model = StreamModel(camera: CameraClient(address: address), timeout: .seconds(60), clock: clock)
        var events: [StreamState.Event] = []
        model.machine.onTransition { events.append($0.event) }
        try await run(model) { watch in
            model.start()
            #expect(await eventually { watch.frames == 1 })
            // A pause of two seconds is not yet one that empties the buffer.
            for (number, seconds) in [1, 3, 2, 1].enumerated() {
                clock.advance(by: .seconds(seconds))
                #expect(await eventually { watch.frames == number + 2 })
            }
            #expect(events == [.start, .bufferFinished, .bufferFinished])
            #expect(model.state == .live)
            // Two pictures are within the window of two seconds, and the first of them does not
            // count.
            #expect(model.player?.framesPerSecond == 1)
        }
    }

    @Test func `a picture that arrives with the stop is not shown`() async throws {
        try await withCamera { camera, address in
            try await run(patientModel(address)) { watch in
                let model = watch.model
                model.machine.onTransition { [unowned model] transition in
                    if transition.event == .bufferFinished { model.stop() }
                }
                model.start()
                #expect(await eventually { model.state == .idle && camera.requestsInProgress == 0 })
                for _ in 0..<50 { await Task.yield() }
                #expect(watch.frames == 0)
            }
        }
    }

    @Test func `the rate falls to zero when no picture comes`() async throws {
        let clock = ManualClock()
        let camera = try LoopbackCamera(framesPerSecond: 1, clock: clock, fault: .stall)
        defer { camera.stop() }
        let address = try #require(URL(string: camera.address))
        let model = StreamModel(camera: CameraClient(address: address), timeout: .seconds(600), clock: clock)
        try await run(model) { watch in
            model.start()
            let player = try #require(model.player)
            #expect(await eventually { watch.frames == 1 })
            for step in 2...5 {
                #expect(await eventually { clock.sleeperCount >= 2 })
                clock.advance(by: .seconds(1))
                #expect(await eventually { watch.frames == step })
            }
            #expect(await eventually { player.framesPerSecond > 0 })
            let told = Journal<Int>()
            withObservationTracking {
                _ = player.framesPerSecond
            } onChange: {
                told.note(0)
            }
            for _ in 0..<4 {
                #expect(await eventually { clock.sleeperCount >= 2 })
                clock.advance(by: .seconds(1))
            }
            #expect(await eventually { player.framesPerSecond == 0 })
            #expect(player.frames == 5 && told.entries.count == 1)
        }
    }

    @Test func `a view of any one property is notified of its changes`() async throws {
        let model = patientModel(try #require(URL(string: "http://127.0.0.1")))
        let derived: [PartialKeyPath<StreamModel>] = [\.state, \.errorMessage]
        func notified(by change: () -> Void) async -> [PartialKeyPath<StreamModel>] {
            await notifiedProperties(among: [\.player] + derived, of: model, by: change)
        }
        #expect(await notified { model.start() } == [\.player] + derived)
        #expect(await notified { model.machine.send(.playerFailed("")) } == derived)
        #expect(model.errorMessage == "")
        #expect(await notified { model.stop() } == [\.player] + derived)
    }

    @Test func `stopping while it connects drops the connection, and nothing comes behind it`() async throws {
        try await withCamera(fault: .hang) { camera, address in
            try await run(patientModel(address)) { watch in
                let model = watch.model
                for _ in 1...3 {
                    model.start()
                    #expect(await eventually { camera.requestsInProgress == 1 })
                    model.stop()
                    #expect(await eventually { camera.requestsInProgress == 0 })
                }
                #expect(model.state == .idle && model.player == nil)
                #expect(!model.retry().isHandled && !model.stop().isHandled)
            }
            #expect(camera.log.allSatisfy { $0.outcome == .clientDisconnected })
        }
    }

    @Test func `a run that is cancelled leaves the stream live, and the next one reconnects the same player`()
        async throws
    {
        try await withCamera { camera, address in
            let model = patientModel(address)
            model.start()
            let player = try #require(model.player)
            let first = Task { await model.run() }
            #expect(await eventually { model.state == .live })
            first.cancel()
            #expect(await first.value == .live)
            #expect(await eventually { camera.requestsInProgress == 0 })
            #expect(model.player === player)
            let frames = player.frames
            try await run(model) { _ in
                #expect(await eventually { player.frames > frames })
            }
            #expect(player.connections == 2)
        }
    }
}
