/// The words of a value during reading, with the positions of its identifiers and references.
struct StateWords {
    private(set) var words: [UInt64] = []
    /// The positions of identifiers among the words.
    private var identifiers: [(position: Int, scope: IdentifierKinds.Scope, isScoped: Bool)] = []
    /// The positions of references among the words, with the addresses that they lead to.
    private var references = References()
    /// The number of each address, in the order in which the addresses were met.
    private var numbers: [UInt: UInt64] = [:]
    /// The objects whose contents are among the words.
    private(set) var met: [UInt: AnyObject] = [:]
    /// Whether to read the contents of objects instead of their identities.
    var followsReferences = true
    /// The owners of the value that is being read.
    var owners: IdentifierKinds.Owners = [:]
    /// The type whose stored property is being read, and the name of the property.
    var place: StoredPlace?
    /// Whether a set or a dictionary has more than one element, whose order may differ.
    var hasHashOrder = false
    /// For each property, the orders of the sets and dictionaries in it, if they are collected.
    var orders: [String: [[Int]]]?
    /// The addresses of objects that need not be among the objects of the value.
    private(set) var identities: [(address: UInt, name: String)] = []

    var hasIdentifiers: Bool { !identifiers.isEmpty }
    var hasObjects: Bool { !met.isEmpty }

    /// Returns an empty reading for a part of the current value.
    func inner() -> StateWords {
        var reading = StateWords()
        (reading.met, reading.numbers, reading.owners) = (met, numbers, owners)
        (reading.followsReferences, reading.place) = (followsReferences, place)
        reading.orders = orders.map { _ in [:] }
        return reading
    }

    mutating func append(_ word: UInt64) { words.append(word) }

    mutating func append(_ number: UInt64, _ scope: IdentifierKinds.Scope, isScoped: Bool) {
        identifiers.append((words.count, scope, isScoped))
        words.append(number)
    }

    /// Appends the number of an address, or the address itself if references are not followed.
    mutating func append(address: UInt) {
        guard followsReferences else { return words.append(UInt64(address)) }
        references.list.append((words.count, address))
        words.append(number(of: address))
    }

    private mutating func number(of address: UInt) -> UInt64 {
        if let number = numbers[address] { return number }
        let number = UInt64(numbers.count + 1)
        numbers[address] = number
        return number
    }

    /// Appends a reference to an object and returns whether the caller should read its contents.
    mutating func appendReference(to object: AnyObject) -> Bool {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        append(address: address)
        return followsReferences && met.updateValue(object, forKey: address) == nil
    }

    /// Appends the address of an object that may be elsewhere.
    mutating func append(identity address: UInt, in name: @autoclosure () -> String) {
        append(address: address)
        identities.append((address, name()))
    }

    /// Appends bytes, eight in a word, and their number.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        words.append(UInt64(bytes.count))
        var position = 0
        while position + 8 <= bytes.count {
            words.append(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            position += 8
        }
        guard position < bytes.count else { return }
        words.append(bytes[position...].reduce(0) { $0 << 8 | UInt64($1) })
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends the elements of an unordered collection in sorted order.
    mutating func append(unordered elements: [StateWords]) {
        words.append(UInt64(elements.count))
        guard elements.count > 1 else {
            for element in elements { append(element) }
            return
        }
        // Numbers of different owners do not compare, so the other words decide, such as the owner.
        let sorted = elements.map { (reading: $0, words: $0.comparableWords) }.sorted { one, other in
            if one.words.unscoped != other.words.unscoped {
                return one.words.unscoped.lexicographicallyPrecedes(other.words.unscoped)
            }
            return one.words.all.lexicographicallyPrecedes(other.words.all)
        }
        let start = words.count
        for (element, _) in sorted { append(element) }
        if elements.contains(where: { !$0.references.list.isEmpty }) {
            references.noteTies(among: sorted.map(\.words.all), start: start)
        }
    }

    private mutating func append(_ element: StateWords) {
        let position = words.count
        words += element.words
        for (inner, scope, isScoped) in element.identifiers {
            identifiers.append((inner + position, scope, isScoped))
        }
        hasHashOrder = hasHashOrder || element.hasHashOrder
        // Most elements have no references, and these steps take time even for empty lists.
        if let inner = element.orders, !inner.isEmpty { orders?.merge(inner) { $0 + $1 } }
        guard !element.references.list.isEmpty else { return }
        for (inner, address) in element.references.list {
            references.list.append((position + inner, address))
            words[position + inner] = number(of: address)
        }
        references.ties += element.references.ties.map { $0.moved(by: position) }
        met.merge(element.met) { first, _ in first }
        identities += element.identities
    }

    /// The words without the numbers of references, and also without scoped identifiers.
    private var comparableWords: (unscoped: [UInt64], all: [UInt64]) {
        if identifiers.isEmpty, references.list.isEmpty { return (words, words) }
        var all = words
        for (position, _) in references.list { all[position] = 0 }
        var unscoped = all
        for identifier in identifiers where identifier.isScoped { unscoped[identifier.position] = 0 }
        return (unscoped, all)
    }

    /// Numbers the references again if some elements of sets differ only in their references.
    mutating func numberReferences() {
        guard !references.ties.isEmpty else { return }
        references.orderTies()
        numbers = [:]
        for (position, address) in references.list { words[position] = number(of: address) }
    }

    /// Records the order of the elements of a set or a dictionary.
    mutating func noteOrder(of elements: [StateWords], in name: String) {
        let order = elements.indices.sorted { elements[$0].words.lexicographicallyPrecedes(elements[$1].words) }
        orders?[name, default: []].append(order)
    }

    /// Replaces each identifier with its rank in its scope.
    mutating func rankIdentifiers() {
        guard !identifiers.isEmpty else { return }
        var last: [IdentifierKinds.Scope: (number: UInt64, rank: UInt64)] = [:]
        for (position, scope, _) in identifiers.sorted(by: { words[$0.position] < words[$1.position] }) {
            let number = words[position]
            let rank = last[scope].map { $0.number == number ? $0.rank : $0.rank + 1 } ?? 0
            last[scope] = (number, rank)
            words[position] = rank
        }
    }

    /// The ranks of the identifiers that were read.
    var ranks: IdentifierRanks {
        var values: [IdentifierKinds.Scope: Set<UInt64>] = [:]
        for (position, scope, _) in identifiers { values[scope, default: []].insert(words[position]) }
        return IdentifierRanks(values)
    }
}
