/// How an integer or a `Bool` of the standard library is stored.
enum WholeNumber {
    case bool
    case signed(bytes: Int)
    case unsigned(bytes: Int)

    init?(_ type: Any.Type) {
        guard let form = Self.all[ObjectIdentifier(type)] else { return nil }
        self = form
    }

    private static let all: [ObjectIdentifier: WholeNumber] = {
        func entry<Number: FixedWidthInteger>(_ type: Number.Type) -> (ObjectIdentifier, WholeNumber) {
            let bytes = MemoryLayout<Number>.size
            return (ObjectIdentifier(type), Number.isSigned ? .signed(bytes: bytes) : .unsigned(bytes: bytes))
        }
        let numbers = [
            entry(Int.self), entry(Int8.self), entry(Int16.self), entry(Int32.self), entry(Int64.self),
            entry(UInt.self), entry(UInt8.self), entry(UInt16.self), entry(UInt32.self), entry(UInt64.self),
        ]
        return Dictionary(uniqueKeysWithValues: numbers + [(ObjectIdentifier(Bool.self), .bool)])
    }()

    /// Returns a number as a word, so that the words have the same order as the integers; `nil` if
    /// the number does not fit in `Int`.
    func word(at pointer: UnsafeRawPointer) -> UInt64? {
        switch self {
        case .bool: return pointer.load(as: Bool.self) ? 1 : 0
        case .signed(1): return Self.word(Int64(pointer.load(as: Int8.self)))
        case .signed(2): return Self.word(Int64(pointer.loadUnaligned(as: Int16.self)))
        case .signed(4): return Self.word(Int64(pointer.loadUnaligned(as: Int32.self)))
        case .signed: return Self.word(pointer.loadUnaligned(as: Int64.self))
        case .unsigned(1): return Self.word(Int64(pointer.load(as: UInt8.self)))
        case .unsigned(2): return Self.word(Int64(pointer.loadUnaligned(as: UInt16.self)))
        case .unsigned(4): return Self.word(Int64(pointer.loadUnaligned(as: UInt32.self)))
        case .unsigned: return Int64(exactly: pointer.loadUnaligned(as: UInt64.self)).map(Self.word)
        }
    }

    /// Returns a number as a word, so that the words have the same order as the numbers.
    static func word(_ number: Int64) -> UInt64 { UInt64(bitPattern: number) ^ 1 << 63 }
}

/// Returns an integer or a `Bool` as a word.
func wholeNumber(_ value: Any, _ type: Any.Type) -> UInt64? {
    guard let form = WholeNumber(type) else { return nil }
    var word: UInt64?
    ReflectedValue.withMemory(of: value, type) { word = form.word(at: $0) }
    return word
}
