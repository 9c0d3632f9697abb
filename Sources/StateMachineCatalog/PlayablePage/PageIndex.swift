import StateMachineDiagrams

/// A list of playable pages.
struct PageIndex {
    /// A page with its address.
    struct Item {
        let name: String
        let address: String
        var summary = ""
    }

    /// The file name of the list.
    static let fileName = "index.html"

    let items: [Item]

    /// Whether the inspector serves the list, which then also contains the inspected apps.
    var isLive = false

    /// The list in HTML.
    var html: String {
        let script = isLive ? PageResources.frontScript : ""
        return PageResources.index.filled([
            "mark": GeneratedFiles.mark.escapedForXML,
            "policy": ContentSecurityPolicy(script: script, style: PageResources.style, connects: isLive).text,
            "style": PageResources.style,
            "items": items.map(Self.line).joined(separator: "\n"),
            "footer": isLive ? PageResources.frontPanel : "",
            "script": isLive ? "<script type=\"module\">\(script)</script>\n" : "",
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
    /// Creates a list of pages in the same folder, the last of which shows several machines.
    init(of machines: [MachineDescription]) {
        let together = Item(
            name: "Machines side by side",
            address: TogetherPage.fileName,
            summary: "Opens a recording of several machines."
        )
        items =
            machines.map { machine in
                Item(
                    name: machine.name,
                    address: "\(machine.name.asPathComponent).html",
                    summary: MarkdownPage(machine).summary ?? ""
                )
            } + [together]
    }
}
