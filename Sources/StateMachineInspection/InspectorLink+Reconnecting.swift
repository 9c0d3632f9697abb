import StateMachineHTTPClient
import StateMachineInspectionMessages
import StateMachines

// The two requests of a link run forever. If there is no response, each one tries again after a
// pause, which grows until an attempt succeeds.

extension InspectorLink {
    /// Posts records whenever the server needs some.
    func post() async {
        let session = HTTPSession(bounds: AnswerBounds(timeout: .seconds(10), bytes: 64 * 1024), clock: clock)
        var log = RecordLog(limit: memory)
        var answer: BatchAnswer?
        var backoff = Backoff()
        var hasWarned = false
        for await _ in outbox.signals {
            var isComplete = false
            while !isComplete, !Task.isCancelled {
                write(to: &log)
                let batch = batch(of: log, after: answer)
                let (new, problem) = await post(batch.text, by: session)
                if let problem, !hasWarned {
                    warn(problem)
                    hasWarned = true
                }
                if let new, new.server != answer?.server || batch.isEmpty || new.next > answer?.next ?? 0,
                    outbox.wasDelivered(before: new.next)
                {
                    answer = new
                    backoff.reset()
                    isComplete = log.records(from: new.next).isEmpty && outbox.count == 0
                } else {
                    try? await clock.sleep(for: backoff.next())
                }
            }
        }
    }

    /// Passes commands to machines one at a time and sends another request when a response ends.
    func listen() async {
        let session = StreamingSession(timeout: .seconds(15))
        defer { session.invalidate() }
        var backoff = Backoff()
        while !Task.isCancelled {
            let receiver = ResponseLines()
            // Send the header first, because the server must know the app. There is a second reason
            // on Linux: a request that opens a connection keeps Foundation busy until it gets a
            // response, because the connection is always writable. The server responds to this
            // request immediately, so the connection is already open for the next one.
            await session.perform(request(header.jsonLine), reportingTo: ResponseLines())
            await withTaskGroup { group in
                group.addTask { await session.perform(request(nil), reportingTo: receiver) }
                for await line in receiver.lines { await perform(line) }
            }
            if receiver.hasBegun { backoff.reset() }
            try? await clock.sleep(for: backoff.next())
        }
    }
}

/// The pauses between attempts, each twice as long as the previous one up to a limit.
struct Backoff {
    private static let shortest = Duration.milliseconds(100)
    private static let longest = Duration.seconds(5)

    private var pause = shortest

    /// Returns the pause before the next attempt.
    mutating func next() -> Duration {
        defer { pause = min(pause * 2, Self.longest) }
        return pause
    }

    /// Starts again with the shortest pause, after an attempt has succeeded.
    mutating func reset() { pause = Self.shortest }
}
