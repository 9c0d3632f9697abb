/// An error in a multipart response.
package enum MultipartError: Error, Hashable, Sendable {
    /// The response has this content type, or none if the text is empty.
    case notMixedReplace(type: String)

    /// The boundary in the header is invalid or missing, as described by this text.
    case malformedBoundary(String)

    /// The announced boundary is missing where a part should begin or end.
    case boundaryNotFound

    /// The header of a part is malformed or too long.
    case malformedHeader

    /// A part is larger than this limit, in bytes.
    case partTooLarge(limit: Int)

    /// The stream ended in the middle of a part.
    case truncated
}
