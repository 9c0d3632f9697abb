/// The three-digit status of a response.
package struct HTTPStatus: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// 200: The request succeeded.
    package static let ok = HTTPStatus(rawValue: 200)
    /// 204: The request succeeded, and there is nothing to send.
    package static let noContent = HTTPStatus(rawValue: 204)
    /// 206: The response contains the requested range.
    package static let partialContent = HTTPStatus(rawValue: 206)
    /// 303: The response is at another address.
    package static let seeOther = HTTPStatus(rawValue: 303)
    /// 304: The client's version is still current.
    package static let notModified = HTTPStatus(rawValue: 304)
    /// 400: The request is malformed.
    package static let badRequest = HTTPStatus(rawValue: 400)
    /// 403: The client does not have permission.
    package static let forbidden = HTTPStatus(rawValue: 403)
    /// 404: The resource does not exist.
    package static let notFound = HTTPStatus(rawValue: 404)
    /// 405: The resource does not support the method.
    package static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// 408: The rest of the request did not arrive in time.
    package static let requestTimeout = HTTPStatus(rawValue: 408)
    /// 409: The request conflicts with the current state of the resource.
    package static let conflict = HTTPStatus(rawValue: 409)
    /// 411: A body must announce its length.
    package static let lengthRequired = HTTPStatus(rawValue: 411)
    /// 412: The server has a different version than the request requires.
    package static let preconditionFailed = HTTPStatus(rawValue: 412)
    /// 413: The body is longer than the server accepts.
    package static let contentTooLarge = HTTPStatus(rawValue: 413)
    /// 415: The server does not accept the type of the body.
    package static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    /// 416: The range is outside the resource.
    package static let rangeNotSatisfiable = HTTPStatus(rawValue: 416)
    /// 431: The header block is longer than the server accepts.
    package static let headerFieldsTooLarge = HTTPStatus(rawValue: 431)
    /// 500: The server failed.
    package static let internalServerError = HTTPStatus(rawValue: 500)
    /// 501: The server does not support the request.
    package static let notImplemented = HTTPStatus(rawValue: 501)
    /// 503: The server is temporarily unavailable.
    package static let serviceUnavailable = HTTPStatus(rawValue: 503)
    /// 505: The HTTP version of the request is neither 1.0 nor 1.1.
    package static let versionNotSupported = HTTPStatus(rawValue: 505)

    /// The three digits as a number.
    package let rawValue: Int

    /// Creates a status from its number.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The number and its phrase, such as `404 Not Found`.
    package var description: String { "\(rawValue) \(reasonPhrase)" }

    /// The phrase after the number in a response; empty for a status that is not listed here.
    package var reasonPhrase: String { Self.phrases[self] ?? "" }

    /// Whether a response with this status ends after its header block (RFC 9110, section 6.4.1).
    var forbidsBody: Bool {
        self == .noContent || self == .notModified || 100..<200 ~= rawValue
    }

    private static let phrases: [HTTPStatus: String] = [
        .ok: "OK", .noContent: "No Content", .partialContent: "Partial Content", .seeOther: "See Other",
        .notModified: "Not Modified",
        .badRequest: "Bad Request", .forbidden: "Forbidden", .notFound: "Not Found",
        .methodNotAllowed: "Method Not Allowed", .requestTimeout: "Request Timeout", .conflict: "Conflict",
        .lengthRequired: "Length Required", .preconditionFailed: "Precondition Failed",
        .contentTooLarge: "Content Too Large",
        .unsupportedMediaType: "Unsupported Media Type", .rangeNotSatisfiable: "Range Not Satisfiable",
        .headerFieldsTooLarge: "Request Header Fields Too Large", .internalServerError: "Internal Server Error",
        .notImplemented: "Not Implemented", .serviceUnavailable: "Service Unavailable",
        .versionNotSupported: "HTTP Version Not Supported",
    ]
}
