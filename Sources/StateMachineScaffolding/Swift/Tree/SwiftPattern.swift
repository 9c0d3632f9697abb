/// A pattern after `case`.
indirect enum SwiftPattern: Hashable, Sendable {
    /// The binding of a part of a payload.
    enum Binding: Hashable, Sendable {
        case constant(String)
        case variable(String)
        case ignored
    }

    /// A case of an enum; without bindings, the pattern omits the payload.
    case `case`(String, [Binding] = [])
    case tuple([SwiftPattern])
    case `nil`

    /// Whether the pattern binds a name.
    var binds: Bool {
        switch self {
        case .case(_, let bindings): bindings.contains { $0 != .ignored }
        case .tuple(let parts): parts.contains(where: \.binds)
        case .nil: false
        }
    }

    /// Returns a case that binds its payload only if a body uses it.
    static func `case`(_ name: String, binding variable: String, for body: [SwiftStatement]) -> SwiftPattern {
        guard body.uses(variable) else { return .case(name) }
        return .case(name, [body.changes(.name(variable)) ? .variable(variable) : .constant(variable)])
    }

    /// Returns the pattern with only those bindings that a body uses.
    func bindingWhatIsUsed(in body: [SwiftStatement]) -> SwiftPattern {
        switch self {
        case .case(let name, let bindings):
            switch bindings.first {
            case .constant(let variable)?, .variable(let variable)?:
                return bindings.count == 1 ? .case(name, binding: variable, for: body) : self
            case .ignored?, nil: return self
            }
        case .tuple, .nil: return self
        }
    }
}
