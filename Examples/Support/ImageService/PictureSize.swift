/// The sizes of each picture, with their paths.
enum PictureSize: CaseIterable {
    case preview
    case web
    case large

    /// The width of the picture in pixels.
    var width: Int {
        switch self {
        case .preview: 150
        case .web: 640
        case .large: 1280
        }
    }

    /// Returns the path of a picture in this size.
    func path(forID id: Int) -> String {
        "\(folder)\(id)\(ending)"
    }

    /// Returns the size and the number in a path, or `nil` if it is not the path of a picture.
    static func parse(_ path: String) -> (size: PictureSize, id: Int)? {
        for size in allCases where path.hasPrefix(size.folder) && path.hasSuffix(size.ending) {
            let name = path.dropFirst(size.folder.count).dropLast(size.ending.count)
            // The path must be exactly the one in a search response, without a sign or leading
            // zeros.
            if let id = Int(name), size.path(forID: id) == path { return (size, id) }
        }
        return nil
    }

    private var folder: String { self == .preview ? "/previews/" : "/images/" }
    private var ending: String { self == .large ? "_1280.png" : ".png" }
}
