/// Splits a multipart stream into its parts, however its bytes are divided on arrival.
///
/// ```swift
/// var parser = MultipartParser(boundary: boundary)
/// parser.append(bytes)
/// while let part = try parser.next() { show(part.body) }
/// ```
///
/// The parser does no I/O. It returns a part with a known length when the last byte has arrived,
/// and any other part when the next boundary has arrived. It stores at most one part and the bytes
/// that were appended last.
package struct MultipartParser: Sendable {
    private enum Phase: Hashable {
        case preamble
        case header(MultipartHeader)
        /// In a body of known length.
        case counted(MultipartHeader, length: Int)
        /// In a body that ends at the next boundary.
        case delimited(MultipartHeader)
        /// After a body of known length, where a boundary must follow.
        case between
        /// After the last part, where the parser ignores all bytes.
        case epilogue
        case failed(MultipartError)
    }

    /// The maximum size of the text before the first boundary, or of a header, in bytes.
    private static let textLimit = 4 * 1024

    private let largestPart: Int
    private var phase = Phase.preamble
    private var input = MultipartInput()

    /// The possible delimiters; after the first boundary, only the delimiter in use.
    private var delimiters: [[UInt8]]

    /// The number of bytes read in the preamble, in the header, or between two parts.
    private var textCount = 0

    /// Creates a parser for the beginning of a stream.
    package init(boundary: MultipartBoundary, largestPart: Int = 16_000_000) {
        delimiters = boundary.delimiters
        self.largestPart = largestPart
    }

    /// Whether the last part has ended, after which all bytes are ignored.
    package var hasEnded: Bool { phase == .epilogue }

    /// Stores bytes of the stream until the next call of `next()`.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        input.append(bytes)
    }

    /// Returns the next part, or `nil` if it is not complete yet.
    ///
    /// - Throws: `MultipartError` if the stream is malformed. Every later call throws the same
    ///   error.
    package mutating func next() throws(MultipartError) -> MultipartPart? {
        do {
            return try advance()
        } catch {
            phase = .failed(error)
            input = MultipartInput()
            throw error
        }
    }

    /// Ends the stream.
    ///
    /// - Throws: `MultipartError.truncated` if the stream ends in the middle of a part, or the
    ///   earlier error if the stream is malformed.
    package mutating func finish() throws(MultipartError) {
        switch phase {
        case .header, .counted, .delimited: throw .truncated
        case .preamble, .between, .epilogue: break
        case .failed(let error): throw error
        }
    }

    private mutating func advance() throws(MultipartError) -> MultipartPart? {
        while true {
            switch phase {
            case .preamble:
                guard try skipToBoundary(allowingText: true) else { return nil }
            case .between:
                guard try skipToBoundary(allowingText: false) else { return nil }
            case .header(let header):
                guard try read(header) else { return nil }
            case .counted(let header, let length):
                guard let body = input.take(length) else { return nil }
                (phase, textCount) = (.between, 0)
                return MultipartPart(contentType: header.contentType, body: body)
            case .delimited(let header):
                guard let (body, isLast) = try takeDelimitedBody() else { return nil }
                beginPart(isLast: isLast)
                return MultipartPart(contentType: header.contentType, body: body)
            case .epilogue:
                input = MultipartInput()
                return nil
            case .failed(let error):
                throw error
            }
        }
    }

    private mutating func beginPart(isLast: Bool) {
        (phase, textCount) = (isLast ? .epilogue : .header(MultipartHeader()), 0)
    }

    /// Reads lines up to a boundary.
    ///
    /// - Returns: Whether the boundary has arrived.
    private mutating func skipToBoundary(allowingText: Bool) throws(MultipartError) -> Bool {
        while true {
            // The last boundary may lack a line end.
            for delimiter in delimiters where input.begins(with: delimiter + Array("--".utf8)) {
                beginPart(isLast: true)
                return true
            }
            guard let line = try takeLine() else { return false }
            if let delimiter = delimiters.first(where: { line.isDelimiter($0) }) {
                delimiters = [delimiter]
                beginPart(isLast: false)
                return true
            }
            if !allowingText && !line.isEmpty { throw .boundaryNotFound }
        }
    }

    /// Reads lines of a header.
    ///
    /// - Returns: Whether the header is complete.
    private mutating func read(_ header: MultipartHeader) throws(MultipartError) -> Bool {
        var header = header
        while let line = try takeLine() {
            guard line.isEmpty else {
                try header.read(line)
                phase = .header(header)
                continue
            }
            if let length = header.contentLength {
                guard length <= largestPart else { throw .partTooLarge(limit: largestPart) }
                phase = .counted(header, length: length)
            } else {
                phase = .delimited(header)
            }
            return true
        }
        return false
    }

    private mutating func takeLine() throws(MultipartError) -> [UInt8]? {
        let isHeader = if case .header = phase { true } else { false }
        let line = input.takeLine()
        textCount += line.map { $0.count + 1 } ?? 0
        guard textCount + (line == nil ? input.count : 0) <= Self.textLimit else {
            throw isHeader ? .malformedHeader : .boundaryNotFound
        }
        return line?.last == 0x0D ? line?.dropLast() : line
    }

    private mutating func takeDelimitedBody() throws(MultipartError) -> (body: [UInt8], isLast: Bool)? {
        guard let delimiter = delimiters.first else { throw .boundaryNotFound }
        // The line end before a boundary belongs to the boundary, so it does not count toward the
        // size of the part.
        switch input.takeBody(before: delimiter) {
        case .found(let body, let isLast):
            guard body.count <= largestPart else { throw .partTooLarge(limit: largestPart) }
            return (body, isLast)
        case .atLeast(let count):
            guard count <= largestPart else { throw .partTooLarge(limit: largestPart) }
            return nil
        }
    }
}

extension [UInt8] {
    /// Returns whether the line is a delimiter, possibly followed by blanks.
    fileprivate func isDelimiter(_ delimiter: [UInt8]) -> Bool {
        starts(with: delimiter) && self[delimiter.count...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }
}
