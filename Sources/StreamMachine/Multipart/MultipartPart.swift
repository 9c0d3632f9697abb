/// One part of a stream.
package struct MultipartPart: Hashable, Sendable {
    /// The type that its header names, if it does.
    package let contentType: String?

    /// What is between its header and the boundary behind it.
    package let body: [UInt8]
}
