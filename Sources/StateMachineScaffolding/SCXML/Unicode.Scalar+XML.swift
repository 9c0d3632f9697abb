extension Unicode.Scalar {
    /// Whether it is one of XML's four spaces (production 3); others, such as a form feed, are not.
    var isSpaceInXML: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }

    /// Whether a document may contain it (production 2).
    var isAllowedInXML: Bool { value >= 32 ? value != 0xFFFE && value != 0xFFFF : isSpaceInXML }

    /// The character of a reference such as `&#x41;` (production 66), if a document may contain it.
    init?(digits: Substring, radix: Int) {
        // `UInt32` alone would take a sign.
        guard digits.first?.isHexDigit == true, let number = UInt32(digits, radix: radix),
            let scalar = Unicode.Scalar(number), scalar.isAllowedInXML
        else { return nil }
        self = scalar
    }
}
