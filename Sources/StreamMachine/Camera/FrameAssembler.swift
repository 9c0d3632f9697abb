import Foundation

/// Makes pictures from what a session reports about one request; it does no I/O.
///
/// On Linux a session delivers the stream as it is. On Apple's platforms it parses
/// `multipart/x-mixed-replace` itself: each part comes as a response of its own, followed by its
/// bytes.
struct FrameAssembler: Sendable {
    #if canImport(FoundationNetworking)
    private static let sessionTakesPartsOut = false
    #else
    private static let sessionTakesPartsOut = true
    #endif

    private let largestFrame: Int
    private let sessionTakesPartsOut: Bool

    /// Parses the stream, once its head has arrived.
    private var parser: MultipartParser?

    /// The bytes of a part that the session has taken out of the stream.
    private var part: [UInt8]?

    /// Such a part, when the next response has ended it.
    private var wholePart: [UInt8]?

    /// Makes pictures of at most so many bytes each.
    ///
    /// - Parameter sessionTakesPartsOut: Whether the session parses the stream, as on Apple's
    ///   platforms; the default is what it does on this one.
    init(largestFrame: Int, sessionTakesPartsOut: Bool = Self.sessionTakesPartsOut) {
        self.largestFrame = largestFrame
        self.sessionTakesPartsOut = sessionTakesPartsOut
    }

    /// Whether the camera has answered.
    var hasAnswer: Bool { parser != nil || part != nil }

    /// Takes the head of an answer, or of a part.
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

    /// Takes bytes of the body.
    mutating func append(_ data: Data) throws(CameraError) {
        if part != nil {
            part?.append(contentsOf: data)
            if let part, part.count > largestFrame { throw .frameTooLarge(limit: largestFrame) }
        } else {
            parser?.append(data)
        }
    }

    /// The next picture; `nil` as long as it is not whole.
    mutating func next() throws(CameraError) -> CameraFrame? {
        if let bytes = wholePart.take() { return try Self.frame(of: bytes) }
        let next: MultipartPart?
        do {
            next = try parser?.next()
        } catch {
            throw CameraError(error)
        }
        guard let next else {
            // A camera that has sent the last boundary need not close the connection.
            if let parser, parser.hasEnded { throw .ended }
            return nil
        }
        return try Self.frame(of: next.body)
    }

    /// Ends the answer, which has come to its regular end.
    ///
    /// - Returns: Why there are no more pictures.
    mutating func finish() -> CameraError {
        guard hasAnswer else { return .connectionLost }
        do {
            try parser?.finish()
            return .ended
        } catch {
            return CameraError(error)
        }
    }

    /// A JPEG file begins with the marker SOI (ITU-T T.81, annex B).
    private static func frame(of bytes: [UInt8]) throws(CameraError) -> CameraFrame {
        guard bytes.starts(with: [0xFF, 0xD8]) else { throw .notAPicture }
        return CameraFrame(data: Data(bytes))
    }
}
