import StateMachineLocks
import StateMachineLoopbackHTTP

/// Responds to requests for a search or a picture, depending on the path.
final class ServiceRoutes: Sendable {
    private let fault: Locked<SearchFault?>
    private let latency: Duration
    private let clock: any Clock<Duration>
    private let slowDuration: Duration
    private let catalogue = ImageCatalogue.bundled

    init(fault: SearchFault?, latency: Duration, clock: any Clock<Duration>, slowDuration: Duration) {
        self.fault = Locked(fault)
        self.latency = latency
        self.clock = clock
        self.slowDuration = slowDuration
    }

    var currentFault: SearchFault? {
        get { fault.withLock { $0 } }
        set { fault.withLock { $0 = newValue } }
    }

    func handle(_ request: HTTPRequest, _ writer: HTTPResponseWriter) throws {
        guard request.method == .get || request.method == .head else {
            return try writer.respond(
                status: .methodNotAllowed,
                headers: ["Allow": "GET, HEAD", "Content-Type": "text/plain; charset=utf-8"],
                body: Array("[ERROR 405] Only GET and HEAD are allowed.".utf8)
            )
        }
        if request.path == "/api/" || request.path == "/api" {
            let answer = SearchAnswer(
                catalogue: catalogue,
                serverURL: writer.serverURL,
                slowDuration: slowDuration
            )
            try writer.wait(latency, on: clock)
            return try answer.write(to: writer, for: request, fault: currentFault)
        }
        guard let (size, id) = PictureSize.parse(request.path), let record = catalogue.record(withID: id) else {
            return try writer.respond(text: "[ERROR 404] Not found.", status: .notFound)
        }
        try writer.respond(
            headers: ["Content-Type": "image/png", "Cache-Control": "max-age=86400"],
            body: PNG.encode(Drawing.picture(of: record, width: size.width))
        )
    }
}
