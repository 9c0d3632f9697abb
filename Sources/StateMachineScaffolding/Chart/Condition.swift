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

    /// Returns the value of the condition if no condition in a list holds.
    ///
    /// - Returns: `nil` if the condition can be true or false, or if there are too many guards and
    ///   states to try all of their values.
    func value(ifNoneOf others: [Condition]) -> Bool? {
        let all = others + [self]
        let atoms = Set(all.flatMap { $0.guards.map(Condition.guard) + $0.states.map(Condition.isIn) })
        guard atoms.count <= 8 else { return nil }
        var values: Set<Bool> = []
        for bits in 0..<(1 << atoms.count) {
            let held = Set(atoms.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element))
            if !others.contains(where: { $0.holds(held) }) { values.insert(holds(held)) }
        }
        return values.count == 1 ? values.first : nil
    }

    /// Whether the condition holds if exactly some guards and checks of states do.
    private func holds(_ held: Set<Condition>) -> Bool {
        switch self {
        case .constant(let value): value
        case .isIn, .guard: held.contains(self)
        case .not(let condition): !condition.holds(held)
        case .all(let conditions): conditions.allSatisfy { $0.holds(held) }
        case .any(let conditions): conditions.contains { $0.holds(held) }
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
