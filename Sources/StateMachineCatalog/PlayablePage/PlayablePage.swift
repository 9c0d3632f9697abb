import StateMachineDiagrams

/// A machine as a page to click through, in one file that needs neither a server nor a network.
///
/// The page knows the machine only from its JSON. The file includes the markup, the style and the
/// scripts from `Resources/`. Its content security policy allows no other scripts and no requests.
struct PlayablePage {
    let machine: MachineDescription

    /// The picture, or the reason why the page shows the current state with its neighbors instead.
    let picture: PagePicture

    /// Whether the inspector serves the page, which then also shows live machines.
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
            "narrow": picture.narrowElement,
            "hint": picture.hint.escapedForXML,
            "mark": GeneratedFiles.mark.escapedForXML,
            "machine": machine.text(in: .json),
            "script": script,
        ])
    }
}
