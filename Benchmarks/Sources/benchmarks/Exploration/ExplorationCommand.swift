/// `benchmarks exploration`: explores one model, and says what that took.
enum ExplorationCommand {
    static let usage = """
        Usage: benchmarks exploration [MODEL] [--small | --large] [--one-thread] [--findings]
                                           [--properties] [--json]
          MODEL         go-back-n, which is meant without one; filter-lock; filter-lock-packed; broken-filter-lock
          --small       some thousand states instead of a million
          --large       the filter lock of six processes: twenty million states, for which it takes more than a gigabyte
          --one-thread  explore on one thread instead of one on each core
          --findings    analyse the graph, too
          --properties  check properties, too, and simulate the transitions
          --json        one line of JSON instead of a table
        """

    /// - Returns: The text to print; `nil` if the arguments are invalid.
    static func run(_ arguments: [String]) async throws -> String? {
        let options = Set(arguments.filter { $0.hasPrefix("-") })
        let names = arguments.filter { !$0.hasPrefix("-") }
        guard options.isSubset(of: ["--small", "--large", "--one-thread", "--json", "--findings", "--properties"]),
            names.count <= 1,
            let report = try await ExplorationReport(named: names.first ?? "go-back-n", options: options)
        else { return nil }
        return options.contains("--json") ? report.json : report.table
    }
}
