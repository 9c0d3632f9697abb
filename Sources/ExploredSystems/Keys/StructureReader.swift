import Foundation
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
        reading.numberObjects()
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
        func parts(_ separator: String) -> String {
            let parts = mirror.children.map { child in
                text(of: child.value, ranks, kind: child.label.flatMap { kindOfProperty[$0] } ?? kind)
            }
            return parts.joined(separator: separator)
        }
        switch mirror.displayStyle {
        case .struct, .tuple: return mirror.children.isEmpty || value is any StringProtocol ? "\(value)" : parts(".")
        case .optional: return mirror.children.isEmpty ? "nil" : parts("")
        case .collection: return "[\(parts(", "))]"
        case .enum:
            let name = ValueName.caseName(of: value, mirror)
            return mirror.children.isEmpty ? name : "\(name)(\(parts("")))"
        case nil, .some: return "\(value)"
        }
    }

    private struct Reading {
        var words: [UInt64] = []
        /// Where identifiers stand among the words.
        var identifiers: [(position: Int, kind: Int)] = []
        /// Where objects stand among the words.
        var objects: [(position: Int, identity: ObjectIdentifier)] = []
        /// The objects whose contents are among the words.
        var met: Set<ObjectIdentifier> = []

        /// Numbers the objects in the order in which they stand, once sets are sorted.
        mutating func numberObjects() {
            var numbers: [ObjectIdentifier: UInt64] = [:]
            for (position, identity) in objects.sorted(by: { $0.position < $1.position }) {
                words[position] = numbers[identity, default: UInt64(numbers.count + 1)]
                numbers[identity] = words[position]
            }
        }

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

        mutating func append(_ text: UnsafePointer<CChar>) {
            append(UnsafeRawBufferPointer(start: text, count: strlen(text)))
        }
    }

    /// - Parameters:
    ///   - kind: The kind of the whole numbers in the value, if they are identifiers.
    ///   - keys: The kind of the keys of the value, a dictionary, if they are identifiers.
    private func read(_ value: Any, kind: Int?, keys: Int?, into reading: inout Reading) {
        let type = Swift.type(of: value)
        let kind = kindOfType.isEmpty ? kind : kindOfType[ObjectIdentifier(type)] ?? kind
        // Two types may store the same, behind an existential for instance.
        reading.words.append(UInt64(UInt(bitPattern: ObjectIdentifier(type))))
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
        case .set where value is any UnorderedCollection, .dictionary where value is any UnorderedCollection:
            readUnordered(mirror, kind: kind, keys: keys, into: &reading)
        case .collection, .set, .dictionary:
            reading.words.append(UInt64(mirror.children.count))
            for child in mirror.children { readElement(child.value, of: mirror, kind, keys, into: &reading) }
        case nil, .some: return false
        }
        return true
    }

    /// Reads an element, or the key and the value of an entry.
    private func readElement(_ element: Any, of mirror: Mirror, _ kind: Int?, _ keys: Int?, into reading: inout Reading)
    {
        guard mirror.displayStyle == .dictionary, keys != nil else {
            return read(element, kind: kind, keys: nil, into: &reading)
        }
        let entry = Array(Mirror(reflecting: element).children)
        if let key = entry.first { read(key.value, kind: keys, keys: nil, into: &reading) }
        if let value = entry.last { read(value.value, kind: kind, keys: nil, into: &reading) }
    }

    private func readUnordered(_ mirror: Mirror, kind: Int?, keys: Int?, into reading: inout Reading) {
        var elements: [Reading] = []
        for child in mirror.children {
            var element = Reading(met: reading.met)
            readElement(child.value, of: mirror, kind, keys, into: &element)
            elements.append(element)
        }
        elements.sort { $0.words.lexicographicallyPrecedes($1.words) }
        reading.words.append(UInt64(elements.count))
        for element in elements {
            reading.identifiers += element.identifiers.map { ($0.position + reading.words.count, $0.kind) }
            reading.objects += element.objects.map { ($0.position + reading.words.count, $0.identity) }
            reading.words += element.words
            reading.met.formUnion(element.met)
        }
    }

    private func readObject(_ object: AnyObject, _ kind: Int?, into reading: inout Reading) {
        let identity = ObjectIdentifier(object)
        reading.objects.append((reading.words.count, identity))
        reading.words.append(0)
        guard reading.met.insert(identity).inserted else { return }
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

/// A collection whose elements have no order, unlike those of other types that show themselves as
/// sets or dictionaries.
private protocol UnorderedCollection {}

extension Set: UnorderedCollection {}
extension Dictionary: UnorderedCollection {}
