/// An operator between any number of expressions.
enum SwiftOperator: String, Sendable {
    case or = "||"
    case and = "&&"
    case notEqual = "!="
    case plus = "+"

    /// The precedence; parts with a lower precedence need parentheses.
    var precedence: Int {
        switch self {
        case .or: 0
        case .and: 1
        case .notEqual: 2
        case .plus: 4
        }
    }

    static let coalescingPrecedence = 3
}
