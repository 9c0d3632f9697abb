extension StateChart {
    /// What is said about the machine as a whole: the events that move no state, in lines that a
    /// picture has room for.
    ///
    /// - Parameter width: How many characters a line has at most; a longer event is shortened.
    func captions(width: Int) -> [String] {
        lines("stays as it is:", ignored, width: width) + lines("changes payloads only:", updating, width: width)
    }

    private func lines(_ title: String, _ labels: [Label], width: Int) -> [String] {
        guard !labels.isEmpty else { return [] }
        var lines = [title]
        for (index, label) in labels.enumerated() {
            let isLast = index == labels.count - 1
            // A comma is to fit too.
            let text = label.description.visible.shortened(to: width - 1) + (isLast ? "" : ",")
            if lines[lines.count - 1].count + 1 + text.count <= width {
                lines[lines.count - 1] += " " + text
            } else {
                lines.append(text)
            }
        }
        return lines
    }
}

extension StateChart.Label {
    /// The description on one line, shortened for a picture.
    var text: String { description.visible.shortened(to: 60) }
}
