/// The room that a page has for the diagram, in pixels of the browser.
struct DiagramSpace {
    let width: Double
    let height: Double

    /// The numbers of characters in a line of a label, the best first.
    let lineWidths: [Int]

    /// The space in a window of 1280 by 800 pixels.
    static let wide = DiagramSpace(width: 846, height: 540, lineWidths: [44, 24])

    /// The space on a phone.
    static let narrow = DiagramSpace(width: 337, height: 300, lineWidths: [24, 16])

    /// The scale at which letters can be read, as in `view-box.js`.
    private static let readable = 0.96

    /// The natural size of a picture, in pixels per point.
    private static let natural = 4.0 / 3

    /// Returns how well a picture fits, as a number that is larger for a better picture.
    ///
    /// If the whole picture can be read, the number grows with its scale and with the part of the
    /// space that is not empty. Otherwise, it is the part of the picture that the space shows in a
    /// readable size.
    ///
    /// - Parameters:
    ///   - width: The width of the picture.
    ///   - height: The height of the picture, to which the height of the space is reduced.
    ///   - filled: The part of the picture that is not empty.
    func quality(width: Double, height: Double, filled: Double) -> Double {
        let scale = min(Self.natural, self.width / width, self.height / height)
        if scale >= Self.readable { return 1 + scale + 0.6 * filled * scale * width / self.width }
        return min(1, self.width / Self.readable / width) * min(1, self.height / Self.readable / height)
    }
}
