/// Chooses the 256 colors in the picture of a record.
///
/// The sky has 128 colors, the foreground has 64, and the bright parts have 64.
enum Palette {
    /// Returns the colors, which are always the same for a record.
    static func colors(for record: ImageRecord) -> [PalettePicture.Color] {
        let hue = record.number(below: 360, for: .palette)
        let contrast = 120 + record.number(below: 120, for: .detail)
        return gradient(from: (hue, 45, 95), to: (hue + 40, 60, 55), count: 128)
            + gradient(from: (hue + contrast, 65, 60), to: (hue + contrast, 80, 25), count: 64)
            + gradient(from: (hue + contrast / 2, 25, 100), to: (hue + contrast / 2 + 20, 70, 90), count: 64)
    }

    /// A hue in degrees, and a saturation and a brightness in percent.
    private typealias HSB = (hue: Int, saturation: Int, brightness: Int)

    private static func gradient(from first: HSB, to last: HSB, count: Int) -> [PalettePicture.Color] {
        (0..<count).map { step in
            func between(_ first: Int, _ last: Int) -> Double {
                Double(first) + Double(last - first) * Double(step) / Double(count - 1)
            }
            return color(
                hue: between(first.hue, last.hue),
                saturation: between(first.saturation, last.saturation) / 100,
                brightness: between(first.brightness, last.brightness) / 100
            )
        }
    }

    private static func color(hue: Double, saturation: Double, brightness: Double) -> PalettePicture.Color {
        func part(_ offset: Double) -> UInt8 {
            let place = (offset + hue / 60).truncatingRemainder(dividingBy: 6)
            let factor = max(0, min(place, 4 - place, 1))
            return UInt8((brightness - brightness * saturation * factor) * 255)
        }
        return PalettePicture.Color(red: part(5), green: part(3), blue: part(1))
    }
}
