import StateMachineDiagrams

extension DifferencePicture {
    /// The picture as a Mermaid flowchart, because state diagrams cannot have colored arrows.
    var mermaid: String {
        var lines = ["flowchart TD"]
        for (index, node) in nodes.enumerated() {
            let title = "\"\(Self.escaped(node.title))\""
            lines.append("  s\(index)" + (node.isFinal ? "(((\(title))))" : "(\(title))"))
        }
        for index in nodes.indices where nodes[index].isInitial { lines.append("  begin\(index)(( )) --> s\(index)") }
        var number = nodes.count { $0.isInitial }
        for arrow in arrows {
            let label = arrow.labels.map { Self.escaped((arrow.mark?.sign ?? "") + $0) }.joined(separator: "<br/>")
            lines.append("  s\(arrow.source) -->|\"\(label)\"| s\(arrow.target)")
            if let mark = arrow.mark {
                let dashes = mark == .missing ? ",stroke-dasharray:5 4" : ""
                lines.append("  linkStyle \(number) stroke:\(mark.line),color:\(mark.line)\(dashes)")
            }
            number += 1
        }
        for mark in [DesignDifference.Kind.missing, .added, .elsewhere] {
            let dashes = mark == .missing ? ",stroke-dasharray:5 4" : ""
            lines.append("  classDef \(mark) fill:\(mark.fill),stroke:\(mark.line),color:#1f2933\(dashes)")
            let marked = nodes.indices.filter { nodes[$0].mark == mark }.map { "s\($0)" }
            if !marked.isEmpty { lines.append("  class \(marked.joined(separator: ",")) \(mark)") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns a text whose punctuation has no meaning in Mermaid.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let isPlain = scalar.properties.isAlphabetic || "0123456789 ._,+−≠".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : "#\(scalar.value);"
        }.joined()
    }

    /// The picture for Graphviz.
    var graphviz: String {
        var lines = [
            "digraph {", "  rankdir=TB; bgcolor=white",
            "  node [shape=box style=\"rounded,filled\" fontname=Helvetica fontcolor=\"#1f2933\"]",
            "  edge [fontname=Helvetica fontsize=11 color=\"#52606d\"]",
        ]
        for (index, node) in nodes.enumerated() {
            let style = node.mark == .missing ? " style=\"rounded,filled,dashed\"" : ""
            let outline = node.isFinal ? " peripheries=2" : ""
            let colors = "color=\"\(node.mark?.line ?? "#52606d")\" fillcolor=\"\(node.mark?.fill ?? "#f0f4f8")\""
            lines.append("  s\(index) [label=\(Self.quoted(node.title)) \(colors)\(style)\(outline)]")
            guard node.isInitial else { continue }
            lines.append("  begin\(index) [shape=circle style=filled fillcolor=black width=0.15 label=\"\"]")
            lines.append("  begin\(index) -> s\(index)")
        }
        for arrow in arrows {
            let label = arrow.labels.map { (arrow.mark?.sign ?? "") + $0 }.joined(separator: "\n")
            let color = arrow.mark.map { " color=\"\($0.line)\" fontcolor=\"\($0.line)\"" } ?? ""
            let style = arrow.mark == .missing ? " style=dashed" : ""
            lines.append("  s\(arrow.source) -> s\(arrow.target) [label=\(Self.quoted(label))\(color)\(style)]")
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return "\"\(escaped)\""
    }

    /// Returns the picture with a layout by Graphviz.
    func svg() throws -> String { try GraphvizLayout(of: graphviz, timeLimit: 60, isMeasured: false).svg }
}
