public import StateMachines

/// Why a property is neither proved nor refuted.
///
/// ```text
/// "ninety tickets wait" is not decided: nothing breaks it within 1021 states and depth 44, and there are more.
/// ```
public struct UndecidedProperty<Definition: StateDefinition>: Sendable {
    /// What was claimed.
    public let property: String

    /// What stands in the way, in words.
    public let reason: String

    /// The two answers of a definition that does not answer the same each time, if that is the
    /// reason.
    public let nondeterminism: Nondeterminism<Definition>?

    package init(property: String, reason: String) {
        self.property = property
        self.reason = reason
        nondeterminism = nil
    }

    /// The definition has given two answers.
    init(property: String, _ nondeterminism: Nondeterminism<Definition>) {
        self.property = property
        reason = nondeterminism.reason
        self.nondeterminism = nondeterminism
    }
}

extension UndecidedProperty: CustomStringConvertible {
    /// The property and the reason.
    public var description: String { "\"\(property)\" is not decided: \(reason)." }
}

extension UndecidedProperty: Equatable where Definition: Equatable, Definition.Event: Equatable {}
