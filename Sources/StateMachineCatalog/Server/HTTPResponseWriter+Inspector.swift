import StateMachineLoopbackHTTP

extension HTTPResponseWriter {
    /// Sends a text with the header fields of every response.
    func respond(
        _ status: HTTPStatus = .ok,
        _ text: String,
        _ type: String = "text/plain"
    ) throws(ClientDisconnected) {
        try respond(status: status, headers: Self.headers(type: type), body: Array(text.utf8))
    }

    /// Sends a page.
    func respond(html: String) throws(ClientDisconnected) { try respond(.ok, html, "text/html") }

    /// Returns the header fields of every response.
    static func headers(type: String?) -> HTTPHeaders {
        var headers: HTTPHeaders = [
            "Cache-Control": "no-store",
            "Content-Security-Policy": "frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        ]
        if let type { headers.append("Content-Type", "\(type); charset=utf-8") }
        return headers
    }
}

extension RequestGate {
    /// Refuses a request, redirects a browser to the address of a page without the secret, or lets
    /// a closure answer the request.
    func pass(_ request: HTTPRequest, on writer: HTTPResponseWriter, _ answer: () throws -> Void) throws {
        let port = writer.serverURL.split(separator: ":").last.flatMap { Int($0) } ?? 0
        let passage: Passage
        do throws(Refusal) {
            passage = try check(request, port: port)
        } catch {
            return try writer.respond(error.status, "\(error.reason)\n")
        }
        guard case .exchange(let cookie, let path) = passage else { return try answer() }
        var headers = HTTPResponseWriter.headers(type: nil)
        headers.append("Set-Cookie", cookie)
        headers.append("Location", path)
        try writer.respond(status: .seeOther, headers: headers)
    }
}
