/// The reason why a ``MachineInspector`` cannot be made for an address.
public struct InspectorAddressError: Error, Hashable, CustomStringConvertible {
    /// A sentence that names the part of the address to change.
    ///
    /// It does not contain the token.
    public let description: String
}
