/// The words of a value during reading, with the positions of its identifiers and objects.
struct StructureReading {
    private(set) var words: [UInt64] = []
    /// The positions of identifiers among the words.
    private var identifiers: [(position: Int, scope: IdentifierKinds.Scope, isScoped: Bool)] = []
    /// The positions of objects among the words.
    private var objects: [(position: Int, identity: ObjectIdentifier)] = []
    /// The objects whose contents are among the words.
    private(set) var met: [ObjectIdentifier: AnyObject] = [:]
    /// Whether to read the contents of objects instead of their identities.
    var followsReferences = true
    /// The owners of the value that is being read.
    var owners: IdentifierKinds.Owners = [:]

    var hasObjects: Bool { !objects.isEmpty }

    /// Returns an empty reading for a part of the current value.
    func inner() -> StructureReading {
        var reading = StructureReading()
        (reading.met, reading.owners, reading.followsReferences) = (met, owners, followsReferences)
        return reading
    }

    mutating func append(_ word: UInt64) { words.append(word) }

    mutating func append(_ number: UInt64, _ scope: IdentifierKinds.Scope, isScoped: Bool) {
        identifiers.append((words.count, scope, isScoped))
        words.append(number)
    }

    /// Appends a reference to an object and returns whether the caller should read its contents.
    mutating func appendReference(to object: AnyObject) -> Bool {
        let identity = ObjectIdentifier(object)
        guard followsReferences else {
            words.append(UInt64(UInt(bitPattern: identity)))
            return false
        }
        objects.append((words.count, identity))
        words.append(0)
        return met.updateValue(object, forKey: identity) == nil
    }

    /// Appends a hash of the bytes (Fowler, Noll and Vo, FNV-1a).
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        words.append(hash)
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
        words.append(UInt64(text.utf8.count))
    }

    /// Appends the elements of an unordered collection in sorted order.
    mutating func append(unordered elements: [StructureReading]) {
        // Numbers of different owners do not compare, so the other words decide, such as the owner.
        let sorted = elements.map { (reading: $0, words: $0.wordsWithoutScoped) }.sorted { one, other in
            if one.words != other.words { return one.words.lexicographicallyPrecedes(other.words) }
            return one.reading.words.lexicographicallyPrecedes(other.reading.words)
        }
        words.append(UInt64(elements.count))
        for (element, _) in sorted {
            identifiers += element.identifiers.map { ($0.position + words.count, $0.scope, $0.isScoped) }
            objects += element.objects.map { ($0.position + words.count, $0.identity) }
            words += element.words
            met.merge(element.met) { first, _ in first }
        }
    }

    private var wordsWithoutScoped: [UInt64] {
        var words = words
        for identifier in identifiers where identifier.isScoped { words[identifier.position] = 0 }
        return words
    }

    /// Numbers the objects in the order in which they were met, after sets have been sorted.
    mutating func numberObjects() {
        var numbers: [ObjectIdentifier: UInt64] = [:]
        for (position, identity) in objects.sorted(by: { $0.position < $1.position }) {
            words[position] = numbers[identity, default: UInt64(numbers.count + 1)]
            numbers[identity] = words[position]
        }
    }

    /// Replaces each identifier with its rank in its scope.
    mutating func rankIdentifiers() {
        guard !identifiers.isEmpty else { return }
        let ranks = ranks
        for (position, scope, _) in identifiers { words[position] = ranks[words[position], scope] ?? 0 }
    }

    /// The ranks of the identifiers that were read.
    var ranks: IdentifierRanks {
        var values: [IdentifierKinds.Scope: Set<UInt64>] = [:]
        for (position, scope, _) in identifiers { values[scope, default: []].insert(words[position]) }
        return IdentifierRanks(values)
    }
}
