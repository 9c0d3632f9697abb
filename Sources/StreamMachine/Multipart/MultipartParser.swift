/// Takes a stream of parts apart, whatever the pieces are in which it arrives.
///
/// ```swift
/// var parser = MultipartParser(boundary: boundary)
/// parser.append(bytes)
/// while let part = try parser.next() { show(part.body) }
/// ```
///
/// It does no I/O. A part whose header says how long it is comes out with its last byte, any other with the boundary behind it.
/// What is kept is at most one part and the last piece.
package struct MultipartParser: Sendable {
    private enum Phase: Hashable {
        case preamble
        case header(MultipartHeader)
        /// A body of known length.
        case counted(MultipartHeader, length: Int)
        /// A body that lasts until the boundary.
        case delimited(MultipartHeader)
        /// Behind a body of known length, where a boundary has to follow.
        case between
        /// Behind the last part, where nothing counts.
        case epilogue
        case failed(MultipartError)
    }

    /// What may stand before the first boundary, and what a header may have, in bytes.
    private static let textLimit = 4 * 1024

    private let largestPart: Int
    private var phase = Phase.preamble
    private var input = MultipartInput()

    /// What a boundary may look like: one way only, once the first has been seen.
    private var delimiters: [[UInt8]]

    /// How many bytes of the preamble, of the header, or between two parts have been read.
    private var textCount = 0

    /// Begins before the first byte.
    package init(boundary: MultipartBoundary, largestPart: Int = 16 * 1024 * 1024) {
        delimiters = boundary.delimiters
        self.largestPart = largestPart
    }

    /// Whether the last part has come: what follows does not count.
    package var hasEnded: Bool { phase == .epilogue }

    /// Takes more bytes.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if phase != .epilogue { input.append(bytes) }
    }

    /// The next part; `nil` as long as it is not whole.
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

    /// Tells the end of the stream.
    ///
    /// - Throws: `MultipartError.truncated` if it is one in the middle of a part.
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
    /// - Returns: Whether it was there.
    private mutating func skipToBoundary(allowingText: Bool) throws(MultipartError) -> Bool {
        while true {
            // The last boundary need not be followed by anything, so its line is not waited for.
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
        // The line end before a boundary belongs to the boundary, so it may come on top of the largest part.
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
