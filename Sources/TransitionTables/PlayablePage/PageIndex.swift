import StateMachineDiagrams

/// A list of playable pages.
struct PageIndex {
    /// A page, and where it is.
    struct Item {
        let name: String
        let address: String
        var summary = ""
    }

    /// The name of its file.
    static let fileName = "index.html"

    let items: [Item]

    /// What stands below the list, as HTML.
    var footer = ""

    /// The list in HTML.
    var html: String {
        PageResources.index.filled([
            "mark": GeneratedFiles.mark.escapedForXML,
            "policy": ContentSecurityPolicy(script: "", style: PageResources.style).text,
            "style": PageResources.style,
            "items": items.map(Self.line).joined(separator: "\n"),
            "footer": footer,
        ])
    }

    private static func line(_ item: Item) -> String {
        """
        <li><a href="\(item.address.escapedForXML)">\(item.name.escapedForXML)</a> \
        <small>\(item.summary.replacing("`", with: "").escapedForXML)</small></li>
        """
    }
}

extension PageIndex {
    /// A list of pages that lie beside it.
    init(of machines: [MachineDescription]) {
        items = machines.map { machine in
            Item(
                name: machine.name,
                address: "\(machine.name.asPathComponent).html",
                summary: MarkdownPage(machine).summary ?? ""
            )
        }
    }
}
