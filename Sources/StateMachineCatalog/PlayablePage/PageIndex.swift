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

    /// Whether it also lists the apps whose machines are inspected: the inspector serves it.
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
