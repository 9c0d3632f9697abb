/// The caller's name for a machine or for an event: 1 to 512 bytes of UTF-8 without a zero byte.
///
/// Two names are equal if their bytes are equal. So the composed and the decomposed spelling of one
/// character are two different names, as they are in databases.
package struct MachineID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The name.
    package let text: String

    /// Creates an identifier from a name.
    ///
    /// - Throws: ``FleetError/invalidID(_:)`` if the name is empty, is longer than 512 bytes, or
    ///   contains a zero byte.
    package init(_ text: String) throws(FleetError) {
        guard (1...512).contains(text.utf8.count), !text.utf8.contains(0) else { throw .invalidID(text) }
        self.text = text
    }

    /// Compares the bytes of two names.
    package static func == (left: MachineID, right: MachineID) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// Orders names by their bytes.
    package static func < (left: MachineID, right: MachineID) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Hashes the bytes of the name.
    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    /// The name.
    package var description: String { text }
}
