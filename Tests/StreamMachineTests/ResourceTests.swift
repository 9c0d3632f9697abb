import Foundation
import ExampleSupport
import LoopbackHTTP
import StateMachines
import StreamMachine
import TestSupport
import Testing

/// What the process holds; the test therefore has a process of its own.
@Suite(.timeLimit(.minutes(10)), .outside) struct ResourceTests {
    #if os(Linux)
    /// A thousand of them with `RANDOM_RUNS_FACTOR=20`.
    @Test func `hundreds of starts and stops leave nothing behind`() async throws {
        await #expect(processExitsWith: .success) {
            limitProcess(toSeconds: 570)
            try await StartsAndStops.run(times: ProcessEnvironment.runs(50))
        }
    }
    #endif
}

@MainActor
private enum StartsAndStops {
    static func run(times: Int) async throws {
        let camera = try LoopbackCamera(framesPerSecond: 1)
        guard let address = URL(string: camera.address) else { preconditionFailure("no address") }
        weak var lastPlayer: StreamPlayer?
        weak var lastModel: StreamModel?
        var atFirst = ProcessResources()
        for cycle in 0..<times {
            let model = StreamModel(camera: CameraClient(address: address), timeout: .seconds(600))
            let run = Task { try await model.run() }
            model.start()
            (lastPlayer, lastModel) = (model.player, model)
            // Anything from "not connected yet" to "live", and every fifth time through an error.
            if cycle % 5 == 4 { try camera.setFault([.garbage, .boundary, .busy][cycle / 5 % 3]) }
            switch cycle % 5 {
            case 0: break
            case 1: for _ in 0..<cycle % 50 { await Task.yield() }
            case 2:
                let isLive = await eventually { model.state.isLive }
                precondition(isLive)
            case 3: try await Task.sleep(for: .microseconds(cycle % 40 * 100))
            default:
                let hasFailed = await eventually { model.errorMessage != nil }
                precondition(hasFailed)
                try camera.setFault(nil)
                model.retry()
            }
            model.stop()
            if cycle % 2 == 0 { model.machine.stop() } else { run.cancel() }
            _ = try await run.value
            // What is opened once stays open.
            if cycle == 20 { atFirst = ProcessResources() }
        }
        let isLeft = await eventually { camera.requestsInProgress == 0 && camera.openConnections == 0 }
        precondition(isLeft)
        let isGone = await eventually { lastPlayer == nil && lastModel == nil }
        precondition(isGone)
        camera.stop()
        var atLast = ProcessResources()
        _ = await eventually {
            atLast = ProcessResources()
            return atLast.descriptors <= atFirst.descriptors + 8 && atLast.threads <= atFirst.threads + 8
        }
        precondition(atLast.descriptors <= atFirst.descriptors + 8, "descriptors are left open")
        precondition(atLast.threads <= atFirst.threads + 8, "threads are left")
    }
}

private struct ProcessResources {
    let descriptors = Self.count("fd")
    let threads = Self.count("task")

    private static func count(_ folder: String) -> Int {
        let entries = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)")
        precondition(entries?.isEmpty == false, "/proc/self/\(folder) cannot be read")
        return entries?.count ?? 0
    }
}
