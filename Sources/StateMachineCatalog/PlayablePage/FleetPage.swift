import StateMachineDiagrams

/// The page of a fleet of durable machines, whose figures the script requests.
struct FleetPage {
    let fleet: String

    /// The page in HTML.
    var html: String {
        let (style, script) = (PageResources.fleetStyle, PageResources.fleetScript)
        return PageResources.fleet.filled([
            "mark": GeneratedFiles.mark.escapedForXML,
            "policy": ContentSecurityPolicy(script: script, style: style, connects: true).text,
            "style": style,
            "fleet": fleet.escapedForXML,
            "script": script,
        ])
    }
}
