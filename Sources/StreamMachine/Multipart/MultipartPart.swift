/// One part of a stream.
package struct MultipartPart: Hashable, Sendable {
    /// The content type in its header, if any.
    package let contentType: String?

    /// The bytes between its header and the boundary after it.
    package let body: [UInt8]
}
