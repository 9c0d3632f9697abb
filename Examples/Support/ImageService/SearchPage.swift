/// The JSON response to a search.
struct SearchPage: Encodable {
    let total: Int
    let totalHits: Int
    let hits: [Hit]

    /// One picture, with the property names of the real service.
    struct Hit: Encodable {
        let id: Int
        let pageURL: String
        let type: String
        let tags: String
        let previewURL: String
        let previewWidth: Int
        let previewHeight: Int
        let webformatURL: String
        let webformatWidth: Int
        let webformatHeight: Int
        let largeImageURL: String
        let imageWidth: Int
        let imageHeight: Int
        let imageSize: Int
        let views: Int
        let downloads: Int
        let likes: Int
        let comments: Int
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let user_id: Int
        let user: String
        let userImageURL: String
    }
}

extension SearchPage.Hit {
    /// Creates a hit from a picture in the catalog, with its addresses on the server.
    init(_ record: ImageRecord, serverURL: String) {
        id = record.id
        pageURL = "\(serverURL)/photos/\(record.id)/"
        type = "photo"
        tags = record.tags.joined(separator: ", ")
        previewURL = serverURL + PictureSize.preview.path(forID: record.id)
        previewWidth = PictureSize.preview.width
        previewHeight = record.height(forWidth: PictureSize.preview.width)
        webformatURL = serverURL + PictureSize.web.path(forID: record.id)
        webformatWidth = PictureSize.web.width
        webformatHeight = record.height(forWidth: PictureSize.web.width)
        largeImageURL = serverURL + PictureSize.large.path(forID: record.id)
        imageWidth = 4000
        imageHeight = record.height(forWidth: 4000)
        imageSize = 900_000 + record.number(below: 5_000_000, for: .bytes)
        views = 1000 + record.number(below: 500_000, for: .views)
        downloads = views * (40 + record.number(below: 40, for: .downloads)) / 100
        likes = record.number(below: 2000, for: .likes)
        comments = record.number(below: 300, for: .comments)
        user_id = 10_000 + record.user.utf8.reduce(0) { ($0 * 31 + Int($1)) % 900_000 }
        user = record.user
        userImageURL = ""
    }
}
