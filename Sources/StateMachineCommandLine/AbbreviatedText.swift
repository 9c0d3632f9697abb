extension StringProtocol {
    /// Returns the text, or its beginning and “…” if it has more characters than a message should
    /// quote.
    ///
    /// - Parameter limit: The number of characters to keep.
    package func abbreviated(after limit: Int) -> String {
        let beginning = prefix(limit)
        return beginning.endIndex == endIndex ? String(self) : "\(beginning)…"
    }
}
