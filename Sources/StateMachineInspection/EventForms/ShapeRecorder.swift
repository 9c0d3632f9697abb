/// A decoder that decodes by another one, and records which keys and types a value asks for.
///
/// It only decodes values that were encoded from samples, so the app's own decoders never receive
/// a value that the app has not written itself.
struct ShapeRecorder: Decoder {
    let base: any Decoder
    let node: ShapeNode

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try base.container(keyedBy: type)
        node.becameKeyed()
        return KeyedDecodingContainer(KeyedShapeRecorder(base: container, node: node))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try base.unkeyedContainer()
        node.becameList()
        return ListShapeRecorder(base: container, node: node)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        SingleShapeRecorder(base: try base.singleValueContainer(), decoder: base, node: node)
    }
}
