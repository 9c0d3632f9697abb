/// The relevant fields from the header of a part.
struct MultipartHeader: Hashable, Sendable {
    private(set) var contentType: String?
    private(set) var contentLength: Int?

    /// Reads one line of the header.
    ///
    /// - Throws: `MultipartError.malformedHeader` if the line has no colon, or if the content
    ///   length is not a number.
    mutating func read(_ line: [UInt8]) throws(MultipartError) {
        let text = String(decoding: line, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":") else { throw .malformedHeader }
        var value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        while value.last == " " || value.last == "\t" { value.removeLast() }
        switch text[..<colon].lowercased() {
        case "content-type":
            contentType = String(value)
        case "content-length":
            guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(value) else {
                throw .malformedHeader
            }
            contentLength = length
        default:
            break
        }
    }
}
