/// One part of a multipart stream.
package struct MultipartPart: Hashable, Sendable {
    /// The content type from the part's header, if any.
    package let contentType: String?

    /// The bytes between the part's header and the next boundary.
    package let body: [UInt8]
}
