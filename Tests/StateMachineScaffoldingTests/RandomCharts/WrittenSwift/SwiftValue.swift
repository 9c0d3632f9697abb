/// A value in a written machine that runs.
indirect enum SwiftValue {
    case bool(Bool)
    case number(Int)
    /// `nil`, for a type that may be unknown.
    case nothing(of: String)
    case list([SwiftValue])
    case tuple([SwiftValue])
    /// A case; its type is empty as long as nothing says it.
    case element(type: String, name: String, payload: [SwiftValue])
    case record(type: String, [String: SwiftValue])

    var isNothing: Bool { if case .nothing = self { true } else { false } }

    var type: String {
        switch self {
        case .element(let type, _, _), .record(let type, _), .nothing(let type): type
        case .bool, .number, .list, .tuple: ""
        }
    }

    /// The names of the cases in a list.
    var names: [String] {
        guard case .list(let values) = self else { return [] }
        return values.map { if case .element(_, let name, _) = $0 { name } else { "?" } }
    }
}
