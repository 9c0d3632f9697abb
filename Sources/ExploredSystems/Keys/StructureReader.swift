import StateMachineGraphs

/// Reads everything that a value stores, by reflection: private properties, payloads, what
/// references lead to.
///
/// Sets and dictionaries have no order, so their elements are sorted. An object that is met again
/// is a reference to where it was met first, so that cycles have an end.
struct StructureReader {
    private let kinds: [Identifiers]
    private let kindOfType: [ObjectIdentifier: Int]
    private let kindOfProperty: [String: Int]
    private let kindOfKeys: [String: Int]

    init(identifiers kinds: [Identifiers]) {
        self.kinds = kinds
        var (types, properties, keys): ([ObjectIdentifier: Int], [String: Int], [String: Int]) = ([:], [:], [:])
        for (index, kind) in kinds.enumerated() {
            for type in kind.types { types[type] = index }
            for property in kind.properties { properties[property] = index }
            for key in kind.keys { keys[key] = index }
        }
        (kindOfType, kindOfProperty, kindOfKeys) = (types, properties, keys)
    }

    /// What was read.
    struct Structure {
        let key: StructuralKey

        /// Whether an object was met, which a copy of the value shares.
        let hasReferences: Bool
    }

    /// Reads a value.
    func structure(of value: Any) -> Structure {
        var reading = Reading()
        read(value, kind: nil, keys: nil, into: &reading)
        reading.rankIdentifiers(kinds: kinds.count)
        return Structure(key: StructuralKey(reading.words), hasReferences: !reading.objects.isEmpty)
    }

    /// The rank of each identifier of a value among those of its kind.
    func ranks(in value: Any) -> [[UInt64: UInt64]] {
        guard !kinds.isEmpty else { return [] }
        var reading = Reading()
        read(value, kind: nil, keys: nil, into: &reading)
        return reading.ranks(kinds: kinds.count)
    }

    /// A value in words, with the rank of each identifier.
    func text(of value: Any, _ ranks: [[UInt64: UInt64]], kind: Int? = nil) -> String {
        let type = Swift.type(of: value)
        let kind = kindOfType[ObjectIdentifier(type)] ?? kind
        if let number = wholeNumber(value, type) {
            return kind.flatMap { ranks.isEmpty ? nil : ranks[$0][number] }.map(String.init) ?? "\(value)"
        }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct || mirror.displayStyle == .tuple, !mirror.children.isEmpty,
            !(value is any StringProtocol)
        else { return "\(value)" }
        let parts = mirror.children.map { child in
            text(of: child.value, ranks, kind: child.label.flatMap { kindOfProperty[$0] } ?? kind)
        }
        return parts.joined(separator: ".")
    }

    private struct Reading {
        var words: [UInt64] = []
        /// Where identifiers stand among the words.
        var identifiers: [(position: Int, kind: Int)] = []
        var objects: [ObjectIdentifier: Int] = [:]

        /// Replaces each identifier by its rank among those of its kind.
        mutating func rankIdentifiers(kinds: Int) {
            guard !identifiers.isEmpty else { return }
            let ranks = ranks(kinds: kinds)
            for (position, kind) in identifiers { words[position] = ranks[kind][words[position]] ?? 0 }
        }

        func ranks(kinds: Int) -> [[UInt64: UInt64]] {
            var values = Array(repeating: Set<UInt64>(), count: kinds)
            for (position, kind) in identifiers { values[kind].insert(words[position]) }
            return values.map { values in
                Dictionary(uniqueKeysWithValues: values.sorted().enumerated().map { ($1, UInt64($0)) })
            }
        }

        // Fowler, Noll and Vo, FNV-1a.
        private static let hashBasis: UInt64 = 0xCBF2_9CE4_8422_2325
        private static let hashPrime: UInt64 = 0x100_0000_01B3

        mutating func append(_ text: String) {
            var hash = Self.hashBasis
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* Self.hashPrime }
            words.append(hash)
            words.append(UInt64(text.utf8.count))
        }

        mutating func append(_ bytes: UnsafeRawBufferPointer) {
            var hash = Self.hashBasis
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* Self.hashPrime }
            words.append(hash)
        }

        mutating func append(_ text: UnsafePointer<CChar>) {
            var (hash, index) = (Self.hashBasis, 0)
            while text[index] != 0 {
                hash = (hash ^ UInt64(UInt8(bitPattern: text[index]))) &* Self.hashPrime
                index += 1
            }
            words.append(hash)
        }
    }

    /// - Parameters:
    ///   - kind: The kind of the whole numbers in the value, if they are identifiers.
    ///   - keys: The kind of the keys of the value, a dictionary, if they are identifiers.
    private func read(_ value: Any, kind: Int?, keys: Int?, into reading: inout Reading) {
        let type = Swift.type(of: value)
        let kind = kindOfType.isEmpty ? kind : kindOfType[ObjectIdentifier(type)] ?? kind
        if let number = wholeNumber(value, type) {
            if let kind, type != Bool.self { reading.identifiers.append((reading.words.count, kind)) }
            reading.words.append(number)
            return
        }
        if type == String.self, let text = value as? String { return reading.append(text) }

        let value = ReflectedValue(value, type)
        switch value.style {
        case .struct:
            if let custom = value.value as? any CustomReflectable, readCollection(custom, kind, keys, into: &reading) {
                return
            }
            if value.count == 0 { reading.append("") }
            for index in 0..<value.count { readChild(index, of: value, kind, into: &reading) }
        case .tuple:
            for index in 0..<value.count { readChild(index, of: value, kind, into: &reading) }
        case .enum:
            guard value.count > 0 else {
                return reading.append(ValueName.caseName(withoutPayload: value.value))
            }
            value.withChild(0) { label, payload in
                reading.append(label)
                read(payload, kind: kind, keys: nil, into: &reading)
            }
        case .class: readObject(value.value as AnyObject, kind, into: &reading)
        case .bits: value.withBits { reading.append($0) }
        case .other: reading.append(String(describing: value.value))
        }
    }

    private func readChild(_ index: Int, of value: ReflectedValue, _ kind: Int?, into reading: inout Reading) {
        value.withChild(index) { label, child in
            if kindOfProperty.isEmpty, kindOfKeys.isEmpty { return read(child, kind: kind, keys: nil, into: &reading) }
            let label = String(cString: label)
            read(child, kind: kindOfProperty[label] ?? kind, keys: kindOfKeys[label], into: &reading)
        }
    }

    /// Reads a collection by its elements; false if the value shows itself in another way.
    private func readCollection(
        _ value: any CustomReflectable,
        _ kind: Int?,
        _ keys: Int?,
        into reading: inout Reading
    ) -> Bool {
        let mirror = value.customMirror
        switch mirror.displayStyle {
        case .set, .dictionary: readUnordered(mirror, kind: kind, keys: keys, into: &reading)
        case .collection:
            reading.words.append(UInt64(mirror.children.count))
            for child in mirror.children { read(child.value, kind: kind, keys: nil, into: &reading) }
        case nil, .some: return false
        }
        return true
    }

    private func readUnordered(_ mirror: Mirror, kind: Int?, keys: Int?, into reading: inout Reading) {
        var elements: [Reading] = []
        for child in mirror.children {
            var element = Reading(objects: reading.objects)
            if mirror.displayStyle == .dictionary, keys != nil {
                let entry = Array(Mirror(reflecting: child.value).children)
                if let key = entry.first { read(key.value, kind: keys, keys: nil, into: &element) }
                if let value = entry.last { read(value.value, kind: kind, keys: nil, into: &element) }
            } else {
                read(child.value, kind: kind, keys: nil, into: &element)
            }
            elements.append(element)
        }
        elements.sort { $0.words.lexicographicallyPrecedes($1.words) }
        reading.words.append(UInt64(elements.count))
        for element in elements {
            reading.identifiers += element.identifiers.map { ($0.position + reading.words.count, $0.kind) }
            reading.words += element.words
            reading.objects.merge(element.objects) { first, _ in first }
        }
    }

    private func readObject(_ object: AnyObject, _ kind: Int?, into reading: inout Reading) {
        let identity = ObjectIdentifier(object)
        if let number = reading.objects[identity] {
            reading.append("seen")
            reading.words.append(UInt64(number))
            return
        }
        reading.objects[identity] = reading.objects.count
        reading.append("\(Swift.type(of: object))")
        var part: Mirror? = Mirror(reflecting: object)
        while let mirror = part {
            for child in mirror.children {
                let kind = child.label.flatMap { kindOfProperty[$0] } ?? kind
                read(child.value, kind: kind, keys: child.label.flatMap { kindOfKeys[$0] }, into: &reading)
            }
            part = mirror.superclassMirror
        }
    }

    /// A whole number as a word; their order is that of the numbers.
    private func wholeNumber(_ value: Any, _ type: Any.Type) -> UInt64? {
        if type == Int.self { return word(value as? Int) }
        if type == Bool.self { return (value as? Bool).map { $0 ? 1 : 0 } }
        if type == UInt8.self { return word(value as? UInt8) }
        if type == UInt16.self { return word(value as? UInt16) }
        if type == UInt32.self { return word(value as? UInt32) }
        if type == UInt64.self { return word(value as? UInt64) }
        if type == UInt.self { return word(value as? UInt) }
        if type == Int8.self { return word(value as? Int8) }
        if type == Int16.self { return word(value as? Int16) }
        if type == Int32.self { return word(value as? Int32) }
        if type == Int64.self { return word(value as? Int64) }
        return nil
    }

    /// `nil` if there is no number, or if `Int` does not have it.
    private func word(_ number: (some BinaryInteger)?) -> UInt64? {
        number.flatMap { Int(exactly: $0) }.map { UInt64(bitPattern: Int64($0)) ^ 1 << 63 }
    }
}
