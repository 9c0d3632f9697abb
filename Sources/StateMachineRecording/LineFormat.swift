/// The format of a line of JSON in a recording.
enum LineFormat {
    /// The version of the lines that the library writes.
    ///
    /// A line without a version has the previous format, which had no times, case paths or dropped
    /// events.
    static let version = 2
}

/// The outcome of an event, in JSON.
enum WrittenOutcome: String, Codable {
    case handled, rejected, dropped
}

/// The reason why an event was dropped, in JSON.
enum DropWord: String, Codable {
    case stale, stopped, released, chainTooLong
}
