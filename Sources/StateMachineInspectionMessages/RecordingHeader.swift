package import Foundation

/// The first line of a recording, or of a part of one.
///
/// The records that follow it have the keys that ``RecordKind`` describes.
package struct RecordingHeader: Encodable, Sendable {
    /// The version of the recordings that the library writes.
    package static let version = 3

    private var kind = "recording"
    private var version = RecordingHeader.version

    /// The date of the time zero, in ISO 8601 with milliseconds; `nil` if it is unknown.
    private let date: String?

    private let app: String?

    /// A text that the parts of one recording have in common.
    private let session: String?

    package init(date: Date?, app: String?, session: String?) {
        self.date = date?.inISO8601
        self.app = app
        self.session = session
    }

    /// Creates the first line of the records of an inspected app.
    ///
    /// - Parameters:
    ///   - app: The name of the app.
    ///   - date: The date of the time zero, in seconds since 1970.
    ///   - session: The session of the app.
    package init(app: String, date: Double, session: String) {
        self.init(date: Date(timeIntervalSince1970: date), app: app, session: session)
    }

    /// The format of dates.
    fileprivate static let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Reads a date; `nil` if it is unknown or not readable.
    package static func day(_ text: String?) -> Date? { text.flatMap { try? format.parse($0).inMilliseconds } }
}

extension Date {
    /// This date in UTC, in ISO 8601 with milliseconds.
    package var inISO8601: String {
        // The formatter cuts off a fraction of a millisecond, and not every millisecond is a
        // double.
        (self + 0.000_4).formatted(RecordingHeader.format)
    }

    /// This date in whole milliseconds, as recordings contain it.
    package var inMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
    }
}
