/// The options of `benchmarks`.
struct Options {
    var rounds = 7
    var only: String?
    var contender: String?
    var isJSON = false
    var countsInstructions = false

    /// Whether this process runs under callgrind, started by another one.
    var isMarked = false

    var thresholds: Thresholds.Task?

    /// The folder of the thresholds.
    var directory = "Thresholds"

    static let usage = """
        Usage: benchmarks [--only TEXT] [--contender TEXT] [--rounds N] [--instructions] [--json]
               benchmarks --check-thresholds [DIRECTORY] | --update-thresholds [DIRECTORY]
               benchmarks exploration [MODEL] [OPTION ...]; see benchmarks exploration --help
               benchmarks scale [--json]
               benchmarks durable [OPTION ...]; see benchmarks durable --help
          --only TEXT          measure the workloads whose names contain TEXT
          --contender TEXT     measure the contenders whose names contain TEXT, for a profiler; ratios then mean little
          --rounds N           the number of rounds (default: 7); at least 5 for figures to be quoted
          --instructions       count instructions too, with valgrind
          --json               print JSON instead of tables
          --check-thresholds   compare instructions and allocations with those in DIRECTORY (default: Thresholds),
                               and fail if any is higher by more than 5 percent
          --update-thresholds  write instructions and allocations into DIRECTORY
        """

    init?(_ arguments: [String]) {
        var arguments = arguments[...]
        while let argument = arguments.popFirst() {
            switch argument {
            case "--only":
                guard let text = arguments.popFirst() else { return nil }
                only = text
            case "--contender":
                guard let text = arguments.popFirst() else { return nil }
                contender = text
            case "--rounds":
                guard let rounds = arguments.popFirst().flatMap({ Int($0) }), rounds > 0 else { return nil }
                self.rounds = rounds
            case "--instructions": countsInstructions = true
            case "--json": isJSON = true
            case "--marked": isMarked = true
            case "--check-thresholds", "--update-thresholds":
                thresholds = argument == "--check-thresholds" ? .check : .update
                if let path = arguments.first, !path.hasPrefix("-") { directory = arguments.removeFirst() }
            default: return nil
            }
        }
    }
}
