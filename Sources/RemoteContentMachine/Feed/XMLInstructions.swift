import Foundation

/// The processing instructions of an XML document, such as `<?name content?>`.
enum XMLInstructions {
    /// The document with a space in each instruction that has no content.
    ///
    /// On Linux, `XMLParser` reads the content of `<?name?>` from a null pointer, which ends the
    /// process. The space is put wherever there are such characters, in texts, too: in a document
    /// with mistakes, a parser may see an instruction where another one sees a text.
    static func spaced(in document: Substring) -> Data {
        var result = Data()
        result.reserveCapacity(document.utf8.count)
        /// How long the document was at the beginning of a name, which has not ended yet.
        var name: Int?
        for byte in document.utf8 {
            switch (result.last, byte) {
            case (UInt8(ascii: "<"), UInt8(ascii: "?")): name = result.count + 1
            case (UInt8(ascii: "?"), UInt8(ascii: ">")):
                if let start = name, start < result.count { result.insert(UInt8(ascii: " "), at: result.count - 1) }
                name = nil
            case (_, ...UInt8(ascii: " ")): name = nil
            case (_, _): break
            }
            result.append(byte)
        }
        return result
    }
}
