/// A pattern after `case`.
indirect enum SwiftPattern: Hashable, Sendable {
    /// What becomes of a part of a payload.
    enum Binding: Hashable, Sendable {
        case constant(String)
        case variable(String)
        case ignored
    }

    /// A case of an enum. Without bindings the payload is left out.
    case `case`(String, [Binding] = [])
    case tuple([SwiftPattern])

    /// Whether it gives a name to something.
    var binds: Bool {
        switch self {
        case .case(_, let bindings): bindings.contains { $0 != .ignored }
        case .tuple(let parts): parts.contains(where: \.binds)
        }
    }

    /// A case whose payload has a name in a body only if it is used there.
    static func `case`(_ name: String, binding variable: String, for body: [SwiftStatement]) -> SwiftPattern {
        guard body.uses(variable) else { return .case(name) }
        return .case(name, [body.changes(.name(variable)) ? .variable(variable) : .constant(variable)])
    }

    /// The pattern with the name of a payload only if a body uses it.
    func bindingWhatIsUsed(in body: [SwiftStatement]) -> SwiftPattern {
        switch self {
        case .case(let name, let bindings):
            switch bindings.first {
            case .constant(let variable)?, .variable(let variable)?:
                return bindings.count == 1 ? .case(name, binding: variable, for: body) : self
            case .ignored?, nil: return self
            }
        case .tuple: return self
        }
    }
}
