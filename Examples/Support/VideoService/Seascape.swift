/// One picture of the sea, in front of which the sun goes down from picture to picture.
///
/// Whole numbers look the same on every machine.
struct Seascape {
    private typealias Color = (red: Int, green: Int, blue: Int)

    let width: Int
    let height: Int
    let frame: Int
    let frameCount: Int

    init(width: Int, height: Int, frame: Int, of frameCount: Int) {
        (self.width, self.height, self.frame, self.frameCount) = (width, height, frame, frameCount)
    }

    /// The picture as a frame of QuickTime Animation: every line anew, as runs of pixels of one
    /// colour.
    var encoded: [UInt8] {
        let wholePicture: [UInt8] = [0, 0]
        let lines = (0..<height).flatMap(encodedLine)
        let size = 4 + wholePicture.count + lines.count
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + wholePicture + lines
    }

    private func encodedLine(_ row: Int) -> [UInt8] {
        let (noSkip, endOfLine, longestRun): (UInt8, Int8, Int) = (1, -1, 128)
        var line = [noSkip]
        var column = 0
        while column < width {
            let color = color(column, row)
            var end = column + 1
            while end < width, end - column < longestRun, self.color(end, row) == color { end += 1 }
            // A single pixel is a run of literals; a repetition is a negative count.
            let count = end - column
            line.append(count == 1 ? 1 : UInt8(bitPattern: Int8(-count)))
            line += [color.red, color.green, color.blue].map { UInt8(clamping: $0) }
            column = end
        }
        return line + [UInt8(bitPattern: endOfLine)]
    }

    private var horizon: Int { height * 3 / 5 }

    /// How far the sun has gone down, in thousandths.
    private var dusk: Int { frame * 1000 / max(1, frameCount) }

    private func color(_ column: Int, _ row: Int) -> Color {
        let radius = height / 7
        let (dx, dy) = (column - width / 2, row - (horizon / 4 + dusk * (horizon * 3 / 4 + radius) / 1000))
        let isSun = dx * dx + dy * dy <= radius * radius
        if row < horizon { return isSun ? (255, 230 - dusk / 10, 140 - dusk / 10) : sky(row) }
        return sea(column, row)
    }

    private func sky(_ row: Int) -> Color {
        let depth = row * 1000 / horizon
        let red = 90 + depth * 150 / 1000 + dusk * 30 / 1000
        let green = 140 + depth * 40 / 1000 - dusk * 90 / 1000
        return (red - dusk * (1000 - depth) / 12_000, green, 210 - depth * 90 / 1000 - dusk * 60 / 1000)
    }

    private func sea(_ column: Int, _ row: Int) -> Color {
        let depth = row - horizon
        let isCrest = (row * 7 + frame * 2) % 11 < 3
        // The path of light under the sun, broken by the waves.
        let reach = height / 10 + depth / 3 + (row * 5 + frame * 3) % 9 - 4
        if isCrest, abs(column - width / 2) < reach { return (240, 190 - dusk / 12, 120 - dusk / 20) }
        let shade = 40 - depth / 2 + (isCrest ? 14 : 0)
        return (shade + dusk * 20 / 1000, 60 + shade - dusk * 40 / 1000, 110 + shade - dusk * 60 / 1000)
    }
}
