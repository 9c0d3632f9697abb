/// The known values of flags and optional variables at a statement.
struct FlagValues {
    enum Value {
        /// The value that the declaration assigns: `false` or `nil`.
        case unset
        case set
        case unknown
    }

    var values: [String: Value]
    /// The variables that may be `nil` when they are read.
    var optionals: Set<String> = []
    /// The variables that are unwrapped where they are known to have a value.
    ///
    /// The compiler would warn about such an unwrapping.
    var needless: Set<String> = []

    init(unset flags: [String]) {
        values = Dictionary(flags.map { ($0, .unset) }) { first, _ in first }
    }

    /// Combines the known values after several branches, except branches that end the function.
    mutating func join(_ ways: [(known: FlagValues, isEnd: Bool)]) {
        let open = ways.filter { !$0.isEnd }.map(\.known.values)
        if let first = open.first {
            values = open.dropFirst().reduce(first) { $0.merging($1) { $0 == $1 ? $0 : .unknown } }
        }
        for way in ways {
            optionals.formUnion(way.known.optionals)
            needless.formUnion(way.known.needless)
        }
    }
}
