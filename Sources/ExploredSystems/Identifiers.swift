/// Numbers that only tell things apart and grow without end, such as the number of a connection.
///
/// An exploration replaces each by its rank among those of the same kind in a state. So a pool that
/// has given number 7 to its only connection is in the same state as one that has given it number
/// 0, and a system whose numbers only grow has finitely many states.
///
/// ```swift
/// static var identifiers: [Identifiers] {
///     [Identifiers(types: ConnectionID.self), Identifiers(properties: "timerID", "nextTimerID")]
/// }
/// ```
///
/// That is right as long as the code compares such numbers with each other alone, and new ones are
/// larger than all others. An exploration tries it: it expands a sample of the states that it takes
/// for the same, and throws ``SystemExplorationError/differentMoves(_:)`` if they do not behave
/// alike.
public struct Identifiers: Sendable {
    let types: [ObjectIdentifier]
    let properties: Set<String>
    let keys: Set<String>

    /// Numbers of one kind.
    ///
    /// - Parameters:
    ///   - types: Types all of whose whole numbers are of this kind.
    ///   - properties: Names of stored properties with such numbers, or with values all of whose
    ///     whole numbers are of this kind. Payloads of cases count by their labels.
    ///   - keys: Names of stored dictionaries whose keys are such numbers.
    public init(types: any Any.Type..., properties: [String] = [], keys: [String] = []) {
        self.types = types.map { ObjectIdentifier($0) }
        self.properties = Set(properties)
        self.keys = Set(keys)
    }

    /// Numbers of one kind, in stored properties.
    public init(properties: String...) {
        self.init(properties: properties)
    }
}
