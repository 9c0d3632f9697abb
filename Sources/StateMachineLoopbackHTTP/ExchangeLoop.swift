/// Serves the requests of a connection one at a time, on the thread that calls `run(on:)`.
struct ExchangeLoop: Sendable {
    let handler: LoopbackServer.Handler
    let limits: LoopbackServer.Limits
    let records: ServerRecords

    /// Serves requests until either side ends the connection, and then closes it.
    func run(on connection: LoopbackConnection) {
        var parser = HTTPRequestParser(limits: limits)
        while let request = nextRequest(on: connection, with: &parser) {
            records.requestBegan()
            let writer = HTTPResponseWriter(connection: connection, serializer: ResponseSerializer(for: request))
            let outcome = answer(request, with: writer)
            records.requestEnded(
                FinishedRequest(
                    method: request.method,
                    path: request.path,
                    query: request.query,
                    headers: request.headers,
                    status: writer.status,
                    bodyBytes: writer.bodyBytesWritten,
                    outcome: outcome
                )
            )
            guard outcome == .completed else { return connection.close() }
            if writer.closesConnection { return connection.closeAfterDraining(for: limits.drainTime) }
        }
    }

    private func answer(_ request: HTTPRequest, with writer: HTTPResponseWriter) -> FinishedRequest.Outcome {
        do {
            try handler(request, writer)
            if try writer.finish() { return .completed }
        } catch is ClientDisconnected {
        } catch {
            return fail(writer)
        }
        switch writer.disconnection {
        case .clientClosed: return .clientDisconnected
        case .serverStopping: return .serverStopped
        case .aborted: return .aborted
        // Either the response is shorter than announced, and closing the connection shows that. Or
        // the handler has sent no response.
        case nil: return writer.hasBegun ? .aborted : fail(writer)
        }
    }

    private func fail(_ writer: HTTPResponseWriter) -> FinishedRequest.Outcome {
        if !writer.hasBegun {
            let headers: HTTPHeaders = ["Content-Type": "text/plain; charset=utf-8", "Connection": "close"]
            try? writer.respond(
                status: .internalServerError,
                headers: headers,
                body: Array("The handler failed.\n".utf8)
            )
        }
        return .failed
    }

    /// Returns the next complete request, or `nil` after it has closed the connection.
    private func nextRequest(on connection: LoopbackConnection, with parser: inout HTTPRequestParser) -> HTTPRequest? {
        // One deadline applies to the complete request, so a slow trickle of bytes cannot keep a
        // connection open forever.
        let deadline = ContinuousClock.now + limits.idleTime
        while true {
            do throws(HTTPRequestParser.Failure) {
                switch try parser.next() {
                case .request(let request): return request
                case .needsMore: break
                case .needsContinue: try? connection.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
                }
            } catch {
                refuse(error.status, on: connection)
                return nil
            }
            switch connection.waitForInput(until: deadline) {
            case .ready:
                parser.append(connection.takeInput())
            case .timedOut where !parser.isBetweenRequests:
                refuse(.requestTimeout, on: connection)
                return nil
            case .timedOut, .disconnected, .stopping:
                connection.close()
                return nil
            }
        }
    }

    private func refuse(_ status: HTTPStatus, on connection: LoopbackConnection) {
        let writer = HTTPResponseWriter(connection: connection, serializer: ResponseSerializer(closing: ()))
        let headers: HTTPHeaders = ["Content-Type": "text/plain; charset=utf-8"]
        try? writer.respond(status: status, headers: headers, body: Array("\(status)\n".utf8))
        connection.closeAfterDraining(for: limits.drainTime)
    }
}
