import StateMachineLoopbackHTTP

/// The parameters of a search, with the checks of the real service.
struct SearchParameters {
    /// The reason why a search is rejected, which is the body of a response with status 400.
    struct Invalid: Error, Equatable {
        let text: String

        static let key = Invalid(
            text: "[ERROR 400] Invalid or missing API key (https://pixabay.com/api/docs/)."
        )
        static let query = Invalid(text: "[ERROR 400] \"q\" must not be longer than 100 characters.")
        static let page = Invalid(text: "[ERROR 400] \"page\" is out of valid range.")
        static let perPage = Invalid(text: "[ERROR 400] \"per_page\" is out of valid range.")
    }

    let query: SearchQuery
    let page: Int
    let perPage: Int

    init(_ query: HTTPQuery) throws(Invalid) {
        guard let key = query["key"], !key.isEmpty else { throw .key }
        let text = query["q"] ?? ""
        guard text.count <= 100 else { throw .query }
        self.query = SearchQuery(text)
        guard let page = Int(query["page"] ?? "1"), page >= 1 else { throw .page }
        self.page = page
        guard let perPage = Int(query["per_page"] ?? "20"), 3...200 ~= perPage else { throw .perPage }
        self.perPage = perPage
    }

    /// Returns the hits on the page, which can be empty only if it is the first page.
    func slice(of hits: [ImageRecord]) throws(Invalid) -> ArraySlice<ImageRecord> {
        let pageCount = max(1, (hits.count + perPage - 1) / perPage)
        guard page <= pageCount else { throw .page }
        return hits.dropFirst((page - 1) * perPage).prefix(perPage)
    }
}
