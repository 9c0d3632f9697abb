import Foundation

/// `benchmarks durable`: the cost of an event that is stored.
enum DurableCommand {
    static let usage = """
        Usage: benchmarks durable [--directory PATH] [--machines N] [--rounds N] [--events N] [--only PART] [--clients N] [--json]
          --directory PATH  a folder on the disk to be measured (default: the folder of temporary files)
          --machines N      the greatest number of machines and timers (default: 100000)
          --rounds N        the number of rounds, in which the contenders take turns (default: 11)
          --events N        the number of events in a round (default: 1000)
          --only PART       client, callers, work, scale, queues, reconcile or prune (the last two with a
                            server, too, if there is one), or postgresql, peers or starts (which need
                            DURABLE_POSTGRESQL, a
                            connection string)
          --clients N       the number of clients and workers of the part peers, and of the worker
                            processes of the part starts (default: 16)
          --json            JSON instead of tables
        """

    /// - Returns: The text to print; `nil` if the arguments are invalid.
    static func run(_ arguments: [String]) async throws -> String? {
        var settings = DurableSettings()
        var isJSON = false
        var arguments = arguments[...]
        while let argument = arguments.popFirst() {
            switch argument {
            case "--json": isJSON = true
            case "--directory":
                guard let path = arguments.popFirst() else { return nil }
                settings.directory = URL(filePath: path, directoryHint: .isDirectory)
            case "--only":
                guard let part = arguments.popFirst().flatMap(DurableSettings.Part.init) else { return nil }
                settings.parts = [part]
            case "--machines", "--rounds", "--events", "--clients":
                guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else { return nil }
                switch argument {
                case "--machines": settings.machines = number
                case "--rounds": settings.rounds = number
                case "--clients": settings.clients = number
                default: settings.events = number
                }
            default: return nil
            }
        }
        // Lines of JSON, for the script that compares them.
        if settings.parts == [.peers] { return try await PeerComparison.lines(settings) }
        if settings.parts == [.starts] { return try await StartComparison.lines(settings) }
        // Another process of the part `starts`.
        if settings.parts == [.worker] {
            try await StartComparison.work()
            return ""
        }
        let report = try await DurableReport.measured(settings)
        return isJSON ? try report.json : report.tables
    }
}

/// The amount of measured work.
struct DurableSettings {
    enum Part: String, CaseIterable {
        case client, callers, work, scale, reconcile, queues, prune, postgresql, peers, starts, worker
    }

    var directory = URL.temporaryDirectory
    var machines = 100_000
    var rounds = 11
    var events = 1_000
    var clients = 16
    var parts = Set(Part.allCases).subtracting([.prune, .postgresql, .peers, .starts, .worker])
}
