import StateMachineDiagrams
import StateMachineScaffolding

/// The command `diff`, which compares a machine with a design.
struct DiffCommand {
    let machine: String
    let design: String
    let matching: NameMatching
    let isAccepting: Bool
    let picture: String?

    /// The exit status if the comparison is not possible.
    static let failure: Int32 = 2

    init(_ arguments: ArraySlice<String>) throws(Command.UsageError) {
        var names: [String] = []
        var matching = NameMatching()
        var (isAccepting, picture) = (false, nil as String?)
        var remaining = arguments
        while let argument = remaining.popFirst() {
            func value() throws(Command.UsageError) -> String {
                guard let value = remaining.popFirst() else {
                    throw Command.UsageError(description: "\(argument) needs a value.")
                }
                return value
            }
            switch argument {
            case "--event": matching.events.append(try Self.renaming(try value(), argument))
            case "--state": matching.states.append(try Self.renaming(try value(), argument))
            case "--accept": isAccepting = true
            case "--picture": picture = try value()
            default:
                guard !argument.hasPrefix("-") else {
                    throw Command.UsageError(description: "Unknown argument of diff: \(argument)")
                }
                names.append(argument)
            }
        }
        guard names.count == 2 else {
            throw Command.UsageError(description: "diff needs the name of a machine and the path of a design.")
        }
        if let picture, ![".html", ".svg", ".mmd"].contains(where: picture.hasSuffix) {
            throw Command.UsageError(
                description: "--picture needs a path that ends with .html, .svg or .mmd, not \(picture)."
            )
        }
        if let picture, picture == names[1] {
            throw Command.UsageError(description: "--picture would replace the design \(picture). Choose another path.")
        }
        if isAccepting {
            guard picture == nil, matching.states.isEmpty, matching.events.isEmpty else {
                throw Command.UsageError(description: "--accept cannot be combined with other options.")
            }
            guard names[1].hasSuffix(".mmd") || names[1].hasSuffix(".mermaid") else {
                throw Command.UsageError(
                    description:
                        "--accept writes Mermaid, so the design must end with .mmd or .mermaid, not \(names[1])."
                )
            }
        }
        (machine, design) = (names[0], names[1])
        (self.matching, self.isAccepting, self.picture) = (matching, isAccepting, picture)
    }

    private static func renaming(
        _ text: String,
        _ option: String
    ) throws(Command.UsageError) -> NameMatching.Renaming {
        let names = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty else {
            throw Command.UsageError(description: "\(option) needs a pair of names, design=code, not \(text).")
        }
        return NameMatching.Renaming(design: names[0], code: names[1])
    }

    /// Compares the machine with the design, or writes the design.
    ///
    /// - Returns: The exit status: 0 if they match, or 1 if they differ.
    func run(_ description: MachineDescription) throws -> Int32 {
        let code = TransitionSystem(of: description)
        if isAccepting {
            let accepted = try DesignText(of: code, named: machine, diagram: description.text(in: .mermaid))
            try DesignFile.write(accepted.text, to: design)
            print("wrote \(design)")
            return 0
        }
        let chart = try DesignFile.read(design)
        let system: TransitionSystem
        do { system = try TransitionSystem(of: chart, comparedWith: code) } catch {
            throw Problem("\(design): \(error)")
        }
        let report = DesignReport(
            try MatchedGraphs(design: system, code: code, matching),
            machine: machine,
            path: design
        )
        print(report.text)
        if let picture {
            try DesignFile.write(try Self.text(of: report, for: picture), to: picture)
            print("wrote \(picture)")
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
