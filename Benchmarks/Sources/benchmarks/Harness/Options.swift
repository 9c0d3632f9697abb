/// What is asked for on the command line.
struct Options {
    var rounds = 7
    var only: String?
    var contender: String?
    var isJSON = false
    var countsInstructions = false

    /// Whether this process runs under callgrind, on behalf of another one.
    var isMarked = false

    var thresholds: Thresholds.Task?

    /// Where thresholds are kept.
    var directory = "Thresholds"

    static let usage = """
        Usage: benchmarks [--only TEXT] [--contender TEXT] [--rounds N] [--instructions] [--json]
               benchmarks --check-thresholds [DIRECTORY] | --update-thresholds [DIRECTORY]
               benchmarks exploration [MODEL] [OPTION ...]; see benchmarks exploration --help
          --only TEXT          the workloads whose names contain this
          --contender TEXT     the contenders whose names contain this, for a profiler to look at; ratios mean little then
          --rounds N           how often each contender does its work; 7 without it, at least 5 for figures to be quoted
          --instructions       count instructions, too, with valgrind
          --json               JSON instead of tables
          --check-thresholds   compare instructions and allocations with those in DIRECTORY, which is Thresholds
                               without it, and fail if they are more by 5 percent
          --update-thresholds  write them there
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
