/// The names of fleets, which are also the beginnings of table names.
enum FleetName {
    /// Checks that a name has up to 40 lowercase letters, digits and underscores, and begins with a
    /// letter, but not with `sqlite_`.
    static func check(_ name: String) throws(FleetError) {
        // SQLite keeps such tables for itself, and a fleet can move to another database.
        guard isValid(name), !name.hasPrefix("sqlite_") else { throw .invalidFleetName(name) }
    }

    /// Checks the name of a schema, for which the rules are the same.
    static func check(schema name: String) throws(DurableStoreError) {
        guard isValid(name) else { throw .invalidSchema(name) }
    }

    private static func isValid(_ name: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard name.utf8.count <= 40, let first = name.utf8.first, letters.contains(first) else { return false }
        return name.utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "_") }
    }
}
