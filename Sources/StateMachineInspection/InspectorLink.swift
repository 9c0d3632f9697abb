import Foundation
import StateMachineHTTPClient
import StateMachineInspectionMessages
import StateMachineRecording
import StateMachines

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Posts records to an inspector and passes commands to machines until its task is cancelled.
struct InspectorLink: Sendable {
    private let address: InspectorAddress
    let outbox: Outbox
    let header: BatchHeader
    let clock: any Clock<Duration>
    let memory: Int
    let warn: @Sendable (String) -> Void

    /// The maximum size of a batch, in bytes.
    private let batchSize = 256 * 1024

    /// The interval of the requests that show the server that the app is still running.
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

    /// Returns the response to a batch, or a description of the problem if there is none.
    func post(_ batch: String, by session: HTTPSession) async -> (answer: BatchAnswer?, problem: String?) {
        do throws(TransportFailure) {
            let answer = try await session.answer(to: request(batch))
            if let decoded = answer.decoded { return (decoded, nil) }
            let reason = String(decoding: answer.body.prefix(1000), as: UTF8.self)
            return (nil, "The inspector at \(address.origin) refuses this app with status \(answer.status). \(reason)")
        } catch {
            switch error {
            case .cancelled: return (nil, nil)
            case .unreachable:
                return (
                    nil,
                    "No inspector is running at \(address.origin). The app continues and tries again until it can connect."
                )
            case .timedOut, .connectionLost, .tooLong, .tooSlow, .other:
                return (
                    nil,
                    "The server at \(address.origin) does not respond like an inspector. The app continues and tries again."
                )
            }
        }
    }

    /// Writes the records that are currently waiting.
    ///
    /// The method releases each part of these records before it takes the next part.
    func write(to log: inout RecordLog) {
        var rest = outbox.count
        while rest > 0 {
            let part = outbox.take()
            for pending in part {
                let (start, line) = (pending.start, pending.makeLine(pending.start))
                // Leave out a record that is larger than a batch, as if it had been dropped.
                guard line.utf8.count <= batchSize else { continue }
                log.append(.init(kind: start.kind, sequence: start.sequence, machine: start.machine, line: line))
            }
            rest = part.isEmpty ? 0 : rest - part.count
        }
    }

    /// Returns the first records that the server needs, or none before it has responded.
    func batch(of log: RecordLog, after answer: BatchAnswer?) -> (text: String, isEmpty: Bool) {
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

    func perform(_ line: Data) async {
        guard let command = try? JSONDecoder().decode(CommandHead.self, from: line) else { return }
        let outcome = await outbox.receive(line, for: command.machine)
        outbox.note(.outcome, of: command.machine) { start in
            var record = WrittenRecord(start)
            record.command = command.command
            record.outcome = outcome.word.rawValue
            record.reason = outcome.reason
            record.place = outcome.place.isEmpty ? nil : outcome.place
            return outcome.events.map { record.text(with: "events", $0) } ?? record.text
        }
    }

    /// Creates a request.
    ///
    /// - Parameter batch: The batch to post. Without a batch, the request asks for commands.
    func request(_ batch: String?) -> URLRequest {
        let route = batch == nil ? "/commands?session=\(header.session)" : "/records"
        // A valid address always has a URL.
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
    /// The response to a batch; `nil` if the server has refused it.
    fileprivate var decoded: BatchAnswer? {
        status == 200 ? try? JSONDecoder().decode(BatchAnswer.self, from: body) : nil
    }
}
