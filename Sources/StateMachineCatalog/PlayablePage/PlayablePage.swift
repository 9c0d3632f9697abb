import StateMachineDiagrams

/// A machine as a page to click through: one file that needs neither a server nor a network.
///
/// The page knows the machine from its JSON alone. `Resources/` has its markup, its style and its
/// scripts, which are put into it; its content security policy allows no other script, and no
/// request.
struct PlayablePage {
    let machine: MachineDescription

    /// The picture, or why there is none: then the page shows the present state with its
    /// neighbours.
    let picture: PagePicture

    /// Whether it also shows live machines: the inspector serves it, and it asks the inspector for
    /// news.
    var isLive = false

    /// The page in HTML.
    var html: String {
        let style = isLive ? PageResources.liveStyle : PageResources.style
        let script = isLive ? PageResources.liveScript : PageResources.script
        return PageResources.template.filled([
            "name": machine.name.escapedForXML,
            "policy": ContentSecurityPolicy(script: script, style: style, connects: isLive).text,
            "style": style,
            "live": isLive ? PageResources.livePanel : "",
            "picture": picture.element,
            "hint": picture.hint.escapedForXML,
            "mark": GeneratedFiles.mark.escapedForXML,
            "machine": machine.text(in: .json),
            "script": script,
        ])
    }
}
