extension DrawnChart {
    /// Returns a caption for the whole machine that lists the events that move no state.
    ///
    /// - Parameter width: The maximum number of characters in a line. A longer event has several
    ///   lines.
    package func captions(width: Int) -> [String] {
        lines("no change:", ignored, width: width) + lines("only payloads change:", updating, width: width)
    }

    private func lines(_ title: String, _ labels: [Label], width: Int) -> [String] {
        guard !labels.isEmpty else { return [] }
        var lines = [title]
        // Leave room for a comma.
        let texts = labels.map { $0.description.visible.wrapped(to: width - 1) }
        let parts = texts.dropLast().flatMap { $0.dropLast() + [($0.last ?? "") + ","] } + (texts.last ?? [])
        for text in parts {
            if lines[lines.count - 1].count + 1 + text.count <= width {
                lines[lines.count - 1] += " " + text
            } else {
                lines.append(text)
            }
        }
        return lines
    }
}

extension DrawnChart.Label {
    /// The description on one line, shortened for a picture.
    var text: String { description.visible.shortened(to: Self.width) }

    /// The number of characters that a picture has room for.
    static let width = 60
}
