import Foundation

/// The words of a value during reading, with the positions of its identifiers and references.
struct StateWords {
    private(set) var words: [UInt64] = []
    /// The identifiers among the words, in the order of their positions.
    private var identifiers: [Identifier] = []
    /// The positions of references among the words, with the addresses that they lead to.
    private var references = References()
    /// The number of each address, in the order in which the addresses were met.
    private(set) var numbers: [UInt: UInt64] = [:]
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
        identifiers.append(Identifier(position: words.count, number: number, scope: scope, isScoped: isScoped))
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
        guard var address = bytes.baseAddress else { return }
        var rest = bytes.count
        while rest > 0 {
            var word: UInt64 = 0
            memcpy(&word, address, min(rest, 8))
            words.append(word)
            (address, rest) = (address + 8, rest - 8)
        }
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends an element that was read on its own; ``sortElements(_:)`` numbers its references.
    mutating func append(_ element: StateWords) {
        let start = words.count
        words += element.words
        identifiers += element.identifiers.map { $0.moved(by: start) }
        hasHashOrder = hasHashOrder || element.hasHashOrder
        if let inner = element.orders { orders?.merge(inner) { $0 + $1 } }
        references.list += element.references.list.map { ($0.position + start, $0.address) }
        references.ties += element.references.ties.map { $0.moved(by: start) }
        // Otherwise, the element has met nothing, and it began with everything that was met before.
        guard !element.references.list.isEmpty else { return }
        met.merge(element.met) { first, _ in first }
        identities += element.identities
    }

    /// The end of what was read so far.
    var end: Position {
        Position(
            word: words.count,
            identifier: identifiers.count,
            reference: references.list.count,
            tie: references.ties.count,
            identity: identities.count
        )
    }

    /// Returns whether something that was read after a position refers to an object.
    func hasReferences(after position: Position) -> Bool { references.list.count > position.reference }

    /// Removes what was read after a position.
    ///
    /// The notes of hash orders stay, because a second reading would find the same orders.
    ///
    /// - Parameters:
    ///   - met: The objects that the reading had met at the position.
    ///   - numbers: The numbers that addresses had at the position.
    mutating func removeAll(after position: Position, _ met: [UInt: AnyObject], _ numbers: [UInt: UInt64]) {
        words.removeLast(words.count - position.word)
        identifiers.removeLast(identifiers.count - position.identifier)
        references.list.removeLast(references.list.count - position.reference)
        references.ties.removeLast(references.ties.count - position.tie)
        identities.removeLast(identities.count - position.identity)
        (self.met, self.numbers) = (met, numbers)
    }

    /// Sorts the elements of an unordered collection, which are the last ones that were read, and
    /// numbers their references in the new order.
    ///
    /// - Parameter starts: The start of each element.
    mutating func sortElements(_ starts: [Position]) {
        guard let first = starts.first else { return }
        if starts.count > 1 { sortElements(between: starts + [end]) }
        guard hasReferences(after: first) else { return }
        for (position, address) in references.list[first.reference...] { words[position] = number(of: address) }
    }

    private mutating func sortElements(between bounds: [Position]) {
        let (first, hasReferences) = (bounds[0], hasReferences(after: bounds[0]))
        var plain = words.tail(from: first.word)
        // References are numbered in the order of the elements, so the numbers cannot determine it.
        if hasReferences {
            for (position, _) in references.list[first.reference...] { plain[position - first.word] = 0 }
        }
        // Numbers of different owners do not compare, so the other words decide, such as the owner.
        var unscoped = plain
        identifiers.forEachAddress(from: first.identifier) { identifier in
            if identifier.pointee.isScoped { unscoped[identifier.pointee.position - first.word] = 0 }
        }
        let order = Self.order(of: bounds, unscoped, plain)
        arrange(order, bounds)
        guard hasReferences else { return }
        let elements = order.map { plain[bounds[$0].word - first.word..<bounds[$0 + 1].word - first.word] }
        references.noteTies(among: elements, start: first.word)
    }

    /// Returns the numbers of elements in the order of their words.
    ///
    /// - Parameters:
    ///   - words: The words that are compared first, from the first element on.
    ///   - others: The words that are compared if the first words are equal.
    private static func order(of bounds: [Position], _ words: [UInt64], _ others: [UInt64]) -> [Int] {
        let start = bounds[0].word
        return sortedNumbers(below: bounds.count - 1) { one, other in
            let (first, second) = (bounds[one].word - start, bounds[other].word - start)
            let (length, otherLength) = (bounds[one + 1].word - start - first, bounds[other + 1].word - start - second)
            let order = compare(first, length, second, otherLength, in: words)
            return (order == 0 ? compare(first, length, second, otherLength, in: others) : order) < 0
        }
    }

    /// Compares two lists of words, of which a prefix of the other one comes first; the result is
    /// negative if the first list comes first.
    private static func compare(_ one: Int, _ length: Int, _ other: Int, _ otherLength: Int, in words: [UInt64]) -> Int
    {
        words.withUnsafeBufferPointer { buffer in
            guard let words = buffer.baseAddress else { return 0 }
            var offset = 0
            while offset < length, offset < otherLength {
                let (word, otherWord) = (words[one + offset], words[other + offset])
                if word != otherWord { return word < otherWord ? -1 : 1 }
                offset += 1
            }
            return length - otherLength
        }
    }

    /// Puts elements into an order.
    private mutating func arrange(_ order: [Int], _ bounds: [Position]) {
        var (offsets, start) = (order, bounds[0].word)
        order.forEachAddress { address in
            let element = address.pointee
            offsets[element] = start - bounds[element].word
            start += bounds[element + 1].word - bounds[element].word
        }
        words.arrange(order) { bounds[$0].word }
        identifiers.arrange(order, from: { bounds[$0].identifier }, { $0.position += offsets[$1] })
        references.list.arrange(order, from: { bounds[$0].reference }, { $0.position += offsets[$1] })
        references.ties.arrange(order, from: { bounds[$0].tie }, { $0.start += offsets[$1] })
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
        let sorted = identifiers.withUnsafeBufferPointer { buffer in
            guard let identifiers = buffer.baseAddress else { return [Int]() }
            return sortedNumbers(below: buffer.count) { identifiers[$0].precedes(identifiers[$1]) }
        }
        var (rank, last): (UInt64, Identifier?) = (0, nil)
        sorted.forEachAddress { index in
            let identifier = identifiers[index.pointee]
            if let last, last.scope == identifier.scope {
                if last.number != identifier.number { rank += 1 }
            } else {
                rank = 0
            }
            words[identifier.position] = rank
            last = identifier
        }
    }

    /// The ranks of the identifiers that were read.
    var ranks: IdentifierRanks {
        var values: [IdentifierKinds.Scope: Set<UInt64>] = [:]
        for identifier in identifiers { values[identifier.scope, default: []].insert(identifier.number) }
        return IdentifierRanks(values)
    }

    /// An identifier among the words.
    private struct Identifier {
        var position: Int
        let number: UInt64
        let scope: IdentifierKinds.Scope
        /// Whether the number compares only with the numbers of one owner.
        let isScoped: Bool

        func moved(by offset: Int) -> Identifier {
            Identifier(position: position + offset, number: number, scope: scope, isScoped: isScoped)
        }

        /// Returns whether this identifier comes before another one, in the order of their scopes.
        func precedes(_ other: Identifier) -> Bool {
            if scope.kind != other.scope.kind { return scope.kind < other.scope.kind }
            switch (scope.owner, other.scope.owner) {
            case (let owner?, let otherOwner?) where owner != otherOwner: return owner < otherOwner
            case (nil, .some): return true
            case (.some, nil): return false
            case (nil, nil), (.some, .some): return number < other.number
            }
        }
    }

    /// A position in a reading, in each of its lists.
    struct Position {
        let word: Int
        let identifier: Int
        let reference: Int
        let tie: Int
        let identity: Int
    }
}
