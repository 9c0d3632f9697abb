import StateMachineInspectionMessages

/// An app that has posted at least one batch.
struct InspectedApp: Sendable {
    /// A description of an app without its records.
    struct Summary: Hashable, Sendable {
        let session: String
        let app: String
        let process: Int
        let status: Status

        /// The machines that have not ended.
        let machines: [Machine]
    }

    struct Machine: Hashable, Sendable {
        let number: Int
        let name: String
        let type: String
    }

    let session: String
    let app: String
    let process: Int
    let date: Double

    /// The number of the next expected record.
    private(set) var next = 0

    private(set) var log: RecordLog

    /// The machines that have not ended.
    private var machines: [Int: Machine] = [:]

    /// Whether the app had machines and each of them has ended.
    ///
    /// A short program that was never connected for commands is then over.
    var hasOnlyEndedMachines: Bool { next > 0 && machines.isEmpty }

    /// The status information of the app, including the connection that receives the commands.
    var presence: Presence

    private var commands: [String] = []

    /// The maximum number and total size of the commands that may wait for an app.
    static let commandLimit = (count: 100, bytes: 256 * 1024)

    init(_ header: BatchHeader, memory: Int, at now: Duration) {
        session = header.session
        app = header.app
        process = header.process
        date = header.date
        log = RecordLog(limit: memory)
        presence = Presence(at: now)
    }

    func status(at now: Duration) -> Status { presence.status(at: now) }

    func summary(at now: Duration) -> Summary {
        let machines = machines.sorted { $0.key < $1.key }.map(\.value)
        return Summary(session: session, app: app, process: process, status: status(at: now), machines: machines)
    }

    mutating func receive(_ records: [(head: RecordHead, line: String)], at now: Duration) {
        presence.hasPosted(at: now)
        // A record with a lower number was received before, but its answer was lost.
        for (head, line) in records where head.sequence >= next {
            next = head.sequence + 1
            if head.kind == .machine {
                machines[head.machine] = Machine(number: head.machine, name: head.name ?? "", type: head.type ?? "")
            }
            log.append(
                .init(
                    kind: head.kind,
                    sequence: head.sequence,
                    machine: head.machine,
                    line: line,
                    type: machines[head.machine]?.type
                )
            )
            if head.kind == .ended { machines[head.machine] = nil }
        }
    }

    /// Queues a command for the app.
    ///
    /// - Returns: The reason why the app will not receive the command. If the result is `nil`, the
    ///   app receives the command immediately or as soon as it connects again.
    mutating func send(_ command: String, at now: Duration) -> String? {
        guard status(at: now) != .gone else { return "The app has ended or is not connected." }
        let limit = Self.commandLimit
        guard commands.count < limit.count, commands.reduce(command.utf8.count, { $0 + $1.utf8.count }) <= limit.bytes
        else {
            return """
                The queue of the app is full: it holds at most \(limit.count) events and \(limit.bytes / 1024) kB. Send the \
                event again when the app has received some of them.
                """
        }
        commands.append(command)
        return nil
    }

    mutating func takeCommands(_ number: Int) -> [String]? {
        guard number == presence.connection else { return nil }
        defer { commands = [] }
        return commands
    }
}
