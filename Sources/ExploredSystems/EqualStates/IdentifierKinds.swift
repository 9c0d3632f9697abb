/// The kinds of identifiers in a system, with the types, properties and keys of each kind.
final class IdentifierKinds {
    private var all: [SystemIdentifiers] = []
    private var kindsOfTypes: [ObjectIdentifier: Int] = [:]
    private var kindsOfProperties: [String: Int] = [:]
    private var kindsOfKeys: [String: Int] = [:]
    /// For each kind, the kind of its owner.
    private var owners: [Int?] = []
    private var ownerKinds: Set<Int> = []

    init(_ kinds: [SystemIdentifiers]) {
        for kind in kinds { add(kind) }
        (haveKeys, haveOwners) = (!kindsOfKeys.isEmpty, !ownerKinds.isEmpty)
        haveNames = haveKeys || !kindsOfProperties.isEmpty
    }

    /// Adds a kind, unless an equal kind exists, and returns its number.
    @discardableResult
    private func add(_ kind: SystemIdentifiers) -> Int {
        if let number = all.firstIndex(of: kind) { return number }
        let owner = kind.owner.first.map { add($0) }
        let number = all.count
        all.append(kind)
        owners.append(owner)
        if let owner { ownerKinds.insert(owner) }
        for type in kind.types.keys { kindsOfTypes[type] = number }
        for property in kind.properties { kindsOfProperties[property] = number }
        for key in kind.keys { kindsOfKeys[key] = number }
        return number
    }

    var isEmpty: Bool { all.isEmpty }
    private(set) var haveNames = false
    private(set) var haveKeys = false
    private(set) var haveOwners = false

    func kind(of type: Any.Type) -> Int? { kindsOfTypes[ObjectIdentifier(type)] }
    func kind(ofProperty name: String) -> Int? { kindsOfProperties[name] }
    func kind(ofKeysIn name: String) -> Int? { kindsOfKeys[name] }

    /// The owners that surround a value, by their kinds.
    typealias Owners = [Int: UInt64]

    /// Returns the scope of a number, which is compared only with other numbers of this scope.
    func scope(of kind: Int, _ found: Owners) -> Scope {
        Scope(kind: kind, owner: owners[kind].flatMap { found[$0] })
    }

    func isScoped(_ kind: Int) -> Bool { owners[kind] != nil }

    /// Records a value as the owner of its neighbors if its kind can own other kinds.
    ///
    /// - Parameter kind: The kind of the value, if its surroundings determine a kind.
    func note(_ value: Any, kind: Int?, in found: inout Owners) {
        guard let kind = self.kind(of: type(of: value)) ?? kind, ownerKinds.contains(kind) else { return }
        if let number = Self.number(in: value) { found[kind] = number }
    }

    /// Returns the integer in a value, or in its only stored property.
    private static func number(in value: Any) -> UInt64? {
        let type = type(of: value)
        if let number = wholeNumber(value, type) { return number }
        let reflected = ReflectedValue(value, type)
        guard reflected.style == .struct || reflected.style == .enum, reflected.count == 1 else { return nil }
        var number: UInt64?
        reflected.forEachChild { _, child in number = Self.number(in: child) }
        return number
    }

    /// A scope within which numbers are compared.
    struct Scope: Hashable {
        let kind: Int
        let owner: UInt64?
    }
}

/// The rank of each identifier of a value within its scope.
struct IdentifierRanks {
    private var ranks: [IdentifierKinds.Scope: [UInt64: UInt64]] = [:]

    init(_ values: [IdentifierKinds.Scope: Set<UInt64>] = [:]) {
        ranks = values.mapValues { values in
            Dictionary(uniqueKeysWithValues: values.sorted().enumerated().map { ($1, UInt64($0)) })
        }
    }

    subscript(number: UInt64, scope: IdentifierKinds.Scope) -> UInt64? { ranks[scope]?[number] }
}
