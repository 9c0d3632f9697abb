import InspectionMessages

/// An app that has posted something.
struct InspectedApp: Sendable {
    /// Whether an app is there.
    enum Status: String, Codable {
        /// It posts, at least a sign of life.
        case live
        /// It is connected and posts nothing: it may have been suspended.
        case silent
        /// It has ended, or has lost the connection.
        case gone
    }

    /// An app without its records.
    struct Summary: Hashable, Sendable {
        let session: String
        let app: String
        let process: Int
        let status: Status

        /// For each machine that has not ended its name and type.
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

    /// The number of the record that is lacking.
    private(set) var next = 0

    private(set) var log: RecordLog

    /// The machines that have not ended.
    private var machines: [Int: Machine] = [:]

    /// Whether it had machines, and all of them have ended: a short program that was not connected
    /// for commands is over.
    var hasOnlyEndedMachines: Bool { next > 0 && machines.isEmpty }

    /// The number of the connection that gets the commands.
    private(set) var connection = 0

    private var commands: [String] = []
    private var isConnected = false
    private var hasLeft = false
    private var lastPost: Duration

    /// A silence that is longer is none of an app that is well: it posts every four seconds.
    private static let patience = Duration.seconds(12)

    /// How many commands may wait for an app, and how many bytes.
    static let commandLimit = (count: 100, bytes: 256 * 1024)

    init(_ header: BatchHeader, memory: Int, at now: Duration) {
        session = header.session
        app = header.app
        process = header.process
        date = header.date
        log = RecordLog(limit: memory)
        lastPost = now
    }

    func status(at now: Duration) -> Status {
        if hasLeft { return .gone }
        if now - lastPost <= Self.patience { return .live }
        return isConnected ? .silent : .gone
    }

    func summary(at now: Duration) -> Summary {
        let machines = machines.sorted { $0.key < $1.key }.map(\.value)
        return Summary(session: session, app: app, process: process, status: status(at: now), machines: machines)
    }

    mutating func receive(_ records: [(head: RecordHead, line: String)], at now: Duration) {
        lastPost = now
        hasLeft = false
        // A record that came before is one whose answer got lost.
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

    mutating func connect() {
        connection += 1
        (isConnected, hasLeft) = (true, false)
    }

    mutating func disconnect(_ number: Int) {
        if number == connection { (isConnected, hasLeft) = (false, true) }
    }

    /// - Returns: Why the app will not get the command; `nil` if it gets it at once, or when it has
    ///   connected again.
    mutating func send(_ command: String, at now: Duration) -> String? {
        guard status(at: now) != .gone else { return "The app has ended, or is not connected." }
        let limit = Self.commandLimit
        guard commands.count < limit.count, commands.reduce(command.utf8.count, { $0 + $1.utf8.count }) <= limit.bytes
        else {
            return """
                At most \(limit.count) events of \(limit.bytes / 1024) kB in total may wait for the app. Send it again \
                when the app has taken some.
                """
        }
        commands.append(command)
        return nil
    }

    mutating func takeCommands(_ number: Int) -> [String]? {
        guard number == connection else { return nil }
        defer { commands = [] }
        return commands
    }
}
