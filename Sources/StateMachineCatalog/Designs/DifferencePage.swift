import StateMachineDiagrams

/// A page with a design beside the code, and the list of their differences.
struct DifferencePage {
    let report: DesignReport

    /// The page in HTML, with pictures that Graphviz has laid out.
    func html() throws -> String {
        PageResources.differences.filled([
            "mark": GeneratedFiles.mark.escapedForXML,
            "policy": ContentSecurityPolicy(script: "", style: PageResources.differencesStyle).text,
            "style": PageResources.differencesStyle,
            "machine": report.machine.escapedForXML,
            "path": report.path.escapedForXML,
            "design": try picture(of: .design),
            "code": try picture(of: .code),
            "differences": list,
        ])
    }

    private func picture(of side: DifferencePicture.Side) throws -> String {
        PagePicture.svg(try DifferencePicture(of: report.graphs, report.differences, on: side).svg()).element
    }

    private var list: String {
        guard !report.items.isEmpty else { return "<p>\(report.text.escapedForXML)</p>" }
        let lines = report.items.map { item in
            """
            <li class="\(item.kind)"><p><b>\(item.kind)</b>: \(item.sentence.escapedForXML)</p>
            <p class="quiet">\(item.place): \("\(item.run)".escapedForXML)</p></li>
            """
        }
        let renamed = report.renamed.map { "<p>\($0.escapedForXML)</p>" }
        return (["<ol>"] + lines + ["</ol>"] + renamed).joined(separator: "\n")
    }
}
