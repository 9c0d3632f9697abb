/// The names of fleets, which are also the beginnings of table names.
enum FleetName {
    /// Checks that a name has up to 40 lowercase letters, digits and underscores, and begins with a
    /// letter.
    static func check(_ name: String) throws(FleetError) {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard name.utf8.count <= 40, let first = name.utf8.first, letters.contains(first),
            name.utf8.allSatisfy({ letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "_") })
        else { throw .invalidFleetName(name) }
    }
}
