import Foundation
import StateMachineLoopbackHTTP

/// Writes the response to one search, with or without a fault.
struct SearchAnswer {
    let catalogue: ImageCatalogue
    let serverURL: String
    let slowDuration: Duration

    func write(to writer: HTTPResponseWriter, for request: HTTPRequest, fault: SearchFault?) throws {
        switch fault {
        case .status500:
            try writer.respond(text: "[ERROR 500] Internal server error.", status: .internalServerError)
            return
        case .timeout: try writer.waitForDisconnection()
        // This can happen only for a request that arrived before the server closed its port.
        case .refused: return writer.abort(reset: true)
        case .garbage:
            try writer.respond(headers: Self.headers, body: Array("<!DOCTYPE html>{\"total\": \u{1}, hits".utf8))
            return
        case nil, .truncated, .slow: break
        }
        let body: [UInt8]
        do {
            body = try json(for: request.query)
        } catch let invalid as SearchParameters.Invalid {
            return try writer.respond(text: invalid.text, status: .badRequest)
        }
        try writer.begin(headers: Self.headers, contentLength: body.count)
        switch fault {
        case .truncated:
            try writer.write(Array(body.prefix(body.count / 2)))
            writer.abort()
        case .slow:
            try drip(body, to: writer)
        default:
            try writer.write(body)
        }
    }

    private func json(for query: HTTPQuery) throws -> [UInt8] {
        let parameters = try SearchParameters(query)
        let found = catalogue.search(parameters.query)
        let page = SearchPage(
            total: found.count,
            totalHits: found.count,
            hits: try parameters.slice(of: found).map { SearchPage.Hit($0, serverURL: serverURL) }
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(page))
    }

    /// Spreads the body over the slow duration in small pieces, as on a bad connection.
    private func drip(_ body: [UInt8], to writer: HTTPResponseWriter) throws {
        let pieceCount = 60
        for piece in 0..<pieceCount {
            try writer.wait(slowDuration / pieceCount)
            let (start, end) = (body.count * piece / pieceCount, body.count * (piece + 1) / pieceCount)
            try writer.write(Array(body[start..<end]))
        }
    }

    private static let headers: HTTPHeaders = ["Content-Type": "application/json"]
}

extension HTTPResponseWriter {
    /// Sends a short text.
    func respond(text: String, status: HTTPStatus) throws(ClientDisconnected) {
        try respond(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array(text.utf8))
    }
}
