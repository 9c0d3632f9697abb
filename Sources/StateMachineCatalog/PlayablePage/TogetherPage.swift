import Foundation
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineInspectionMessages

/// The page that shows machines of all types side by side: live ones, or those of a recording file.
struct TogetherPage {
    /// The file name of the page in a folder of pages.
    ///
    /// No type can have this name, so no machine has a page with it.
    static let fileName = "side-by-side.html"

    /// The addresses of the machines' own pages by the types of the machines.
    var addresses: [String: String]

    /// The values of the machines by their types, for copied tests.
    ///
    /// A served page requests them when it needs them.
    var values: [String: KnownValues] = [:]

    /// Whether the inspector serves the page, which then shows live machines.
    var isLive = true

    /// The page in HTML.
    var html: String {
        let (style, script) = (PageResources.togetherStyle, PageResources.togetherScript)
        return PageResources.together.filled([
            "mark": GeneratedFiles.mark.escapedForXML,
            "policy": ContentSecurityPolicy(script: script, style: style, connects: isLive).text,
            "style": style,
            "introduction": isLive
                ? "The live machines of your apps on one time axis, and the events between them."
                : "The machines of a recording on one time axis, and the events between them.",
            "index": isLive ? "/" : PageIndex.fileName,
            "back": isLive ? "All pages and apps" : "All pages",
            "emptiness": isLive ? "" : " no-file",
            "connection": isLive ? "Connecting to the inspector." : "",
            // Text in a script must not contain the end of a script.
            "pages": Contents(pages: addresses, machines: values, isLive: isLive).jsonLine.replacing(
                "<",
                with: "\\u003C"
            ),
            "script": script,
        ])
    }
}

/// The data that the script reads.
private struct Contents: Encodable {
    let pages: [String: String]
    let machines: [String: KnownValues]
    let isLive: Bool
}

/// The states and the events of a machine, a part of its JSON.
struct KnownValues: Codable {
    struct State: Codable {
        let name: String
        let path: [String]
        let isInitial: Bool
        let swift: String?
    }

    struct Event: Codable {
        let name: String
        let path: [String]
        let swift: String?
    }

    var states: [State]
    let events: [Event]

    /// Creates the values of a machine.
    init?(of machine: MachineDescription) {
        let json = Data(machine.text(in: .json).utf8)
        guard var read = try? JSONDecoder().decode(Self.self, from: json) else { return nil }
        // A test can begin in any state, but the page must stay small.
        if read.states.count > 500 { read.states.removeAll { !$0.isInitial } }
        self = read
    }
}

extension TogetherPage {
    /// Creates a page that is in the same folder as the pages of the machines.
    init(of machines: [MachineDescription]) {
        self.init(addresses: [:], isLive: false)
        for machine in machines {
            guard let type = machine.states.first.map({ TypeName($0.name.type).key }), addresses[type] == nil
            else { continue }
            addresses[type] = "\(machine.name.asPathComponent).html"
            values[type] = KnownValues(of: machine)
        }
    }
}
