/// A value without parts whose decoding is recorded.
struct SingleShapeRecorder: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    let decoder: any Decoder
    let node: ShapeNode

    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool {
        node.isOptional = true
        return base.decodeNil()
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try node.decode(type, at: codingPath) {
            try base.decode(type)
        } by: {
            decoder
        }
    }
}

extension SingleShapeRecorder {
    private func any<Value: Decodable>() throws -> Value { try decode(Value.self) }

    func decode(_: Bool.Type) throws -> Bool { try any() }
    func decode(_: String.Type) throws -> String { try any() }
    func decode(_: Double.Type) throws -> Double { try any() }
    func decode(_: Float.Type) throws -> Float { try any() }
    func decode(_: Int.Type) throws -> Int { try any() }
    func decode(_: Int8.Type) throws -> Int8 { try any() }
    func decode(_: Int16.Type) throws -> Int16 { try any() }
    func decode(_: Int32.Type) throws -> Int32 { try any() }
    func decode(_: Int64.Type) throws -> Int64 { try any() }
    func decode(_: UInt.Type) throws -> UInt { try any() }
    func decode(_: UInt8.Type) throws -> UInt8 { try any() }
    func decode(_: UInt16.Type) throws -> UInt16 { try any() }
    func decode(_: UInt32.Type) throws -> UInt32 { try any() }
    func decode(_: UInt64.Type) throws -> UInt64 { try any() }
}
