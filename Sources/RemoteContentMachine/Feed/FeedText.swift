import Foundation

/// Decodes the bytes of a response into text.
///
/// The parsers receive only UTF-8, so no other encoding can hide text from a check.
enum FeedText {
    /// Decodes a document.
    ///
    /// The encoding comes from the byte order mark, from the server's content type, or from the XML
    /// declaration, in this order. If all of these are missing, it is UTF-8, or UTF-16 if one of
    /// the first two bytes is zero.
    ///
    /// - Parameter charset: The charset of the content type, if the server has sent one.
    static func decode(_ data: Data, charset: String?) throws(FeedError) -> String {
        for (mark, name) in marks where data.starts(with: mark) {
            return try decode(data.dropFirst(mark.count), as: name)
        }
        return try decode(data, as: charset ?? declaredEncoding(data) ?? wideEncoding(data) ?? "utf-8")
    }

    /// The byte order marks, longest first, because the UTF-32 mark begins like the UTF-16 mark.
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
        // Remove every byte order mark, because programs that join files keep the mark of each
        // file.
        return String(text.drop { $0 == "\u{FEFF}" })
    }

    /// Returns the encoding in the XML declaration.
    ///
    /// The declaration is readable in every encoding that contains ASCII.
    private static func declaredEncoding(_ data: Data) -> String? {
        let head = String(decoding: data.prefix(200), as: UTF8.self)
        let declaration = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._\-]+)["']/
        return head.firstMatch(of: declaration).map { String($0.1) }
    }

    /// Returns the encoding of UTF-16 text without a mark.
    ///
    /// The zero byte next to the first character identifies it.
    private static func wideEncoding(_ data: Data) -> String? {
        let start = Array(data.prefix(2))
        guard start.count == 2, start.contains(0) else { return nil }
        return start[0] == 0 ? "utf-16be" : "utf-16le"
    }
}
