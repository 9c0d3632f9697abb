import StateMachineDiagrams

/// A list of playable pages, which lie beside it.
struct PageIndex {
    let machines: [MachineDescription]

    /// The name of its file.
    static let fileName = "index.html"

    /// The list in HTML.
    var html: String {
        PageResources.index.filled([
            "mark": GeneratedFiles.mark.escapedForXML,
            "policy": ContentSecurityPolicy(script: "", style: PageResources.style).text,
            "style": PageResources.style,
            "machines": machines.map(item).joined(separator: "\n"),
        ])
    }

    private func item(_ machine: MachineDescription) -> String {
        let summary = (MarkdownPage(machine).summary ?? "").replacing("`", with: "").escapedForXML
        let name = machine.name.escapedForXML
        return "<li><a href=\"\(machine.name.asPathComponent).html\">\(name)</a> <small>\(summary)</small></li>"
    }
}
