import StateMachineDiagrams
import StateMachineInspectionMessages

/// The page that shows the live machines of all types side by side.
struct TogetherPage {
    /// The addresses of the machines' own pages by the types of the machines.
    let addresses: [String: String]

    /// The page in HTML.
    var html: String {
        let (style, script) = (PageResources.togetherStyle, PageResources.togetherScript)
        return PageResources.together.filled([
            "mark": GeneratedFiles.mark.escapedForXML,
            "policy": ContentSecurityPolicy(script: script, style: style, connects: true).text,
            "style": style,
            // Text in a script must not contain the end of a script.
            "pages": addresses.jsonLine.replacing("<", with: "\\u003C"),
            "script": script,
        ])
    }
}
