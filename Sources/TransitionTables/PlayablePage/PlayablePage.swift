import StateMachineDiagrams

/// A machine as a page to click through: one file that needs neither a server nor a network.
///
/// The page knows the machine from its JSON alone. `Resources/` has its markup, its style and its scripts, which are put into it; its
/// content security policy allows no other script, and no request.
struct PlayablePage {
    let machine: MachineDescription

    /// The picture, or why there is none: then the page shows the present state with its neighbours.
    let picture: PagePicture

    /// The page in HTML.
    var html: String {
        let (style, script) = (PageResources.style, PageResources.script)
        return PageResources.template.filled([
            "name": machine.name.escapedForXML,
            "policy": ContentSecurityPolicy(script: script, style: style).text,
            "style": style,
            "picture": picture.element,
            "hint": picture.hint.escapedForXML,
            "mark": GeneratedFiles.mark.escapedForXML,
            "machine": machine.text(in: .json),
            "script": script,
        ])
    }

}
