/// An object whose decoding is recorded.
struct KeyedShapeRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let node: ShapeNode

    var codingPath: [any CodingKey] { base.codingPath }

    var allKeys: [Key] {
        node.asked(forAll: base.allKeys.map(\.stringValue))
        return base.allKeys
    }

    func contains(_ key: Key) -> Bool { base.contains(key) }

    func decodeNil(forKey key: Key) throws -> Bool {
        node.part(key.stringValue).isOptional = true
        return try base.decodeNil(forKey: key)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try node.part(key.stringValue).decode(type, at: codingPath + [key]) {
            try base.decode(type, forKey: key)
        } by: {
            try base.superDecoder(forKey: key)
        }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let part = node.part(key.stringValue)
        part.isOptional = true
        part.expect(type)
        guard try base.contains(key) && !base.decodeNil(forKey: key) else { return nil }
        return try decode(type, forKey: key)
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try base.nestedContainer(keyedBy: type, forKey: key)
        return KeyedDecodingContainer(
            KeyedShapeRecorder<Nested>(base: container, node: node.nested(at: key.stringValue))
        )
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        let part = node.part(key.stringValue)
        part.becameList()
        return ListShapeRecorder(base: try base.nestedUnkeyedContainer(forKey: key), node: part)
    }

    func superDecoder() throws -> any Decoder {
        ShapeRecorder(base: try base.superDecoder(), node: node.part("super"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        ShapeRecorder(base: try base.superDecoder(forKey: key), node: node.part(key.stringValue))
    }
}

// The protocols have a requirement for each of these types, and each is decoded like any other.
extension KeyedShapeRecorder {
    private func any<Value: Decodable>(_ key: Key) throws -> Value { try decode(Value.self, forKey: key) }

    private func anyIfPresent<Value: Decodable>(_ key: Key) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: key)
    }

    func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try any(key) }
    func decode(_: String.Type, forKey key: Key) throws -> String { try any(key) }
    func decode(_: Double.Type, forKey key: Key) throws -> Double { try any(key) }
    func decode(_: Float.Type, forKey key: Key) throws -> Float { try any(key) }
    func decode(_: Int.Type, forKey key: Key) throws -> Int { try any(key) }
    func decode(_: Int8.Type, forKey key: Key) throws -> Int8 { try any(key) }
    func decode(_: Int16.Type, forKey key: Key) throws -> Int16 { try any(key) }
    func decode(_: Int32.Type, forKey key: Key) throws -> Int32 { try any(key) }
    func decode(_: Int64.Type, forKey key: Key) throws -> Int64 { try any(key) }
    func decode(_: UInt.Type, forKey key: Key) throws -> UInt { try any(key) }
    func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 { try any(key) }
    func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 { try any(key) }
    func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 { try any(key) }
    func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 { try any(key) }

    func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try anyIfPresent(key) }
    func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try anyIfPresent(key) }
    func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try anyIfPresent(key) }
    func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try anyIfPresent(key) }
    func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try anyIfPresent(key) }
    func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try anyIfPresent(key) }
    func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try anyIfPresent(key) }
    func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try anyIfPresent(key) }
    func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try anyIfPresent(key) }
    func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try anyIfPresent(key) }
    func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try anyIfPresent(key) }
    func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try anyIfPresent(key) }
    func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try anyIfPresent(key) }
    func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try anyIfPresent(key) }
}
