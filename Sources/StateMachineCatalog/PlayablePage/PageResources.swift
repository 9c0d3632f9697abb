import StateMachinePageFiles

/// The parts of a playable page that do not depend on the machine.
enum PageResources {
    /// The markup, with names in double braces as placeholders.
    static let template = text("page.html")

    /// The markup of a list of pages.
    static let index = text("index.html")

    /// The style sheet.
    static let style = style(of: "page", "diagram", "panels", "steps", "story")

    /// The style sheet, including the part for live machines.
    static let liveStyle = style + style(of: "live")

    /// The markup for live machines.
    static let livePanel = text("live.html")

    /// The script.
    static let script = script(of: "page")

    /// The script, including the modules for live machines.
    static let liveScript = script(of: "live-panel")

    /// The markup of the list of apps on the front page of the inspector.
    static let frontPanel = text("front-page.html")

    /// The script of the front page.
    static let frontScript = script(of: "front-page")

    /// The markup of the page with all live machines.
    static let together = text("together.html")

    /// The style sheet of the page with all live machines.
    static let togetherStyle = style(of: "page", "together")

    /// The script of the page with all live machines.
    static let togetherScript = script(of: "together")

    /// The markup of the page of a fleet.
    static let fleet = text("fleet.html")

    /// The style sheet of the page of a fleet.
    static let fleetStyle = style(of: "page", "fleet")

    /// The script of the page of a fleet.
    static let fleetScript = script(of: "fleet")

    /// The markup of a page that compares a machine with its design.
    static let differences = text("differences.html")

    /// The style sheet of a page that compares a machine with its design.
    static let differencesStyle = style(of: "page", "differences")

    /// Returns the contents of a file in `Resources/`, which the program contains.
    ///
    /// The contents of an unknown file are empty.
    static func text(_ file: String) -> String {
        state_machine_page_file(file).map { String(cString: $0) } ?? ""
    }

    private static func style(of sheets: String...) -> String {
        compact(sheets.map { text("\($0).css") }.joined())
            .replacing("\n", with: "")
            .replacing(": ", with: ":")
            .replacing(" {", with: "{")
    }

    /// Returns the script of a module and of all modules that it needs.
    ///
    /// A page that is opened from a file cannot import modules. Each module in the script comes
    /// after the modules that it imports.
    private static func script(of module: String) -> String {
        var known: Set<String> = []
        var functions = ""
        func add(_ name: String) {
            guard known.insert(name).inserted else { return }
            let module = text("\(name).js")
            for statement in module.matches(of: importStatement) { add(String(statement.2)) }
            functions += function(named: name, of: module)
        }
        add(module)
        // A line end is only needed where it may end a statement.
        return "const m = {};\n" + compact(functions).replacing(#/([;,{(\[])\n/#) { $0.1 }
    }

    /// A statement that imports names from another module.
    private static var importStatement: Regex<(Substring, Substring, Substring)> {
        #/(?m)^import (\{[^}]*\}) from "\./([^"]*)\.js";/#
    }

    /// Returns a module as a function that is called immediately.
    ///
    /// The function reads its imports from earlier modules and returns its exports.
    private static func function(named name: String, of module: String) -> String {
        let exports = module.matches(of: #/(?m)^export (?:async )?(?:class|function|const) (\w+)/#).map { $0.1 }
        let body =
            module
            .replacing(importStatement) { "const \($0.1.filter { !$0.isWhitespace })=m[\"\($0.2)\"];" }
            .replacing(#/(?m)^export /#, with: "")
        return "m[\"\(name)\"] = (() => {\n\(body)return{\(exports.joined(separator: ","))};\n})();\n"
    }

    /// Removes parts that a page does not need.
    ///
    /// These parts are comments on separate lines, types, empty lines and indentation.
    private static func compact(_ text: String) -> String {
        text.replacing(#/(?m)^ */\*[^*]*\*+([^/*][^*]*\*+)*/\n/#, with: "")
            .replacing(#//\*\* @[^*]*\*/ ?/#, with: "")
            .split(separator: "\n")
            .map { $0.drop { $0 == " " } }
            .filter { !$0.isEmpty && !$0.hasPrefix("//") }
            .joined(separator: "\n")
    }
}

extension String {
    /// Returns the text with values in place of the names in double braces.
    ///
    /// Double braces inside the values are not replaced.
    func filled(_ values: [String: String]) -> String {
        split(separator: "{{", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0, let end = part.firstRange(of: "}}") else { return String(part) }
            return values[String(part[..<end.lowerBound]), default: ""] + part[end.upperBound...]
        }.joined()
    }
}
