/// Rules for fleet names.
///
/// They matter because each table's name begins with its fleet's name.
enum FleetName {
    /// Checks a fleet's name.
    ///
    /// A name can have up to 40 characters: lowercase letters, digits, and underscores. It must
    /// start with a letter and can't start with `sqlite_`.
    static func check(_ name: String) throws(FleetError) {
        // SQLite reserves such table names. Other databases don't, but a fleet can move from one
        // database to another.
        guard isValid(name), !name.hasPrefix("sqlite_") else { throw .invalidFleetName(name) }
    }

    /// Checks a schema's name, which follows a fleet name's rules except for `sqlite_`.
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
