import StateMachines

/// The positions of a struct's stored properties or of a tuple's elements.
///
/// They come from the runtime functions that `Mirror` uses. The runtime derives the type of each
/// property from its mangled name, again for each value. So this type caches the layouts.
struct TypeLayout: Sendable {
    struct Field: Sendable {
        let name: String
        let type: Any.Type
        let offset: Int
    }

    let fields: [Field]

    private static let known = Locked<[ObjectIdentifier: TypeLayout?]>([:])

    /// Returns the layout of a type; `nil` if a property is weak or unowned.
    static func layout(of type: Any.Type) -> TypeLayout? {
        if let layout = known.withLock({ $0[ObjectIdentifier(type)] }) { return layout }
        let layout = TypeLayout(type)
        known.withLock { $0[ObjectIdentifier(type)] = .some(layout) }
        return layout
    }

    private init?(_ type: Any.Type) {
        var fields: [Field] = []
        for index in 0..<fieldCount(type) {
            var metadata = FieldMetadata()
            let fieldType = fieldMetadata(type, index: index, &metadata)
            let name = metadata.name.map { String(cString: $0) } ?? ""
            metadata.free?(metadata.name)
            guard metadata.isStrong else { return nil }
            fields.append(Field(name: name, type: fieldType, offset: fieldOffset(type, index: index)))
        }
        self.fields = fields
    }
}

extension TypeLayout {
    /// Returns the number of bytes from a stored property of a class to the next one, or to the end
    /// of the object.
    static func room(of property: String, in type: Any.Type) -> Int {
        guard let type = type as? AnyClass else { return 0 }
        let fields = (0..<fieldCount(type)).map { index in
            var metadata = FieldMetadata()
            _ = fieldMetadata(type, index: index, &metadata)
            defer { metadata.free?(metadata.name) }
            return (name: metadata.name.map { String(cString: $0) } ?? "", offset: fieldOffset(type, index: index))
        }
        // A property without a size may have the offset 0.
        guard let index = fields.lastIndex(where: { $0.name == property }), fields[index].offset > 0 else { return 0 }
        let next = fields[(index + 1)...].first { $0.offset > 0 }
        return (next?.offset ?? instanceSize(type)) - fields[index].offset
    }
}

/// A copy of the runtime's own struct.
private struct FieldMetadata {
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
}

/// The standard library's `_class_getInstancePositiveExtentSize`.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func instanceSize(_ type: AnyClass) -> Int

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldMetadata(
    _ type: Any.Type,
    index: Int,
    _ metadata: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, index: Int) -> Int
