/// A reader of XState 5 configurations in JSON, as `JSON.stringify(machine.config)` writes them.
///
/// `Outline` lists the states with their names and places. `XStateToChart` turns them into a
/// chart. `XStateRegions` adapts parallel states, for which XState's algorithm differs from
/// SCXML's.
/// The reader reports all errors of a file at once.
package enum XStateReader {
    /// Reads a configuration.
    ///
    /// - Throws: ``ChartError`` with all errors of the file.
    package static func read(_ text: String) throws(ChartError) -> Chart {
        try read(JSONReader.read(text))
    }

    static func read(_ document: JSONTree) throws(ChartError) -> Chart {
        var errors = ErrorList()
        let outline = Outline(document, &errors)
        try errors.throwAll()
        return try XStateToChart(outline).chart()
    }
}

/// A reader of JSON files, whose content shows the format.
enum JSONDiagramReader {
    /// Reads an XState configuration or this package's own format, which lists its states.
    static func read(_ text: String) throws(ChartError) -> Chart {
        let document = try JSONReader.read(text)
        guard case .object(let members) = document.value else { return try MachineJSONReader.read(document) }
        if case .array? = members["states"]?.value { return try MachineJSONReader.read(document) }
        guard XStateReader.Outline.marks.contains(where: { members[$0] != nil }) else {
            guard members["version"] == nil else { return try MachineJSONReader.read(document) }
            throw ChartError(
                document.position,
                "the object is not a state machine",
                expected: "an XState configuration"
            )
        }
        return try XStateReader.read(document)
    }
}
