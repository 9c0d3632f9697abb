/// A kind of number that is used only as an identifier, such as a connection number.
///
/// Such numbers often grow without end, so every new number would make a new state.
///
/// An exploration replaces each number with its rank among the numbers of the same kind in a state.
/// A pool whose only connection has number 7 is then in the same state as a pool whose only
/// connection has number 0. So a system can have finitely many states even if its numbers grow.
///
/// ```swift
/// static var identifiers: [SystemIdentifiers] {
///     let links = SystemIdentifiers(types: ConnectionID.self)
///     return [links, SystemIdentifiers(properties: "timerID", "nextTimerID").within(links)]
/// }
/// ```
///
/// Ranks are correct only if the code merely compares such numbers with each other and each new
/// number is larger than all others. An exploration tests this: it makes the moves of a sample of
/// states that it counted as equal. If the results differ, its description names the move, and
/// ``SystemExploration/isComplete`` is `false`.
///
/// A name or a type that no explored state contains has no effect. The description of the
/// exploration then contains a remark, with a similar name if there is one.
public struct SystemIdentifiers: Sendable, Hashable {
    /// The types with their names.
    let types: [ObjectIdentifier: String]
    let properties: Set<String>
    let keys: Set<String>
    /// The owner's kind, if each owner counts its own numbers; otherwise empty.
    private(set) var owner: [SystemIdentifiers] = []

    /// Describes a kind of number.
    ///
    /// - Parameters:
    ///   - types: Types whose integers are all of this kind.
    ///   - properties: Names of stored properties. All integers in their values are of this kind.
    ///     For a payload of an enum case, use its label.
    ///   - keys: Names of stored dictionaries whose keys are numbers of this kind.
    public init(types: any Any.Type..., properties: [String] = [], keys: [String] = []) {
        self.types = Dictionary(types.map { (ObjectIdentifier($0), "\($0)") }) { first, _ in first }
        self.properties = Set(properties)
        self.keys = Set(keys)
    }

    /// Describes a kind of number by the names of the stored properties that contain such numbers.
    public init(properties: String...) {
        self.init(properties: properties)
    }

    /// Returns this kind of number, with separate numbering for each owner.
    ///
    /// For example, each connection may number its own timers. An exploration compares such numbers
    /// only if they have the same owner, so there are fewer states than if it ranked all numbers
    /// together.
    ///
    /// To find the owner of a number, the exploration looks for an identifier of the owner's kind
    /// in the same struct, tuple or object, and then in the values around it, from the inside out.
    /// The key of a dictionary owns the numbers in its value. Numbers without an owner are compared
    /// with each other.
    ///
    /// - Parameter owner: The owner's kind. ``ExploredSystem/identifiers`` need not list it.
    /// - Returns: A kind with the same types, properties and keys.
    public func within(_ owner: SystemIdentifiers) -> SystemIdentifiers {
        var scoped = self
        scoped.owner = [owner]
        return scoped
    }
}
