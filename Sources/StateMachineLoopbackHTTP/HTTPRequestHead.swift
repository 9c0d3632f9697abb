/// The request line and the header fields, which come before the body.
struct HTTPRequestHead {
    private let method: HTTPMethod
    private let path: String
    private let query: HTTPQuery
    private let headers: HTTPHeaders
    private let isVersion10: Bool

    /// The size of the body that follows, in bytes.
    let bodyLength: Int

    /// Reads a header block, including the empty line at its end.
    init(parsing bytes: ArraySlice<UInt8>) throws(HTTPRequestParser.Failure) {
        let malformed = HTTPRequestParser.Failure(status: .badRequest)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw malformed }
        // In Swift, "\r\n" is one Character, so split lines at both kinds of line ends.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }

        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(\.isTokenCharacter) else { throw malformed }
        method = HTTPMethod(rawValue: String(words[0]))
        guard words[2].hasPrefix("HTTP/") else { throw malformed }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            throw HTTPRequestParser.Failure(status: .versionNotSupported)
        }
        isVersion10 = words[2] == "HTTP/1.0"

        guard let target = Self.originForm(of: words[1]) else { throw malformed }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard
            let path = PercentEncoding.decode(parts[0], plusIsSpace: false),
            let query = HTTPQuery(encoded: parts.count > 1 ? parts[1] : "")
        else { throw malformed }
        self.path = path
        self.query = query

        headers = try Self.fields(of: lines.dropFirst())
        bodyLength = try Self.bodyLength(from: headers)
    }

    /// Whether the client waits for `100 Continue` before it sends the body.
    var expectsContinue: Bool {
        !isVersion10 && headers.lists("100-continue", in: "Expect")
    }

    /// Returns the request with its body.
    func request(body: [UInt8]) -> HTTPRequest {
        HTTPRequest(
            method: method,
            path: path,
            query: query,
            headers: headers,
            body: body,
            isVersion10: isVersion10
        )
    }

    /// Returns the path and the query of a target.
    ///
    /// A client of a proxy sends them after a scheme and a host.
    private static func originForm(of target: Substring) -> Substring? {
        if target.hasPrefix("/") { return target }
        guard target.lowercased().hasPrefix("http://") else { return nil }
        let rest = target.dropFirst("http://".count).drop { $0 != "/" && $0 != "?" }
        return rest.first == "/" ? rest : "/" + rest
    }

    private static func fields(of lines: ArraySlice<Substring>) throws(HTTPRequestParser.Failure) -> HTTPHeaders {
        var headers: HTTPHeaders = [:]
        for line in lines where !line.isEmpty {
            // A name ends at its colon. White space before the colon and folded lines are rejected
            // (RFC 9112, section 5).
            guard
                let colon = line.firstIndex(of: ":"), colon > line.startIndex,
                line[..<colon].allSatisfy(\.isTokenCharacter)
            else { throw HTTPRequestParser.Failure(status: .badRequest) }
            headers.append(String(line[..<colon]), String(line[line.index(after: colon)...].trimmingBlanks))
        }
        return headers
    }

    private static func bodyLength(from headers: HTTPHeaders) throws(HTTPRequestParser.Failure) -> Int {
        if headers["Transfer-Encoding"] != nil { throw HTTPRequestParser.Failure(status: .lengthRequired) }
        guard let text = headers["Content-Length"] else { return 0 }
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), !text.isEmpty else {
            throw HTTPRequestParser.Failure(status: .badRequest)
        }
        // Digits that do not fit into an Int are a length beyond every limit.
        return Int(text) ?? .max
    }
}

extension Character {
    /// Whether a method or the name of a header field may contain the character.
    ///
    /// The characters are defined in RFC 9110, section 5.6.2.
    fileprivate var isTokenCharacter: Bool {
        isASCII && (isLetter || isNumber || "!#$%&'*+-.^_`|~".contains(self))
    }
}
