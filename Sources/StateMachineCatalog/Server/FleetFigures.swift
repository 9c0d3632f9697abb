import StateMachineInspectionMessages
import StateMachineLocks

/// The latest figures of a fleet, which all pages share.
///
/// They are read only while somebody looks at a page, one read after the other. A slow read is
/// repeated less often, so that reads take less than a tenth of the time.
final class FleetFigures: Sendable {
    /// The news that a page has received.
    struct Position {
        fileprivate var figures = 0
        fileprivate var trouble: String?
    }

    private struct Content {
        /// The latest figures as JSON, and their number, from 1.
        var figures = ""
        var number = 0

        /// The reason why there are no newer figures.
        var trouble: String?

        /// The start of the current read.
        var start: ContinuousClock.Instant?
        var next: ContinuousClock.Instant?
    }

    /// The time between two reads.
    static let pause = Duration.seconds(3)

    /// The time after which pages say that the database does not answer.
    static let patience = Duration.seconds(5)

    private let content = Locked(Content())
    private let read: @Sendable () async throws -> String
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameters:
    ///   - now: The clock.
    ///   - read: A closure that returns the figures as JSON on one line.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        read: @escaping @Sendable () async throws -> String
    ) {
        (self.now, self.read) = (now, read)
    }

    /// Returns the messages that a page has not received, and begins to read new figures if the
    /// last ones are old.
    func news(for position: inout Position) -> String {
        let isDue = content.withLock { content in
            let now = now()
            if let start = content.start {
                if now - start > Self.patience {
                    let seconds = Self.patience.components.seconds
                    content.trouble = "The database has not answered for more than \(seconds) seconds."
                }
                return false
            }
            guard content.next.map({ $0 <= now }) ?? true else { return false }
            content.start = now
            return true
        }
        if isDue { Task { await update() } }
        let (figures, number, trouble) = content.withLock { ($0.figures, $0.number, $0.trouble) }
        var text = ""
        if number > position.figures { text += "event: figures\ndata: \(figures)\n\n" }
        // New figures have ended an earlier trouble.
        if let trouble, number > position.figures || trouble != position.trouble {
            text += "event: trouble\ndata: \(["reason": trouble].jsonLine)\n\n"
        }
        (position.figures, position.trouble) = (number, trouble)
        return text
    }

    private func update() async {
        let result: Result<String, any Error>
        do { result = .success(try await read()) } catch { result = .failure(error) }
        content.withLock { content in
            let now = now()
            let duration: Duration = content.start.map { now - $0 } ?? .zero
            content.start = nil
            switch result {
            case .success(let figures):
                content.next = now + max(Self.pause, duration * 10)
                (content.figures, content.trouble) = (figures, nil)
                content.number += 1
            case .failure(let error):
                content.next = now + Self.pause
                content.trouble = "\(error)"
            }
        }
    }
}
