/// The three digits which say what came of a request.
package struct HTTPStatus: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// 200: here it is.
    package static let ok = HTTPStatus(rawValue: 200)
    /// 204: done, and there is nothing to send.
    package static let noContent = HTTPStatus(rawValue: 204)
    /// 206: here is the range that was asked for.
    package static let partialContent = HTTPStatus(rawValue: 206)
    /// 303: the answer is at another address.
    package static let seeOther = HTTPStatus(rawValue: 303)
    /// 304: what the client has is still right.
    package static let notModified = HTTPStatus(rawValue: 304)
    /// 400: the request makes no sense.
    package static let badRequest = HTTPStatus(rawValue: 400)
    /// 403: this client may not.
    package static let forbidden = HTTPStatus(rawValue: 403)
    /// 404: there is no such thing.
    package static let notFound = HTTPStatus(rawValue: 404)
    /// 405: this cannot be done with that.
    package static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// 408: the rest of the request did not come in time.
    package static let requestTimeout = HTTPStatus(rawValue: 408)
    /// 409: not in the present state of things.
    package static let conflict = HTTPStatus(rawValue: 409)
    /// 411: a body must announce its length.
    package static let lengthRequired = HTTPStatus(rawValue: 411)
    /// 413: the body is longer than the server takes.
    package static let contentTooLarge = HTTPStatus(rawValue: 413)
    /// 415: the body is of another type than the server takes.
    package static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    /// 416: the range lies outside of what there is.
    package static let rangeNotSatisfiable = HTTPStatus(rawValue: 416)
    /// 431: the header block is longer than the server takes.
    package static let headerFieldsTooLarge = HTTPStatus(rawValue: 431)
    /// 500: the server failed.
    package static let internalServerError = HTTPStatus(rawValue: 500)
    /// 501: the server cannot do this at all.
    package static let notImplemented = HTTPStatus(rawValue: 501)
    /// 503: the server cannot do this now.
    package static let serviceUnavailable = HTTPStatus(rawValue: 503)
    /// 505: the request speaks a version of HTTP other than 1.0 and 1.1.
    package static let versionNotSupported = HTTPStatus(rawValue: 505)

    /// The three digits as a number.
    package let rawValue: Int

    /// The status of that number.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The number and its phrase, such as `404 Not Found`.
    package var description: String { "\(rawValue) \(reasonPhrase)" }

    /// The words that follow the number on the wire; empty for a status which is not listed here.
    package var reasonPhrase: String { Self.phrases[self] ?? "" }

    /// Whether a response of this status ends with its header block (RFC 9110, section 6.4.1).
    var forbidsBody: Bool {
        self == .noContent || self == .notModified || 100..<200 ~= rawValue
    }

    private static let phrases: [HTTPStatus: String] = [
        .ok: "OK", .noContent: "No Content", .partialContent: "Partial Content", .seeOther: "See Other",
        .notModified: "Not Modified",
        .badRequest: "Bad Request", .forbidden: "Forbidden", .notFound: "Not Found",
        .methodNotAllowed: "Method Not Allowed", .requestTimeout: "Request Timeout", .conflict: "Conflict",
        .lengthRequired: "Length Required", .contentTooLarge: "Content Too Large",
        .unsupportedMediaType: "Unsupported Media Type", .rangeNotSatisfiable: "Range Not Satisfiable",
        .headerFieldsTooLarge: "Request Header Fields Too Large", .internalServerError: "Internal Server Error",
        .notImplemented: "Not Implemented", .serviceUnavailable: "Service Unavailable",
        .versionNotSupported: "HTTP Version Not Supported",
    ]
}
