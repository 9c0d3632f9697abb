public import StateMachines

/// A property that a check could neither prove nor refute, with the reason.
///
/// ```text
/// "ninety tickets wait" is undecided: no counterexample was found within 1021 states
/// and depth 44, and there are more states.
/// ```
public struct UndecidedProperty<Definition: StateDefinition>: Sendable {
    /// The property's name.
    public let property: String

    /// Why the property is undecided, in words.
    public let reason: String

    /// Two different results of a nondeterministic definition, if they are the reason.
    public let nondeterminism: Nondeterminism<Definition>?

    package init(property: String, reason: String) {
        self.property = property
        self.reason = reason
        nondeterminism = nil
    }

    /// Creates an undecided property from two different answers of the definition.
    init(property: String, _ nondeterminism: Nondeterminism<Definition>) {
        self.property = property
        reason = nondeterminism.reason
        self.nondeterminism = nondeterminism
    }
}

extension UndecidedProperty: CustomStringConvertible {
    /// A sentence with the property and the reason.
    public var description: String { "\"\(property)\" is undecided: \(reason)." }
}

extension UndecidedProperty: Equatable where Definition: Equatable, Definition.Event: Equatable {}
extension UndecidedProperty: Hashable where Definition: Hashable, Definition.Event: Hashable {}
