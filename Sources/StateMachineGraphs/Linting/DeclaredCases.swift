/// Returns the names of every case that an enum declares, with or without payloads.
///
/// `Mirror` shows only a value's case. The remaining cases are in the type's metadata, where the
/// runtime finds the names that `Mirror` shows. Its layout is part of Swift's stable ABI ("Type
/// Metadata", docs/ABI/TypeMetadata.rst in the Swift repository; the field descriptor:
/// include/swift/RemoteInspection/Records.h). Every part of the layout that can be checked is
/// checked, so an unknown layout is not misread.
///
/// - Returns: The names, without cases that have a payload of type `Never`. The result is `nil` if
///   the type is not an enum or if its names are unavailable, for example in a program that was
///   built without reflection metadata.
func declaredCases(of type: Any.Type) -> [String]? { casesByPayload(of: type).map { $0.with + $0.without } }

/// Returns the names of the cases that have a payload, and of those that have none, each in the
/// order of their declaration.
///
/// Because the metadata lists cases with a payload first, it does not tell how the two are mixed in
/// the source.
func casesByPayload(of type: Any.Type) -> (with: [String], without: [String])? {
    #if _pointerBitWidth(_64) && !_ptrauth(_arm64e)
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard metadata.load(as: Int.self) == EnumLayout.metadataKind else { return nil }
    let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    guard descriptor.load(as: UInt32.self) & 31 == EnumLayout.descriptorKind,
        let fields = relativePointer(at: descriptor + 16)
    else { return nil }
    let payloadCount = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    let emptyCount = descriptor.load(fromByteOffset: 24, as: UInt32.self)
    let count = fields.load(fromByteOffset: 12, as: UInt32.self)
    guard EnumLayout.fieldKinds.contains(fields.load(fromByteOffset: 8, as: UInt16.self)),
        fields.load(fromByteOffset: 10, as: UInt16.self) == EnumLayout.recordSize,
        UInt64(payloadCount) + UInt64(emptyCount) == UInt64(count)
    else { return nil }

    var names: (with: [String], without: [String]) = ([], [])
    for number in 0..<Int(count) {
        let record = fields + 16 + number * Int(EnumLayout.recordSize)
        guard let pointer = relativePointer(at: record + 8) else { return nil }
        if let payload = relativePointer(at: record + 4), isNever(payload) { continue }
        let name = ValueName.withoutBackticks(String(cString: pointer.assumingMemoryBound(to: CChar.self)))
        if number < Int(payloadCount) { names.with.append(name) } else { names.without.append(name) }
    }
    return names
    #else
    return nil
    #endif
}

/// Constants that identify an enum in the runtime's metadata.
private enum EnumLayout {
    static let metadataKind = 0x201
    static let descriptorKind: UInt32 = 18
    /// Kinds of an enum with at most one payload and of an enum with several.
    static let fieldKinds: ClosedRange<UInt16> = 2...3
    static let recordSize: UInt16 = 12
}

/// Returns the address that a relative pointer refers to, or `nil` if the pointer is null.
///
/// A relative pointer is a signed distance from its own address.
private func relativePointer(at address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = address.load(as: Int32.self)
    return distance == 0 ? nil : address + Int(distance)
}

/// Whether a mangled name, in letters or as a reference to a descriptor, is the name of `Never`.
private func isNever(_ name: UnsafeRawPointer) -> Bool {
    let kind = name.load(as: UInt8.self)
    guard kind == 1 || kind == 2 else {
        for (offset, character) in "s5NeverO".utf8.enumerated()
        where name.load(fromByteOffset: offset, as: UInt8.self) != character { return false }
        return true
    }
    let reference = name + 1 + Int(name.loadUnaligned(fromByteOffset: 1, as: Int32.self))
    let descriptor = kind == 1 ? reference : reference.load(as: UnsafeRawPointer.self)
    return descriptor
        == unsafeBitCast(Never.self as Any.Type, to: UnsafeRawPointer.self).load(
            fromByteOffset: 8,
            as: UnsafeRawPointer.self
        )
}
