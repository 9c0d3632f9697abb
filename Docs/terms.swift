// Links the glossary on the documentation site: in each article, where it first uses a term.
// The articles themselves stay free of such links, which would be forgotten in new text.
// usage: swift Docs/terms.swift SITE_FOLDER
import Foundation

typealias Node = [String: Any]

let folder = URL(filePath: CommandLine.arguments[1]).appending(path: "data/documentation")
let glossary = "/documentation/statemachines/glossary"

/// The site shows a reference as plain text unless its archive is one of the merged ones.
let archive = "doc://swift-state-machines.StateMachines"

/// Terms that articles also use as everyday words, or on every line.
let everyday: Set = [
    "state", "event", "pair", "handled", "rejected", "reason", "guard", "enter", "exit", "hand-written", "machine",
    "current state", "token", "run", "released", "dropped", "path", "key", "step", "law", "move", "store", "post",
    "child", "system", "design", "history", "chain", "transition", "output", "instance", "depth", "edge",
]

func read(_ file: URL) throws -> Node {
    try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? Node ?? [:]
}

/// The terms of the glossary: its headings of the third level, with their anchors.
func terms(in value: Any) -> [(name: String, anchor: String)] {
    if let list = value as? [Any] { return list.flatMap(terms) }
    guard let node = value as? Node else { return [] }
    if node["type"] as? String == "heading", node["level"] as? Int == 3, let name = node["text"] as? String,
        let anchor = node["anchor"] as? String
    {
        return [(name, anchor)]
    }
    return node.values.flatMap(terms)
}

/// A word as the term itself, in the plural, or as a participle.
func pattern(of term: String) -> String {
    let escaped = NSRegularExpression.escapedPattern(for: term)
    return term.hasSuffix("y") ? "\(escaped.dropLast())(?:y|ies)" : "\(escaped)(?:s|es|ed)?"
}

/// Links terms in the text of one article.
struct Linker {
    /// The terms that are not linked yet, the longest first: "state graph" wins over "graph".
    var terms: [(name: String, anchor: String)]
    var references: Node = [:]

    /// The kinds of nodes whose text a reader does not expect to be a link.
    static let untouched: Set = ["heading", "reference", "link", "codeVoice", "codeListing"]

    mutating func link(_ value: Any) -> Any {
        if let list = value as? [Any] { return list.flatMap { linked($0) } }
        guard var node = value as? Node else { return value }
        if let type = node["type"] as? String, Self.untouched.contains(type) { return node }
        for key in ["content", "inlineContent", "items", "rows", "tabs", "columns"] {
            if let inner = node[key] { node[key] = link(inner) }
        }
        return node
    }

    /// The nodes that take the place of a node.
    private mutating func linked(_ value: Any) -> [Any] {
        guard let node = value as? Node, node["type"] as? String == "text", let text = node["text"] as? String else {
            return [link(value)]
        }
        for (index, term) in terms.enumerated() {
            guard
                let range = text.range(
                    of: "(?<![\\w-])\(pattern(of: term.name))(?![\\w-])",
                    options: [.regularExpression, .caseInsensitive]
                )
            else { continue }
            terms.remove(at: index)
            let identifier = "\(archive)\(glossary)#\(term.anchor)"
            references[identifier] =
                [
                    "identifier": identifier, "type": "topic", "kind": "article", "role": "article", "abstract": [],
                    "title": term.name, "url": "\(glossary)#\(term.anchor)",
                ] as Node
            let title = String(text[range])
            return linked(["type": "text", "text": String(text[..<range.lowerBound])] as Node)
                + [
                    [
                        "type": "reference", "identifier": identifier, "isActive": true, "overridingTitle": title,
                        "overridingTitleInlineContent": [["type": "text", "text": title]],
                    ] as Node
                ] + linked(["type": "text", "text": String(text[range.upperBound...])] as Node)
        }
        return [node]
    }
}

let all = terms(in: try read(folder.appending(path: "statemachines/glossary.json")))
    .filter { !everyday.contains($0.name) }
    .sorted { $0.name.count > $1.name.count }
let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
var count = 0
while let file = files?.nextObject() as? URL {
    guard file.pathExtension == "json", file.lastPathComponent != "glossary.json" else { continue }
    var page = try read(file)
    guard page["kind"] as? String == "article", var references = page["references"] as? Node,
        let sections = page["primaryContentSections"]
    else { continue }
    var linker = Linker(terms: all)
    page["primaryContentSections"] = linker.link(sections)
    guard !linker.references.isEmpty else { continue }
    references.merge(linker.references) { _, new in new }
    page["references"] = references
    try JSONSerialization.data(withJSONObject: page, options: [.sortedKeys, .withoutEscapingSlashes]).write(to: file)
    count += linker.references.count
}
guard count > 0 else {
    print("no term of the glossary is linked")
    exit(1)
}
print("\(count) terms are linked where articles first use them")
