/// What is known of flags, and of variables that may have no value, at some statement.
struct FlagValues {
    enum Value {
        /// As it was declared: `false` or `nil`.
        case unset
        case set
        case unknown
    }

    var values: [String: Value]
    /// Those that may have a value or not where they are read.
    var optionals: Set<String> = []
    /// Those that are unwrapped where they have a value, which the compiler sees, too, and warns
    /// of.
    var needless: Set<String> = []

    init(unset flags: [String]) {
        values = Dictionary(flags.map { ($0, .unset) }) { first, _ in first }
    }

    /// What is known after one of several ways; nothing is known of the variables after those that
    /// end.
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
