import Foundation

/// The first line of a recording, or of a part of one.
struct RecordingLine: Encodable {
    var kind = "recording"
    var version = LineFormat.version

    /// The date of the time zero, in ISO 8601 with milliseconds; `nil` if it is unknown.
    let date: String?

    let app: String?

    /// A text that the parts of one recording have in common.
    let session: String?

    init(date: Date?, app: String?, session: String?) {
        self.date = date.map { $0.formatted(Self.format) }
        self.app = app
        self.session = session
    }

    static let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Reads a date; `nil` if it is unknown or not readable.
    static func day(_ text: String?) -> Date? { text.flatMap { try? format.parse($0).inMilliseconds } }
}

extension Date {
    /// This date in whole milliseconds, as recordings contain it.
    var inMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
    }
}
