/// Why an answer is not a stream of parts.
package enum MultipartError: Error, Hashable, Sendable {
    /// The answer has another type, or none.
    case notMixedReplace(type: String)

    /// The header announces no boundary, or an invalid one.
    case malformedBoundary(String)

    /// The announced boundary is missing where a part has to begin or end.
    case boundaryNotFound

    /// The header of a part is malformed or too long.
    case malformedHeader

    /// A part has more bytes than this.
    case partTooLarge(limit: Int)

    /// The stream ended in the middle of a part.
    case truncated
}
