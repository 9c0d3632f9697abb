import Foundation
import RemoteContentMachine
import StateMachineExampleSupport
import StateMachineTestSupport
import Testing

/// What the process holds; the test therefore has a process of its own.
@Suite(.timeLimit(.minutes(5)), .outside) struct ResourceTests {
    #if os(Linux)
    @Test func `many runs leave no task, no descriptor and no model behind`() async {
        await #expect(processExitsWith: .success) {
            limitProcess()
            await manyRuns()
        }
    }
    #endif
}

#if os(Linux)
/// How many requests there are, from their beginning to their end.
private final class Requests: Sendable {
    private let began = Journal<Void>()
    private let ended = Journal<Void>()

    var count: Int { began.entries.count }
    var isNoneUnderWay: Bool { count == ended.entries.count }

    func feed(of client: FeedClient) async throws -> Feed {
        began.note(())
        defer { ended.note(()) }
        return try await client.feed()
    }
}

/// Runs a model many times, a thousand with `RANDOM_RUNS_FACTOR=20`, half of them to an answer and
/// half of them to their cancellation.
@MainActor
private func manyRuns() async {
    let requests = Requests()
    // Foundation and the runtime open what they keep for good.
    await runs(20, counting: requests)
    let descriptors = ProcessResources.socketsAndPipes
    let threads = ProcessResources.threads
    let times = ProcessEnvironment.runs(50)
    await runs(times, counting: requests)
    precondition(requests.count > times / 2 && requests.isNoneUnderWay)
    // Foundation closes the connections of a session, and the system ends threads, a moment after
    // they have been let go.
    let descriptorsAreClosed = await eventually { ProcessResources.socketsAndPipes <= descriptors }
    precondition(descriptorsAreClosed, "\(ProcessResources.socketsAndPipes) after \(descriptors)")
    let threadsAreGone = await eventually { ProcessResources.threads <= threads + 4 }
    precondition(threadsAreGone, "\(ProcessResources.threads) after \(threads)")
}

@MainActor
private func runs(_ count: Int, counting requests: Requests) async {
    guard let service = try? FeedService(latency: .zero), let address = URL(string: service.address(of: .json)) else {
        preconditionFailure("no service")
    }
    defer { service.stop() }
    let client = FeedClient(address: address, timeout: .seconds(60))
    for number in 0..<count {
        weak var past: FeedModel?
        do {
            let model = FeedModel { try await requests.feed(of: client) }
            past = model
            model.start()
            if number % 2 == 0 {
                let last = await model.run(until: { !$0.isLoading })
                precondition(last.presence != nil)
            } else {
                let run = Task { await model.run() }
                // Anything from "not sent yet" to "just answered".
                for _ in 0..<(number % 20) { await Task.yield() }
                run.cancel()
                _ = await run.result
            }
            precondition(requests.isNoneUnderWay, "a run has left a task behind")
        }
        let isGone = await eventually { past == nil }
        precondition(isGone, "a run has left its model behind")
    }
}
#endif
