import StateMachineCommandLine
import StateMachineDiagrams
import StateMachineScaffolding

/// The command `diff`, which compares a machine with a design.
///
/// Both sides become a `NamedGraph.Source` and then, in `MatchedGraphs`, a graph of names.
/// `RenamedStates` pairs states whose names differ, `DesignComparison` compares the two graphs, and
/// `DesignReport` and `DifferencePicture` show the differences. `DesignText` writes a design.
struct DiffCommand {
    let machine: String
    let design: String
    let matching: NameMatching
    let isAccepting: Bool
    let picture: String?

    /// The exit status if the comparison is not possible.
    static let failure: Int32 = 2

    init(_ words: some Sequence<String>) throws(UsageError) {
        var names: [String] = []
        var matching = NameMatching()
        var (isAccepting, picture) = (false, nil as String?)
        var arguments = Arguments(words)
        while let argument = try arguments.next() {
            switch argument {
            case .option(let name) where name == "--event":
                matching.events.append(try Self.renaming(of: name, &arguments))
            case .option(let name) where name == "--state":
                matching.states.append(try Self.renaming(of: name, &arguments))
            case .option("--accept"): isAccepting = true
            case .option("--picture"): picture = try arguments.value(of: "--picture")
            case .option(let name): throw UsageError("unknown option of diff: \(name)")
            case .word(let word): names.append(word)
            }
        }
        guard names.count == 2 else {
            throw UsageError("diff needs the name of a machine and the path of a design")
        }
        if let picture, ![".html", ".svg", ".mmd"].contains(where: picture.hasSuffix) {
            throw UsageError("--picture needs a path that ends with .html, .svg or .mmd, not \(picture)")
        }
        if let picture, picture == names[1] {
            throw UsageError("--picture would replace the design \(picture); choose another path")
        }
        if isAccepting {
            guard picture == nil, matching.states.isEmpty, matching.events.isEmpty else {
                throw UsageError("--accept cannot be combined with other options")
            }
            guard names[1].hasSuffix(".mmd") || names[1].hasSuffix(".mermaid") else {
                throw UsageError(
                    "--accept writes Mermaid, so the design must end with .mmd or .mermaid, not \(names[1])"
                )
            }
        }
        (machine, design) = (names[0], names[1])
        (self.matching, self.isAccepting, self.picture) = (matching, isAccepting, picture)
    }

    private static func renaming(
        of option: String,
        _ arguments: inout Arguments
    ) throws(UsageError) -> NameMatching.Renaming {
        let text = try arguments.value(of: option)
        let names = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty else {
            throw UsageError("\(option) needs a pair of names, design=code, not \(text)")
        }
        return NameMatching.Renaming(design: names[0], code: names[1])
    }

    /// Compares the machine with the design, or writes the design.
    ///
    /// - Returns: The exit status: 0 if they match, or 1 if they differ.
    func run(_ description: MachineDescription) throws -> Int32 {
        let code = NamedGraph.Source(of: description)
        if isAccepting {
            let accepted = try DesignText(of: code, named: machine, diagram: description.text(in: .mermaid))
            try DesignFile.write(accepted.text, to: design)
            ProgramOutput.standard.print("wrote \(design)")
            return 0
        }
        let chart = try DesignFile.read(design)
        let system: NamedGraph.Source
        do { system = try NamedGraph.Source(of: chart, comparedWith: code) } catch {
            throw Problem("\(design): \(error)")
        }
        let report = DesignReport(
            try MatchedGraphs(design: system, code: code, matching),
            machine: machine,
            path: design
        )
        for note in ChartNote.report(chart.notes) + (try ChartTree(chart).beginningNotes) {
            ProgramOutput.standard.print(note)
        }
        ProgramOutput.standard.print(report.text)
        if let picture {
            try DesignFile.write(try Self.text(of: report, for: picture), to: picture)
            ProgramOutput.standard.print("wrote \(picture)")
        }
        return report.differences.isEmpty ? 0 : 1
    }

    /// Returns the contents of a picture, in the format of its path.
    private static func text(of report: DesignReport, for path: String) throws -> String {
        if path.hasSuffix(".html") { return try DifferencePage(report: report).html() }
        let drawing = DifferencePicture(of: report.graphs, report.differences)
        return path.hasSuffix(".svg") ? try drawing.svg() : drawing.mermaid
    }
}
