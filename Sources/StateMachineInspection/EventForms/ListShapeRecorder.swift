/// An array whose decoding is recorded.
struct ListShapeRecorder: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer
    let node: ShapeNode

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let place = codingPath + [ListIndex(intValue: currentIndex)]
        return try node.addElement().decode(type, at: place) {
            try base.decode(type)
        } by: {
            try base.superDecoder()
        }
    }

    mutating func nestedContainer<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let element = node.addElement()
        element.becameKeyed()
        return KeyedDecodingContainer(KeyedShapeRecorder(base: try base.nestedContainer(keyedBy: type), node: element))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let element = node.addElement()
        element.becameList()
        return ListShapeRecorder(base: try base.nestedUnkeyedContainer(), node: element)
    }

    mutating func superDecoder() throws -> any Decoder {
        ShapeRecorder(base: try base.superDecoder(), node: node.addElement())
    }
}

/// The index of an element.
private struct ListIndex: CodingKey {
    let index: Int

    var intValue: Int? { index }
    var stringValue: String { "\(index)" }

    init(intValue: Int) { index = intValue }

    init?(stringValue: String) { return nil }
}

extension ListShapeRecorder {
    private mutating func any<Value: Decodable>() throws -> Value { try decode(Value.self) }

    mutating func decode(_: Bool.Type) throws -> Bool { try any() }
    mutating func decode(_: String.Type) throws -> String { try any() }
    mutating func decode(_: Double.Type) throws -> Double { try any() }
    mutating func decode(_: Float.Type) throws -> Float { try any() }
    mutating func decode(_: Int.Type) throws -> Int { try any() }
    mutating func decode(_: Int8.Type) throws -> Int8 { try any() }
    mutating func decode(_: Int16.Type) throws -> Int16 { try any() }
    mutating func decode(_: Int32.Type) throws -> Int32 { try any() }
    mutating func decode(_: Int64.Type) throws -> Int64 { try any() }
    mutating func decode(_: UInt.Type) throws -> UInt { try any() }
    mutating func decode(_: UInt8.Type) throws -> UInt8 { try any() }
    mutating func decode(_: UInt16.Type) throws -> UInt16 { try any() }
    mutating func decode(_: UInt32.Type) throws -> UInt32 { try any() }
    mutating func decode(_: UInt64.Type) throws -> UInt64 { try any() }
}
