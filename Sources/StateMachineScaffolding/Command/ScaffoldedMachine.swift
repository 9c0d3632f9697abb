package import Foundation

/// The Swift code that is written for a diagram.
package struct ScaffoldedMachine {
    /// The name of the module.
    package let module: String

    /// The name of the machine's type.
    package var type: String { writer.name }

    private let chart: Chart
    private let writer: MachineWriter

    /// Reads a diagram.
    ///
    /// - Parameters:
    ///   - path: The path of the diagram.
    ///   - package: The folder in which a relative path begins if the file is not in the caller's.
    ///   - module: The name of the module, which is the name of the diagram by default.
    package init(diagram path: String, package: URL, module: String? = nil) throws(ScaffoldCommand.Failure) {
        if let module { self.module = module } else { self.module = try Self.module(of: path) }
        chart = try DiagramFile(path, package: package).chart()
        do throws(ChartError) {
            writer = try MachineWriter(chart, module: self.module)
        } catch {
            throw ScaffoldCommand.Failure(description: error.report(of: path))
        }
    }

    /// The files of the module, by their names.
    package var sources: [String: String] { writer.sources() }

    /// The files of the tests, by their names.
    package var tests: [String: String] { writer.tests() }

    /// What was understood, and what the code does otherwise than the diagram.
    package var notes: [String] {
        ChartNote.report(chart.notes) + writer.unreachedStates.map { "note: the machine cannot reach “\($0)”" }
            + writer.tree.beginningNotes + writer.regionNotes + writer.namingNotes + writer.guardNotes
            + writer.parameterNotes + writer.timeNotes + writer.restartNotes
    }

    /// Returns the module name for the name of a diagram.
    package static func module(of path: String) throws(ScaffoldCommand.Failure) -> String {
        let name = SwiftName.upper(DiagramFile.title(of: path), kind: "Machine")
        if let problem = ModuleName.problem(with: name) {
            throw .usage("\(path): the module cannot be called \(name): \(problem). Choose another name with --name.")
        }
        return name
    }
}
