/// One picture of the catalogue; everything but its tags and its user follows from its index.
struct ImageRecord: Sendable {
    /// Its index in the catalogue, from 0.
    let index: Int
    let tags: [String]
    let user: String

    /// A number from 0 up to the bound, always the same for the same picture and purpose.
    func number(below bound: Int, for purpose: Purpose) -> Int {
        var generator = SplitMix64(seed: UInt64(index) << 8 | UInt64(purpose.rawValue))
        return Int(generator.next() % UInt64(bound))
    }

    /// The purpose of a pseudorandom number; each purpose has a sequence of its own.
    enum Purpose: Int {
        case shape, palette, detail, aspect, bytes, views, downloads, likes, comments
    }

    /// The number in the picture's addresses.
    var id: Int { Self.firstID + index * Self.idStep }

    /// The index in the catalogue of the picture with that number; `nil` if no picture can have it.
    static func index(forID id: Int) -> Int? {
        let offset = id - firstID
        return offset >= 0 && offset % idStep == 0 ? offset / idStep : nil
    }

    /// The height of the picture at that width.
    func height(forWidth width: Int) -> Int {
        let aspects = [(2, 3), (3, 4), (9, 16), (1, 1), (4, 3), (5, 4), (7, 10), (1, 2)]
        let (height, base) = aspects[number(below: aspects.count, for: .aspect)]
        return width * height / base
    }

    private static let firstID = 195_893
    private static let idStep = 37
}

/// A small generator with a seed of 64 bits (Steele, Lea and Flood, "Fast Splittable Pseudorandom
/// Number Generators", 2014), so that a picture looks the same in every run.
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
