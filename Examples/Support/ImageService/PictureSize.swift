/// The sizes of each picture, and their paths.
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

    /// The path of a picture in this size.
    func path(forID id: Int) -> String {
        "\(folder)\(id)\(ending)"
    }

    /// The size and the number that a path names; `nil` if it names no picture.
    static func parse(_ path: String) -> (size: PictureSize, id: Int)? {
        for size in allCases where path.hasPrefix(size.folder) && path.hasSuffix(size.ending) {
            let name = path.dropFirst(size.folder.count).dropLast(size.ending.count)
            // The path must be exactly the one in the answer to a search: no sign, no leading
            // zeros.
            if let id = Int(name), size.path(forID: id) == path { return (size, id) }
        }
        return nil
    }

    private var folder: String { self == .preview ? "/previews/" : "/images/" }
    private var ending: String { self == .large ? "_1280.png" : ".png" }
}
