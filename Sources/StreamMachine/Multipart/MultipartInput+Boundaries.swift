extension MultipartInput {
    /// The result of a search for the end of a body.
    enum Search {
        /// The body, and whether the boundary after it is the last one.
        case found(body: [UInt8], isLast: Bool)
        /// The end has not arrived yet, and the body has at least this many bytes.
        case atLeast(Int)
    }

    private enum Ending {
        /// A boundary that ends before this index.
        case boundary(end: Int, isLast: Bool)
        case other
        case unknown
    }

    /// The maximum number of blanks after a boundary.
    ///
    /// A line with more blanks is not a boundary, so the parser never waits for the end of such a
    /// line.
    private static let mostBlanks = 64

    /// Takes the bytes before the next boundary, together with the boundary.
    mutating func takeBody(before delimiter: [UInt8]) -> Search {
        var from = max(start, searched)
        while let lineEnd = newline(from: from) {
            switch ending(after: lineEnd, delimiter) {
            case .boundary(let end, let isLast):
                let hasReturn = lineEnd > start && bytes[lineEnd - 1] == Self.carriageReturn
                let length = lineEnd - start - (hasReturn ? 1 : 0)
                return .found(body: takeAndDrop(length, end - start - length), isLast: isLast)
            case .unknown:
                searched = lineEnd
                return .atLeast(lineEnd - start - 1)
            case .other:
                from = lineEnd + 1
            }
        }
        searched = bytes.count
        return .atLeast(count - 1)
    }

    /// Returns whether the bytes after a line end are a boundary.
    private func ending(after lineEnd: Int, _ delimiter: [UInt8]) -> Ending {
        var index = lineEnd + 1
        for byte in delimiter {
            guard index < bytes.count else { return .unknown }
            guard bytes[index] == byte else { return .other }
            index += 1
        }
        if index + 1 < bytes.count, bytes[index] == 0x2D, bytes[index + 1] == 0x2D {
            return .boundary(end: index + 2, isLast: true)
        }
        if index + 1 == bytes.count, bytes[index] == 0x2D { return .unknown }
        let lastBlank = index + Self.mostBlanks
        while index < bytes.count, index < lastBlank, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        guard index < bytes.count else { return .unknown }
        if bytes[index] == Self.carriageReturn {
            index += 1
            guard index < bytes.count else { return .unknown }
        }
        return bytes[index] == Self.newline ? .boundary(end: index + 1, isLast: false) : .other
    }
}
