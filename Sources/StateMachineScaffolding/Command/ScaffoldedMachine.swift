package import Foundation

/// The Swift code that is written for a diagram.
///
/// A diagram becomes Swift in seven passes:
///
/// 1. A reader, such as `MermaidReader`, turns the diagram into a ``Chart`` with the positions of
///    its statements. `Script/` reads an XState machine in TypeScript as JSON, for `XStateReader`.
/// 2. `ChartTree` resolves the names in the chart, numbers its parts and reports errors.
/// 3. `Swift/Names/` chooses a Swift name for each state, event, guard and action.
/// 4. `Swift/Plan/` decides which states have their own rules, what a history stores and which
///    value an entry creates (`SwiftMachine`).
/// 5. `Swift/Rules/` writes the statements for each event in each state (`StepWriter`), as values
///    of `Swift/Tree/`.
/// 6. `Swift/Simplification/` removes unneeded statements.
/// 7. `Swift/Files/` composes types, rules and tests (`MachineWriter`), and `Swift/Printing/` turns
///    the tree into text.
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
