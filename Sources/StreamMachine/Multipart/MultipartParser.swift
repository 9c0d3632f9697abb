/// Splits a stream into its parts, in whatever pieces it arrives.
///
/// ```swift
/// var parser = MultipartParser(boundary: boundary)
/// parser.append(bytes)
/// while let part = try parser.next() { show(part.body) }
/// ```
///
/// It does no I/O. A part whose header has a length is returned when its last byte has arrived, any
/// other when the boundary after it has. At most one part and the last piece are stored.
package struct MultipartParser: Sendable {
    private enum Phase: Hashable {
        case preamble
        case header(MultipartHeader)
        /// A body of known length.
        case counted(MultipartHeader, length: Int)
        /// A body that lasts until the boundary.
        case delimited(MultipartHeader)
        /// After a body of known length, where a boundary has to follow.
        case between
        /// After the last part, where all bytes are ignored.
        case epilogue
        case failed(MultipartError)
    }

    /// How many bytes the text before the first boundary, or a header, may have.
    private static let textLimit = 4 * 1024

    private let largestPart: Int
    private var phase = Phase.preamble
    private var input = MultipartInput()

    /// The possible delimiters; only the one that is used, once the first has been read.
    private var delimiters: [[UInt8]]

    /// How many bytes of the preamble, of the header, or between two parts have been read.
    private var textCount = 0

    /// Makes a parser at the beginning of a stream.
    package init(boundary: MultipartBoundary, largestPart: Int = 16 * 1024 * 1024) {
        delimiters = boundary.delimiters
        self.largestPart = largestPart
    }

    /// Whether the last part has ended; the bytes after it are ignored.
    package var hasEnded: Bool { phase == .epilogue }

    /// Adds bytes of the stream, which are stored until the next part is asked for.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        input.append(bytes)
    }

    /// Returns the next part; `nil` as long as it is not complete.
    ///
    /// - Throws: What is wrong with the stream, again with each call.
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
    /// - Throws: `MultipartError.truncated` if it ends in the middle of a part.
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
            // The last boundary need not be followed by a line end.
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
    /// - Returns: Whether it was read to its end.
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
        // The line end before a boundary belongs to the boundary, and does not count for the size
        // of the part.
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
    /// Whether the line is this delimiter, which blanks may follow.
    fileprivate func isDelimiter(_ delimiter: [UInt8]) -> Bool {
        starts(with: delimiter) && self[delimiter.count...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }
}
