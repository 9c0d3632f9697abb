/// Lines of entries that the library writes.
enum LineFormat {
    /// An entry's version, if the entry is a line of its own.
    ///
    /// A line without a version has the previous format, which had no times, case paths or dropped
    /// events.
    static let entryVersion = 2
}
