import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachines
import StreamMachine
import Testing

/// What the process holds; the test therefore has a process of its own.
@Suite(.timeLimit(.minutes(10)), .outside) struct ResourceTests {
    #if os(Linux)
    /// A thousand of them with `RANDOM_RUNS_FACTOR=20`.
    @Test func `starts and stops leave nothing behind`() async throws {
        await #expect(processExitsWith: .success) {
            limitProcess(toSeconds: 570)
            try await StartsAndStops.run(times: ProcessEnvironment.runs(50))
        }
    }
    #endif
}

#if os(Linux)
@MainActor
private enum StartsAndStops {
    /// How far a cycle comes before its stop.
    private enum Way: CaseIterable {
        case atOnce, afterYields, live, afterMoments, failed
    }

    static func run(times: Int) async throws {
        let camera = try LoopbackCamera(framesPerSecond: 1)
        defer { camera.stop() }
        guard let address = URL(string: camera.address) else { preconditionFailure("no address") }
        // What is opened once stays open.
        for cycle in 0..<20 { try await self.cycle(cycle, at: camera, address) }
        let descriptors = ProcessResources.socketsAndPipes
        let threads = ProcessResources.threads
        for cycle in 0..<times { try await self.cycle(cycle, at: camera, address) }
        let areClosed = await eventually { ProcessResources.socketsAndPipes <= descriptors }
        precondition(areClosed, "\(ProcessResources.socketsAndPipes) descriptors after \(descriptors)")
        let threadsAreGone = await eventually { ProcessResources.threads <= threads + 4 }
        precondition(threadsAreGone, "\(ProcessResources.threads) threads after \(threads)")
    }

    /// Runs a model from its start to its stop, and checks that nothing of it is left.
    ///
    /// Each way leaves a few things at most, so a count at the end of all cycles would not show
    /// them.
    private static func cycle(_ number: Int, at camera: LoopbackCamera, _ address: URL) async throws {
        weak var pastPlayer: StreamPlayer?
        weak var pastModel: StreamModel?
        weak var pastClient: CameraClient?
        let way = Way.allCases[number % Way.allCases.count]
        do {
            let client = CameraClient(address: address)
            let model = StreamModel(camera: client, timeout: .seconds(600))
            if way == .failed { try camera.setFault([.garbage, .boundary, .busy][number / Way.allCases.count % 3]) }
            let run = Task { await model.run() }
            model.start()
            (pastPlayer, pastModel, pastClient) = (model.player, model, client)
            switch way {
            case .atOnce: break
            case .afterYields: for _ in 0..<number % 50 { await Task.yield() }
            case .live:
                let isLive = await eventually { model.state.isLive }
                precondition(isLive)
            case .afterMoments: try await Task.sleep(for: .microseconds(number % 40 * 100))
            case .failed:
                let hasFailed = await eventually { model.errorMessage != nil }
                precondition(hasFailed)
                try camera.setFault(nil)
                model.retry()
            }
            model.stop()
            if number % 2 == 0 { model.machine.stop() } else { run.cancel() }
            _ = await run.value
        }
        let isGone = await eventually { pastPlayer == nil && pastModel == nil && pastClient == nil }
        precondition(isGone, "\(way) leaves something behind")
        let isLeft = await eventually { camera.requestsInProgress == 0 && camera.openConnections == 0 }
        precondition(isLeft, "\(way) leaves a connection open")
    }
}
#endif
