/// A condition of a transition, made of active states and named guards.
package indirect enum Condition: Sendable, Hashable {
    case constant(Bool)
    /// A state has to be active.
    case isIn(String)
    /// A guard, whose value is a part of the event.
    case `guard`(String)
    case not(Condition)
    case all([Condition])
    case any([Condition])

    /// Returns a condition that requires all conditions of a list; `nil` for an empty list.
    static func all(of conditions: [Condition]) -> Condition? {
        conditions.count > 1 ? .all(conditions) : conditions.first
    }

    /// The names of the guards in the condition, in order.
    package var guards: [String] {
        switch self {
        case .constant, .isIn: []
        case .guard(let name): [name]
        case .not(let condition): condition.guards
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.guards)
        }
    }

    /// The ids of the states in the condition.
    package var states: [String] {
        switch self {
        case .constant, .guard: []
        case .isIn(let id): [id]
        case .not(let condition): condition.states
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.states)
        }
    }

    /// Returns the condition with known states replaced by constants.
    func simplified(_ isActive: (String) -> Bool?) -> Condition {
        switch self {
        case .constant, .guard: return self
        case .isIn(let id): return isActive(id).map(Condition.constant) ?? self
        case .not(let condition):
            switch condition.simplified(isActive) {
            case .constant(let value): return .constant(!value)
            case .not(let inner): return inner
            case let rest: return .not(rest)
            }
        case .all(let conditions): return Self.joined(conditions.map { $0.simplified(isActive) }, neutral: true)
        case .any(let conditions): return Self.joined(conditions.map { $0.simplified(isActive) }, neutral: false)
        }
    }

    /// Returns conditions joined with "and" if `neutral` is true, and with "or" if it is false.
    private static func joined(_ conditions: [Condition], neutral: Bool) -> Condition {
        if conditions.contains(.constant(!neutral)) { return .constant(!neutral) }
        let rest = conditions.filter { $0 != .constant(neutral) }
        switch rest.count {
        case 0: return .constant(neutral)
        case 1: return rest[0]
        default: return neutral ? .all(rest) : .any(rest)
        }
    }
}
