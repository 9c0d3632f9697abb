import Foundation

/// Decodes the bytes of an answer into text.
///
/// The parsers get UTF-8 alone, so that no other encoding can hide text from a check.
enum FeedText {
    /// Decodes a document.
    ///
    /// The encoding is that of the byte order mark, of the server's content type, or of the XML
    /// declaration, in this order, or UTF-8.
    ///
    /// - Parameter charset: The charset of the content type, if the server has named one.
    static func decode(_ data: Data, charset: String?) throws(FeedError) -> String {
        for (mark, name) in marks where data.starts(with: mark) {
            return try decode(data.dropFirst(mark.count), as: name)
        }
        return try decode(data, as: charset ?? declaredEncoding(data) ?? wideEncoding(data) ?? "utf-8")
    }

    /// The longer marks first: the one of UTF-32 begins like that of UTF-16.
    private static let marks: [([UInt8], String)] = [
        ([0xEF, 0xBB, 0xBF], "utf-8"), ([0xFF, 0xFE, 0, 0], "utf-32le"), ([0, 0, 0xFE, 0xFF], "utf-32be"),
        ([0xFF, 0xFE], "utf-16le"), ([0xFE, 0xFF], "utf-16be"),
    ]

    private static let encodings: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii,
        "utf-16": .utf16BigEndian, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
        "utf-32": .utf32BigEndian, "utf-32le": .utf32LittleEndian, "utf-32be": .utf32BigEndian,
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "iso-8859-2": .isoLatin2,
        "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254,
        "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC,
    ]

    private static func decode(_ data: Data, as name: String) throws(FeedError) -> String {
        let name = name.lowercased()
        guard let encoding = encodings[name], let text = String(data: Data(data), encoding: encoding) else {
            throw .undecodable(encoding: String(name.prefix(40)))
        }
        // Programs that join files leave the mark of each.
        return String(text.drop { $0 == "\u{FEFF}" })
    }

    /// The encoding of an XML declaration, which is readable as it stands in all encodings that
    /// contain ASCII.
    private static func declaredEncoding(_ data: Data) -> String? {
        let head = String(decoding: data.prefix(200), as: UTF8.self)
        let declaration = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._\-]+)["']/
        return head.firstMatch(of: declaration).map { String($0.1) }
    }

    /// UTF-16 without a mark, recognised by the zero beside the first character.
    private static func wideEncoding(_ data: Data) -> String? {
        let start = Array(data.prefix(2))
        guard start.count == 2, start.contains(0) else { return nil }
        return start[0] == 0 ? "utf-16be" : "utf-16le"
    }
}
