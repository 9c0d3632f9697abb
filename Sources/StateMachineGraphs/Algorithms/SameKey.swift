import StateMachines

/// A state as the key of a dictionary that also finds a state that does not equal itself.
struct SameKey<Value: Hashable>: Hashable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (one: Self, other: Self) -> Bool { areSame(one.value, other.value) }

    /// Hashes a value that does not equal itself as nothing, because two such values can be the
    /// same although their hash values differ.
    func hash(into hasher: inout Hasher) { hasher.combine(value == value ? value : nil) }
}
