import Foundation
import HTTPClient
import InspectionMessages
import StateMachines

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Posts what happens to an inspector, and hands what comes back to the machines, until its task is
/// cancelled.
struct InspectorLink: Sendable {
    private let address: InspectorAddress
    private let outbox: Outbox
    private let header: BatchHeader
    private let clock: any Clock<Duration>
    private let memory: Int
    private let warn: @Sendable (String) -> Void

    /// How many bytes of records are posted at once.
    private let batchSize = 256 * 1024

    /// How often the app says that it is there.
    private static let heartbeat = Duration.seconds(4)

    init(
        to address: InspectorAddress,
        from outbox: Outbox,
        header: BatchHeader,
        clock: any Clock<Duration>,
        memory: Int,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.address = address
        self.outbox = outbox
        self.header = header
        self.clock = clock
        self.memory = memory
        self.warn = warn
    }

    func run() async {
        await withTaskGroup { group in
            group.addTask { await post() }
            group.addTask { await listen() }
            group.addTask {
                while (try? await clock.sleep(for: Self.heartbeat)) != nil { outbox.signal() }
            }
        }
    }

    /// Posts what is noted, as long as the server lacks something.
    private func post() async {
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

    /// The answer to a batch, or in words why there is none.
    private func post(_ batch: String, by session: HTTPSession) async -> (answer: BatchAnswer?, problem: String?) {
        do throws(TransportFailure) {
            let answer = try await session.answer(to: request(batch))
            if let decoded = answer.decoded { return (decoded, nil) }
            let reason = String(decoding: answer.body.prefix(1000), as: UTF8.self)
            return (nil, "\(address.origin) refuses this app with status \(answer.status). \(reason)")
        } catch {
            switch error {
            case .cancelled: return (nil, nil)
            case .unreachable:
                return (
                    nil,
                    "Nothing listens at \(address.origin). The app runs on, and tries again until an inspector is there."
                )
            case .timedOut, .connectionLost, .tooLong, .tooSlow, .other:
                return (nil, "\(address.origin) does not answer as an inspector. The app runs on, and tries again.")
            }
        }
    }

    /// Writes the records that wait at present.
    ///
    /// Each part of them is released before the next is taken.
    private func write(to log: inout RecordLog) {
        var rest = outbox.count
        while rest > 0 {
            let part = outbox.take()
            for pending in part {
                let (start, line) = (pending.start, pending.makeLine(pending.start))
                // A larger one would fill a batch alone; it is missing, as if it had been dropped.
                guard line.utf8.count <= batchSize else { continue }
                log.append(.init(kind: start.kind, sequence: start.sequence, machine: start.machine, line: line))
            }
            rest = part.isEmpty ? 0 : rest - part.count
        }
    }

    /// The records that the server lacks, or the first of them; none before it has answered.
    private func batch(of log: RecordLog, after answer: BatchAnswer?) -> (text: String, isEmpty: Bool) {
        var header = header
        header.server = answer?.server
        var text = header.jsonLine
        var isEmpty = true
        guard let answer else { return (text, isEmpty) }
        for record in log.records(from: answer.next) {
            guard isEmpty || text.utf8.count + record.line.utf8.count < batchSize else { break }
            text += "\n" + record.line
            isEmpty = false
        }
        return (text, isEmpty)
    }

    /// Hands commands to machines one after the other, and asks for more when the server has ended
    /// the answer.
    private func listen() async {
        let session = StreamingSession(timeout: .seconds(15))
        defer { session.invalidate() }
        var backoff = Backoff()
        while !Task.isCancelled {
            let receiver = CommandLines()
            // The server has to know the app. Besides, a request that opens a connection keeps
            // Foundation busy on Linux until it is answered, since its connection can always be
            // written to; this one is answered at once, and opens it for the next.
            await session.perform(request(header.jsonLine), reportingTo: CommandLines())
            await withTaskGroup { group in
                group.addTask { await session.perform(request(nil), reportingTo: receiver) }
                for await line in receiver.lines { await perform(line) }
            }
            if receiver.hasBegun { backoff.reset() }
            try? await clock.sleep(for: backoff.next())
        }
    }

    private func perform(_ line: Data) async {
        guard let command = try? JSONDecoder().decode(CommandHead.self, from: line) else { return }
        let outcome = await outbox.receive(line, for: command.machine)
        outbox.note(.outcome, of: command.machine) { start in
            var record = WrittenRecord(start)
            record.command = command.command
            record.outcome = outcome.word
            record.reason = outcome.reason
            return record.jsonLine
        }
    }

    /// - Parameter batch: What is posted; without it, the request asks for commands.
    private func request(_ batch: String?) -> URLRequest {
        let route = batch == nil ? "/commands?session=\(header.session)" : "/records"
        // An address that was read has a URL.
        var request = URLRequest(url: address.url(of: route) ?? URL(filePath: "/"))
        request.setValue(address.token, forHTTPHeaderField: InspectorAddress.tokenField)
        request.setValue(address.origin, forHTTPHeaderField: "Origin")
        if let batch {
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(batch.utf8)
        }
        return request
    }
}

extension HTTPAnswer {
    /// The answer to a batch; `nil` if the server has refused it.
    fileprivate var decoded: BatchAnswer? {
        status == 200 ? try? JSONDecoder().decode(BatchAnswer.self, from: body) : nil
    }
}
