/// The reason why an address cannot be used for a ``MachineInspector``.
public struct InspectorAddressError: Error, Hashable, CustomStringConvertible {
    /// A sentence that names the part of the address to change.
    ///
    /// It does not contain the token.
    public let description: String
}
