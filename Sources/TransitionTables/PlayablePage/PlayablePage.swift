import Foundation
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
        let policy = [
            "default-src 'none'", "script-src \(Self.source(of: script))", "style-src \(Self.source(of: style))",
            "img-src data:", "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'",
        ]
        return PageResources.template.filled([
            "name": machine.name.escapedForXML,
            "policy": policy.joined(separator: "; "),
            "style": style,
            "picture": picture.element,
            "hint": picture.hint.escapedForXML,
            "source": GeneratedFiles.mark.escapedForXML,
            "machine": machine.text(in: .json),
            "script": script,
        ])
    }

    /// How a policy names a script or a style inside the page.
    private static func source(of text: String) -> String {
        "'sha256-\(Data(SHA256(of: text.utf8).bytes).base64EncodedString())'"
    }
}

extension String {
    /// The text with values for its parts in double braces. What the values have in such braces stays.
    fileprivate func filled(_ values: [String: String]) -> String {
        split(separator: "{{", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0, let end = part.range(of: "}}") else { return String(part) }
            return values[String(part[..<end.lowerBound]), default: ""] + part[end.upperBound...]
        }.joined()
    }
}
