import Foundation

/// The processing instructions of an XML document, such as `<?name content?>`.
enum XMLInstructions {
    /// Returns the document with a space added to each instruction that has no content.
    ///
    /// On Linux, `XMLParser` reads the content of `<?name?>` from a null pointer and crashes. The
    /// function adds the space wherever it finds these characters, even inside text. In a document
    /// with mistakes, a parser may see an instruction where another parser sees text.
    static func spaced(in document: Substring) -> Data {
        var result = Data()
        result.reserveCapacity(document.utf8.count)
        /// The length of the document when the current name began, or `nil` outside a name.
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
