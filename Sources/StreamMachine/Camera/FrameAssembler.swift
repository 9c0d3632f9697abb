import Foundation

/// Assembles frames from the callbacks of a URL session for one request, without any I/O.
///
/// On Linux, a session delivers the stream unchanged. On Apple platforms, it parses
/// `multipart/x-mixed-replace` itself: each part arrives as a separate response, followed by the
/// bytes of the part.
struct FrameAssembler: Sendable {
    #if canImport(FoundationNetworking)
    private static let sessionTakesPartsOut = false
    #else
    private static let sessionTakesPartsOut = true
    #endif

    private let largestFrame: Int
    private let sessionTakesPartsOut: Bool

    /// The parser of the stream, once the response header has arrived.
    private var parser: MultipartParser?

    /// The bytes received for the current part, if the session splits the stream into parts.
    private var part: [UInt8]?

    /// The previous part from the session, complete because the next response has begun.
    private var wholePart: [UInt8]?

    /// Creates an assembler with a limit for the size of a frame, in bytes.
    ///
    /// - Parameter sessionTakesPartsOut: Whether the session parses the stream, as on Apple
    ///   platforms. The default is the behavior on the current platform.
    init(largestFrame: Int, sessionTakesPartsOut: Bool = Self.sessionTakesPartsOut) {
        self.largestFrame = largestFrame
        self.sessionTakesPartsOut = sessionTakesPartsOut
    }

    /// Whether the camera has responded.
    var hasAnswer: Bool { parser != nil || part != nil }

    /// Begins a response or a part with its status and content type.
    mutating func begin(status: Int, contentType: String) throws(CameraError) {
        guard status == 200 else { throw .refused(status: status) }
        if sessionTakesPartsOut, hasAnswer || contentType.lowercased().hasPrefix("image/") {
            (wholePart, part) = (part, [])
            return
        }
        do {
            parser = MultipartParser(
                boundary: try MultipartBoundary(contentType: contentType),
                largestPart: largestFrame
            )
        } catch {
            throw CameraError(error)
        }
    }

    /// Appends bytes of the body.
    mutating func append(_ data: Data) throws(CameraError) {
        if part != nil {
            part?.append(contentsOf: data)
            if let part, part.count > largestFrame { throw .frameTooLarge(limit: largestFrame) }
        } else {
            parser?.append(data)
        }
    }

    /// Returns the next frame, or `nil` if it is not complete yet.
    mutating func next() throws(CameraError) -> CameraFrame? {
        if let bytes = wholePart.take() { return try Self.frame(of: bytes) }
        let next: MultipartPart?
        do {
            next = try parser?.next()
        } catch {
            throw CameraError(error)
        }
        guard let next else {
            // A camera that has sent the last boundary may leave the connection open.
            if let parser, parser.hasEnded { throw .ended }
            return nil
        }
        return try Self.frame(of: next.body)
    }

    /// Ends the response after the request has ended without an error.
    ///
    /// - Returns: The reason why no more frames will arrive.
    mutating func finish() -> CameraError {
        guard hasAnswer else { return .connectionLost }
        do {
            try parser?.finish()
            return .ended
        } catch {
            return CameraError(error)
        }
    }

    /// Returns a frame if the bytes begin with the JPEG marker SOI (ITU-T T.81, annex B).
    private static func frame(of bytes: [UInt8]) throws(CameraError) -> CameraFrame {
        guard bytes.starts(with: [0xFF, 0xD8]) else { throw .notAPicture }
        return CameraFrame(data: Data(bytes))
    }
}
