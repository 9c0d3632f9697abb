/// Why something is no stream of parts.
package enum MultipartError: Error, Hashable, Sendable {
    /// The answer has another type, or none.
    case notMixedReplace(type: String)

    /// The header announces no boundary, or one that cannot be.
    case malformedBoundary(String)

    /// The boundary that was announced is not where a part has to begin or end.
    case boundaryNotFound

    /// The header of a part makes no sense, or has more bytes than this.
    case malformedHeader

    /// A part has more bytes than this.
    case partTooLarge(limit: Int)

    /// The stream ended in the middle of a part.
    case truncated
}
