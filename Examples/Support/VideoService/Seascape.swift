/// One picture of the sea, in a sequence of pictures in which the sun sets.
///
/// The computation uses integers, so the picture looks the same on every machine.
struct Seascape {
    private typealias Color = (red: Int, green: Int, blue: Int)

    let width: Int
    let height: Int
    let frame: Int
    let frameCount: Int

    init(width: Int, height: Int, frame: Int, of frameCount: Int) {
        (self.width, self.height, self.frame, self.frameCount) = (width, height, frame, frameCount)
    }

    /// The picture as a frame of QuickTime Animation.
    ///
    /// Every line is encoded completely, as runs of pixels with the same color.
    var encoded: [UInt8] {
        let wholePicture: [UInt8] = [0, 0]
        let lines = (0..<height).flatMap(encodedLine)
        let size = 4 + wholePicture.count + lines.count
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + wholePicture + lines
    }

    private func encodedLine(_ row: Int) -> [UInt8] {
        let (noSkip, endOfLine, longestRun): (UInt8, Int8, Int) = (1, -1, 128)
        var line = [noSkip]
        for (color, width) in spans(row) {
            var rest = width
            while rest > 0 {
                let count = min(rest, longestRun)
                // A single pixel is a run of one literal, and a repetition has a negative count.
                line.append(count == 1 ? 1 : UInt8(bitPattern: Int8(-count)))
                line += [UInt8(clamping: color.red), UInt8(clamping: color.green), UInt8(clamping: color.blue)]
                rest -= count
            }
        }
        return line + [UInt8(bitPattern: endOfLine)]
    }

    /// Returns the colors of a line from left to right, each with its number of pixels.
    ///
    /// The sun or its light may be in the middle, with the same color on both sides.
    private func spans(_ row: Int) -> [(Color, Int)] {
        let (sides, middle, reach) = row < horizon ? sky(row) : sea(row)
        let center = width / 2
        let left = min(center, max(0, center - reach))
        let right = max(left, min(width, center + reach + 1))
        guard reach >= 0, middle != sides else { return [(sides, width)] }
        return [(sides, left), (middle, right - left), (sides, width - right)]
    }

    private var horizon: Int { height * 3 / 5 }

    /// The progress of the sunset, in thousandths.
    private var dusk: Int { frame * 1000 / max(1, frameCount) }

    /// Returns the colors of the sky and of the sun, and the extent of the sun in this line.
    ///
    /// The extent is measured from the center and is negative if the sun is not in this line.
    private func sky(_ row: Int) -> (sides: Color, middle: Color, reach: Int) {
        let depth = row * 1000 / horizon
        let red = 90 + depth * 150 / 1000 + dusk * 30 / 1000
        let green = 140 + depth * 40 / 1000 - dusk * 90 / 1000
        let sky = (red - dusk * (1000 - depth) / 12_000, green, 210 - depth * 90 / 1000 - dusk * 60 / 1000)

        let radius = height / 7
        let dy = row - (horizon / 4 + dusk * (horizon * 3 / 4 + radius) / 1000)
        var reach = -1
        while (reach + 1) * (reach + 1) + dy * dy <= radius * radius { reach += 1 }
        return (sky, (255, 230 - dusk / 10, 140 - dusk / 10), reach)
    }

    /// Returns the colors of the sea and of the sunlight on it, which the waves break.
    private func sea(_ row: Int) -> (sides: Color, middle: Color, reach: Int) {
        let depth = row - horizon
        let isCrest = (row * 7 + frame * 2) % 11 < 3
        let shade = 40 - depth / 2 + (isCrest ? 14 : 0)
        let sea = (shade + dusk * 20 / 1000, 60 + shade - dusk * 40 / 1000, 110 + shade - dusk * 60 / 1000)
        let reach = isCrest ? height / 10 + depth / 3 + (row * 5 + frame * 3) % 9 - 5 : -1
        return (sea, (240, 190 - dusk / 12, 120 - dusk / 20), reach)
    }
}
