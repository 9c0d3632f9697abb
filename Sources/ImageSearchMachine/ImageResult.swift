public import Foundation

/// One image that a search has found.
public struct ImageResult: Hashable, Sendable, Identifiable {
    /// The service's number for the image.
    public let id: Int

    /// The subjects of the image.
    public let tags: [String]

    /// The name of the user that took it.
    public let user: String

    /// A small version, some 150 pixels wide.
    public let previewURL: URL

    /// A version for a screen, some 640 pixels wide.
    public let webformatURL: URL

    /// The page that shows the image with its license.
    public let pageURL: URL?

    /// The width of the original in pixels, if the service says it.
    public let width: Int?

    /// The height of the original in pixels, if the service says it.
    public let height: Int?

    /// How many people like it, if the service says it.
    public let likes: Int?

    /// How often it was downloaded, if the service says it.
    public let downloads: Int?

    /// Describes an image.
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

    /// One image for the tools that explore the machine.
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

/// The keys of Pixabay's search API; the tags are one text there.
extension ImageResult: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, tags, user, previewURL, webformatURL, pageURL, likes, downloads
        case width = "imageWidth"
        case height = "imageHeight"
    }

    /// Reads an image as the service describes it.
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

    /// Writes an image as the service describes it.
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
