/// The words of a line of JSON, which are written and read.
enum LineFormat {
    /// The version of the lines that are written.
    ///
    /// A line without a version is of the former format, which had neither times nor case paths nor
    /// dropped events.
    static let version = 2
}

/// The outcome of an event, in JSON.
enum WrittenOutcome: String, Codable {
    case handled, rejected, dropped
}

/// Why an event was dropped, in JSON.
enum WrittenReason: String, Codable {
    case stale, stopped, released, chainTooLong
}
