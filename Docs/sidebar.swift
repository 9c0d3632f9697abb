// Orders the sidebar of the documentation site: one entry for each module, in groups. Merging lists
// the modules in alphabetical order, beside links to them without contents, which the site would
// find first.
// usage: swift Docs/sidebar.swift INDEX_FILE GROUP MODULE... [-- GROUP MODULE...]
import Foundation

let file = URL(filePath: CommandLine.arguments[1])
let groups = CommandLine.arguments.dropFirst(2).split(separator: "--").map(Array.init)

guard var index = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any],
    var languages = index["interfaceLanguages"] as? [String: [[String: Any]]],
    var root = languages["swift"]?.first, let modules = root["children"] as? [[String: Any]]
else {
    print("\(file.path) has no list of modules")
    exit(1)
}
let titled = Dictionary(modules.map { ($0["title"] as? String ?? "", $0) }) { first, _ in first }
root["children"] = groups.flatMap { group in
    [["title": group[0], "type": "groupMarker"]]
        + group.dropFirst().map { name in
            guard let module = titled[name] else {
                print("\(name) is not in \(file.path)")
                exit(1)
            }
            return module
        }
}
languages["swift"] = [root]
index["interfaceLanguages"] = languages
try JSONSerialization.data(withJSONObject: index, options: [.sortedKeys, .withoutEscapingSlashes]).write(to: file)
