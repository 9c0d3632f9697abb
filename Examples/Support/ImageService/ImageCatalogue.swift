/// The pictures of the service, in a fixed order.
struct ImageCatalogue: Sendable {
    /// The built-in catalog of the service.
    static let bundled = ImageCatalogue(text: [nature, animals, people].joined(separator: "\n"))

    let records: [ImageRecord]
    private let words: [[String]]

    /// Reads lines of the form `tag, tag, tag | user` and skips other lines.
    init(text: String) {
        var records: [ImageRecord] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " | ")
            guard parts.count == 2 else { continue }
            let tags = parts[0].split(separator: ", ").map(String.init)
            records.append(ImageRecord(index: records.count, tags: tags, user: String(parts[1])))
        }
        self.records = records
        words = records.map { $0.tags.flatMap(SearchQuery.words(of:)) }
    }

    /// Returns the pictures that match all words of a query, in the order of the catalog.
    ///
    /// - Complexity: O(number of tags in the catalog × number of words in the query).
    func search(_ query: SearchQuery) -> [ImageRecord] {
        zip(records, words).filter { query.matches($0.1) }.map(\.0)
    }

    /// Returns the picture with a number, if there is one.
    func record(withID id: Int) -> ImageRecord? {
        guard let index = ImageRecord.index(forID: id), records.indices.contains(index) else { return nil }
        return records[index]
    }
}
