extension Unicode.Scalar {
    /// Whether the character is one of XML's four spaces (production 3), unlike a form feed.
    var isSpaceInXML: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }

    /// Whether a document may contain the character (production 2).
    var isAllowedInXML: Bool { value >= 32 ? value != 0xFFFE && value != 0xFFFF : isSpaceInXML }

    /// Creates the character of a reference such as `&#x41;` (production 66), if XML allows it.
    init?(digits: Substring, radix: Int) {
        // `UInt32` itself would accept a sign.
        guard digits.first?.isHexDigit == true, let number = UInt32(digits, radix: radix),
            let scalar = Unicode.Scalar(number), scalar.isAllowedInXML
        else { return nil }
        self = scalar
    }
}
