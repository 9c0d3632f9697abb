/// The names and types in `SystemIdentifiers` that no state contains, probably because of a
/// mistake.
struct UnusedIdentifiers: Sendable {
    /// The types with their names.
    var types: [ObjectIdentifier: String] = [:]
    var properties: Set<String> = []
    var keys: Set<String> = []

    init(_ kinds: [SystemIdentifiers]) {
        for kind in kinds { add(kind) }
    }

    private mutating func add(_ kind: SystemIdentifiers) {
        types.merge(kind.types) { first, _ in first }
        properties.formUnion(kind.properties)
        keys.formUnion(kind.keys)
        for owner in kind.owner { add(owner) }
    }

    var isEmpty: Bool { types.isEmpty && properties.isEmpty && keys.isEmpty }

    /// Returns a remark for each name and type, with the nearest name in some of the states.
    func remarks<System: ExploredSystem>(in systems: [System]) -> [String] {
        guard !isEmpty else { return [] }
        // Some states are enough for a suggestion.
        let reader = StateReader(of: System.self, collectingNames: true)
        let sample = stride(from: 0, to: systems.count, by: max(1, systems.count / 64))
        for number in sample { _ = reader.structure(of: systems[number]) }
        return remarks(suggesting: reader.otherNames)
    }

    /// Returns a remark for each name and type, with the nearest of the names that states contain.
    private func remarks(suggesting names: StoredNames) -> [String] {
        let groups = [
            ("type", types.values.map { ($0, nil) }),
            ("property", properties.map { ("\"\($0)\"", Self.nearest(to: $0, in: names.properties)) }),
            ("dictionary", keys.map { ("\"\($0)\"", Self.nearest(to: $0, in: names.dictionaries)) }),
        ]
        return groups.flatMap { noun, found in
            found.sorted { $0.0 < $1.0 }.map { name, nearest in
                let hint = nearest.map { " (did you mean \"\($0)\"?)" } ?? ""
                return "identifiers contains the \(noun) \(name), but no explored state contains it\(hint)"
            }
        }
    }

    /// Returns the most similar name, or `nil` if every name differs in more than a third of
    /// the characters.
    private static func nearest(to name: String, in names: Set<String>) -> String? {
        let limit = max(1, name.count / 3)
        let near = names.map { ($0, editDistance(name, $0)) }.filter { $0.1 <= limit }
        return near.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }
}

/// Returns how many characters must be inserted, removed or replaced to change one text into
/// another.
///
/// The algorithm computes the distances of all prefixes (Wagner and Fischer, "The String-to-String
/// Correction Problem", 1974).
func editDistance(_ one: String, _ other: String) -> Int {
    let other = Array(other)
    var distances = Array(0...other.count)
    for (row, character) in one.enumerated() {
        var diagonal = distances[0]
        distances[0] = row + 1
        for column in other.indices {
            let replaced = diagonal + (character == other[column] ? 0 : 1)
            diagonal = distances[column + 1]
            distances[column + 1] = min(replaced, diagonal + 1, distances[column] + 1)
        }
    }
    return distances[other.count]
}

/// A record of the names and types in `SystemIdentifiers` that a reader has met.
final class IdentifierUse {
    private(set) var unused: UnusedIdentifiers { didSet { isOpen = isCollecting || !unused.isEmpty } }
    /// Whether a stored property can still be of interest.
    private(set) var isOpen: Bool
    /// The names that are not in `SystemIdentifiers`, if the record collects them.
    private(set) var otherNames = StoredNames()
    /// Whether to collect the names that are not in `SystemIdentifiers`.
    let isCollecting: Bool

    init(of kinds: [SystemIdentifiers], isCollecting: Bool) {
        unused = UnusedIdentifiers(kinds)
        self.isCollecting = isCollecting
        isOpen = isCollecting || !unused.isEmpty
    }

    /// Notes a type in `SystemIdentifiers`.
    func note(_ type: Any.Type) {
        if isOpen, unused.types[ObjectIdentifier(type)] != nil { unused.types[ObjectIdentifier(type)] = nil }
    }

    /// Notes a stored property, and that it is a dictionary if its value is one.
    func note(_ field: TypePlan.Field, _ value: () -> Any) {
        let name = field.name
        note(property: name, isListed: field.kind.values != nil)
        guard isCollecting || field.kind.keys != nil else { return }
        guard !unused.keys.isEmpty, Mirror(reflecting: value()).displayStyle == .dictionary else { return }
        if field.kind.keys != nil { unused.keys.remove(name) } else { otherNames.dictionaries.insert(name) }
    }

    /// Notes the name of a stored property.
    func note(property name: String, isListed: Bool) {
        guard !name.isEmpty else { return }
        if isListed {
            if unused.properties.contains(name) { unused.properties.remove(name) }
        } else if isCollecting {
            otherNames.properties.insert(name)
        }
    }
}

/// Names of stored properties and payloads.
struct StoredNames {
    var properties: Set<String> = []
    /// The names of the properties that store dictionaries.
    var dictionaries: Set<String> = []
}
