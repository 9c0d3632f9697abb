/// The lines of entries that the library writes.
enum LineFormat {
    /// The version of an entry that is a line of its own.
    ///
    /// A line without a version has the previous format, which had no times, case paths or dropped
    /// events.
    static let entryVersion = 2
}
