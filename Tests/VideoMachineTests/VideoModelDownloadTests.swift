import Foundation
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing
import VideoMachine

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct VideoModelDownloadTests {
    private func model(_ studio: Studio) -> VideoModel {
        VideoModel(source: studio.source, downloader: studio.downloader(), clock: ManualClock())
    }

    @Test(arguments: VideoFault.allCases.usually { $0 != .timeout && $0 != .slow })
    func `each fault ends in the failed state with its partial file, and a retry plays the video`(
        fault: VideoFault
    ) async throws {
        try await withStudio(fault: fault) { studio in
            let timeout: Duration = fault == .timeout ? .seconds(2) : .seconds(60)
            let model = VideoModel(
                source: studio.source,
                downloader: studio.downloader(timeout: timeout),
                clock: ManualClock()
            )
            let expected = fault.expectedError(of: Studio.video, at: studio.source, timeout: timeout)
            model.download()
            let run = Task { await model.run() }
            #expect(await eventually { model.state.download == nil })
            #expect(model.state.failureReason == expected?.description)
            if expected != nil {
                #expect(model.actionButton == .retry)
                let hasBytes = ![.notFound, .timeout, .refused].contains(fault)
                #expect(studio.files.count == (hasBytes ? 1 : 0))
                try studio.service.setFault(nil)
                model.tapActionButton()
            }
            #expect(await eventually { model.state.playback != nil })
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
            #expect(await eventually { studio.files == ["ocean.mov"] })
            run.cancel()
            _ = await run.result
        }
    }

    @Test(arguments: [true, false])
    func `leaving removes what has come in, during the download and after a failure`(isFailed: Bool) async throws {
        try await withStudio(bytesPerSecond: isFailed ? nil : 500, fault: isFailed ? .disconnect : nil) { studio in
            let model = model(studio)
            let run = Task { await model.run() }
            model.download()
            if isFailed {
                #expect(await eventually { model.state.failureReason != nil })
            } else {
                #expect(await eventually { (model.state.download?.received ?? 0) > 0 })
            }
            #expect(studio.files.count == 1)
            model.leave()
            #expect(model.state == .willDownload(from: studio.source))
            #expect(await eventually { studio.files == [] })
            run.cancel()
            _ = await run.result
        }
    }

    @Test(arguments: [true, false])
    func `a run that is cancelled leaves no partial file when it returns`(isFailed: Bool) async throws {
        try await withStudio(bytesPerSecond: isFailed ? nil : 500, fault: isFailed ? .disconnect : nil) { studio in
            let model = model(studio)
            let run = Task { await model.run() }
            model.download()
            #expect(await eventually { studio.files.count == 1 })
            if isFailed { #expect(await eventually { model.state.failureReason != nil }) }
            run.cancel()
            _ = await run.result
            #expect(studio.files == [])
        }
    }

    @Test func `a download that is cancelled as it ends leaves no file`() async throws {
        let clock = ManualClock()
        try await withStudio(bytesPerSecond: 500, clock: clock) { studio in
            let model = model(studio)
            let run = Task { await model.run() }
            model.download()
            #expect(await eventually { model.state.download?.received ?? 0 > 0 })
            clock.advance(by: .seconds(10_000))
            // The machine, on this actor, cannot hear of the end before it is told to cancel.
            while !studio.files.contains("ocean.mov"), !Task.isCancelled { sched_yield() }
            model.leave()
            #expect(model.state == .willDownload(from: studio.source))
            #expect(await eventually { studio.files == [] })
            run.cancel()
            _ = await run.result
            #expect(studio.files == [])
        }
    }

    @Test func `a busy machine hears of the latest progress, and not of each step`() async throws {
        let clock = ManualClock()
        try await withStudio(bytesPerSecond: 500, clock: clock) { studio in
            let model = model(studio)
            let run = Task { await model.run() }
            model.download()
            #expect(await eventually { model.state.download?.received ?? 0 > 0 })
            var received: [Int64] = []
            model.machine.onTransition { if case .didReceive(let bytes, _) = $0.event { received.append(bytes) } }
            clock.advance(by: .seconds(10_000))
            while !studio.files.contains("ocean.mov"), !Task.isCancelled { sched_yield() }
            #expect(await eventually { model.state.playback != nil })
            // One more may have been on its way.
            #expect(received.count <= 2 && received.last == Int64(Studio.video.bytes.count))
            run.cancel()
            _ = await run.result
        }
    }

    @Test func `downloads that are given up and begun again at any moment leave one whole file`() async throws {
        try await withStudio { studio in
            let seed = UInt64.random(in: 0...UInt64.max)
            var generator = SeededGenerator(seed: seed)
            let model = model(studio)
            let run = Task { await model.run() }
            for _ in 0..<ProcessEnvironment.runs(100) where model.state.playback == nil {
                model.download()
                // Anything from "not sent yet" to "nearly there".
                for _ in 0..<Int.random(in: 0...30, using: &generator) { await Task.yield() }
                if generator.chance(1, in: 4) { try await Task.sleep(for: .microseconds(300)) }
                model.leave()
            }
            if model.state.playback == nil { model.download() }
            #expect(await eventually { model.state.playback != nil }, "seed \(seed)")
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
            #expect(await eventually { studio.files == ["ocean.mov"] }, "seed \(seed)")
            run.cancel()
            _ = await run.result
            #expect(studio.files == ["ocean.mov"])
        }
    }
}
