/// One picture in the catalog.
///
/// All of its properties except the tags and the user follow from its index.
struct ImageRecord: Sendable {
    /// The index in the catalog, from 0.
    let index: Int
    let tags: [String]
    let user: String

    /// Returns a number below a bound, which is always the same for a picture and purpose.
    func number(below bound: Int, for purpose: Purpose) -> Int {
        var generator = SplitMix64(seed: UInt64(index) << 8 | UInt64(purpose.rawValue))
        return Int(generator.next() % UInt64(bound))
    }

    /// The purpose of a pseudorandom number, with a separate sequence for each purpose.
    enum Purpose: Int {
        case shape, palette, detail, aspect, bytes, views, downloads, likes, comments
    }

    /// The number of the picture in its addresses.
    var id: Int { Self.firstID + index * Self.idStep }

    /// Returns the catalog index for the number of a picture, or `nil` if the number is impossible.
    static func index(forID id: Int) -> Int? {
        let offset = id - firstID
        return offset >= 0 && offset % idStep == 0 ? offset / idStep : nil
    }

    /// Returns the height of the picture for a width.
    func height(forWidth width: Int) -> Int {
        let aspects = [(2, 3), (3, 4), (9, 16), (1, 1), (4, 3), (5, 4), (7, 10), (1, 2)]
        let (height, base) = aspects[number(below: aspects.count, for: .aspect)]
        return width * height / base
    }

    private static let firstID = 195_893
    private static let idStep = 37
}

/// A small generator with a seed of 64 bits, which makes a picture look the same in every run.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
