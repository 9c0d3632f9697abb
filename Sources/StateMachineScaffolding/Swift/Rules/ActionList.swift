/// A list of actions, in order.
///
/// It consists of names, and of expressions for lists that are known only at run time.
struct ActionList: Hashable {
    enum Part: Hashable {
        case names([String])
        case expression(SwiftExpression)
    }

    private(set) var parts: [Part] = []

    init(_ names: [String] = []) {
        if !names.isEmpty { parts = [.names(names)] }
    }

    init(expression: SwiftExpression) { parts = [.expression(expression)] }

    var isEmpty: Bool { parts.isEmpty }

    /// Whether all actions are known when the code is written.
    var isConstant: Bool { parts.allSatisfy { if case .names = $0 { true } else { false } } }

    static func + (first: ActionList, second: ActionList) -> ActionList {
        var result = first
        for part in second.parts {
            if case .names(let old)? = result.parts.last, case .names(let new) = part {
                result.parts[result.parts.count - 1] = .names(old + new)
            } else {
                result.parts.append(part)
            }
        }
        return result
    }

    static func += (list: inout ActionList, other: ActionList) { list = list + other }

    /// The list as a Swift expression.
    var expression: SwiftExpression {
        if parts.isEmpty { return .list([]) }
        return .joined(parts.map(\.expression), by: .plus)
    }
}

extension ActionList.Part {
    fileprivate var expression: SwiftExpression {
        switch self {
        case .names(let names): .list(names.map { .case($0) })
        case .expression(let expression): expression
        }
    }
}
