/// A part of a decoded value, whose shape becomes known while the value is decoded.
final class ShapeNode {
    private enum Form { case keyed, list, single }

    private var leaf: EventShape?
    private var type: String?
    private var form = Form.single
    private var names: [String] = []
    private var parts: [String: ShapeNode] = [:]
    private var elements: [ShapeNode] = []

    var isOptional = false

    /// The keys that the decoded type has asked for, if it has asked for all of them.
    private var askedKeys: [String]?

    /// The keys whose values were decoded as objects within this object.
    private var nestedKeys: Set<String> = []

    /// Returns the part with a key.
    func part(_ name: String) -> ShapeNode {
        if let known = parts[name] { return known }
        let part = ShapeNode()
        names.append(name)
        parts[name] = part
        return part
    }

    /// Adds an element of a list.
    func addElement() -> ShapeNode {
        elements.append(ShapeNode())
        return elements[elements.count - 1]
    }

    func becameKeyed() { form = .keyed }

    func becameList() { form = .list }

    func asked(forAll keys: [String]) { askedKeys = keys }

    func nested(at name: String) -> ShapeNode {
        nestedKeys.insert(name)
        let part = part(name)
        part.form = .keyed
        return part
    }

    /// Decodes a value and records its shape.
    ///
    /// - Parameters:
    ///   - place: The keys that lead to the value.
    ///   - whole: A closure that decodes the value if its parts do not matter.
    ///   - decoder: A closure that returns the decoder of the value.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        at place: [any CodingKey],
        whole: () throws -> Value,
        by decoder: () throws -> any Decoder
    ) throws -> Value {
        expect(type)
        if leaf != nil { return try decoding(type, at: place, whole) }
        return try Value(from: ShapeRecorder(base: try decoder(), node: self))
    }

    /// Records the type of a value without decoding it.
    func expect<Value: Decodable>(_ type: Value.Type) {
        self.type = self.type ?? "\(type)"
        leaf = EventShape(leaf: type)
        leaf?.type = self.type
    }

    /// The shape that is known now.
    var shape: EventShape {
        var shape = leaf ?? shapeOfParts
        shape.isOptional = isOptional
        return shape
    }

    private var shapeOfParts: EventShape {
        switch form {
        case .single: return .unknown(type)
        case .list:
            let elements = elements.map(\.shape)
            let merged = elements.dropFirst().reduce(elements.first) { $0?.merged(with: $1) }
            return EventShape(kind: .list, type: type, element: merged.map { [$0] } ?? [])
        case .keyed:
            let fields = names.compactMap { name in
                parts[name].map { EventShape.Field(name: name, shape: $0.shape) }
            }
            guard let key = askedKeys?.first, askedKeys?.count == 1, Set(names).isSubset(of: [key]),
                nestedKeys == Set(names)
            else { return EventShape(kind: .fields, type: type, fields: fields) }
            let payload = EventShape.Field(name: key, shape: EventShape(kind: .fields))
            return EventShape(kind: .cases, type: type, fields: fields.isEmpty ? [payload] : fields)
        }
    }
}
