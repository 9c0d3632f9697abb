public import Foundation

/// One image in a search's results.
public struct ImageResult: Hashable, Sendable, Identifiable {
    /// The image number assigned by the service.
    public let id: Int

    /// The image's subjects.
    public let tags: [String]

    /// The name of the user who took the image.
    public let user: String

    /// The address of a small version, about 150 pixels wide.
    public let previewURL: URL

    /// The address of a version for a screen, about 640 pixels wide.
    public let webformatURL: URL

    /// The address of the page that shows the image and its license.
    public let pageURL: URL?

    /// The original's width in pixels, if the service provides it.
    public let width: Int?

    /// The original's height in pixels, if the service provides it.
    public let height: Int?

    /// The number of likes, if the service provides it.
    public let likes: Int?

    /// The number of downloads, if the service provides it.
    public let downloads: Int?

    /// Creates a description of an image.
    public init(
        id: Int,
        tags: [String],
        user: String,
        previewURL: URL,
        webformatURL: URL,
        pageURL: URL? = nil,
        width: Int? = nil,
        height: Int? = nil,
        likes: Int? = nil,
        downloads: Int? = nil
    ) {
        self.id = id
        self.tags = tags
        self.user = user
        self.previewURL = previewURL
        self.webformatURL = webformatURL
        self.pageURL = pageURL
        self.width = width
        self.height = height
        self.likes = likes
        self.downloads = downloads
    }

    /// A sample image for the tools that explore the machine.
    static var sample: ImageResult {
        ImageResult(
            id: 1,
            tags: ["rose", "flower"],
            user: "Ana",
            previewURL: URL(filePath: "/previews/1.png"),
            webformatURL: URL(filePath: "/images/1.png")
        )
    }
}

/// The JSON format of Pixabay's search API, in which the tags are one text.
extension ImageResult: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, tags, user, previewURL, webformatURL, pageURL, likes, downloads
        case width = "imageWidth"
        case height = "imageHeight"
    }

    /// Decodes an image from the JSON of the service.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Int.self, forKey: .id)
        tags = try values.decode(String.self, forKey: .tags)
            .split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        user = try values.decode(String.self, forKey: .user)
        previewURL = try values.decode(URL.self, forKey: .previewURL)
        webformatURL = try values.decode(URL.self, forKey: .webformatURL)
        pageURL = try values.decodeIfPresent(URL.self, forKey: .pageURL)
        width = try values.decodeIfPresent(Int.self, forKey: .width)
        height = try values.decodeIfPresent(Int.self, forKey: .height)
        likes = try values.decodeIfPresent(Int.self, forKey: .likes)
        downloads = try values.decodeIfPresent(Int.self, forKey: .downloads)
    }

    /// Encodes an image in the JSON format of the service.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(tags.joined(separator: ", "), forKey: .tags)
        try values.encode(user, forKey: .user)
        try values.encode(previewURL, forKey: .previewURL)
        try values.encode(webformatURL, forKey: .webformatURL)
        try values.encodeIfPresent(pageURL, forKey: .pageURL)
        try values.encodeIfPresent(width, forKey: .width)
        try values.encodeIfPresent(height, forKey: .height)
        try values.encodeIfPresent(likes, forKey: .likes)
        try values.encodeIfPresent(downloads, forKey: .downloads)
    }
}
